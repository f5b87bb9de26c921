"""All that can be wrong, on one page. The text of each is a sentence: what was expected, what came, what to do.

Law: the command line catches the first of them, says its sentence and ends with its code; no other place needs to.
(`hardware/errors.py` is the page of the hardware, which knows nothing of the companion.)
"""

from __future__ import annotations

from typing import ClassVar


class CompanionError(Exception):
    """Something a person must be told."""

    code: ClassVar[int] = 2
    """With which the command line ends."""


# --- what somebody has asked for -------------------------------------------------------------------------------------


class WrongUse(CompanionError):
    """The command cannot do this."""


class BadConfig(CompanionError):
    """A setting the box cannot start with."""


class UnknownGame(CompanionError):
    """No such game on this box."""


class AtWork(CompanionError):
    """The box has the parts; it must be stopped first."""


# --- records ---------------------------------------------------------------------------------------------------------


class NotARecord(CompanionError):
    """A file nobody can referee: no record at all, an unknown game, or a newer kind of record."""


class WrongLine(CompanionError):
    """A line of a record that the rules do not allow."""

    code = 1

    def __init__(self, line: int, what: object, expected: str, came: str) -> None:
        """`line` counts from 1; `what` is the event, or `header`."""
        super().__init__(f"line {line}, {what}: expected {expected}; came {came}.")
        self.line = line


class NotLetIn(CompanionError):
    """A record that does not count at the club; its box is told."""

    code = 1


# --- games on disk ---------------------------------------------------------------------------------------------------


class Unusable(CompanionError):
    """The journal cannot be opened."""


class DiskFails(CompanionError):
    """The disk does not do what it should; later it may."""


class Damaged(CompanionError):
    """What the journal holds is not what was written, or no game."""

    def __init__(self, why: str, good: int | None = None) -> None:
        """`good`: so many entries of the game can be read; `None`: not even its header."""
        super().__init__(why)
        self.good = good


class Newer(CompanionError):
    """A later companion has written this."""


class Unstored(CompanionError):
    """The club's database takes nothing, or gives nothing, at this moment."""


# --- results ---------------------------------------------------------------------------------------------------------


class Unwritable(CompanionError):
    """A result has no place to go."""


class Unwritten(CompanionError):
    """The work is done, and what came out cannot be written down."""

    code = 1


class Lost(CompanionError):
    """Work has been given to others, and will not come back."""

    code = 1


class Busy(CompanionError):
    """Others have asked for so much that nobody more can wait for it."""


class LeftOut(CompanionError):
    """One part of a result cannot be had here; the rest can."""


# --- our own faults --------------------------------------------------------------------------------------------------


class OurFault(CompanionError):
    """What must never happen, whatever people do."""

    code = 70


class Impossible(OurFault):
    """An event (or an answer, or a card drawn) that cannot follow this state. It names both."""

    def __init__(self, event: object, state: object) -> None:
        super().__init__(f"{event!r} cannot happen in {state!r}")


class Unsound(OurFault):
    """After an event something at the table is not where it can be. Says what."""


class BrokenGame(OurFault):
    """A game has broken the rules; it says which, so that it can be played again."""
