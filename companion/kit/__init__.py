"""What every game on the box is made of. It knows no game, no clock, no file and no random number.

Whoever writes a game imports from here: `from companion.kit import Rules, View, text`. A name is loaded when it is
first asked for, so the box loads no more than it needs.

Law, how the kit may change: while the first number of `KIT` stays, things are only added, so each `1.N` plays a game
that was written for `1.0` as it was. A new member of `Rules` gets a default, a new field one that means "as before";
nothing is renamed, removed or newly asked for. A change after which games must change raises the first number, and
`CHANGES.md` says what their authors do. The second number rises with a release that adds something; until the first
release with a kit, it stays 0. Whatever `__all__` does not name may change at any time.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from companion.kit.auction import Auction, opened
    from companion.kit.best import Best
    from companion.kit.chart import Chart, Label, Ornament, Paint, Shape, Spot
    from companion.kit.curve import Curve
    from companion.kit.errors import BadChoice, Impossible, Unsound
    from companion.kit.event import (
        BySeat,
        Card,
        CardIntent,
        Correcting,
        Event,
        Intent,
        MaybeCard,
        Offering,
        Refused,
        Unsealing,
        retold_by_seat,
    )
    from companion.kit.logit import chances
    from companion.kit.manifest import Manifest
    from companion.kit.money import BANK, Coins, Money, endow, transfer
    from companion.kit.on_demand import OfLatest, OnDemand
    from companion.kit.phases import GamePhase, Phased
    from companion.kit.piles import Draws, Piles, heap, spread
    from companion.kit.policy import ATTENTION, EVERYBODY, Chance, Contest, Guess, Level, Prospects, Sale
    from companion.kit.question import (
        OVER,
        Amount,
        Cards,
        OneOf,
        Question,
        asked,
        no_such_seat,
        unpromised,
        unsealing,
        unseen,
    )
    from companion.kit.rulebooks import OptionField, Rulebooks, check_rulebook
    from companion.kit.rules import Answerable, Rules
    from companion.kit.seats import COLOUR_NAMES, Colour, Player, Seat, clockwise, left_of, ranked, with_seat
    from companion.kit.setup import Duty, Measure, Option, Phrases, Seating, Who, check_commitment, check_seats, read
    from companion.kit.shape import work_out
    from companion.kit.table_items import Dice, Pile, Scores, SeatCards, TableItem
    from companion.kit.tally import SPREAD, Cell, Occurrence, Tally, TallySheet, counted, share, spread_of
    from companion.kit.text import Text, Wording, joined, ordinal, text, verbatim
    from companion.kit.value import Value
    from companion.kit.view import (
        Cue,
        HandCard,
        Legend,
        Role,
        SeatView,
        Sign,
        Space,
        Token,
        Track,
        View,
        leaves,
        two_a_line,
        victory,
        won,
        won_by,
    )

KIT: Final = "1.0"
"""The version of the kit: a game says in its manifest which one it needs."""

__all__ = [
    "ATTENTION", "BANK", "COLOUR_NAMES", "EVERYBODY", "KIT", "OVER", "SPREAD", "Amount", "Answerable", "Auction",
    "BadChoice", "Best", "BySeat", "Card", "CardIntent", "Cards", "Cell", "Chance", "Chart", "Coins", "Colour",
    "Contest", "Correcting", "Cue", "Curve", "Dice", "Draws", "Duty", "Event", "GamePhase", "Guess", "HandCard",
    "Impossible", "Intent", "Label", "Legend", "Level", "Manifest", "MaybeCard", "Measure", "Money", "Occurrence",
    "OfLatest", "Offering", "OnDemand", "OneOf", "Option", "OptionField", "Ornament", "Paint", "Phased", "Phrases",
    "Pile", "Piles", "Player", "Prospects", "Question", "Refused", "Role", "Rulebooks", "Rules", "Sale", "Scores",
    "Seat", "SeatCards", "SeatView", "Seating", "Shape", "Sign", "Space", "Spot", "TableItem", "Tally", "TallySheet",
    "Text", "Token", "Track", "Unsealing", "Unsound", "Value", "View", "Who", "Wording", "asked", "chances",
    "check_commitment", "check_rulebook", "check_seats", "clockwise", "counted", "endow", "heap", "joined",
    "leaves", "left_of", "no_such_seat", "opened", "ordinal", "ranked", "read", "retold_by_seat", "share", "spread",
    "spread_of", "text", "transfer", "two_a_line", "unpromised", "unsealing", "unseen", "verbatim", "victory",
    "with_seat", "won", "won_by", "work_out",
]  # fmt: skip

_PLACES: Final = {
    "auction": ("Auction", "opened"),
    "best": ("Best",),
    "chart": ("Chart", "Label", "Ornament", "Paint", "Shape", "Spot"),
    "curve": ("Curve",),
    "errors": ("BadChoice", "Impossible", "Unsound"),
    "event": (
        "BySeat",
        "Card",
        "CardIntent",
        "Correcting",
        "Event",
        "Intent",
        "MaybeCard",
        "Offering",
        "Refused",
        "Unsealing",
        "retold_by_seat",
    ),
    "logit": ("chances",),
    "manifest": ("Manifest",),
    "money": ("BANK", "Coins", "Money", "endow", "transfer"),
    "on_demand": ("OfLatest", "OnDemand"),
    "phases": ("GamePhase", "Phased"),
    "piles": ("Draws", "Piles", "heap", "spread"),
    "policy": ("ATTENTION", "Chance", "Contest", "EVERYBODY", "Guess", "Level", "Prospects", "Sale"),
    "question": (
        "Amount",
        "Cards",
        "OVER",
        "OneOf",
        "Question",
        "asked",
        "no_such_seat",
        "unpromised",
        "unsealing",
        "unseen",
    ),
    "rulebooks": ("OptionField", "Rulebooks", "check_rulebook"),
    "rules": ("Answerable", "Rules"),
    "seats": ("COLOUR_NAMES", "Colour", "Player", "Seat", "clockwise", "left_of", "ranked", "with_seat"),
    "setup": ("Duty", "Measure", "Option", "Phrases", "Seating", "Who", "check_commitment", "check_seats", "read"),
    "shape": ("work_out",),
    "tally": ("Cell", "Occurrence", "SPREAD", "Tally", "TallySheet", "counted", "share", "spread_of"),
    "table_items": ("Dice", "Pile", "Scores", "SeatCards", "TableItem"),
    "text": ("Text", "Wording", "joined", "ordinal", "text", "verbatim"),
    "value": ("Value",),
    "view": (
        "Cue",
        "HandCard",
        "Legend",
        "Role",
        "SeatView",
        "Sign",
        "Space",
        "Token",
        "Track",
        "View",
        "leaves",
        "two_a_line",
        "victory",
        "won",
        "won_by",
    ),
}
"""Each module of the kit, and its names that are offered here."""
_PLACE: Final = {name: place for place, names in _PLACES.items() for name in names}


def __getattr__(name: str) -> object:
    """Load a name of the kit from the module that has it. Raises AttributeError."""
    if (place := _PLACE.get(name)) is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{place}"), name)
    return value


class _Kit(ModuleType):
    """`text` is the name of a function and of its module: whoever asks the kit for it gets the function."""

    def __setattr__(self, name: str, value: object) -> None:
        """As Python calls it for each module of the kit that has been loaded."""
        super().__setattr__(name, vars(value)[name] if name == "text" and isinstance(value, ModuleType) else value)


sys.modules[__name__].__class__ = _Kit
