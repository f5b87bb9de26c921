"""How often a player with one sense wins: `python -m tests.senses {galopp-royal,cat-royal} {ear,eye} [GAMES]`.

Every answer is checked on the way against that of a player with all senses; a game that goes otherwise ends it.
"""

from __future__ import annotations

import argparse

from tests.senses import test_cat_by_one_sense, test_galopp_by_one_sense
from tests.senses.people import off
from tests.senses.sense import Ear, Eye

GAMES = {"galopp-royal": test_galopp_by_one_sense.won, "cat-royal": test_cat_by_one_sense.won}
SENSES: dict[str, type[Ear] | type[Eye]] = {"ear": Ear, "eye": Eye}


def main() -> None:
    """Play, and print the share after each game."""
    reading = argparse.ArgumentParser(prog="python -m tests.senses")
    reading.add_argument("game", choices=GAMES)
    reading.add_argument("sense", choices=SENSES)
    reading.add_argument("games", nargs="?", type=int, default=200)
    asked = reading.parse_args()
    shares: list[float] = []
    for game in range(asked.games):
        shares.append(GAMES[asked.game](SENSES[asked.sense], game))
        share = sum(shares) / len(shares)
        print(f"{len(shares)} games: {share:.1%} won, {off(shares):+.1f} standard errors from a fair share")


if __name__ == "__main__":
    main()
