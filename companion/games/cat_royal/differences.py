"""The differences of the rulebooks, in words."""

from __future__ import annotations

from typing import Final

from companion.games.cat_royal.options import PRESETS
from companion.kit.rulebooks import OptionField, Rulebooks
from companion.kit.text import text

BOOKLETS: Final = {"manual": text("Cat Royal"), "app": text("the app"), "dog": text("DOG Royal")}
"""In the order of `PRESETS`."""


ROWS: Final = (
    OptionField(
        "opening",
        text("All figures begin"),
        {
            "home": (text("in start areas"), text("none is out")),
            "one_out": (text("but one in areas"), text("one is out")),
        },
    ),
    OptionField(
        "starter",
        text("A deal is started"),
        {
            "fixed": (text("by the first seat"), text("each time")),
            "rotates": (text("by the next seat"), text("each time")),
        },
    ),
    OptionField(
        "no_move",
        text("Who cannot move"),
        {
            "discard_one": (text("discards one card"), text("of choice")),
            "forfeit": (text("discards all cards"), text("until next deal")),
        },
    ),
    OptionField(
        "goal_entry",
        text("Steps that fit"),
        {
            "must": (text("must lead home"), text("into the goal")),
            "may": (text("may lead home"), text("or past the goal")),
        },
    ),
    OptionField(
        "start_guard",
        text("Own start field"),
        {
            "always": (text("always protects"), text("who stands there")),
            "first_time": (text("protects once"), text("until one leaves")),
        },
    ),
    OptionField(
        "green_passes",
        text("Green cards pass"),
        {
            "ranks": (text("higher ranks"), text("but no guards")),
            "all": (text("everybody"), text("guards too")),
        },
    ),
    OptionField(
        "green_takes_king",
        text("Kings are taken by"),
        {
            "any_green": (text("any green card"), text("10 and 4 ahead too")),
            "minus_four": (text("4 back alone"), text("no other card")),
        },
    ),
    OptionField(
        "magnet_zero",
        text("Magnet"),
        {
            True: (text("may pull by 0"), text("behind another")),
            False: (text("must pull by 1"), text("or more fields")),
        },
    ),
    OptionField(
        "holes",
        text("Wormholes lead"),
        {
            "random": (text("anywhere by lot"), text("to one of three")),
            "pairs": (text("to the partner"), text("two and two")),
            "hats": (text("to the next one"), text("citizens only")),
        },
    ),
    OptionField(
        "tricks",
        text("Tricks"),
        {
            True: (text("are allowed"), text("cheat and accuse")),
            False: (text("are forbidden"), text("all play fair")),
        },
    ),
    OptionField(
        "caught",
        text("A cheat that is seen"),
        {
            "figure": (text("costs the figure"), text("it was done with")),
            "lot": (text("costs any figure"), text("by lot")),
        },
    ),
    OptionField(
        "partners",
        text("Partners"),
        {
            "none": (text("nobody has one"), text("each for oneself")),
            "opposite": (text("sit opposite"), text("two against two")),
            "opposite_pass": (text("who hand cards over"), text("two against two")),
        },
    ),
)
"""In the order of `Options`."""

RULEBOOKS: Final = Rulebooks(BOOKLETS, PRESETS, ROWS)
