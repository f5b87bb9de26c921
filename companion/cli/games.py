"""The commands for games from others: list, add and remove them; write and check one's own.

Law: what is refused has changed nothing, and one game that cannot be played hides no other.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from companion import games, result
from companion.cli.arguments import Commands, seed
from companion.cli.terminal import FOOT, say

if TYPE_CHECKING:
    from companion.installed import InstalledGame
    from companion.kit.manifest import Manifest


def add_to(commands: Commands) -> None:
    """`game list`, `game add`, `game remove`, `game new`, `game check`."""
    game = commands.add_parser(
        "game",
        help="list, add and remove games from others; write your own",
        description="Adds games that others have written, without the network. A game is a program: what its source "
        "may use is checked, but that is no sandbox. Add games only from people you trust.",
    )
    what = game.add_subparsers(title="commands", metavar="WHAT", dest="what", required=True)

    listing = what.add_parser(
        "list",
        help="what can be played here, and why a game cannot",
        description="Looks for installed games anew and lists all games: name, title, package with its version, kit, "
        "licence, languages, where it comes from; for a game that cannot be played, why not.",
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

    making = what.add_parser(
        "new",
        help="write a game of your own, which works at once",
        description="Writes a folder with a small game that works, as a beginning of your own: its README explains "
        "each file. `companion game check` checks it.",
    )
    making.add_argument("name", metavar="NAME", help="its name: small letters, digits and hyphens")
    making.add_argument("folder", type=Path, nargs="?", metavar="FOLDER", help="where it is written (NAME)")
    making.set_defaults(run=_new)

    checking = what.add_parser(
        "check",
        help="check a game against the laws of every game",
        description="Plays a game at random with each number of players and checks all that every game owes the table. "
        "Tells each law that it keeps; the first that it breaks ends the check, with what was expected, what came, "
        "and how to see it again. At the end stand its marks, bronze, silver and gold, with what it lacks for them.",
    )
    checking.add_argument("name", metavar="NAME", help="a game's name, or the folder in which you write it")
    checking.add_argument("--seed", type=seed, default=1, metavar="S", help="where chance starts (1)")
    checking.add_argument("--sheets", type=Path, metavar="DIR", help="draw its screens, one PNG a language, into DIR")
    checking.add_argument(
        "--mutants",
        action="store_true",
        help="of a game in your folder: break it in twenty small ways, and see which your tests and the laws notice",
    )
    checking.set_defaults(run=_check)


def _list(_: argparse.Namespace) -> int:
    from companion.installed import shelf
    from companion.version import DISTRIBUTION, version

    found = shelf.find()
    for own in games.LIST:
        if not own.folder:
            say(_line(own.name, own.title, DISTRIBUTION, version(), *_terms(own), "built in"))
    for name, game in found.items():
        if game.why:
            say(_line(name, game.package, game.version, f"cannot be played: {game.why}."))
        else:
            say(_line(name, game.title, game.package, game.version, *_terms(game), game.folder))
    shelf.keep(found)
    return 0


def _terms(game: Manifest | InstalledGame) -> tuple[str, ...]:
    return f"kit {game.kit}", game.licence, ", ".join(game.languages)


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


def _new(chosen: argparse.Namespace) -> int:
    from companion.testing import new_game

    folder = chosen.folder or Path(chosen.name)
    files = new_game.write(chosen.name, folder)
    say(f"{folder} has a game that works, in {len(files)} files; README.md explains each one.")
    say(f"Check it: companion game check {folder}")
    return 0


def _check(chosen: argparse.Namespace) -> int:
    from companion.installed import project
    from companion.kit.errors import BrokenLaw, WrongUse
    from companion.testing import mutants
    from companion.testing.game_check import check

    if chosen.sheets is not None:
        result.folder(chosen.sheets)
    if chosen.mutants and not project.is_ones_own(chosen.name):
        raise WrongUse(f"--mutants: expected the folder in which you write a game; came {chosen.name}")
    for game in project.asked_for(chosen.name):
        try:
            for count, line in enumerate(check(game, chosen.seed, chosen.sheets), 1):
                say(line)
                FOOT.show(f"{game.name}: {count} checked")
            if chosen.mutants:
                for line in mutants.tried(Path(chosen.name), Path(game.folder) / game.package):
                    say(line)
        except BrokenLaw as error:
            sentence, _, listed = str(error).partition("\n")
            for line in listed.splitlines():
                say(f"        {line}")
            raise BrokenLaw(f"{game.name}: {sentence}") from error
    return 0
