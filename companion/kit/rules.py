"""What a game must offer to be played on the box, in parts; code that uses a game names the part it needs.

Laws: all of it is pure; only an intent that a question (or an aside) names can answer it (`decision.decide` checks
this for every game); an event is enough to continue from, whoever decided it.

| part | from where to where | a game may leave out |
|---|---|---|
| `Answerable` | from a question to the events of its answer | asides, what is never undone, or by consent alone |
| `SetUp` (in `setup.py`) | from the people who join to the first state | duties, lots, rulebooks, settings, the track |
| `AgreedRules` (there) | rules that people agree on before a game | all of it |
| `Measured` (there) | numbers of a real board that its owner compares | all of it |
| `Correctable` | mistakes of the bank, corrected by hand | all of it |
| `Recorded` | a game as a file, and back | secrets, a deck |
| `Presentation` | screens and lights | secrets, explanations, news, cues, chart, pages, places, finish, summary … |
| `Counted` | statistics of many games | all of it |
| `Policy` (in `policy.py`) | what bots need in order to think | all of it; then bots draw among the answers |

Whatever a game may leave out has a default here that means "none", and then no screen asks for it. A game inherits
these defaults from `Rules`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, TypeVar

import msgspec

from companion.kit.best import Best
from companion.kit.chart import Chart
from companion.kit.curve import Curve
from companion.kit.event import Card, Correcting, Event, Intent, Refused
from companion.kit.policy import Policy
from companion.kit.question import Question
from companion.kit.seats import Seat
from companion.kit.setup import SetUp
from companion.kit.tally import Occurrence, Tally, TallySheet
from companion.kit.text import Text, text
from companion.kit.view import Cue, View

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)


class Correctable(Protocol[S_contra]):
    """Correcting by hand what the bank got wrong."""

    @property
    def has_coins(self) -> bool:
        """Whether the game has coins to correct."""
        return False

    def correct(self, state: S_contra, intent: Correcting) -> Event | Refused:
        """The event of a correction, or why it is not allowed now."""
        return Refused("no_coins", text("This game has no coins."))


class Answerable(Correctable[S], Protocol[S]):
    """From a question to the events of its answer. `S` is the state: frozen, and the fold of all events."""

    @property
    def events(self) -> tuple[type[Event], ...]:
        """Every kind of event there is."""

    @property
    def final(self) -> tuple[type[Event], ...]:
        """The kinds that block every undo across them, since people cannot forget what such an event shows."""
        return ()

    def reveals(self, state: S, event: Event, by: Seat) -> Text | None:
        """What everybody has learned from an event, in one line. After that, an earlier decision of `by`, or the
        decision that led to the event, needs consent to be undone. `None`: nothing new, so no consent is needed."""
        return None

    def partners(self, state: S, seat: Seat) -> tuple[Seat, ...]:
        """The other seats that win together with this one; by default there are none.

        Partners share their places, and none of them agrees to undo a decision of another one.
        """
        return ()

    def question(self, state: S) -> Question | None:
        """Who must answer what; `None` when the game is over. If several seats are asked at once, the first question
        of `questions`."""

    def questions(self, state: S) -> tuple[Question, ...]:
        """All that is asked now, at most one question a seat, to be answered in any order; empty when the game is over.

        By default `question` alone. A game that asks several seats at once says here what each is asked, as long as it
        has not answered. While several are missing, `view` names nobody as the one who must act (the table says who is
        missing); it names the last one that is missing.
        """
        question = self.question(state)
        return () if question is None else (question,)

    def asides(self, state: S) -> Sequence[Question]:
        """What seats may say besides the question, which stays open; at most one aside a seat."""
        return ()

    def answered(self, state: S, intent: Intent) -> Event:
        """The event that a legal answer to the question leads to; `follows` gives the next ones."""

    def objection(self, state: S, intent: Intent) -> Refused | None:
        """Why an intent of the asked seat, or of the box, is no answer to the question.

        `None`: it has nothing to do with the question.
        """
        return None

    def awaited(self, state: S) -> Refused | None:
        """The refusal of an answer to another question: it says what is asked now; `None`: the kit's own sentence."""
        return None

    def silenced(self, state: S, seat: Seat, intent: Intent | None = None) -> Refused | None:
        """Why `seat` may not say this aside (without `intent`: any aside) now; `None`: it may, or this is no aside.

        Everybody may read the reason.
        """
        return None

    def evolve(self, state: S, event: Event) -> S:
        """The state after an event. Raises Impossible."""

    def follows(self, state: S) -> Event | None:
        """The event that follows by itself, before anybody is asked again."""

    def audit(self, before: S, event: Event, after: S) -> None:
        """Check that `event` led from a sound state to a sound state. Raises Unsound."""


