"""Keys that bounce, crack, hum, stick and come all at once, from the pins to the journal."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

from companion.daemon.demo import HOLD_S, read
from companion.games.galopp_royal.events import Bid
from companion.journal.entries import decode
from companion.kit.text import Text, text
from companion.match.history import Step
from companion.match.stints import HandOver
from companion.table.controls import Press
from hardware.key_health import AT_START_S, CLEAN_S, STUCK_S
from hardware.pins import PinMap, read_pins
from hardware.twin.pins import Fingers, mock_pins
from tests.companion.daemon.stepped_box import SteppedBox, config
from tests.hardware.worn_contacts import Raw, noise, taps, worn

pytestmark = pytest.mark.untraced

KEYS = tuple(read_pins().keys)
RED3 = text("Key {key} of seat {n} is stuck.", key="○", n=3)


def feel(table: SteppedBox, lines: dict[str, Iterable[Raw]], seconds: float = 0.5) -> None:
    """Play these edges of the keys' lines, with times counted from now on, and let time pass."""
    start = table.box.now
    edges = sorted((start + t, key, pressed) for key, raw in lines.items() for t, pressed in raw)
    for t, key, pressed in edges:
        table.box.wait(max(t - table.box.now, 0.0))
        (table.box.press if pressed else table.box.release)(key)
    table.box.wait(seconds)


def notice(table: SteppedBox) -> Text | None:
    return table.box.box.table.view(table.box.now).notice


def presses(table: SteppedBox, monkeypatch: pytest.MonkeyPatch) -> list[Press]:
    """The presses that the table gets from now on."""
    told: list[Press] = []
    at = table.box.box.table
    press = at.press

    def spy(what: Press, t: float) -> None:
        told.append(what)
        press(what, t)

    monkeypatch.setattr(at, "press", spy)
    return told


