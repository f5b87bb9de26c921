"""Keys of phones after a restart: what is stored of them, and how a damaged file is handled."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.daemon.locks import FILE, LOCKS, keep_locks, read_locks
from companion.daemon.small_files import asides
from companion.web.pages.doors import DOORS, Door
from tests import disk

KEPT: dict[Door, bytes] = {0: bytes(32), 4: bytes(range(32))}


def test_what_is_kept_is_read_and_is_nobody_else_s(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    assert read_locks(folder) == {}
    assert keep_locks(folder, KEPT)
    assert read_locks(folder) == KEPT
    assert stat.S_IMODE((folder / FILE).stat().st_mode) == 0o600
    assert [path.name for path in folder.iterdir()] == [FILE]
    keep_locks(folder, {})
    assert read_locks(folder) == {}


@pytest.mark.parametrize(
    "damaged",
    [b"", b"{", b"[]", b"null", b'{"7": ""}', b'{"1": "AAAA"}', b'{"1": 5}', b'{"-1": ""}', b"\0" * 4096, b"\xff"],
)
def test_a_damaged_file_is_set_aside_in_one_sentence(
    tmp_path: Path, damaged: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / FILE).write_bytes(damaged)
    assert read_locks(tmp_path) == {}
    LOCKS.mend(tmp_path / FILE)
    (aside,) = asides(tmp_path)
    assert (tmp_path / aside).read_bytes() == damaged
    assert not (tmp_path / FILE).exists()
    (said,) = caplog.messages
    assert said.endswith(f"kept as {aside}; used of it: nothing")
    assert read_locks(tmp_path) == {}
    assert keep_locks(tmp_path, KEPT)
    assert read_locks(tmp_path) == KEPT


@given(st.binary(max_size=200))
def test_no_bytes_keep_a_box_from_starting(tmp_path_factory: pytest.TempPathFactory, came: bytes) -> None:
    folder = tmp_path_factory.mktemp("state")
    (folder / FILE).write_bytes(came)
    assert set(read_locks(folder)) <= set(DOORS)


def test_what_is_no_file_is_not_waited_for(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    os.mkfifo(tmp_path / FILE)
    assert read_locks(tmp_path) == {}
    assert "came a fifo; every phone needs a new code" in caplog.text


def test_a_full_disk_keeps_what_was_there(tmp_path: Path) -> None:
    keep_locks(tmp_path, KEPT)
    with disk.full():
        assert not keep_locks(tmp_path, {1: bytes(32)})
    assert read_locks(tmp_path) == KEPT
