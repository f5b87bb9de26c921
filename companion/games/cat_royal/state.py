"""The state of a game: what lies on the table, and the phase, which says what the table waits for.

Law: a state is the fold of its events and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from companion.games.cat_royal.booklet import FIGURES, INSIDE, STARTS, At, Figure
from companion.games.cat_royal.intents import Accuse, Shift
from companion.games.cat_royal.setup import PARTNERED, Setup
from companion.kit import phases
from companion.kit.event import Card, Intent, MaybeCard, Refused
from companion.kit.piles import Piles
from companion.kit.question import Question
from companion.kit.seats import Seat
from companion.kit.text import Wording
from companion.kit.value import Value

if TYPE_CHECKING:
    from companion.games.cat_royal.phases import AnyPhase

Hand: TypeAlias = tuple[MaybeCard, ...]
"""The cards in slots 1, 2 …; later cards move up when a card is laid; `None`: a card that the box does not know.

No record tells which of two equal cards was laid; a gap would show to all that another slot holds the same card.
"""

Way: TypeAlias = tuple[At, ...]
"""The places of a figure's last move, with the first and the last one; empty: it fades."""

Part: TypeAlias = Literal["deal", "turn", "ending"]
"""A part of the game: a deal (with the figures set out), one turn with its consequences, the end."""


class Phase(phases.GamePhase["State"], frozen=True):
    """What the table waits for, with its rule; `phases.AnyPhase` lists all phases."""

    part: ClassVar[Part]

    def asks_all(self, state: State) -> tuple[Question, ...]:
        """All that is asked now; mostly one question."""
        question = self.asks(state)
        return () if question is None else (question,)

    def beside(self, _state: State) -> Sequence[Question]:
        """What may be said besides the question."""
        return ()

    def silenced(self, state: State, _seat: Seat, intent: Intent | None) -> Refused | None:
        """Why an aside is not allowed: something else comes first."""
        return self.awaited(state) if type(intent) in (Accuse, Shift) else None


def opposite(seat: Seat) -> Seat:
    """The partner of a seat, at a table of four."""
    return (seat + 1) % PARTNERED + 1


class State(Value, frozen=True):
    """A game between two events."""

    setup: Setup
    at: tuple[tuple[At, ...], ...]
    """For seats 1 … n: where king, knight, citizen and jester are."""
    ways: tuple[tuple[Way, ...], ...]
    """For seats 1 … n: how king, knight, citizen and jester came there."""
    holes: tuple[int, ...]
    """The wormholes, in their order."""
    hands: tuple[Hand, ...]
    """The hands of seats 1 … n."""
    piles: Piles
    phase: AnyPhase
    deal: int = 0
    """The present deal; 0 before the first."""
    last: Card = ""
    """The card that was last played or discarded; empty before the first."""
    cheated: tuple[Figure, ...] = ()
    """For seats 1 … n: the figure of a cheat in the latest turn; empty: no cheat, or it has been paid for."""
    helped: tuple[Seat, ...] = ()
    """The seats that played a figure of their partner in their latest turn."""
    spent: tuple[Seat, ...] = ()
    """The seats that have cheated since the last deal."""
    shifted: tuple[Seat, ...] = ()
    """The seats that have moved the wormholes since the last deal."""
    fresh: tuple[Figure, ...] = ()
    """For seats 1 … n: the figure that was put on the start field and has not left it; empty: none."""
    rest: tuple[Card, ...] = ()
    """The cards of the old stock in unknown hands, if the stock ran out in the middle of their deal."""

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.at)

    @property
    def box_deals(self) -> bool:
        """Whether the box deals its own cards."""
        return self.setup.duties.cards == "box"

    @property
    def has_teams(self) -> bool:
        """Whether two play against two, those who sit opposite."""
        return self.setup.options.partners != "none"

    def team(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats that win together with this one; without partners it is alone."""
        return tuple(sorted((seat, opposite(seat)))) if self.has_teams else (seat,)

    @property
    def teams(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats that win together, those of the first seat first; without partners each is alone."""
        return tuple(dict.fromkeys(map(self.team, range(1, self.seats + 1))))

    def plays_for(self, seat: Seat) -> Seat:
        """The seat whose figures this one plays now: its own, or its partner's when all its own are home."""
        return opposite(seat) if self.has_teams and INSIDE.issuperset(self.at[seat - 1]) else seat

    def name(self, seat: Seat) -> Wording:
        """The name of the player on a seat."""
        return self.setup.seats[seat - 1].said

    def start(self, seat: Seat) -> int:
        """The start field of a seat."""
        return STARTS[self.setup.seats[seat - 1].colour]

    def where(self, seat: Seat, figure: Figure) -> At:
        """Where a figure is."""
        return self.at[seat - 1][FIGURES.index(figure)]

    def home(self, seat: Seat) -> int:
        """How many figures a seat has in the goal."""
        return len(INSIDE.intersection(self.at[seat - 1]))
