"""All that a kill can leave in a folder: its files are read before and after every system call of a process."""

from __future__ import annotations

import ctypes
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.disk import Files, files

TRACEME: Final = 0
SYSCALL: Final = 24
SETOPTIONS: Final = 0x4200
EXITKILL: Final = 0x100000
"""Numbers of ptrace(2)."""

_libc = ctypes.CDLL(None, use_errno=True)


def after_every_call(folder: Path, target: Callable[[], None]) -> list[Files]:
    """Run `target` in a process of its own; gives each state of the folder once, in order."""
    child = os.fork()
    if child == 0:
        try:
            _libc.ptrace(TRACEME, 0, 0, 0)
            os.kill(os.getpid(), signal.SIGSTOP)
            target()
        except BaseException:  # the child must never return into pytest
            os._exit(1)
        os._exit(0)
    os.waitpid(child, 0)
    seen = [files(folder)]
    if _libc.ptrace(SETOPTIONS, child, 0, EXITKILL) != 0:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        pytest.xfail("this system lets nobody trace a process")  # no tool that CI could install is missing
    while True:
        _libc.ptrace(SYSCALL, child, 0, 0)
        _, status = os.waitpid(child, 0)
        if not os.WIFSTOPPED(status):
            assert os.waitstatus_to_exitcode(status) == 0
            return seen
        if (now := files(folder)) != seen[-1]:
            seen.append(now)
