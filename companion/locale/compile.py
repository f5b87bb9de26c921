"""A build step: the catalogues (`.po`) become what the box reads (`.mo`), for a wheel and for an editable install.

Law: the same catalogues give the same bytes on every machine. Only the builder imports this, so it imports no other
module of the box.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileCatalogues(BuildHookInterface):  # type: ignore[type-arg]  # of any builder's settings
    """Hatchling calls this because of `[tool.hatch.build.hooks.custom]`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  # hatchling's signature
        """Before anything is packed: compile, and let in what git ignores. A source archive needs no `.mo`."""
        if self.target_name == "wheel":
            root = Path(self.root)
            compiled = compile_catalogues(root / "companion" / "locale")
            build_data["artifacts"] += [path.relative_to(root).as_posix() for path in compiled]


def compile_catalogues(folder: Path) -> list[Path]:
    """Write a `.mo` beside each `.po` below `folder`. Raises PoFileError if one is not well-formed."""
    return [_compiled(source) for source in sorted(folder.glob("*/LC_MESSAGES/*.po"))]


def _compiled(source: Path) -> Path:
    with source.open("rb") as file:
        catalogue = read_po(file, locale=source.parent.parent.name, abort_invalid=True)
    words = BytesIO()
    write_mo(words, catalogue)
    target = source.with_suffix(".mo")
    if not target.exists() or target.read_bytes() != words.getvalue():  # else uv would see a change and build again
        target.write_bytes(words.getvalue())
    return target
