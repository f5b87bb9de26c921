"""The layout of the strip: of a game with spaces, and of one without."""

from __future__ import annotations

import pytest

from companion.config import Config, LightsSettings, OneGame, StripLayout
from companion.daemon.parts import strip_map_of
from companion.faces.strip import StripMap, lay_out
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.kit.view import Track
from tests.companion.games.nim import NIM
from tests.companion.games.offered import offer

SEATS = tuple((29 + at,) for at in range(6))
NO_BOARD = Track()


@pytest.fixture(autouse=True)
def _two_games(monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch, GALOPP_ROYAL, NIM)


def test_a_game_without_spaces_has_its_seats_first_or_where_the_owner_says() -> None:
    assert strip_map_of(Config(), NIM, NO_BOARD) == lay_out(NO_BOARD)
    beside = Config(games={NIM.name: OneGame(StripLayout(seats=SEATS))})
    assert strip_map_of(beside, NIM, NO_BOARD) == StripMap({}, SEATS)


def test_the_last_leds_of_the_strip_sit_in_the_keys_if_the_owner_says_so() -> None:
    track = GALOPP_ROYAL.track({})
    keyed = strip_map_of(Config(lights=LightsSettings(keys=True, count=60)), GALOPP_ROYAL, track)
    assert [list(leds) for leds in keyed.keys] == [[at, at + 1] for at in range(48, 60, 2)]
    assert keyed.count == 60
    single = strip_map_of(Config(lights=LightsSettings(keys=True, count=60, leds_per_pair=1)), GALOPP_ROYAL, track)
    assert [list(leds) for leds in single.keys] == [[at] for at in range(54, 60)]


def test_a_game_with_spaces_needs_them_beside_its_seats() -> None:
    track = GALOPP_ROYAL.track({})
    for layout in (StripLayout(), StripLayout(seats=SEATS)):
        config = Config(games={GALOPP_ROYAL.name: OneGame(layout)})
        assert strip_map_of(config, GALOPP_ROYAL, track) == lay_out(track)
    whole = StripLayout(spaces={"0": (7,)}, seats=SEATS)
    config = Config(games={GALOPP_ROYAL.name: OneGame(whole)})
    assert strip_map_of(config, GALOPP_ROYAL, track) == StripMap(whole.spaces, SEATS)
