"""All names in the house: modules, classes with their members, files, and every word of the code."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from tests.papers import ROOT, files

_COMMENT: Final = re.compile(r"(?<!\S)#.*$", re.MULTILINE)
_WORD: Final = re.compile(r"\w+")
_WITH_HASHES: Final = ("", ".py", ".sh", ".toml", ".yml", ".cfg", ".service", ".socket", ".conf", ".rules")
"""Files whose comments begin with `#`."""
CODE: Final = (*_WITH_HASHES[1:], ".js", ".ts", ".css", ".html", ".svg", ".txt", ".xml", ".dot", ".c")
"""The endings of files of code."""


class Prose(NamedTuple):
    """A docstring or a comment, and the file where it stands."""

    path: Path
    text: str


class House:
    """Every file, read once. `code` is everything except docstrings, comments and papers."""

    def __init__(self) -> None:
        """Reads the files."""
        self.prose: Final[list[Prose]] = []
        self._modules: Final[dict[str, set[str]]] = defaultdict(set)
        self._classes: Final[dict[str, set[str]]] = defaultdict(set)
        self._bases: Final[dict[str, set[str]]] = defaultdict(set)
        self._paths: set[str] = set()
        code = [self._read(path) for path in files() if path.suffix in CODE]
        self.code: Final = "\n".join(code)
        self.words: Final = {*_WORD.findall(self.code)}
        for path in files():
            self._paths |= set(_ends(path.relative_to(ROOT).parts, "/"))
            self._paths |= set(_ends(path.relative_to(ROOT).parent.parts, "/"))

    def has_file(self, pointer: str, folder: Path) -> bool:
        """Whether a file or folder has this path, from this folder or as the end of its own path."""
        return (folder / pointer).exists() or pointer.rstrip("/") in self._paths

    def has_name(self, pointer: str) -> bool:
        """Whether the module or class before the dot has this member; for other names, whether the code uses them."""
        owner, _, member = pointer.rpartition(".")
        if pointer in self._modules:
            return True
        if owner in self._modules or owner in self._classes:
            return member in self._modules.get(owner, ()) or member in self._members(owner)
        return {*pointer.split(".")} <= self.words or _is_a_library(pointer)

    def _members(self, name: str) -> set[str]:
        """The members of a class and of its bases."""
        bases = self._bases.get(name, set()) - {name}
        return self._classes.get(name, set()).union(*map(self._members, bases))

    def _read(self, path: Path) -> str:
        text = path.read_text(encoding="utf-8")
        if path.suffix not in _WITH_HASHES:
            return text
        if path.suffix == ".py":
            text = self._read_python(path, text)
        self.prose.extend(Prose(path, comment) for comment in _COMMENT.findall(text) if "`" in comment)
        return _COMMENT.sub("", text)

    def _read_python(self, path: Path, text: str) -> str:
        """Note the names and the prose of a module; gives its text without docstrings."""
        tree, lines = ast.parse(text), text.splitlines()
        for module in _ends(_module(path), "."):
            self._modules[module] |= _defined(tree)
        for node in _statements(tree):
            match node:
                case ast.ClassDef():
                    self._classes[node.name] |= _defined(node) | _given(node)
                    self._bases[node.name] |= {ast.unparse(base).split("[")[0].split(".")[-1] for base in node.bases}
                case ast.Expr(value=ast.Constant(value=str() as told), end_lineno=int() as end):
                    self.prose.append(Prose(path, told))
                    lines[node.lineno - 1 : end] = [""] * (end - node.lineno + 1)
                case _:
                    pass
        return "\n".join(lines)


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """All statements below, at any depth, but no expressions in them."""
    for part in ("body", "orelse", "handlers", "finalbody", "cases"):
        for each in getattr(node, part, ()):
            yield each
            yield from _statements(each)


def _is_a_library(pointer: str) -> bool:
    """Whether the name is one of a library; its members are not checked."""
    library, dot, _ = pointer.partition(".")
    return bool(dot) and find_spec(library) is not None


def _module(path: Path) -> tuple[str, ...]:
    """The parts of a module's name."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


def _ends(parts: tuple[str, ...], dot: str) -> Iterator[str]:
    """A path, the same path without its first part, without its first two parts, and so on."""
    return (dot.join(parts[first:]) for first in range(len(parts)))


def _defined(node: ast.Module | ast.ClassDef) -> set[str]:
    """The names that a module or class defines at its top level."""
    names: set[str] = set()
    for each in node.body:
        match each:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                names.add(each.name)
            case ast.Import() | ast.ImportFrom():
                names |= {alias.asname or alias.name for alias in each.names}
            case _:
                names |= {item.id for item in ast.walk(each) if isinstance(item, ast.Name)}
    return names


def _given(node: ast.ClassDef) -> set[str]:
    """The attributes that a class's methods set on `self`."""
    kept = (part for part in ast.walk(node) if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store))
    return {part.attr for part in kept if isinstance(part.value, ast.Name) and part.value.id == "self"}
