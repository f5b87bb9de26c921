"""axe-core, which looks for what bars people from a page; npm brings it, the repository has none of it."""

from __future__ import annotations

from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[4] / ".ci/web/node_modules/axe-core/axe.min.js"


def axe_core() -> str:
    """Its source, for a page to run; the test is skipped where it is missing."""
    if not SOURCE.exists():
        pytest.skip("axe-core is not installed: npm ci --prefix .ci/web")
    return SOURCE.read_text(encoding="utf-8")
