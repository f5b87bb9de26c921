"""Several seats are asked at once: each answers with its own two keys, one after another or at the same time."""

from __future__ import annotations

from random import Random

import pytest
from crows.flight import Choosing
from crows.happenings import Fed, Landed, Send, Sent, Sown
from crows.rules import CROWS, Crows
from crows.state import State
from msgspec.structs import replace

from companion.kit.event import Event, Intent, Offering, Refused
from companion.kit.question import Amount, OneOf, Question
from companion.kit.seats import Seat
from companion.kit.text import speak, text, verbatim
from companion.kit.view import Legend, View
from companion.match.history import Step, Undo
from companion.match.session import Session
from companion.players.fingers import HOLD, INTERJECT, PASS, TAP, said, turn
from companion.players.stand_in import StandIn
from companion.table.afar import Reply
from companion.table.screens.answering import Answering
from companion.testing.whole_games import NAMES
from tests.companion.table.at_the_table import HOLD_S, say
from tests.guests.crows.tests.at_the_field import Field, played
from tests.toy.test_at_the_keys import labels

ALL = "choose | corn {corn} | 1 of 7 | a crow each"


def at_first(field: Field) -> str:
    """What the display shows before anybody has chosen."""
    return ALL.format(corn=field.state.corn)


def sent(field: Field) -> list[Event]:
    return [event for event in field.happened() if isinstance(event, Sent)]


def look_and_choose(field: Field, seat: int, crow: int) -> None:
    """Leaf to a crow of the first round while ● is held, let go there, and hold again."""
    field.reach(seat)
    field.tap(seat, "red", crow)
    field.let_go(seat)
    field.hold(seat)


# --- who is missing --------------------------------------------------------------------------------------------------


def test_the_display_says_who_is_missing_and_the_lights_and_keys_are_for_all_of_them() -> None:
    field = Field(seats=4)
    assert (say(field.view), field.view.who, field.view.missing) == (at_first(field), None, (1, 2, 3, 4))
    assert labels(field.view) == ["►", "Look", "◄", None]
    shown = []
    for seat in (3, 1, 4):
        look_and_choose(field, seat, seat)
        shown.append((say(field.view), field.view.who, field.view.asked))
    corn = field.state.corn
    assert shown == [
        ("choose |  | Hans | Pia | Claudia", None, (1, 2, 4)),
        (f"choose | corn {corn} | Pia | Claudia", None, (2, 4)),
        (f"chooses | corn {corn} | 1 of 7 | a crow each", 2, (2,)),
    ]
    assert sent(field) == [Sent(seat, str(seat)) for seat in (3, 1, 4)]


def test_when_the_last_has_chosen_all_land_at_once() -> None:
    field = Field()
    for seat, crow in ((2, 5), (3, 5), (1, 2)):
        assert not any(isinstance(event, Landed) for event in field.happened())
        look_and_choose(field, seat, crow)
    *_, landed, fed, sown = field.happened()
    assert (landed, type(sown)) == (Landed(("2", "5", "5")), Sown)
    assert isinstance(fed, Fed)
    assert fed.seat == 1
    assert say(field.view).startswith("The crows land")
    field.wait(60.0)
    assert (field.view.who, field.view.missing) == (None, (1, 2, 3))


def test_five_missing_names_stand_two_a_line() -> None:
    field = Field(seats=6)
    look_and_choose(field, 2, 1)
    assert [speak(line, str) for line in field.view.lines] == ["Hans\tWerner", "Claudia\tAnna", "Otto\t"][:3]
    assert field.view.number == ""


# --- one after another, and at the same time -------------------------------------------------------------------------


def test_two_choose_with_taps_at_the_same_time_and_nobody_sees_what() -> None:
    field = Field()
    before = field.view
    for pair, key in ((1, "green"), (3, "red"), (1, "green"), (3, "red"), (1, "green")):
        field.tap(pair, key)  # type: ignore[arg-type]  # a key
        assert field.view == before
    field.down(1)
    field.down(3)
    field.wait(HOLD_S)
    field.press(3, "green", "hold", 1)
    field.press(1, "green", "hold", 1)
    assert sent(field) == [Sent(3, "7"), Sent(1, "3")]
    assert field.view.who == 2


def test_a_key_that_is_down_goes_on_when_another_seat_has_chosen() -> None:
    field = Field()
    field.tap(1, times=4)
    field.down(1)
    field.wait(0.3)
    look_and_choose(field, 2, 8)
    field.press(1, "green", "hold", 1)
    assert sent(field) == [Sent(2, "8"), Sent(1, "4")]


