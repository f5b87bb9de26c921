"""A build step: it compiles the catalogues (`.po`) to what the box reads (`.mo`), for a wheel and for an editable
install; and it keeps files that git does not know out of a source archive.

Law: the same sources give the same bytes on every machine. Only the builder imports this module, so it imports no other
module of the box.
"""

from __future__ import annotations

import re
import subprocess
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_OF_PATTERNS: Final = re.compile(r"[][*?!#\\ ]")
"""Characters with a meaning in a pattern."""


class CompileCatalogues(BuildHookInterface):  # type: ignore[type-arg]  # of any builder's settings
    """Hatchling calls this because of `[tool.hatch.build.hooks.custom]`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  # hatchling's signature
        """Before packing: compile, and include the `.mo` that git ignores. A source archive needs none."""
        if self.target_name == "wheel":
            root = Path(self.root)
            compiled = compile_catalogues(root / "companion" / "locale")
            build_data["artifacts"] += [path.relative_to(root).as_posix() for path in compiled]
        elif self.target_name == "sdist":
            settings = self.build_config.target_config
            settings["exclude"] = [*settings.get("exclude", ()), *strays(Path(self.root))]


def strays(root: Path) -> list[str]:
    """Files that git does not know, each as a pattern of its own; none without git."""
    command = ("git", "-C", str(root), "ls-files", "--others", "--exclude-standard", "-z")
    try:
        told = subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603
    except (OSError, subprocess.CalledProcessError):
        return []
    others = [path for path in told.split("\0") if path]
    if "pyproject.toml" in others:  # the folder lies within another project, and git belongs to that one
        return []
    return ["/" + _OF_PATTERNS.sub(r"\\\g<0>", path) for path in others]


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
