"""Entries of a game's log as bytes: JSON, one entry in each row."""

from __future__ import annotations

import functools
import operator
from typing import Final

import msgspec

from companion.kit.event import Event
from companion.kit.seats import Seat
from companion.match.history import Agreed, Entry, Redo, Step, Undo


class _Row(msgspec.Struct):
    kind: str
    seat: Seat | None = None
    is_lot: bool = False
    events: msgspec.Raw = msgspec.Raw(b"[]")
    agreed: Agreed = msgspec.UNSET
    """Who agreed to an undo; an older companion never asked for consent."""


_ROW: Final = msgspec.json.Decoder(_Row)


def encode(entry: Entry) -> bytes:
    """An entry as bytes."""
    match entry:
        case Step(seat=seat, is_lot=is_lot, events=events):
            return msgspec.json.encode(_Row("step", seat, is_lot, msgspec.Raw(msgspec.json.encode(events))))
        case Undo(agreed=agreed):
            return msgspec.json.encode(_Row("undo", agreed=agreed))
        case Redo():
            return msgspec.json.encode(_Row("redo"))


def decode(row: bytes, kinds: tuple[type[Event], ...]) -> Entry:
    """An entry from bytes; `kinds` are the game's events. Raises ValueError."""
    try:
        read = _ROW.decode(row)
        match read.kind:
            case "step":
                events = msgspec.json.decode(read.events, type=tuple[functools.reduce(operator.or_, kinds), ...])  # type: ignore[misc]  # a union made at run time
                return Step(read.seat, read.is_lot, events)
            case "undo":
                return Undo(read.agreed)
            case "redo":
                return Redo()
            case other:
                raise ValueError(f"an entry is a step, an undo or a redo, not {other!r}")
    except msgspec.MsgspecError as error:
        raise ValueError(str(error)) from None
