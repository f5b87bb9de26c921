"""The commands for the box open on the bench: try a part, find the wiring.

Law: the box itself is stopped first, since only one program can have its parts.
"""

from __future__ import annotations

import argparse
from typing import Final, get_args

from companion import config
from companion.cli.arguments import Commands, add_port, at_port
from companion.daemon import owner
from companion.table.ports import BoxPart

STOPPED: Final = 130


def add_to(commands: Commands) -> None:
    """`test`, `learn`."""
    test = commands.add_parser(
        "test",
        help="try one part: keys, display, lights or sound",
        description="Tries one part of the box and says what should be seen or heard, key by key, light by light. "
        "Stop the box first.",
    )
    test.add_argument("part", choices=get_args(BoxPart), metavar="PART", help=", ".join(get_args(BoxPart)))
    add_port(test, config.TWIN_PORT)
    test.set_defaults(run=_test)

    learn = commands.add_parser(
        "learn",
        help="find out which wire goes where",
        description="Finds out which wire goes where: it asks you to press one key after the other and to say which "
        "light you see, and keeps it in wiring.toml beside the games. Stop the box first.",
    )
    add_port(learn, config.TWIN_PORT)
    learn.set_defaults(run=_learn)


def _test(chosen: argparse.Namespace) -> int:
    from companion.workshop.opened import try_part

    settings = at_port(owner.load(config.find(chosen.config)), chosen.port)
    return 0 if try_part(settings, chosen.part, settings.language) else STOPPED


def _learn(chosen: argparse.Namespace) -> int:
    from companion.workshop.opened import learn

    settings = at_port(owner.load(config.find(chosen.config)), chosen.port)
    return 0 if learn(settings, settings.language) else STOPPED
