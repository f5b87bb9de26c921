"""What boxes and their club say to each other over an MQTT broker: every topic, and the shape of its messages.

This is version 1; every topic contains the number. A later version may add fields but never changes the meaning of
these; a reader ignores fields it does not know. Law: every message holds only what everybody at the table may see.

| topic | from | kept | carries |
|---|---|---|---|
| `companion/1/BOX/online` | box | yes | `online` or `offline`; the broker says `offline` (last will) once it is gone |
| `companion/1/BOX/state` | box | yes | `TableState`: the table as it stands |
| `companion/1/BOX/turn` | box | no | `TurnBegan`: somebody's turn has just begun |
| `companion/1/BOX/event` | box | no | `LogEntry`: one entry of the game's log |
| `companion/1/BOX/record` | box | no | `Record`: a finished game; again until there is a receipt |
| `companion/1/BOX/receipt` | club | no | `Receipt`: the record is kept, or refused |
| `companion/1/club` | club | yes | `online` or `offline`, as above |

Everything is sent with QoS 1, so each message may come twice. A reader ignores messages larger than `MOST` allows.
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
"""The most bytes of a message with its topic; the broker does not deliver larger ones."""
MOST: Final[Mapping[str, int]] = {"online": 64, "state": 16 * 1024, "receipt": 64 * 1024, "record": 4_000_000}
"""The most bytes of a message on each channel; the longest record needs a quarter of that."""

Short: TypeAlias = Annotated[str, msgspec.Meta(max_length=60)]
Sentence: TypeAlias = Annotated[str, msgspec.Meta(max_length=400)]
"""Long enough for the names of all players of a table."""
SeatKey: TypeAlias = Annotated[str, msgspec.Meta(pattern=rf"^[1-{len(COLOURS)}]\Z")]
Painted: TypeAlias = Annotated[str, msgspec.Meta(pattern=rf"^({'|'.join(COLOURS)})\Z")]
"""One of the six colours."""

EntryKind: TypeAlias = Literal["step", "undo", "redo"]
TableStage: TypeAlias = Literal["joining", "playing", "over"]


class PlayerEntry(msgspec.Struct, frozen=True):
    """A player at the table."""

    name: Short
    colour: Painted
    has: Short
    """The seat's standing in one short fact that the game chooses: coins, pieces at home."""
    is_in: bool
    """Whether the seat takes part in the current phase."""


class TableState(msgspec.Struct, frozen=True):
    """The table as everybody may see it, in its own language."""

    stage: TableStage
    game: Short = ""
    """The title of the game; empty while people join."""
    progress: Short = ""
    """How far the game is."""
    title: Sentence = ""
    """What is happening now."""
    turn: Short = ""
    """Who must act; empty: nobody, or several at once."""
    turn_seat: Annotated[int, msgspec.Meta(ge=1, le=len(COLOURS))] | None = None
    seats: dict[SeatKey, PlayerEntry] = {}
    """By number, clockwise from `"1"`."""
    winner: Sentence = ""
    """The winner of a game that is over; several names are separated by commas."""
    language: Short = "en"


class TurnBegan(msgspec.Struct, frozen=True):
    """Somebody's turn has begun."""

    seat: int
    name: str
    event_type: Literal["your_turn"] = "your_turn"
    """The name that Home Assistant expects."""


class LogEntry(msgspec.Struct, frozen=True):
    """One entry of a game's log: a decision with all its events, or the undo or redo of the latest decision."""

    game: str
    """The game's permanent name; see `Record`."""
    entry: int
    """Counted from 1; together with `game` it reveals an entry that comes twice."""
    kind: EntryKind
    n: int
    """The number of the last line of the record that counts now."""
    lines: tuple[dict[str, object], ...] = ()
    """The lines of a step, as in the record of a running game: without the seed at the end."""


class Record(msgspec.Struct, frozen=True):
    """A finished game."""

    began: str
    """The date by the box's clock, ISO 8601 with its time zone."""
    record: str
    """JSON Lines; `companion replay` checks them."""
    bots: tuple[int, ...] = ()
    """The seats that a bot played at the end."""


class Receipt(msgspec.Struct, frozen=True):
    """The club's answer to a record: kept or refused."""

    sum: str
    """The sum of the `Record` message; see `sum_of`."""
    refused: str = ""
    """Why the record was refused, in a sentence; empty: it is kept."""


work_out(TableState, Record, Receipt)


def topic(box: str, channel: Channel) -> str:
    """The topic of a box's channel."""
    return f"{ROOT}/{box}/{channel}"


def sum_of(words: bytes) -> str:
    """The SHA-256 of a message, hexadecimal: it identifies the message for a box and its club."""
    return hashlib.sha256(words).hexdigest()


def read(words: bytes, kind: type[T]) -> T:
    """What a message says. Raises ValueError, whatever bytes were sent."""
    try:
        return msgspec.json.decode(words, type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        raise ValueError(str(error)) from None


def fits(name: str, size: int) -> bool:
    """Whether a message of `size` bytes is small enough for its topic."""
    return size <= MOST.get(parted(name)[1], PACKET)


def parted(name: str) -> tuple[str, str]:
    """The box and the channel of a topic."""
    box, _, channel = name.removeprefix(f"{ROOT}/").partition("/")
    return box, channel
