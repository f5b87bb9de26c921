"""Everything an engineer far away asks for, in one file: log, settings, the doctor's answer, the last game.

Laws: it holds no secret (`confidential`): no seed and no hidden cards of a game that may go on, and no password that
somebody has put into a file. A part that cannot be had is named, and the other parts are still there.
"""

from __future__ import annotations

import io
import os
import sqlite3
import tarfile
import time
import zipfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from companion import result
from companion.daemon import wired
from companion.daemon.resuming import record_of
from companion.files import is_there
from companion.games import GAMES
from companion.journal.journal import Journal
from companion.kit.errors import BadConfig, Damaged, LeftOut, UnknownGame, Unusable, Unwritable
from companion.workshop import confidential, known_keys
from companion.workshop.confidential import Confidential
from companion.workshop.doctor import tell
from companion.workshop.doctor.examine import CheckResult
from companion.workshop.doctor.facts import Facts
from companion.workshop.doctor.machine import Machine

KINDS: Final = (".zip", ".tar.gz")
LOG_LINES: Final = "5000"
_UNITS: Final = ("--unit=companion", "--unit=companion-trouble")

FOLDER: Final = "companion-support"
"""The folder within the file. It has a fixed name: a name that the owner chose may give something away."""


def kind_of(file: Path) -> str:
    """The kind of file that its name asks for. Raises Unwritable."""
    for kind in KINDS:
        if file.name.endswith(kind):
            return kind
    raise Unwritable(f"--bundle: expected a name that ends in {' or '.join(KINDS)}; came {file.name}")


def gather(machine: Machine, lines: tuple[CheckResult, ...]) -> dict[str, str]:
    """The names and contents of all parts; one more part lists what is missing."""
    facts = Facts(machine)
    values = confidential.of(facts)
    without = Confidential(values).without
    said = [_told(line, without) for line in lines]
    files: dict[str, Callable[[], str]] = {
        "log.txt": lambda: _log(machine),
        "settings.toml": lambda: _settings(machine),
        **{rules.board_name: partial(known_keys.board, facts.state, rules) for rules in GAMES if rules.board_name},
        wired.FILE: lambda: _wired(facts),
    }
    parts: dict[str, Callable[[], str]] = {
        "doctor.txt": lambda: tell.as_text(said),
        "doctor.json": lambda: tell.as_json(said),
        **{name: partial(_less, file, without) for name, file in files.items()},
        "last-game.jsonl": lambda: _last_game(facts, values),
    }
    found, missing = {}, []
    for name, part in parts.items():
        try:
            found[name] = part()
        except (LeftOut, BadConfig) as why:
            missing.append(without(f"{name}: {machine.said(why)}") + "\n")
        except OSError as why:
            missing.append(f"{name}: {why.strerror}.\n")
    return {**found, **({"missing.txt": "".join(missing)} if missing else {})}


def write(file: Path, parts: Mapping[str, str], owner: tuple[int, int] | None = None) -> None:
    """Put them into a file, for this user and group. Raises Unwritable, Unwritten."""
    pack = _zip if kind_of(file) == ".zip" else _tar
    result.keep(file, pack({f"{FOLDER}/{name}": text for name, text in parts.items()}), owner)


def who_asks(environment: Mapping[str, str]) -> tuple[int, int] | None:
    """The user and group behind `sudo`, who shall own the file."""
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


def _less(file: Callable[[], str], without: Callable[[str], str]) -> str:
    return without(file())


def _told(line: CheckResult, without: Callable[[str], str]) -> CheckResult:
    finding = replace(line.finding, said=without(line.finding.said), mend=without(line.finding.mend))
    return replace(line, finding=finding)


def _settings(machine: Machine) -> str:
    if machine.settings is None:
        raise LeftOut("there is no settings file")
    return known_keys.settings(machine.settings)


def _wired(facts: Facts) -> str:
    if not is_there(facts.state / wired.FILE):
        raise LeftOut("there is no such file")
    return wired.written(wired.read(facts.state))


def _last_game(facts: Facts, values: set[str]) -> str:
    """Its record, as `companion export` writes it: without the hidden cards of a running game."""
    try:
        journal = Journal(facts.state, read_only=True)
        try:
            numbers = journal.numbers(1)
            saved = journal.load(numbers[-1]) if numbers else None
            if saved is None:
                raise LeftOut("there is no game yet")
            text = record_of(saved)
        finally:
            journal.shut()
    except (Unusable, Damaged, UnknownGame, OSError, sqlite3.Error) as error:
        raise LeftOut(str(error)) from None
    return Confidential(values - ({saved.seed} if saved.seed in text else set())).without_values_in_json(text)


# --- the file --------------------------------------------------------------------------------------------------------


def _zip(parts: Mapping[str, str]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in parts.items():
            file.writestr(
                zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED
            )  # no date: its first is 1980, a clock's 1970
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