def warned(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [entry.getMessage().split(":")[0] for entry in caplog.records if entry.levelno >= logging.WARNING]


def with_red1_down(pins: PinMap) -> Fingers:
    fingers = mock_pins(pins)
    fingers.press("red1")
    return fingers


def rested(folder: Path) -> SteppedBox:
    """A table after its first screens."""
    table = SteppedBox(folder)
    table.box.wait(10.0)
    return table


@pytest.mark.parametrize("seed", range(4))
def test_worn_contacts_lose_no_press_and_double_none(seed: int, tmp_path: Path) -> None:
    rng = Random(seed)
    table = rested(tmp_path)
    counts = {pair: rng.randrange(1, 8) for pair in range(1, 7)} | {1: 1, 2: 3, 3: 5}
    feel(table, {f"green{pair}": worn(rng, taps(rng, 0.0, count)) for pair, count in counts.items()})
    assert table.joined() == tuple(pair for pair, count in counts.items() if count % 2)
    feel(table, {"green1": worn(rng, [(0.0, HOLD_S)])})
    read(table.box)
    feel(table, {"green1": worn(rng, [*taps(rng, 0.0, 7), (4.0, 4.0 + HOLD_S)])})
    saved = table.journal.running()
    assert saved is not None
    last = decode(saved.entries[-1], table.session.rules.events)
    assert isinstance(last, Step)
    assert last.events[0] == Bid(1, 7)
    table.pull_the_plug()


def test_all_thirteen_at_once_are_thirteen_presses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = rested(tmp_path)
    rng = Random(13)
    told = presses(table, monkeypatch)
    feel(table, {key: worn(rng, [(0.0, 0.1)]) for key in KEYS})
    for kind in ("down", "tap"):
        assert len({(what.pair, what.key) for what in told if what.kind == kind}) == len(KEYS)
    assert len(told) == 2 * len(KEYS)
    assert table.joined() == (), "both keys of a seat as one ask to say it again"
    table.tap("green1")  # leaves the page of the table key
    feel(table, {key: worn(rng, [(0.0, 0.1)]) for key in KEYS if key.startswith("green")})
    assert table.joined() == (1, 2, 3, 4, 5, 6)
    table.pull_the_plug()


@pytest.mark.parametrize("first", [2, 5])
def test_two_seats_within_a_millisecond_come_in_their_order(
    first: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = rested(tmp_path)
    told = presses(table, monkeypatch)
    second = 7 - first
    feel(table, {f"green{first}": [(0.0, True), (0.1, False)], f"green{second}": [(0.0009, True), (0.1009, False)]})
    order = [(what.pair, what.kind) for what in told]
    assert order == [(first, "down"), (second, "down"), (first, "tap"), (second, "tap")]
    table.pull_the_plug()


def test_noise_presses_nothing_is_named_once_and_the_other_keys_work(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = rested(tmp_path)
    rng = Random(3)
    others = {f"green{pair}": worn(rng, taps(rng, 0.2, 3)) for pair in (1, 2, 3, 5)}
    feel(table, {"green4": noise(rng, 0.0, 1.9), **others}, seconds=0.0)
    assert notice(table) == text("Key {key} of seat {n}: loose wire.", key="●", n=4)
    assert table.joined() == (1, 2, 3, 5)
    told = presses(table, monkeypatch)
    feel(table, {"green4": [(0.5, True), (0.6, False)]})
    assert told == []
    assert table.joined() == (1, 2, 3, 5), "its line has not been at rest for long"
    table.box.wait(CLEAN_S)
    table.tap("green4")
    assert table.joined() == (1, 2, 3, 4, 5)
    assert warned(caplog) == ["key green4 never rests", "key green4 works again"]
    table.pull_the_plug()


def test_noise_never_commits(tmp_path: Path) -> None:
    """50 Hz, as a long wire picks it up from the mains: no half wave is long enough to look like letting go."""
    table = rested(tmp_path)
    table.start(3)
    saved = table.journal.running()
    assert saved is not None
    for key in ("green1", "red1", "table"):
        feel(table, {key: [(n / 100, n % 2 == 0) for n in range(700)]}, seconds=0.0)
    assert table.journal.running() == saved
    table.pull_the_plug()


def test_a_key_stuck_at_the_start_does_nothing_is_named_and_works_when_it_is_up(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = rested(tmp_path)
    table.start(3)
    table.pull_the_plug()
    monkeypatch.setattr("hardware.twin.pins.mock_pins", with_red1_down)
    again = SteppedBox(tmp_path)
    before = again.journal.running()
    again.box.wait(AT_START_S - 0.1)
    assert notice(again) is None
    again.box.wait(0.2)
    assert notice(again) == text("Key {key} of seat {n} is stuck.", key="○", n=1)
    assert warned(caplog) == ["key red1 is stuck"]
    again.box.wait(100.0)
    assert again.journal.running() == before, "it has not passed"
    again.tap("green1")
    again.hold("green1")
    assert again.journal.running() != before, "the other key of this seat works"
    again.box.release("red1")
    again.box.wait(CLEAN_S + 0.1)
    assert warned(caplog)[1:] == ["key red1 works again"]
    again.pull_the_plug()


def test_a_key_that_sticks_in_the_game_acts_once_and_never_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = rested(tmp_path)
    table.start(3)
    table.tap("green1")
    table.hold("green1")
    table.tap("green2")
    table.hold("green2")
    table.box.press("red3")
    table.box.wait(1.0)
    passed = table.journal.running()
    table.box.wait(STUCK_S - 1.1)
    assert notice(table) != RED3
    table.box.wait(0.2)
    assert notice(table) == RED3
    table.box._go_to(table.box.now + 3600.0)
    assert table.journal.running() == passed, "it has passed once, an hour ago"
    table.box.release("red3")
    table.box.wait(CLEAN_S + 0.1)
    assert table.journal.running() == passed
    assert warned(caplog) == ["key red3 is stuck", "key red3 works again"]
    table.tap("green1")  # the box has gone dark meanwhile: this only lights it
    table.hold("red1")
    assert table.journal.running() != passed
    table.pull_the_plug()


@pytest.mark.parametrize("hours", [0, 1])
def test_a_die_held_for_an_hour_is_not_rolled(hours: int, tmp_path: Path) -> None:
    table = SteppedBox(tmp_path)
    table.play(3, Random(2), 0, until="Rolling")
    while not table.asked.by_lot:
        table.hold(f"green{table.asked.seat}")
    table.box.wait(30.0)
    before = table.journal.running()
    key = f"green{table.asked.seat}"
    table.box.press(key)
    table.box.wait(1.0)
    table.box._go_to(table.box.now + 3600.0 * hours)
    table.box.release(key)
    table.box.wait(2.0)
    assert (table.journal.running() == before) == bool(hours)
    assert table.box.box.table.view(table.box.now).bar is None
    if hours:
        table.tap("green1")  # the box has gone dark meanwhile: this only lights it
    table.hold(f"green{table.asked.seat}")
    assert table.journal.running() != before
    table.pull_the_plug()


def test_without_one_of_its_keys_a_keypad_gives_way_to_leafing_until_the_key_works_again(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path, config(cards="table", die="table"))
    table.play(3, Random(2), 0, until="Rolling")
    table.box.wait(30.0)

    def keys() -> int:
        return len(table.box.box.table.view(table.box.now).keys)

    assert keys() == 4
    table.box.press("green4")
    table.box.wait(STUCK_S + 0.1)
    assert notice(table) == text("Key {key} of seat {n} is stuck.", key="●", n=4)
    assert keys() == 0
    before = table.journal.running()
    table.hold(f"green{table.asked.seat}")
    assert table.journal.running() != before, "its seat has leafed to the first face"
    table.box.release("green4")
    table.box.wait(CLEAN_S + 0.1)
    for _ in range(3):  # its question goes on without; and if it calls the schemer, its owner chooses
        table.hold(f"green{table.asked.seat}")
    table.box.wait(30.0)
    assert keys() == 4
    table.pull_the_plug()


def test_a_stuck_table_key_closes_its_menu_again(tmp_path: Path) -> None:
    table = rested(tmp_path)
    table.box.press("table")
    table.box.wait(6.0)
    assert table.box.box.table.view(table.box.now).title == text("Menu")
    table.box.wait(STUCK_S - 5.9)
    assert notice(table) == text("The table key is stuck.")
    table.tap("green1")
    assert table.joined() == (1,)
    table.pull_the_plug()


def test_the_box_looks_when_a_key_becomes_stuck(tmp_path: Path) -> None:
    table = rested(tmp_path)
    pressed_at = table.box.now
    table.box.press("red6")
    table.box.wait(STUCK_S - 1.0)
    assert table.box.box.next_deadline(table.box.now) == pressed_at + STUCK_S
    table.pull_the_plug()


# --- a red key while people join -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seconds", [3.0, 30.0, STUCK_S - 0.1, STUCK_S + 0.1, 3600.0])
def test_a_red_key_that_is_leaned_on_or_stuck_seats_no_bot(seconds: float, tmp_path: Path) -> None:
    table = rested(tmp_path)
    table.tap("green1", "green2")
    table.box.press("red5")
    table.box.wait(1.0)
    assert table.joined() == (1, 2, 5), "a person's hold would count"
    table.box._go_to(table.box.now + seconds - 1.0)
    assert table.joined() == (1, 2)
    table.box.release("red5")
    table.box.wait(CLEAN_S + 0.1)
    assert table.joined() == (1, 2)
    table.pull_the_plug()


def test_a_red_key_that_has_become_stuck_plays_in_no_game(tmp_path: Path) -> None:
    table = rested(tmp_path)
    table.tap("green1", "green2", "green3")
    table.box.press("red5")
    table.box.wait(0.3)
    table.hold("green1")
    assert table.box.box.table.session is None, "it may still be a finger's"
    table.box.wait(3.0)
    table.hold("green1")
    assert len(table.session.state.setup.seats) == 3
    saved = table.journal.running()
    assert saved is not None
    assert (saved.pairs, saved.bots) == ((1, 2, 3), {})
    table.pull_the_plug()


def test_a_red_key_on_a_loose_wire_seats_no_bot(tmp_path: Path) -> None:
    table = rested(tmp_path)
    feel(table, {"red5": noise(Random(3), 0.0, 5.0)}, seconds=10.0)
    assert table.joined() == ()
    table.pull_the_plug()


def test_a_worn_red_key_seats_one_bot_a_hold(tmp_path: Path) -> None:
    table, rng = rested(tmp_path), Random(7)
    feel(table, {"red5": worn(rng, [(0.0, HOLD_S), (4.0, 4.0 + HOLD_S)])}, seconds=5.0)
    seat = table.box.box.table.view(table.box.now).seats
    assert [each.is_bot for each in seat] == [True]
    table.tap("green1", "green2")
    table.hold("green1")
    saved = table.journal.running()
    assert saved is not None
    assert saved.handed == (HandOver(0, {3: "strong"}),)
    table.pull_the_plug()
