"""Where the booklet, the app and the parent game differ, as options; and each of them as a preset.

Law: `manual` is the booklet to the letter and the default; what it leaves open is ruled in all presets alike.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules that can be chosen."""

    opening: Literal["home", "one_out"] = "home"
    """Whether all begin in the start area, or each seat puts one figure out after the first deal (DOG)."""
    starter: Literal["fixed", "rotates"] = "fixed"
    """Who starts a deal: always the first seat, or the next one clockwise (DOG)."""
    no_move: Literal["discard_one", "forfeit"] = "discard_one"
    """What a seat does that can use no card: lay one off, or its whole hand (DOG)."""
    goal_entry: Literal["must", "may"] = "must"
    """Whether steps that fit lead into the goal, or may lead past it."""
    start_guard: Literal["always", "first_time"] = "always"
    """Whether the own start field protects whenever a figure stands there (CR l.55), or until it first leaves (DOG)."""
    green_passes: Literal["ranks", "all"] = "ranks"
    """Whether green cards lift the ranks alone (CR l.51), or guards too (app)."""
    green_takes_king: Literal["any_green", "minus_four"] = "any_green"
    """Whether any green card takes a king (CR l.69), or only 4 back (app)."""
    magnet_zero: bool = True
    """Whether a magnet may pull a figure that stands just behind another."""
    holes: Literal["random", "pairs", "hats"] = "random"
    """Whether a wormhole leads anywhere (CR l.144), to its partner, or citizens to the next free one (DOG)."""
    tricks: bool = True
    """Whether cheating, accusing and moving wormholes are part of the game (CR l.138-160)."""
    caught: Literal["figure", "lot"] = "figure"
    """Whom a cheat costs: the figure it was done with (CR l.160), or one by lot."""


PRESETS: Final[dict[str, Options]] = {
    "manual": Options(),
    "app": Options(green_passes="all", green_takes_king="minus_four", holes="pairs", caught="lot"),
    "dog": Options(
        opening="one_out",
        starter="rotates",
        no_move="forfeit",
        start_guard="first_time",
        holes="hats",
        tricks=False,
    ),
}
