"""Everything an engineer far away asks for, in one file: log, settings, the doctor's answer, the last game.

Laws: nothing secret is in it, neither the seed nor the hidden cards of a game that may go on, nor a password somebody
has put into a file; what cannot be had is named and keeps nothing else out.
"""

from __future__ import annotations

import io
import os
import re
import sqlite3
import tarfile
import time
import zipfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

from companion import result
from companion.daemon import wired
from companion.daemon.resuming import record_of
from companion.games import GAMES
from companion.journal.journal import Journal
from companion.kit.errors import Damaged, LeftOut, UnknownGame, Unusable, Unwritable
from companion.workshop.doctor import tell
from companion.workshop.doctor.examine import Line
from companion.workshop.doctor.facts import Facts
from companion.workshop.doctor.machine import Machine

KINDS: Final = (".zip", ".tar.gz")
LOG_LINES: Final = "5000"
_UNITS: Final = ("--unit=companion", "--unit=companion-trouble")

# How Python writes down an event or a state: `Dealt(seat=1, cards=(…))`. In the log such words may tell hidden cards.
_WRITTEN_DOWN: Final = re.compile(r"\b[A-Z]\w*\(\w+=.*")
_CONFIDING: Final = re.compile(
    r"(?i)^(.*\b\w*(?:password|passwd|passphrase|psk|secret|token|seed)\w*\s*[=:]\s*).*$", re.M
)
_LEFT_OUT: Final = "(left out)"


def kind_of(file: Path) -> str:
    """Which kind of file its name asks for. Raises Unwritable."""
    for kind in KINDS:
        if file.name.endswith(kind):
            return kind
    raise Unwritable(f"--bundle: expected a name that ends in {' or '.join(KINDS)}; came {file.name}")


def gather(machine: Machine, lines: tuple[Line, ...]) -> dict[str, str]:
    """Names and contents; what is missing is named in a file of its own."""
    facts = Facts(machine)
    parts: dict[str, Callable[[], str]] = {
        "doctor.txt": lambda: tell.as_text(lines),
        "doctor.json": lambda: tell.as_json(lines),
        "log.txt": lambda: _log(machine),
        "settings.toml": lambda: _settings(machine),
        **{name: partial(_text, facts.state / name) for rules in GAMES if (name := rules.board_name)},
        wired.FILE: lambda: _text(facts.state / wired.FILE),
        "last-game.jsonl": lambda: _last_game(facts),
    }
    seeds = _seeds(facts)
    found, missing = {}, []
    for name, part in parts.items():
        try:
            text = part()
        except LeftOut as why:
            missing.append(f"{name}: {why}\n")
        else:
            found[name] = text if name.endswith(".jsonl") else _without_secrets(text, seeds)
    return {**found, **({"missing.txt": "".join(missing)} if missing else {})}


def write(file: Path, parts: Mapping[str, str], owner: tuple[int, int] | None = None) -> None:
    """Put them into a file, for this user and group. Raises Unwritable, Unwritten."""
    folder = file.name.removesuffix(kind_of(file))
    packed = (_zip if kind_of(file) == ".zip" else _tar)({f"{folder}/{name}": text for name, text in parts.items()})
    result.keep(file, packed, owner)


def who_asks(environment: Mapping[str, str]) -> tuple[int, int] | None:
    """The user and group behind `sudo`, whose the file is to be."""
    told = environment.get("SUDO_UID", ""), environment.get("SUDO_GID", "")
    return (int(told[0]), int(told[1])) if os.geteuid() == 0 and all(map(str.isdecimal, told)) else None


# --- the parts -------------------------------------------------------------------------------------------------------


def _log(machine: Machine) -> str:
    ran = machine.run(
        "journalctl", *_UNITS, f"--lines={LOG_LINES}", "--no-pager", "--no-hostname", "--output=short-iso"
    )
    if ran is None or ran.code != 0:
        raise LeftOut(ran.err if ran is not None and ran.err else "there is no log to ask")
    return f"{ran.out}\n"


def _settings(machine: Machine) -> str:
    if machine.settings is None:
        raise LeftOut("there is no settings file")
    return _text(machine.settings)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise LeftOut(error.strerror or "it cannot be read") from None


def _last_game(facts: Facts) -> str:
    """Its record, as `companion export` writes it: hidden cards of a game that runs are left out."""
    try:
        journal = Journal(facts.state, read_only=True)
        try:
            numbers = journal.numbers()
            saved = journal.load(numbers[-1]) if numbers else None
            if saved is None:
                raise LeftOut("there is no game yet")
            return record_of(saved)
        finally:
            journal.shut()
    except (Unusable, Damaged, UnknownGame, OSError, sqlite3.Error) as error:
        raise LeftOut(_WRITTEN_DOWN.sub(_LEFT_OUT, str(error))) from None


# --- secrets ---------------------------------------------------------------------------------------------------------


def _seeds(facts: Facts) -> tuple[str, ...]:
    """Of all games on the box, whatever state they are in."""
    found = []
    with suppress(Unusable, OSError, sqlite3.Error):
        journal = Journal(facts.state, read_only=True)
        for number in journal.numbers():
            with suppress(Damaged):
                saved = journal.load(number)
                found += [saved.seed] if saved is not None and saved.seed else []
        journal.shut()
    return tuple(found)


def _without_secrets(text: str, seeds: tuple[str, ...]) -> str:
    for seed in seeds:
        text = text.replace(seed, _LEFT_OUT)
    return _CONFIDING.sub(rf"\g<1>{_LEFT_OUT}", _WRITTEN_DOWN.sub(_LEFT_OUT, text))


# --- the file --------------------------------------------------------------------------------------------------------


def _zip(parts: Mapping[str, str]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in parts.items():
            file.writestr(name, text)
    return packed.getvalue()


def _tar(parts: Mapping[str, str]) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as file:
        for name, text in parts.items():
            entry = tarfile.TarInfo(name)
            raw = text.encode()
            entry.size, entry.mtime = len(raw), int(time.time())
            file.addfile(entry, io.BytesIO(raw))
    return packed.getvalue()
