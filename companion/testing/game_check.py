"""Checks a game: every law of every game, one after the other, and its marks, as `companion game check` tells it.

Law: the first law that is broken ends the check, in one sentence: what was expected, what came, and the players, the
seed and the event at which it can be seen again.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.kit.manifest import Manifest
from companion.kit.rules import Rules
from companion.kit.setup import Who
from companion.locale import LANGUAGES
from companion.study import contact_sheet, screens
from companion.testing import fitting, game_marks, laws_of_events, laws_of_play, laws_of_rules
from companion.testing.catalogues import OwnWords, spoken
from companion.testing.verdict import at, compare
from companion.testing.whole_games import Game, finish, seated

WHO: Final[tuple[Who, ...]] = ("box", "table")
GAMES: Final = 3


class PlayedTable(NamedTuple):
    """A whole game, and what is needed to play it again."""

    seats: int
    who: Who
    seed: int
    game: Game = Game(None, (), None)

    @property
    def words(self) -> str:
        """For a sentence."""
        people = " by hand" if self.who == "table" else ""
        return f"in the game of {self.seats} players{people} with --seed {self.seed}"


def check(game: Manifest, seed: int, sheets: Path | None = None, games: int = GAMES) -> Iterator[str]:
    """Check a game with random play from this seed on; gives a line for each law that it keeps, then its marks.

    `sheets`: a folder for pictures of its screens, one a language; `games`: how many each number of players plays.
    Raises BrokenLaw, Unwritable, Unwritten.
    """
    with at("", "its package can be loaded"):
        rules = game.load()
    for law in laws_of_rules.ALL:
        yield _kept(law.__name__, [("", partial(law, rules))])
    tables = [*_played(rules, seed, games)]
    for play in (*laws_of_play.ALL, *laws_of_events.ALL):
        yield _kept(play.__name__, [(table.words, partial(play, rules, table.game)) for table in tables])
    yield from _shown(game, rules, tables, sheets)
    yield f"bronze  {game.name} keeps every law of every game"
    for mark, checks in game_marks.ABOVE_BRONZE.items():
        with at("", mark):
            lacks = game_marks.lacking(checks, game, rules, [table.game for table in tables])
        found = f"not yet: {', '.join(lacks)}" if lacks else "reached"
        yield f"{mark:6}  {found}"


def _kept(law: str, each: Iterable[tuple[str, Callable[[], None]]]) -> str:
    """A line for the law, after the game has kept it in each place. Raises BrokenLaw."""
    words = law.replace("_", " ")
    for place, keep in each:
        with at(place, words):
            keep()
    return f"kept    {words}"


def _played(rules: Rules[Any], seed: int, games: int) -> Iterator[PlayedTable]:
    for seats in rules.seats:
        for who in WHO if rules.duties else WHO[:1]:
            for number in range(seed, seed + games):
                table = PlayedTable(seats, who, number)
                with at(table.words, "random play ends"):
                    game = finish(rules, rules.begin(seated(rules, seats, who), {}), number)
                yield table._replace(game=game)


def _shown(game: Manifest, rules: Rules[Any], tables: Sequence[PlayedTable], sheets: Path | None) -> Iterator[str]:
    """The laws of screens and words, in each language that both game and box have."""
    fits, explained = fitting.every_screen_fits, fitting.every_question_is_explained_in_few_words
    with at("", "all that the keys show can be seen"):
        seen = screens.of_game(rules)
    for language in [language for language in LANGUAGES if language in game.languages]:
        own = OwnWords(_locale(game) / language / "LC_MESSAGES")
        put = spoken(language, own) if language != "en" else str
        _kept(fits.__name__, [(f"in {language}", partial(fits, seen, put))])
        _kept(explained.__name__, [(table.words, partial(explained, rules, table.game, put)) for table in tables])
        with at("", f"every text has words in {language}"):
            compare("texts without words", [], sorted(own.lacks))
        yield f"kept    screens fit, questions are explained in few words, every text has words: {language}"
        if sheets is not None:
            yield f"drawn   {contact_sheet.keep(sheets / f'{game.name}-{language}.png', seen, put)}"


def _locale(game: Manifest) -> Path:
    """The folder of its own catalogues."""
    return Path(sys.modules[game.package].__file__ or "").parent / "locale"
