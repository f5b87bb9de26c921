"""The commands that study: many games by the rules alone, what rules and box cost, and how screens look.

Law: the result is shown to people as tables and given to programs as JSON; one asked for on stdout stands there alone.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from companion import config
from companion.cli.arguments import Commands, add_game, seed, to_write, whole, write
from companion.cli.terminal import complain, say, to_stdout
from companion.daemon import owner
from companion.kit.errors import WrongUse

if TYPE_CHECKING:
    from companion.study.bench import Bench
    from companion.study.simulation import Simulation


def add_to(commands: Commands) -> None:
    """`simulate`, `bench`, `screens`."""
    simulate = commands.add_parser(
        "simulate",
        help="play many random games by the rules alone, and count",
        description="Plays many games by the rules alone, every answer drawn at random, and counts: how long they "
        "take, who wins, and what each game finds worth counting.",
    )
    simulate.add_argument("--games", type=whole, default=1000, metavar="N", help="how many games (1000)")
    add_game(simulate)
    simulate.add_argument("--seed", type=seed, default=1, metavar="S", help="the same seed, the same games (1)")
    simulate.add_argument("--records", type=Path, metavar="DIR", help="write a record of every game")
    simulate.add_argument("--jobs", type=whole, default=os.cpu_count() or 1, metavar="J", help="on so many cores (all)")
    simulate.add_argument("--json", metavar="FILE", help="write the result as JSON; `-`: print it instead of tables")
    simulate.set_defaults(run=_simulate)

    bench = commands.add_parser(
        "bench",
        help="measure how fast rules and box are",
        description="Measures how fast the rules are, how soon a press is seen, how much goes over the wires and how "
        "much memory it takes, each against its limit. It takes two or three minutes.",
    )
    bench.add_argument("--only", action="append", metavar="NAME", help="only this; a wrong name tells them all")
    bench.add_argument("--json", metavar="FILE", help="write the figures as JSON; `-`: print it instead of the table")
    bench.set_defaults(run=_bench)

    screens = commands.add_parser(
        "screens",
        help="write every screen of every game as contact sheets",
        description="Writes all that the display can show, reached by playing, as contact sheets: one PNG a language "
        "and game, and one of what knows no game.",
    )
    screens.add_argument("folder", type=Path, metavar="DIR", help="one PNG a language and game goes there")
    screens.set_defaults(run=_screens)


def _simulate(chosen: argparse.Namespace) -> int:
    from companion.study import show, simulation

    def study() -> Simulation:
        with show.progress("games", chosen.games) as report:
            return simulation.simulate(todo, chosen.jobs, report)

    todo = simulation.plan(owner.load(config.find(chosen.config)), chosen)
    return _study(study, chosen.json)


def _bench(chosen: argparse.Namespace) -> int:
    from companion.study import bench, show

    names = tuple(chosen.only or bench.MEASUREMENTS)
    if wrong := [name for name in names if name not in bench.MEASUREMENTS]:
        raise WrongUse(f"--only: expected {', '.join(bench.MEASUREMENTS)}; came {wrong[0]}")

    def study() -> Bench:
        with show.progress("measures", len(names)) as report:
            found = bench.bench(names, report)
        for why in found.left_out.values():
            complain(f"{why}.")
        return found

    return _study(study, chosen.json)


def _screens(chosen: argparse.Namespace) -> int:
    from companion import games
    from companion.study import contact_sheet, show

    with show.progress("sheets", len(games.GAMES) + 1) as report:
        written = contact_sheet.write(chosen.folder, report)
    say(f"{len(written)} sheets are in {chosen.folder}.")
    return 0


def _study(study: Callable[[], Simulation | Bench], json: str | None) -> int:
    """The result of long work, as tables and as JSON; `-` prints the JSON in place of the tables."""
    from companion.study import show

    with ExitStack() as leaving:
        file = None if json in (None, "-") else leaving.enter_context(to_write(Path(json)))
        found = study()
        write(file, show.as_json(found))
    with to_stdout():
        if json == "-":
            print(show.as_json(found), end="")
        else:
            show.sheets(found.tables)
    return 0
