"""The output of a command, and games for it to tell about."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

from companion.cli import command_line
from companion.daemon.telling import HELP
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.journal.journal import Journal
from companion.kit.errors import WrongUse
from companion.kit.text import LONGEST
from companion.match import record
from companion.match.history import Entry, NewGame
from companion.testing.whole_games import SEED, Game, finish
from tests.companion.games.whole_games import sitting

RULES = GALOPP_ROYAL
NIM = ("--game", "nim", "--players", "2")
"""A game that is soon over; commands know it in tests with `small`."""


class Told(NamedTuple):
    """The output of a command."""

    code: int
    out: str
    err: str


Run: TypeAlias = Callable[..., Told]


def sentence(told: Told, code: int = WrongUse.code) -> str:
    """The error of a command on stderr: one line, no traceback."""
    assert (told.code, told.out) == (code, ""), told
    assert told.err.startswith("companion: ")
    assert told.err.endswith(".\n")
    assert not told.err.endswith("..\n")
    assert told.err.count("\n") == 1
    assert len(told.err) < LONGEST + 100
    return told.err.removeprefix("companion: ").rstrip("\n").removesuffix(f" {HELP}.")


@cache
def game(seats: int = 4) -> Game:
    return finish(RULES, RULES.begin(sitting(seats), {}), seats)


@cache
def written(seats: int = 4) -> str:
    return record.write(RULES, RULES.begin(sitting(seats), {}), game(seats).entries)


def kept(folder: Path, *entries: Entry, seats: int = 4, name: str = RULES.name, **options: object) -> None:
    """Put a game with these entries on the box."""
    journal = Journal(folder)
    header = RULES.header(RULES.begin(sitting(seats), {"options": options}))
    journal.begin(NewGame(name, header, SEED, tuple(range(1, seats + 1))))
    for entry in entries:
        journal.append(entry)
    journal.shut()


def options() -> Iterator[tuple[str, argparse.Action]]:
    """Every argument of every command, with its command."""
    return _options("companion", "", command_line())


def _options(name: str, before: str, parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.Action]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for word, inner in action.choices.items():
                yield from _options(f"{before}{word}", f"{before}{word} ", inner)
        else:
            yield name, action


def played(run: Run, folder: Path) -> Path:
    """A record of it."""
    run("simulate", *NIM, "--games", 1, "--jobs", 1, "--records", folder / "played")
    return folder / "played" / "0001.jsonl"
