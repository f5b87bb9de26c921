"""What the rules get and give stays as it is; `test_every_game` holds the values of the games to it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.kit.event import Event
from companion.kit.rules import Rules


def structs_of(kind: type[msgspec.Struct], room: str) -> Iterator[type[msgspec.Struct]]:
    """All structs of this kind in a package, as far as it is loaded."""
    for each in kind.__subclasses__():
        if each.__module__.startswith(f"{room}."):
            yield each
        yield from structs_of(each, room)


def test_no_struct_of_the_kit_can_be_changed() -> None:
    kinds = {*structs_of(msgspec.Struct, Rules.__module__.rpartition(".")[0])}
    assert Event in kinds
    assert [kind for kind in kinds if not kind.__struct_config__.frozen] == []
