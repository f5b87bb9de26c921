"""A backup: one file with all that a new card needs: the games with what was chosen at the table, the settings, the
wiring and the board as the box was told, and a list of the games from others.

Laws: a running box is only read; the file is there whole or not at all; every part is checked against its sum before
anything is put back; whatever is replaced is kept beside it under another name; whatever a file claims to be, little of
it is in memory at a time.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import sqlite3
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO, Final

import msgspec

from companion import config, files, games, installed, result
from companion.daemon import owner, wired
from companion.daemon.scratch import work_in
from companion.journal import look
from companion.journal.file import BEFORE, FILE, File
from companion.journal.schema import VERSION
from companion.kit.errors import BadConfig, NewerBackup, NotABackup, Unusable
from companion.toml_file import parse
from companion.version import version

FORMAT: Final = 1
ABOUT: Final = "about.json"
SETTINGS: Final = "companion.toml"
_MOST: Final = 1024**2
"""Bytes of a part that is not the games."""
_PIECE: Final = 1024**2
_NOT_WHOLE: Final = (
    zipfile.BadZipFile,
    KeyError,
    msgspec.MsgspecError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    struct.error,
    zlib.error,
)
"""What reading a spoiled file raises."""


class BackupLabel(msgspec.Struct, frozen=True):
    """What a backup says of itself."""

    format: int
    companion: str
    """The version that made it."""
    tables: int
    """The version of the journal's tables."""
    made: str
    """When, by the box's clock."""
    games: int
    """How many."""
    others: tuple[str, ...]
    """The games from others that were installed: package and version of each."""
    sums: dict[str, str]
    """The SHA-256 of every part."""


class WholeBackup(msgspec.Struct, frozen=True):
    """A backup that can be put back here."""

    about: BackupLabel
    size: int
    """Bytes of the games in it."""
    missing: tuple[str, ...]
    """Those games from others that are not installed here: package and version of each."""
    has_settings: bool
    """Settings can be put back."""


class Restored(msgspec.Struct, frozen=True):
    """What was put back."""

    about: BackupLabel
    aside: tuple[Path, ...]
    """Where the files are kept that were replaced."""
    left_out: tuple[str, ...]
    """What was not put back, a sentence each."""


def make(file: Path, folder: Path, settings: Path | None, to: tuple[int, int] | None = None) -> BackupLabel:
    """Write a backup of the games in `folder` and of the owner's file, for this user and group.

    Raises Unusable, BadConfig, Unwritten.
    """
    try:
        with TemporaryDirectory(prefix="companion-", dir=file.resolve().parent) as at:
            copy = Path(at) / FILE
            count = look.copy(folder / FILE, copy)
            parts = {FILE: copy, **{name: folder / name for name in _small()}}
            parts |= {SETTINGS: settings} if settings is not None else {}
            there = {name: path for name, path in parts.items() if path.is_file()}
            sums = {name: _sum(path) for name, path in there.items()}
            made = datetime.now(UTC).isoformat(timespec="seconds")
            about = BackupLabel(FORMAT, version(), VERSION, made, count, _others(), sums)
            result.keep_by(file, lambda out: _pack(out, about, there), to)
    except (OSError, sqlite3.Error) as error:
        raise Unusable(f"no backup can be made: {error}") from None
    return about


def examine(file: Path, folder: Path, settings: Path | None) -> WholeBackup:
    """What would be put back; nothing is changed. Raises NotABackup."""
    with _opened(file) as (packed, about):
        size = _games_in(packed, about).file_size
        for name in about.sums:
            _verify(packed, about, name)
        has_settings = SETTINGS in about.sums and not _unfit(settings, folder, _part(packed, about, SETTINGS))
    return WholeBackup(about, size, tuple(sorted({*about.others} - {*_others()})), has_settings)


def restore(file: Path, folder: Path, settings: Path | None) -> Restored:
    """Put back what a backup holds. Raises NotABackup, Unusable, Unwritten."""
    with _work_in(folder) as at, _opened(file) as (packed, about):
        _unpack_games(packed, about, at / FILE)
        wanted = {*about.sums} & {SETTINGS, *_small()}
        for name in {*about.sums} - wanted - {FILE}:
            _verify(packed, about, name)
        parts = {name: _part(packed, about, name) for name in sorted(wanted)}
        before = File(folder).restore(at / FILE)
        aside = [before] if before is not None else []
        left_out = []
        for name, content in parts.items():
            if name == SETTINGS:
                why = _unfit(settings, folder, content)
                left_out += [f"The settings were not put back: {why}"] if why else []
                target = None if why else settings
            else:
                target = folder / name
            if target is not None:
                aside += _replace(target, content)
    return Restored(about, tuple(aside), tuple(left_out))


# --- what goes in ----------------------------------------------------------------------------------------------------


def _small() -> tuple[str, ...]:
    """The small files beside the games."""
    return (wired.FILE, *(game.board_name for game in games.LIST if game.board_name))


def _others() -> tuple[str, ...]:
    return tuple(sorted({game.came_with for game in installed.HERE.values()}))


