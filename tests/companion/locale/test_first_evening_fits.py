"""The texts for a player who has never seen the box, in every language: nothing is cut, no line is left out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from companion.games import GAMES
from companion.games.cat_royal.rules import CAT_ROYAL
from companion.games.galopp_royal.duties import Duties
from companion.games.galopp_royal.look import secret
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.kit.names import LETTERS
from companion.kit.text import Text, text, verbatim
from companion.kit.view import Legend, View
from companion.locale import LANGUAGES
from companion.study.hands import ScratchLedger
from companion.table.controls import Press
from companion.table.screens.letters import SEEN, Letters
from companion.table.screens.reading import KEYS
from companion.table.table import Table
from tests.companion.games.galopp_royal.positions import race, with_purse
from tests.companion.games.test_explaining import explained
from tests.companion.locale.test_fit import NAMES, SEED, found, held, misfits, settings, tapped


def first_screens() -> Iterator[View]:
    """The language, the keys, the board, then the names, as they are leafed through."""
    new = replace(
        settings(Duties()),
        languages=LANGUAGES,
        explains=True,
        names=(*NAMES, "Otto"),
        given={1: NAMES[0]},
        lately=NAMES[1:2],
    )
    at = Table(GALOPP_ROYAL, new, ScratchLedger(), lambda: SEED)
    at.open(0.0)
    yield at.view(0.0)
    for _ in LANGUAGES:
        yield tapped(at, 1, "green")
    yield held(at, 1, "green")
    for _ in (*KEYS, "the board"):
        yield tapped(at, 1, "green")
    yield tapped(at, 1, "green")
    yield tapped(at, 1, "green")
    held(at, 1, "green")
    at.press(Press(0, "table", "hold", 2), 0.0)
    yield from found(at, text("Names"))
    yield held(at, 1, "green")
    for _ in range(4):
        yield tapped(at, 2, "green")
    at = Table(GALOPP_ROYAL, new, ScratchLedger(), lambda: SEED)
    at.press(Press(0, "table", "hold", 2), 0.0)
    found(at, text("Names"))
    held(at, 1, "green")
    for _ in range(4):
        yield held(at, 1, "green")
        yield tapped(at, 1, "green")


def test_all_of_them_are_looked_at() -> None:
    titles = {view.title for view in first_screens()}
    assert titles >= {
        text("Language"),
        *(page.title for page in KEYS),
        text("Check the board"),
        text("Check it now?"),
        text("Whose name?"),
        text("Which name?"),
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_screens_fit(language: str) -> None:
    assert misfits(list(first_screens()), language) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_name_fits_while_it_is_spelled(language: str) -> None:
    def refused(_name: str) -> Text:
        return text("That name is taken.")

    letters = Letters(text("Yellow"), refused, lambda _name, _t: None)
    screens = [letters.view(0.0)]
    for _ in range(LETTERS):
        letters.press(Press(1, "green", "hold", 1), 0.0)
        screens.append(letters.view(0.0))
    letters.press(Press(1, "green", "hold", 1), 0.0)
    screens.append(letters.view(0.0))
    assert letters.view(0.0).lines[0] == verbatim(f"…{'a' * (SEEN - 1)}_")
    assert misfits(screens, language) == {}


@pytest.mark.untraced
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", GAMES)
def test_every_explanation_stands_whole_above_the_keys(rules: object, language: str) -> None:
    others = {"options": {"opening": "one_out"}} if rules is CAT_ROYAL else {}
    played = [(who, choices) for who in ("box", "table") for choices in ({}, others)]
    said = {each for who, choices in played for each in explained(rules, who, 1, **choices).items()}  # type: ignore[arg-type]
    assert () not in {lines for _, lines in said}
    legend, keypad = Legend(text("type"), text("OK"), text("Back")), tuple(map(verbatim, "123456"))
    screens = [
        View(text("Team {n}/{of}", n=1, of=4), 1, lines=lines, legend=legend, keys=keypad if len(lines) == 2 else ())
        for _, lines in said
    ]
    assert misfits(screens, language) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_hidden_coins_fit(language: str) -> None:
    state = with_purse(race(3, open_cash=False), 1, 145)
    alone = secret(state, 1)
    with_cards = secret(replace(state, bought=(("1", "2", "±2", "-2"), (), ())), 1)
    assert with_cards[0].lines[-1] == text("{n} coins", n=145)
    assert misfits([*alone, *with_cards], language) == {}
