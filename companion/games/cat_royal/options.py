"""The differences of the booklet, the app and the parent game, as options; and each of them as a preset.

Law: `manual` is exactly the booklet, and the default; what the booklet leaves open is the same in all presets.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """The rules that can be chosen."""

    opening: Literal["home", "one_out"] = "home"
    """Whether all figures begin in the start area, or each seat puts one figure out after the first deal (DOG)."""
    starter: Literal["fixed", "rotates"] = "fixed"
    """Who starts a deal: always the first seat, or each time the next seat clockwise (DOG)."""
    no_move: Literal["discard_one", "forfeit"] = "discard_one"
    """What a seat that can use no card must discard: one card, or its whole hand (DOG)."""
    goal_entry: Literal["must", "may"] = "must"
    """Whether steps that fit must lead into the goal, or may lead past it."""
    start_guard: Literal["always", "first_time"] = "always"
    """Whether the own start field always protects a figure (CR l.55), or only until the figure first leaves (DOG)."""
    green_passes: Literal["ranks", "all"] = "ranks"
    """Whether green cards may pass only higher ranks (CR l.51), or also guards (app)."""
    green_takes_king: Literal["any_green", "minus_four"] = "any_green"
    """Whether any green card takes a king (CR l.69), or only 4 back (app)."""
    magnet_zero: bool = True
    """Whether a magnet may pull a figure that is already just behind another one."""
    holes: Literal["random", "pairs", "hats"] = "random"
    """Where a wormhole leads: to any other (CR l.144), to its partner, or for citizens to the next free one (DOG)."""
    tricks: bool = True
    """Whether cheating, accusing and moving wormholes are part of the game (CR l.138-160)."""
    caught: Literal["figure", "lot"] = "figure"
    """Which figure a cheat costs: the figure that moved (CR l.160), or one by lot."""
    partners: Literal["none", "opposite", "opposite_pass"] = "none"
    """Whether two who sit opposite play against the other two (DOG), and hand each other a card after each deal."""


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
