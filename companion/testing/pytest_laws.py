"""A plugin of pytest: `pytest --companion-game NAME` has one test more for each law of every game.

Law: it is a shell over `game_check`. Without the option, nothing else of the companion is imported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from companion.testing.game_check import LawCheck

OPTION: Final = "--companion-game"
SEED: Final = 1
"""That of `companion game check`."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option; several games are given by several of it."""
    parser.getgroup("companion").addoption(
        OPTION,
        action="append",
        default=[],
        metavar="NAME",
        help="hold this game to each law of every game: its name, or the folder in which you write it",
    )


@pytest.hookimpl(tryfirst=True)  # so that -k and --deselect choose among them
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """After the tests that were found come those of each game."""
    if not (names := config.getoption(OPTION)):
        return
    from companion import games
    from companion.installed import project, shelf
    from companion.kit.errors import CompanionError
    from companion.testing.game_check import GameCheck

    games.look_further = shelf.look_further
    for name in names:
        try:
            found = project.asked_for(name)
        except CompanionError as error:
            raise pytest.UsageError(f"{OPTION}: {error}") from error
        for game in found:
            for law in GameCheck(game, SEED).laws():
                test = LawTest.from_parent(session, name=law.words, nodeid=f"{game.name}::{law.words}")
                test.law = law
                items.append(test)


class LawTest(pytest.Item):
    """A law that a game is held to."""

    law: LawCheck

    def runtest(self) -> None:
        """Fails with the sentence of a broken law alone; whatever else goes wrong has its traceback."""
        from companion.kit.errors import BrokenLaw

        try:
            self.law.keep()
        except BrokenLaw as error:
            raise pytest.fail.Exception(str(error), pytrace=False) from None

    def reportinfo(self) -> tuple[Path, None, str]:
        """The heading of a failure is the test's name."""
        return self.path, None, self.nodeid
