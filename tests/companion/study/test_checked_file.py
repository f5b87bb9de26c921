"""A file of lines, torn and damaged in every way there is."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path

import pytest

from companion.kit.errors import WrongUse
from companion.study.checked_file import CheckedFile

LINES = [b'{"head":1}', b"one", b"", "zwölf\0".encode()]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.kept"


def write(path: Path, lines: list[bytes]) -> None:
    file = CheckedFile.begin(path)
    for line in lines:
        file.append(line)
    file.close()


def read(path: Path) -> list[bytes]:
    file = CheckedFile.open(path)
    try:
        return file.read()
    finally:
        file.close()


def test_what_was_written_is_read(path: Path) -> None:
    write(path, LINES)
    assert read(path) == LINES


def test_wherever_it_is_torn_the_whole_lines_before_are_read(path: Path) -> None:
    write(path, LINES)
    raw = path.read_bytes()
    for length in range(len(raw)):
        path.write_bytes(raw[:length])
        assert read(path) == LINES[: raw[:length].count(b"\n")]
        path.write_bytes(raw[:length] + bytes(512))  # as a file system may leave it
        assert read(path) == LINES[: raw[:length].count(b"\n")]


def test_no_flipped_bit_is_believed(path: Path) -> None:
    write(path, LINES)
    raw = path.read_bytes()
    for bit in range(8 * len(raw)):
        path.write_bytes(bytes(byte ^ (1 << bit % 8) * (at == bit // 8) for at, byte in enumerate(raw)))
        with suppress(WrongUse):
            assert read(path) in (LINES[:-1], LINES[:-2]), "at the end"


def test_after_a_line_that_was_not_taken_comes_the_next_one_whole(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = CheckedFile.begin(path)
    file.append(LINES[0])
    pwrite = os.pwrite

    def full(descriptor: int, raw: bytes, at: int) -> int:
        if at > file.size:
            raise OSError(errno.ENOSPC, "No space left on device")
        return pwrite(descriptor, raw[:15], at)

    with monkeypatch.context() as patched:
        patched.setattr(os, "pwrite", full)
        with pytest.raises(OSError, match="No space"):
            file.append(b"a long line of which a part is on disk")
    assert file.read() == LINES[:1]
    file.append(b"short")
    assert file.read() == [LINES[0], b"short"]
    file.close()


def test_lines_written_anew_are_there_or_the_old_ones(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = CheckedFile.begin(path)
    file.append(LINES[0])

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "pwrite", full)
        with pytest.raises(OSError, match="No space"):
            file.rewrite(LINES)
    assert file.read() == LINES[:1]
    file.rewrite(LINES)
    file.append(b"more")
    assert file.read() == [*LINES, b"more"]
    assert [name.name for name in path.parent.iterdir()] == [path.name]
    file.close()


def test_nobody_elses_file_is_written_over(path: Path) -> None:
    path.write_bytes(b"somebody's")
    write(path, LINES)
    write(path, LINES[:1])
    assert path.read_bytes() == b"somebody's"
    assert [read(path.with_name(f"games-{number}.kept")) for number in (2, 3)] == [LINES, LINES[:1]]


def test_two_never_write_into_one_file(path: Path) -> None:
    file = CheckedFile.begin(path)
    with pytest.raises(OSError, match="at work"):
        CheckedFile.open(path)
    file.rewrite(LINES)
    with pytest.raises(OSError, match="at work"):
        CheckedFile.open(path)
    file.close()
    assert read(path) == LINES
