"""The commands for games that are installed beside those of the box: list them, add one, remove one.

Law: what is refused has changed nothing, and one game that cannot be played hides no other.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from companion import games
from companion.cli.arguments import Commands
from companion.cli.terminal import say


def add_to(commands: Commands) -> None:
    """`game list`, `game add`, `game remove`."""
    game = commands.add_parser(
        "game",
        help="list, add and remove games from others",
        description="Adds games that others have written, without the network. A game is a program: what its source "
        "may use is checked, but that is no sandbox. Add games only from people you trust.",
    )
    what = game.add_subparsers(title="commands", metavar="WHAT", dest="what", required=True)

    listing = what.add_parser(
        "list",
        help="what can be played here, and why a game cannot",
        description="Looks for installed games anew and lists all games: name, title, package with its version, kit, "
        "licence, where it comes from; for a game that cannot be played, why not.",
    )
    listing.set_defaults(run=_list)

    adding = what.add_parser(
        "add",
        help="add a game from a wheel, or a newer version of it",
        description="Adds the game in a wheel, offline: as root for everybody and for the box, else for you alone. A "
        "version that is here already is replaced. A running box knows the game from its next start on.",
    )
    adding.add_argument("file", type=Path, metavar="FILE", help="the wheel, which ends in .whl")
    adding.set_defaults(run=_add)

    removing = what.add_parser(
        "remove",
        help="remove a game that was added",
        description="Removes a game that was added. Its records and games in progress stay, and can be read again when "
        "the game is back.",
    )
    removing.add_argument("name", metavar="NAME", help="its name, as `companion game list` tells it")
    removing.set_defaults(run=_remove)


def _list(_: argparse.Namespace) -> int:
    from companion.installed import shelf
    from companion.version import DISTRIBUTION, version

    found = shelf.find()
    for own in games.LIST:
        if not own.folder:
            say(_line(own.name, own.title, DISTRIBUTION, version(), f"kit {own.kit}", own.licence, "built in"))
    for name, game in found.items():
        if game.why:
            say(_line(name, game.package, game.version, f"cannot be played: {game.why}."))
        else:
            say(_line(name, game.title, game.package, game.version, f"kit {game.kit}", game.licence, game.folder))
    shelf.keep(found)
    return 0


def _line(name: str, *facts: str) -> str:
    return f"{name:14}  {'  '.join(facts)}"


def _add(chosen: argparse.Namespace) -> int:
    from companion.installed import shelf

    for name, game in shelf.add(chosen.file).items():
        say(f"{name}: {game.title} {game.version} can be played from the next start on.")
    return 0


def _remove(chosen: argparse.Namespace) -> int:
    from companion.installed import shelf

    for name in shelf.remove(chosen.name):
        say(f"{name} is removed; its records and games in progress are kept.")
    return 0
