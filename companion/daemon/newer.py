"""A newer version, or a backup on a USB stick, as the box sees it: what it wishes of companion-update.service, and what
it is told.

Laws: nothing is asked for unless people ask; the box only writes a wish, since it may neither use a network nor install
anything nor mount a stick (`update.py` does, in a service of its own); an answer counts only for the wish it repeats.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec

from companion.daemon.systemd import state
from companion.files import put, read_bytes
from companion.journal.dates import likely
from companion.kit.text import Text, text, verbatim
from companion.table.ports import UpdateNews, UpdateStep

_log = logging.getLogger(__name__)

WISH: Final = "update"
"""A file in systemd's runtime folder; while it is there, companion-update.service runs."""
ANSWER: Final = Path("/run/companion-update/answer")
UNIT: Final = Path("/usr/lib/systemd/system/companion-update.path")
"""It comes with the Debian package; a box without it is not updated by itself."""
EVERY_S: Final = 1.0
"""Seconds between two looks for an answer."""
PATIENCE_S: Final = 300.0
"""How long an answer, or the next one, may take."""

UpdateState: TypeAlias = Literal[
    "newer", "newest", "fetching", "installing", "done", "saving", "saved", "brought", "refused"
]
NoBackup: TypeAlias = Literal["no_stick", "stick_full", "stick_locked", "no_backup", "not_whole", "newer_backup"]
NoUpdate: TypeAlias = Literal[
    "", "playing", "nowhere", "network", "signature", "damaged", "full", "overlay", NoBackup, "failed"
]
"""Why nothing has been changed."""


class Refusing(Exception):
    """Nothing can be done now; companion-update.service answers so."""

    def __init__(self, why: NoUpdate) -> None:
        super().__init__(why)
        self.why = why


class UpdateWish(msgspec.Struct, frozen=True):
    """What companion-update.service is to do."""

    number: int
    """Another one for each wish."""
    step: UpdateStep


class UpdateAnswer(msgspec.Struct, frozen=True):
    """What companion-update.service has done, or does now."""

    number: int
    """The number of the wish."""
    state: UpdateState
    version: str = ""
    why: NoUpdate = ""
    """If it is `refused`."""
    games: int = 0
    """How many have been `saved`, or `brought`."""
    made: str = ""
    """When the backup that was `brought` was made, by the clock of its box."""


BUSY: Final = "fetching", "installing", "saving"
LOOKING: Final = text("Looking for a newer"), text("version: one moment")
STATES: Final[Mapping[UpdateState, tuple[Text, ...]]] = {
    "newer": (text("is there."),),
    "newest": (text("is the newest here."),),
    "fetching": (text("is being fetched."),),
    "installing": (text("is being installed."), text("Unplug nothing.")),
    "done": (text("is installed."),),
    "saving": (text("It is being written."), text("Unplug nothing.")),
    "saved": (text("All is on the stick."), text("You may pull it out.")),
    "brought": (text("It replaces all here."),),
}
"""What stands below the version, or below what is said of a backup."""
BEGINS: Final[Mapping[UpdateStep, tuple[Text, ...]]] = {
    "backup": STATES["saving"],
    "bring": (text("Looking for a backup"), text("on a USB stick.")),
}
"""What is said until the first answer, of these steps."""
WHY: Final[Mapping[NoUpdate, tuple[Text, ...]]] = {
    "playing": (text("Not while a game"), text("is on.")),
    "nowhere": (text("No stick has one,"), text("and no address is"), text("set (OWNER.md).")),
    "network": (text("Its address does"), text("not answer.")),
    "signature": (text("It is not signed by"), text("the key of this box.")),
    "damaged": (text("It came damaged:"), text("try again.")),
    "full": (text("The card is too full."),),
    "overlay": (text("The card is locked:"), verbatim("companion-overlay off")),
    "no_stick": (text("No USB stick is there"), text("(FAT, exFAT or ext4).")),
    "stick_full": (text("The stick is full."),),
    "stick_locked": (text("The stick cannot be"), text("written.")),
    "no_backup": (text("No USB stick with a"), text("backup is there.")),
    "not_whole": (text("It came damaged:"), text("take another backup.")),
    "newer_backup": (text("A newer box made it:"), text("update this one first")),
    "failed": (text("It did not work:"), verbatim("journalctl -u"), verbatim("companion-update")),
}


class UpdatesByUnit:
    """Newer versions and backups, by the wish of this box in a folder and the answer in a file."""

    def __init__(self, folder: Path, answer: Path = ANSWER) -> None:
        self._wish = folder / WISH
        self._answer = answer
        self._step: UpdateStep = "look"
        self._number = 0
        """Of the last wish; 0: there was none in this life of the box."""
        self._looked_at = self._told_at = 0.0
        self._told: UpdateAnswer | None = None

    def ask(self, step: UpdateStep, t: float) -> None:
        """Write the wish."""
        if self._is_busy:
            return
        self._number = int.from_bytes(os.urandom(4)) + 1
        self._step, self._looked_at, self._told_at, self._told = step, t, t, None
        try:
            put(self._wish, msgspec.json.encode(UpdateWish(self._number, step)))
        except OSError as error:
            _log.warning("%s: not written: %s", self._wish, error.strerror)
            self._fail()

    def news(self, t: float) -> UpdateNews | None:
        """What is known by now; `None`: nobody has asked."""
        if not self._number:
            return None
        if self._is_busy and t >= self._looked_at + EVERY_S:
            self._look(t)
        return known(self._told, self._step)

    @property
    def _is_busy(self) -> bool:
        return bool(self._number) and (self._told is None or self._told.state in BUSY)

    def _look(self, t: float) -> None:
        """Look for an answer; without one for too long, the wish has failed."""
        self._looked_at = t
        try:
            told = msgspec.json.decode(read_bytes(self._answer), type=UpdateAnswer)
        except (OSError, msgspec.DecodeError):
            told = None
        if told is not None and told.number == self._number and told != self._told:
            self._told, self._told_at = told, t
        elif t >= self._told_at + PATIENCE_S:
            self._fail()

    def _fail(self) -> None:
        self._told = UpdateAnswer(self._number, "refused", why="failed")


def known(told: UpdateAnswer | None, step: UpdateStep) -> UpdateNews:
    """What the box says of an answer to the wish for a step; `None`: it has not come yet."""
    if told is None:
        return UpdateNews(BEGINS.get(step, LOOKING), is_busy=True, step=step)
    if told.state == "refused":
        return UpdateNews(WHY[told.why or "failed"], step=step)
    lines = *_above(told), *STATES[told.state]
    return UpdateNews(lines, told.state in ("newer", "brought"), told.state in BUSY, step)


def _above(told: UpdateAnswer) -> Iterator[Text]:
    """The version; or a backup's date, if it can be, and the number of its games."""
    if told.state in ("saved", "brought"):
        if (made := likely(told.made)) is not None:
            yield text("Of {date}:", date=f"{made:%Y-%m-%d}")
        yield text("Games in it: {count}", count=told.games)
    elif told.version:
        yield verbatim(told.version.partition("+")[0])


def updates(environment: Mapping[str, str] = os.environ, unit: Path = UNIT) -> UpdatesByUnit | None:
    """Newer versions for this box; `None`: it is no service, or was not installed by the Debian package."""
    folder = environment.get("RUNTIME_DIRECTORY")
    return UpdatesByUnit(Path(folder)) if folder and state(environment) is not None and unit.exists() else None
