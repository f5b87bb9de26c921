"""The files of the box's pages: nothing comes from another host, nothing stands inline, so a strict policy holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import companion

ROOT = Path(companion.__file__).parent
FILES = sorted(path for path in ROOT.rglob("static/**/*") if path.is_file())
ELSEWHERE = re.compile(r"https?://(?!www\.w3\.org/)|//cdn|(?<!/\*\* )@import")
"""Names of hosts, but for the namespace of SVG; a style sheet's `@import`, but not JSDoc's, which is a comment."""
INLINE = re.compile(r"<script>|<style>| style=| on\w+=\"")


@pytest.mark.parametrize("file", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_comes_from_elsewhere_and_nothing_stands_inline(file: Path) -> None:
    text = file.read_text(encoding="latin-1")
    assert not ELSEWHERE.search(text)
    assert not INLINE.search(text)


def test_the_files_of_all_pages_are_looked_at() -> None:
    assert {file.suffix for file in FILES} >= {".html", ".css", ".js"}
    assert {file.relative_to(ROOT).parts[0] for file in FILES} == {"club", "web"}


@pytest.mark.parametrize("fault", ["@import url(a.css);", '<img src="http://example.org/a">', '<p onclick="a()">'])
def test_a_fault_is_found(fault: str) -> None:
    assert ELSEWHERE.search(fault) or INLINE.search(fault)
