"""What a game must offer to be played on the box, in parts; whoever uses a game names the part it needs.

Laws: all of it is pure; a question, and an aside, is answered by one of the intents it names and by no other
(`decision.decide` sees to it, for every game alike); an event is enough to go on from, whoever decided it.

| part | from where to where | a game may leave out |
|---|---|---|
| `Play` | from a question to what comes of its answer | asides, what is never undone, or by consent alone |
| `SetUp` (in `setup.py`) | from the people who join to the first state | duties, lots, rulebooks, settings, the track |
| `Agreed` (there) | rules of play that people agree on before | all of it |
| `Measured` (there) | numbers of a real board that its owner compares | all of it |
| `Corrected` | what the bank has got wrong, put right by hand | all of it |
| `Recorded` | a game as a file, and back | secrets, a deck |
| `Shown` | screens and lights | secrets, explanations, news, cues, a chart, pages, places, a finish, a summary … |
| `Counted` | statistics of many games | all of it |
| `Policy` (in `policy.py`) | what players go by that think | all of it; they draw among the answers then |

What a game leaves out has an answer here which means that there is none; then no screen asks for it. A game inherits
these from `Rules`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol, TypeVar

import msgspec

from companion.kit.chart import Chart
from companion.kit.curve import Curve
from companion.kit.event import Card, Correcting, Event, Intent, Refused
from companion.kit.policy import Policy
from companion.kit.question import Question
from companion.kit.seats import Seat
from companion.kit.setup import SetUp
from companion.kit.tally import Count, Sheet, Tally
from companion.kit.text import Text, text
from companion.kit.view import Cue, View

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)


class Corrected(Protocol[S_contra]):
    """Putting right by hand what the bank has got wrong."""

    @property
    def has_coins(self) -> bool:
        """Whether there are any to put right."""
        return False

    def correct(self, state: S_contra, intent: Correcting) -> Event | Refused:
        """The event that comes of putting coins right, or why it may not be now."""
        return Refused("no_coins", text("This game has no coins."))


class Play(Corrected[S], Protocol[S]):
    """From a question to what comes of its answer. `S` is the state: frozen, and the fold of all events."""

    @property
    def events(self) -> tuple[type[Event], ...]:
        """Every kind of event there is."""

    @property
    def final(self) -> tuple[type[Event], ...]:
        """The kinds that no undo crosses: after them people know what they would have to forget."""
        return ()

    def reveals(self, state: S, event: Event, by: Seat) -> Text | None:
        """What all have come to know by an event of this game, in one line: a decision that `by` has made before it, or
        that it came of, goes back by consent alone. `None`: nothing; so does all that only looks back at the open."""
        return None

    def question(self, state: S) -> Question | None:
        """Who must answer what; `None` when the game is over."""

    def asides(self, state: S) -> tuple[Question, ...]:
        """What may be said beside the question, by one seat or another, and leaves it standing; one a seat at most."""
        return ()

    def answered(self, state: S, intent: Intent) -> Event:
        """The event that a legal answer to the question leads to; what comes of it is told by `follows`."""

    def objection(self, state: S, intent: Intent) -> Refused | None:
        """What speaks against an intent of who is asked, or of the box, that is no answer to the question.

        `None`: it has nothing to do with it.
        """
        return None

    def awaited(self, state: S) -> Refused | None:
        """What is asked now, as a refusal of what would answer another question; `None`: the kit's own sentence."""
        return None

    def silenced(self, state: S, seat: Seat, intent: Intent | None = None) -> Refused | None:
        """Why `seat` may not say this aside now, or anything; `None`: that is no aside, or nothing speaks against it.

        All may read it.
        """
        return None

    def evolve(self, state: S, event: Event) -> S:
        """The state after an event. Raises Impossible."""

    def follows(self, state: S) -> Event | None:
        """The event that now comes by itself, before anybody is asked again."""

    def audit(self, before: S, event: Event, after: S) -> None:
        """Whether `event` has led from a sound state to a sound one. Raises Unsound."""


