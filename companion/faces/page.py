"""A view as a page gets it: words of one language in JSON, which anybody's own face can draw.

This is version 1. A later version may add fields but never changes the meaning of these; a page ignores fields it does
not know. Law: a page is told what its view says and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

import msgspec

from companion.faces.signs import outline, sign_of
from companion.faces.speech import sentences
from companion.kit.table_items import Dice, Pile, SeatCards, TableItem
from companion.kit.text import Text, Wording, speak, verbatim
from companion.kit.view import MARKS, Key, SeatView, Token, View

VERSION: Final = 1


class PageSeat(msgspec.Struct, frozen=True):
    """A seat as it stands."""

    seat: int
    """Its number in the game, from 1 on, clockwise."""
    name: str
    """The player's name."""
    colour: str
    """The colour of its keys and pieces."""
    has: str
    """How it stands, in one short fact, such as its coins; empty: it is a secret."""
    pair: int
    """Its pair of keys at the box, 1 … 6."""
    is_in: bool
    """The seat takes part in the present phase; after the end: it has won."""
    sits_out: bool
    """The seat cannot get the thing for which others make offers now."""
    is_bot: bool
    """A bot plays here."""


class PagePiece(msgspec.Struct, frozen=True):
    """A piece on the board."""

    seat: int
    """The seat that it belongs to."""
    piece: str
    """Which one of its seat's pieces; empty if the seat has one piece."""
    name: str
    """What the piece is called."""
    space: str
    """The id of the space where it stands."""
    way: tuple[str, ...]
    """The spaces of its last move, the first and the last included; empty: it fades out and in."""
    mark: str | None
    """While a piece is chosen: `drafted` (this one), `able` (it can be chosen), `dimmed` (it cannot); `steady`: draw it
    still."""
    aim: str
    """The space where it would go; empty: none yet."""


class PageCards(msgspec.Struct, frozen=True, tag_field="kind", tag="cards"):
    """Cards that belong to a seat."""

    seat: int
    """Whose they are."""
    name: str
    """What they are."""
    cards: tuple[str, ...]
    """The faces that can be seen."""
    covered: int
    """How many more lie face down."""


class PagePile(msgspec.Struct, frozen=True, tag_field="kind", tag="pile"):
    """Things of one kind that belong to nobody."""

    name: str
    """What they are."""
    count: int
    """How many there are."""
    top: str
    """The face on top; empty: none is seen."""


class PageDice(msgspec.Struct, frozen=True, tag_field="kind", tag="dice"):
    """Dice in one place."""

    name: str
    """Whose they are, or where."""
    values: tuple[int, ...]
    """What they show: pips from 1 to 6, a number otherwise."""
    covered: int
    """How many more lie under a cup."""


class PageScores(msgspec.Struct, frozen=True, tag_field="kind", tag="scores"):
    """A table with a row for each seat."""

    name: str
    """What is counted, and when."""
    columns: tuple[str, ...]
    """The headings, without that of the players."""
    rows: tuple[tuple[str, ...], ...]
    """For each seat, from 1 on, a cell for each column."""


PageItem: TypeAlias = PageCards | PagePile | PageDice | PageScores


class Page(msgspec.Struct, frozen=True):
    """A view in words."""

    title: str
    """What is asked, or what is going on."""
    sign: str
    """A picture of what is asked, as the path of an SVG 16 wide and high; empty: there is none."""
    who: int | None
    """The seat that must act; `None`: none, or several."""
    missing: tuple[int, ...]
    """The seats that must still answer, if several are asked at once; otherwise empty."""
    number: str
    """The one large number or word; empty: there is none."""
    caption: str
    """What the number is."""
    is_draft: bool
    """What is shown is being chosen and not yet said."""
    position: tuple[int, int] | None
    """Which draft of how many; `None`: they are not counted."""
    lines: tuple[tuple[str, ...], ...]
    """The lines beside the number, each in its columns."""
    seats: tuple[PageSeat, ...]
    """All seats, clockwise."""
    pieces: tuple[PagePiece, ...]
    """All pieces on the board."""
    again: tuple[PagePiece, ...]
    """Pieces whose last move is worth a second look: show it once more, slowly; empty: none."""
    goals: tuple[str, ...]
    """The spaces to be reached this time."""
    step_s: float
    """Seconds a piece takes from one space to the next."""
    notice: str
    """A sentence that is shown for a while; empty: none."""
    is_saved: bool
    """Everything shown is on disk; if not, say so."""
    keys: dict[str, str]
    """What the keys of `who` do now, if they do something: `green_tap`, `green_hold`, `red_tap`, `red_hold`; or, under
    `instead`, why none of them does."""
    types: tuple[str, ...]
    """What the green keys type now, from pair 1 on; empty: nothing."""
    bar: tuple[Key, float] | None
    """The key that somebody holds, and how much of its time has passed, 0 … 1."""
    table: tuple[PageItem, ...]
    """What lies on the table; empty: nothing."""
    said: tuple[str, ...]
    """The same for a voice, in sentences: who is asked what, the number if there is one, and the rest but the keys."""
    said_of_keys: tuple[str, ...]
    """What is said of the box's keys, for those who sit at it."""


