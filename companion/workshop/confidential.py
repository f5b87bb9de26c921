"""Leaves secrets out of a text: every secret value that this box knows, and all that looks like one.

Law: a value is found in every way of writing: quoted for an address, in base64, in code, in capitals.
"""

from __future__ import annotations

import base64
import json
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, quote_plus, unquote

from companion.daemon import owner
from companion.daemon.earlier import LOOKED_AT
from companion.daemon.locks import FILE as LOCKS
from companion.daemon.trouble import legible_settings
from companion.journal.journal import Journal
from companion.kit.errors import BadConfig, Damaged, Unusable
from companion.toml_file import read_toml
from companion.workshop import known_keys
from companion.workshop.doctor.facts import Facts
from companion.workshop.doctor.machine import Machine

LEFT_OUT: Final = "(left out)"
LEAST: Final = 6
"""In letters: a shorter value is left out only where it stands as a whole word."""
WIFI: Final = ("/etc/NetworkManager/system-connections/*", "/etc/wpa_supplicant/*.conf", "/etc/netplan/*")

_NAMES: Final = (
    r"pass(?:word|wd|phrase|code|wort)|kennwort|wachtwoord|mot[ _-]?de[ _-]?passe|mdp|psk|wep[ _-]?key|secret|geheim"
    r"|token|seed|credential|authorization|cookie|(?:api|access|auth|private|session)[ _-]?key"
)
"""What people and programs call a secret, in the four languages."""
_NAME: Final = rf"(?<![^\s\"'(\[{{,;?&])[\w.-]*(?:(?:{_NAMES})(?!\w*file\b)|\b(?:pin|pass)\b)[\w-]*[\"']?\s*"
_NAMED: Final = re.compile(rf"(?i)({_NAME}[=:]\s*)\S.*")
_GIVEN: Final = re.compile(
    rf"(?i){_NAME}(?:[=:]|is\b|ist\b|est\b)\s*(?:\"((?:[^\"\\\n]|\\.)+)\"|'([^'\n]+)'|((\S+).*))"
)
"""Finds the value after such a name: in quotes; or without quotes, with all that follows it and alone."""
_FILE: Final = re.compile(r"(?m)password_file\s*=\s*[\"']([^\"'\n]+)")
_LONG_HEX: Final = re.compile(r"(?i)(?<![0-9a-z])[0-9a-f]{32,}(?![0-9a-z])")
_IN_ADDRESS: Final = re.compile(r"(//)(?:[^\s/:\"'<>]*:)?([^\s\"'<>]+)(@)")
# RFC 6750's scheme is also a word of a game, and that word may stand nowhere else (`tests/test_words.py`).
_CREDENTIALS: Final = re.compile(r"(?i)\b(b[e]arer|basic)(\s+)[\w+/=.~-]{8,}")
_PEM: Final = re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)", re.S)
# How Python writes an event or a state: `Dealt(seat=1, cards=(…))`. In the log such words may give away hidden cards.
_WRITTEN_DOWN: Final = re.compile(r"\b[A-Z]\w*\(\w+=.*")


class Confidential:
    """The secrets of one box."""

    def __init__(self, values: Iterable[str]) -> None:
        longest_first = sorted({value.strip() for value in values} - {""}, key=len, reverse=True)
        self._long = tuple(form for value in longest_first if len(value) >= LEAST for form in forms(value))
        self._short = tuple(
            re.compile(rf"(?<!\w){re.escape(form)}(?!\w)")
            for value in longest_first
            if len(value) < LEAST
            for form in forms(value)
        )

    def without(self, text: str) -> str:
        """The text without secret values and without all that looks like one."""
        text = self.without_values(text)
        text = _PEM.sub(LEFT_OUT, text)
        text = _IN_ADDRESS.sub(rf"\g<1>{LEFT_OUT}\g<3>", text)
        text = _CREDENTIALS.sub(rf"\g<1>\g<2>{LEFT_OUT}", text)
        text = _LONG_HEX.sub(LEFT_OUT, text)
        return _NAMED.sub(rf"\g<1>{LEFT_OUT}", _WRITTEN_DOWN.sub(LEFT_OUT, text))

    def without_values(self, text: str) -> str:
        """The text without secret values, and the rest unchanged."""
        for form in self._long:
            text = text.replace(form, LEFT_OUT)
        for short in self._short:
            text = short.sub(LEFT_OUT, text)
        return text

    def without_values_in_json(self, lines: str) -> str:
        """The same for lines of JSON, which stay JSON."""
        if self.without_values(lines) == lines:
            return lines
        return "".join(self._without_in_line(line) for line in lines.splitlines(keepends=True))

    def _without_in_line(self, line: str) -> str:
        told = json.loads(line)
        less = _each(told, self.without_values)
        return line if less == told else json.dumps(less, ensure_ascii=False) + "\n"


