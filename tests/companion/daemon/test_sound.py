"""What the buzzer's pin plays at the table, in stepped time: through the score, the driver and gpiozero's mock pin."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, pairwise
from math import inf
from pathlib import Path
from random import Random

import pytest
from gpiozero import Device, DigitalInputDevice
from msgspec.structs import replace

from companion.config import Config
from companion.config import SoundSettings as Level
from companion.daemon import demo
from companion.daemon.stepped import TICK_S
from companion.faces.score import SCORE
from companion.faces.sound import PlayedNotes, played
from companion.games import GAMES
from companion.kit.rules import Rules
from companion.kit.text import text
from companion.kit.view import Cue, Loudness
from hardware.buzzer import Buzzer
from hardware.pins import read_pins
from hardware.twin.far_ends import SILENCE, Tone
from tests.companion.daemon.stepped_box import NAMES, SteppedBox, config
from tests.companion.games.every_game import SHORT

pytestmark = [pytest.mark.in_box_time, pytest.mark.untraced]

C4, E4, A4 = 261.63, 329.63, 440.0


def loud(level: Loudness, settings: Config | None = None) -> Config:
    """The settings of a box with this loudness at first."""
    return replace(settings or config(), sound=Level(level))


class Listener:
    """Writes down when the pin's tone changes, when a cue comes, and what the box asks the buzzer to play."""

    def __init__(self, table: SteppedBox, monkeypatch: pytest.MonkeyPatch) -> None:
        self._table = table
        self.tones: list[tuple[float, Tone]] = [(table.box.now, table.box.twin.tone())]
        self.cues: list[tuple[float, Cue]] = []
        self.melodies: list[tuple[float, PlayedNotes]] = []
        show = table.box.parts.buzzer.show

        def spy(melody: PlayedNotes) -> None:
            self.melodies.append((table.box.now, melody))
            show(melody)

        monkeypatch.setattr(table.box.parts.buzzer, "show", spy)
        table.box.watch = self._listen

    def _listen(self) -> None:
        now, tone, cue = self._table.box.now, self._table.box.twin.tone(), self._table.box.box.table.cue
        if tone != self.tones[-1][1]:
            self.tones.append((now, tone))
        if cue is not None and (not self.cues or cue != self.cues[-1][1]):
            self.cues.append((now, cue))

    def since(self, t: float) -> list[tuple[float, Tone]]:
        """The changes from then on, by the seconds passed."""
        return [(at - t, tone) for at, tone in self.tones if at >= t]

    def expected(self) -> Iterator[tuple[float, Tone]]:
        """The changes there must have been: each melody from its time until it is over or the next one comes."""
        last = SILENCE
        for (t, melody), (until, _) in pairwise([*self.melodies, (inf, ())]):
            begins = accumulate((seconds for _, seconds, _ in melody), initial=t)
            tones = [(hertz, share) if hertz is not None else SILENCE for hertz, _, share in melody]
            for at, tone in zip(begins, (*tones, SILENCE), strict=True):
                if at < until - TICK_S and tone != last:
                    last = tone
                    yield at, tone


def test_a_first_bid_is_one_tone_and_calls_whoever_is_asked_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = SteppedBox(tmp_path)
    table.start(3)
    table.box.wait(20.0)
    ear = Listener(table, monkeypatch)
    table.tap("green1")
    table.box.wait(1.0)
    assert len(ear.tones) == 1, "a draft is silent"
    since = table.box.now
    table.hold("green1")
    table.box.wait(1.0)
    (begun, cue), *_ = ear.cues[-1:]
    assert cue.moment == "offer"
    assert begun - since == pytest.approx(0.6, abs=0.01)
    heard = ear.since(begun)
    assert [at for at, _ in heard] == pytest.approx([0.0, 0.06, 0.12, 0.165, 0.21, 0.255], abs=2 * TICK_S)
    assert [tone[0] for _, tone in heard] == pytest.approx([C4, 0, E4, 0, A4, 0], abs=0.01)
    assert {share for _, (_, share) in heard} == {0.1, 0.0}, "softly, to begin with"
    table.pull_the_plug()


