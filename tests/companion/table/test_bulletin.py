from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.kit.text import text
from companion.kit.view import View
from companion.table.bulletin import LIST_S, NEWS_S, NOTICE_S, PAGE_S, Bulletin

NUMBER = View(text("rolls"), number="3")
LIST = View(text("Result"), lines=(text("a"), text("b")))
ALSO = View(text("arrives"), number="I")
NOTICE = text("Not your turn.")


def test_a_new_bulletin_shows_nothing_and_waits_for_nothing() -> None:
    bulletin = Bulletin()
    assert (bulletin.news, bulletin.notice, bulletin.page, bulletin.next_deadline) == (None, None, None, None)
    bulletin.tick(1e9)
    assert bulletin.next_deadline is None


# --- news ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("screen", "seconds"), [(NUMBER, NEWS_S), (LIST, LIST_S)])
def test_a_number_is_read_faster_than_a_list(screen: View, seconds: float) -> None:
    bulletin = Bulletin()
    bulletin.tell(screen, 10.0)
    assert bulletin.next_deadline == 10.0 + seconds
    bulletin.tick(10.0 + seconds - 0.01)
    assert bulletin.news == screen
    bulletin.tick(10.0 + seconds)
    assert bulletin.news is None


def test_news_are_shown_one_after_another_each_for_its_time() -> None:
    bulletin = Bulletin()
    for screen in (NUMBER, LIST, ALSO):
        bulletin.tell(screen, 10.0)
    shown = []
    while (deadline := bulletin.next_deadline) is not None:
        shown.append((bulletin.news, pytest.approx(deadline)))
        bulletin.tick(deadline)
    assert shown == [
        (NUMBER, 10.0 + NEWS_S),
        (LIST, 10.0 + NEWS_S + LIST_S),
        (ALSO, 10.0 + NEWS_S + LIST_S + NEWS_S),
    ]


def test_news_told_later_wait_for_those_before() -> None:
    bulletin = Bulletin()
    bulletin.tell(LIST, 10.0)
    bulletin.tell(NUMBER, 13.0)
    bulletin.tick(10.0 + LIST_S)
    assert bulletin.news == NUMBER
    assert bulletin.next_deadline == 10.0 + LIST_S + NEWS_S


def test_a_late_tick_takes_away_all_that_has_had_its_time() -> None:
    bulletin = Bulletin()
    for screen in (NUMBER, NUMBER, LIST):
        bulletin.tell(screen, 0.0)
    bulletin.tick(2 * NEWS_S + 0.1)
    assert bulletin.news == LIST
    bulletin.tick(100.0)
    assert bulletin.news is None


def test_skipped_news_do_not_come_back() -> None:
    bulletin = Bulletin()
    bulletin.tell(NUMBER, 0.0)
    bulletin.tell(LIST, 0.0)
    bulletin.skip_news()
    assert bulletin.news is None
    assert bulletin.next_deadline is None


def test_news_after_skipped_ones_have_their_full_time() -> None:
    bulletin = Bulletin()
    bulletin.tell(LIST, 0.0)
    bulletin.skip_news()
    bulletin.tell(NUMBER, 1.0)
    assert bulletin.next_deadline == 1.0 + NEWS_S


# --- notices ---------------------------------------------------------------------------------------------------------


def test_a_notice_stands_for_two_seconds() -> None:
    bulletin = Bulletin()
    bulletin.say(NOTICE, 5.0)
    bulletin.tick(5.0 + NOTICE_S - 0.01)
    assert bulletin.notice == NOTICE
    bulletin.tick(5.0 + NOTICE_S)
    assert bulletin.notice is None


def test_the_newest_notice_stands() -> None:
    bulletin = Bulletin()
    bulletin.say(NOTICE, 5.0)
    bulletin.say(text("Undone."), 6.0)
    assert bulletin.notice == text("Undone.")
    assert bulletin.next_deadline == 6.0 + NOTICE_S


def test_a_notice_waits_until_the_news_before_it_are_read() -> None:
    bulletin = Bulletin()
    bulletin.tell(NUMBER, 0.0)
    bulletin.tell(LIST, 0.0)
    bulletin.say(NOTICE, 1.0)
    bulletin.tick(NEWS_S + LIST_S)
    assert bulletin.news is None
    assert bulletin.notice == NOTICE
    assert bulletin.next_deadline == pytest.approx(NEWS_S + LIST_S + NOTICE_S)


# --- pages -----------------------------------------------------------------------------------------------------------


def test_pages_are_leafed_one_by_one_and_after_the_last_the_game_is_back() -> None:
    bulletin = Bulletin()
    shown = []
    for at in range(8):
        bulletin.turn_page(3, float(at))
        shown.append(bulletin.page)
    assert shown == [0, 1, 2, None, 0, 1, 2, None]


def test_a_page_falls_back_after_six_seconds_counted_from_the_last_leaf() -> None:
    bulletin = Bulletin()
    bulletin.turn_page(3, 0.0)
    bulletin.turn_page(3, 5.0)
    bulletin.tick(5.0 + PAGE_S - 0.01)
    assert bulletin.page == 1
    bulletin.tick(5.0 + PAGE_S)
    assert bulletin.page is None


def test_a_page_can_be_closed_and_then_begins_at_the_first() -> None:
    bulletin = Bulletin()
    bulletin.turn_page(3, 0.0)
    bulletin.turn_page(3, 0.0)
    bulletin.close_page()
    assert bulletin.page is None
    bulletin.turn_page(3, 1.0)
    assert bulletin.page == 0


def test_where_there_are_no_pages_there_is_nothing_to_leaf() -> None:
    bulletin = Bulletin()
    bulletin.turn_page(0, 0.0)
    assert bulletin.page is None


# --- always ----------------------------------------------------------------------------------------------------------

STEPS = st.lists(
    st.tuples(st.sampled_from(["number", "list", "say", "page", "skip", "close"]), st.floats(0, 9, width=16)),
    max_size=30,
)


@given(STEPS)
def test_after_a_tick_no_deadline_has_passed_and_all_goes_away_in_the_end(steps: list[tuple[str, float]]) -> None:
    bulletin, t = Bulletin(), 0.0
    for what, gap in steps:
        t += gap
        bulletin.tick(t)
        match what:
            case "number":
                bulletin.tell(NUMBER, t)
            case "list":
                bulletin.tell(LIST, t)
            case "say":
                bulletin.say(NOTICE, t)
            case "page":
                bulletin.turn_page(2, t)
            case "skip":
                bulletin.skip_news()
            case _:
                bulletin.close_page()
        deadline = bulletin.next_deadline
        assert deadline is None or deadline > t
    bulletin.tick(t + 30 * LIST_S + PAGE_S)
    assert (bulletin.news, bulletin.notice, bulletin.page) == (None, None, None)
