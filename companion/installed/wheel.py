"""Unpacks the wheel of a game: a zip file with a package, and with what is said of it beside the package.

Laws: nothing is written outside the folder, whatever names stand in the file; there is a limit to all of it; everybody
may read what is written, since the box is another user.
"""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Final
from zipfile import BadZipFile, ZipFile

from companion.files import oddity
from companion.kit.errors import Unplayable

FILES: Final = 1000
BYTES: Final = 20_000_000
"""The most files, and the most bytes in them: ten times the largest game of the box, with its pictures."""
_INFO: Final = re.compile(r"([A-Za-z0-9][A-Za-z0-9._]*)-[A-Za-z0-9._+!]+\.dist-info")
_BEYOND: Final = (".data", ".pth")
"""The endings of what an installer would put somewhere else."""


@contextmanager
def for_everybody() -> Iterator[None]:
    """Within it, everybody may read what is written, also the bytecode that Python writes."""
    usual = os.umask(0o022)
    try:
        yield
    finally:
        os.umask(usual)


@for_everybody()
def unpack(file: Path, folder: Path) -> str:
    """Unpack a wheel into a new folder; gives the name of its distribution: small letters, digits and hyphens.

    Raises Unplayable if it is no wheel of pure Python, and OSError.
    """
    if (came := oddity(file)) is not None:
        raise Unplayable(f"expected a wheel; came {came}")
    try:
        with ZipFile(file) as wheel:
            name = _name(wheel)
            for each in wheel.infolist():
                if not each.is_dir():
                    _write(folder / _path(each.filename), wheel.read(each))
    except (BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, ValueError) as error:
        raise Unplayable(f"expected a wheel; {type(error).__name__}: {error}") from None
    return name


def _name(wheel: ZipFile) -> str:
    """Raises Unplayable."""
    infos = wheel.infolist()
    if len(infos) > FILES or sum(each.file_size for each in infos) > BYTES:
        raise Unplayable(f"expected a wheel of at most {FILES} files and {BYTES // 10**6} MB; came a larger one")
    names = {match[1] for each in infos if (match := _INFO.fullmatch(each.filename.partition("/")[0])) is not None}
    if len(names) != 1:
        raise Unplayable("expected a wheel with one .dist-info; came another file")
    return re.sub(r"[-_.]+", "-", names.pop()).lower()


def _path(name: str) -> PurePosixPath:
    """Where a file goes, below the folder. Raises Unplayable."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or not name.isprintable():
        raise Unplayable(f"expected names inside one folder; came {name!r}")
    if path.parts[0].endswith(_BEYOND) or "__pycache__" in path.parts:
        raise Unplayable(f"expected a package alone; came {name!r}")
    return path


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
