"""Twenty mutants of a game in its author's folder: its source, broken in one small way each; and who notices.

A mutant is noticed if it breaks a law of every game, or if one of the game's own tests fails.

Law: the folder is not touched: each mutant is a copy, and runs in a process of its own for a limited time.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from companion.kit.errors import BrokenLaw
from companion.testing.verdict import cause

MANY: Final = 20
LIMIT_S: Final = 120.0
"""A mutant that runs longer hangs, and so it is noticed."""
SWAPS: Final[dict[type[ast.AST], type[ast.AST]]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add,
}  # fmt: skip
"""Each operator, and the one that takes its place; a number grows by one."""


class Mutant(NamedTuple):
    """A module with one change."""

    file: Path
    line: int
    was: str
    now: str
    source: str
    """The whole module, changed."""

    @property
    def words(self) -> str:
        """For a line."""
        return f"{self.file.name}, line {self.line}: {self.was} became {self.now}"


def some(package: Path) -> tuple[Mutant, ...]:
    """Twenty mutants from all over a package, the same ones each time; fewer if there are no more."""
    places = [
        (file, nth)
        for file in sorted(package.rglob("*.py"))
        for nth, _ in enumerate(_changes(ast.parse(file.read_text(encoding="utf-8"))))
    ]
    count = min(MANY, len(places))
    return tuple(_mutant(*places[at * len(places) // count]) for at in range(count))


def tried(folder: Path, package: Path) -> Iterator[str]:
    """A line for each mutant of a game, and how many were noticed. Raises BrokenLaw."""
    if (fault := _fault(folder, None)) is not None:
        raise BrokenLaw(f"before anything is broken: expected tests that pass; came {fault}")
    mutants, noticed = some(package), 0
    for mutant in mutants:
        is_noticed = _fault(folder, mutant) is not None
        noticed += is_noticed
        yield f"{'noticed' if is_noticed else 'missed '} {mutant.words}"
    yield f"mutants {noticed} of {len(mutants)} are noticed"


def _fault(folder: Path, mutant: Mutant | None) -> str | None:
    """What is noticed, in a line; `None`: nothing."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    with TemporaryDirectory() as temporary:
        copy = Path(temporary) / "game"
        copytree(folder, copy, ignore=ignore_patterns("__pycache__", ".*", "dist"))
        if mutant is not None:
            (copy / mutant.file.absolute().relative_to(folder.absolute())).write_text(mutant.source, encoding="utf-8")
        trial = [sys.executable, "-P", "-m", "companion.testing.trial", str(copy)]
        try:
            ran = subprocess.run(trial, capture_output=True, text=True, timeout=LIMIT_S, check=False, env=environment)
        except subprocess.TimeoutExpired:
            return "no end"
    return None if ran.returncode == 0 else cause(ran.stderr)


def _mutant(file: Path, nth: int) -> Mutant:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    node, change = [*_changes(tree)][nth]
    was = ast.unparse(node)
    change()
    return Mutant(file, node.lineno, was, ast.unparse(node), ast.unparse(tree))


def _changes(tree: ast.Module) -> Iterator[tuple[ast.expr, Callable[[], None]]]:
    """Each expression that can be changed, and the change."""
    for node in ast.walk(tree):
        match node:
            case ast.Compare(ops=[op]) if type(op) in SWAPS:
                yield node, partial(setattr, node, "ops", [SWAPS[type(op)]()])
            case ast.BoolOp(op=op) | ast.BinOp(op=op) if type(op) in SWAPS:
                yield node, partial(setattr, node, "op", SWAPS[type(op)]())
            case ast.Constant(value=int(number)) if not isinstance(number, bool):
                yield node, partial(setattr, node, "value", number + 1)
            case _:
                pass
