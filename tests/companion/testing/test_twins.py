"""A secret answer is told to nobody else: each way of telling it is found; what a game may show is allowed."""

from __future__ import annotations

# ruff: noqa: ARG002, ARG004  # each breaks the law in one method
from collections.abc import Mapping
from typing import Any

import pytest
from crows import news, policy
from crows import view as screens
from crows.happenings import Landed, Sent, Sown
from crows.rules import CROWS, Crows
from crows.state import State as Field
from msgspec.structs import replace

from companion.kit.errors import BrokenLaw
from companion.kit.event import Event, Intent
from companion.kit.question import OneOf, Question
from companion.kit.rules import Rules
from companion.kit.seats import Seat, with_seat
from companion.kit.setup import Seating
from companion.kit.text import Text, text, verbatim
from companion.kit.view import Cue, View
from companion.testing.laws_of_play import a_secret_answer_is_told_to_nobody_else_until_the_game_shows_it as law
from companion.testing.twins import twin
from companion.testing.whole_games import finish, seated
from tests.companion.games.nim import HEAP, Counted, Nim, State, Take, Took
from tests.companion.testing.broken_games import Prying
from tests.toy import tin_frogs
from tests.toy.tin_frogs import TinFrogs

# --- several are asked at once ---------------------------------------------------------------------------------------


class Written(Crows):
    @staticmethod
    def without_secrets(state: Field, event: Event) -> Event:
        return event


class Shown(Crows):
    @staticmethod
    def view(state: Field, viewer: Seat | None, draft: Intent | None = None) -> View:
        return screens.view(state, draft.seat if draft is not None else viewer, draft)


class Peeked(Crows):
    @staticmethod
    def view(state: Field, viewer: Seat | None, draft: Intent | None = None) -> View:
        caption = verbatim(str(state.chosen if viewer == 3 else ""))
        return replace(screens.view(state, viewer, draft), caption=caption)


class Listed(Crows):
    @staticmethod
    def line(state: Field, event: Event) -> Text | None:
        return verbatim(str(event.crow)) if isinstance(event, Sent) else news.line(state, event)


class ListedLater(Crows):
    """The page of last events asks for the line of an old event in the state of now."""

    @staticmethod
    def line(state: Field, event: Event) -> Text | None:
        is_old = isinstance(event, Sent) and state.chosen[event.seat % len(state.chosen)] != ""
        return verbatim(str(state.chosen)) if is_old else news.line(state, event)


class Told(Crows):
    @staticmethod
    def tell(state: Field, event: Event) -> View | None:
        return View(text("Crow"), number=str(event.crow)) if isinstance(event, Sent) else news.tell(state, event)


class Heard(Crows):
    @staticmethod
    def cue(state: Field, event: Event) -> Cue | None:
        return Cue("paid" if event.crow == "1" else "deal") if isinstance(event, Sent) else news.cue(state, event)


class Paged(Crows):
    @staticmethod
    def pages(state: Field) -> tuple[View, ...]:
        return (View(text("Crow"), lines=(verbatim(str(state.chosen)),)),)


class SeenByOne(Crows):
    @staticmethod
    def seen(state: Field, seat: Seat) -> Field:
        return state if seat == 2 else policy.seen(state, seat)


class Round(State, frozen=True):
    """What the seats have chosen in this round and in the one before: 0 for nothing yet, -1 if it is unknown here."""

    chosen: tuple[int, ...] = (0, 0, 0)
    before: tuple[int, ...] = ()


class Rounds(Nim):
    """All take at once, and an event that names no number shows it to all; the next round begins in the same step."""

    def begin(self, sitting: Seating, choices: Mapping[str, object]) -> Round:
        begun = super().begin(sitting, choices)
        return Round(begun.table, begun.turn)

    def questions(self, state: State) -> tuple[Question, ...]:
        assert isinstance(state, Round)
        ways = {seat: OneOf((Take(seat=seat, count=1), Take(seat=seat, count=2))) for seat in (1, 2, 3)}
        missing = [seat for seat in ways if not state.chosen[seat - 1] and state.left]
        return tuple(Question(seat, ways[seat], is_secret=True) for seat in missing)

    def question(self, state: State) -> Question | None:
        return next(iter(self.questions(state)), None)

    def evolve(self, state: State, event: Event) -> State:
        assert isinstance(state, Round)
        if isinstance(event, Took):
            return replace(state, chosen=with_seat(state.chosen, event.seat, event.count))
        return replace(state, left=state.left - 3, chosen=(0, 0, 0), before=state.chosen)

    def follows(self, state: State) -> Event | None:
        return Counted(0) if isinstance(state, Round) and all(state.chosen) else None

    def view(self, state: State, viewer: Seat | None, draft: Intent | None = None) -> View:
        return super().view(state, viewer)

    def seen(self, state: State, seat: Seat) -> State:
        assert isinstance(state, Round)
        return replace(state, chosen=with_seat(tuple(-bool(n) for n in state.chosen), seat, state.chosen[seat - 1]))

    def without_secrets(self, state: State, event: Event) -> Event:
        return replace(event, count=0) if isinstance(event, Took) else event


class Lately(Rounds):
    """What seat 1 has chosen is told as soon as seat 2 has chosen, too."""

    def line(self, state: State, event: Event) -> Text | None:
        return verbatim(str(state.chosen[0])) if isinstance(state, Round) and state.chosen[1] else None


