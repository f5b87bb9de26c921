"""The commands of a club night: the box's voice, and the club.

Law: their libraries are an extra; if it is not installed, one sentence says how to install it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from companion import config
from companion.cli.arguments import Commands, add_port, host, port
from companion.config import SCOREBOARD_PORT, Club
from companion.daemon import owner
from companion.kit.errors import LeftOut, WrongUse

DATABASE: Final = "club.sqlite"


def add_to(commands: Commands) -> None:
    """`publish`, `club`."""
    publish = commands.add_parser(
        "publish",
        help="tell the club what is played on this box",
        description="Follows the games on this box and tells the club's MQTT broker what everybody at the table may "
        "see, as [club] in the settings says. It only reads: if it fails, the box plays on.",
    )
    publish.add_argument("--games", type=Path, metavar="DIR", help="the folder of the games (as in the settings)")
    publish.add_argument(
        "--told", type=Path, metavar="DIR", help="where it notes what the club knows (beside the games)"
    )
    parted = publish.add_mutually_exclusive_group()
    parted.add_argument(
        "--through", type=Path, metavar="SOCKET", help="use no network: a voice, perhaps of another user, connects here"
    )
    parted.add_argument("--voice", type=Path, metavar="SOCKET", help="be that voice, which sees no game")
    parted.add_argument(
        "--leave", action="store_true", help="leave for good: take away all that the broker keeps of this box, and end"
    )
    publish.set_defaults(run=_publish)

    club = commands.add_parser(
        "club",
        help="keep a club's season: hear all boxes, show the scoreboard",
        description="Hears all boxes of a club over its MQTT broker, referees and keeps every finished game, and "
        "shows tables, season and latest games on a page for a screen. What is not said here is as in [club] of the "
        "settings.",
    )
    club.add_argument("--broker", type=host, metavar="HOST", help="name or address of the broker")
    club.add_argument("--broker-port", type=port, metavar="P", help="its port (8883; 1883 without TLS)")
    club.add_argument("--no-tls", action="store_true", help="everything is sent unencrypted, also the password")
    club.add_argument("--ca", metavar="FILE", help="the authority that signed the broker's certificate")
    club.add_argument("--user", metavar="NAME", help="who the club is to the broker")
    club.add_argument("--password-file", metavar="FILE", help="a file whose first line is the password")
    club.add_argument("--database", metavar="WHERE", help=f"a file, or postgresql://… ({DATABASE} beside the games)")
    add_port(club, SCOREBOARD_PORT)
    club.set_defaults(run=_club)


def _publish(chosen: argparse.Namespace) -> int:
    settings = owner.load(config.find(chosen.config))
    games = chosen.games or config.state_folder(settings)
    with _extra("publish"):
        from companion.club import voice
    if chosen.leave:
        voice.leave(settings.club)
    elif chosen.voice is not None:
        voice.speak(settings.club, chosen.voice)
    elif chosen.through is not None:
        try:
            voice.hand_out(settings.club, games, chosen.told or games, chosen.through)
        except OSError as error:
            raise WrongUse(f"{chosen.through}: the socket cannot be opened; {error.strerror}") from None
    else:
        voice.publish(settings.club, games, chosen.told or games)
    return 0


def _club(chosen: argparse.Namespace) -> int:
    settings = owner.load(config.find(chosen.config))
    with _extra("club"):
        from companion.club.evening import keep_season
    keep_season(_said(settings.club, chosen), _database(settings, chosen), chosen.port, settings.language)
    return 0


def _database(settings: config.Config, chosen: argparse.Namespace) -> str:
    """The database named on the command line, else a file of our own."""
    if chosen.database is not None:
        return str(chosen.database)
    folder = config.state_folder(settings)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return str(folder / DATABASE)


def _said(club: Club, chosen: argparse.Namespace) -> Club:
    """The settings, overridden by the command line."""
    said: dict[str, Any] = {
        "broker": chosen.broker,
        "port": chosen.broker_port,
        "tls": False if chosen.no_tls else None,
        "ca": chosen.ca,
        "user": chosen.user,
        "password_file": chosen.password_file,
    }
    return replace(club, **{key: value for key, value in said.items() if value is not None})


@contextmanager
def _extra(name: str) -> Iterator[None]:
    """Within it, the libraries of this extra may be imported. Raises LeftOut if the extra is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise LeftOut(f"{error.name} is not installed here; run: uv sync --extra {name}") from None
