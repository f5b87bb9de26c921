"""The faults of parts and keys, and what the table is told of them.

Laws: each failure and each recovery is told once, in a sentence, even if its reason changes meanwhile (the log has each
reason once); while a fault lasts, it has a line among the pages of the table key.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol

import msgspec

from companion.daemon.presses import pair_of
from companion.kit.text import Text, speak, text
from companion.kit.view import MARKS, Key
from hardware.keyboard import Health, Trouble

_log = logging.getLogger(__name__)


class Faulty(Protocol):
    """A part that can fail and recover."""

    @property
    def fault(self) -> str | None:
        """What is wrong and what to do; `None`: nothing is wrong."""


class WatchedPart(msgspec.Struct):
    """A part whose faults the table is told."""

    part: Faulty
    lost: Text
    line: Text
    """Its line while a fault lasts."""
    found: Text
    warning: Callable[[], Text | None] = lambda: None
    """A line to show while the part works, if any."""
    reasons: set[str] = msgspec.field(default_factory=set)
    """All reasons that the part gave since it failed; empty: it works."""


def watched(
    oled_part: Faulty, strip_part: Faulty, buzzer_part: Faulty, voice: Faulty, other_chip: Callable[[], str | None]
) -> tuple[WatchedPart, ...]:
    """The parts, with the sentences for the table; the display may warn that its chip is another one."""

    def warning() -> Text | None:
        return text("Display\tchip {name}?", name=name) if (name := other_chip()) is not None else None

    return (
        WatchedPart(
            oled_part,
            text("The display does not answer."),
            text("Display\tmissing"),
            text("The display is back."),
            warning,
        ),
        WatchedPart(
            strip_part, text("The lights do not answer."), text("Lights\tmissing"), text("The lights are back.")
        ),
        WatchedPart(
            buzzer_part, text("The buzzer cannot be used."), text("Sound\tmissing"), text("The sound is back.")
        ),
        WatchedPart(voice, text("The voice does not answer."), text("Speech\tmissing"), text("The voice is back.")),
    )


class Faults:
    """Everything that is wrong now."""

    def __init__(self, parts: Sequence[WatchedPart]) -> None:
        self._parts = parts
        self._keys: dict[str, Text] = {}

    @property
    def lines(self) -> tuple[Text, ...]:
        """A line for each fault."""
        parts = (watched.line if watched.reasons else watched.warning() for watched in self._parts)
        return (*(line for line in parts if line is not None), *self._keys.values())

    def look(self) -> list[Text]:
        """A sentence for each part that has failed or recovered since the last look."""
        said = []
        for watched in self._parts:
            fault, reasons = watched.part.fault, watched.reasons
            if fault is None and reasons:
                _log.warning("%s", speak(watched.found, str))
                said.append(watched.found)
                reasons.clear()
            elif fault is not None and fault not in reasons:
                _log.warning("%s", fault)
                said += [] if reasons else [watched.lost]
                reasons.add(fault)
        return said

    def of_key(self, health: Health) -> Text | None:
        """A sentence for a key that is ignored from now on; `None`: the key works again."""
        _log.warning("key %s %s", health.key, _SENTENCES[health.trouble])
        self._keys.pop(health.key, None)
        if health.trouble is None:
            return None
        said, self._keys[health.key] = _told(health.trouble, *pair_of(health.key))
        return said


_SENTENCES: Final[Mapping[Trouble | None, str]] = {
    "stuck": "is stuck: it has been down too long and is ignored until it is up; check the key and its wire",
    "noisy": "never rests: it is ignored until it does; check its wire for a loose end",
    None: "works again",
}


def _told(trouble: Trouble, pair: int, key: Key) -> tuple[Text, Text]:
    """The trouble of a key as a sentence and as a line."""
    match trouble, key:
        case "stuck", "table":
            return text("The table key is stuck."), text("Table\tstuck")
        case "stuck", _:
            line = text("{key} {n}\tstuck", key=MARKS[key], n=pair)
            return text("Key {key} of seat {n} is stuck.", key=MARKS[key], n=pair), line
        case _, "table":
            return text("Table key: loose wire."), text("Table\tloose wire")
        case _:
            line = text("{key} {n}\tloose wire", key=MARKS[key], n=pair)
            return text("Key {key} of seat {n}: loose wire.", key=MARKS[key], n=pair), line
