"""A game in its author's folder: a `pyproject.toml` that nobody has built yet, read as its wheel would be.

Laws: its source is read before any of it runs, like that of every game from others; it goes before an installed version
of the same package.
"""

from __future__ import annotations

import sys
from importlib import metadata
from pathlib import Path
from typing import Final

from msgspec import Struct, field

from companion import games, toml_file
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


def asked_for(name: str) -> tuple[Manifest, ...]:
    """The games that are written in the folder of this name; else the game of this name.

    Raises Unplayable, UnknownGame.
    """
    return games_of(Path(name)) if is_ones_own(name) else (games.manifest(name),)


def is_ones_own(name: str) -> bool:
    """Whether this is a folder in which somebody writes a game."""
    return (Path(name) / FILE).is_file()


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
    _prefer(str(source), about.name)
    game = InstalledGame(about.name, about.version, str(source))
    try:
        return tuple(
            search.judged(metadata.EntryPoint(name, place, search.GROUP), game, str(source), {}).manifest(name)
            for name, place in entries.items()
        )
    except Unplayable as error:
        raise Unplayable(f"{folder}: {error}") from None


def _prefer(source: str, package: str) -> None:
    """Let Python find the modules of a package in its source, and not where a version of it is installed."""
    try:
        installed = metadata.distribution(package)
    except (metadata.PackageNotFoundError, ValueError):
        return
    modules = {entry.value.partition(":")[0].partition(".")[0] for entry in search.entries_of(installed)}
    if modules:
        sys.path.insert(sys.path.index(str(installed.locate_file(""))), source)
    for name in [name for name in sys.modules if name.partition(".")[0] in modules]:
        del sys.modules[name]
