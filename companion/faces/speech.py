"""A view as sentences, for somebody who hears the box or has the page read aloud.

Laws: it says what its viewer may see and nothing more; the first sentence says who is asked what, the next one the
number, if the view has no sentences of its own; no sentence has a sign that a voice passes over. A hold under way is
not told: its bar moves at every instant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from string import digits
from typing import Final, Literal, TypeAlias

from companion.faces.pronounced import in_a_row, pronounced
from companion.kit.table_items import Dice, Pile, SeatCards
from companion.kit.text import Text, Wording, speak, text
from companion.kit.view import HandCard, Space, Token, View

Detail: TypeAlias = Literal["brief", "usual", "full"]
"""How much is said: who is asked what; all that the display shows; and how everybody stands."""
ReadOut: TypeAlias = Callable[[tuple[str, ...]], object]
"""Takes the sentences."""

KEYS: Final = {
    "green_tap": text("tap dot: {what}"),
    "green_hold": text("hold dot: {what}"),
    "red_tap": text("tap ring: {what}"),
    "red_hold": text("hold ring: {what}"),
}
"""What a key does, by the field of the legend. The dot and the ring can be felt on the keys."""


def sentences(view: View, translate: Callable[[str], str], detail: Detail = "usual") -> tuple[str, ...]:
    """What is said of a view, in the order of what matters; `translate` puts English into the listener's language."""

    def say(said: Wording | None) -> str:
        return pronounced(speak(said, translate), translate) if said is not None else ""

    asked = list(_asked(view, say))
    told = chain(asked, _shown(view, say)) if detail != "brief" else asked[:2]
    return (*filter(None, told), *(standing(view, translate) if detail == "full" else ()))


def standing(view: View, translate: Callable[[str], str]) -> tuple[str, ...]:
    """What each seat has and where its pieces stand; then what lies on the table."""
    return tuple(_standing(view, lambda said: pronounced(speak(said, translate), translate)))


def _asked(view: View, say: Callable[[Wording | None], str]) -> Iterator[str]:
    """Who is asked what; then the number, which alone is new when a draft changes; or what the view itself says."""
    if view.said:
        yield from map(say, view.said)
        return
    names = in_a_row(say(seat.name) for seat in view.seats if seat.seat in view.asked)
    yield f"{names}: {say(view.title)}" if names else say(view.title)
    yield f"{say(view.number)} {say(view.caption)}".strip()


def _shown(view: View, say: Callable[[Wording | None], str]) -> Iterator[str]:
    """Everything else that the display shows."""
    if not view.said:
        if view.position is not None:
            yield say(text("{n} of {of}", n=view.position[0], of=view.position[1]))
        yield in_a_row(_card(card, say) for card in view.hand)
        yield say(view.sentence)
        yield in_a_row(map(say, view.lines))
    yield say(view.notice)
    yield in_a_row(f"{pair}: {say(value)}" for pair, value in enumerate(view.keys, 1))
    if (legend := view.legend) is not None:
        keys = [
            say(what) if view.is_held and field == "green_tap" else say(Text(how.id, (("what", what),)))
            for field, how in KEYS.items()
            if isinstance(what := getattr(legend, field), Text)
        ]
        yield in_a_row((*keys, say(legend.table_tap))) if legend.instead is None else say(legend.instead)
    if not view.is_saved:
        yield say(text("Not saved: disk full or broken."))


def _card(card: HandCard, say: Callable[[Wording | None], str]) -> str:
    able = say(text("can be played")) if card.is_able else ""
    return " ".join(filter(None, (f"{card.slot}: {say(card.shown)}", able)))


def _standing(view: View, say: Callable[[Wording], str]) -> Iterator[str]:
    spaces = {space.id: space for space in view.track.spaces}
    for seat in view.seats:
        own = (token for token in view.track.tokens if token.seat == seat.seat and token.space in spaces)
        pieces = [_piece(token, spaces[token.space], say) for token in own]
        yield f"{say(seat.name)}: {in_a_row((say(seat.has), *pieces))}"
    names = {seat.seat: say(seat.name) for seat in view.seats}
    for item in view.table:
        match item:
            case SeatCards(whose, name, cards, covered):
                yield f"{names.get(whose, whose)}, {say(name)}: {in_a_row((*map(say, cards), _covered(covered, say)))}"
            case Pile(name, count, top):
                yield f"{say(name)}: {in_a_row((str(count), say(top)))}"
            case Dice(name, values, covered):
                yield f"{say(name)}: {in_a_row((*map(str, values), _covered(covered, say)))}"
            case _:  # a table of scores is too long to listen to; what matters of it stands at the seats
                continue


def _covered(count: int, say: Callable[[Wording], str]) -> str:
    return say(text("{n} covered", n=count)) if count else ""


def _piece(token: Token, space: Space, say: Callable[[Wording], str]) -> str:
    where = say(_where(space))
    return f"{say(Text(token.piece))} {where}" if token.piece else where


def _where(space: Space) -> Text:
    """Where a piece stands, as people say it: by the number of the space, or by what it is for."""
    match space.role:
        case "home":
            return text("waits")
        case "trap":
            return text("in the trap")
        case "podium":
            return text("in place {n}", n=space.label)
        case "goal" if not space.id.isdigit():
            return text("in goal {n}", n=space.id[len(space.id.rstrip(digits)) :] or space.id)
        case _:
            return text("on space {n}", n=space.id)