class Recorded(Play[S], Protocol[S]):
    """A game as a file, and back."""

    @property
    def name(self) -> str:
        """The name in files and on the command line: small letters and hyphens."""

    @property
    def draws(self) -> str:
        """What the box decides by lot besides cards, as one who checks a record is told: `dice`."""
        return "lots"

    def read_header(self, header: Mapping[str, object]) -> S:
        """The new game a record's header describes. Raises ValueError with a sentence."""

    def header(self, state: S) -> dict[str, object]:
        """The header of this game's record, as plain values."""

    def recall(self, state: S, event: Event) -> Intent | None:
        """The intent an event of a record came from; `None`: it is one that only follows."""

    def retold(self, expected: Event, came: Event) -> Event:
        """`expected` as `came` tells it, if the two differ only in an order that does not matter; else as it is.

        The order of cards and of seats matters, unless it is told so here.
        """
        return expected

    def standing(self, state: S) -> msgspec.Struct:
        """What a record shows after each event."""

    def hidden(self, state: S) -> tuple[str, ...]:
        """Fields of it that are nobody else's business while the game runs; a record then has `null` there."""
        return ()

    def without_secrets(self, state: S, event: Event) -> Event:
        """An event that happened in `state`, with the cards that still are secret left out."""
        return event

    def overdrawn(self, state: S) -> Card | None:
        """A card of which more have shown up than the deck has; `None` while all is possible."""
        return None


class Shown(Protocol[S_contra]):
    """Screens and lights."""

    def view(self, state: S_contra, viewer: Seat | None, draft: Intent | None = None) -> View:
        """The table as `viewer` may see it (`None`: as everybody may), with the answer being chosen, if any.

        What a draft betrays of a secret (the card in a slot) is drawn for `draft.seat` alone; all others read the slot.
        """

    def secret(self, state: S_contra, seat: Seat, meant: int = 0) -> tuple[View, ...]:
        """What only this seat may look at, in pages to be leafed through; empty: nothing.

        `meant`: the page of what it has armed (`Question.armed`), counted from the first one; 0: nothing.
        """
        return ()

    def explain(self, state: S_contra, question: Question) -> tuple[Text, ...]:
        """How such a question, or aside, is answered, to who has never been asked it: where a keypad is drawn below
        two lines of at most 21 letters, else three.

        All may read it, so it hangs on nothing that its seat alone knows. None: nobody needs that.
        """
        return ()

    def tell(self, state: S_contra, event: Event) -> View | None:
        """What all should be shown of an event that led to `state`; `None`: nothing worth a pause."""
        return None

    def finish(self, state: S_contra) -> tuple[View, ...]:
        """How the end comes about, as screens that move, before what is told of it; none: it is there at once."""
        return ()

    def cue(self, state: S_contra, event: Event) -> Cue | None:
        """What lights and sound make of an event that led to `state`: only what all may know; `None`: nothing."""
        return None

    def line(self, state: S_contra, event: Event) -> Text | None:
        """The event in one short line, for the page of last events."""
        return None

    def charted(self, state: S_contra) -> Chart | None:
        """How the board is drawn that is played on; `None`: plainly."""
        return None

    def progress(self, state: S_contra) -> Text | None:
        """How far the game is, in one short fact, for who is not at the table; `None`: nothing says so."""
        return None

    def places(self, state: S_contra) -> tuple[int, ...]:
        """In which place seats 1 … n have come out of a game that is over; who is equal shares one; else none."""
        return ()

    def pages(self, state: S_contra) -> tuple[View, ...]:
        """What the table key leafs through: what anybody may look up while the game goes on."""
        return ()

    def summary(self, told: Iterable[tuple[S_contra, Event]]) -> tuple[View, ...]:
        """How a game that is over went, in pages: from each event that counts and the state it has led to."""
        return ()

    def curves(self, told: Iterable[tuple[S_contra, Event]]) -> tuple[Curve, ...]:
        """How all have fared so far, as everybody may know it: from the same; none before a stage is over."""
        return ()


class Counted(Protocol):
    """Statistics of many games."""

    def counts(self, told: Iterable[Event]) -> Iterable[Count]:
        """What is worth counting in the events of one game."""
        return ()

    def sheets(self, tally: Tally) -> tuple[Sheet, ...]:
        """The counts of many games, counted and put in order for reading."""
        return ()


class Rules(SetUp[S], Recorded[S], Shown[S], Counted, Policy[S], Protocol[S]):
    """One game with all its parts."""