def _sum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _pack(out: BinaryIO, about: BackupLabel, parts: Mapping[str, Path]) -> None:
    os.fchmod(out.fileno(), 0o600)  # the seeds of running games are in it
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        packed.writestr(_entry(ABOUT), msgspec.json.format(msgspec.json.encode(about)))
        for name, path in parts.items():
            with path.open("rb") as part, packed.open(_entry(name), "w", force_zip64=True) as entry:
                shutil.copyfileobj(part, entry, _PIECE)


def _entry(name: str) -> zipfile.ZipInfo:
    """A part without a date: a zip file has none before 1980, and a Pi's clock may stand there."""
    entry = zipfile.ZipInfo(name)
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


# --- what comes out --------------------------------------------------------------------------------------------------


@contextmanager
def _work_in(folder: Path) -> Iterator[Path]:
    """A folder for the work. Raises Unusable."""
    try:
        files.make_folder(folder)
        with work_in(folder, "restoring") as work:
            yield work
    except OSError as error:
        raise Unusable(f"cannot keep games in {folder}: {error.strerror}; nothing was changed") from None


@contextmanager
def _opened(file: Path) -> Iterator[tuple[zipfile.ZipFile, BackupLabel]]:
    """Raises NotABackup, Unusable."""
    try:
        if (came := files.oddity(file)) is not None:
            raise NotABackup(f"{file}: expected a file that `companion backup` has made; came {came}")
        with _reader(file) as raw, zipfile.ZipFile(raw) as packed:
            about = msgspec.json.decode(_short(packed, ABOUT), type=BackupLabel)
            if about.format > FORMAT or about.tables > VERSION:
                raise NewerBackup(f"{file} was made by a newer companion ({about.companion}); update this one first")
            yield packed, about
    except (*_NOT_WHOLE, OSError) as error:
        if isinstance(error, OSError) and error.errno != errno.EINVAL:  # it names a part at a place that no file has
            raise
        raise NotABackup(f"{file}: expected a whole file that `companion backup` has made; {error}") from None


def _reader(file: Path) -> BinaryIO:
    """Raises NotABackup."""
    try:
        return file.open("rb")
    except OSError as error:
        raise NotABackup(f"{file}: expected a file that `companion backup` has made; {error.strerror}") from None


def _games_in(packed: zipfile.ZipFile, about: BackupLabel) -> zipfile.ZipInfo:
    if FILE not in about.sums:
        raise NotABackup(f"{packed.filename}: expected games in it; came none")
    return packed.getinfo(FILE)


def _unpack_games(packed: zipfile.ZipFile, about: BackupLabel, copy: Path) -> None:
    _games_in(packed, about)
    with packed.open(FILE) as part, open(copy, "wb", opener=files.private) as out:
        shutil.copyfileobj(part, out, _PIECE)
    _expect(packed, FILE, _sum(copy) == about.sums[FILE])


def _verify(packed: zipfile.ZipFile, about: BackupLabel, name: str) -> None:
    with packed.open(name) as part:
        summed = hashlib.sha256()
        while piece := part.read(_PIECE):
            summed.update(piece)
    _expect(packed, name, summed.hexdigest() == about.sums[name])


def _short(packed: zipfile.ZipFile, name: str) -> bytes:
    with packed.open(name) as part:
        return part.read(_MOST)


def _part(packed: zipfile.ZipFile, about: BackupLabel, name: str) -> bytes:
    content = _short(packed, name)
    _expect(packed, name, hashlib.sha256(content).hexdigest() == about.sums[name])
    return content


def _expect(packed: zipfile.ZipFile, name: str, is_right: bool) -> None:
    if not is_right:
        raise NotABackup(f"{packed.filename}: {name} in it is not what was put in; take another backup")


def _unfit(settings: Path | None, folder: Path, content: bytes) -> str:
    """Why these settings cannot replace the owner's file; empty: they can."""
    if settings is None:
        return "there is no settings file here."
    try:
        there = config.state_folder(owner.read(settings, parse(content.decode())))
    except (BadConfig, ValueError) as error:
        return f"they do not fit here: {str(error).rstrip('.')}."
    if there != folder:
        return f"they keep games in {there}, not in {folder}."
    if _has(settings, content) or os.access(settings.parent, os.W_OK):
        return ""
    return f"{settings} is not the box's to write; stop it, and put this backup back with `sudo companion restore`."


def _has(file: Path, content: bytes) -> bool:
    with suppress(OSError):
        return file.read_bytes() == content
    return False


def _replace(target: Path, content: bytes) -> list[Path]:
    """Replace a small file; gives where the old one is kept, if it was another. Raises Unwritten."""
    aside = []
    with suppress(FileNotFoundError):
        if (before := target.read_bytes()) == content:
            return []
        aside = [target.with_name(f"{target.stem}-{BEFORE}-{hashlib.sha256(before).hexdigest()[:8]}{target.suffix}")]
        result.keep(aside[0], before)
        files.as_its_folder(aside[0])
    result.keep(target, content)
    files.as_its_folder(target)
    return aside
