"""The names of the players: from the settings, or given at the box.

Laws: no two names are the same (`companion.kit.names`); a name given at the box replaces the one in the settings, from
the next game on.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from companion.kit import names
from companion.kit.event import Refused
from companion.kit.names import player_key
from companion.kit.seats import COLOUR_NAMES, COLOURS, Player
from companion.kit.text import Text, Wording, text, verbatim
from companion.table.ports import Ledger, Settings
from companion.table.screen import Screen
from companion.table.screens.letters import Letters
from companion.table.screens.menu import Menu, MenuItem

LATELY: Final = 8
"""How many names are remembered to choose from."""


class NameScreens:
    """The names at the six pairs of keys, and the screens that change them."""

    def __init__(self, settings: Settings, ledger: Ledger) -> None:
        self._settings = settings
        self._ledger = ledger
        self._given = dict(settings.given)
        self._lately = settings.lately
        self._shorts = dict(settings.shorts)
        self.asks_short: Callable[[], bool] = lambda: False
        """Whether a name that does not fit in large print is asked for a short form at once; the menu sets this."""

    @property
    def all(self) -> tuple[str, ...]:
        """The names at pairs 1 … 6."""
        given = self._given
        return names.told_apart(tuple([given.get(pair, name) for pair, name in enumerate(self._settings.names, 1)]))

    def players(self, pairs: tuple[int, ...]) -> tuple[Player, ...]:
        """The players at these pairs, as seats 1 … n."""
        known = self.all
        return tuple(Player(seat, known[pair - 1], COLOURS[pair - 1]) for seat, pair in enumerate(pairs, 1))

    def short(self, name: Wording) -> str:
        """The short form of a name, for large print; empty: there is none."""
        return self._shorts.get(name, "") if isinstance(name, str) else ""

    def seats(self, pairs: tuple[int, ...], at: int = 0) -> Menu:
        """The menu "whose name": each name above the colour of its keys; or the colour above "no name"."""
        rows = (
            MenuItem(_called(player), partial(self._choice, pairs, nth))
            for nth, player in enumerate(self.players(pairs))
        )
        return Menu(text("Whose name?"), tuple(rows), at=at)

    def _choice(self, pairs: tuple[int, ...], nth: int, _t: float) -> Menu:
        """The menu "which name": a known name, a new one, or none."""
        give = partial(self._give, pairs, nth)
        known = (
            MenuItem((verbatim(name),), partial(give, name)) for name in self._lately if self._objection(name) is None
        )
        new = MenuItem((text("New name"),), lambda _: Letters(_colour(pairs[nth]), self._objection, give))
        none = MenuItem((text("No name"),), partial(give, None))
        name = self.all[pairs[nth] - 1]
        short = MenuItem((text("Short form"), verbatim(name)), lambda _: self._shorten(pairs, nth))
        rows = (*known, new, *([short] if self._settings.is_wide(name) else []))
        return Menu(text("Which name?"), (*rows, *([none] if pairs[nth] in self._given else [])))

    def _shorten(self, pairs: tuple[int, ...], nth: int) -> Screen:
        """Spell the short form of a name; the menu then opens at the next seat."""

        def keep(short: str, _t: float) -> Screen:
            self._shorts[self.all[pairs[nth] - 1]] = short
            self._ledger.keep_shorts(self._shorts)
            return self.seats(pairs, (nth + 1) % len(pairs))

        return Letters(_colour(pairs[nth]), self._too_wide, keep, text("Short form"))

    def _too_wide(self, short: str) -> Text | None:
        return text("Too long for large print.") if self._settings.is_wide(short) else None

    def call(self, pair: int, name: str) -> Refused | None:
        """A page names its seat, with letters that the display can show; empty: the name in the settings."""
        name = names.tidied(name)
        if name == self.all[pair - 1]:
            return None
        objection = names.objection(name) or self._unshown(name) or self._objection(name) if name else None
        if objection is not None:
            return Refused("no_name", objection)
        self._keep(pair, name or None)
        return None

    def _objection(self, name: str) -> Text | None:
        is_taken = player_key(name) in map(player_key, self.all)
        return text("That name is taken.") if is_taken else None

    def _unshown(self, name: str) -> Text | None:
        odd = self._settings.strange(name)
        return text("No {letter} on the display.", letter=odd[0]) if odd else None

    def _give(self, pairs: tuple[int, ...], nth: int, name: str | None, _t: float) -> Screen:
        """Set a name; the menu then opens at the next seat."""
        self._keep(pairs[nth], name)
        if name is not None and self._settings.is_wide(name) and name not in self._shorts and self.asks_short():
            return self._shorten(pairs, nth)
        return self.seats(pairs, (nth + 1) % len(pairs))

    def _keep(self, pair: int, name: str | None) -> None:
        self._given.pop(pair, None)
        if name is not None:
            self._given[pair] = name
            self._lately = (name, *(other for other in self._lately if other != name))[:LATELY]
        self._ledger.keep_names(self._given, self._lately)


def _called(player: Player) -> tuple[Text, Text]:
    colour = COLOUR_NAMES[player.colour]
    return (colour, text("No name")) if player.said == colour else (verbatim(player.said), colour)


def _colour(pair: int) -> Text:
    return COLOUR_NAMES[COLOURS[pair - 1]]
