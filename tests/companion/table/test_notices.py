from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.kit.text import text
from companion.kit.view import Cue, View
from companion.table.notices import LIST_S, NEWS_S, NOTICE_S, PAGE_S, Notices

NUMBER = View(text("rolls"), number="3")
LIST = View(text("Result"), lines=(text("a"), text("b")))
ALSO = View(text("arrives"), number="I")
NOTICE = text("Not your turn.")


def test_a_new_notices_shows_nothing_and_waits_for_nothing() -> None:
    notices = Notices()
    assert (notices.news, notices.notice, notices.page, notices.next_deadline) == (None, None, None, None)
    notices.tick(1e9)
    assert notices.next_deadline is None


# --- news ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("screen", "seconds"), [(NUMBER, NEWS_S), (LIST, LIST_S)])
def test_a_number_is_read_faster_than_a_list(screen: View, seconds: float) -> None:
    notices = Notices()
    notices.tell(screen, 10.0)
    assert notices.next_deadline == 10.0 + seconds
    notices.tick(10.0 + seconds - 0.01)
    assert notices.news == screen
    notices.tick(10.0 + seconds)
    assert notices.news is None


def test_news_are_shown_one_after_another_each_for_its_time() -> None:
    notices = Notices()
    for screen in (NUMBER, LIST, ALSO):
        notices.tell(screen, 10.0)
    shown: list[tuple[View | None, float]] = []
    while (deadline := notices.next_deadline) is not None:
        shown.append((notices.news, round(deadline, 3)))
        notices.tick(deadline)
    assert shown == [
        (NUMBER, 10.0 + NEWS_S),
        (LIST, 10.0 + NEWS_S + LIST_S),
        (ALSO, 10.0 + NEWS_S + LIST_S + NEWS_S),
    ]


def test_lights_and_sound_have_a_cue_when_its_screen_comes_up() -> None:
    notices = Notices()
    notices.tell(None, 9.0, Cue("offer", 2))
    assert notices.cue == Cue("offer", 2, nth=1)
    notices.tell(NUMBER, 10.0)
    notices.tell(None, 10.0, Cue("run", 1))
    notices.tell(ALSO, 10.0, Cue("place", 1))
    assert notices.cue == Cue("offer", 2, nth=1)
    notices.tick(10.0 + NEWS_S)
    assert (notices.news, notices.cue) == (ALSO, Cue("place", 1, nth=3))
    notices.tick(10.0 + 3 * NEWS_S)
    assert (notices.news, notices.cue) == (None, Cue("place", 1, nth=3))


def test_what_has_neither_screen_nor_cue_is_not_told() -> None:
    notices = Notices()
    notices.tell(None, 10.0)
    assert (notices.news, notices.cue, notices.next_deadline) == (None, None, None)


def test_news_told_later_wait_for_those_before() -> None:
    notices = Notices()
    notices.tell(LIST, 10.0)
    notices.tell(NUMBER, 13.0)
    notices.tick(10.0 + LIST_S)
    assert notices.news == NUMBER
    assert notices.next_deadline == 10.0 + LIST_S + NEWS_S


def test_a_late_tick_takes_away_all_that_has_had_its_time() -> None:
    notices = Notices()
    for screen in (NUMBER, NUMBER, LIST):
        notices.tell(screen, 0.0)
    notices.tick(2 * NEWS_S + 0.1)
    assert notices.news == LIST
    notices.tick(100.0)
    assert notices.news is None


def test_skipped_news_do_not_come_back() -> None:
    notices = Notices()
    notices.tell(NUMBER, 0.0)
    notices.tell(LIST, 0.0)
    notices.skip_news()
    assert notices.news is None
    assert notices.next_deadline is None


def test_news_after_skipped_ones_have_their_full_time() -> None:
    notices = Notices()
    notices.tell(LIST, 0.0)
    notices.skip_news()
    notices.tell(NUMBER, 1.0)
    assert notices.next_deadline == 1.0 + NEWS_S


# --- notices ---------------------------------------------------------------------------------------------------------


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
    notices.say(text("Undone."), 6.0)
    assert notices.notice == text("Undone.")
    assert notices.next_deadline == 6.0 + NOTICE_S


def test_a_notice_waits_until_the_news_before_it_are_read() -> None:
    notices = Notices()
    notices.tell(NUMBER, 0.0)
    notices.tell(LIST, 0.0)
    notices.say(NOTICE, 1.0)
    notices.tick(NEWS_S + LIST_S)
    assert notices.news is None
    assert notices.notice == NOTICE
    assert notices.next_deadline == pytest.approx(NEWS_S + LIST_S + NOTICE_S)


# --- pages -----------------------------------------------------------------------------------------------------------


def test_pages_are_leafed_one_by_one_and_after_the_last_the_game_is_back() -> None:
    notices = Notices()
    shown = []
    for at in range(8):
        notices.turn_page(3, float(at))
        shown.append(notices.page)
    assert shown == [0, 1, 2, None, 0, 1, 2, None]


def test_a_page_falls_back_after_six_seconds_counted_from_the_last_leaf() -> None:
    notices = Notices()
    notices.turn_page(3, 0.0)
    notices.turn_page(3, 5.0)
    notices.tick(5.0 + PAGE_S - 0.01)
    assert notices.page == 1
    notices.tick(5.0 + PAGE_S)
    assert notices.page is None


def test_a_page_can_be_closed_and_then_begins_at_the_first() -> None:
    notices = Notices()
    notices.turn_page(3, 0.0)
    notices.turn_page(3, 0.0)
    notices.close_page()
    assert notices.page is None
    notices.turn_page(3, 1.0)
    assert notices.page == 0


def test_where_there_are_no_pages_there_is_nothing_to_leaf() -> None:
    notices = Notices()
    notices.turn_page(0, 0.0)
    assert notices.page is None


# --- always ----------------------------------------------------------------------------------------------------------

STEPS = st.lists(
    st.tuples(st.sampled_from(["number", "list", "say", "page", "skip", "close"]), st.floats(0, 9, width=16)),
    max_size=30,
)


@given(STEPS)
def test_after_a_tick_no_deadline_has_passed_and_all_goes_away_in_the_end(steps: list[tuple[str, float]]) -> None:
    notices, t = Notices(), 0.0
    for what, gap in steps:
        t += gap
        notices.tick(t)
        match what:
            case "number":
                notices.tell(NUMBER, t)
            case "list":
                notices.tell(LIST, t)
            case "say":
                notices.say(NOTICE, t)
            case "page":
                notices.turn_page(2, t)
            case "skip":
                notices.skip_news()
            case _:
                notices.close_page()
        deadline = notices.next_deadline
        assert deadline is None or deadline > t
    notices.tick(t + 30 * LIST_S + PAGE_S)
    assert (notices.news, notices.notice, notices.page) == (None, None, None)
