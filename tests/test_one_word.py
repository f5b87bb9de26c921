"""A name means one thing: classes and type aliases of their own names, and how many modules share one."""

from __future__ import annotations

import ast
import functools
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
PRODUCT: Final = ("companion", "hardware")
GAMES: Final = "companion/games/"
CLASSES: Final = 22
"""How often a class or an alias has a name again: in the other game, or as the event of an intent."""
MODULES: Final = 70
"""How often a module has the name of another one. Both numbers may only fall."""


@functools.cache
def modules() -> dict[str, ast.Module]:
    """All modules, by their path in the project."""
    paths = [path for part in PRODUCT for path in sorted((ROOT / part).rglob("*.py"))]
    return {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def kinds(module: ast.Module) -> Iterator[str]:
    """The public names of its classes and type aliases."""
    for node in module.body:
        match node:
            case ast.ClassDef(name=name):
                pass
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Subscript() | ast.BinOp()):
                pass
            case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="TypeAlias")):
                pass
            case _:
                continue
        if name[0].isupper() and not name.isupper():
            yield name


def may_share(paths: list[str]) -> bool:
    """Whether one stands in each game, or they are an intent of a game and its event."""
    if not all(path.startswith(GAMES) for path in paths):
        return False
    games = Counter(path.removeprefix(GAMES).split("/")[0] for path in paths)
    files = {Path(path).name for path in paths}
    return set(games.values()) == {1} or files == {"intents.py", "events.py"}


def test_no_class_has_the_name_of_another_one() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path, module in modules().items():
        for name in kinds(module):
            places[name].append(path)
    assert len(places) > 500
    again = {name: paths for name, paths in places.items() if len(paths) > 1}
    assert {name: paths for name, paths in again.items() if not may_share(paths)} == {}
    assert sum(len(paths) - 1 for paths in again.values()) == CLASSES, "fewer? Lower CLASSES"


def test_no_more_modules_share_a_name() -> None:
    names = Counter(Path(path).name for path in modules() if not Path(path).name.startswith("__"))
    assert len(names) > 200
    assert sum(times - 1 for times in names.values()) == MODULES, "fewer? Lower MODULES"
