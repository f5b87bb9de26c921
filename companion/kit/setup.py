"""What is settled before a game: who sits down, who does what, by which rules, on which board, in whose words; and what
a game must offer for it (`rules` says which parts there are besides)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal, Protocol, TypeAlias, TypeVar

import msgspec

from companion.kit.chart import Chart
from companion.kit.seats import COLOURS, Player, Seat
from companion.kit.shape import explain
from companion.kit.text import Text, text
from companion.kit.view import Track, View

T = TypeVar("T")
S_co = TypeVar("S_co", covariant=True)

Who: TypeAlias = Literal["table", "box"]
"""People with the real thing, or the box for them."""

ALL_PAIRS: Final = tuple(range(1, len(COLOURS) + 1))
"""The box's pairs of keys."""


class Duty(msgspec.Struct, frozen=True):
    """Something that either people do or the box."""

    name: str
    """In settings and records: small letters and underscores."""
    beside_a_board: Who = "box"
    """Who does it on a real box unless its owner says otherwise. The twin has no real thing: there the box does it."""
    said: Text | None = None
    """As its owner reads it; `None`: by its name."""


class Sitting(msgspec.Struct, frozen=True):
    """Who sits down to play, and what the box has promised them."""

    players: tuple[Player, ...]
    first: Seat
    """Who starts."""
    duties: Mapping[str, Who]
    """By `Duty.name`; the box does what is not named."""
    commitment: str | None
    """SHA-256 of the secret seed, hexadecimal; `None` if the box draws nothing."""


class Phrases(msgspec.Struct, frozen=True):
    """What screens that know no game say in this one."""

    start: tuple[Text, Text] = (text("Who starts"), text("holds ●"))
    """While people join: whose hold begins the game. At most thirteen letters a line, in any language."""
    lot: Text = text("Draw")
    """What green held does where a lot decides. At most five letters in English, ten in any language."""
    by_lot: Text = text("Hold ● to draw.")
    """What to do about it, since nobody may choose what a lot decides."""
    offer: Text = text("Offer {amount}")
    """What a page's button says that names an amount."""
    otherwise: Text = text("Pass")
    """What red held does instead of naming an amount. At most five letters in English, eight in any language."""
    sealed: Text = text("Lots sealed")
    """Before the promise that the box has drawn all its lots beforehand. At most sixteen letters."""
    checked: Text = text("Lots checked")
    """At the end: the promise was kept. At most sixteen letters."""
    bots: Mapping[str, Text] = {}
    """By `Level`, what is said when such a bot is seated: where there is more to say than how well it plays."""


class Measure(msgspec.Struct, frozen=True):
    """A number of the real board that its owner can correct."""

    name: Text
    """Of what, in at most nine letters."""
    value: int
    caption: Text | None = None
    """What is counted, in at most seven letters."""
    counted: Text | None = None
    """How or where it is counted, in at most nine letters."""
    is_space: bool = False
    """It is a space of the track, which shines as long as it is asked."""
    at: tuple[str, ...] = ()
    """Where on the track it stands otherwise, each a `Space.id`; none: beside the board."""


class Option(msgspec.Struct, frozen=True):
    """A rule people can agree on before a game, one of several values."""

    name: Text
    """In at most 21 letters."""
    values: tuple[tuple[Text, ...], ...]
    """What can be agreed on, in one or two lines of at most 20 letters; the first tells it from the others."""
    chosen: int
    """Which of them it is now, counted from 0."""
    presets: tuple[tuple[int, ...], ...] = ()
    """For each value (then of one line), what all later options become with it; empty: they stay as they are."""


class Agreed(Protocol):
    """Rules that people agree on before a game."""

    def options(self, choices: Mapping[str, object]) -> tuple[Option, ...]:
        """The rules people can agree on, as they are chosen now. The choices must pass `check`."""
        return ()

    def agreed(self, chosen: tuple[int, ...]) -> dict[str, object]:
        """The choices to which these values of all options lead; other choices stay as they are."""
        return {}