def test_a_finger_of_the_seat_that_has_chosen_does_nothing_more() -> None:
    field = Field()
    field.tap(1)
    field.down(1, "red")
    field.hold(1)
    field.press(1, "red", "hold", 1)
    assert "Not your turn." in say(field.view)
    assert sent(field) == [Sent(1, "1")]


def test_a_choice_is_taken_back_by_a_hold_of_red_before_it_is_committed() -> None:
    field = Field()
    field.tap(1, times=2)
    field.hold(1, "red")
    field.tap(1)
    field.hold(1)
    assert sent(field) == [Sent(1, "1")]


# --- looks -----------------------------------------------------------------------------------------------------------


def test_nobody_else_touches_a_look() -> None:
    field = Field()
    field.tap(3, times=2)
    field.reach(1)
    looked = field.view
    assert say(looked) == "only {name} looks |  | your crows: | 1 2 3 4 5 6 7 8".replace("{name}", "Hans")
    field.reach(2)
    assert field.view == looked, "the other one waits, or Hans would see the crows of Pia"
    field.let_go(2)
    field.tap(2)
    assert field.view == looked
    field.hold(3)
    assert sent(field) == [Sent(3, "2")]
    assert field.view == looked, "also when another seat has chosen"
    field.tap(1, "red", times=3)
    assert say(field.view) == f"only Hans looks | crow 3 | for {field.state.corn} corn"
    field.let_go(1)
    field.hold(1)
    assert sent(field)[-1] == Sent(1, "3")


def test_who_has_chosen_may_look_at_it_as_long_as_others_choose() -> None:
    field = Field(seats=4)
    look_and_choose(field, 2, 6)
    field.reach(2)
    looked = say(field.view)
    assert looked == "only Pia looks | crow 6 | chosen"
    for seat in (1, 3):
        assert answer(field, seat, 1) is None
        assert say(field.view) == looked
    assert answer(field, 4, 1) is None
    assert say(field.view).startswith("The crows land")


# --- undo, phones, bots ----------------------------------------------------------------------------------------------


def test_undo_takes_back_the_latest_choice_and_asks_its_seat_again() -> None:
    field = Field()
    look_and_choose(field, 2, 6)
    look_and_choose(field, 1, 6)
    missing = []
    for _ in range(2):
        field.undo()
        assert isinstance(field.paper.entries[-1], Undo)
        field.wait(10.0)
        missing.append(field.view.missing)
    assert missing == [(1, 3), (1, 2, 3)]


@pytest.mark.parametrize("missing", [2, 1])
def test_an_undo_leaves_all_others_what_they_have_begun_to_choose(missing: int) -> None:
    field, rest = Field(), 3 - missing
    playing = field.table.playing
    assert playing is not None
    field.tap(3, times=4)
    seen = playing.asked_at
    for seat in range(1, 1 + rest):
        look_and_choose(field, seat, 6)
    field.undo()
    assert isinstance(field.paper.entries[-1], Undo)
    assert playing.asked_at[2] == seen[2], "a page of this seat goes on as well"
    assert playing.asked_at[rest - 1] > seen[rest - 1]
    field.wait(10.0)
    assert field.view.missing == (*range(rest, 4),)
    field.reach(rest)
    assert say(field.view).startswith(f"only {NAMES[rest - 1]} looks"), "it begins again"
    field.let_go(rest)
    game_of(field).redo(field.t)
    assert playing.asked_at[2] == seen[2]
    field.wait(10.0)
    field.hold(3)
    assert sent(field)[-1] == Sent(3, "4")


def test_an_undo_leaves_an_untouched_choice_untouched() -> None:
    field = Field(rules=Open())
    for seat in (1, 2):
        field.tap(seat)
        field.hold(seat)
    assert (field.view.who, field.view.number) == (3, "1"), "the last one sees its first answer"
    field.undo()
    field.wait(10.0)
    assert (field.view.who, field.view.missing) == (None, (2, 3))
    field.hold(3)
    assert ([event.seat for event in sent(field) if isinstance(event, Sent)], field.view.number) == ([1, 2], "1")


def test_what_has_landed_is_not_undone() -> None:
    field = Field(played(3, 3)[:4])
    entries = field.paper.entries[:]
    field.undo()
    assert field.paper.entries == entries


def answer(field: Field, pair: int, crow: int, moment: int | None = None) -> str | None:
    """The page of this pair of keys chooses; the code of a refusal."""
    playing = field.table.playing
    assert playing is not None
    reply = Reply(playing.asked_at[pair - 1] if moment is None else moment, (crow - 1,), is_said=True)
    refused = field.table.answer(pair, reply, field.t)
    return refused.code if refused is not None else None


