"""The command line: what is said is one sentence, what is wrong is one sentence and exit 2, and no traceback is shown.

Law: importing this module costs little; what a command needs is imported by that command.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn, TextIO

from companion import config
from companion.config import BadConfig
from companion.daemon.setting import UnknownGame, Unreadable
from companion.daemon.systemd import keep_why
from companion.journal.look import Unusable
from companion.journal.tables import Damaged

if TYPE_CHECKING:
    from companion.journal.journal import Journal, Saved
    from companion.study.bench import Bench
    from companion.study.simulation import Simulation
    from companion.table.history import Entry

WRONG_RECORD: Final = 1
WRONG_USE: Final = 2
OUR_FAULT: Final = 70


class Stop(Exception):
    """The command cannot go on; the sentence says why and what to do."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """End with exit 2."""
        raise Stop(f"{message}; see `{self.prog} --help`")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; gives the exit code."""
    logging.basicConfig(format="companion: %(message)s", level=logging.WARNING)
    try:
        chosen = _parser().parse_args(arguments)
        run: Callable[[argparse.Namespace], int] = chosen.run
        return run(chosen)
    except (Stop, BadConfig, Unusable, UnknownGame, Unreadable, Damaged) as error:
        _say(f"{str(error).rstrip('.')}.")
        return WRONG_USE
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        if os.environ.get("COMPANION_DEBUG"):
            raise
        _say(
            f"this should not have happened ({type(error).__name__}: {error}); your games are safe. "
            "Please report it, with what COMPANION_DEBUG=1 shows."
        )
        return OUR_FAULT


def _say(sentence: str) -> None:
    """On stderr; and to the screen of a box that cannot start."""
    print(f"companion: {sentence}", file=sys.stderr)
    keep_why(sentence)


def _parser() -> Parser:
    parser = Parser("companion", description="The box beside the board: on a Pi the real one, elsewhere its twin.")
    parser.add_argument("--config", metavar="FILE", help="settings (else $COMPANION_CONFIG or the usual places)")
    parser.set_defaults(run=_play)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    demo = commands.add_parser("demo", help="bots play one whole game by pressing the keys")
    demo.add_argument("--players", type=_players, default=4, metavar="N", help="3 to 6 (4)")
    demo.add_argument("--rulebook", metavar="R", help="de, nl, en or fr (as in the settings)")
    demo.add_argument("--seed", type=int, default=None, metavar="S", help="the same seed, the same game")
    demo.add_argument("--speed", type=_speed, default=1.0, metavar="X", help="times as fast, or `max` (1)")
    demo.add_argument("--record", type=Path, metavar="FILE", help="write the game record")
    demo.add_argument("--no-web", action="store_true", help="without the page in the browser")
    demo.set_defaults(run=_demo)

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

    simulate = commands.add_parser("simulate", help="play many random games by the rules alone, and count")
    simulate.add_argument("--games", type=_whole, default=1000, metavar="N", help="how many (1000)")
    simulate.add_argument("--players", type=_players, default=4, metavar="P", help="3 to 6 (4)")
    simulate.add_argument("--rulebook", metavar="R", help="de, nl, en or fr, as printed (as in the settings)")
    simulate.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed, the same games (1)")
    simulate.add_argument("--records", type=Path, metavar="DIR", help="write a record of every game")
    simulate.add_argument(
        "--jobs", type=_whole, default=os.cpu_count() or 1, metavar="J", help="on so many cores (all)"
    )
    simulate.add_argument("--json", metavar="FILE", help="write the result as JSON; `-`: print it instead of tables")
    simulate.set_defaults(run=_simulate)

    bench = commands.add_parser("bench", help="measure the rules and the box against their limits")
    bench.add_argument("--only", action="append", metavar="NAME", help="only this; a wrong name tells them all")
    bench.add_argument("--json", metavar="FILE", help="write the figures as JSON; `-`: print it instead of the table")
    bench.set_defaults(run=_bench)
    return parser


def _whole(words: str) -> int:
    if not words.isdecimal() or int(words) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1 on; came {words}")
    return int(words)