def kept(rules: Rules[Any], seats: int) -> None:
    for number in range(3):
        law(rules, finish(rules, rules.begin(seated(rules, seats, "box"), {}), number))


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        (Prying(), r"came \['seen of seat .*\]"),
        (SeenByOne(), r"came \['seen of seat 2'\]"),
        (Written(), r"came \['the record of the running game'\]"),
        (Shown(), "the view of None tells them apart"),
        (Peeked(), r"came \['view of seat 3'\]"),
        (Listed(), r"came \['line'\]"),
        (ListedLater(), r"came \['line'\]"),
        (Told(), r"came \['tell'\]"),
        (Heard(), r"came \['cue'\]"),
        (Paged(), r"came \['pages'\]"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_each_way_of_telling_is_found(rules: Crows, why: str) -> None:
    with pytest.raises(BrokenLaw, match=rf"^.*{why}; event \d+, Sent\("):
        kept(rules, 4)


def test_a_twin_lives_until_the_answers_are_shown() -> None:
    state = CROWS.evolve(CROWS.begin(seated(CROWS, 3, "box"), {}), Sown(("3",)))
    told = twin(CROWS, state, first := Sent(1, "5"), 0)
    assert told is not None
    assert told.answers == (first, Sent(1, "1"))
    then = told.after(Sent(3, "2"))
    assert then is not None
    assert then.nobody_knows
    assert then.blind == (2, 3)
    assert then.after(Sent(2, "2")) is None, "all have chosen: the crows land"
    last = CROWS.evolve(CROWS.evolve(state, first), Sent(3, "2"))
    assert twin(CROWS, last, Sent(2, "2"), 0) is None
    assert twin(CROWS, state, Landed(("1", "2", "3")), 0) is None


def test_an_event_may_show_all_answers_and_name_none() -> None:
    kept(Rounds(), 3)
    with pytest.raises(BrokenLaw, match=r"came \['line'\]"):
        kept(Lately(), 3)


# --- one is asked ----------------------------------------------------------------------------------------------------


class InSecret(Nim):
    """A seat chooses in secret, and all see at once what it has chosen: a game may want this."""

    def question(self, state: State) -> Question | None:
        asked = super().question(state)
        return replace(asked, is_secret=True) if asked is not None else None

    def view(self, state: State, viewer: Seat | None, draft: Intent | None = None) -> View:
        return super().view(state, viewer)


class Unwritten(InSecret):
    """The record hides what every seat sees."""

    def without_secrets(self, state: State, event: Event) -> Event:
        return replace(event, count=0) if isinstance(event, Took) else event


class Announced(Unwritten):
    """An event that names no number shows it to all, at once."""

    def evolve(self, state: State, event: Event) -> State:
        return replace(super().evolve(state, event), is_counted=not isinstance(event, Took))

    def follows(self, state: State) -> Event | None:
        return Counted(0) if not state.is_counted and state.left != HEAP else None


class Idle(InSecret):
    """Whatever is taken, one match is gone."""

    def evolve(self, state: State, event: Event) -> State:
        return super().evolve(state, replace(event, count=1) if isinstance(event, Took) else event)


class Unseen(InSecret):
    """Seat 3 may not see what the record and the screen show."""

    def seen(self, state: State, seat: Seat) -> State:
        return replace(state, left=HEAP) if seat == 3 else state


class Whispered(Unwritten):
    """Who is on turn next knows all, the others do not, and nothing that all see tells it."""

    def seen(self, state: State, seat: Seat) -> State:
        return state if seat == state.turn else replace(state, left=HEAP)

    def hidden(self, state: State) -> tuple[str, ...]:
        return ("left",)

    def view(self, state: State, viewer: Seat | None, draft: Intent | None = None) -> View:
        return replace(super().view(state, viewer), who=None, number="", lines=())


@pytest.mark.parametrize("rules", [InSecret(), Announced(), Idle()], ids=lambda rules: type(rules).__name__)
def test_an_answer_that_all_see_at_once_is_no_secret(rules: Nim) -> None:
    kept(rules, 3)


def test_what_the_record_hides_is_hidden_from_a_seat_at_least() -> None:
    kept(Unwritten(), 2)
    with pytest.raises(BrokenLaw, match=r"came .*'seen of seat 2', .*'seen of seat 3'"):
        kept(Unwritten(), 3)


def test_what_a_seat_may_not_see_is_in_nothing_that_all_see() -> None:
    with pytest.raises(BrokenLaw, match=r"came .'view of all', 'the record of the running game', 'view of seat 3'"):
        kept(Unseen(), 3)
    kept(Whispered(), 3)


# --- drafts ----------------------------------------------------------------------------------------------------------


class Drafting(TinFrogs):
    """A card is chosen in secret; all other screens show drafts of one depth alone."""

    def __init__(self, *, whole: bool) -> None:
        self.whole = whole

    def question(self, state: tin_frogs.State) -> Question | None:
        asked = super().question(state)
        return replace(asked, is_secret=True) if asked is not None and asked.seat is not None else asked

    def view(self, state: tin_frogs.State, viewer: Seat | None, draft: Intent | None = None) -> View:
        is_shown = not isinstance(draft, tin_frogs.Hop) or (draft.frog is not None) == self.whole
        return super().view(state, viewer, draft if is_shown else None)


@pytest.mark.parametrize("whole", [True, False], ids=["whole", "begun"])
def test_no_draft_of_a_secret_is_shown_whole_or_begun(*, whole: bool) -> None:
    frog = r"\d" if whole else "None"
    with pytest.raises(BrokenLaw, match=rf"^Hop\(seat=\d, slot=\d, frog={frog}.* drafts of a secret"):
        kept(Drafting(whole=whole), 3)