def test_phones_and_keys_choose_in_any_order_and_a_page_stays_good_while_others_choose() -> None:
    field = Field()
    playing = field.table.playing
    assert playing is not None
    seen = playing.asked_at
    field.tap(2, times=3)
    assert answer(field, 3, 5) is None
    assert playing.asked_at[:2] == seen[:2]
    assert answer(field, 3, 4) == "meanwhile", "it has answered"
    assert answer(field, 1, 8, seen[0]) is None
    field.hold(2)
    assert sent(field) == [Sent(3, "5"), Sent(1, "8"), Sent(2, "3")]
    assert not {*playing.asked_at} & {*seen}, "a new round asks all again"
    assert answer(field, 1, 7, seen[0]) == "meanwhile"


def game_of(field: Field) -> Answering[State]:
    game = field.table._layers.game
    assert game is not None
    return game


def test_bots_choose_beside_people_and_wait_for_nobody() -> None:
    field = Field()
    game_of(field).hand_over(2, "simple", field.t)
    field.wait(10.0)
    field.tap(1, times=3)
    bot = StandIn(Random(1), HOLD_S)
    field.reach(3)
    assert game_of(field).left_to_bot is None, "it waits until nobody looks"
    field.let_go(3)
    for _ in range(200):
        field.wait(0.1)
        for press in bot.due(field.table, field.t):
            field.table.press(press, field.t)
    assert [event.seat for event in sent(field) if isinstance(event, Sent)] == [2]
    assert field.view.missing == (1, 3)
    field.hold(1)
    assert sent(field)[1] == Sent(1, "3"), "what Hans had begun to choose has stayed"
    look_and_choose(field, 3, 1)
    assert isinstance(field.happened()[-3], Landed)


def test_whoever_takes_over_a_seat_begins_again_and_all_others_go_on() -> None:
    field = Field()
    for seat in (1, 2):
        field.tap(seat, times=3)
    game_of(field).hand_over(2, "simple", field.t)
    game_of(field).hand_over(2, None, field.t)
    field.wait(10.0)
    field.reach(2)
    assert say(field.view).startswith("only Pia looks"), "what was chosen before is not committed"
    field.let_go(2)
    field.hold(1)
    assert sent(field) == [Sent(1, "3")]


def test_if_only_bots_are_missing_the_display_says_so() -> None:
    field = Field()
    for seat in (2, 3):
        game_of(field).hand_over(seat, "simple", field.t)
    look_and_choose(field, 1, 1)
    field.wait(10.0)
    assert field.view.legend == Legend(instead=text("a bot plays"))
    assert [speak(line, str) for line in field.view.lines] == ["Pia", "Werner"]


# --- what is chosen in the open --------------------------------------------------------------------------------------


class Open(Crows):
    """Everybody may see what is being chosen."""

    def questions(self, state: State) -> tuple[Question, ...]:
        return tuple(replace(question, is_secret=False) for question in super().questions(state))

    def secret(self, state: State, seat: Seat, meant: int = 0) -> tuple[View, ...]:  # noqa: ARG002  # none
        return ()

    def view(self, state: State, viewer: Seat | None, draft: Intent | None = None) -> View:
        return CROWS.view(state, draft.seat if isinstance(draft, Send) else viewer, draft)


def test_the_display_follows_who_chooses_openly_and_has_pressed_last() -> None:
    field = Field(seats=4, rules=Open())
    corn = field.state.corn
    assert (say(field.view), labels(field.view)) == (at_first(field), ["►", None, "◄", None])
    field.tap(2, times=2)
    assert (say(field.view), field.view.who, labels(field.view)) == (
        f"chooses | crow 2 | for {corn} corn", 2, ["►", "OK", "◄", None]
    )  # fmt: skip
    assert field.view.missing == (1, 2, 3, 4)
    field.tap(3, "red")
    assert (field.view.who, field.view.number) == (3, "8")
    field.down(2)
    assert (field.view.who, field.view.number) == (2, "2"), "what was begun stays"
    assert answer(field, 4, 1) is None
    assert (field.view.who, field.view.number) == (2, "2")
    field.wait(HOLD_S)
    field.press(2, "green", "hold", 1)
    assert sent(field) == [Sent(4, "1"), Sent(2, "2")]
    assert (field.view.who, [speak(line, str) for line in field.view.lines]) == (None, ["Hans", "Werner"])
    field.hold(3)
    field.hold(1)
    assert sent(field)[2:] == [Sent(3, "8"), Sent(1, "1")], "the last one sees its first answer, as ever"


def test_nobody_commits_an_answer_that_was_not_shown() -> None:
    field = Field(rules=Open())
    field.hold(2)
    assert (sent(field), field.view.number) == ([], "1"), "a slow tap"
    field.hold(2)
    field.down(1)
    field.tap(3)
    field.hold(3)
    field.wait(HOLD_S)
    field.press(1, "green", "hold", 1)
    assert sent(field) == [Sent(2, "1"), Sent(3, "1")]


