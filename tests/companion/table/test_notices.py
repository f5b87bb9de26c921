from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.kit.text import Text, text, verbatim
from companion.kit.view import Cue, View
from companion.table.notices import CUE_S, FRAME_S, GLANCE_S, LETTER_S, NOTICE_S, SHORT_TURN_S, SKIPS, TURN_S, Notices

NUMBER = View(text("rolls"), who=2, number="3")
LIST = View(text("Result"), lines=(text("a"), text("b")))
ALSO = View(text("arrives"), who=1, number="I")
NOTICE = text("Not your turn.")
OTHER = text("Undone.")
NUMBER_S, LIST_S, ALSO_S = (GLANCE_S + letters * LETTER_S for letters in (6, 8, 8))


def test_a_new_notices_shows_nothing_and_waits_for_nothing() -> None:
    notices = Notices()
    assert (notices.news, notices.notice, notices.next_deadline) == (None, None, None)
    notices.tick(1e9)
    assert notices.next_deadline is None


# --- news ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("screen", "seconds"),
    [
        (View(text("rolls"), number="3"), 1.2),
        (NUMBER, 1.2),
        (replace(NUMBER, caption=text("die"), lines=(text("bearer"), verbatim("+5"))), 1.7),
        (LIST, 1.3),
        (View(text("Result"), lines=(verbatim("I Pia\t+20"), text("last: {name}", name="Hans Otto"))), 2.1),
    ],
)
def test_a_screen_alone_stands_by_the_number_of_its_letters(screen: View, seconds: float) -> None:
    notices = Notices()
    notices.tell(screen, 10.0)
    assert notices.next_deadline == pytest.approx(10.0 + seconds)
    notices.tick(10.0 + seconds - 0.01)
    assert notices.news == screen
    notices.tick(10.0 + seconds + 0.001)
    assert notices.news is None


def test_the_letters_are_those_that_the_table_reads() -> None:
    notices = Notices({"rolls": "würfelt"}.get)  # type: ignore[arg-type]  # every message is there
    notices.tell(NUMBER, 10.0)
    assert notices.next_deadline == pytest.approx(10.0 + 1.3)


def test_a_screen_stands_as_long_as_what_it_tells_takes() -> None:
    notices = Notices()
    notices.tell(NUMBER, 10.0, least_s=4.5)
    assert notices.next_deadline == 14.5


def test_news_are_shown_one_after_another_each_for_its_time() -> None:
    notices = Notices()
    for at, screen in enumerate((NUMBER, LIST, ALSO)):
        notices.tell(screen, 10.0 + 0.1 * at)
    shown: list[tuple[View | None, float]] = []
    while (deadline := notices.next_deadline) is not None:
        shown.append((notices.news, round(deadline, 3)))
        notices.tick(deadline)
    assert shown == [
        (NUMBER, round(10.0 + NUMBER_S, 3)),
        (LIST, round(10.0 + NUMBER_S + LIST_S, 3)),
        (ALSO, round(10.0 + NUMBER_S + LIST_S + ALSO_S, 3)),
    ]


def test_news_told_later_wait_for_those_before() -> None:
    notices = Notices()
    notices.tell(LIST, 10.0)
    notices.tell(NUMBER, 11.0)
    notices.tick(10.0 + LIST_S)
    assert notices.news == NUMBER
    assert notices.next_deadline == 10.0 + LIST_S + NUMBER_S


def test_a_late_tick_takes_away_all_that_has_had_its_time() -> None:
    notices = Notices()
    for screen in (NUMBER, ALSO, LIST):
        notices.tell(screen, 0.0)
    notices.tick(NUMBER_S + ALSO_S + 0.1)
    assert notices.news == LIST
    notices.tick(100.0)
    assert notices.news is None


def test_the_time_of_news_stops_while_something_lies_over_them() -> None:
    notices = Notices()
    notices.tell(NUMBER, 10.0)
    notices.tick(10.5)
    notices.is_covered = True
    assert notices.next_deadline is None
    notices.tick(60.5)
    notices.is_covered = False
    assert notices.news == NUMBER
    notices.tick(60.0 + NUMBER_S)
    assert notices.news is None


