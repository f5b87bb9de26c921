"""A view as lines to be read aloud, for somebody who does not see the display of the twin.

Laws: it says what the display shows and nothing more, but with whole words; the first line says who is asked what. A
hold under way is not told: its bar moves at every instant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from companion.kit.text import Text, Wording, speak, text
from companion.kit.view import MARKS_ALOUD, HandCard, Legend, View

ReadOut: TypeAlias = Callable[[tuple[str, ...]], object]
"""Takes the lines."""


def lines_aloud(view: View, translate: Callable[[str], str]) -> tuple[str, ...]:
    """The lines of the display in the order in which one would read them; `translate` puts English into a language."""

    def say(said: Wording | None) -> str:
        return speak(said, translate) if said is not None else ""

    name = next((say(seat.name) for seat in view.seats if seat.seat == view.who), "")
    title = say(view.title)
    told = [f"{name}: {title}" if name else title, *_body(view, say), say(view.notice), *_keys(view, say)]
    if not view.is_saved:
        told.append(say(text("Not saved: disk full or broken.")))
    return tuple(line for line in told if line)


def _body(view: View, say: Callable[[Wording | None], str]) -> Iterator[str]:
    yield f"{say(view.number)} {say(view.caption)}".strip()
    if view.position is not None:
        yield "{}/{}".format(*view.position)
    yield ", ".join(_card(card, say) for card in view.hand)
    yield say(view.sentence)
    for line in view.lines:
        yield _in_one(say(line).split("\t"))


def _card(card: HandCard, say: Callable[[Wording | None], str]) -> str:
    return f"[{card.slot}] {say(card.shown)}{' ✓' * card.is_able}"


def _in_one(columns: list[str]) -> str:
    """The columns of a line; of two pairs side by side, one pair after the other."""
    pairs = (columns[:2], columns[2:]) if len(columns) > 2 else (columns,)
    return ", ".join(filter(None, (" ".join(filter(None, pair)) for pair in pairs)))


def _keys(view: View, say: Callable[[Wording | None], str]) -> Iterator[str]:
    if view.keys:
        yield ", ".join(f"{pair}: {say(value)}" for pair, value in enumerate(view.keys, 1))
    if view.legend is not None:
        yield from _legend(view.legend, say)


def _legend(legend: Legend, say: Callable[[Wording | None], str]) -> Iterator[str]:
    if legend.instead is not None:
        yield say(legend.instead)
        return
    yield _key("green", legend.green_tap, legend.green_hold, say)
    if legend.table_tap is None:
        yield _key("red", legend.red_tap, legend.red_hold, say)
    else:
        yield say(legend.table_tap)


def _key(key: str, tap: Text | None, hold: Text | None, say: Callable[[Wording | None], str]) -> str:
    """What one key does; empty: nothing."""
    does = [f"{say(how)}: {say(what)}" for how, what in ((text("tap"), tap), (text("hold"), hold)) if what is not None]
    return f"{say(MARKS_ALOUD[key])}, {', '.join(does)}" if does else ""
