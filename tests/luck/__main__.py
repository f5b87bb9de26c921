"""The one command that tells luck from skill, from a checkout: `.uv/bin/uv run python -m tests.luck GAME`.

It plays games between equal simple bots and tells how much of the result comes from each source of luck and how much
from play; then how often the better of a strong and a simple bot is ahead after 1, 5 and 20 evenings.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from companion.cli.arguments import seed, very_many, whole
from companion.cli.studies import add_executor, executor
from companion.cli.terminal import complain, say
from companion.daemon import owner
from companion.games import find_rules
from companion.kit.errors import CompanionError
from companion.kit.rulebooks import check_rulebook
from companion.study import show
from companion.study.executors import Executor
from tests.luck.rows import tables
from tests.luck.shares import Kind, Measured, measured


def command_line() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser("python -m tests.luck", description=__doc__.split("\n\n")[1].replace("\n", " "))
    parser.add_argument("game", help="which game")
    parser.add_argument("--players", type=whole, metavar="N", help="how many play (each number there may be)")
    parser.add_argument("--rulebook", metavar="R", help="by which rulebook (each)")
    parser.add_argument("--games", type=very_many, default=100, metavar="M", help="games of each kind (100)")
    parser.add_argument("--playouts", type=whole, default=12, metavar="P", help="from each state (12)")
    parser.add_argument("--seed", type=seed, default=1, metavar="S", help="the same seed, the same games (1)")
    add_executor(parser)
    return parser


def main(words: Sequence[str] | None = None) -> int:
    """Measure and tell; gives the exit code."""
    chosen = command_line().parse_args(words)
    try:
        kinds = list(_kinds(chosen))
        with show.progress("games", chosen.games * len(kinds)) as report:
            found = {kind: list(_played(kind, chosen.games, executor(chosen), report)) for kind in kinds}
        lines = list(tables(found))
    except CompanionError as error:
        complain(f"{error}.")
        return error.code
    for line in lines:
        say(line)
    return 0


def _kinds(chosen: argparse.Namespace) -> Iterator[Kind]:
    """Each rulebook with each number of players. Raises UnknownGame, BadConfig, BadChoice."""
    rules = find_rules(chosen.game)
    if chosen.rulebook is not None:
        check_rulebook(chosen.rulebook, rules.rulebooks)
    for rulebook in rules.rulebooks if chosen.rulebook is None else (chosen.rulebook,):
        for players in rules.seats if chosen.players is None else (owner.players(rules, chosen.players),):
            yield Kind(rules, players, rulebook, chosen.seed, max(2, chosen.playouts))


def _played(kind: Kind, games: int, who: Executor, report: Callable[[int], None]) -> Iterator[Measured]:
    for each in who.results(partial(measured, kind), range(games)):
        yield each
        report(1)


if __name__ == "__main__":
    sys.exit(main())