# --- cues ------------------------------------------------------------------------------------------------------------


def test_lights_and_sound_have_a_cue_when_its_screen_comes_up() -> None:
    notices = Notices()
    notices.tell(None, 9.0, Cue("offer", 2))
    assert notices.cue == Cue("offer", 2, nth=1)
    notices.tell(NUMBER, 10.0)
    notices.tell(ALSO, 10.0, Cue("place", 1))
    assert notices.cue == Cue("offer", 2, nth=1)
    notices.tick(10.0 + NUMBER_S)
    assert (notices.news, notices.cue) == (ALSO, Cue("place", 1, nth=2))
    notices.tick(10.0 + NUMBER_S + ALSO_S)
    assert (notices.news, notices.cue) == (None, Cue("place", 1, nth=2))


def test_cues_without_a_screen_come_one_after_another_under_the_one_before_them() -> None:
    notices = Notices()
    notices.tell(LIST, 10.0, Cue("last", 3))
    for seat in (1, 2):
        notices.tell(None, 10.0, Cue("paid", seat))
    came = []
    for at in (0.0, LIST_S, LIST_S + CUE_S):
        notices.tick(10.01 + at)
        came.append((notices.news, notices.cue))
    assert came == [(LIST, Cue("last", 3, 1)), (LIST, Cue("paid", 1, 2)), (LIST, Cue("paid", 2, 3))]
    notices.tick(10.01 + LIST_S + 2 * CUE_S)
    assert notices.news is None


def test_what_has_neither_screen_nor_cue_is_not_told() -> None:
    notices = Notices()
    notices.tell(None, 10.0)
    assert (notices.news, notices.cue, notices.next_deadline) == (None, None, None)


# --- skipping --------------------------------------------------------------------------------------------------------


def test_one_screen_is_skipped_and_what_waits_has_its_full_time() -> None:
    notices = Notices()
    notices.tell(LIST, 10.0)
    notices.tell(NUMBER, 10.0)
    notices.skip(10.2)
    assert (notices.news, notices.next_deadline) == (NUMBER, 10.2 + NUMBER_S)
    notices.skip(10.3)
    assert (notices.news, notices.next_deadline) == (None, None)


def test_the_cues_of_a_skipped_screen_are_given_all_the_same() -> None:
    notices = Notices()
    notices.tell(LIST, 10.0, Cue("last", 3))
    for seat in (1, 2):
        notices.tell(None, 10.0, Cue("paid", seat))
    notices.tell(NUMBER, 10.0)
    notices.skip(10.2)
    assert (notices.news, notices.cue) == (NUMBER, Cue("paid", 2, nth=3))


@pytest.mark.parametrize(
    ("seat", "asked", "may"),
    [
        (2, (3,), True),
        (3, (3,), True),
        (1, (3, 4), False),
        (4, (3, 4), True),
        (None, (3,), False),
        (None, (), True),
        (1, (), True),
    ],
)
def test_the_player_concerned_and_those_asked_next_may_skip(
    seat: int | None, asked: tuple[int, ...], may: bool
) -> None:
    notices = Notices()
    notices.tell(NUMBER, 10.0)
    assert notices.may_skip(seat, asked) is may


def test_the_player_asked_next_skips_news_that_concern_nobody() -> None:
    notices = Notices()
    notices.tell(LIST, 10.0)
    assert [notices.may_skip(seat, (2,)) for seat in (None, 1, 2)] == [False, False, True]


# --- forgetting ------------------------------------------------------------------------------------------------------


