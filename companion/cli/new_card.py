"""The commands that carry a box to another card: `backup` and `restore`.

Law: a backup disturbs no running box; what is restored is checked first, and never goes under a box that runs.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from companion import config, result
from companion.cli.arguments import Commands
from companion.cli.terminal import say, waiting
from companion.daemon import owner
from companion.journal.dates import likely


def add_to(commands: Commands) -> None:
    """`backup`, `restore`."""
    backup = commands.add_parser(
        "backup",
        help="put games, settings and wiring into one file, for another card",
        description="Puts all games, the settings, the wiring and the board, and a list of the games from others into "
        "one file. A box may go on playing meanwhile.",
    )
    backup.add_argument("file", type=Path, metavar="FILE", help="the new file; its name may end in .zip")
    backup.set_defaults(run=_backup)

    restore = commands.add_parser(
        "restore",
        help="put back what a backup holds",
        description="Puts back games, settings, wiring and board from a backup, also from one of an older version. "
        "What was here is kept beside it under another name. Stop the box first.",
    )
    restore.add_argument("file", type=Path, metavar="FILE", help="a file that `companion backup` has made")
    restore.set_defaults(run=_restore)


def _backup(chosen: argparse.Namespace) -> int:
    from companion.daemon.backup import make
    from companion.workshop.bundle import who_asks

    settings = config.find(chosen.config)
    folder = config.state_folder(owner.load(settings))
    result.place(chosen.file)
    with waiting("all is copied"):
        made = make(chosen.file, folder, settings, who_asks(os.environ))
    say(f"{chosen.file} holds {_games(made.games)} and {', '.join(sorted(made.sums))}.")
    return 0


def _restore(chosen: argparse.Namespace) -> int:
    from companion.daemon.backup import restore

    settings = config.find(chosen.config)
    folder = config.state_folder(owner.load(settings))
    with waiting("all is put back"):
        done = restore(chosen.file, folder, settings)
    made = likely(done.about.made)
    say(f"{_games(done.about.games)}{f' of {made:%Y-%m-%d}' if made is not None else ''} put back.")
    for aside in done.aside:
        say(f"What was there is kept as {aside}.")
    for sentence in done.left_out:
        say(sentence)
    if done.about.others:
        say(f"Games from others that were installed: {', '.join(done.about.others)}; add those that you miss.")
    return 0


def _games(count: int) -> str:
    return f"{count} game{'' if count == 1 else 's'}"
