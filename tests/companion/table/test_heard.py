"""Nothing secret is spoken: two tables that differ in one hand are heard alike, whatever its player looks at."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.faces.aloud import Aloud, Utterance
from companion.games.cat_royal.state import State
from companion.kit.view import Key, Speech
from companion.locale import LANGUAGES, translator
from companion.match.session import Session
from companion.table.ports import Settings
from companion.testing.whole_games import NAMES, SEED
from tests.companion.games.cat_royal.positions import RULES, turn
from tests.companion.table.at_the_table import HOLD_S, Hands

Cats = Hands[State]
HANDS = (("5", "13", "+4/-4"), ("10", "2", "swap"), ("8", "9", "12"))


def holding(hand: tuple[str, ...]) -> Cats:
    """Seat 1 is on turn with these cards."""
    settings = Settings(LANGUAGES, NAMES, {"cards": "box"}, {}, HOLD_S, 2.0, 5.0)
    table = Hands(RULES, settings)
    table.table.go_on(Session(RULES, SEED, turn("1C 20, 2J 40", *hand)), (1, 2, 3, 4), table.t)
    return table


def looks(table: Cats) -> Iterator[None]:
    """Seat 1 looks at its cards, page by page; another one wants to hear it again, and then the board."""
    table.reach(1)
    yield
    for _ in range(3):
        table.tap(1, "red")
        yield
    keys: tuple[Key, Key] = ("green", "red")
    for _ in range(2):
        for kind in ("down", "tap"):
            for key in keys:
                table.press(3, key, kind)
        yield
    table.let_go(1)
    yield
    table.wait(30.0)
    yield


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("speech", ["turns", "all"])
def test_hands_that_differ_are_heard_alike(speech: Speech, language: str) -> None:
    def heard(hand: tuple[str, ...]) -> list[Utterance | None]:
        table, aloud = holding(hand), Aloud()
        words = translator(language)

        def hear() -> Utterance | None:
            view, wish = table.table.heard(table.view, table.t), table.table.wish
            return aloud.hear(view, wish, speech, language, words, table.t)

        return [hear(), *(hear() for _ in looks(table))]

    first, *others = map(heard, HANDS)
    assert sum(said is not None for said in first) >= 3, "the question, again, the board"
    assert all(other == first for other in others)


def test_they_are_seen_differently() -> None:
    """Otherwise the test above would prove nothing."""

    def seen(hand: tuple[str, ...]) -> list[object]:
        table = holding(hand)
        return [table.view for _ in looks(table)]

    one, other, _ = map(seen, HANDS)
    assert one != other


def test_a_look_is_not_heard_and_all_else_is() -> None:
    table = holding(HANDS[0])
    before = table.table.heard(table.view, table.t)
    assert before == table.view
    table.reach(1)
    assert table.table.heard(table.view, table.t) != table.view
    table.let_go(1)
    table.hold_table(5.1)
    assert table.table.heard(table.view, table.t) == table.view
