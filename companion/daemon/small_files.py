"""The small files that the box keeps beside its games: one way to write, check and repair them.

Laws: each file is written whole or not at all; it begins with a sum of each of its parts (the keys of the outermost
level) and a sum of that line itself; a damaged file is set aside under a dated name, byte for byte, and only its whole
parts are used; no such file stops the box from starting. A mere look changes nothing.

A file without sums comes from an older version or from a person: it is believed as far as it can be read.
"""

from __future__ import annotations

import json
import logging
import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar
from zlib import crc32

import msgspec

from companion import files, toml_file
from companion.files import make_folder, private
from companion.journal.file import DAMAGED, move
from companion.journal.look import is_of_the_disk
from companion.kit.errors import BadConfig
from companion.kit.shape import work_out

_log = logging.getLogger(__name__)

T = TypeVar("T")

FileParts: TypeAlias = dict[str, object]
"""The content of a file, by the keys of its outermost level."""

_LINE: Final = re.compile(rb"#[^\n]*: ([0-9a-f]{8}) (\{.*\})\r?\n")
TOML: Final = ".toml"
"""The other kind is JSON."""
_KINDS: Final = ("{}.json", "{}.toml", "*/{}.json")
"""Their places in the folder of the games."""
_SECTION: Final = re.compile(r"(?m)^(?=\[)")


class FileContent(msgspec.Struct, Generic[T], frozen=True):
    """What can be believed of a file."""

    value: T | None
    """Its meaning; `None`: no part of the file is whole."""
    parts: FileParts
    """The whole parts."""
    damage: str = ""
    """What is wrong with the file; empty: nothing."""
    is_changed: bool = False
    """Whether somebody, or a flipped bit, has changed it since the box wrote it."""


class SmallFile(Generic[T]):
    """One kind of small file."""

    def __init__(
        self,
        name: str,
        fit: Callable[[FileParts], T],
        text: Callable[[T], str] = lambda value: msgspec.json.encode(value).decode(),
        *,
        may_be_changed: bool = False,
    ) -> None:
        """`name`: in the folder of the games, or a pattern of names; `fit` makes of all parts what they mean, or raises
        ValueError; `text` writes that down; `may_be_changed`: its owner may change it, and the change counts."""
        self.name = name
        self._fit = fit
        self._text = text
        self._may_be_changed = may_be_changed

    def look(self, path: Path) -> FileContent[T] | None:
        """What can be believed of a file; `None`: there is none. Raises OSError."""
        try:
            raw = files.read_bytes(path)
        except (FileNotFoundError, NotADirectoryError):
            return None
        return self.understand(raw, path.suffix)

    def mend(self, path: Path) -> FileContent[T] | None:
        """The same, but a damaged file is set aside, and its whole parts are written again. Raises OSError."""
        found = self.look(path)
        if found is not None and found.damage and (aside := _set_aside(path)) is not None:
            left = ", ".join(found.parts) or "nothing"
            _log.warning("%s: damaged (%s); kept as %s; used of it: %s", path, found.damage, aside.name, left)
            self._put_right(path, found.value)
        return found

    def keep(self, path: Path, value: T) -> bool:
        """Write the value down; whether the disk saved it. Raises BadConfig."""
        return keep(path, self._text(value))

    def understand(self, raw: bytes, kind: str) -> FileContent[T]:
        """What can be believed of these bytes; `kind`: the ending of the file's name."""
        sums, text, wrong = _opened(raw)
        parts, unreadable = _parts(text, kind)
        is_as_written, is_empty = sums == sums_of(parts), kind == TOML and not parts and sums is None
        wrong = wrong or unreadable or ("it says nothing" if is_empty else "")
        if not wrong and (is_as_written or sums is None or self._may_be_changed):
            try:
                return FileContent(self._fit(parts), parts, is_changed=not is_as_written and sums is not None)
            except ValueError as error:
                wrong = str(error)
            if is_as_written:  # by another version, in which it had another shape
                return self._left(self._fitting(parts), "")
        trusted = sums if not self._may_be_changed else None
        whole = self._fitting({name: value for name, value in parts.items() if _is_whole(name, value, trusted)})
        lost = ", ".join(name for name in {**(sums or {}), **parts} if name not in whole)
        return self._left(whole, wrong or f"{lost}: not what the box wrote")

    def _left(self, whole: FileParts, damage: str) -> FileContent[T]:
        return FileContent(self._fit(whole) if whole else None, whole, damage)

    def _fitting(self, parts: FileParts) -> FileParts:
        """The parts that make sense together, as many as possible."""
        whole: FileParts = {}
        for name, value in parts.items():
            with suppress(ValueError):
                self._fit({**whole, name: value})
                whole[name] = value
        return whole

    def _put_right(self, path: Path, value: T | None) -> None:
        if value is not None:
            self.keep(path, value)
        else:
            with suppress(OSError):
                path.unlink()


# --- sums ------------------------------------------------------------------------------------------------------------