def test_what_was_undone_is_not_told_and_what_happened_before_is() -> None:
    notices = Notices()
    notices.tell(LIST, 10.0)
    notices.tell(ALSO, 10.0, step=3)
    notices.tell(NUMBER, 10.0, step=4)
    notices.add(NOTICE, 10.0, step=3)
    notices.add(OTHER, 10.0, step=4)
    notices.forget(4, 11.0)
    assert (notices.news, notices.next_deadline) == (LIST, 10.0 + LIST_S)
    notices.forget(3, 11.0)
    notices.tick(10.0 + LIST_S)
    assert (notices.news, notices.notice) == (None, None)


def test_what_waits_behind_what_was_undone_comes_up() -> None:
    notices = Notices()
    notices.tell(ALSO, 10.0, step=3)
    notices.tell(LIST, 10.0)
    notices.forget(3, 10.5)
    assert (notices.news, notices.next_deadline) == (LIST, 10.5 + LIST_S)


# --- sentences -------------------------------------------------------------------------------------------------------


def test_a_notice_stands_for_two_seconds() -> None:
    notices = Notices()
    notices.say(NOTICE, 5.0)
    notices.tick(5.0 + NOTICE_S - 0.01)
    assert notices.notice == NOTICE
    notices.tick(5.0 + NOTICE_S)
    assert notices.notice is None


def test_the_newest_notice_stands() -> None:
    notices = Notices()
    notices.say(NOTICE, 5.0)
    notices.say(OTHER, 6.0)
    assert notices.notice == OTHER
    assert notices.next_deadline == 6.0 + NOTICE_S


def test_the_newest_word_of_the_box_waits_for_the_news_and_for_what_is_told() -> None:
    notices = Notices()
    notices.tell(NUMBER, 0.0)
    notices.add(text("Pia passes"), 0.0, step=3)
    notices.say(NOTICE, 0.5)
    notices.say(OTHER, 0.6)
    came = []
    while (deadline := notices.next_deadline) is not None:
        came.append(notices.notice)
        notices.tick(deadline)
    assert came == [None, text("Pia passes"), OTHER]


def test_a_notice_comes_when_the_news_before_it_are_read_and_stands_its_time() -> None:
    notices = Notices()
    notices.tell(NUMBER, 0.0)
    notices.tell(LIST, 0.0)
    notices.say(NOTICE, 1.0)
    assert notices.notice != NOTICE
    notices.tick(NUMBER_S + LIST_S)
    assert (notices.news, notices.notice) == (None, NOTICE)
    assert notices.next_deadline == pytest.approx(NUMBER_S + LIST_S + NOTICE_S)


def test_sentences_that_tell_something_stand_one_after_another() -> None:
    notices = Notices()
    for said in (NOTICE, OTHER):
        notices.add(said, 5.0)
    shown: list[tuple[Text | None, float]] = []
    while (deadline := notices.next_deadline) is not None:
        shown.append((notices.notice, deadline))
        notices.tick(deadline)
    assert shown == [(NOTICE, 5.0 + NOTICE_S), (OTHER, 5.0 + 2 * NOTICE_S)]


# --- always ----------------------------------------------------------------------------------------------------------

ACTS = ["number", "list", "cue", "say", "add", "skip", "cover", "undo"]
STEPS = st.lists(st.tuples(st.sampled_from(ACTS), st.floats(0, 9, width=16)), max_size=30)


@given(STEPS)
def test_after_a_tick_no_deadline_has_passed_and_all_goes_away_in_the_end(steps: list[tuple[str, float]]) -> None:
    notices, t = Notices(), 0.0
    for what, gap in steps:
        t += gap
        notices.tick(t)
        match what:
            case "number":
                notices.tell(NUMBER, t, step=1)
            case "list":
                notices.tell(LIST, t)
            case "cue":
                notices.tell(None, t, Cue("offer", 1))
            case "say":
                notices.say(NOTICE, t)
            case "add":
                notices.add(OTHER, t, step=1)
            case "skip":
                notices.skip(t)
            case "cover":
                notices.is_covered = not notices.is_covered
            case _:
                notices.forget(1, t)
        notices.tick(t)
        deadline = notices.next_deadline
        assert deadline is None or deadline > t
    notices.is_covered = False
    notices.tick(t + 30 * (LIST_S + NOTICE_S))
    assert (notices.news, notices.notice) == (None, None)


