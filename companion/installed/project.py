"""A game in its author's folder: a `pyproject.toml` that nobody has built yet, read as its wheel would be.

Law: its source is read before any of it runs, like that of every game from others.
"""

from __future__ import annotations

from importlib import metadata
from pathlib import Path
from typing import Final

from msgspec import Struct, field

from companion import toml_file
from companion.installed import InstalledGame, search
from companion.kit.errors import BadConfig, Unplayable
from companion.kit.manifest import Manifest

FILE: Final = "pyproject.toml"


class About(Struct, frozen=True):
    """The section `project`."""

    name: str
    version: str = "?"
    entry_points: dict[str, dict[str, str]] = field(default={}, name="entry-points")


class PyProject(Struct, frozen=True):
    """What is needed of the file."""

    project: About


def games_of(folder: Path) -> tuple[Manifest, ...]:
    """The games whose source is in this folder, or in `src` inside it. Raises Unplayable."""
    try:
        about = toml_file.read(folder / FILE, PyProject).project
    except BadConfig as error:
        raise Unplayable(str(error)) from None
    entries = about.entry_points.get(search.GROUP, {})
    if not entries:
        raise Unplayable(f"{folder / FILE}: expected an entry point in the group {search.GROUP}; came none")
    source = folder / "src" if (folder / "src").is_dir() else folder
    game = InstalledGame(about.name, about.version, str(source))
    try:
        return tuple(
            search.judged(metadata.EntryPoint(name, place, search.GROUP), game, str(source), {}).manifest(name)
            for name, place in entries.items()
        )
    except Unplayable as error:
        raise Unplayable(f"{folder}: {error}") from None
