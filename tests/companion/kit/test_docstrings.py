"""Whoever writes a game reads the kit alone: each public name and field of it says what it is, and what it raises."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

KIT = Path(__file__).parents[3] / "companion/kit"
MODULES = sorted(KIT.glob("*.py"))
TYPE_VARIABLE = re.compile(r"[A-Z](_co|_contra)?")
"""A type variable: the docstring of its class or function says what it stands for."""

Said = tuple[str, str | None, ast.stmt]
"""A name, what is said of it, and where it stands."""


def said(body: list[ast.stmt]) -> Iterator[Said]:
    """The names that these statements define."""
    for line, below in zip(body, [*body[1:], ast.Pass()], strict=True):
        match line, below:
            case (ast.ClassDef() | ast.FunctionDef()) as node, _:
                yield node.name, ast.get_docstring(node), node
            case (
                (ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)])),
                ast.Expr(value=ast.Constant(value=str(words))),
            ):
                yield name, words, line
            case ((ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)])), _):
                yield name, None, line
            case _:
                pass


def public(tree: ast.Module) -> Iterator[Said]:
    """The public names of a module and of its classes; a plain assignment in a class only overrides its parent's
    field."""
    for name, words, node in said(tree.body):
        if name.startswith("_") or TYPE_VARIABLE.fullmatch(name):
            continue
        yield name, words, node
        if isinstance(node, ast.ClassDef):
            inner = said([line for line in node.body if not isinstance(line, ast.Assign)])
            yield from ((f"{name}.{each}", words, line) for each, words, line in inner if not each.startswith("_"))


def raised(node: ast.stmt) -> set[str]:
    """The errors that a function itself raises."""
    raises = [each.exc for each in ast.walk(node) if isinstance(each, ast.Raise) and each.exc is not None]
    return {ast.unparse(each.func if isinstance(each, ast.Call) else each) for each in raises}


@pytest.fixture(params=MODULES, ids=lambda path: path.stem)
def names(request: pytest.FixtureRequest) -> list[Said]:
    return [*public(ast.parse(request.param.read_text(encoding="utf-8")))]


def test_every_public_name_says_what_it_is(names: list[Said]) -> None:
    assert [name for name, words, _ in names if not words] == []


def test_every_function_says_what_it_raises(names: list[Said]) -> None:
    functions = [(name, words or "", node) for name, words, node in names if isinstance(node, ast.FunctionDef)]
    assert [(name, error) for name, words, node in functions for error in raised(node) if error not in words] == []


def test_the_kit_is_read_and_a_name_without_words_is_seen() -> None:
    assert len(MODULES) > 15
    tree = ast.parse('"""A."""\nT = 1\nOPEN = 1\nclass Box:\n    """B."""\n    at: int\n    """C."""\n    to: int\n')
    assert [(name, words) for name, words, _ in public(tree)] == [
        ("OPEN", None),
        ("Box", "B."),
        ("Box.at", "C."),
        ("Box.to", None),
    ]
