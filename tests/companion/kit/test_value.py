"""What the rules get and give stays as it is; `test_every_game` holds the values of the games to it."""

from __future__ import annotations

import msgspec

from companion.kit.event import Event
from companion.kit.rules import Rules
from companion.testing.laws_of_rules import structs_of


def test_no_struct_of_the_kit_can_be_changed() -> None:
    kinds = {*structs_of(msgspec.Struct, Rules.__module__.rpartition(".")[0])}
    assert Event in kinds
    assert [kind for kind in kinds if not kind.__struct_config__.frozen] == []