def _players(words: str) -> int:
    if words not in ("3", "4", "5", "6"):
        raise argparse.ArgumentTypeError(f"expected 3 to 6 players; came {words}")
    return int(words)


def _speed(words: str) -> float | None:
    if words == "max":
        return None
    try:
        speed = float(words)
    except ValueError:
        speed = 0.0
    if not 0.1 <= speed <= 1000:
        raise argparse.ArgumentTypeError(f"expected 0.1 to 1000, or max; came {words}")
    return speed


def _play(chosen: argparse.Namespace) -> int:
    from companion.daemon.start import play

    return play(config.load(config.find(chosen.config)))


def _demo(chosen: argparse.Namespace) -> int:
    from companion.daemon.demo import demo

    settings = config.load(config.find(chosen.config))
    with ExitStack() as leaving:
        file = None if chosen.record is None else leaving.enter_context(_to_write(chosen.record))
        told = demo(settings, chosen)
        _write(file, told.record)
    print(told.summary)
    return 0


def _simulate(chosen: argparse.Namespace) -> int:
    from companion.study import show, simulation

    def study() -> Simulation:
        with show.progress("games", chosen.games) as report:
            return simulation.simulate(todo, chosen.jobs, report)

    try:
        todo = simulation.plan(config.load(config.find(chosen.config)), chosen)
        return _study(study, chosen.json)
    except simulation.Unwritable as error:
        raise Stop(str(error)) from None


def _bench(chosen: argparse.Namespace) -> int:
    from companion.study import bench, show

    names = tuple(chosen.only or bench.MEASURES)
    if wrong := [name for name in names if name not in bench.MEASURES]:
        raise Stop(f"--only: expected {', '.join(bench.MEASURES)}; came {wrong[0]}")

    def study() -> Bench:
        with show.progress("measures", len(names)) as report:
            found = bench.bench(names, report)
        for why in found.left_out.values():
            print(f"companion: {why}.", file=sys.stderr)
        return found

    return _study(study, chosen.json)


def _study(study: Callable[[], Simulation | Bench], json: str | None) -> int:
    """The result of long work, as tables and as JSON; `-` prints the JSON in place of the tables."""
    from companion.study import show

    with ExitStack() as leaving:
        file = None if json in (None, "-") else leaving.enter_context(_to_write(Path(json)))
        found = study()
        _write(file, show.as_json(found))
    if json == "-":
        print(show.as_json(found), end="")
    else:
        show.tables(found.tables)
    return 0


def _to_write(path: Path) -> TextIO:
    """A file opened before the long work whose result goes into it."""
    try:
        return path.open("w", encoding="utf-8")
    except OSError as error:
        raise Stop(f"{path}: the file cannot be written; {error.strerror}") from None


def _write(file: TextIO | None, text: str) -> None:
    """Put a result into its file, if it was asked for."""
    if file is None:
        return
    try:
        file.write(text)
        file.flush()
    except OSError as error:
        raise Stop(f"{file.name}: the file cannot be written; {error.strerror}") from None


def _games(chosen: argparse.Namespace) -> int:
    from companion.daemon.setting import resume
    from companion.kit.text import speak

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
    sys.stdout.write(_record(saved, secrets=chosen.secrets, undone=chosen.all))
    return 0


def _record(saved: Saved, *, secrets: bool, undone: bool) -> str:
    from companion.daemon.setting import find_rules, resume
    from companion.journal.entries import decode
    from companion.table import record

    rules = find_rules(saved.name)
    resume(saved)
    entries: list[Entry] = [decode(row, rules.events) for row in saved.entries]
    return record.write(rules, rules.read_header(saved.header), entries, secrets=secrets, undone=undone)


def _replay(chosen: argparse.Namespace) -> int:
    return max([_refereed(file) for file in chosen.files])


def _refereed(file: Path) -> int:
    from companion.daemon.setting import find_rules
    from companion.table import record

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
    from companion.journal.journal import Journal

    return Journal(config.state_folder(config.load(config.find(chosen.config))), read_only=True)


def _load(journal: Journal, number: int) -> Saved:
    saved = journal.load(number) if number in journal.numbers() else None
    if saved is None:
        raise Stop(f"there is no game {number}; `companion games` lists them")
    return saved