def page(view: View, translate: Callable[[str], str]) -> Page:
    """The view as all pages draw it; `translate` puts English into the reader's language."""

    def say(said: Wording | None) -> str:
        return speak(said, translate) if said is not None else ""

    legend = {} if view.legend is None else msgspec.structs.asdict(view.legend)
    return Page(
        title=say(view.title),
        sign=outline(sign) if (sign := sign_of(view.title, view)) is not None else "",
        who=view.who,
        missing=view.missing,
        number=say(view.number),
        caption=say(view.caption),
        is_draft=view.is_draft,
        position=view.position,
        lines=((say(view.sentence),),) if view.sentence else _columns(view.page_lines or view.lines, say),
        seats=tuple(who(seat, say) for seat in view.seats),
        pieces=tuple(_piece(token, translate) for token in view.track.tokens),
        again=tuple(_piece(token, translate) for token in view.again),
        goals=view.track.goals,
        step_s=view.track.step_s,
        notice=say(view.notice),
        is_saved=view.is_saved,
        keys={key: say(does) for key, does in legend.items() if does is not None},
        types=tuple(map(say, view.keys)),
        bar=None if view.bar is None else (view.bar.key, round(view.bar.share, 2)),
        table=tuple(_item(item, say) for item in view.table),
        said=sentences(_of_keys(view, say, are_named=False), translate),
        said_of_keys=sentences(_of_keys(view, say, are_named=True), translate),
    )


def _of_keys(view: View, say: Callable[[Wording | None], str], *, are_named: bool) -> View:
    """The part of the view that does, or does not, name the box's keys: whoever hears a phone has none."""

    def belongs(said: Text | None) -> bool:
        return any(mark in say(said) for mark in MARKS.values()) == are_named

    lines = tuple(filter(belongs, view.page_lines or view.lines))
    told = tuple(filter(belongs, view.said))
    notice = view.notice if belongs(view.notice) else None
    if are_named:
        return View(verbatim(""), lines=() if view.said else lines, said=told, notice=notice)
    hand = () if view.page_lines else view.hand
    return msgspec.structs.replace(view, lines=lines, said=told, notice=notice, legend=None, keys=(), hand=hand)


def _item(item: TableItem, say: Callable[[Wording], str]) -> PageItem:
    name = say(item.name)
    match item:
        case SeatCards(seat, _, cards, covered):
            return PageCards(seat, name, tuple(map(say, cards)), covered)
        case Pile(_, count, top):
            return PagePile(name, count, say(top))
        case Dice(_, values, covered):
            return PageDice(name, values, covered)
        case _:
            return PageScores(name, tuple(map(say, item.columns)), tuple(tuple(map(say, row)) for row in item.rows))


def _columns(lines: Iterable[Text], say: Callable[[Wording], str]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(say(line).split("\t")) for line in lines)


def who(seat: SeatView, say: Callable[[Wording], str]) -> PageSeat:
    """A seat as all pages draw it; `say` translates its words."""
    return PageSeat(
        seat.seat, say(seat.name), seat.colour, say(seat.has), seat.pair, seat.is_in, seat.sits_out, seat.is_bot
    )


def _piece(token: Token, translate: Callable[[str], str]) -> PagePiece:
    name = translate(token.piece) if token.piece else ""  # a catalogue keeps its own header under the empty text
    return PagePiece(token.seat, token.piece, name, token.space, token.way, token.mark, token.aim)
