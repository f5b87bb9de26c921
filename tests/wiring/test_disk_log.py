from __future__ import annotations

import os
from pathlib import Path
from random import Random

from tests.wiring import disk_log
from tests.wiring.debian import needs
from tests.wiring.disk_log import BLOCK

BLOCKS = 16
OLD, FLUSHED, NEW = b"o" * BLOCK, b"f" * BLOCK, b"n" * BLOCK


def test_a_cut_keeps_what_was_flushed_and_of_the_rest_what_its_fate_says(tmp_path: Path) -> None:
    needs()
    before, disk, at = tmp_path / "before", tmp_path / "disk", tmp_path / "at"
    before.write_bytes(OLD * BLOCKS)
    disk.write_bytes(OLD * BLOCKS)
    with disk_log.logged(disk, at) as log:
        written = os.open(at, os.O_RDWR)
        assert os.pread(written, BLOCK, BLOCK) == OLD
        os.pwrite(written, FLUSHED, 0)
        os.fsync(written)
        os.fsync(written)
        os.pwrite(written, NEW * (BLOCKS - 1), BLOCK)
        os.close(written)
    assert disk.read_bytes() == FLUSHED + NEW * (BLOCKS - 1)

    flushed, writes = log
    disk_log.replay(flushed, before)
    assert before.read_bytes() == FLUSHED + OLD * (BLOCKS - 1)
    disk_log.replay(writes, before)
    assert before.read_bytes() == disk.read_bytes()
    assert disk_log.left(writes, "lost", Random(1)) == []
    assert disk_log.left(writes, "kept", Random(1)) == writes
    torn = disk_log.left(writes, "torn", Random(1))
    assert 0 < len(torn) < BLOCKS - 1
    assert {write.content for write in torn} == {NEW}
