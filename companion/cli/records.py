"""The commands for games that have been played: list them, write their records, check records.

Law: a box at work is only looked at.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from companion import config
from companion.cli.arguments import Commands, Stop
from companion.daemon.assembly import Unreadable, find_rules, record_of, resume
from companion.journal.journal import Journal, Saved
from companion.journal.schema import Damaged
from companion.kit.text import speak

WRONG_RECORD: Final = 1


def add_to(commands: Commands) -> None:
    """`games`, `export`, `replay`."""
    games = commands.add_parser("games", help="list the games on this box")
    games.set_defaults(run=_games)

    export = commands.add_parser("export", help="write a game record")
    export.add_argument(
        "game", nargs="?", type=int, metavar="GAME", help="its number in `companion games` (the latest)"
    )
    export.add_argument("--all", action="store_true", help="with undone events, marked")
    export.add_argument("--secrets", action="store_true", help="with the cards of a running game that nobody may see")
    export.set_defaults(run=_export)

    replay = commands.add_parser("replay", help="check game records: exit 0, or 1 and the first wrong line")
    replay.add_argument("files", type=Path, nargs="+", metavar="FILE")
    replay.set_defaults(run=_replay)


def _games(chosen: argparse.Namespace) -> int:
    journal = _journal(chosen)
    for number in journal.numbers():
        try:
            saved = _load(journal, number)
            session = resume(saved).session
        except (Unreadable, Damaged) as error:
            print(f"{number:4}  {error}")
            continue
        view = session.rules.view(session.state, None)
        names = ", ".join(f"{seat.name} {seat.coins}" for seat in view.seats)
        state = "over" if session.question is None else "left" if saved.is_left else "running"
        print(f"{saved.id:4}  {saved.began}  {saved.name}  {state:7}  {speak(view.title, str)}  {names}")
    return 0


def _export(chosen: argparse.Namespace) -> int:
    journal = _journal(chosen)
    numbers = journal.numbers()
    if not numbers:
        raise Stop("there is no game to export yet; play one first")
    saved = _load(journal, chosen.game if chosen.game is not None else numbers[-1])
    sys.stdout.write(record_of(saved, secrets=chosen.secrets, undone=chosen.all))
    return 0


def _replay(chosen: argparse.Namespace) -> int:
    return max([_refereed(file) for file in chosen.files])


def _refereed(file: Path) -> int:
    from companion.match import record

    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Stop(f"{file}: this is no game record: expected UTF-8 text") from None
    except OSError as error:
        raise Stop(f"{file}: expected a game record; {error.strerror}") from None
    try:
        rules = find_rules(record.read_game(text))
    except record.NotARecord as error:
        raise Stop(f"{file}: {error}") from None
    try:
        state, count = record.check(rules, text)
    except record.Wrong as wrong:
        print(f"{file}: {wrong}")
        return WRONG_RECORD
    ending = "a finished game" if rules.question(state) is None else "an unfinished game"
    print(f"{file}: right, {count} events of {ending}.")
    return 0


def _journal(chosen: argparse.Namespace) -> Journal:
    return Journal(config.state_folder(config.load(config.find(chosen.config))), read_only=True)


def _load(journal: Journal, number: int) -> Saved:
    saved = journal.load(number) if number in journal.numbers() else None
    if saved is None:
        raise Stop(f"there is no game {number}; `companion games` lists them")
    return saved
