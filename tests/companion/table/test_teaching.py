from __future__ import annotations

from companion.kit.text import Text, text
from companion.kit.view import Legend, View
from companion.table.teaching import EXPLAINED_S, SILENT_S, Teaching

BID, ROLL = (text("how to"), text("bid")), (text("how to roll"),)
ASKED = View(
    text("Team"),
    1,
    "3",
    is_draft=True,
    lines=(text("high bid"),),
    said=(text("Hans bids"),),
    legend=Legend(text("tap")),
)


def said(teaching: Teaching, t: float) -> tuple[Text, ...]:
    """The lines in place of the question; empty: the question itself is shown."""
    return teaching.over(ASKED).lines if teaching.explains(t) else ()


def test_who_is_asked_what_and_what_the_keys_do_stays_and_nothing_is_left_of_the_draft() -> None:
    teaching = Teaching()
    teaching.ask(BID, 0.0)
    assert teaching.over(ASKED) == View(ASKED.title, ASKED.who, lines=BID, legend=ASKED.legend)


def test_each_question_is_explained_the_first_time_for_a_while() -> None:
    teaching = Teaching()
    teaching.touch(10.0)
    assert not said(teaching, 10.0)
    teaching.ask(BID, 11.0)
    assert said(teaching, 11.0) == BID
    assert teaching.next_deadline(11.0) == 11.0 + EXPLAINED_S
    assert not said(teaching, 11.0 + EXPLAINED_S)
    teaching.touch(20.0)
    teaching.ask(ROLL, 20.0)
    assert said(teaching, 20.0) == ROLL
    teaching.touch(30.0)
    teaching.ask(BID, 30.0)
    assert not said(teaching, 30.0), "that has been said"


def test_asking_on_does_not_make_it_stand_longer() -> None:
    teaching = Teaching()
    for at in range(20):
        teaching.ask(BID, float(at))
    assert not said(teaching, 19.0)


def test_a_press_takes_it_away() -> None:
    teaching = Teaching()
    teaching.ask(BID, 1.0)
    teaching.touch(1.5)
    assert said(teaching, 1.5) == BID, "a finger that lets go is none"
    teaching.skip()
    assert not said(teaching, 1.5)


def test_what_is_covered_before_its_time_stands_anew_unless_it_was_taken_away() -> None:
    teaching = Teaching()
    teaching.ask(BID, 0.0)
    teaching.ask((), 1.0)
    assert (said(teaching, 1.0), teaching.next_deadline(1.0)) == ((), None)
    teaching.ask(BID, 3.0)
    assert (said(teaching, 3.0), teaching.next_deadline(3.0)) == (BID, 3.0 + EXPLAINED_S)
    teaching.skip()
    teaching.ask((), 4.0)
    teaching.ask(BID, 5.0)
    assert not said(teaching, 5.0)


def test_the_silence_begins_when_the_question_can_be_seen() -> None:
    teaching = Teaching()
    teaching.touch(0.0)
    teaching.ask(BID, 1.0)
    teaching.skip()
    teaching.ask((), 2.0)
    teaching.ask(BID, SILENT_S)
    assert not teaching.is_silent(SILENT_S)
    assert teaching.next_deadline(SILENT_S) == 2 * SILENT_S


def test_it_is_said_again_after_a_silence_and_the_question_stays_bright() -> None:
    teaching = Teaching()
    teaching.ask(BID, 0.0)
    teaching.touch(10.0)
    teaching.ask(BID, 10.0)
    assert teaching.next_deadline(10.0) == 10.0 + SILENT_S
    assert not teaching.is_silent(9.9 + SILENT_S)
    again = 10.0 + SILENT_S
    assert (said(teaching, again), teaching.is_silent(again)) == (BID, True)
    assert teaching.next_deadline(again) == again + EXPLAINED_S
    after = again + EXPLAINED_S
    assert (said(teaching, after), teaching.is_silent(after), teaching.next_deadline(after)) == ((), True, None)
    teaching.touch(after + 1.0)
    assert not teaching.is_silent(after + 1.0)


def test_where_nothing_is_asked_nothing_is_said_however_long_it_is_silent() -> None:
    teaching = Teaching()
    teaching.ask(BID, 0.0)
    teaching.ask((), 1.0)
    for t in (1.0, SILENT_S, 1000.0):
        assert (said(teaching, t), teaching.is_silent(t), teaching.next_deadline(t)) == ((), False, None)