def test_screens_that_move_are_told_last_and_go_together() -> None:
    notices = Notices()
    notices.tell(NUMBER, 10.0)
    notices.play([LIST, ALSO, LIST], 10.0, step=3)
    notices.tick(10.0 + NUMBER_S)
    came = []
    for at in range(3):
        notices.tick(10.0 + NUMBER_S + (at + 0.5) * FRAME_S)
        came.append(notices.news)
    assert came == [LIST, ALSO, LIST]
    notices.tick(20.0)
    assert notices.news is None
    notices.play([LIST, ALSO], 20.0, step=3)
    notices.tell(NUMBER, 20.0)
    notices.skip(20.01)
    assert notices.news == NUMBER


# --- a turn ----------------------------------------------------------------------------------------------------------


ROLLS = View(text("rolls"), who=1, number="3", caption=text("die"), lines=(text("bearer"), verbatim("+5")))
RUNS = View(text("runs"), who=1, number="+5", lines=(text("spaces"), text("{n} to go", n=12)))


def stood(notices: Notices, t: float) -> list[float]:
    """How long each screen is shown from `t` on."""
    times = []
    while (deadline := notices.next_deadline) is not None:
        times.append(round(deadline - t, 3))
        notices.tick(t := deadline)
    return times


def a_turn(notices: Notices, t: float, *screens: View, least_s: float = 0.0) -> list[float]:
    """How long each of these is shown that are told together; `least_s`: the last one at least."""
    for screen in screens[:-1]:
        notices.tell(screen, t)
    notices.tell(screens[-1], t, least_s=least_s)
    return stood(notices, t)


def test_the_screens_of_one_turn_share_its_time() -> None:
    times = a_turn(Notices(), 10.0, ROLLS, RUNS)
    assert sum(times) == pytest.approx(TURN_S)
    assert min(times) >= GLANCE_S


def test_what_fits_into_a_turn_is_not_made_shorter_or_longer() -> None:
    assert a_turn(Notices(), 10.0, NUMBER, NUMBER) == [round(NUMBER_S, 3)] * 2


def test_a_list_is_read_and_pieces_arrive_however_much_is_told() -> None:
    assert a_turn(Notices(), 10.0, ROLLS, ROLLS, LIST) == [GLANCE_S, GLANCE_S, round(LIST_S, 3)]
    assert a_turn(Notices(), 10.0, ROLLS, RUNS, least_s=4.0) == [GLANCE_S, 4.0]


def test_what_is_told_later_is_another_turn() -> None:
    notices = Notices()
    assert a_turn(notices, 10.0, ROLLS) + a_turn(notices, 20.0, RUNS) == [1.7, 1.75]


def test_whoever_skips_ten_screens_in_a_row_reads_fast_from_then_on() -> None:
    for shown, turn_s in ((SKIPS - 1, TURN_S), (SKIPS, NUMBER_S + GLANCE_S)):
        notices = Notices()
        for at in range(shown):
            notices.tell(LIST, float(at))
            notices.skip(at + 0.5)
        both = sum(a_turn(notices, 100.0, ROLLS, RUNS))
        assert both == pytest.approx(TURN_S if turn_s == TURN_S else 2 * GLANCE_S)
        assert both >= SHORT_TURN_S
    assert sum(a_turn(notices, 200.0, LIST)) == pytest.approx(LIST_S), "no screen alone is shorter than its letters"


def test_a_screen_that_is_read_to_its_end_begins_the_count_anew() -> None:
    notices = Notices()
    for at in range(2 * SKIPS):
        notices.tell(LIST, 10.0 * at)
        if at % SKIPS:
            notices.skip(10.0 * at + 0.5)
        notices.tick(10.0 * at + 9.0)
    assert sum(a_turn(notices, 1000.0, ROLLS, RUNS)) == pytest.approx(TURN_S)
