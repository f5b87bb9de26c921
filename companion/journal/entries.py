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
    thought_s: float | msgspec.UnsetType = msgspec.UNSET
    """How long the seat thought; an older companion neither measured nor reads it."""


_ROW: Final = msgspec.json.Decoder(_Row)


def encode(entry: Entry) -> bytes:
    """An entry as bytes."""
    match entry:
        case Step(seat=seat, is_lot=is_lot, events=events):
            row = _Row("step", seat, is_lot, msgspec.Raw(msgspec.json.encode(events)))
            if entry.thought_s is not None:
                row.thought_s = entry.thought_s
            return msgspec.json.encode(row)
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
                thought_s = None if read.thought_s is msgspec.UNSET else read.thought_s
                return Step(read.seat, read.is_lot, events, thought_s)
            case "undo":
                return Undo(read.agreed)
            case "redo":
                return Redo()
            case other:
                raise ValueError(f"an entry is a step, an undo or a redo, not {other!r}")
    except msgspec.MsgspecError as error:
        raise ValueError(str(error)) from None
