"""Refusals: every code of the rules, a position in which it occurs, and the facts in its sentence."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import companion
from companion.games.cat_royal import intents
from companion.games.cat_royal.booklet import At
from companion.games.cat_royal.ending import Closing
from companion.games.cat_royal.landing import Landing
from companion.games.cat_royal.state import State
from companion.games.cat_royal.tricks import Punishing
from companion.kit.event import Intent
from companion.kit.text import Text, Wording, speak
from companion.testing.whole_games import SEED
from tests.companion.games.cat_royal.positions import (
    accuse,
    come_out,
    deal,
    lay_off,
    name_off,
    play,
    refused,
    send_home,
    shift,
    start,
    turn,
)

Position = Callable[[], State]


Facts = Mapping[str, object]


def at(stands: str, *hand: str, **choices: object) -> Position:
    return lambda: turn(stands, *hand, **choices)  # type: ignore[arg-type]  # as `turn` has them


def move(figure: str, to: At, slot: int = 1) -> Intent:
    return intents.Play(seat=1, slot=slot, figure=figure, to=to)


def named(card: str, figure: str = "", to: At = "") -> Intent:
    return intents.Play(seat=1, card=card, figure=figure, to=to)


def landing() -> State:
    """The citizen of seat 2 has landed on the wormhole 27."""
    return replace(turn("2C 27"), phase=Landing(2, None, (((2, "citizen"), 27),)))


def punishing() -> State:
    """One of two figures of seat 2 goes home."""
    return replace(turn("2C 30, 2K 31"), phase=Punishing(1, 2, ("king", "citizen")))


def closing() -> State:
    """The first deal was the last."""
    return replace(turn(last_deal=1), phase=Closing())


def unsealed() -> State:
    """The same, without a promise of the box."""
    return replace(closing(), setup=replace(closing().setup, commitment=None))


def setting_out() -> State:
    table = start(2, opening="one_out", cards="table")
    return play(table, deal(*(None,) * 10))


def accused() -> State:
    """Seat 1 has accused somebody in this turn."""
    return play(turn("1C 20, 2C 30"), accuse(1, 2))


def shifted() -> State:
    """Seat 2 has moved the wormholes."""
    return play(turn("1C 20"), shift(2, 5, 64, 6, 30))


def handing(**choices: Any) -> State:
    """Five cards are dealt to each, and partners hand each other one."""
    state = start(partners="opposite_pass", **choices)
    cards = ("2", "3", "5", "6", "8") if state.box_deals else (None,) * 5
    return play(state, deal(*cards * 4))


def cheated(stands: str, *hand: str) -> Position:
    """Seat 1 has cheated in this deal."""
    return lambda: replace(turn(stands, *hand), spent=(1,))


HANS: Facts = {"name": "Hans"}

REFUSALS: list[tuple[str, Position, Intent, Facts]] = [
    # a card
    ("rank", at("1J 20, 2K 22", "5"), move("jester", 25), {"name": "Pia", "figure": "king"}),
    ("rank", at("1J 60, 1C G1", "8"), move("jester", "G3"), {"name": "Hans", "figure": "citizen"}),
    ("guard", at("1C 15, 2J 17", "5"), move("citizen", 20), {"name": "Pia", "figure": "jester"}),
    ("guard", at("1T 15, 2J 17", "2"), move("knight", 17), {"name": "Pia", "figure": "jester"}),
    ("rank", at("1T 15, 2K 17", "5"), move("knight", 20), {"name": "Pia", "figure": "king"}),
    ("guard", at("1C 20, 2J 17", "swap"), move("citizen", 17), {"name": "Pia", "figure": "jester"}),
    ("guard", at("1C 1, 2J 20", "swap"), move("citizen", 20), {"name": "Hans", "figure": "citizen"}),
    ("guard", at("1C 1", "13"), move("king", 1), {"name": "Hans", "figure": "citizen"}),
    ("royal_only", at("1C 20, 2K 25", "5"), move("citizen", 25), {"name": "Pia"}),
    ("royal", at("1K 20", "8"), move("king", 28), {"n": 7}),
    ("royal", at("1K 20", "8"), move("king", 27), {"n": 7}),
    ("taken", at("1C 60, 1J G2", "1-7"), move("citizen", "G2"), {"name": "Hans", "figure": "jester"}),
    ("must_enter", at("1C 60", "8"), move("citizen", 4), {}),
    ("out_of_reach", at("1C 20", "5"), move("citizen", 30), {}),
    ("out_of_reach", at("1C G1", "2"), move("citizen", 3), {}),
    ("out_of_reach", at("1C 20, 2C 30", "magnet"), move("citizen", 30), {}),
    ("not_out", at("", "5", "13"), move("citizen", 1), {}),
    ("start_field", at("", "13"), move("citizen", 13), {}),
    ("not_on_loop", at("2C 20", "swap"), move("citizen", 20), {}),
    ("not_on_loop", at("1C G1, 2C 20", "magnet"), move("citizen", 19), {}),
    ("nobody_there", at("1C 20, 2C 30", "swap"), move("citizen", 31), {}),
    ("own_figure", at("1C 20, 1J 21, 2C 30", "swap"), move("citizen", 21), {}),
    ("nobody_ahead", at("1C 20", "magnet"), move("citizen", 25), {}),
    ("nobody_ahead", at("1C 20, 1K G1", "magnet"), move("citizen", 25), {}),
    ("pulled_nowhere", at("1C 20, 2C 21", "magnet", magnet_zero=False), move("citizen", 20), {}),
    ("no_copy", at("1C 20", "copy"), move("citizen", 25), {}),
    ("no_copy", at("1C 20", "copy", last="copy"), move("citizen", 25), {}),
    ("no_such_field", at("1C 20", "5"), move("citizen", "G5"), {"n": "G5"}),
    ("no_such_figure", at("1C 20", "5"), move("queen", 25), {"figure": "queen"}),
    ("no_such_slot", at("1C 20", "5"), move("citizen", 25, 2), {"n": 2, "most": 1}),
    ("not_held", at("1C 20", "5"), named("6", "citizen", 26), {"name": "Hans", "card": "6"}),
    ("unfinished", at("1C 20", "5"), named("5", "citizen", 25), {}),
    ("unfinished", at("1C 20", "5"), intents.Play(seat=1, slot=1, figure="citizen"), {}),
    ("unfinished", at("1C 20", "5"), intents.Play(seat=1, figure="citizen", to=25), {}),
    ("unfinished", at("1C 20", "5"), intents.Play(seat=1, slot=1, figure="citizen", to=""), {}),
    ("must_play", at("1C 20", "5", "6"), lay_off(2), {}),
    ("must_play", at("1C 20", "5", cards="table"), name_off("5"), {}),
    ("whole_hand", at("1C 20", "5", cards="table", no_move="forfeit", tricks=False), name_off("swap"), {}),
    ("one_card", at("1C 20", "5", cards="table"), name_off(""), {}),
    ("unfinished", at("1C 20", "5", cards="table"), move("citizen", 25), {}),
    ("unfinished", at("1C 20", "5", cards="table", no_move="forfeit"), named("", "citizen", 25), {}),
    ("no_such_card", at("1C 20", "5", cards="table"), named("7", "citizen", 27), {"card": "7"}),
    ("no_tricks", at("1C 20", "5", tricks=False), move("citizen", 26), {}),
    ("cheat_spent", cheated("1C 20", "5"), move("citizen", 26), {}),
    ("cheat_wins", at("1C 60, 1K G1, 1T G2, 1J G4", "9"), move("citizen", "G3"), {}),
    # aside
    ("oneself", at("1C 20"), accuse(1, 1), {}),
    ("no_such_seat", at("1C 20"), accuse(1, 5), {"seat": 5, "n": 4}),
    ("partner", at("1C 20", partners="opposite"), accuse(1, 3), {}),
    ("nothing_chosen", handing, intents.TakeBack(seat=2), {}),
    ("no_such_slot", handing, intents.Give(seat=1, slot=6), {"n": 6, "most": 5}),
    ("something_else", handing, lay_off(), {}),
    ("something_else", handing, accuse(1, 2), {}),
    ("something_else", handing, shift(2, 5, 64, 6, 30), {}),
    ("something_else", at("1C 20"), intents.Give(seat=1, slot=1), HANS),
    ("something_else", lambda: handing(cards="table"), intents.Give(seat=1, slot=1), {}),
    ("once_a_turn", accused, accuse(1, 3), {}),
    ("nothing_to_lose", at(""), accuse(1, 2), {}),
    ("no_tricks", at("1C 20", tricks=False), accuse(1, 2), {}),
    ("not_your_turn", at("1C 20, 2C 30"), accuse(2, 1), {}),
    ("on_turn", at("1C 20"), shift(1, 5, 64, 6, 30), {}),
    ("once_a_deal", shifted, shift(2, 5, 63, 7, 31), {}),
    ("fixed_holes", at("1C 20", holes="hats"), shift(2, 5, 64, 6, 30), {}),
    ("no_tricks", at("1C 20", tricks=False), shift(2, 5, 64, 6, 30), {}),
    ("no_such_seat", at("1C 20"), shift(5, 5, 64, 6, 30), {"seat": 5, "n": 4}),
    ("wrong_count", at("1C 20"), shift(2, 5, 64, 6), {"came": 3, "count": 4}),
    ("not_free", at("1C 20"), shift(2, 5, 64, 6, 17), {"n": "17"}),
    ("not_free", at("1C 20"), shift(2, 5, 64, 6, 27), {"n": "27"}),
    ("not_free", at("1C 20"), shift(2, 5, 64, 6, 20), {"n": "20"}),
    ("not_free", at("1C 20"), shift(2, 5, 64, 6, 5), {"n": "5"}),
    ("not_free", at("1C 20"), shift(2, 5, 64, 6, 65), {"n": "65"}),
    # the box
    ("wrong_count", lambda: start(2), deal(*("2",) * 9), {"came": 9, "count": 10}),
    ("wrong_count", lambda: start(2, cards="table"), deal(None), {"came": 1, "count": 10}),
    ("dealt_unseen", lambda: start(2, cards="table"), deal(*("2",) * 10), {}),
    ("no_wormhole", landing, come_out(28), {"n": 28}),
    ("same_wormhole", landing, come_out(27), {}),
    ("not_to_lose", punishing, send_home("jester"), {}),
    ("no_such_figure", punishing, send_home("queen"), {"figure": "queen"}),
    ("no_such_figure", setting_out, intents.SetOut(seat=1, figure="queen"), {"figure": "queen"}),
    ("last_deal", closing, deal(*("2",) * 20), {"n": 1}),
    ("no_seed", unsealed, intents.Close(seed=SEED), {}),
    ("wrong_seed", closing, intents.Close(seed="00" * 32), {}),
    ("over", closing, come_out(27), {}),
    # another question
    ("something_else", at("1C 20"), deal(*("2",) * 20), HANS),
    ("something_else", at("1C 20"), intents.SetOut(seat=1, figure="king"), HANS),
    ("something_else", lambda: start(2), come_out(27), {}),
    ("something_else", setting_out, lay_off(), HANS),
    ("something_else", setting_out, shift(2, 5, 64, 6, 30), HANS),
    ("something_else", landing, send_home("king"), {"name": "Pia"}),
    ("something_else", landing, accuse(1, 2), {"name": "Pia"}),
    ("something_else", punishing, come_out(27), {"name": "Pia"}),
    ("not_your_turn", at("1C 20"), lay_off(seat=2), {}),
    ("barred", at("1C 20", "swap", "5"), intents.Play(seat=1, slot=1), {}),
]
"""The code, the position, the intent, and the facts that its sentence must name."""


def said(fact: Wording | int) -> object:
    return speak(fact, str) if isinstance(fact, Text) else fact


@pytest.mark.parametrize(("code", "position", "intent", "facts"), REFUSALS)
def test_a_refusal_says_what_bars_it_and_changes_nothing(
    code: str, position: Position, intent: Intent, facts: Facts
) -> None:
    why = refused(position(), intent)
    assert why.code == code
    assert {name: said(fact) for name, fact in why.why.parameters} == facts
    sentence = speak(why.why, str)
    assert [fact for fact in facts.values() if str(fact) not in sentence] == []
    assert sentence[-1] == "."


def test_every_code_in_the_source_is_refused_above() -> None:
    root = Path(companion.__file__).parent / "games/cat_royal"
    calls = [node for file in root.glob("*.py") for node in ast.walk(ast.parse(file.read_text("utf-8")))]
    codes = {
        node.args[0].value
        for node in calls
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") == "Refused"
        and isinstance(node.args[0], ast.Constant)
    }
    assert codes <= {code for code, *_ in REFUSALS}
