"""The laws of what a game says of itself: its values, its spaces, its options. `ALL` has them in order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

import msgspec

from companion.kit.errors import BrokenLaw
from companion.kit.rules import Rules
from companion.kit.seats import COLOURS
from companion.kit.value import Value
from companion.testing.verdict import compare, expect

RulesLaw: TypeAlias = Callable[[Rules[Any]], None]
"""Its name is the law. Raises BrokenLaw."""


MUST: Final = (
    "name", "title", "seats", "events", "begin", "question", "answered", "evolve", "header", "read_header", "recall",
    "standing", "view",
)  # fmt: skip
"""What no game can leave out."""


def the_rules_have_all_that_every_game_needs(rules: Rules[Any]) -> None:
    """Whatever else is left out has a default."""
    lacks = [f"`{name}`" for name in MUST if getattr(type(rules), name) is getattr(Rules, name)]
    if lacks:
        raise BrokenLaw(f"Rules lack {', '.join(lacks)}")


def the_kinds_of_events_are_told_apart(rules: Rules[Any]) -> None:
    """In a record each has a name of its own."""
    expect(rules.title, "expected a title; came none")
    tags = [kind.__struct_config__.tag for kind in rules.events]
    compare("the kinds of events with names of their own", len(tags), len(set(tags)))


def no_value_can_be_changed(rules: Rules[Any]) -> None:
    """Events, intents and states are frozen."""
    module = type(rules).__module__
    kinds = {*structs_of(Value, module.rpartition(".")[0] or module)}
    compare("events that are values of the game's own package", {*rules.events}, {*rules.events} & kinds)
    compare("values that are not frozen", [], [kind for kind in kinds if not kind.__struct_config__.frozen])


def structs_of(kind: type[msgspec.Struct], room: str) -> Iterator[type[msgspec.Struct]]:
    """All structs of this kind in a package or a module, as far as it is loaded."""
    for each in kind.__subclasses__():
        if f"{each.__module__}.".startswith(f"{room}."):
            yield each
        yield from structs_of(each, room)


def spaces_are_told_apart_and_lead_to_spaces_that_exist(rules: Rules[Any]) -> None:
    """Their colours are those of the seats."""
    spaces = rules.track({}).spaces
    ids = [space.id for space in spaces]
    compare("spaces with names of their own", len(ids), len(set(ids)))
    after = {each for space in spaces for each in space.after}
    compare("spaces after a space that do not exist", set(), after - {*ids})
    compare("colours that no seat has", set(), {space.colour for space in spaces} - {"", *COLOURS})


def the_board_is_drawn_with_spaces_that_exist(rules: Rules[Any]) -> None:
    """Each path is one of SVG."""
    chart = rules.chart({})
    if chart is None:
        return
    ids = {space.id for space in rules.track({}).spaces}
    expect(set(chart.spots) in (set(), ids), "spots of the drawing: expected none, or one for each space")
    unknown = {space for drawn in chart.ornaments for space in drawn.spaces} - ids
    compare("spaces in the drawing that do not exist", set(), unknown)
    for drawn in chart.ornaments:
        for shape in drawn.shapes:
            is_path = re.fullmatch(r"M[-0-9. ,MLHVCSQTAZmlhvcsqtaz]+", shape.path)
            expect(is_path, "expected a path of SVG; came {}", shape.path)


def every_value_of_every_option_can_be_agreed_on_and_played(rules: Rules[Any]) -> None:
    """What people agree on is what they then read."""
    options = rules.options({})
    as_they_are = tuple(option.chosen for option in options)
    compare("the options after nobody changed one", options, rules.options(rules.agreed(as_they_are)))
    for nth, option in enumerate(options):
        expect(len(option.presets) in (0, len(option.values)), "{} has presets for some values only", option.name)
        later = {len(preset) for preset in option.presets}
        expect(later <= {len(options) - nth - 1}, "a preset of {} does not set all later options", option.name)
        for value in range(len(option.values)):
            agreed = rules.agreed((*as_they_are[:nth], value, *as_they_are[nth + 1 :]))
            rules.check(agreed)
            compare(f"the value of {option.name.id}", value, rules.options(agreed)[nth].chosen)


ALL: Final[tuple[RulesLaw, ...]] = (
    the_rules_have_all_that_every_game_needs,
    the_kinds_of_events_are_told_apart,
    no_value_can_be_changed,
    spaces_are_told_apart_and_lead_to_spaces_that_exist,
    the_board_is_drawn_with_spaces_that_exist,
    every_value_of_every_option_can_be_agreed_on_and_played,
)