class Measured(Protocol):
    """A real board that the box must know by its numbers."""

    @property
    def board_file(self) -> str:
        """The file in which the owner describes it, as shipped: TOML with comments; empty: there is none."""
        return ""

    @property
    def board_name(self) -> str:
        """Of that file, in the folder of the games; no two games share one."""
        return ""

    def measures(self, choices: Mapping[str, object]) -> tuple[Measure, ...]:
        """The numbers of that file, one after the other, as they are chosen now."""
        return ()

    def measured(self, choices: Mapping[str, object], values: tuple[int, ...]) -> str:
        """That file with these numbers, confirmed. Raises ValueError with a sentence if no game can be played so."""
        return self.board_file

    def board_with(self, parts: Mapping[str, object]) -> str:
        """That file with these parts of it, and as shipped for the rest, not confirmed."""
        return self.board_file

    def unconfirmed(self, choices: Mapping[str, object]) -> View | None:
        """What of `measures` the owner should check before the first game; `None`: all is confirmed."""
        return None


class SetUp(Agreed, Measured, Protocol[S_co]):
    """From the people who join to the first state."""

    @property
    def name(self) -> str:
        """The name in files and on the command line: small letters and hyphens."""

    @property
    def title(self) -> str:
        """The name on the box."""

    @property
    def phrases(self) -> Phrases:
        """What screens that know no game say in this one."""
        return Phrases()

    @property
    def seats(self) -> range:
        """How many may play."""

    @property
    def pairs(self) -> tuple[int, ...]:
        """The pairs of keys, 1 … 6 clockwise, where people may join."""
        return ALL_PAIRS

    @property
    def duties(self) -> tuple[Duty, ...]:
        """What either people do or the box."""
        return ()

    @property
    def rulebooks(self) -> tuple[str, ...]:
        """The printed rules it can be played by, the usual one first; one is chosen as `rulebook`."""
        return ()

    @property
    def settings(self) -> tuple[str, ...]:
        """What else the owner may choose, by its name in `choices`; what the board's file holds is not named here."""
        return ()

    def draws_lots(self, duties: Mapping[str, Who]) -> bool:
        """Whether the box draws anything with these duties, so that it must promise its seed."""
        return False

    def check(self, choices: Mapping[str, object]) -> None:
        """Raises ValueError with a sentence if no game can be played by these choices: a full table tries to begin."""
        colours = [COLOURS[pair - 1] for pair in self.pairs[: self.seats[-1]]]
        players = tuple(Player(seat, colour, colour) for seat, colour in enumerate(colours, 1))
        self.begin(Sitting(players, 1, {}, None), choices)

    def track(self, choices: Mapping[str, object]) -> Track:
        """The empty track, for the lights before a game begins."""
        return Track()

    def chart(self, choices: Mapping[str, object]) -> Chart | None:
        """How that board is drawn; `None`: plainly."""
        return None

    def begin(self, sitting: Sitting, choices: Mapping[str, object]) -> S_co:
        """A new game; `choices` are the owner's settings for it. Raises ValueError with a sentence."""


def check_seats(players: tuple[Player, ...], counts: range, first: Seat) -> None:
    """Raises ValueError with a sentence unless so many may play, numbered in order, and `first` is one of them."""
    count = len(players)
    if count not in counts:
        raise ValueError(f"{counts[0]} to {counts[-1]} seats can play, not {count}")
    if [player.seat for player in players] != list(range(1, count + 1)):
        raise ValueError(f"seats must be numbered 1 to {count} in order")
    if first not in range(1, count + 1):
        raise ValueError(f"first must be a seat from 1 to {count}, not {first}")


def check_commitment(commitment: str | None) -> None:
    """Raises ValueError with a sentence if it is no promise of a seed."""
    if commitment is not None and not re.fullmatch("[0-9a-f]{64}", commitment):
        raise ValueError(f"commitment must be a SHA-256, 64 hexadecimal digits, not {commitment!r}")


def read(raw: Mapping[str, object], shape: type[T]) -> T:
    """`raw` as a `shape`; raises ValueError with where, what was expected and what came."""
    try:
        return msgspec.convert(dict(raw), shape)
    except msgspec.ValidationError as error:
        raise ValueError(explain(str(error), shape, raw)) from None
