"""What is settled before a game: who plays, who does what, by which rules, on which board, in which words; and what a
game must offer for this (`rules` lists the other parts)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal, Protocol, TypeAlias, TypeVar

import msgspec

from companion.kit.chart import Chart
from companion.kit.errors import BadChoice
from companion.kit.seats import COLOURS, Player, Seat
from companion.kit.shape import explain
from companion.kit.text import Text, text
from companion.kit.view import Sign, Track, View

T = TypeVar("T")
S_co = TypeVar("S_co", covariant=True)

Who: TypeAlias = Literal["table", "box"]
"""People at the table with real things, or the box."""

ALL_PAIRS: Final = tuple(range(1, len(COLOURS) + 1))
"""The box's pairs of keys."""


class Duty(msgspec.Struct, frozen=True):
    """A task that either people or the box do."""

    name: str
    """Its name in settings and records: small letters and underscores."""
    beside_a_board: Who = "box"
    """Who does it on a real box, unless the owner decides otherwise. On the twin the box always does it."""
    said: Text | None = None
    """Its name for the owner; `None`: `name`."""


class Seating(msgspec.Struct, frozen=True):
    """Who sits down to play, and what the box has promised them."""

    players: tuple[Player, ...]
    """All players, in the order of their seats."""
    first: Seat
    """Who starts."""
    duties: Mapping[str, Who]
    """Who does each duty, by `Duty.name`; the box does all others."""
    commitment: str | None
    """SHA-256 of the secret seed, in hexadecimal; `None` if the box draws nothing."""


class Phrases(msgspec.Struct, frozen=True):
    """The words for this game on screens that know no game."""

    start: tuple[Text, Text] = (text("Who holds ●"), text("plays first"))
    """While people join: who begins the game by a hold. At most fourteen letters a line, in any language."""
    lot: Text = text("Draw")
    """What a hold of green does when a lot decides. At most five letters in English, ten in any language."""
    by_lot: Text = text("Hold ● to draw.")
    """What the player must do then: nobody chooses the result of a lot."""
    offer: Text = text("Offer {amount}")
    """The words on a page's button that offers an amount."""
    otherwise: Text = text("Pass")
    """What a hold of red does instead of an offer. At most five letters in English, eight in any language."""
    sealed: Text = text("Fair draw: proof")
    """The heading of the promise that the box drew all lots beforehand. At most sixteen letters."""
    checked: Text = text("Draws were fair")
    """At the end: the box kept its promise. At most sixteen letters."""
    signs: Mapping[str, Sign] = {}
    """By the id of a title, or of what a key does: the picture for people who cannot read yet."""
    bots: Mapping[str, Text] = {}
    """By `Level`, the words when such a bot is seated, if there is more to say than how well it plays."""


class Measure(msgspec.Struct, frozen=True):
    """A number of the real board that its owner can correct."""

    name: Text
    """What is measured, in at most nine letters."""
    value: int
    """The number now."""
    caption: Text | None = None
    """What is counted, in at most seven letters."""
    counted: Text | None = None
    """How or where it is counted, in at most nine letters."""
    is_space: bool = False
    """The number is a space of the track; this space shines while the number is asked for."""
    at: tuple[str, ...] = ()
    """Otherwise the places on the track, each a `Space.id`; empty: beside the board."""


class Option(msgspec.Struct, frozen=True):
    """A rule with several values; people agree on one before a game."""

    name: Text
    """At most 21 letters."""
    values: tuple[tuple[Text, ...], ...]
    """Each value in one or two lines of at most 20 letters; the first line differs from all others."""
    chosen: int
    """Which value is chosen now, counted from 0."""
    presets: tuple[tuple[int, ...], ...] = ()
    """For each value (which then has one line), the values that it sets all later options to; empty: it sets none."""


class AgreedRules(Protocol):
    """Rules that people agree on before a game."""

    def options(self, choices: Mapping[str, object]) -> tuple[Option, ...]:
        """The rules that people can agree on, as chosen now. The choices must pass `check`."""
        return ()

    def agreed(self, chosen: tuple[int, ...]) -> dict[str, object]:
        """The choices that these values of all options make; other choices stay as they are."""
        return {}


