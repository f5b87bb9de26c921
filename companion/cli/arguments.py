"""The arguments of the commands: numbers within their range.

Law: a wrong argument is reported in one sentence, before the work begins.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import Final, NoReturn, Protocol

from msgspec.structs import replace

from companion import games
from companion.cli.terminal import say
from companion.config import ALONE, Config, TwinSettings
from companion.kit.errors import WrongUse
from companion.kit.manifest import Manifest

MOST: Final = 10_000_000
"""The largest count on the command line."""
VERY_MANY: Final = 10**10
"""The most games, which many machines may play."""


class Commands(Protocol):
    """Where commands are registered, with their arguments."""

    def add_parser(self, name: str, *, help: str, description: str) -> argparse.ArgumentParser:
        """Register a command: `help` is its line in the list, `description` begins its own help."""
        ...


class TellVersion(argparse.Action):
    """`--version`, looked up only on request."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        """Say it and end."""
        from companion.version import version

        say(f"companion {version()}")
        parser.exit()


def whole(words: str, most: int = MOST) -> int:
    """A count."""
    if not words.isdecimal() or len(words) > len(str(most)) or not 1 <= int(words) <= most:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1 to {most}; came {words}")
    return int(words)


def very_many(words: str) -> int:
    """A number of games."""
    return whole(words, VERY_MANY)


def port(words: str) -> int:
    """A network port."""
    if not words.isdecimal() or len(words) > len("65535") or not 1 <= int(words) <= 65_535:
        raise argparse.ArgumentTypeError(f"expected a port from 1 to 65535; came {words}")
    return int(words)


def add_port(command: argparse._ActionsContainer, shipped: int, name: str = "port") -> None:
    """`--port`: where to reach a page."""
    command.add_argument(
        "--port",
        type=port,
        dest=name,
        metavar="P",
        help=f"of its page in the browser ({shipped}, or the next that is free)",
    )


def at_port(settings: Config, named: int | None) -> Config:
    """The settings, with the port of the twin's page if one is named. Raises WrongUse if there is no such page."""
    if named is None:
        return settings
    from companion.daemon.start import is_pi

    if is_pi():
        raise WrongUse("--port: expected none on a Raspberry Pi, which has no twin's page; phones have pages.port")
    return replace(settings, page=TwinSettings(named))


def seed(words: str) -> int:
    """The seed of random numbers."""
    if re.fullmatch(r"-?[0-9]{1,18}", words) is None:
        raise argparse.ArgumentTypeError(f"expected a whole number of up to 18 digits; came {words}")
    return int(words)


def scheduler(words: str) -> str:
    """The address of a scheduler, whose machines share the work."""
    if re.fullmatch(r"(tcp|tls)://[^:/\s]+:[0-9]{1,5}", words) is None:
        raise argparse.ArgumentTypeError(f"expected an address such as tcp://10.0.0.1:8786; came {words!r}")
    return words


def host(words: str) -> str:
    """A broker's name or address."""
    if "@" in words:  # not repeated, since it may contain a password
        raise argparse.ArgumentTypeError(f"expected {ALONE}, and --user and --password-file; came something with an @")
    return words


def add_game(command: argparse.ArgumentParser) -> None:
    """`--game`, and the options that depend on it: `--players`, `--rulebook`."""
    names = ", ".join(game.name for game in games.LIST)
    command.add_argument("--game", metavar="NAME", help=f"which game: {names} (as in the settings)")
    seats = _of_each(lambda game: f"{game.seats[0]} to {game.seats[-1]}")
    command.add_argument("--players", type=whole, metavar="N", help=f"how many play: {seats} (4)")
    rulebooks = _of_each(lambda game: ", ".join(game.rulebooks))
    command.add_argument("--rulebook", metavar="R", help=f"by which printed rules: {rulebooks} (as in the settings)")


def _of_each(told: Callable[[Manifest], str]) -> str:
    """The words for each game, if any; without its name if there is only one game."""
    each = {game.name: words for game in games.LIST if (words := told(game))}
    return "; ".join(words if len(games.LIST) == 1 else f"{name}: {words}" for name, words in each.items())


def speed(words: str) -> float | None:
    """A speed: how many times as fast as at a table; `None`: as fast as possible."""
    if words == "max":
        return None
    try:
        factor = float(words)
    except ValueError:
        factor = 0.0
    if not 0.1 <= factor <= 1000:
        raise argparse.ArgumentTypeError(f"expected 0.1 to 1000, or max; came {words}")
    return factor
