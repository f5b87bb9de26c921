"""Rewrites Python so that Cython can read it."""

from __future__ import annotations

import ast


def readable(source: str) -> str:
    """A module that Cython can read: a `:=` that is the whole guard of a case gets brackets."""
    lines = [line.encode() for line in source.splitlines(keepends=True)]
    cases = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.match_case))
    for guard in [case.guard for case in cases if isinstance(case.guard, ast.NamedExpr)]:
        _put(lines, guard.end_lineno or guard.lineno, guard.end_col_offset or 0, b")")
        _put(lines, guard.lineno, guard.col_offset, b"(")
    return b"".join(lines).decode()


def _put(lines: list[bytes], number: int, column: int, mark: bytes) -> None:
    line = lines[number - 1]
    lines[number - 1] = line[:column] + mark + line[column:]
