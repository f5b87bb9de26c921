"""What is wrong with plain values, in the words of the person who wrote them."""

from __future__ import annotations

from datetime import date, time
from typing import Annotated, Literal

import msgspec
import pytest

from companion.kit.shape import KINDS, explain, shown


class Garden(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Part of a house."""

    trees: int = 0
    hedges: tuple[tuple[int, int], ...] = ()
    beds: dict[str, Annotated[int, msgspec.Meta(ge=1)]] = {}

    def __post_init__(self) -> None:
        if self.trees == 13:
            raise ValueError("thirteen trees bring bad luck")


class House(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One field of every kind."""

    number: int
    height: Annotated[float, msgspec.Meta(gt=0, le=30)] = 1.0
    width: Annotated[float, msgspec.Meta(lt=3_000_000)] = 1.0
    owner: str | None = None
    storeys: Annotated[int, msgspec.Meta(ge=1)] | None = None
    extras: dict[str, bool | str] = {}
    roof: Literal["flat", "steep"] | None = None
    is_old: bool = False
    doors: tuple[int, int, int] = (1, 2, 3)
    windows: Annotated[tuple[int, ...], msgspec.Meta(max_length=2)] = ()
    garden: Garden = msgspec.field(default=Garden(), name="ground")
    sheds: tuple[Garden, ...] = ()
    keys: dict[Literal["front", "back"], int] = {}


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ({"number": "x"}, "number: expected a whole number; came 'x'"),
        ({"number": 1.5}, "number: expected a whole number; came 1.5"),
        ({"number": True}, "number: expected a whole number; came true"),
        ({"number": date(2026, 11, 22)}, "number: expected a whole number; came a date or a time"),
        ({"number": [1, "a"]}, "number: expected a whole number; came [1, 'a']"),
        ({"number": {}}, "number: expected a whole number; came a section"),
        ({"number": None}, "number: expected a whole number; came nothing"),
        ({}, "number: expected a value; came nothing"),
        ({"number": 1, "hight": 2.0}, None),
        ({"number": 1, "height": 31}, "height: expected a number of at most 30; came 31"),
        ({"number": 1, "height": 0}, "height: expected a number above 0; came 0"),
        ({"number": 1, "width": 3e6}, "width: expected a number below 3000000; came 3000000.0"),
        ({"number": 1, "owner": 1}, "owner: expected text; came 1"),
        ({"number": 1, "storeys": 0}, "storeys: expected a whole number of at least 1; came 0"),
        ({"number": 1, "extras": {"a": "b", "pool": 1}}, f"extras.pool: expected {KINDS['bool']} or text; came 1"),
        ({"number": 1, "extras": [1]}, "extras: expected a section; came [1]"),
        ({"number": 1, "roof": "round"}, "roof: expected one of flat, steep; came 'round'"),
        ({"number": 1, "roof": 1}, "roof: expected one of flat, steep; came 1"),
        ({"number": 1, "is_old": 1}, "is_old: expected yes or no (true or false); came 1"),
        ({"number": 1, "doors": [1, 2]}, "doors: expected a list of 3 entries; came [1, 2]"),
        ({"number": 1, "doors": [1, 2, "x"]}, "doors.2: expected a whole number; came 'x'"),
        ({"number": 1, "windows": [1, 2, 3]}, "windows: expected a list of at most 2 entries; came [1, 2, 3]"),
        ({"number": 1, "ground": 1}, "ground: expected a section; came 1"),
        ({"number": 1, "ground": {"trees": "x"}}, "ground.trees: expected a whole number; came 'x'"),
        ({"number": 1, "ground": {"trees": 13}}, "ground: thirteen trees bring bad luck"),
        (
            {"number": 1, "ground": {"hedges": [[1, 2], [3, "x"]]}},
            "ground.hedges.1.1: expected a whole number; came 'x'",
        ),
        (
            {"number": 1, "ground": {"beds": {"a": 1, "b": 0}}},
            "ground.beds.b: expected a whole number of at least 1; came 0",
        ),
        (
            {"number": 1, "ground": {"tree": 1}},
            "ground.tree: expected one of trees, hedges, beds; came an unknown key; the nearest is trees",
        ),
        ({"number": 1, "keys": {"front": 1, "side": 2}}, "keys.side: expected one of front, back; came an unknown key"),
        (
            {"number": 1, "keys": {"fornt": 1}},
            "keys.fornt: expected one of front, back; came an unknown key; the nearest is front",
        ),
        ({"number": 1, "sheds": [{}, {"trees": "x"}]}, "sheds.1.trees: expected a whole number; came 'x'"),
    ],
    ids=str,
)
def test_what_is_wrong_is_told_by_its_key_with_what_was_expected_and_what_came(
    raw: dict[str, object], said: str | None
) -> None:
    with pytest.raises(msgspec.ValidationError) as raised:
        msgspec.convert(raw, House)
    if said is None:
        fields = "number, height, width, owner, storeys, extras, roof, is_old, doors, windows, ground, sheds, keys"
        said = f"hight: expected one of {fields}; came an unknown key; the nearest is height"
    assert explain(str(raised.value), House, raw) == said


def test_what_stands_within_a_section_is_named_with_it() -> None:
    raw = {"trees": "x"}
    with pytest.raises(msgspec.ValidationError) as raised:
        msgspec.convert(raw, Garden)
    assert explain(str(raised.value), Garden, raw, ("a", "b")).startswith("a.b.trees: expected ")


@pytest.mark.parametrize(
    ("raw", "said"), [(1, "expected a section; came 1"), ({"trees": 13}, "thirteen trees bring bad luck")]
)
def test_what_is_wrong_as_a_whole_has_no_key(raw: object, said: str) -> None:
    with pytest.raises(msgspec.ValidationError) as raised:
        msgspec.convert(raw, Garden)
    assert explain(str(raised.value), Garden, raw) == said


def test_a_value_is_shown_as_it_stands_in_a_file() -> None:
    values = [True, 1, -1.5, "a", ["a", False], {"a": 1}, None, time(1)]
    told = ["true", "1", "-1.5", "'a'", "['a', false]", "a section", "nothing", "a date or a time"]
    assert [shown(value) for value in values] == told
