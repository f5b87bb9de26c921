from __future__ import annotations

import ast

from readable import readable

SOURCE = """match (x := 5):
    case 4 if "ä" and (y := x): pass
    case 5 if y := (
        x
    ) + 1:  # more
        pass
    case _ if x: pass
"""


def test_a_guard_that_names_what_it_finds_goes_into_brackets_and_nothing_else_changes() -> None:
    told = readable(SOURCE)
    assert told == SOURCE.replace("y := (\n        x\n    ) + 1", "(y := (\n        x\n    ) + 1)")
    assert ast.dump(ast.parse(told)) == ast.dump(ast.parse(SOURCE))


def test_a_source_that_can_be_read_stays_as_it_is() -> None:
    assert readable("a = 1\n") == "a = 1\n"
    assert readable("") == ""
