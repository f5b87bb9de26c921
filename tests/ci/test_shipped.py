"""What goes to others in a wheel and in a source archive."""

from __future__ import annotations

from pathlib import Path

from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).parents[2]


def files(builder: SdistBuilder | WheelBuilder) -> set[str]:
    """What it takes of these sources."""
    return {file.distribution_path for file in builder.recurse_included_files()}


def test_a_wheel_says_that_its_packages_have_types() -> None:
    assert {"companion/py.typed", "hardware/py.typed"} <= files(WheelBuilder(str(ROOT)))


def test_what_checks_the_pages_is_in_no_package() -> None:
    for builder in (WheelBuilder(str(ROOT)), SdistBuilder(str(ROOT))):
        taken = files(builder)
        assert "companion/web/pages/static/wire.js" in taken
        assert [path for path in taken if path.startswith(".ci/web") or path.endswith((".d.ts", "package.json"))] == []
