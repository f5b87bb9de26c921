"""Checks a game: every law of every game, one after the other, and its marks, as `companion game check` tells it.

Laws: the first law that is broken ends the check, in one sentence: what was expected, what came, and the players, the
seed and the event at which it can be seen again; a list stands below it, one a line. Nothing of the game runs without a
limit of time.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from companion.kit.errors import BrokenLaw
from companion.kit.manifest import Manifest
from companion.kit.rules import Rules
from companion.kit.setup import Who
from companion.locale import LANGUAGES
from companion.study import contact_sheet, screens
from companion.testing import fitting, game_marks, laws_of_events, laws_of_play, laws_of_rules
from companion.testing.catalogues import OwnWords, spoken
from companion.testing.laws_of_rules import RulesLaw
from companion.testing.time_limit import limited
from companion.testing.verdict import at
from companion.testing.whole_games import Game, GameLaw, finish, seated

T = TypeVar("T")

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


class LawCheck(NamedTuple):
    """A law that a game is held to."""

    words: str
    """Its name."""
    keep: Callable[[], None]
    """Raises BrokenLaw."""


class GameCheck:
    """A game under check with random play from a seed on; it is loaded and played when a law first asks for that.

    `games`: how many each number of players plays.
    """

    def __init__(self, game: Manifest, seed: int, games: int = GAMES) -> None:
        self.game = game
        self._numbers = range(seed, seed + games)
        self._tables: Sequence[PlayedTable] | BrokenLaw = ()

    @cached_property
    def rules(self) -> Rules[Any]:
        """Raises BrokenLaw."""
        return self._within("its package can be loaded", "", self.game.load)

    @property
    def tables(self) -> Sequence[PlayedTable]:
        """Raises BrokenLaw: each time the same one, so that a game that hangs is not played again for each law."""
        if not self._tables:
            try:
                self._tables = [*self._played()]
            except BrokenLaw as error:
                self._tables = error
        if isinstance(self._tables, BrokenLaw):
            raise self._tables
        return self._tables

    @cached_property
    def screens(self) -> Sequence[screens.SeenScreen]:
        """Raises BrokenLaw."""
        return self._within("all that the keys show can be seen", "", partial(screens.of_game, self.rules))

    @property
    def languages(self) -> Sequence[str]:
        """Those of both game and box."""
        return [language for language in LANGUAGES if language in self.game.languages]

    def laws(self) -> Iterator[LawCheck]:
        """Every law, in the order in which the game is held to it."""
        yield from self.laws_of_play()
        yield from self.laws_of_screens()

    def laws_of_play(self) -> Iterator[LawCheck]:
        """Those of rules, events and whole games."""
        for law in laws_of_rules.ALL:
            yield LawCheck(_words(law.__name__), partial(self._keep_by_itself, law))
        for play in (*laws_of_play.ALL, *laws_of_events.ALL):
            yield LawCheck(_words(play.__name__), partial(self._keep_at_each_table, play))

    def laws_of_screens(self) -> Iterator[LawCheck]:
        """Those of screens and words, one for each language."""
        for language in self.languages:
            words = f"screens fit, questions are explained in few words, every text has words: {language}"
            yield LawCheck(words, partial(self._keep_in, language))

    def lacks(self, mark: str) -> list[str]:
        """What the game lacks for a mark, in words. Raises BrokenLaw."""
        played = [table.game for table in self.tables]
        lacking = partial(game_marks.lacking, game_marks.ABOVE_BRONZE[mark], self.game, self.rules, played)
        return self._within(mark, "", lacking)

    def words_in(self, language: str) -> tuple[OwnWords, Callable[[str], str]]:
        """Its own words, and the way in which the box says them."""
        own = OwnWords(_locale(self.game) / language / "LC_MESSAGES")
        return own, spoken(language, own) if language != "en" else str

    def _played(self) -> Iterator[PlayedTable]:
        for seats in self.rules.seats:
            for who in WHO if self.rules.duties else WHO[:1]:
                for number in self._numbers:
                    table = PlayedTable(seats, who, number)
                    game = self._within("random play ends", table.words, partial(self._game_of, table))
                    yield table._replace(game=game)

    def _game_of(self, table: PlayedTable) -> Game:
        start = self.rules.begin(seated(self.rules, table.seats, table.who), {})
        return finish(self.rules, start, table.seed)

    def _keep_by_itself(self, law: RulesLaw) -> None:
        self._within(_words(law.__name__), "", partial(law, self.rules))

    def _keep_at_each_table(self, law: GameLaw) -> None:
        for table in self.tables:
            self._within(_words(law.__name__), table.words, partial(law, self.rules, table.game))

    def _keep_in(self, language: str) -> None:
        fits, explained = fitting.every_screen_fits, fitting.every_question_is_explained_in_few_words
        own, put = self.words_in(language)
        self._within(_words(fits.__name__), f"in {language}", partial(fits, self.screens, put))
        for table in self.tables:
            self._within(_words(explained.__name__), table.words, partial(explained, self.rules, table.game, put))
        with at("", f"every text has words in {language}"):
            if lacks := [repr(message) for message in sorted(own.lacks)]:
                raise BrokenLaw("\n".join((f"texts without words: expected none; came {len(lacks)}", *lacks)))

    def _within(self, law: str, place: str, act: Callable[[], T]) -> T:
        """Raises BrokenLaw: the law, what went wrong, and the place; also if the game hangs."""
        with at(place, law), limited(self.game.package):
            return act()


def check(game: Manifest, seed: int, sheets: Path | None = None, games: int = GAMES) -> Iterator[str]:
    """Check a game with random play from this seed on; gives a line for each law that it keeps, then its marks.

    `sheets`: a folder for pictures of its screens, one a language; `games`: how many each number of players plays.
    Raises BrokenLaw, Unwritable, Unwritten.
    """
    under_check = GameCheck(game, seed, games)
    for law in under_check.laws_of_play():
        yield _kept(law)
    if sheets is not None:  # before their laws, since they show what does not fit
        for language in under_check.languages:
            _, put = under_check.words_in(language)
            yield f"drawn   {contact_sheet.keep(sheets / f'{game.name}-{language}.png', under_check.screens, put)}"
    for law in under_check.laws_of_screens():
        yield _kept(law)
    yield f"bronze  {game.name} keeps every law of every game"
    for mark in game_marks.ABOVE_BRONZE:
        lacks = under_check.lacks(mark)
        found = f"not yet: {', '.join(lacks)}" if lacks else "reached"
        yield f"{mark:6}  {found}"


def _kept(law: LawCheck) -> str:
    law.keep()
    return f"kept    {law.words}"


def _words(law: str) -> str:
    return law.replace("_", " ")


def _locale(game: Manifest) -> Path:
    """The folder of its own catalogues."""
    return Path(sys.modules[game.package].__file__ or "").parent / "locale"
