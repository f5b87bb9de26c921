"""Writes a new game for its author: a folder with a game that works and keeps every law, from the template beside this.

In the template, «name», «package» and «title» stand for the game's own; each file ends in `.txt` only there.

Law: nothing is written over, and what was refused has written nothing.
"""

from __future__ import annotations

import keyword
import os
import sys
from importlib.machinery import PathFinder
from pathlib import Path
from shutil import rmtree
from typing import Final

from companion import games
from companion.installed.search import NAME, TITLE
from companion.kit.errors import Unwritten, WrongUse

TEMPLATE: Final = Path(__file__).with_name("template")
PLACE: Final = "package"
"""In the path of a file, this stands for the game's package."""


def write(name: str, folder: Path) -> tuple[Path, ...]:
    """Write the game called `name` into a new folder; gives its files. Raises WrongUse, Unwritten."""
    package, title = name.replace("-", "_"), name.replace("-", " ").title()
    if os.path.lexists(folder):
        raise WrongUse(f"{folder}: expected a folder that is not there yet; it is")
    _check(name, package)
    written = []
    try:
        for source in sorted(TEMPLATE.rglob("*.txt")):
            text = source.read_text(encoding="utf-8")
            for mark, own in (("«name»", name), ("«package»", package), ("«title»", title)):
                text = text.replace(mark, own)
            file = folder / source.relative_to(TEMPLATE).with_suffix("").as_posix().replace(PLACE, package)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            written.append(file)
    except OSError as error:
        rmtree(folder, ignore_errors=True)
        raise Unwritten(f"{error.filename}: the game cannot be written; {error.strerror}") from None
    return tuple(written)


def _check(name: str, package: str) -> None:
    """Raises WrongUse unless a new game can have this name."""
    if NAME.fullmatch(name) is None or len(name) > TITLE:
        raise WrongUse(f"expected a name of up to {TITLE} small letters, digits and hyphens; came {name}")
    if name in games.MISSING or name in {game.name for game in games.LIST}:
        raise WrongUse(f"{name} is the name of a game that is here; expected another name")
    spec = PathFinder.find_spec(package)  # a folder of this name has no origin, and may stand where this one begins
    is_known = package in sys.stdlib_module_names or (spec is not None and spec.origin is not None)
    if is_known or keyword.iskeyword(package):
        raise WrongUse(f"{package} is a name that Python knows; expected another name")
