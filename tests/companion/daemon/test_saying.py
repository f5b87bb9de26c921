"""What a box says aloud through its line while people play, in stepped time; the buzzer gives way to it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.config import SpeechSettings
from companion.daemon import assembly, demo, to_speaker
from companion.daemon.to_speaker import SpeakerLine
from companion.faces.aloud import LETTER_S, Utterance
from companion.faces.sound import PlayedNotes
from companion.games import GAMES
from companion.kit.rules import Rules
from companion.kit.text import text
from companion.kit.view import Speech
from hardware.twin.far_ends import SILENCE
from tests.companion.daemon.stepped_box import NAMES, SteppedBox, config
from tests.companion.games.every_game import SHORT

pytestmark = [pytest.mark.in_box_time, pytest.mark.untraced]


class Ear:
    """Writes down what a box says, and when it plays a melody."""

    def __init__(self, table: SteppedBox, monkeypatch: pytest.MonkeyPatch) -> None:
        self.said: list[tuple[float, str]] = []
        self.melodies: list[tuple[float, PlayedNotes]] = []
        parts, box = table.box.parts, table.box
        show = parts.buzzer.show

        def say(said: Utterance) -> None:
            assert said.language == box.box.table.language
            self.said.append((box.now, said.words))

        def play(melody: PlayedNotes) -> None:
            self.melodies.append((box.now, melody))
            show(melody)

        monkeypatch.setattr(parts.voice, "show", say)
        monkeypatch.setattr(parts.buzzer, "show", play)

    @property
    def words(self) -> list[str]:
        return [words for _, words in self.said]


def speaking(speech: Speech, settings: Any = None) -> Any:
    return replace(settings or config(), speech=SpeechSettings(speech))


def chord(table: SteppedBox, pair: int) -> None:
    for key in (f"green{pair}", f"red{pair}"):
        table.box.press(key)
        table.box.wait(0.05)
    for key in (f"green{pair}", f"red{pair}"):
        table.box.release(key)
        table.box.wait(0.05)


def racing(folder: Path, speech: Speech, monkeypatch: pytest.MonkeyPatch) -> tuple[SteppedBox, Ear]:
    """Somebody is about to roll."""
    table = SteppedBox(folder, speaking(speech))
    ear = Ear(table, monkeypatch)
    for session in demo.play(table.box, 3, Random(2)):
        if session.question is not None and session.question.by_lot:
            break
    table.box.wait(20.0)
    return table, ear


def test_a_box_says_nothing_until_somebody_wants_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, ear = racing(tmp_path, "off", monkeypatch)
    chord(table, 1)
    table.box.wait(1.0)
    assert ear.said == []
    table.pull_the_plug()


def test_two_keys_say_it_again_and_once_more_the_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, ear = racing(tmp_path, "turns", monkeypatch)
    before, done = len(ear.said), len(table.session.history.done)
    chord(table, 2)
    table.box.wait(0.3)
    chord(table, 2)
    table.box.wait(0.3)
    again, board = ear.words[before:]
    assert again.startswith(tuple(f"{name} rolls: " for name in NAMES))
    assert all(f"{name}: " in board for name in NAMES[:3])
    assert len(table.session.history.done) == done
    table.pull_the_plug()


@pytest.mark.parametrize("speech", ["turns", "all"])
def test_while_it_speaks_no_melody_begins_and_words_end_one(
    speech: Speech, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ear = racing(tmp_path, speech, monkeypatch)
    for t, melody in ear.melodies:
        speaks = [words for at, words in ear.said if at <= t < at + LETTER_S * len(words)]
        assert not melody or not speaks, speaks
    assert len(ear.said) > 3
    table.pull_the_plug()


def test_words_end_the_tone_that_sounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = racing(tmp_path, "turns", monkeypatch)
    table.box.parts.buzzer.show(((440.0, 30.0, 0.5),))
    table.box.wait(0.1)
    assert table.box.twin.tone() != SILENCE
    chord(table, 1)
    table.box.wait(0.1)
    assert table.box.twin.tone() == SILENCE
    table.pull_the_plug()


def test_a_look_at_ones_own_cards_is_not_spoken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = SteppedBox(tmp_path, speaking("all", config("cat-royal", NAMES)))
    ear = Ear(table, monkeypatch)
    table.start(3)
    table.box.wait(30.0)
    before = len(ear.said)
    table.box.press("green2")
    table.box.wait(2.0)
    view = table.box.box.table.view(table.box.now)
    assert view != table.box.box.table.heard(view, table.box.now)
    assert ear.words[before:] == []
    table.box.release("green2")
    table.pull_the_plug()


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_a_short_game_is_told_turn_by_turn_to_its_end(
    rules: Rules[object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = SteppedBox(tmp_path, speaking("all", config(rules.name, NAMES, **SHORT.get(rules.name, {}))))
    ear = Ear(table, monkeypatch)
    for session in demo.play(table.box, 3, Random(4)):
        last = session
    table.box.wait(20.0)
    assert last.question is None
    called = [words.split(":")[0] for words in ear.words]
    assert {*NAMES[:3]} <= {*called}
    assert len(ear.said) > len(last.history.done) / 2
    assert any("wins" in words or "victory" in words for words in ear.words)
    table.pull_the_plug()


def test_speech_is_chosen_in_the_menu_heard_at_once_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assembly, "can_speak", lambda _: True)
    table = SteppedBox(tmp_path)
    ear = Ear(table, monkeypatch)
    table.start(3)
    table.box.wait(20.0)
    table.choose(text("Speech"))
    table.tap("green2")
    table.hold("green2")
    table.box.wait(1.0)
    assert len(ear.said) == 1
    assert table.journal.speech == "turns"
    table.pull_the_plug()
    again = SteppedBox(tmp_path)
    assert again.box.box.table.aloud == "turns"
    again.pull_the_plug()


def test_what_nobody_can_say_is_passed_over(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path)
    table.journal.keep_speech("whispers")
    table.pull_the_plug()
    again = SteppedBox(tmp_path, speaking("turns"))
    assert again.box.box.table.aloud == "turns"
    again.pull_the_plug()


def test_a_voice_that_is_gone_is_told_and_the_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(to_speaker, "SOCKET", tmp_path / "words")
    table = SteppedBox(tmp_path, speaking("all"))
    monkeypatch.setattr(table.box.parts.voice, "_path", tmp_path / "words")
    table.start(3)
    table.box.wait(1.0)
    assert isinstance(table.box.parts.voice, SpeakerLine)
    assert text("Speech\tmissing") in table.box.box.table.pages.faults
    assert table.session.question is not None
    table.pull_the_plug()
