"""How a finished game ended: places, people, guests, bots, sides."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.cat_royal.rules import CAT_ROYAL
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.games.galopp_royal.state import State
from companion.kit.errors import WrongUse
from companion.kit.policy import LEVELS
from companion.kit.rules import Rules
from companion.kit.seats import Player
from companion.match.outcome import BOT_NAMES, outcome
from companion.match.stints import Stint
from companion.testing.whole_games import finish
from tests.companion.cli.told import RULES, game
from tests.companion.games.nim import NIM
from tests.companion.games.whole_games import sitting

END: State = game(3).state  # type: ignore[assignment]  # a game of these rules
EVENTS = len(game(3).events)


def ended(rules: Rules[Any], begun: object, seats: int) -> Any:
    """The last state of a game."""
    return finish(rules, begun, seats).state


def test_places_and_coins_are_those_of_the_game() -> None:
    came = outcome(RULES, END, (), EVENTS)
    assert tuple(player.place for player in came) == GALOPP_ROYAL.places(END)
    assert tuple(player.has for player in came) == tuple(map(str, END.money.purses))
    assert [player.name for player in came] == ["Hans", "Pia", "Werner"]
    assert [(player.is_guest, player.level, player.side) for player in came] == [(False, None, None)] * 3


def test_a_bot_that_played_all_of_it_has_a_level_and_one_that_played_a_part_makes_a_guest() -> None:
    stints = (Stint(1, "strong", 1, None), Stint(2, "simple", 5, None))
    came = outcome(RULES, END, stints, EVENTS, bots=(3,))
    assert [(player.is_guest, player.level) for player in came] == [(True, "strong"), (True, None), (True, None)]


def test_who_gave_no_name_is_a_guest_and_goes_by_the_colour_in_the_reader_s_language() -> None:
    start = sitting(3)
    players = (Player(1, "Red", "red"), *start.players[1:])
    begun = RULES.begin(replace(start, players=players), {})
    end = ended(RULES, begun, 3)
    first, second, _ = outcome(RULES, end, (), EVENTS, translate=str.upper)
    assert (first.name, first.is_guest) == ("RED", True)
    assert (second.name, second.is_guest) == ("Pia", False)


def test_partners_are_one_side() -> None:
    start = replace(sitting(4), duties={"cards": "box"})
    begun = CAT_ROYAL.begin(start, {"options": {"partners": "opposite"}, "last_deal": 1})
    sides = [player.side for player in outcome(CAT_ROYAL, ended(CAT_ROYAL, begun, 4), (), 1)]
    assert sides == [1, 2, 1, 2]


def test_a_game_that_tells_no_places_has_none() -> None:
    begun = NIM.begin(sitting(2), {})
    with pytest.raises(WrongUse, match=r"^Nim: expected a place for each of 2 seats; came 0$"):
        outcome(NIM, begun, (), 1)


def test_every_level_of_bots_has_a_name() -> None:
    assert {*BOT_NAMES} == {*LEVELS}
