"""The state of a game: what lies on the table, and the phase that says who is waited for.

Law: a state is the fold of its events and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from companion.games.cat_royal.booklet import FIGURES, GOALS, STARTS, At, Figure
from companion.games.cat_royal.intents import Accuse, Shift
from companion.games.cat_royal.setup import Setup
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
"""What lies in slots 1, 2 …, which close up when a card is laid; `None`: a card that the box does not know.

No record tells which of two equal cards was laid; so a gap would show to all that another slot had held the same.
"""

Way: TypeAlias = tuple[At, ...]
"""The places a figure came through when it last moved, the first and the last included; empty: it fades."""

Part: TypeAlias = Literal["deal", "turn", "ending"]
"""A part of the game: a deal (with what is set out), one turn with all that comes of it, the end."""


class Phase(phases.Phase["State"], frozen=True):
    """What the table waits for, with the rule of it; `phases.AnyPhase` is one of them."""

    part: ClassVar[Part]

    def beside(self, _state: State) -> tuple[Question, ...]:
        """What may be said beside the question."""
        return ()

    def silenced(self, state: State, _seat: Seat, intent: Intent | None) -> Refused | None:
        """What bars an aside: something else comes first."""
        return self.awaited(state) if type(intent) in (Accuse, Shift) else None


class State(Value, frozen=True):
    """A game between two events."""

    setup: Setup
    at: tuple[tuple[At, ...], ...]
    """Of seats 1 … n: where king, knight, citizen and jester are."""
    ways: tuple[tuple[Way, ...], ...]
    """Of seats 1 … n: how king, knight, citizen and jester have come there."""
    holes: tuple[int, ...]
    """The wormholes, in their order."""
    hands: tuple[Hand, ...]
    """Of seats 1 … n."""
    piles: Piles
    phase: AnyPhase
    deal: int = 0
    """The deal being played; 0 before the first."""
    last: Card = ""
    """The card that was played or discarded last; empty before the first."""
    cheated: tuple[Figure, ...] = ()
    """Of seats 1 … n: the figure its latest turn cheated with; empty: it did not, or has paid for it."""
    spent: tuple[Seat, ...] = ()
    """Who has cheated since the last deal."""
    shifted: tuple[Seat, ...] = ()
    """Who has moved the wormholes since the last deal."""
    fresh: tuple[Figure, ...] = ()
    """Of seats 1 … n: the figure that was put on the start field and has not left it; empty: none."""
    rest: tuple[Card, ...] = ()
    """What hands that the box does not know hold of a stock that was through in the middle of their deal."""

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.at)

    @property
    def box_deals(self) -> bool:
        """Whether the cards are the box's own."""
        return self.setup.duties.cards == "box"

    def name(self, seat: Seat) -> Wording:
        """What the player on a seat is called."""
        return self.setup.seats[seat - 1].said

    def start(self, seat: Seat) -> int:
        """The start field of a seat."""
        return STARTS[self.setup.seats[seat - 1].colour]

    def where(self, seat: Seat, figure: Figure) -> At:
        """Where a figure is."""
        return self.at[seat - 1][FIGURES.index(figure)]

    def home(self, seat: Seat) -> int:
        """How many figures a seat has in the goal."""
        return sum(place in GOALS for place in self.at[seat - 1])
