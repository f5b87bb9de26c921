"""Every write to a disk and every flush, in their order, and what a power cut after any of them leaves.

Law: a disk may keep writes to itself until it is told to flush, and may bring them down in any order. So what came
before the last flush is on the disk; of the writes since then a cut leaves none, all, or any part of them. A block of
4 KiB is whole or missing: ext4 builds on that.

The kernel asks this process for the disk by FUSE (Linux's include/uapi/linux/fuse.h), since many kernels lack the
module that logs a disk. Only what a loop device cannot do without is answered.
"""

from __future__ import annotations

import errno
import os
import stat
import struct
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Thread
from typing import Final, NamedTuple, TypeAlias

import pytest

BLOCK: Final = 4096
MOST: Final = 1 << 17
"""Bytes in one write."""
FATES: Final = ("lost", "kept", "torn")
"""What a cut does to the writes in flight."""

GETATTR, READ, WRITE, FSYNC, INIT = 3, 15, 16, 20, 26
ASKED: Final = struct.Struct("<4xIQ24x")
"""What is asked for, and the number of the question."""
ANSWER: Final = struct.Struct("<IiQ")
"""Its length in bytes, 0 or what failed as a negative number, the number of the question."""
PLACE: Final = struct.Struct("<8xQI20x")
"""At which byte, and how many bytes."""
ATTRIBUTES: Final = struct.Struct("<QIIQQQQQQIIIIIIIIII")
BIG_WRITES: Final = 1 << 5
AGREED: Final = struct.pack("<IIIIHHI40x", 7, 31, MOST, BIG_WRITES, 12, 9, MOST)
FOR_EVER_S: Final = 1 << 30


class Write(NamedTuple):
    """What was written, and at which byte."""

    at: int
    content: bytes


Log: TypeAlias = list[list[Write]]
"""Writes in their order; those between two flushes are together."""


@contextmanager
def logged(file: Path, at: Path) -> Iterator[Log]:
    """The disk in `file` is the file `at` too, and there its log is kept."""
    kernel, disk = _mounted(at), os.open(file, os.O_RDWR)
    log: Log = [[]]
    answers = Thread(target=_answer, args=(kernel, disk, log), daemon=True)
    answers.start()
    unmount = ["umount", str(at)]
    try:
        yield log
    finally:
        subprocess.run(unmount, check=True)
        answers.join()


def left(writes: list[Write], fate: str, luck: Random) -> list[Write]:
    """What a cut leaves of the writes in flight."""
    match fate:
        case "lost":
            return []
        case "kept":
            return writes
        case _:
            return [block for write in writes for block in _blocks(write) if luck.random() < 0.5]


def replay(writes: Iterable[Write], file: Path) -> None:
    """Bring writes to a disk."""
    with file.open("r+b") as disk:
        for write in writes:
            disk.seek(write.at)
            disk.write(write.content)


def _mounted(at: Path) -> int:
    """Where the kernel asks for what is in the file `at`."""
    at.touch()
    try:
        kernel = os.open("/dev/fuse", os.O_RDWR)
        options = f"fd={kernel},rootmode={stat.S_IFREG:o},user_id=0,group_id=0"
        command = ["mount", "-i", "-t", "fuse", "-o", options, "disk", str(at)]
        subprocess.run(command, pass_fds=[kernel], check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        # Nothing that could be installed would change it, so this is no skipped test.
        pytest.xfail(f"this machine may mount no disk: {error}")
    return kernel


def _blocks(write: Write) -> Iterator[Write]:
    for start in range(0, len(write.content), BLOCK):
        yield Write(write.at + start, write.content[start : start + BLOCK])


def _answer(kernel: int, disk: int, log: Log) -> None:
    """Answer the kernel until the disk is unmounted. Should this break, no program waits for an answer for ever."""
    try:
        while True:
            asked = os.read(kernel, 2 * MOST)
            operation, number = ASKED.unpack_from(asked)
            failed, told = _did(operation, asked[ASKED.size :], disk, log)
            os.write(kernel, ANSWER.pack(ANSWER.size + len(told), -failed, number) + told)
    except OSError as error:
        if error.errno != errno.ENODEV:
            raise
    finally:
        os.close(kernel)
        os.close(disk)


def _did(operation: int, body: bytes, disk: int, log: Log) -> tuple[int, bytes]:
    """What failed, or 0; and the answer."""
    if operation == INIT:
        return 0, AGREED
    if operation == GETATTR:
        size = os.fstat(disk).st_size
        mode = stat.S_IFREG | stat.S_IRUSR | stat.S_IWUSR
        times = (0,) * 6
        return 0, ATTRIBUTES.pack(FOR_EVER_S, 0, 0, 1, size, size // 512, *times, mode, 1, 0, 0, 0, BLOCK, 0)
    if operation == READ:
        at, length = PLACE.unpack_from(body)
        return 0, os.pread(disk, length, at)
    if operation == WRITE:
        at, length = PLACE.unpack_from(body)
        content = body[PLACE.size : PLACE.size + length]
        log[-1].append(Write(at, content))
        return 0, struct.pack("<I4x", os.pwrite(disk, content, at))
    if operation == FSYNC:
        if log[-1]:
            log.append([])
        return 0, b""
    return errno.ENOSYS, b""
