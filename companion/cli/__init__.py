"""The command line: what is said is one sentence, what is wrong is one sentence and exit 2, and no traceback is shown.

Law: importing the command line costs little; what a command needs is imported by that command.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final, NoReturn

from companion import config
from companion.cli import doctor, records, studies, workshop
from companion.cli.arguments import Stop, players, speed, to_write, write
from companion.config import BadConfig
from companion.daemon.assembly import UnknownGame, Unreadable
from companion.daemon.systemd import keep_why
from companion.journal.look import Unusable
from companion.journal.schema import Damaged

WRONG_USE: Final = 2
OUR_FAULT: Final = 70


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
    demo.add_argument("--players", type=players, default=4, metavar="N", help="3 to 6 (4)")
    demo.add_argument("--rulebook", metavar="R", help="de, nl, en or fr (as in the settings)")
    demo.add_argument("--seed", type=int, default=None, metavar="S", help="the same seed, the same game")
    demo.add_argument("--speed", type=speed, default=1.0, metavar="X", help="times as fast, or `max` (1)")
    demo.add_argument("--record", type=Path, metavar="FILE", help="write the game record")
    demo.add_argument("--no-web", action="store_true", help="without the page in the browser")
    demo.set_defaults(run=_demo)

    records.add_to(commands)
    studies.add_to(commands)
    doctor.add_to(commands)
    workshop.add_to(commands)
    return parser


def _play(chosen: argparse.Namespace) -> int:
    from companion.daemon.start import play

    settings = config.load(config.find(chosen.config))
    while (errand := play(settings)) is not None:
        from companion.workshop.opened import do

        if not do(settings, errand):
            break
    return 0


def _demo(chosen: argparse.Namespace) -> int:
    from companion.daemon.demo import demo

    settings = config.load(config.find(chosen.config))
    with ExitStack() as leaving:
        file = None if chosen.record is None else leaving.enter_context(to_write(chosen.record))
        told = demo(settings, chosen)
        write(file, told.record)
    print(told.summary)
    return 0
