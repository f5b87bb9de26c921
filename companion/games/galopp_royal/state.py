"""The state of a game: what lies on the table, and the phase, which says what the table waits for.

Law: a state is the fold of its events and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from msgspec.structs import replace

from companion.games.galopp_royal.events import Corrected
from companion.games.galopp_royal.setup import Setup
from companion.kit import phases
from companion.kit.event import Card, Event, MaybeCard
from companion.kit.money import BANK, Money, transfer
from companion.kit.piles import Piles
from companion.kit.seats import Seat
from companion.kit.text import Wording
from companion.kit.value import Value

if TYPE_CHECKING:
    from companion.games.galopp_royal.phases import AnyPhase

At: TypeAlias = int | str
"""Where a chair is: a space of the track, `"F1"` first to finish …, `"P1"` first in the pond …"""

Display: TypeAlias = tuple[Card | None, ...]
"""The bearers on slots 1 … 4, `None` on a free slot; empty without a team."""

Part: TypeAlias = Literal["team", "race", "exchange", "ending"]
"""A part of the game: one team from the deal to its display, one race, one exchange, the end."""


class Phase(phases.GamePhase["State"], frozen=True):
    """What the table waits for, with its rule; `phases.AnyPhase` lists all phases."""

    part: ClassVar[Part]

    def after(self, state: State, event: Event) -> State:
        """The state after an event. Coins can be corrected in any phase, which then stays the same."""
        if isinstance(event, Corrected):
            return replace(state, money=transfer(state.money, BANK, event.seat, event.amount))
        return super().after(state, event)

    @property
    def cards(self) -> tuple[MaybeCard, ...]:
        """The cards that only this phase holds, neither on a display nor on a pile."""
        return ()


class State(Value, frozen=True):
    """A game between two events."""

    setup: Setup
    money: Money
    displays: tuple[Display, ...]
    """The displays of seats 1 … n."""
    bought: tuple[tuple[MaybeCard, ...], ...]
    """For seats 1 … n: a team that is paid but not yet on its display."""
    spaces: tuple[int, ...]
    """The spaces of the chairs of seats 1 … n; for a chair that has left the track, the plain sum of its steps."""
    piles: Piles
    phase: AnyPhase
    last: Seat
    """Who was last in the race before and begins the next one; before race 1, the smallest player."""
    finish: int
    """The space under the arch."""
    race: int = 0
    """The present or the last race; 0 before the first."""
    finished: tuple[Seat, ...] = ()
    """The seats that have passed under the arch, in order."""
    ponded: tuple[Seat, ...] = ()
    """The seats in the pond, in order."""
    came: tuple[At, ...] = ()
    """Where the chairs of seats 1 … n were before the last move; empty before the first move of a race."""
    result: tuple[At, ...] = ()
    """Where the chairs of seats 1 … n were when the last race ended; empty from the beginning of a race to its end."""

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.spaces)

    @property
    def box_deals(self) -> bool:
        """Whether the box deals its own cards."""
        return self.setup.duties.cards == "box"

    @property
    def hides_teams(self) -> bool:
        """Whether a team bought now is kept hidden until all have one."""
        return not self.race and self.setup.options.start_teams == "when_all_have_one"

    @property
    def chairs(self) -> tuple[At, ...]:
        """Where the chairs of seats 1 … n are."""
        marks = {seat: f"F{place}" for place, seat in enumerate(self.finished, 1)}
        marks |= {seat: f"P{place}" for place, seat in enumerate(self.ponded, 1)}
        return tuple(marks.get(seat, space) for seat, space in enumerate(self.spaces, 1))

    @property
    def racing(self) -> tuple[Seat, ...]:
        """The seats whose chairs are on the track."""
        off = self.finished + self.ponded
        return tuple([seat for seat in range(1, len(self.spaces) + 1) if seat not in off])

    @property
    def teamless(self) -> tuple[Seat, ...]:
        """The seats that still need a team."""
        teams = zip(self.displays, self.bought, strict=True)
        return tuple([seat for seat, (display, bought) in enumerate(teams, 1) if not (display or bought)])

    def name(self, seat: Seat) -> Wording:
        """The name of the player on a seat."""
        return self.setup.seats[seat - 1].said
