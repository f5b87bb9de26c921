from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.galopp_royal.booklet import SCHEMER
from companion.games.galopp_royal.ending import Over
from companion.games.galopp_royal.intents import Deal
from companion.games.galopp_royal.state import State
from companion.kit.setup import Who
from companion.kit.text import Text, text, verbatim
from companion.kit.view import View

from .positions import RULES, between_races, deal, dealt, play, race, start, with_display, with_purse

ONLY = text("only you")
TEAM = ("1", "3", "-2", SCHEMER)


def auction(*, cards: Who = "box", open_cash: bool = True) -> State:
    dealt = deal("1", "2", "3", "5") if cards == "box" else Deal(cards=(None,) * 4)
    return play(start(cards=cards, open_cash=open_cash), dealt)


def look(state: State, seat: int) -> View:
    """What the display shows."""
    (page,) = RULES.secret(state, seat)
    return replace(page, said=())


def test_coins_that_all_may_count_are_no_secret() -> None:
    assert RULES.secret(race(3), 1) == ()
    assert all("coins" not in line.id for line in look(auction(), 1).lines)


@pytest.mark.parametrize("cards", ["table", "box"])
def test_hidden_coins_are_the_number_where_the_box_knows_no_card_in_hand(cards: Who) -> None:
    state = with_purse(race(3, open_cash=False, cards=cards), 2, 38)
    assert look(state, 2) == View(ONLY, 2, "38", lines=(text("coins"),))


def test_with_cards_in_hand_hidden_coins_stand_below_them() -> None:
    openly, hidden = look(auction(), 1), look(with_purse(auction(open_cash=False), 1, 38), 1)
    assert openly == View(ONLY, 1, "1", lines=(text("your card"),))
    assert hidden == View(ONLY, 1, "1", lines=(text("your card"), text("{n} coins", n=38)))


@pytest.mark.parametrize(("cards", "called"), [(("2", "-2"), "your cards"), (("2", "-2", "1", "5"), "your team")])
def test_several_cards_are_called_a_hand_or_a_team(cards: tuple[str, ...], called: str) -> None:
    state = replace(race(3, open_cash=False), bought=(cards, (), ()))
    assert look(state, 1).lines == (Text(called), verbatim("   ".join(cards)), text("{n} coins", n=50))
    assert look(replace(race(3), bought=(cards, (), ())), 1).lines == (Text(called), verbatim("   ".join(cards)))


def test_an_auction_with_real_cards_shows_the_coins_alone() -> None:
    assert look(auction(open_cash=False, cards="table"), 3) == View(ONLY, 3, "50", lines=(text("coins"),))


def test_a_look_tells_of_no_other_purse() -> None:
    state = auction(open_cash=False)
    assert RULES.secret(state, 1) == RULES.secret(with_purse(state, 2, 77), 1)


def test_in_the_end_all_purses_are_open() -> None:
    assert RULES.secret(replace(race(3, open_cash=False), phase=Over((2,))), 1) == ()


def test_beside_a_card_for_substitutes_stands_the_present_team() -> None:
    """Whether to bid is a question of both; a hidden purse takes the place of the words."""
    openly, hidden = (dealt(between_races(open_cash=is_open), "1", "2", "3", "5") for is_open in (True, False))
    team = (text("team"), verbatim("1 3 -2 ±2"))
    assert look(with_display(openly, 2, *TEAM), 2) == View(ONLY, 2, "2", text("card"), lines=team)
    page = look(with_display(with_purse(hidden, 2, 38), 2, *TEAM), 2)
    assert page == View(ONLY, 2, "2", text("card"), lines=(team[1], text("{n} coins", n=38)))
