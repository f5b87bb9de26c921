"""Debian's changelog and the notes of a release, over made-up changes and over the real ones."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import changes
import pytest

from companion.kit import KIT
from tests.papers import ROOT

TOLD = (
    """\
# Changes

For owners.

## 0.2.0, not released yet

- **Undo asks.** If *everybody* has seen it,
  another player agrees.
- `companion backup FILE`: """
    + "one file with all games, " * 4
    + """

## 0.1.0

- **A plug** costs nothing.
"""
)
LOG = """\
companion (0.3.0~dev7) stable; urgency=medium

  * Undo asks. If everybody has seen it, another player agrees.
  * `companion backup FILE`: one file with all games, one file with all games,
    one file with all games, one file with all games,

 -- the companion's authors <companion@localhost>  Sun, 09 Sep 2001 01:46:40 +0000

companion (0.1.0) stable; urgency=medium

  * A plug costs nothing.

 -- the companion's authors <companion@localhost>  {}
"""


@pytest.mark.parametrize(
    ("changed_at", "said"),
    [
        (999_999_999, "Sun, 09 Sep 2001 01:46:39 +0000"),
        (None, "Sun, 09 Sep 2001 01:46:40 +0000"),
        (1_000_000_001, "Sun, 09 Sep 2001 01:46:40 +0000"),  # nothing older is later
    ],
)
def test_the_changelog_has_every_entry_and_the_newest_is_the_version_made(changed_at: int | None, said: str) -> None:
    told = changes.versions(TOLD)
    assert changes.changelog(told, "0.3.0~dev7", 1_000_000_000, lambda _: changed_at) == LOG.format(said)


def test_the_notes_are_the_newest_part_and_say_the_kit_and_whose_it_is_not() -> None:
    notes = changes.notes(changes.versions(TOLD), "0.3.0", "1.0", "companion-box")
    assert "- **Undo asks.** If *everybody* has seen it, another player agrees.\n- `companion backup" in notes
    assert "A plug" not in notes
    assert notes.startswith("# The companion 0.3.0\n")
    assert "kit 1.0" in notes
    assert "uvx --from companion-box companion" in notes
    assert "neither by nor with the publishers" in notes


def test_the_real_ones_are_told_and_debian_understands_them(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    changes.main("notes", "7.0.0")
    notes = capsys.readouterr().out
    assert notes.startswith("# The companion 7.0.0\n")
    assert f"kit {KIT}" in notes
    changes.main("debian", "7.0.0", "1900000000")
    log = capsys.readouterr().out
    text = (ROOT / "CHANGES.md").read_text("utf-8")
    assert log.count("\n  * ") == text.count("\n- ")
    assert max(map(len, log.splitlines())) <= 82
    if tool := shutil.which("dpkg-parsechangelog"):
        (tmp_path / "changelog").write_text(log, "utf-8")
        command = [tool, "-l", str(tmp_path / "changelog"), "--all", "--show-field", "Version"]
        told = subprocess.run(command, capture_output=True, text=True, check=True)
        assert told.stderr == ""
        assert told.stdout.splitlines()[0] == "7.0.0"