def _each(told: Any, change: Callable[[str], str]) -> Any:
    match told:
        case str():
            return change(told)
        case list():
            return [_each(one, change) for one in told]
        case dict():
            return {key: _each(one, change) for key, one in told.items()}
        case _:
            return told


def forms(value: str) -> tuple[str, ...]:
    """All ways in which a value may be written, the longest first."""
    raw = value.encode("utf-8", "surrogateescape")
    once = {
        value,
        quote(value, safe=""),
        quote(value),
        quote_plus(value),
        escape(value),
        json.dumps(value)[1:-1],
        json.dumps(value, ensure_ascii=False)[1:-1],
        repr(value)[1:-1],
        ascii(value)[1:-1],
        repr(raw)[2:-1],
        raw.hex(),
    }
    found = {form for one in once for form in (one, one.upper(), one.lower())}
    found |= {form for before in range(3) for coded in _base64(raw, before) for form in (coded, quote(coded, safe=""))}
    return tuple(sorted(found - {""}, key=len, reverse=True))


def _base64(raw: bytes, before: int) -> Iterator[str]:
    """The letters that depend on this value alone, if so many bytes come before it and more bytes come after it."""
    begin, end = -(-before * 8 // 6), (before + len(raw)) * 8 // 6
    for encode in (base64.b64encode, base64.urlsafe_b64encode):
        if end - begin >= 4:
            yield encode(bytes(before) + raw + bytes(3)).decode()[begin:end]


# --- what the box knows ----------------------------------------------------------------------------------------------


def of(facts: Facts) -> set[str]:
    """Every secret value on a machine that this user may read."""
    machine = facts.machine
    files = [machine.settings] if machine.settings is not None else []
    texts = [_text(path) for path in (*files, *facts.state.glob("*.toml"))]
    texts += [machine.words(machine.name(path)) or "" for pattern in WIFI for path in machine.there(pattern)]
    named = {value for text in texts for value in given(text)}
    kept = {line for text in texts for path in _FILE.findall(text) for line in (machine.words(path) or "").splitlines()}
    around = {value for name, value in machine.environment.items() if re.search(_NAMES, name, re.IGNORECASE)}
    return {*named, *kept, *around, *_unknown(machine), *_refused(facts), *_locks(facts.state), *seeds(facts)}


def given(text: str) -> Iterator[str]:
    """The values in a file after a name for a secret, also in comments, and those in addresses."""
    for found in _GIVEN.finditer(text):
        for value in filter(None, found.groups()):
            yield from (value, value.replace('\\"', '"').replace("\\\\", "\\"))
    for found in _IN_ADDRESS.finditer(text):
        yield from (found[2], unquote(found[2]))


def seeds(facts: Facts) -> set[str]:
    """The seeds of the games that can still be resumed, and of those that ended just before."""
    found = set()
    with suppress(Unusable, OSError, sqlite3.Error):
        journal = Journal(facts.state, read_only=True)
        for number in journal.numbers(LOOKED_AT):
            with suppress(Damaged):
                saved = journal.load(number)
                found |= {saved.seed} if saved is not None and saved.seed else set()
        journal.shut()
    return found


def _unknown(machine: Machine) -> set[str]:
    """Values in the settings that belong to unknown keys, or are of another kind than expected."""
    if machine.settings is None:
        return set()
    try:
        raw = read_toml(machine.settings)
    except BadConfig:
        raw = legible_settings(machine.settings)
    return {*_scalars(raw)} - {*_scalars(known_keys.known(machine.settings, raw))}


def _refused(facts: Facts) -> set[str]:
    """Values in the file of a board that are not used: the sentence that refuses one may repeat it."""
    found = set()
    for board in owner.boards():
        with suppress(BadConfig, OSError):
            path = facts.state / board.name
            if (used := board.look(path)) is not None:
                found |= {*_scalars(read_toml(path))} - {*_scalars(used.parts)}
    return {value for value in found if not value.isnumeric()}


def _scalars(raw: object) -> Iterator[str]:
    match raw:
        case dict():
            yield from (value for each in raw.values() for value in _scalars(each))
        case list():
            yield from (value for each in raw for value in _scalars(each))
        case bool():
            pass
        case _:
            yield str(raw)


def _locks(folder: Path) -> set[str]:
    """The hashes of phones' keys: the box knows only these, and even they are left out."""
    return {value for value in re.findall(r'"([^"]*)"', _text(folder / LOCKS)) if len(value) >= LEAST}


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
