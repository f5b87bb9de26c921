"""The guard of the pages' JavaScript finds each fault that it is meant to find."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / ".ci/web"
TOOLS = WEB / "node_modules/.bin"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not TOOLS.exists(), reason="tsc and biome are not installed: npm ci --prefix .ci/web"),
]


def told(tool: str, *words: str | Path) -> str:
    done = subprocess.run([TOOLS / tool, *words], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode, done.stdout
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("export const seen = (/** @type {live.PublicView} */ shown) => shown.page.titel;", "'titel' does not exist"),
        ("export const paint = (/** @type {At<ids.Seat>} */ at) => at('asekd').hidden;", "is not assignable"),
        ("export const reply = /** @returns {live.Reply} */ () => ({ moment: '1' });", "is not assignable"),
        ("export const add = (one) => one + 1;", "implicitly has an 'any' type"),
    ],
)
def test_tsc_knows_the_wire_and_the_pages(tmp_path: Path, line: str, why: str) -> None:
    (tmp_path / "page.js").write_text(line)
    settings = {"extends": str(WEB / "tsconfig.json"), "include": ["page.js", str(WEB / "shapes.d.ts")]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(settings))
    assert why in told("tsc", "--project", tmp_path)


def test_the_linter_sees_what_is_left_over(tmp_path: Path) -> None:
    (tmp_path / "page.js").write_text("const left = 1;\n")
    assert "noUnusedVariables" in told("biome", "lint", f"--config-path={WEB}", tmp_path)