class Recorded(Answerable[S], Protocol[S]):
    """A game as a file, and back."""

    @property
    def name(self) -> str:
        """The name in files and on the command line: small letters and hyphens."""

    @property
    def unrecorded(self) -> tuple[type[Event], ...]:
        """The kinds of event that no record has, as a later event tells them all (`behind`). None is drawn by lot."""
        return ()

    def behind(self, state: S, event: Event) -> Sequence[Event]:
        """The unrecorded events that `event` of a record tells, in an order in which they may have happened in `state`.

        A record must leave out what they hide in the same way as `event` does.
        """
        return ()

    @property
    def draws(self) -> str:
        """What the box decides by lot besides cards, as the checker of a record names it: `dice`."""
        return "lots"

    def read_header(self, header: Mapping[str, object]) -> S:
        """The new game that a record's header describes. Raises BadChoice with a sentence."""

    def header(self, state: S) -> dict[str, object]:
        """The header of this game's record, as plain values."""

    def recall(self, state: S, event: Event) -> Intent | None:
        """The intent behind an event of a record; `None` if the event only follows another."""

    def retold(self, expected: Event, came: Event) -> Event:
        """`expected` in the order of `came`, if only an order that does not matter differs; otherwise unchanged.

        The order of cards and seats matters unless a game says otherwise here.
        """
        return expected

    def standing(self, state: S) -> msgspec.Struct:
        """What a record shows after each event."""

    def hidden(self, state: S) -> tuple[str, ...]:
        """Fields of `standing` that are secret while the game runs; the record then has `null` there."""
        return ()

    def without_secrets(self, state: S, event: Event) -> Event:
        """An event that happened in `state`, without the cards that are still secret."""
        return event

    def overdrawn(self, state: S) -> Card | None:
        """A card that has shown up more often than the deck holds it; `None` if there is none."""
        return None


class Presentation(Protocol[S_contra]):
    """Screens and lights."""

    def view(self, state: S_contra, viewer: Seat | None, draft: Intent | None = None) -> View:
        """The table as `viewer` may see it (`None`: as everybody may), with the answer being chosen, if any.

        If a draft would betray a secret (the card in a slot), only `draft.seat` sees it; all others see the slot.
        """

    def secret(self, state: S_contra, seat: Seat, meant: int = 0) -> tuple[View, ...]:
        """Pages that only this seat may look at; empty: none.

        `meant`: which form of `Question.armed` the seat has armed, counted from 1; 0: none.
        """
        return ()

    def picks(self, state: S_contra, seat: Seat, meant: int = 0) -> tuple[tuple[Intent, View], ...]:
        """Drafts that the asked seat chooses in secret, by a release on their pages; each with its page.

        They are of the first level of its question's form, or of the armed one (`meant`, as in `secret`), and follow
        the first page of `secret`. Empty: it chooses with taps alone.
        """
        return ()

    def explain(self, state: S_contra, question: Question) -> tuple[Text, ...]:
        """How to answer a question or an aside, for a player who has never seen it; empty: nobody needs this.

        At most three lines of 21 letters, or two if a keypad is drawn below. Everybody may read it, so it must not
        depend on what only the seat knows.
        """
        return ()

    def rule(self, state: S_contra, question: Question) -> Text | None:
        """What the rules let a player do who is asked this, or may say this aside, in one sentence; `None`: no more to
        say than the question itself says.

        It fits four rows of 21 letters in any language. Everybody may read it, so it must not depend on what only the
        seat knows.
        """
        return None

    def tell(self, state: S_contra, event: Event) -> View | None:
        """What everybody is shown about an event that led to `state`; `None`: it is not worth a pause.

        Nothing else tells what the box has drawn by lot: an event of that kind without a screen is not told at all.
        """
        return None

    def finish(self, state: S_contra) -> tuple[View, ...]:
        """Moving screens that lead up to the end, before it is told; empty: the end is told at once."""
        return ()

    def cue(self, state: S_contra, event: Event) -> Cue | None:
        """The cue for lights and sound after an event that led to `state`, from what all may know; `None`: none."""
        return None

    def line(self, state: S_contra, event: Event) -> Text | None:
        """The event in one short line, for the page of last events and for an undo.

        `state` is the one that it led to, or any later one, so only the event and what never changes (such as names)
        may be told.
        """
        return None

    def charted(self, state: S_contra) -> Chart | None:
        """How the board of this game is drawn; `None`: plainly."""
        return None

    def progress(self, state: S_contra) -> Text | None:
        """How far the game is, in one short fact, for people elsewhere; `None` if that is unknown."""
        return None

    def places(self, state: S_contra) -> tuple[int, ...]:
        """The final places of seats 1 … n (equal seats share a place); empty while the game runs."""
        return ()

    def pages(self, state: S_contra) -> tuple[View, ...]:
        """The pages of the table key: what anybody may look up while the game runs."""
        return ()

    def summary(self, told: Iterable[tuple[S_contra, Event]]) -> tuple[View, ...]:
        """How a finished game went, in pages: from each event that counts and the state it led to."""
        return ()

    def curves(self, told: Iterable[tuple[S_contra, Event]]) -> tuple[Curve, ...]:
        """How all seats have done so far, as all may know it, from the same pairs; empty before a stage is over."""
        return ()

    def bests(self, told: Iterable[tuple[S_contra, Event]]) -> Iterable[Best]:
        """The results of a finished game that the house may remember, from the same pairs."""
        return ()


class Tasted(Protocol[S_contra]):
    """A first taste of a game: a short part of it, for people who have never played it. By default there is none."""

    @property
    def taste(self) -> Text | None:
        """What people play in it, in short; `None`: there is none."""
        return None

    def dealt(self, state: S_contra) -> Intent | None:
        """The answer that the box gives for the player who is asked; `None`: the player answers."""
        return None

    def is_tasted(self, state: S_contra) -> bool:
        """Whether the first taste ends here; the box then leaves the game."""
        return False


class Counted(Protocol):
    """Statistics of many games."""

    def counts(self, told: Iterable[Event]) -> Iterable[Occurrence]:
        """What is worth counting in the events of one game."""
        return ()

    def sheets(self, tally: Tally) -> tuple[TallySheet, ...]:
        """The counts of many games, ordered for reading."""
        return ()


class Rules(SetUp[S], Recorded[S], Presentation[S], Tasted[S], Counted, Policy[S], Protocol[S]):
    """One game with all its parts."""
