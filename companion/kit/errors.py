"""Every error of the companion, on one page. Its text is a sentence: what was expected, what came, what to do.

Law: only the command line has to catch them: it prints the sentence of a `CompanionError` and exits with its code.
(The errors of the hardware are in `hardware/errors.py`, which knows nothing of the companion.)
"""

from __future__ import annotations

from typing import ClassVar


class CompanionError(Exception):
    """An error that people must be told about."""

    code: ClassVar[int] = 2
    """The exit code of the command line."""
    is_trouble: ClassVar[bool] = False
    """Something is wrong with the box, and not with what was asked for: somebody may need help."""


# --- wrong requests --------------------------------------------------------------------------------------------------


class WrongUse(CompanionError):
    """The command cannot do this."""


class BadConfig(CompanionError):
    """The box cannot start with this setting."""


class BadChoice(CompanionError, ValueError):
    """No game can be played with these choices. A ValueError, so that msgspec adds where in a header it stands."""


class UnknownGame(CompanionError):
    """This box has no such game."""


class SetAside(UnknownGame):
    """A game in the journal that the installed version of its package cannot play on."""


class Unplayable(CompanionError):
    """An installed game cannot be played here."""


class AtWork(CompanionError):
    """The running box uses the parts; it must be stopped first."""


# --- records ---------------------------------------------------------------------------------------------------------


class NotARecord(CompanionError):
    """A file that cannot be checked: not a record, an unknown game, or a newer kind of record."""


class WrongLine(CompanionError):
    """A line of a record that the rules do not allow."""

    code = 1

    def __init__(self, line: int, what: object, expected: str, came: str) -> None:
        """`line` counts from 1; `what` is the event, or `header`."""
        super().__init__(f"line {line}, {what}: expected {expected}; came {came}.")
        self.line = line


class NotLetIn(CompanionError):
    """The club does not accept this record; the box that sent it is told."""

    code = 1


# --- games from others -----------------------------------------------------------------------------------------------


class BrokenLaw(CompanionError):
    """A game breaks a law of every game. The text says what was expected, what came, and how to see it again."""

    code = 1


# --- games on disk ---------------------------------------------------------------------------------------------------


class Unusable(CompanionError):
    """The journal cannot be opened."""

    is_trouble = True


class DiskFails(CompanionError):
    """The disk fails; it may work again later."""

    is_trouble = True


class Damaged(CompanionError):
    """The journal does not hold what was written, or the events are no possible game."""

    is_trouble = True

    def __init__(self, why: str, good: int | None = None) -> None:
        """`good`: how many entries of the game can be read; `None`: not even its header."""
        super().__init__(why)
        self.good = good


class NotABackup(CompanionError):
    """A file that cannot be put back: not a backup, not whole, or a newer kind of backup."""


class NewerBackup(NotABackup):
    """A backup of a newer version of the companion."""


class Newer(CompanionError):
    """A newer version of the companion has written this."""


class Unstored(CompanionError):
    """The club's database cannot be written or read at the moment."""


# --- results ---------------------------------------------------------------------------------------------------------


class Unwritable(CompanionError):
    """A result cannot be written to the place asked for."""


class Unwritten(CompanionError):
    """The work is done, but its result cannot be written."""

    code = 1


class Lost(CompanionError):
    """Other processes were given work and will not return it."""

    code = 1


class Busy(CompanionError):
    """Too many requests are waiting already."""


class LeftOut(CompanionError):
    """One part of a result is not available here; the rest is."""


# --- our own faults --------------------------------------------------------------------------------------------------


class OurFault(CompanionError):
    """A bug: this must never happen, whatever people do."""

    code = 70
    is_trouble = True


class Impossible(OurFault):
    """An event (or an answer, or a drawn card) that is impossible in this state. The text names both."""

    def __init__(self, event: object, state: object) -> None:
        super().__init__(f"{event!r} cannot happen in {state!r}")


class Unsound(OurFault):
    """After an event, something at the table is where it cannot be. The text says what."""


class BrokenGame(OurFault):
    """A game broke its rules; the text says which game, so that it can be played again."""