class Measured(Protocol):
    """A real board that the box must know by its numbers."""

    @property
    def board_file(self) -> str:
        """The shipped file in which the owner describes the board: TOML with comments; empty: there is none."""
        return ""

    @property
    def board_name(self) -> str:
        """The name of that file in the folder of the games; no two games share one."""
        return ""

    def measures(self, choices: Mapping[str, object]) -> tuple[Measure, ...]:
        """The numbers in that file, in order, as chosen now."""
        return ()

    def measured(self, choices: Mapping[str, object], values: tuple[int, ...]) -> str:
        """That file with these numbers, confirmed. Raises BadChoice with a sentence if no game fits them."""
        return self.board_file

    def board_with(self, parts: Mapping[str, object]) -> str:
        """That file with these parts changed and the rest as shipped, not confirmed."""
        return self.board_file

    def unconfirmed(self, choices: Mapping[str, object]) -> View | None:
        """What the owner should check before the first game; `None` if all `measures` are confirmed."""
        return None


class SetUp(AgreedRules, Measured, Protocol[S_co]):
    """From the people who join to the first state."""

    @property
    def name(self) -> str:
        """The name in files and on the command line: small letters and hyphens."""

    @property
    def title(self) -> str:
        """The name on the box."""

    @property
    def phrases(self) -> Phrases:
        """The words for this game on screens that know no game."""
        return Phrases()

    @property
    def seats(self) -> range:
        """How many may play."""

    @property
    def pairs(self) -> tuple[int, ...]:
        """The pairs of keys (1 … 6, clockwise) at which people may join."""
        return ALL_PAIRS

    @property
    def duties(self) -> tuple[Duty, ...]:
        """The tasks that either people or the box do."""
        return ()

    @property
    def rulebooks(self) -> tuple[str, ...]:
        """The printed rulebooks of the game, the usual one first; the choice `rulebook` names one."""
        return ()

    @property
    def settings(self) -> tuple[str, ...]:
        """The names in `choices` that the owner may also set, without those of the board's file."""
        return ()

    def draws_lots(self, duties: Mapping[str, Who]) -> bool:
        """Whether the box draws lots with these duties, so that it must promise its seed."""
        return False

    def check(self, choices: Mapping[str, object]) -> None:
        """Raises BadChoice with a sentence if no game can be played by these choices: a full table tries to begin."""
        colours = [COLOURS[pair - 1] for pair in self.pairs[: self.seats[-1]]]
        players = tuple(Player(seat, colour, colour) for seat, colour in enumerate(colours, 1))
        self.begin(Seating(players, 1, {}, None), choices)

    def track(self, choices: Mapping[str, object]) -> Track:
        """The empty track, for the lights before a game begins."""
        return Track()

    def chart(self, choices: Mapping[str, object]) -> Chart | None:
        """How the board of these choices is drawn; `None`: plainly."""
        return None

    def left_out(self, choices: Mapping[str, object], players: int) -> tuple[Text, Text] | None:
        """Which of these choices is left out because so few play, in two lines of fourteen letters, in any language;
        `None`: none of them is."""
        return None

    def begin(self, sitting: Seating, choices: Mapping[str, object]) -> S_co:
        """A new game; `choices` are the owner's settings for it. Raises BadChoice with a sentence."""


def check_seats(players: tuple[Player, ...], counts: range, first: Seat) -> None:
    """Raises BadChoice with a sentence unless so many may play, numbered in order, and `first` is one of them."""
    count = len(players)
    if count not in counts:
        raise BadChoice(f"{counts[0]} to {counts[-1]} seats can play, not {count}")
    if [player.seat for player in players] != list(range(1, count + 1)):
        raise BadChoice(f"seats must be numbered 1 to {count} in order")
    if first not in range(1, count + 1):
        raise BadChoice(f"first must be a seat from 1 to {count}, not {first}")


def check_commitment(commitment: str | None) -> None:
    """Raises BadChoice with a sentence if it is no promise of a seed."""
    if commitment is not None and not re.fullmatch("[0-9a-f]{64}", commitment):
        raise BadChoice(f"commitment must be a SHA-256, 64 hexadecimal digits, not {commitment!r}")


def read(raw: Mapping[str, object], shape: type[T]) -> T:
    """`raw` as a `shape`; raises BadChoice with where, what was expected and what came."""
    try:
        return msgspec.convert(dict(raw), shape)
    except msgspec.ValidationError as error:
        raise BadChoice(explain(str(error), shape, raw)) from None
