"""What boxes and their club say to each other over an MQTT broker: every topic, and the shape of what it carries.

This is version 1, which stands in every topic. A later one may have more fields, and no other meaning of these; whoever
reads passes over what it does not know. Law: nothing here holds what not everybody at the table may see.

| topic | from | kept | carries |
|---|---|---|---|
| `companion/1/BOX/online` | box | yes | `online` or `offline`, the broker's word (last will) once it is gone |
| `companion/1/BOX/state` | box | yes | `State`: the table as it stands |
| `companion/1/BOX/turn` | box | no | `Turn`: somebody has just come on turn |
| `companion/1/BOX/event` | box | no | `Told`: one entry of the game's log |
| `companion/1/BOX/record` | box | no | `Record`: a finished game; again until there is a receipt |
| `companion/1/BOX/receipt` | club | no | `Receipt`: the record is kept, or refused |
| `companion/1/club` | club | yes | `online` or `offline`, as above |

All of it goes with QoS 1, so each message may come twice. Whoever listens passes over what is larger than `MOST` says.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias, TypeVar

import msgspec

from companion.kit.seats import COLOURS
from companion.kit.shape import work_out

T = TypeVar("T")

ROOT: Final = "companion/1"
CLUB: Final = f"{ROOT}/club"
ONLINE: Final = b"online"
OFFLINE: Final = b"offline"

Channel: TypeAlias = Literal["online", "state", "turn", "event", "record", "receipt"]
PACKET: Final = 4_100_000
"""Bytes of a message with its topic, at most; the broker keeps back what is larger."""
MOST: Final[Mapping[str, int]] = {"online": 64, "state": 16 * 1024, "receipt": 64 * 1024, "record": 4_000_000}
"""Bytes that a channel carries at most; the longest record comes to a quarter of it."""

Short: TypeAlias = Annotated[str, msgspec.Meta(max_length=60)]
Line: TypeAlias = Annotated[str, msgspec.Meta(max_length=400)]
"""All players of a table by name fit in."""
SeatKey: TypeAlias = Annotated[str, msgspec.Meta(pattern=rf"^[1-{len(COLOURS)}]\Z")]
Painted: TypeAlias = Annotated[str, msgspec.Meta(pattern=rf"^({'|'.join(COLOURS)})\Z")]
"""One of the six colours."""

Kind: TypeAlias = Literal["step", "undo", "redo"]
Stage: TypeAlias = Literal["joining", "playing", "over"]


class Sitter(msgspec.Struct, frozen=True):
    """Somebody at the table."""

    name: Short
    colour: Painted
    has: Short
    """How it stands, in one short fact of the game's choice: coins, pieces at home."""
    is_in: bool
    """Takes part in what is going on."""


class State(msgspec.Struct, frozen=True):
    """The table as everybody may see it, in its own language."""

    stage: Stage
    game: Short = ""
    """What is played; empty while people join."""
    progress: Short = ""
    """How far it is."""
    title: Line = ""
    """What it is about now."""
    turn: Short = ""
    """Who must act; empty: nobody."""
    turn_seat: Annotated[int, msgspec.Meta(ge=1, le=len(COLOURS))] | None = None
    seats: dict[SeatKey, Sitter] = {}
    """By number, from `"1"`, clockwise."""
    winner: Line = ""
    """Of a game that is over; several names with commas."""
    language: Short = "en"


class Turn(msgspec.Struct, frozen=True):
    """Somebody has come on turn."""

    seat: int
    name: str
    event_type: Literal["your_turn"] = "your_turn"
    """As Home Assistant wants it named."""


class Told(msgspec.Struct, frozen=True):
    """One entry of a game's log: a decision with all that came of it, or that the latest was undone or redone."""

    game: str
    """The game's name for ever; see `Record`."""
    entry: int
    """Counted from 1; with `game` it tells one that comes twice."""
    kind: Kind
    n: int
    """The last line of the record that counts now."""
    lines: tuple[dict[str, object], ...] = ()
    """Of a step: its lines as the record of a game that runs has them, without the seed at its end."""


class Record(msgspec.Struct, frozen=True):
    """A finished game."""

    began: str
    """The box's idea of the date, ISO 8601 with its zone."""
    record: str
    """JSON Lines; `companion replay` checks them."""
    bots: tuple[int, ...] = ()
    """The seats for which a bot played at the end."""


class Receipt(msgspec.Struct, frozen=True):
    """What has become of a record."""

    sum: str
    """Of the `Record` message; see `sum_of`."""
    refused: str = ""
    """Why, in a sentence; empty: it is kept."""


work_out(State, Record, Receipt)


def topic(box: str, channel: Channel) -> str:
    """Where a box speaks, or hears, of this."""
    return f"{ROOT}/{box}/{channel}"


def sum_of(words: bytes) -> str:
    """By which a box and its club know that they speak of the same message: its SHA-256, hexadecimal."""
    return hashlib.sha256(words).hexdigest()


def read(words: bytes, kind: type[T]) -> T:
    """What a message says, whatever somebody has sent. Raises ValueError."""
    try:
        return msgspec.json.decode(words, type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        raise ValueError(str(error)) from None


def fits(name: str, size: int) -> bool:
    """Whether a message of so many bytes is no larger than its topic's may be."""
    return size <= MOST.get(parted(name)[1], PACKET)


def parted(name: str) -> tuple[str, str]:
    """Whose topic it is, and of what."""
    box, _, channel = name.removeprefix(f"{ROOT}/").partition("/")
    return box, channel
