"""The command line: every message is one sentence; wrong use is one sentence and exit 2; no traceback is shown.

Law: importing the command line costs little; each command imports what it needs, and the box itself no command.
"""

from __future__ import annotations

import argparse
import logging
import os
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

from msgspec.structs import replace

from companion import config, result
from companion.cli.arguments import Commands, TellVersion, add_game, add_port, at_port, seed, speed
from companion.cli.terminal import FOOT, complain, let_go, open_streams, say, to_stdout
from companion.daemon import owner
from companion.daemon.signals import code_of
from companion.daemon.systemd import keep_why, state
from companion.daemon.telling import Troubles, helped
from companion.kit.errors import BadConfig, CompanionError, OurFault, WrongUse
from hardware.errors import HardwareError

if TYPE_CHECKING:
    from _typeshed import SupportsWrite


WIDTH: Final = 80
"""Of a help that nobody sees; argparse would load a library to ask the terminal."""


class Parser(argparse.ArgumentParser):
    """Reports wrong use in one line."""

    def error(self, message: str) -> NoReturn:
        """End with exit 2."""
        raise WrongUse(f"{message}; see `{self.prog} --help`")

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Report a failed write like that of any answer; what argparse does about it changes between versions."""
        with to_stdout():
            print(self.format_help(), end="", file=file)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; gives the exit code."""
    open_streams()
    FOOT.begin()
    log = logging.StreamHandler()
    log.setFormatter(Troubles("companion: %(message)s"))
    logging.basicConfig(handlers=[log], level=logging.WARNING)
    try:
        _join_installed_games()
        chosen = _parsed(arguments)
        run: Callable[[argparse.Namespace], int] = chosen.run
        _let_look_further(may=run is not _play)
        code = run(chosen)
        with to_stdout():
            return code
    except BrokenPipeError:
        return 0
    except KeyboardInterrupt as stop:
        for note in _notes(stop):
            complain(f"{note}.")
        return code_of(stop)
    except OurFault as error:
        return _our_fault(error)
    except CompanionError as error:
        return _end(_told(error), error.code, is_trouble=error.is_trouble)
    except HardwareError as error:
        return _end(error, CompanionError.code, is_trouble=True)
    except Exception as error:
        return _our_fault(error)
    finally:
        _let_look_further(may=False)
        FOOT.clear()
        let_go()


def _join_installed_games() -> None:
    """Where no game was ever installed, or nobody may look, nothing is loaded for this."""
    found = (folder / config.FOUND_GAMES for folder in config.game_folders())
    if any(os.access(file, os.R_OK) for file in found):
        from companion.installed import join

        join()


def _let_look_further(*, may: bool) -> None:
    """Let commands search for a game that is not in the list; the box would be late with its first picture."""
    from companion import games

    def look() -> None:
        from companion.installed import shelf

        shelf.look_further()

    games.look_further = look if may else tuple


def _parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Raises WrongUse."""
    with suppress(WrongUse):  # the parser that knows all commands says it better
        chosen, more = _of_the_box().parse_known_args(arguments)
        if not more:
            return chosen
    chosen = command_line().parse_args(arguments)
    if chosen.command is not None and chosen.own_port is not None:
        raise WrongUse(f"--port: expected after the command, as in `companion demo --port {chosen.own_port}`")
    return chosen


def _our_fault(error: Exception) -> int:
    if os.environ.get("COMPANION_DEBUG"):
        raise error
    why = (
        f"this should not have happened ({type(error).__name__}: {_told(error)}); your games are safe. "
        "Please report it, with what COMPANION_DEBUG=1 shows"
    )
    return _end(why, OurFault.code, is_trouble=True)


def _told(error: BaseException) -> str:
    """The error's text with its notes."""
    return "; ".join((str(error).rstrip("."), *_notes(error)))


def _notes(error: BaseException) -> tuple[str, ...]:
    return tuple(getattr(error, "__notes__", ()))


