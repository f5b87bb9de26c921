"""The loop in real time."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from random import Random
from typing import get_args
from unittest.mock import patch

import msgspec
import pytest
from gpiozero import Device

from companion.config import Config, GameSettings, Holds
from companion.daemon import assembly
from companion.daemon.live import Live
from companion.daemon.parts import twin_parts
from companion.daemon.twin import Twin
from companion.faces import oled
from companion.faces.drift import HOME
from companion.faces.score import melody
from companion.games.galopp_royal.events import Bid
from companion.journal.journal import Journal
from companion.kit.text import text
from companion.kit.view import Loudness, View
from companion.locale import translator
from companion.match.history import Entry, Step
from companion.table.controls import Press
from hardware.line import SerialLine
from hardware.twin.chip import SimulatedBus
from hardware.twin.far_ends import SILENCE
from tests.hardware.worn_contacts import noise

COMMIT_S = 0.05
HOLD_S = 0.2
BIDS = 30
TOLD_S = 6.0
"""The time until the screen that says who begins is over."""


def live_twin(folder: Path, *, are_open: bool = True) -> tuple[Live, Journal]:
    """A twin that runs by the clock, with its journal in a folder, and with or without its keys open."""
    journal = Journal(folder)
    live = Live(
        assembly.assemble(
            msgspec.structs.replace(
                Config(), explains=False, game=GameSettings("galopp-royal"), keys=Holds(hold_s=HOLD_S)
            ),
            journal,
            twin_parts,
        )
    )
    if are_open:
        live.open_keys()
    return live, journal


def test_nothing_is_asked_before_the_keys_are_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.daemon.box.due", lambda _t: HOME)  # else it wanders each minute
    live, journal = live_twin(tmp_path, are_open=False)
    twin, table = live._parts.twin, live.box.table
    assert twin is not None

    def shows(view: View) -> bool:
        assert live._screen.flush(10.0)
        expected = oled.draw(view, translator(table.language))
        return twin.chip.picture().tobytes() == expected.tobytes()

    assert shows(table.opening())
    live.open_keys()
    assert not shows(table.opening())
    assert shows(table.view(time.monotonic()))
    live.close()
    journal.shut()


def test_the_buzzer_plays_in_a_thread_of_its_own_and_is_silent_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.faces.sound.TURN", melody("e4 a4", 0.5))
    live, journal = live_twin(tmp_path)
    twin, box = live._parts.twin, live.box
    assert twin is not None
    box.table.menu.sound.value = "full"
    box.table.say(text("Louder."), time.monotonic())
    box.step(time.monotonic())
    heard, until = set[tuple[float, float]](), time.monotonic() + 10.0
    while not (len(heard) > 2 and twin.tone() == SILENCE) and time.monotonic() < until:
        heard.add(twin.tone())
        time.sleep(0.002)
    assert {(round(hertz), share) for hertz, share in heard} == {(330, 0.5), (440, 0.5), (0, 0.0)}
    assert twin.tone() == SILENCE
    live.close()
    journal.shut()


def test_nothing_is_heard_before_the_keys_are_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before that, the buzzer would open a pin of an earlier life, or none at all."""
    monkeypatch.setattr("companion.faces.sound.Sound.hear", lambda *_: ((440.0, 0.01, 0.5),))
    live, journal = live_twin(tmp_path, are_open=False)
    with patch.object(live._buzzer, "show") as plays:
        for loudness in get_args(Loudness):
            live.box.table.menu.sound.value = loudness
            live.box.step(time.monotonic())
        assert not plays.called
        live.open_keys()
        assert plays.called
    live.close()
    journal.shut()


def test_a_key_of_which_no_edge_comes_is_seen_by_its_level_though_nothing_else_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.daemon.live.SETTLE_S", 0.02)
    monkeypatch.setattr("companion.daemon.live.IDLE_S", 0.05)
    live, journal = live_twin(tmp_path)
    twin, told = live._parts.twin, list[str]()
    assert twin is not None

    def tell(press: Press, _t: float) -> None:
        told.append(f"{press.kind} {press.key}{press.pair}")
        live.stop()

    live.box.table.press = tell  # type: ignore[method-assign, assignment]  # it is told
    Device.pin_factory.pin(live._pins.keys["red4"]).edges = "none"
    threading.Timer(0.2, twin.press, ("red4",)).start()
    live.run()
    assert told == ["down red4"]
    live.close()
    journal.shut()


