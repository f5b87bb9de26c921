"""What a game must offer to be played on the box, in parts; whoever uses a game names the part it needs.

Laws: all of it is pure; a question, and an aside, is answered by one of the intents it names and by no other
(`decision.decide` sees to it, for every game alike); an event is enough to go on from, whoever decided it.

| part | from where to where | a game may leave out |
|---|---|---|
| `Play` | from a question to what comes of its answer | asides, events that no undo crosses |
| `SetUp` | from the people who join to the first state | duties, lots, rulebooks, settings, the track |
| `Agreed` | rules of play that people agree on before | all of it |
| `Measured` | numbers of a real board that its owner compares | all of it |
| `Corrected` | what the bank has got wrong, put right by hand | all of it |
| `Recorded` | a game as a file, and back | secrets, a deck |
| `Shown` | screens and lights | secrets, explanations, news, cues, pages, a finish, a summary |
| `Counted` | statistics of many games | all of it |
| `Weighed` | what sensible bots go by | all of it; they draw among the answers then |

What a game leaves out has an answer here which means that there is none; then no screen asks for it. A game inherits
these from `Rules`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol, TypeVar

import msgspec

from companion.kit.chart import Chart
from companion.kit.event import Card, Correcting, Event, Intent, Refused
from companion.kit.question import Question
from companion.kit.seats import COLOURS, Player, Seat
from companion.kit.setup import ALL_PAIRS, Duty, Measure, Option, Phrases, Sitting, Who
from companion.kit.tally import Count, Sheet, Tally
from companion.kit.text import Text, text
from companion.kit.view import Cue, Track, View

S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)
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

    def question(self, state: S) -> Question | None:
        """Who must answer what; `None` when the game is over."""

    def asides(self, state: S) -> tuple[Question, ...]:
        """What may be said beside the question, by one seat or another, and leaves it standing; one a seat at most."""
        return ()

    def answered(self, state: S, intent: Intent) -> Event:
        """The event that a legal answer to the question leads to; what comes of it is told by `follows`."""

    def objection(self, state: S, intent: Intent) -> Refused | None:
        """What speaks against an intent that is no answer to the question; `None`: it has nothing to do with it."""
        return None

    def evolve(self, state: S, event: Event) -> S:
        """The state after an event. Raises Impossible."""

    def follows(self, state: S) -> Event | None:
        """The event that now comes by itself, before anybody is asked again."""

    def audit(self, before: S, event: Event, after: S) -> None:
        """Whether `event` has led from a sound state to a sound one. Raises Unsound."""


class Agreed(Protocol):
    """Rules that people agree on before a game."""

    def options(self, choices: Mapping[str, object]) -> tuple[Option, ...]:
        """The rules people can agree on, as they are chosen now. The choices must pass `check`."""
        return ()

    def agreed(self, chosen: tuple[int, ...]) -> dict[str, object]:
        """The choices to which these values of all options lead; other choices stay as they are."""
        return {}


class Measured(Protocol):
    """A real board that the box must know by its numbers."""

    @property
    def board_file(self) -> str:
        """The file in which the owner describes it, as shipped: TOML with comments; empty: there is none."""
        return ""

    @property
    def board_name(self) -> str:
        """Of that file, in the folder of the games; no two games share one."""
        return ""

    def measures(self, choices: Mapping[str, object]) -> tuple[Measure, ...]:
        """The numbers of that file, one after the other, as they are chosen now."""
        return ()

    def measured(self, choices: Mapping[str, object], values: tuple[int, ...]) -> str:
        """That file with these numbers, confirmed. Raises ValueError with a sentence if no game can be played so."""
        return self.board_file

    def unconfirmed(self, choices: Mapping[str, object]) -> View | None:
        """What of `measures` the owner should check before the first game; `None`: all is confirmed."""
        return None


class SetUp(Agreed, Measured, Protocol[S_co]):
    """From the people who join to the first state."""

    @property
    def name(self) -> str:
        """The name in files and on the command line: small letters and hyphens."""

    @property
    def title(self) -> str:
        """The name on the box."""

    @property
    def phrases(self) -> Phrases:
        """What screens that know no game say in this one."""
        return Phrases()

    @property
    def seats(self) -> range:
        """How many may play."""

    @property
    def pairs(self) -> tuple[int, ...]:
        """The pairs of keys, 1 … 6 clockwise, where people may join."""
        return ALL_PAIRS

    @property
    def duties(self) -> tuple[Duty, ...]:
        """What either people do or the box."""
        return ()

    @property
    def rulebooks(self) -> tuple[str, ...]:
        """The printed rules it can be played by, the usual one first; one is chosen as `rulebook`."""
        return ()

    @property
    def settings(self) -> tuple[str, ...]:
        """What else the owner may choose, by its name in `choices`; what the board's file holds is not named here."""
        return ()

    def draws_lots(self, duties: Mapping[str, Who]) -> bool:
        """Whether the box draws anything with these duties, so that it must promise its seed."""
        return False

    def check(self, choices: Mapping[str, object]) -> None:
        """Raises ValueError with a sentence if no game can be played by these choices: a full table tries to begin."""
        colours = [COLOURS[pair - 1] for pair in self.pairs[: self.seats[-1]]]
        players = tuple(Player(seat, colour, colour) for seat, colour in enumerate(colours, 1))
        self.begin(Sitting(players, 1, {}, None), choices)

    def track(self, choices: Mapping[str, object]) -> Track:
        """The empty track, for the lights before a game begins."""
        return Track()

    def chart(self, choices: Mapping[str, object]) -> Chart | None:
        """How that board is drawn; `None`: plainly."""
        return None

    def begin(self, sitting: Sitting, choices: Mapping[str, object]) -> S_co:
        """A new game; `choices` are the owner's settings for it. Raises ValueError with a sentence."""


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
        """`expected` as `came` tells it, if the two differ only in an order that does not matter; else as it is."""
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

    @property
    def first_word_s(self) -> float:
        """How long a word of its news takes to be read, the first times such a thing happens; 0: as long as later."""
        return 0.0

    def view(self, state: S_contra, viewer: Seat | None, draft: Intent | None = None) -> View:
        """The table as `viewer` may see it (`None`: as everybody may), with the answer being chosen, if any.

        What a draft betrays of a secret (the card in a slot) is drawn for `draft.seat` alone; all others read the slot.
        """

    def secret(self, state: S_contra, seat: Seat, meant: int = 0) -> tuple[View, ...]:
        """What only this seat may look at, in pages to be leafed through; empty: nothing.

        `meant`: the page of what it has armed (`Question.armed`), counted from the first one; 0: nothing.
        """
        return ()

    def explain(self, state: S_contra, question: Question) -> Text | None:
        """How such a question, or aside, is answered, to who has never been asked it: at most 42 letters.

        All may read it, so it hangs on nothing that its seat alone knows. `None`: nobody needs that.
        """
        return None

    def tell(self, state: S_contra, event: Event) -> View | None:
        """What all should be shown of an event that led to `state`; `None`: nothing worth a pause."""
        return None

    def finish(self, state: S_contra) -> tuple[View, ...]:
        """How the end comes about, as screens that move, after what is told of it; none: it is there at once."""
        return ()

    def cue(self, state: S_contra, event: Event) -> Cue | None:
        """What lights and sound make of an event that led to `state`: only what all may know; `None`: nothing."""
        return None

    def line(self, state: S_contra, event: Event) -> Text | None:
        """The event in one short line, for the page of last events."""
        return None

    def pages(self, state: S_contra) -> tuple[View, ...]:
        """What the table key leafs through: what anybody may look up while the game goes on."""
        return ()

    def summary(self, told: Iterable[tuple[S_contra, Event]]) -> tuple[View, ...]:
        """How a game that is over went, in pages: from each event that counts and the state it has led to."""
        return ()


class Counted(Protocol):
    """Statistics of many games."""

    def counts(self, told: Iterable[Event]) -> Iterable[Count]:
        """What is worth counting in the events of one game."""
        return ()

    def sheets(self, tally: Tally) -> tuple[Sheet, ...]:
        """The counts of many games, counted and put in order for reading."""
        return ()


class Weighed(Protocol[S]):
    """What bots go by that play sensibly."""

    def seen(self, state: S, seat: Seat) -> S:
        """The state as `seat` may know it: the same whatever is hidden from it."""
        return state

    def worth(self, state: S, seat: Seat) -> float | None:
        """How well `seat` stands in a state that it sees, the more the better; `None`: nothing says so.

        Where a lot is about to fall it may say what is to be expected of it.
        """
        return None


class Rules(SetUp[S], Recorded[S], Shown[S], Counted, Weighed[S], Protocol[S]):
    """One game with all its parts."""