def _end(why: object, code: int, *, is_trouble: bool) -> int:
    """Say why on stderr, and to the screen of a box that cannot start: whatever ends the service is a trouble."""
    sentence = f"{str(why).rstrip('.')}."
    complain(helped(sentence) if is_trouble or state() is not None else sentence)
    keep_why(sentence)
    return code


def command_line() -> Parser:
    """Everything that can be typed: each command with its options."""
    from companion.cli import club, doctor, games, looking_back, new_card, records, studies, workshop

    parser = Parser(
        "companion",
        parents=[_of_the_box()],
        description="Without a command: the box beside the board is switched on, on a Raspberry Pi with its real keys, "
        "display and lights, elsewhere as a page in the browser. A game that was interrupted goes on.",
        epilog="`companion COMMAND --help` tells more of a command.",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")

    _add_demo(commands)
    records.add_to(commands)
    new_card.add_to(commands)
    studies.add_to(commands)
    looking_back.add_to(commands)
    club.add_to(commands)
    games.add_to(commands)
    doctor.add_to(commands)
    workshop.add_to(commands)
    return parser


def _of_the_box() -> Parser:
    """What can be typed without a command."""
    parser = Parser("companion", add_help=False, formatter_class=partial(argparse.HelpFormatter, width=WIDTH))
    parser.add_argument("--version", action=TellVersion, nargs=0, help="tell the version and end")
    parser.add_argument("--config", metavar="FILE", help="your settings (else $COMPANION_CONFIG or the usual places)")
    add_port(parser, config.TWIN_PORT, "own_port")
    parser.set_defaults(run=_play)
    return parser


def _add_demo(commands: Commands) -> None:
    demo = commands.add_parser(
        "demo",
        help="watch bots play a whole game by pressing the keys",
        description="Bots play a whole game by pressing the keys, and you watch in the browser. The winner stays until "
        "you press Ctrl-C. Nothing of it is kept among your games.",
    )
    add_game(demo)
    demo.add_argument(
        "--seed", type=seed, default=None, metavar="S", help="where chance starts: the same seed gives the same game"
    )
    demo.add_argument(
        "--speed",
        type=speed,
        default=1.0,
        metavar="X",
        help="how many times as fast as at a table (1); `max`: screens do not wait",
    )
    once = demo.add_mutually_exclusive_group()
    once.add_argument(
        "--record", type=Path, metavar="FILE", help="write the game record into FILE when the game is over"
    )
    once.add_argument("--loop", action="store_true", help="play one game after another, until Ctrl-C")
    page = demo.add_mutually_exclusive_group()
    page.add_argument("--no-web", action="store_true", help="without the page in the browser; ends with the game")
    add_port(page, config.TWIN_PORT)
    demo.set_defaults(run=_demo)


def _play(chosen: argparse.Namespace) -> int:
    from companion.daemon.start import play
    from companion.daemon.telling import told_beside

    file = config.find(chosen.config)
    settings = at_port(owner.load(file), chosen.own_port)
    with told_beside():
        while (errand := play(settings, file)) is not None:
            from companion.workshop.opened import do

            if not do(settings, errand):
                break
    return 0


def _demo(chosen: argparse.Namespace) -> int:
    from companion.daemon.demo import demo
    from companion.daemon.lasting import loss_here

    settings = owner.load(config.find(chosen.config))
    if chosen.port is not None:
        settings = replace(settings, page=config.TwinSettings(chosen.port))
    file = result.place(chosen.record)
    with suppress(BadConfig):  # a demo needs no place for games
        if (lost := loss_here(kept := config.state_folder(settings))) is not None:
            complain(f"{lost.said(kept)}.")
    with closing(demo(settings, chosen, FOOT.show)) as games:
        for told in games:
            result.keep(file, told.record)
            say(told.summary)
            if told.stands:
                say("The winner stays on display and page until you press Ctrl-C.")
    return 0
