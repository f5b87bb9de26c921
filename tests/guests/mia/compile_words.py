"""A build step: it compiles the catalogues (`.po`) to what the box reads (`.mo`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileWords(BuildHookInterface):  # type: ignore[type-arg]  # of any builder's settings
    """Hatchling calls this because of `[tool.hatch.build.hooks.custom]`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  # hatchling's signature
        """Write a `.mo` beside each `.po`, and include it, though git ignores it. A source archive needs none."""
        if self.target_name != "wheel":
            return
        root = Path(self.root)
        sources = sorted(root.glob("src/mia/locale/*/LC_MESSAGES/*.po"))
        if not sources:
            raise SystemExit("src/mia/locale: expected words to compile (*.po); came none")
        for source in sources:
            with source.open("rb") as written, source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(written, locale=source.parent.parent.name, abort_invalid=True))
            build_data["artifacts"].append(source.with_suffix(".mo").relative_to(root).as_posix())
