"""What lies over what on the display, and the lights, which go on."""

from __future__ import annotations

from companion.kit.text import text
from tests.companion.games.galopp_royal.positions import RULES, race
from tests.companion.table.at_the_table import People, bidding, open_menu


def test_a_page_shows_everybody_with_their_keys_on_the_lights() -> None:
    table = People(race(3), (2, 4, 6))
    table.tap(0, "table")
    assert [seat.pair for seat in table.view.seats] == [2, 4, 6]
    assert table.view.track.tokens == RULES.view(table.state, None).track.tokens


def test_a_key_that_leaves_a_page_joins_nobody_and_the_next_press_does() -> None:
    """The page says what the key does there: back."""
    table = People()
    table.tap(4)
    table.tap(0, "table")
    table.tap(4)
    assert list(table.table.joined) == [4]
    table.tap(4)
    assert not table.table.joined
    table.tap(0, "table")
    table.hold(4)
    assert not table.table.joined
    table.tap(4)
    assert table.view.title == text("{name} joins", name="Claudia")
    assert table.table.joined == (4,)


def test_the_menu_while_people_join_leaves_the_lights_on() -> None:
    table = People()
    table.tap(2)
    before = table.view
    open_menu(table)
    assert (table.view.seats, table.view.track) == (before.seats, before.track)


def test_what_the_box_has_promised_is_a_page_and_the_news_come_before_the_question() -> None:
    table = People()
    for pair in (1, 2, 3):
        table.tap(pair)
    table.reach(1)
    assert table.view.title == text("Team {n}/{of}", n=1, of=3)
    assert (table.view.legend, table.view.notice) == (None, None)
    table.read()
    assert table.view.legend is not None
    assert table.view.notice is None


def test_news_keep_their_time_while_something_hides_them() -> None:
    table = People()
    for pair in (1, 2, 3):
        table.tap(pair)
    table.reach(1)
    news = table.view.title
    assert table.table.showing.is_telling
    open_menu(table)
    assert not table.table.showing.is_telling
    assert table.view.title != news
    assert (table.view.seats, table.view.track) == (table.table.seen(table.t).seats, table.table.seen(table.t).track)


def test_before_keys_are_read_neither_news_nor_a_question_are_told() -> None:
    showing = bidding().table.showing
    assert showing.is_asking
    showing.is_opening = True
    assert (showing.is_asking, showing.is_telling, showing.hides(0.0)) == (False, False, True)
