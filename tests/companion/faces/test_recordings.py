"""Spoken by espeak-ng: an auction, the finish of a race, a turn of Cat Royal, in four languages, length and order."""

from __future__ import annotations

import functools
import re
import shutil
import wave
from array import array
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from typing import Final, Generic, TypeVar

import pytest
from msgspec.structs import replace

from companion.config import SpeechSettings
from companion.daemon.speaker import Speaker
from companion.faces.aloud import LETTER_S, Aloud, Utterance
from companion.games.cat_royal.state import State as CatState
from companion.games.galopp_royal.state import State
from companion.kit.rules import Rules
from companion.locale import LANGUAGES, translator
from companion.match.session import Session
from companion.table.ports import Settings
from companion.testing.whole_games import NAMES, SEED
from tests.companion.games.cat_royal.positions import RULES as CATS
from tests.companion.games.cat_royal.positions import turn
from tests.companion.games.galopp_royal.positions import RULES, race
from tests.companion.table.at_the_table import HOLD_S, Hands, opened

pytestmark = [
    pytest.mark.untraced,
    pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed: apt install espeak-ng"),
]

S = TypeVar("S")

FRAME_S: Final = 0.01
OPENING: Final = 120
"""Frames of the beginning of a sentence, by which it is found."""
FINDABLE: Final = 12
"""Letters of the shortest sentence that sounds like no piece of another one."""
QUIET: Final = 20
"""Below this mean amplitude nobody speaks."""
LIKE: Final = 0.75
"""The correlation from which on two recordings are of the same words."""


# --- what is heard at a table ----------------------------------------------------------------------------------------


class Listeners(Hands[S], Generic[S]):
    """People at a table, with a listener in each language."""

    def __init__(self, rules: Rules[S], state: S) -> None:
        super().__init__(rules, Settings(LANGUAGES, NAMES, {"cards": "box", "die": "box"}, {}, HOLD_S, 2.0, 5.0))
        self.heard: dict[str, list[str]] = {language: [] for language in LANGUAGES}
        self._ears = {language: Aloud() for language in LANGUAGES}
        self.table.go_on(Session(rules, SEED, state), (1, 2, 3, 4), self.t)
        self.wait(0.1)

    def wait(self, seconds: float) -> None:
        end = self.t + seconds
        while self.t < end:
            super().wait(min(0.1, end - self.t))
            for language, ear in self._ears.items():
                view, wish, words = self.table.heard(self.view, self.t), self.table.wish, translator(language)
                if (said := ear.hear(view, wish, "all", language, words, self.t)) is not None:
                    self.heard[language].append(said.words)


@functools.cache
def auction() -> dict[str, list[str]]:
    """Hans goes up to three coins and places them; Pia passes."""
    table: Listeners[State] = Listeners(RULES, opened())
    table.tap(1, times=3)
    table.hold(1)
    table.wait(10.0)
    table.hold(2, "red")
    table.wait(10.0)
    return table.heard


@functools.cache
def finish() -> dict[str, list[str]]:
    """Hans rolls and is the first to arrive."""
    before = race(4, chairs=(race().finish - 1, 4, 5, 6))
    table: Listeners[State] = Listeners(RULES, replace(before, displays=(("1", "2", "1", "2"),) * 4))
    table.hold(1)
    table.wait(30.0)
    return table.heard


@functools.cache
def cats() -> dict[str, list[str]]:
    """Hans plays his only card: a figure runs five fields; then it is Pia's turn."""
    table: Listeners[CatState] = Listeners(CATS, turn("1C 20, 2J 40", "5"))
    for _ in range(8):
        if table.turn != 1:
            break
        table.tap(1)
        table.hold(1)
    table.wait(30.0)
    return table.heard


SCENES: Final[dict[str, Callable[[], dict[str, list[str]]]]] = {"auction": auction, "finish": finish, "cats": cats}


# --- what is recorded ------------------------------------------------------------------------------------------------


