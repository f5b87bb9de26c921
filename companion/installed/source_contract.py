"""What the source of a game may use: as the games of the box, the kit, msgspec and a few modules of Python.

Laws: an installed game is read before any of it runs, when it is added and when it is first found. This is no sandbox:
it finds the clock, the file or the random number of an honest author, and does not stop a clever thief. Add games only
from people whom you would let into your house.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion import files
from companion.kit.errors import Unplayable

MODULES: Final = frozenset({
    "__future__", "abc", "bisect", "collections", "copy", "dataclasses", "decimal", "enum", "fractions",
    "functools", "graphlib", "hashlib", "heapq", "itertools", "math", "msgspec", "numbers", "operator", "re",
    "statistics", "string", "textwrap", "types", "typing", "unicodedata", "zlib",
})  # fmt: skip
"""What a game may import besides the kit and its own package, each with the modules inside it."""
KIT: Final = "companion.kit"
NAMES: Final = frozenset({
    "open", "eval", "exec", "compile", "input", "print", "breakpoint", "globals", "locals", "vars",
})  # fmt: skip
"""Functions of Python that reach out of a game."""
INSIDES: Final = frozenset({
    "__import__", "__builtins__", "__globals__", "__code__", "__subclasses__", "__loader__", "__spec__",
    "__getattribute__",
})  # fmt: skip
"""Names of Python's own insides."""
BYTES: Final = 1_000_000
"""The most bytes of one file of source: eighty times the largest one of a game of the box. To read more takes more
memory than a small Pi has."""
MACHINE_CODE: Final = (".so", ".pyd", ".dll", ".pyc")
"""The endings of files that Python runs and nobody can read."""


def check(package: Path) -> None:
    """Read all source of a package, or of a module that stands alone. Raises Unplayable: file, line, what was found."""
    parts = sorted(package.rglob("*")) if package.is_dir() else [package]
    for file in parts:
        if file.suffix in MACHINE_CODE and file.parent.name != "__pycache__":
            raise Unplayable(f"{_name(file, package)}: expected source; came what nobody can read")
        if file.suffix == ".py":
            for line, found in _found(parse(file, package), file, package):
                raise Unplayable(f"{_name(file, package)}, line {line}: a game may not use {found}")


def parse(file: Path, package: Path) -> ast.Module:
    """The source of a file of the package. Raises Unplayable."""
    try:
        if file.stat().st_size > BYTES:
            raise Unplayable(f"{_name(file, package)}: expected at most {BYTES // 10**6} MB of source; came more")
        return ast.parse(files.read_bytes(file))
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError) as error:
        why = error.strerror if isinstance(error, OSError) else type(error).__name__
        raise Unplayable(f"{_name(file, package)}: expected source of Python; {why}") from None


def _name(file: Path, package: Path) -> str:
    return file.relative_to(package.parent).as_posix()


def _found(tree: ast.Module, file: Path, package: Path) -> Iterator[tuple[int, str]]:
    """The lines with what a game may not use."""
    for node in ast.walk(tree):
        match node:
            case ast.Import():
                yield from ((node.lineno, each.name) for each in node.names if not _may_import(each.name, package))
            case ast.ImportFrom(level=0, module=str(module)) if not _may_import(module, package):
                yield node.lineno, module
            case ast.ImportFrom(level=level) if level > len(file.relative_to(package.parent).parts) - 1:
                yield node.lineno, "what is outside its package"
            case ast.Name(id=name, ctx=ast.Load()) if name in NAMES | INSIDES:
                yield node.lineno, name
            case ast.Attribute(attr=name) if name in INSIDES:
                yield node.lineno, name
            case _:
                pass


def _may_import(module: str, package: Path) -> bool:
    first = module.partition(".")[0]
    return first in MODULES or first == package.stem or f"{module}.".startswith(f"{KIT}.")
