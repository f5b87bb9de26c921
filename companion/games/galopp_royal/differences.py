"""The differences of the booklets, in words."""

from __future__ import annotations

from typing import Final

from companion.games.galopp_royal.booklet import PRESETS
from companion.kit.rulebooks import OptionField, Rulebooks
from companion.kit.text import text

BOOKLETS: Final = {"de": text("German"), "nl": text("Dutch"), "en": text("English"), "fr": text("French")}
"""In the order of `PRESETS`."""


ROWS: Final = (
    OptionField(
        "next_opener",
        text("Next start team"),
        {
            "clockwise": (text("left of opener"), text("bids first")),
            "left_of_winner": (text("left of buyer"), text("bids first")),
        },
    ),
    OptionField(
        "schemer",
        text("Crafty devil"),
        {
            "both": (text("both effects"), text("own +2, one -2")),
            "one_effect": (text("one effect only"), text("one +2 or -2")),
        },
    ),
    OptionField(
        "race_end",
        text("A race ends when"),
        {
            "third_place": (text("third is known"), text("and last alone")),
            "last_known": (text("last is known"), text("alone, or pond")),
        },
    ),
    OptionField(
        "pond_prize",
        text("Prize in pond"),
        {
            "three_players": (text("with three only"), text("else none")),
            "by_place": (text("by its place"), text("3 to 6 players")),
        },
    ),
    OptionField(
        "start_teams",
        text("Start teams"),
        {
            "at_once": (text("laid open at once"), text("when bought")),
            "when_all_have_one": (text("kept hidden"), text("until all have one")),
        },
    ),
    OptionField(
        "open_cash",
        text("Coins"),
        {
            True: (text("open"), text("for all to see")),
            False: (text("hidden"), text("until the end")),
        },
    ),
)
"""In the order of `Options`."""

RULEBOOKS: Final = Rulebooks(BOOKLETS, PRESETS, ROWS)
