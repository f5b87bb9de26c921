"""The one command that fits a game's chances, from a checkout: `.uv/bin/uv run python -m tests.fit GAME`.

It plays games of simple bots, fits the weights of each stage for each number of players, and prints or writes them;
with `--check` it plays such games and tells how well the weights in use agree with what came.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from companion import result
from companion.cli.arguments import seed, very_many, whole
from companion.cli.studies import add_executor, executor
from companion.cli.terminal import complain, say
from companion.games import find_rules
from companion.kit.errors import CompanionError, WrongUse
from companion.kit.policy import Policy
from tests.fit.likelihood import Weights, calibrated, fit
from tests.fit.moments import Kind, Moment, moments

DIGITS = 3
"""Digits of a weight that mean something with some thousand games."""


def command_line() -> argparse.ArgumentParser:
    """The command line of the fit."""
    parser = argparse.ArgumentParser("python -m tests.fit", description=__doc__.split("\n\n")[1].replace("\n", " "))
    parser.add_argument("game", help="which game")
    parser.add_argument("--players", type=whole, metavar="N", help="how many play (each number there may be)")
    parser.add_argument("--rulebook", metavar="NAME", help="by which rulebook (the game's first)")
    parser.add_argument("--games", type=very_many, default=2000, metavar="M", help="games a number of players (2000)")
    parser.add_argument("--seed", type=seed, default=1, metavar="S", help="the same seed, the same games (1)")
    parser.add_argument("--check", action="store_true", help="tell how well the weights in use agree with what came")
    parser.add_argument("--write", action="store_true", help="write the weights into the game's fitted.py")
    add_executor(parser)
    return parser


def main(words: Sequence[str] | None = None) -> int:
    """Fit or check; gives the exit code."""
    chosen = command_line().parse_args(words)
    try:
        rules = find_rules(chosen.game)
        if type(rules).prospects is Policy.prospects:
            raise WrongUse(f"{chosen.game}: expected a game that names `prospects`; it has none to fit")
        if chosen.write and chosen.players is not None:
            raise WrongUse("--write: expected all numbers of players; --players would leave out the others")
        found: dict[int, dict[str, Weights]] = {}
        for players in rules.seats if chosen.players is None else (chosen.players,):
            kind = Kind(rules, players, chosen.rulebook or rules.rulebooks[0], str(chosen.seed), chosen.check)
            seen = list(moments(kind, chosen.games, executor(chosen)))
            if chosen.check:
                check(f"{rules.title}, {players} players, {kind.rulebook}, {chosen.games} games", seen)
            else:
                found[players] = {stage: fit(of) for stage, of in by_stage(seen).items()}
        if found:
            text = source(chosen.game, chosen.games, chosen.seed, found)
            where = Path(sys.modules[type(rules).__module__].__file__ or "").with_name("fitted.py")
            result.keep(where if chosen.write else None, text)
            print(f"written: {where}" if chosen.write else text, end="\n" if chosen.write else "")
    except CompanionError as error:
        complain(f"{error}.")
        return error.code
    return 0


def by_stage(seen: Sequence[Moment]) -> dict[str, list[Moment]]:
    """The moments of each stage, in the order of the stages."""
    stages = sorted({moment.stage for moment in seen})
    return {stage: [moment for moment in seen if moment.stage == stage] for stage in stages}


def source(game: str, games: int, seed: int, found: dict[int, dict[str, Weights]]) -> str:
    """The module that keeps the weights."""
    lines = [
        f'"""How much each number of `prospects` counts for the chance to win, fitted to {games} games of simple bots',
        f"for each number of players: `python -m tests.fit {game} --games {games} --seed {seed} --write`.",
        '"""',
        "",
        "from typing import Final",
        "",
        "FITTED: Final[dict[int, dict[str, tuple[float, ...]]]] = {",
    ]
    for players, stages in found.items():
        lines.append(f"    {players}: {{")
        for stage, (weights, errors, _) in stages.items():
            told = ", ".join(f"{weight:.{DIGITS}g}" for weight in weights)
            doubt = ", ".join(f"{error:.1g}" if weight else "-" for weight, error in zip(weights, errors, strict=True))
            lines.append(f'        "{stage}": ({told}),  # ± {doubt}')
        lines.append("    },")
    return "\n".join([*lines, "}", '"""By number of players and by stage."""', ""])


def check(title: str, seen: Sequence[Moment]) -> None:
    """Print what was said against what came."""
    bins, error = calibrated(seen)
    say(title)
    say("said %  came %   low %  high %   seats")
    for each in bins:
        is_off = "" if each.low <= each.said <= each.high else "  outside"
        row = "".join(f"{100 * share:8.1f}" for share in (each.said, each.came, each.low, each.high))
        say(f"{row[1:]}{each.seats:8}{is_off}")
    say(f"expected calibration error {error:.4f}")


if __name__ == "__main__":
    sys.exit(main())
