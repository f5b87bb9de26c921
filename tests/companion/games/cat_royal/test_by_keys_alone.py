"""Whole games with nothing but keys: with the box's cards and with real ones, at a stepped box and by the command.

Along the way the simulated display and strip show what they should; presses are counted (`pytest -s` prints them).
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from statistics import mean, quantiles
from typing import NamedTuple

import pytest

from companion.cli import main
from companion.daemon import demo
from companion.games.cat_royal.events import Discarded, Forfeited, Played
from companion.journal.entries import decode
from companion.kit.setup import Who
from companion.match import record, referee
from companion.match.session import Session
from tests.companion.daemon.stepped_box import SteppedBox, config

from .positions import RULES

pytestmark = [pytest.mark.in_box_time, pytest.mark.untraced]


class Keyed(NamedTuple):
    """A game that fingers have typed in."""

    presses: list[int]
    """The presses of each play and discard; people also look at their cards, which is one press more."""
    text: str
    """The record of the game."""


def keyed(folder: Path, seats: int, cards: Who, last_deal: int = 100) -> Keyed:
    """Play a whole game; at each question the faces show the right picture."""
    box = SteppedBox(folder, config(RULES.name, cards=cards, last_deal=last_deal))
    fingers = _counted(box)
    presses: list[int] = []
    before: Session[object] | None = None
    for session in demo.play(box.box, seats, Random(seats)):
        box.box.wait(0.1)  # a frame of lights takes 40 ms
        assert box.screen()
        assert box.box.twin.controller.live
        assert box.lights_are_right()
        if before is not None and _is_turn(before, session):
            presses.append(len(fingers) + (cards == "box"))
        fingers.clear()
        before = session
    assert session.question is None, "the game has ended"
    saved = box.journal.running()
    assert saved is not None
    entries = [decode(row, RULES.events) for row in saved.entries]
    text = record.write(RULES, RULES.read_header(saved.header), entries)
    found = referee.check(RULES, text)
    assert (found.state, found.is_over, found.is_seed_open) == (session.state, True, True)
    box.pull_the_plug()
    return Keyed(presses, text)


def _counted(box: SteppedBox) -> list[str]:
    """Count every key that goes down from now on."""
    pressed, press = list[str](), box.box.press

    def counting(key: str) -> None:
        pressed.append(key)
        press(key)

    box.box.press = counting  # type: ignore[method-assign]  # the box stays the one whose plug is pulled
    return pressed


def _is_turn(before: Session[object], after: Session[object]) -> bool:
    """Whether the answer was a turn."""
    step = after.history.done[len(before.history.done)].step
    return isinstance(step.events[0], Played | Discarded | Forfeited)


def told(name: str, presses: list[int]) -> str:
    """The figures of `TABLE`: the mean of so many plays, the 95th percentile, and the most."""
    within = quantiles(presses, n=20)[-1]
    return f"{name}: {len(presses)} plays, presses mean {mean(presses):.1f}, 95 % {within:.0f}, most {max(presses)}"


@pytest.mark.parametrize("cards", ["table", pytest.param("box", marks=pytest.mark.slow)])
def test_a_deal_is_typed_in(cards: Who, tmp_path: Path) -> None:
    game = keyed(tmp_path, 3, cards, last_deal=1)
    rows = [json.loads(line) for line in game.text.splitlines()]
    hands = [card for row in rows if row.get("event") == "dealt" for hand in row["hands"].values() for card in hand]
    assert len(hands) == 3 * 5
    assert set(hands) == {None} if cards == "table" else None not in hands
    assert rows[0]["commitment"] is not None, "lots are always the box's"
    assert len(game.presses) == len(hands)


@pytest.mark.slow
@pytest.mark.parametrize(("cards", "most", "seats"), [("box", 5.6, 3), ("box", 5.6, 4), ("table", 12.6, 2)])
def test_a_whole_game_is_typed_in_and_won(cards: Who, most: float, seats: int, tmp_path: Path) -> None:
    """`TABLE`: with the box's cards 5.6 presses a play, with real ones up to 7 more."""
    game = keyed(tmp_path, seats, cards)
    assert is_won(game.text)
    print(told(f"{seats} seats, cards of the {cards}", game.presses))
    assert mean(game.presses) <= most


def is_won(text: str) -> bool:
    """Whether a record ends when a last figure comes home."""
    last = json.loads(text.splitlines()[-1])
    home = [sum(str(place).startswith("G") for place in places) for places in last["after"]["at"].values()]
    return last["event"] == "ended" and home.count(4) == 1 == len(last["winners"])


@pytest.mark.slow
@pytest.mark.usefixtures("bare_home")
@pytest.mark.parametrize("players", [2, 4])
def test_the_demo_ends_by_a_win_and_its_lots_are_drawn_again(
    players: int, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.daemon.start.is_pi", lambda: False)
    file = tmp_path / "game.jsonl"
    words = f"demo --game cat-royal --players {players} --seed {players} --speed max --no-web --record {file}"
    assert main(words.split()) == 0
    assert "wins: " in capsys.readouterr().out
    assert is_won(file.read_text(encoding="utf-8"))
    assert main(["replay", str(file)]) == 0
    assert capsys.readouterr().out.endswith("events of a finished game; lots and cards checked.\n")