def test_all_edges_that_wait_cost_one_look_at_the_table(tmp_path: Path) -> None:
    live, journal = live_twin(tmp_path)
    twin = live._parts.twin
    assert twin is not None
    for _ in range(1000):  # a noisy line, for half a second
        twin.press("red4")
        twin.release("red4")
    live.stop()
    box = live.box
    with patch.object(box, "step", wraps=box.step) as looks, patch.object(box, "feed", wraps=box.feed) as fed:
        assert live.run() is None
    assert fed.call_count == 2000
    assert looks.call_count <= 1
    live.close()
    journal.shut()


def test_a_press_on_a_page_that_was_told_late_is_let_go_as_late_and_lasts_as_long(tmp_path: Path) -> None:
    live, journal = live_twin(tmp_path)
    twin, told = live._parts.twin, list[tuple[str, float]]()
    assert twin is not None
    live.box.table.press = lambda press, t: told.append((press.kind, t))  # type: ignore[method-assign]  # it is told

    def come_at_once() -> None:
        for key, held_s in (("green1", HOLD_S + 0.05), ("green2", 0.08)):
            twin.press(key)
            twin.hold(key, 0.0)
            twin.release(key, held_s)
        until = time.monotonic() + 10.0
        while len(told) < 5 and time.monotonic() < until:
            time.sleep(0.01)
        live.stop()

    hand = threading.Thread(target=come_at_once)
    hand.start()
    live.run()
    hand.join()
    assert [kind for kind, _ in told] == ["down", "down", "tap", "hold", "release"]
    assert told[3][1] - told[0][1] == pytest.approx(HOLD_S)
    live.close()
    journal.shut()


def tap(twin: Twin, key: str) -> None:
    """Tap as a page does, which reports how long: so a busy machine cannot turn the tap into a hold."""
    twin.press(key)
    twin.hold(key, 0.0)
    time.sleep(0.05)
    twin.release(key, 0.05)
    time.sleep(0.06)


@pytest.mark.slow
def test_the_game_waits_neither_for_a_display_nor_for_lights_that_hang(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does a noisy line delay the other keys. The disk's own time is not theirs: other tests write to it, too."""
    live, journal = live_twin(tmp_path)
    twin = live._parts.twin
    assert twin is not None
    committed: list[tuple[float, float]] = []
    append = journal.append

    def spy(entry: Entry) -> None:
        began = time.monotonic()
        append(entry)
        if isinstance(entry, Step) and isinstance(entry.events[0], Bid):
            committed.append((began, time.monotonic()))

    monkeypatch.setattr(journal, "append", spy)
    plugged_in, over = threading.Event(), threading.Event()
    for far_end, call in ((SimulatedBus, "write_i2c_block_data"), (SerialLine, "send")):
        send = getattr(far_end, call)
        monkeypatch.setattr(far_end, call, lambda *data, send=send: (plugged_in.wait(), send(*data))[1])
    bids: list[float] = []

    def hold(key: str) -> float:
        pressed_at = time.monotonic()
        twin.press(key)
        time.sleep(HOLD_S + 0.1)
        twin.release(key)
        time.sleep(0.06)
        return pressed_at

    def play() -> None:
        for pair in (1, 2, 3):
            tap(twin, f"green{pair}")
        hold("green1")
        time.sleep(TOLD_S)
        for n in range(BIDS):
            tap(twin, f"green{n % 3 + 1}")
            bids.append(hold(f"green{n % 3 + 1}"))
        over.set()
        live.stop()

    def hum() -> None:
        for t, pressed in noise(Random(1), time.monotonic(), 600.0):
            time.sleep(max(t - time.monotonic(), 0.0))
            (twin.press if pressed else twin.release)("red6")
            if over.is_set():
                return

    hands = [threading.Thread(target=play), threading.Thread(target=hum)]
    for hand in hands:
        hand.start()
    live.run()
    hanging_s = time.monotonic() - max(live._screen.ticked_at, live._strip.ticked_at)
    plugged_in.set()
    for hand in hands:
        hand.join()
    live.close()
    assert journal.is_saved
    journal.shut()
    assert hanging_s > 5.0, "both hung indeed"
    late, whole = (
        [at - bid - HOLD_S for at, bid in zip(times, bids, strict=True)] for times in zip(*committed, strict=True)
    )
    print(f"slowest of {len(late)} commits: {1000 * max(late):.1f} ms after the hold, up to the disk")
    assert min(late) >= 0
    assert max(late) < COMMIT_S
    assert sorted(whole)[-2] < COMMIT_S, "the disk is slow once at most"