@pytest.mark.slow
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_in_a_whole_short_game_every_note_is_on_the_pin_in_time(
    rules: Rules[object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = SteppedBox(tmp_path, loud("full", config(rules.name, NAMES, **SHORT.get(rules.name, {}))))
    ear = Listener(table, monkeypatch)
    for count, session in enumerate(demo.play(table.box, 3, Random(4))):
        last = session
        if count % 3 == 0:
            table.box.wait(8.0)  # nobody goes on before the news are over: no cue is passed over
    table.box.wait(20.0)
    assert last.question is None, "the game has ended"
    heard, expected = ear.tones[1:], list(ear.expected())
    assert [tone for _, tone in heard] == [tone for _, tone in expected]
    assert [at for at, _ in heard] == pytest.approx([at for at, _ in expected], abs=3 * TICK_S)
    asked = dict(ear.melodies)
    for at, cue in ear.cues:
        notes = played(SCORE[cue.moment], "full")
        if cue.moment not in {"offer", "run"} and at in asked:
            assert any(asked[at][start : start + len(notes)] == notes for start in range(len(asked[at]))), cue
    moments = {cue.moment for at, cue in ear.cues if at in asked}
    assert {"win", "run", "place"} <= moments
    assert ear.tones[-1][1] == SILENCE
    table.pull_the_plug()


@pytest.mark.slow
@pytest.mark.in_box_time
def test_sound_changes_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The buzzer has a thread of its own, so here it asks for no instants of its own."""
    monkeypatch.setattr(Buzzer, "next_deadline", lambda _: inf)

    def told(level: Loudness) -> tuple[list[tuple[float, bytes, bytes, float]], tuple[bytes, ...], int]:
        """Everything that was shown, instant by instant; everything in the journal; and the number of tones."""
        table = SteppedBox(tmp_path / level, loud(level))
        box, seen, tones = table.box, [], set()

        def watch() -> None:
            seen.append((box.now, box.twin.memory(), box.twin.colours(), box.box.keyboard.next_deadline()))
            tones.add((box.now, box.twin.tone()[0]))

        box.watch = watch
        table.play(3, Random(6), questions=60)
        saved = table.journal.running()
        assert saved is not None
        table.pull_the_plug()
        return seen, saved.entries, len([hertz for _, hertz in tones if hertz])

    (*silent, none), (*heard, some) = told("off"), told("full")
    assert silent == heard
    assert none == 0
    assert some > 50


def test_a_pin_in_use_costs_one_plain_line_and_no_game(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    table = SteppedBox(tmp_path)
    other = DigitalInputDevice(read_pins().buzzer)
    table.play(3, Random(2), questions=20)
    assert len(table.session.history.done) > 20
    said = [entry.getMessage() for entry in caplog.records]
    assert [line.partition(" cannot")[0] for line in said] == ["buzzer: GPIO 18 (physical pin 12)"], "one plain line"
    assert table.box.box.table.pages.faults == (text("Sound\tmissing"),)
    other.close()
    table.choose(text("Sound"))
    table.tap("green2")
    table.hold("green2")
    table.box.wait(1.0)
    assert not table.box.box.table.pages.faults
    table.pull_the_plug()


def test_how_loud_is_chosen_in_the_menu_heard_at_once_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = SteppedBox(tmp_path)
    table.box.wait(6.0)
    ear = Listener(table, monkeypatch)
    table.choose(text("Sound"))
    table.tap("green2")
    table.hold("green2")
    table.box.wait(1.0)
    assert [tone[0] for _, tone in ear.tones[1:]] == pytest.approx([E4, 0, A4, 0], abs=0.01)
    assert ear.tones[1][1][1] == 0.5
    assert table.journal.sound == "full"
    table.pull_the_plug()
    again = SteppedBox(tmp_path)
    assert again.box.box.table.loudness == "full"
    again.pull_the_plug()


def test_what_cannot_be_a_loudness_is_passed_over(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path)
    table.journal.keep_sound("deafening")
    table.pull_the_plug()
    again = SteppedBox(tmp_path, loud("off"))
    assert again.box.box.table.loudness == "off"
    again.pull_the_plug()


def test_at_the_end_it_is_silent(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path)
    table.start(3)
    table.box.wait(20.0)
    table.tap("green1")
    table.box.press("green1")
    table.box.wait(0.62)
    assert table.box.twin.tone() != SILENCE
    table.box.close()
    assert table.box.twin.tone() == SILENCE
    assert Device.pin_factory.pin(f"GPIO{read_pins().buzzer}").function == "input"
    table.journal.shut()
