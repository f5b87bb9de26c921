"""How much of the journal the club already has, in a small file.

Law: the file is always replaced as a whole. It is not synced to the disk unless it is damaged, because the box's own
games would wait for that: if a power cut loses a mark, some messages are only sent twice.
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
    """What the club already has."""

    place: Place | None = None
    """Everything up to here is told; `None`: nothing is told yet, and earlier games are not sent."""
    owed: tuple[int, ...] = ()
    """The finished games without a receipt, by their numbers in the journal."""


MARKS: Final = SmallFile(FILE, shaped(Marks))


def read(folder: Path) -> Marks:
    """The last marks; if they cannot be read, the whole journal is told again and the club drops duplicates."""
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
    """Write them down; a disk that fails is only logged."""
    try:
        files.make_folder(folder)
        (folder / NEW).write_bytes(sealed(msgspec.json.encode(marks).decode(), Path(FILE).suffix))
        (folder / NEW).replace(folder / FILE)
    except OSError as why:
        _log.warning("%s: not kept (%s); some of it may be told twice", folder / FILE, why)