class Recording:
    """What the box's voice, by its own command, makes of words."""

    def __init__(self, folder: Path, language: str, words: str) -> None:
        file = folder / "spoken.wav"
        speaker = Speaker((*SpeechSettings().command, "-w", str(file)))
        speaker.say(Utterance(language, words))
        process = speaker._speaking
        assert process is not None
        assert process.wait(30.0) == 0
        speaker.stop()
        with wave.open(str(file)) as wav:
            rate, samples = wav.getframerate(), array("h", wav.readframes(wav.getnframes()))
        self.seconds = len(samples) / rate
        step = int(rate * FRAME_S)
        loud = [sum(map(abs, samples[at : at + step])) / step for at in range(0, len(samples) - step, step)]
        heard = [at for at, level in enumerate(loud) if level > QUIET]
        self.loud = loud[heard[0] : heard[-1] + 1]
        """How loud each hundredth of a second is, from the first sound to the last."""

    def find(self, part: Recording) -> tuple[float, int]:
        """How much some moment sounds like the beginning of another recording, and which frame it is."""
        opening = part.loud[:OPENING]
        size = len(opening)
        return max((_likeness(opening, self.loud[at : at + size]), at) for at in range(len(self.loud) - size + 1))


def _likeness(one: list[float], other: list[float]) -> float:
    """The correlation of two lists, -1 … 1."""
    a, b = sum(one) / len(one), sum(other) / len(other)
    both = sum((x - a) * (y - b) for x, y in zip(one, other, strict=True))
    return both / (sqrt(sum((x - a) ** 2 for x in one) * sum((y - b) ** 2 for y in other)) or 1.0)


def parts(words: str) -> list[str]:
    """The sentences of an utterance that are long enough to be found again."""
    return [f"{part}." for part in words.removesuffix(".").split(". ") if len(part) >= FINDABLE]


# --- tests -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_auction_is_told_in_the_order_of_its_bids(language: str) -> None:
    told = auction()[language]
    assert told[0].startswith("Hans")
    bids = [re.compile(rf"Hans ?: (?:\w+ )?{n}\b[^.]*\?") for n in (2, 3)]
    drafts = [next((at for at, words in enumerate(told) if bid.match(words)), -1) for bid in bids]
    assert 0 < drafts[0] < drafts[1]
    pia = next(at for at, words in enumerate(told) if words.startswith("Pia"))
    werner = next(at for at, words in enumerate(told) if words.startswith("Werner"))
    assert drafts[1] < pia < werner


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_finish_is_told_before_the_next_turn(language: str) -> None:
    told = finish()[language]
    assert told[0].startswith("Hans")
    arrival = next(at for at, words in enumerate(told) if at and "Hans" in words)
    following = next(at for at, words in enumerate(told) if words.startswith("Pia"))
    assert 0 < arrival < following


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_turn_of_cats_is_told_from_the_card_to_the_next_player(language: str) -> None:
    told = cats()[language]
    assert told[0].startswith("Hans ")
    assert any("5" in words for words in told[1:])
    assert told[-1].startswith("Pia ")


def test_no_language_says_what_another_one_says() -> None:
    for scene in SCENES.values():
        first = {tuple(words) for words in scene().values()}
        assert len(first) == len(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scene", SCENES)
def test_its_voice_takes_as_long_as_its_letters_and_says_them_in_order(
    scene: str, language: str, tmp_path: Path
) -> None:
    told = SCENES[scene]()[language]
    longest = max(told, key=lambda words: (len(parts(words)), len(words)))
    assert len(parts(longest)) > 1
    letters = seconds = 0.0
    for words in dict.fromkeys(told):
        spoken = Recording(tmp_path, language, words)
        letters, seconds = letters + len(words), seconds + spoken.seconds
        if words != longest:
            continue
        found = [spoken.find(Recording(tmp_path, language, part)) for part in parts(words)]
        assert [at for _, at in found] == sorted({at for _, at in found}), "each sentence after the one before"
        assert min(likeness for likeness, _ in found) > LIKE
    assert 0.5 < seconds / (letters * LETTER_S) < 2.0, "the buzzer is silent for about as long"
