"""The one command of the bench, from a checkout: `.uv/bin/uv run python -m tests.bench`.

Laws: what is measured is shown to people as a table and given to programs as JSON; what cannot be measured here is one
sentence on stderr, and the rest is measured.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from companion import result
from companion.cli.terminal import complain
from companion.kit.errors import CompanionError
from companion.study import show
from tests.bench.bench import MEASUREMENTS, Bench, bench


def command_line() -> argparse.ArgumentParser:
    """The command line of the bench."""
    parser = argparse.ArgumentParser(
        "python -m tests.bench",
        description="Measures how fast the rules are, how soon a press is seen, how much goes over the wires and to "
        "the card and how much memory it takes, each against its limit. It takes about ten minutes.",
    )
    parser.add_argument("--only", action="append", metavar="NAME", choices=MEASUREMENTS, help=", ".join(MEASUREMENTS))
    parser.add_argument("--json", metavar="FILE", help="write the figures as JSON; `-`: print it instead of the table")
    return parser


def main(words: Sequence[str] | None = None) -> int:
    """Measure and tell; gives the exit code."""
    chosen = command_line().parse_args(words)
    names = tuple(chosen.only or MEASUREMENTS)
    try:
        file = result.place(None if chosen.json in (None, "-") else Path(chosen.json))
        found = _measured(names)
        result.keep(file, show.as_json(found))
    except CompanionError as error:
        complain(f"{error}.")
        return error.code
    if chosen.json == "-":
        print(show.as_json(found), end="")
    else:
        show.sheets(found.tables)
    return 0


def _measured(names: tuple[str, ...]) -> Bench:
    with show.progress("measures", len(names)) as report:
        found = bench(names, report)
    for why in found.left_out.values():
        complain(f"{why}.")
    return found


if __name__ == "__main__":
    sys.exit(main())
