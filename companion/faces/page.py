"""A view as a page gets it: words of one language in JSON, for whoever writes a face of their own.

This is version 1. A later one may have more fields, and no other meaning of these; a page passes over what it does not
know. Law: a page is told what its view says and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from companion.kit.text import Text, Wording, speak
from companion.kit.view import Key, SeatView, Token, View

VERSION: Final = 1


class Who(msgspec.Struct, frozen=True):
    """A seat as it stands."""

    seat: int
    name: str
    colour: str
    has: str
    pair: int
    """Which of the box's pairs of keys, 1 … 6."""
    is_in: bool
    sits_out: bool
    is_bot: bool
    """Nobody sits there."""


class Piece(msgspec.Struct, frozen=True):
    """A piece on the board."""

    seat: int
    piece: str
    """Which of its seat's; empty if it has one."""
    name: str
    """What that one is called."""
    space: str
    """One of the board's ids, as all spaces here."""
    way: tuple[str, ...]
    """Through which it has come there, the old and the new one included; empty: it fades."""
    mark: str | None
    """`drafted`, `able`, `dimmed`, `steady`; none: no matter."""
    aim: str
    """Where it would go; empty: nowhere."""


class Page(msgspec.Struct, frozen=True):
    """A view in words."""

    title: str
    who: int | None
    """The seat that must act."""
    number: str
    caption: str
    is_draft: bool
    position: tuple[int, int] | None
    """Which draft of how many."""
    lines: tuple[tuple[str, ...], ...]
    """Each in its columns, one or more."""
    seats: tuple[Who, ...]
    pieces: tuple[Piece, ...]
    goals: tuple[str, ...]
    """The spaces to be reached this time."""
    step_s: float
    """Seconds a piece takes from one space to the next."""
    notice: str
    is_saved: bool
    keys: dict[str, str]
    """What the box's keys do for who must act: `green_tap`, `green_hold`, `red_tap`, `red_hold`; those that do. Or
    `instead` of all of them, why they do nothing."""
    types: tuple[str, ...]
    """What the green keys type now, from pair 1 on."""
    bar: tuple[Key, float] | None
    """A hold under way, and how far it has come, 0 … 1."""


def page(view: View, translate: Callable[[str], str]) -> Page:
    """The view as all pages draw it; `translate` puts English into the reader's language."""

    def say(said: Wording | None) -> str:
        return speak(said, translate) if said is not None else ""

    legend = {} if view.legend is None else msgspec.structs.asdict(view.legend)
    return Page(
        title=say(view.title),
        who=view.who,
        number=say(view.number),
        caption=say(view.caption),
        is_draft=view.is_draft,
        position=view.position,
        lines=_columns(view.lines, say),
        seats=tuple(who(seat, say) for seat in view.seats),
        pieces=tuple(_piece(token, translate) for token in view.track.tokens),
        goals=view.track.goals,
        step_s=view.track.step_s,
        notice=say(view.notice),
        is_saved=view.is_saved,
        keys={key: say(does) for key, does in legend.items() if does is not None},
        types=tuple(map(say, view.keys)),
        bar=None if view.bar is None else (view.bar.key, round(view.bar.share, 2)),
    )


def _columns(lines: Iterable[Text], say: Callable[[Wording], str]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(say(line).split("\t")) for line in lines)


def who(seat: SeatView, say: Callable[[Wording], str]) -> Who:
    """A seat as all pages draw it; `say` puts it into words."""
    return Who(seat.seat, say(seat.name), seat.colour, seat.has, seat.pair, seat.is_in, seat.sits_out, seat.is_bot)


def _piece(token: Token, translate: Callable[[str], str]) -> Piece:
    name = translate(token.piece) if token.piece else ""  # of the empty one a catalogue has its own header
    return Piece(token.seat, token.piece, name, token.space, token.way, token.mark, token.aim)
