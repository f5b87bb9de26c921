"""Each law of rules finds a game that breaks it; `test_every_game` has those that keep it."""

from __future__ import annotations

import ast
from inspect import getsource, isfunction
from textwrap import dedent

import pytest

from companion.kit.errors import BrokenLaw
from companion.kit.rules import Rules
from companion.kit.value import Value
from companion.testing import laws_of_events, laws_of_play, laws_of_rules
from companion.testing.laws_of_rules import RulesLaw, structs_of
from tests.companion.games.nim import Took
from tests.companion.testing.broken_games import BREAKERS


@pytest.mark.parametrize("law", laws_of_rules.ALL, ids=lambda law: law.__name__)
def test_a_game_that_breaks_the_law_is_found(law: RulesLaw) -> None:
    with pytest.raises(BrokenLaw):
        law(BREAKERS[law.__name__])


def test_what_the_rules_lack_is_named() -> None:
    with pytest.raises(BrokenLaw, match=r"^Rules lack `header`, `view`$"):
        laws_of_rules.the_rules_have_all_that_every_game_needs(BREAKERS["the_rules_have_all_that_every_game_needs"])


def test_no_game_can_leave_out_what_has_no_default() -> None:
    without = {
        name
        for kind in Rules.__mro__
        for name, member in vars(kind).items()
        if not name.startswith("_") and is_empty(getattr(member, "fget", member))
    }
    assert without == {*laws_of_rules.MUST, "follows", "audit"}, "of these two, nothing is something"


def is_empty(member: object) -> bool:
    """Whether it is a function that has a docstring alone."""
    if not isfunction(member):
        return False
    (function,) = ast.parse(dedent(getsource(member))).body
    return isinstance(function, ast.FunctionDef) and [type(line) for line in function.body] == [ast.Expr]


def test_values_are_found_in_a_package_and_in_a_module_that_stands_alone() -> None:
    assert Took in {*structs_of(Value, "tests.companion.games")} & {*structs_of(Value, Took.__module__)}
    assert Took not in {*structs_of(Value, "tests.companion.game")}


def test_each_law_has_a_game_that_breaks_it() -> None:
    laws = (*laws_of_rules.ALL, *laws_of_play.ALL, *laws_of_events.ALL)
    assert [law.__name__ for law in laws] == [*BREAKERS]
