"""How far the club has been told, in a small file.

Law: it is put in place whole, and unless it is damaged never forced onto the disk, for which the box's own games would
wait: a mark that a power cut takes costs a message that comes twice.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from companion import files
from companion.club.story import Place
from companion.daemon.small_files import SmallFile, sealed, shaped

_log = logging.getLogger(__name__)

FILE: Final = "told.json"
NEW: Final = "told.json.new"


class Marks(msgspec.Struct, frozen=True):
    """What has been told."""

    place: Place | None = None
    """Up to here all is told; `None`: nothing yet, and what was played before stays with the box."""
    owed: tuple[int, ...] = ()
    """The finished games for which there is no receipt yet, by their numbers in the journal."""


MARKS: Final = SmallFile(FILE, shaped(Marks))


def read(folder: Path) -> Marks:
    """As they were kept last; if they cannot be read, all of the journal is told, of which the club drops doubles."""
    try:
        found = MARKS.mend(folder / FILE)
    except OSError as why:
        _log.warning("%s: how far the club has been told cannot be read (%s); all is told again", folder / FILE, why)
        return Marks(Place(1))
    if found is None:
        return Marks()
    marks = found.value or Marks()
    return replace(marks, place=marks.place or Place(1)) if found.damage else marks


def keep(folder: Path, marks: Marks) -> None:
    """Write them down, unless the disk does not take them."""
    try:
        files.make_folder(folder)
        (folder / NEW).write_bytes(sealed(msgspec.json.encode(marks).decode(), Path(FILE).suffix))
        (folder / NEW).replace(folder / FILE)
    except OSError as why:
        _log.warning("%s: not kept (%s); some of it may be told twice", folder / FILE, why)
