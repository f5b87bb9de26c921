"""Where the booklets differ, in words, for agreeing on it with two keys and for looking it up; and back to options."""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from companion.games.galopp_royal.booklet import PRESETS, Options
from companion.kit.setup import Option
from companion.kit.text import Text, text
from companion.kit.view import View

BOOKLETS: Final = {"de": text("German"), "nl": text("Dutch"), "en": text("English"), "fr": text("French")}
"""In the order of `PRESETS`."""


class Row(NamedTuple):
    """One field of `Options`."""

    field: str
    name: Text
    values: dict[str | bool, tuple[Text, Text]]
    """Read on from the name: when a race ends, for example."""


ROWS: Final = (
    Row(
        "next_opener",
        text("Next start team"),
        {
            "clockwise": (text("left of opener"), text("bids first")),
            "left_of_winner": (text("left of buyer"), text("bids first")),
        },
    ),
    Row(
        "schemer",
        text("Crafty devil"),
        {
            "both": (text("both effects"), text("own +2, one -2")),
            "one_effect": (text("one effect only"), text("one +2 or -2")),
        },
    ),
    Row(
        "race_end",
        text("A race ends when"),
        {
            "third_place": (text("third is known"), text("and last alone")),
            "last_known": (text("last is known"), text("alone, or pond")),
        },
    ),
    Row(
        "pond_prize",
        text("Prize in pond"),
        {
            "three_players": (text("with three only"), text("else none")),
            "by_place": (text("by its place"), text("3 to 6 players")),
        },
    ),
    Row(
        "start_teams",
        text("Start teams"),
        {
            "at_once": (text("laid open at once"), text("when bought")),
            "when_all_have_one": (text("kept hidden"), text("until all have one")),
        },
    ),
    Row(
        "open_cash",
        text("Coins"),
        {
            True: (text("open"), text("for all to see")),
            False: (text("hidden"), text("until the end")),
        },
    ),
)
"""In the order of `Options`."""


def to_rows(rulebook: str, options: Options) -> tuple[Option, ...]:
    """The rulebook, and each single option."""
    booklets = Option(
        text("Rulebook"),
        tuple((name,) for name in BOOKLETS.values()),
        list(BOOKLETS).index(rulebook),
        tuple(_chosen(PRESETS[booklet]) for booklet in BOOKLETS),
    )
    rows = zip(ROWS, _chosen(options), strict=True)
    return (booklets, *(Option(row.name, tuple(row.values.values()), chosen) for row, chosen in rows))


def from_rows(chosen: tuple[int, ...]) -> tuple[str, dict[str, str | bool]]:
    """A rulebook, and the single options in which a game is not played by it."""
    rulebook = list(BOOKLETS)[chosen[0]]
    printed = msgspec.to_builtins(PRESETS[rulebook])
    values = {row.field: list(row.values)[at] for row, at in zip(ROWS, chosen[1:], strict=True)}
    return rulebook, {field: value for field, value in values.items() if value != printed[field]}


def to_pages(rulebook: str, options: Options) -> tuple[View, ...]:
    """The rulebook a game is played by, then each rule in which it is not."""
    printed = PRESETS[rulebook]
    changed = [(row, value) for row in ROWS if (value := getattr(options, row.field)) != getattr(printed, row.field)]
    words = text("with changes") if changed else text("as printed")
    return (
        View(text("Rulebook"), lines=(BOOKLETS[rulebook], words)),
        *(View(row.name, lines=row.values[value]) for row, value in changed),
    )


def _chosen(options: Options) -> tuple[int, ...]:
    return tuple(list(row.values).index(getattr(options, row.field)) for row in ROWS)