class Bid(Offering, frozen=True, kw_only=True):
    """Send the crow of this number."""


class Mixed(Open):
    """One seat names an amount, for one the box draws, one chooses from a list."""

    def questions(self, state: State) -> tuple[Question, ...]:
        return tuple(map(self._of_its_kind, super().questions(state)))

    def _of_its_kind(self, question: Question) -> Question:
        if question.seat == 1:
            return replace(question, form=Amount(Bid(seat=1), Send(seat=1, crow="8"), 1, 7))
        return replace(question, by_lot=question.seat == 2)

    def answered(self, state: State, intent: Intent) -> Event:
        return Sent(1, str(intent.amount)) if isinstance(intent, Bid) else super().answered(state, intent)


def test_an_amount_runs_and_a_die_tumbles_while_others_press() -> None:
    field = Field(rules=Mixed())
    assert field.view.legend == Legend(), "each has words of its own, which come with its first press"
    field.reach(2)
    assert (field.view.who, field.view.missing) == (2, (1, 2, 3))
    field.down(1, "red")
    field.down(1)
    field.tap(3, times=2)
    field.hold(3)
    field.press(2, "green", "release", 1)
    (_, drawn) = sent(field)
    assert sent(field)[0] == Sent(3, "2")
    assert isinstance(drawn, Sent)
    assert drawn.seat == 2
    field.press(1, "red", "release", 1)
    field.press(1, "green", "release", 1)
    assert (field.view.who, field.view.legend) == (1, Legend(verbatim("+1"), text("OK"), verbatim("-1"), text("Pass")))
    field.hold(1)
    assert sent(field)[2] == Sent(1, "7")


@pytest.mark.parametrize("rules", [CROWS, Open()], ids=["secret", "open"])
def test_fingers_play_whole_games_of_it(rules: Crows) -> None:
    field, luck = Field(rules=rules), Random(5)
    while (session := field.table.session) is not None and session.questions:
        question = luck.choice(session.questions)
        seat, strokes = turn(session, question, luck)
        assert seat == question.seat
        for stroke in strokes:
            {"tap": field.tap, "hold": field.hold}[stroke.gesture](seat, stroke.key)
        field.wait(60.0)
    assert session is not None
    assert CROWS.winners(session.state)


# --- asides ----------------------------------------------------------------------------------------------------------


class Fickle(Crows):
    """Any seat may change its crow, or say it before it is due, as an aside."""

    def asides(self, state: State) -> tuple[Question, ...]:
        if type(state.phase) is not Choosing:
            return ()
        return tuple(self._aside(state, seat) for seat in range(1, len(state.chosen) + 1))

    def _aside(self, state: State, seat: Seat) -> Question:
        crows = tuple(Send(seat=seat, crow=crow) for crow in state.home(seat))
        return Question(seat, OneOf(crows), is_secret=True, name=verbatim("Swap"))


def test_who_has_chosen_says_an_aside_and_all_others_go_on() -> None:
    field = Field(rules=Fickle())
    assert labels(field.view) == ["►", "Look", "◄", "Swap"]
    look_and_choose(field, 1, 1)
    field.tap(2, times=3)
    field.hold_long(1)
    assert (say(field.view), field.view.who, field.view.asked) == ("Swap |  | in secret", 1, (1,))
    field.tap(1)
    field.hold(1)
    field.hold(2)
    assert sent(field) == [Sent(1, "1"), Sent(1, "2"), Sent(2, "3")]


def test_one_of_several_turns_to_its_aside_and_another_one_turns_back() -> None:
    field = Field(rules=Fickle())
    before = field.view
    field.hold(2, "red")
    assert (say(field.view), field.view.who) == ("Swap |  | in secret", 2)
    field.tap(3)
    assert field.view == before, "the first press only brings the question back"
    field.tap(3)
    field.hold(3)
    assert sent(field) == [Sent(3, "1")]


def test_fingers_find_their_aside_whoever_else_is_asked() -> None:
    field = Field(rules=Fickle())
    session = field.table.session
    assert session is not None
    first, second, _ = session.questions
    for aside in session.rules.asides(session.state):
        seat, strokes = said(session, first, aside, Send(seat=aside.seat, crow="2"))
        assert (seat, strokes) == (aside.seat, [*PASS, *TAP, *HOLD])
    session = session.apply(made(session, Send(seat=2, crow="1")))
    aside = session.rules.asides(session.state)[1]
    assert said(session, first, aside, Send(seat=2, crow="2")) == (2, [*INTERJECT, *TAP, *HOLD])
    assert second not in session.questions


def made(session: Session[State], intent: Send) -> Step:
    step = session.answer(intent)
    assert not isinstance(step, Refused)
    return step
