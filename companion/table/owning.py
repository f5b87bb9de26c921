"""Orders from the owner's page: everything that the menu offers at the box, and who does which duty.

Laws: orders follow the same rules and functions as the menu at the box; settings count for the next game; while
somebody is busy at the box, every order is refused; only the page learns why.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias, TypeVar, assert_never

import msgspec

from companion.kit.event import Correcting, Refused
from companion.kit.seats import Seat
from companion.kit.setup import Who
from companion.kit.text import composed, text
from companion.match.history import Entry
from companion.table.afar import MEANWHILE, NO_PATH
from companion.table.layers import BUSY, NO_GAME, Layers
from companion.table.ports import WifiNetwork
from companion.table.screens.answering import Answering
from companion.table.screens.correction import MOST

S = TypeVar("S")

LARGEST: Final = 999
"""The largest number of a board: anything above is a typing mistake."""
LONGEST: Final = 60
"""The most letters of a reason."""

LONGEST_SSID: Final = 32
"""The most bytes of the name of a Wi-Fi."""
SHORTEST_PASSWORD: Final = 8
"""The fewest letters of its password."""

NO_WIFI_NAME: Final = Refused("no_wifi_name", text("No Wi-Fi has such a name."))
NO_WIFI_PASSWORD: Final = Refused("no_wifi_password", text("A password has 8 to 63 letters."))
GAME_ON: Final = Refused("game_on", text("A game has begun: look again."))
IN_A_GAME: Final = Refused("in_a_game", text("Not while a game is on."))
NO_REASON: Final = Refused("no_reason", text("Say why, in one line."))

CoinAmount = Annotated[int, msgspec.Meta(ge=-MOST, le=MOST)]
Reason = Annotated[str, msgspec.Meta(max_length=LONGEST)]
Number = Annotated[int, msgspec.Meta(ge=0, le=LARGEST)]


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="order", tag=str.lower):
    """Something that the owner's page orders."""


class Agree(Order, frozen=True):
    """Set the rules of the next game, each as `Option.chosen`."""

    chosen: tuple[int, ...]


class Keep(Order, frozen=True):
    """Set the numbers of the board, each as `Measure.value`."""

    values: tuple[Number, ...]


class AssignDuty(Order, frozen=True, tag="assign"):
    """Set who does a duty."""

    duty: str
    who: Who


class Speak(Order, frozen=True):
    """Change the language."""

    language: str


class Call(Order, frozen=True):
    """Change the name at a pair of keys; empty: the name in the settings."""

    pair: int
    name: str


class Back(Order, frozen=True):
    """Undo the last decision."""

    moment: int
    """The moment at which the page saw this decision (`Playing.moment`)."""


class Again(Order, frozen=True):
    """Redo what was undone last."""

    moment: int
    """See `Back.moment`."""


class CorrectCoins(Order, frozen=True, tag="correct"):
    """Give coins to a seat, or take them back, with a reason."""

    seat: Seat
    amount: CoinAmount
    reason: Reason
    """The reason for the record: one of `REASONS`, or the owner's own words."""
    moment: int
    """See `Back.moment`: an order that is sent twice counts once."""


class Join(Order, frozen=True):
    """Join the home network."""

    network: WifiNetwork


class Restore(Order, frozen=True):
    """Put back the backup that has come."""

    ends_game: bool
    """The owner knows that the game in progress does not go on."""


class Update(Order, frozen=True):
    """Look for a newer version of the box, or install it."""

    installs: bool


Orders: TypeAlias = Agree | Keep | AssignDuty | Speak | Call | Back | Again | CorrectCoins | Join | Restore | Update


def obey(layers: Layers[S], order: Orders, t: float) -> Refused | None:
    """Carry out an order of the owner's page at time `t`; a refusal, or `None`."""
    if layers.is_busy:
        return BUSY
    match order:
        case Back(moment=moment):
            return layers.undo(moment, t)
        case Again() | CorrectCoins():
            return _play(layers.game, order, t)
        case Call(pair=pair, name=name):
            return layers.call(pair, name)
        case Join(network=network):
            return _join(layers, network, t)
        case Restore(ends_game=ends_game):
            if layers.game is not None and not ends_game:
                return GAME_ON
            layers.menu.put_back(t)
            return None
        case Update(installs=installs):
            return _update(layers, t, installs=installs)
        case _:
            return _settle(layers, order, t)


def _join(layers: Layers[S], network: WifiNetwork, t: float) -> Refused | None:
    """Join the home network; refused if no network has such a name or such a password."""
    name, password = network.name, network.password
    if not layers.menu.may_join:
        return MEANWHILE
    if not name.isprintable() or len(name.encode()) > LONGEST_SSID:
        return NO_WIFI_NAME
    if password and not (len(password) >= SHORTEST_PASSWORD and password.isascii() and password.isprintable()):
        return NO_WIFI_PASSWORD
    layers.menu.phones.join(network, t)
    return None


def _update(layers: Layers[S], t: float, *, installs: bool) -> Refused | None:
    """Look for a newer version, or install it; refused in a game, and if the page has not seen what is there."""
    updates = layers.menu.updates
    if updates is None:
        return MEANWHILE
    if layers.game is not None:
        return IN_A_GAME
    news = updates.news(t)
    if installs and (news is None or not news.may_install or news.step != "look"):
        return MEANWHILE
    updates.ask("install" if installs else "look", t)
    return None


def _settle(layers: Layers[S], order: Agree | Keep | AssignDuty | Speak, t: float) -> Refused | None:
    """Settle something for the next game; refused if the page has not seen the present choices."""
    rules, choices, menu = layers.joining.rules, layers.joining.choices, layers.menu
    match order:
        case Agree(chosen=chosen):
            lengths = [len(option.values) for option in rules.options(choices)]
            fits = len(chosen) == len(lengths) and all(0 <= at < n for at, n in zip(chosen, lengths, strict=True))
            if not lengths or not fits:
                return MEANWHILE
            menu.agree(chosen, t)
        case Keep(values=values):
            count = len(rules.measures(choices))
            return menu.keep_board(values, t) if count and len(values) == count else MEANWHILE
        case AssignDuty(duty=duty, who=who):
            if duty not in layers.joining.duties:
                return MEANWHILE
            menu.assign(duty, who, t)
        case Speak(language=language):
            if language not in menu.languages:
                return NO_PATH
            menu.speak(language, t)
        case _ as never:
            assert_never(never)
    return None


def _play(game: Answering[S] | None, order: Again | CorrectCoins, t: float) -> Refused | None:
    """Change the running game."""
    if game is None:
        return NO_GAME
    entry = _entry(game, order)
    if isinstance(entry, Refused):
        return entry
    game.enter(entry, t)
    return None


def _entry(game: Answering[S], order: Again | CorrectCoins) -> Entry | Refused:
    if order.moment != game.playing.moment:
        return MEANWHILE
    match order:
        case CorrectCoins(seat=seat, amount=amount, reason=reason):
            why = composed(" ".join(reason.split()))
            if not why or not why.isprintable():
                return NO_REASON
            return game.session.answer(Correcting(seat=seat, payee=seat, amount=amount, reason=why))
        case Again():
            return game.session.redo()
        case _ as never:
            assert_never(never)
