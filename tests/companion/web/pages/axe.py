"""axe-core, which finds barriers for disabled people on a page; npm installs it, the repository does not contain it."""

from __future__ import annotations

from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[4] / ".ci/web/node_modules/axe-core/axe.min.js"


def axe_core() -> str:
    """Its source, for a page to run; without it the test is skipped."""
    if not SOURCE.exists():
        pytest.skip("axe-core is not installed: npm ci --prefix .ci/web")
    return SOURCE.read_text(encoding="utf-8")
