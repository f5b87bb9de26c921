"""The commands for played games: list them, write their records, check records.

Law: a running box is only read.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion import config, files, result
from companion.cli.arguments import Commands, whole
from companion.cli.terminal import FOOT, complain, say, to_stdout
from companion.daemon import owner
from companion.daemon.finished import finished, state_of
from companion.daemon.resuming import record_of, resume
from companion.games import find_rules
from companion.journal.dates import likely
from companion.journal.journal import MOST_GAMES, SHELF, Journal
from companion.journal.saved import Saved
from companion.kit.errors import Damaged, NotARecord, UnknownGame, WrongLine, WrongUse
from companion.kit.rules import Rules
from companion.kit.text import speak

if TYPE_CHECKING:
    from companion.match.referee import Refereed
    from companion.match.session import Session


CSV: Final = ("games", "players")
"""The tables of `companion.cli.spreadsheet`, which is loaded when one is wanted."""
QR_KINDS: Final = (".svg", ".png")


def add_to(commands: Commands) -> None:
    """`games`, `export`, `replay`."""
    games = commands.add_parser(
        "games",
        help="list the games on this box",
        description=f"Lists the {SHELF} latest games on this box, the latest last: number, when it began, which game, "
        "whether it is over, left or running, how it stands.",
    )
    games.add_argument("--before", type=whole, default=MOST_GAMES, metavar="GAME", help="those before this number")
    games.set_defaults(run=_games)

    export = commands.add_parser(
        "export",
        help="write the record of a game, or its result for other programs",
        description="Writes the record of a game to the screen or into a file: every event in a line. Or instead of it "
        "a finished game for the app BG Stats, or tables of games and players for a spreadsheet.",
    )
    export.add_argument(
        "game", nargs="?", type=int, metavar="GAME", help="its number in `companion games` (the latest)"
    )
    export.add_argument("--all", action="store_true", help="with what was undone, marked as such")
    export.add_argument("--secrets", action="store_true", help="with the cards of a running game that nobody may see")
    instead = export.add_mutually_exclusive_group()
    instead.add_argument("--bgstats", action="store_true", help="a link that a phone opens in the app BG Stats")
    instead.add_argument("--csv", choices=CSV, help="a table of all games, or of all players in them")
    export.add_argument("--record", type=Path, metavar="FILE", help="write it into FILE (to the screen)")
    export.add_argument("--qr", type=Path, metavar="FILE", help="draw the link as a QR code, too: FILE.svg or FILE.png")
    export.set_defaults(run=_export)

    replay = commands.add_parser(
        "replay",
        help="check whether records are right",
        description="Plays game records again by the rules and says whether they are right, dice and cards of the box "
        "too; else which line is the first wrong one. Ends with 0 if all are right, with 1 if one is not, with 2 if "
        "one is no record.",
    )
    replay.add_argument("files", type=Path, nargs="+", metavar="FILE", help="a game record")
    replay.set_defaults(run=_replay)


def _games(chosen: argparse.Namespace) -> int:
    with journal_of(chosen) as journal:
        numbers = journal.numbers(SHELF + 1, chosen.before)
        if not numbers:
            earlier = (
                f" before {chosen.before}" if chosen.before < MOST_GAMES else " yet; `companion` lets you play one"
            )
            say(f"There is no game on this box{earlier}.")
        shelf = numbers[-SHELF:]
        if len(numbers) > SHELF:
            say(f"There are earlier ones: companion games --before {shelf[0]}")
        for at, number in enumerate(shelf, 1):
            FOOT.show(f"game {at} of {len(shelf)}")
            say(_line(journal, number))
    return 0


def _line(journal: Journal, number: int) -> str:
    try:
        saved = load(journal, number)
        session = resume(saved)
    except (UnknownGame, Damaged) as error:
        return f"{number:4}  {error}"
    view = session.rules.view(session.state, None)
    names = ", ".join(f"{speak(seat.name, str)} {seat.has}".rstrip() for seat in view.seats)
    state = state_of(saved, session)
    began = saved.began if likely(saved.began) is not None else "without a date"
    return f"{saved.id:4}  {began}  {saved.name}  {state:7}  {speak(view.title, str)}  {names}"


def _export(chosen: argparse.Namespace) -> int:
    if chosen.qr is not None and not (chosen.bgstats and chosen.qr.suffix in QR_KINDS):
        raise WrongUse(f"--qr: expected --bgstats, and a file {' or '.join(QR_KINDS)}; came {chosen.qr}")
    if (chosen.all or chosen.secrets) and (chosen.bgstats or chosen.csv):
        raise WrongUse("--all and --secrets: expected a record; came a result for other programs")
    with journal_of(chosen) as journal:
        numbers = journal.numbers(1)
        if not numbers:
            raise WrongUse("there is no game to export yet; play one first")
        if chosen.csv is not None:
            return _write(chosen, _table(journal, chosen))
        saved = load(journal, chosen.game if chosen.game is not None else numbers[-1])
    if chosen.bgstats:
        return _link(chosen, saved)
    return _write(chosen, record_of(saved, secrets=chosen.secrets, undone=chosen.all))


def _link(chosen: argparse.Namespace, saved: Saved) -> int:
    from companion.daemon import bgstats
    from companion.faces.qr import picture

    drawing = result.place(chosen.qr)
    found = bgstats.link(finished(saved, resume(saved)))
    if drawing is not None:
        result.keep(drawing, picture(found, drawing.suffix.removeprefix(".")))
    return _write(chosen, f"{found}\n")


def _table(journal: Journal, chosen: argparse.Namespace) -> str:
    from companion.cli.spreadsheet import as_csv

    return as_csv(chosen.csv, _readable(journal, journal.numbers() if chosen.game is None else [chosen.game]))


def _readable(journal: Journal, numbers: list[int]) -> Iterator[tuple[Saved, Session[Any]]]:
    """These games; one that cannot be read is complained about and left out. Raises WrongUse."""
    for at, number in enumerate(numbers, 1):
        FOOT.show(f"game {at} of {len(numbers)}")
        try:
            saved = load(journal, number)
            yield saved, resume(saved)
        except (UnknownGame, Damaged) as error:
            complain(f"{str(error).rstrip('.')}.")


def _write(chosen: argparse.Namespace, words: str) -> int:
    """Into the file that was asked for, else to the screen."""
    if chosen.record is not None:
        result.keep(chosen.record, words)
        return 0
    with to_stdout():
        sys.stdout.write(words)
    return 0


def _replay(chosen: argparse.Namespace) -> int:
    codes = []
    for at, file in enumerate(chosen.files, 1):
        FOOT.show(f"record {at} of {len(chosen.files)}")
        codes.append(_refereed(file))
    return max(codes)


def _refereed(file: Path) -> int:
    """Referee one file; gives an exit code. If a file cannot be refereed, the other files still are."""
    from companion.match import referee

    try:
        rules, text = read_record(file)
        found = referee.check(rules, text)
    except WrongLine as wrong:
        say(f"{file}: {wrong}")
        return wrong.code
    except (NotARecord, UnknownGame) as error:
        complain(f"{str(error).rstrip('.')}.")
        return error.code
    ending = "a finished game" if found.is_over else "an unfinished game"
    say(f"{file}: right, {found.events} events of {ending}{_of_lots(found)}.")
    return 0


def read_record(file: Path) -> tuple[Rules[Any], str]:
    """The text of a file, and the rules of its game. Raises NotARecord, UnknownGame, WrongLine."""
    from companion.match import reader

    try:
        text = reader.decoded(files.read_bytes(file))
        return find_rules(*reader.read_game(text)), text
    except UnicodeDecodeError:
        raise NotARecord(f"{file}: this is no game record: expected UTF-8 text") from None
    except OSError as error:
        raise NotARecord(f"{file}: expected a game record; {error.strerror}") from None
    except (NotARecord, UnknownGame) as error:
        raise type(error)(f"{file}: {error}") from None


def _of_lots(found: Refereed[object]) -> str:
    """What the referee found of the box's dice and cards."""
    if not found.lots:
        return ""
    drawn = " and ".join(found.lots)
    if found.is_seed_open:
        return f"; {drawn} checked"
    return f"; {drawn} not checked: the seed {'is not told' if found.is_over else 'is told at the end'}"


@contextmanager
def journal_of(chosen: argparse.Namespace) -> Iterator[Journal]:
    """The games on this box, read-only. Raises BadConfig."""
    journal = Journal(config.state_folder(owner.load(config.find(chosen.config))), read_only=True)
    try:
        yield journal
    finally:
        journal.shut()


def load(journal: Journal, number: int) -> Saved:
    """One game. Raises WrongUse."""
    saved = journal.load(number)
    if saved is None:
        raise WrongUse(f"there is no game {number}; `companion games` lists them")
    return saved
