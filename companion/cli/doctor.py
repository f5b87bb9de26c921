"""`companion doctor`: what is wrong with this box and how to mend it; a bundle for a helper.

Law: it ends in ten seconds, with exit 1 if a part that the box needs is bad.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Final

from companion import config, result
from companion.cli.arguments import Commands
from companion.cli.terminal import complain, is_terminal, to_stdout, waiting, width

NOT_WELL: Final = 1


def add_to(commands: Commands) -> None:
    """`doctor`."""
    doctor = commands.add_parser(
        "doctor",
        help="find out what is wrong with this box, and what mends it",
        description="Looks at every part of the box, its settings and its games, and says what is wrong and what to do "
        "about it. Changes nothing. Ends with 1 if something is bad that the box needs.",
    )
    doctor.add_argument("--json", action="store_true", help="the answer for programs")
    doctor.add_argument(
        "--bundle", type=Path, metavar="FILE", help="put log, settings, answer and last game into a .zip or .tar.gz"
    )
    doctor.set_defaults(run=_doctor)


def _doctor(chosen: argparse.Namespace) -> int:
    from companion.workshop import bundle
    from companion.workshop.doctor import tell
    from companion.workshop.doctor.examine import examine, is_well
    from companion.workshop.doctor.machine import Machine

    machine = Machine(settings=config.find(chosen.config))
    if chosen.bundle is not None:
        bundle.kind_of(chosen.bundle)
        result.place(chosen.bundle)
    with waiting("all parts are looked at"):
        lines = examine(machine)
    in_colour = is_terminal(sys.stdout) and "NO_COLOR" not in os.environ
    with to_stdout():
        print(tell.as_json(lines) if chosen.json else tell.as_text(lines, width(), in_colour=in_colour), end="")
    if chosen.bundle is not None:
        with waiting("all is gathered"):
            parts = bundle.gather(machine, lines)
        bundle.write(chosen.bundle, parts, bundle.who_asks(os.environ))
        complain(f"{chosen.bundle} holds all of it, and nothing secret.")
    return 0 if is_well(lines) else NOT_WELL