def sums_of(parts: Mapping[str, object]) -> dict[str, str]:
    """The sum of each part's meaning, however the part is written."""
    return {name: _sum(value) for name, value in parts.items()}


def sealed(text: str, kind: str) -> bytes:
    """The bytes of a file: its sums, then the text. `kind`: the ending of its name."""
    sums = json.dumps(sums_of(_parts(text, kind)[0]))
    return f"# Sums of what the box wrote: {_of(sums.encode())} {sums}\n{text}".encode()


def _sum(value: object) -> str:
    return _of(msgspec.json.encode(value, order="sorted"))


def _is_whole(name: str, value: object, sums: Mapping[str, str] | None) -> bool:
    """Whether a part of a damaged file is whole; without sums, as far as that can be seen."""
    return sums.get(name) == _sum(value) if sums is not None else "\N{REPLACEMENT CHARACTER}" not in str(value)


def _of(raw: bytes) -> str:
    return f"{crc32(raw):08x}"


class _Opened(NamedTuple):
    sums: dict[str, str] | None
    """`None`: there are no sums that can be believed."""
    text: str
    wrong: str


def _opened(raw: bytes) -> _Opened:
    raw = raw.removeprefix("\N{BOM}".encode())
    sums, wrong = None, ""
    if (line := _LINE.match(raw)) is not None:
        raw = raw[line.end() :]
        if _of(line[2]) == line[1].decode():
            sums = json.loads(line[2])
        else:
            wrong = "its sums are damaged"
    try:
        return _Opened(sums, raw.decode(), wrong)
    except UnicodeDecodeError:
        return _Opened(sums, raw.decode(errors="replace"), "expected text in UTF-8; came another encoding")


# --- parts -----------------------------------------------------------------------------------------------------------


def _parts(text: str, kind: str) -> tuple[FileParts, str]:
    """The readable parts, and what is wrong if some are not readable."""
    return _of_toml(text) if kind == TOML else _of_json(text)


def _of_json(text: str) -> tuple[FileParts, str]:
    try:
        return msgspec.json.decode(text, type=dict[str, object]), ""
    except (msgspec.DecodeError, RecursionError) as error:
        return {}, str(error)


def _of_toml(text: str) -> tuple[FileParts, str]:
    """The readable parts of TOML; of a damaged file, the sections that can be read alone."""
    try:
        return toml_file.parse(text), ""
    except ValueError as error:
        wrong = f"expected TOML; {error}"
    parts: FileParts = {}
    for section in _SECTION.split(text):
        with suppress(ValueError):
            parts |= toml_file.parse(section)
    return parts, wrong


# --- on disk ---------------------------------------------------------------------------------------------------------


def keep(path: Path, text: str) -> bool:
    """Write a small file, whole or not at all; whether the disk saved it. Raises BadConfig.

    The file will belong to the owner of its folder.
    """
    return _put(path, sealed(text, path.suffix))


def put_right(folder: Path, *kinds: SmallFile[Any]) -> None:
    """Repair those of these files that are damaged. If the disk fails, the reader of the file will report it."""
    for kind in kinds:
        with suppress(OSError):
            kind.mend(folder / kind.name)


def asides(folder: Path, name: str = "*") -> list[str]:
    """The names of damaged files that were set aside: of all files, or of one (its name without the ending)."""
    there = (path for kind in _KINDS for path in folder.glob(kind.format(f"{name}-{DAMAGED}-*")))
    return sorted(str(path.relative_to(folder)) for path in there)


def _set_aside(path: Path) -> Path | None:
    """Copy it (so a power cut loses nothing) to a free dated name (clocks may jump). `None`: that failed."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    for number in count(1):
        name = f"{path.stem}-{DAMAGED}-{stamp}{f'-{number}' if number > 1 else ''}{path.suffix}"
        if not files.is_there(aside := path.with_name(name)):
            break
    try:
        return aside if _put(aside, files.read_bytes(path)) else None
    except (OSError, BadConfig) as error:
        _log.warning("%s: damaged, and not set aside: %s", path, error)
        return None


def _put(path: Path, content: bytes) -> bool:
    folder, new = path.parent, path.with_name(f"{path.name}.new")
    try:
        make_folder(folder)
        with open(new, "wb", opener=private) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            if os.geteuid() == 0:  # otherwise the box, which is another user, could not replace it
                owner = folder.stat()
                os.fchown(file.fileno(), owner.st_uid, owner.st_gid)
        move(new, path)
    except OSError as error:
        if not is_of_the_disk(error):
            raise BadConfig(f"{folder}: expected a folder to keep games in; {error.strerror}.") from None
        _log.warning("%s: not kept: %s", path, error)
        with suppress(OSError):
            new.unlink()
        return False
    return True


def shaped(shape: type[T]) -> Callable[[FileParts], T]:
    """Makes a `shape` from parts, or raises ValueError."""
    work_out(shape)
    return partial(msgspec.convert, type=shape, str_keys=True)
