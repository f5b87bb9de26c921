"""The commands that study: many games by the rules alone, the bench, and the screens.

Laws: people get the result as tables, programs get it as JSON; JSON on stdout stands there alone; finished games are
kept until the result is out.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from companion import config, result
from companion.cli.arguments import Commands, add_game, scheduler, seed, very_many, whole
from companion.cli.terminal import say, to_stdout
from companion.daemon import owner
from companion.kit.errors import WrongUse

if TYPE_CHECKING:
    from companion.study.executors import Executor
    from companion.study.kept import KeptGames
    from companion.study.ladder import Ladder
    from companion.study.simulation import Simulation


def add_to(commands: Commands) -> None:
    """`simulate`, `ladder`, `bench`, `screens`."""
    simulate = commands.add_parser(
        "simulate",
        help="play many random games by the rules alone, and count",
        description="Plays many games by the rules alone, every answer drawn at random, and counts: how long they "
        "take, who wins, and what each game finds worth counting.",
    )
    simulate.add_argument("--games", type=very_many, default=1000, metavar="N", help="how many games (1000)")
    add_game(simulate)
    simulate.add_argument("--seed", type=seed, default=1, metavar="S", help="the same seed, the same games (1)")
    simulate.add_argument("--records", type=Path, metavar="DIR", help="write a record of every game")
    add_executor(simulate)
    simulate.add_argument("--json", metavar="FILE", help="write the result as JSON; `-`: print it instead of tables")
    add_resume(simulate)
    simulate.set_defaults(run=_simulate)

    ladder = commands.add_parser(
        "ladder",
        help="let bots of each level play each other, and tell who wins how often",
        description="One bot of a level plays among others of another level, game after game by the rules alone: "
        "how often it wins, with what chance leaves open, and how long it thinks.",
    )
    ladder.add_argument("--game", metavar="NAME", help="which game (the first)")
    ladder.add_argument("--players", type=whole, metavar="N", help="how many play (each number there may be)")
    ladder.add_argument("--games", type=very_many, default=100, metavar="M", help="how many games a pairing (100)")
    ladder.add_argument("--seed", type=seed, default=1, metavar="S", help="the same seed, the same games (1)")
    ladder.add_argument("--json", metavar="FILE", help="write the rows as JSON; `-`: print it instead of the table")
    add_executor(ladder)
    add_resume(ladder)
    ladder.set_defaults(run=_ladder)

    bench = commands.add_parser(
        "bench",
        help="tell how to measure how fast rules and box are",
        description="Tells how the bench is run, which is part of the sources: it measures how fast the rules are, how "
        "soon a press is seen, how much goes over the wires and how much memory it takes.",
    )
    bench.set_defaults(run=_bench)

    screens = commands.add_parser(
        "screens",
        help="write every screen of every game as contact sheets",
        description="Writes all that the display can show, reached by playing, as contact sheets: one PNG a language "
        "and game, and one of what knows no game.",
    )
    screens.add_argument("folder", type=Path, metavar="DIR", help="one PNG a language and game goes there")
    screens.set_defaults(run=_screens)


def file_of(json: str | None) -> Path | None:
    """The file of `--json`, if it is one."""
    return None if json in (None, "-") else Path(json)


def add_executor(command: argparse.ArgumentParser) -> None:
    """`--jobs` and `--on`: where the work is done."""
    command.add_argument("--jobs", type=whole, default=os.cpu_count() or 1, metavar="J", help="on so many cores (all)")
    command.add_argument(
        "--on", type=scheduler, metavar="TCP", help="on the machines of this Dask scheduler: tcp://HOST:8786"
    )


def add_resume(command: argparse.ArgumentParser) -> None:
    """`--resume`: the games that an earlier run has kept."""
    command.add_argument(
        "--resume",
        type=Path,
        metavar="FILE",
        help="go on with the games that an interrupted run has kept: in RESULT.kept beside the file named by --json, "
        "else in companion-COMMAND.kept in the current folder",
    )


def executor(chosen: argparse.Namespace) -> Executor:
    """The executor that does the work."""
    from companion.study.executors import Alone, Processes

    if chosen.on is not None:
        return _cluster(chosen.on)
    return Alone() if chosen.jobs == 1 else Processes(chosen.jobs)


def _cluster(address: str) -> Executor:
    try:
        from companion.study.cluster import Cluster
    except ModuleNotFoundError as error:
        raise WrongUse(f"--on: expected Dask; {error}: python3 -m pip install distributed") from None
    return Cluster(address)


def _simulate(chosen: argparse.Namespace) -> int:
    from companion.study import show, simulation

    def study() -> Simulation:
        with show.progress("games", chosen.games) as report:
            return simulation.simulate(todo, executor(chosen), report, kept)

    todo = simulation.plan(owner.load(config.find(chosen.config)), chosen)
    with _kept(chosen, todo.asked) as kept:
        return _study(study, chosen.json)


def _ladder(chosen: argparse.Namespace) -> int:
    from companion.study import ladder, show

    def study() -> Ladder:
        with show.progress("games", todo.all_games) as report:
            return ladder.climb(todo, executor(chosen), report, kept)

    todo = ladder.plan(chosen)
    with _kept(chosen, todo.asked) as kept:
        return _study(study, chosen.json)


def _kept(chosen: argparse.Namespace, asked: dict[str, object]) -> KeptGames:
    """The games that an earlier run has kept, if any; this run keeps its games beside the result."""
    from companion.study.kept import ENDING, KeptGames

    if chosen.resume is not None:
        return KeptGames.resumed(chosen.resume, asked)
    usual = Path(f"companion-{asked['command']}")
    file = file_of(chosen.json) or usual
    if file.exists() and not file.is_file():  # a device, a pipe
        file = usual
    return KeptGames(file.with_name(f"{file.name}{ENDING}"), asked)


def _bench(_: argparse.Namespace) -> int:
    say("The bench is part of the sources: in a checkout, run `.uv/bin/uv run python -m tests.bench`.")
    return 0


def _screens(chosen: argparse.Namespace) -> int:
    from companion import games
    from companion.study import contact_sheet, show

    with show.progress("sheets", len(games.GAMES) + 1) as report:
        written = contact_sheet.write(chosen.folder, report)
    say(f"{len(written)} sheets are in {chosen.folder}.")
    return 0


def _study(study: Callable[[], Simulation | Ladder], json: str | None) -> int:
    """Do long work, and give its result as tables and as JSON; for `-` the JSON is printed in place of the tables."""
    from companion.study import show

    file = result.place(file_of(json))
    found = study()
    result.keep(file, show.as_json(found))
    with to_stdout():
        if json == "-":
            print(show.as_json(found), end="")
        else:
            show.sheets(found.tables)
    return 0
