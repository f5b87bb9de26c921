"""What of a game does not stand whole on the display, in a language: its screens, its explanations, its last events."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Collection, Iterable
from typing import Any, Final

from msgspec.structs import replace

from companion.faces.letters import CELL, ELLIPSIS, legible
from companion.faces.oled import GAP, HEADER, arrange
from companion.faces.sheet import WIDTH, TextLine
from companion.kit.rules import Rules
from companion.kit.text import Text, Wording, speak, text, verbatim
from companion.kit.view import SeatView, Track, View
from companion.match.session import Session
from companion.study import hands
from companion.study.screens import SeenScreen
from companion.testing.verdict import at, compare, expect
from companion.testing.whole_games import NAMES, SEED, Game

LEAST: Final = 3
"""How many letters of a name must be left if it is cut."""
ROOM: Final = WIDTH - 1 - GAP
"""Pixels for the player and the action side by side."""
ROW, ROWS, LINES = 21, 4, 3
"""The letters of a row, the rows of a rule, the lines of an explanation."""
MANY: Final = 9
"""More lines than any screen has room for."""


def bare(view: View) -> View:
    """What the display takes from a view."""
    seats = tuple(SeatView(seat.seat, seat.name, seat.colour) for seat in view.seats if seat.seat == view.who)
    return replace(view, seats=seats, track=Track(), table=())


def unfit(
    view: View,
    put: Callable[[str], str],
    may_cut: Collection[str] = (),
    is_large: Callable[[Text], bool] = lambda _: False,
) -> list[str]:
    """The words of a view that are neither whole on the display nor a shortened name; and those that are too small.

    `may_cut`: names that may lose their end; `is_large`: whether a line may not be small.
    """

    def say(said: Wording | None) -> str:
        return legible(speak(said, put)) if said is not None else ""

    pieces = [piece for piece in arrange(view, put) if isinstance(piece, TextLine)]
    drawn = [piece.words for piece in pieces]
    halves = [half for line in view.lines for half in speak(line, put).split("\t")]
    due = [say(view.title), say(view.number), say(view.caption)]
    due += [*map(legible, halves), *(say(seat.name) for seat in view.seats if seat.seat == view.who)]
    if view.notice is not None:
        due += [say(view.notice)] if " ".join(drawn).count(say(view.notice)) == 0 else []
    elif view.legend is not None:
        legend = view.legend
        due += map(say, (legend.green_tap, legend.green_hold, legend.red_tap, legend.red_hold, legend.table_tap))
        due += map(say, (legend.instead, *view.keys))
        if view.position is not None and (alone := str(view.position[0])) not in drawn:
            due.append("/".join((alone, str(view.position[1]))))
    found = [f"small: {piece.words}" for piece in pieces if piece.font.size < _least(piece, view, say, is_large)]
    for words in filter(None, due):
        stands = next((piece for piece in drawn if piece == words or (_is_cut(piece, words, may_cut))), None)
        if stands is None:
            found.append(words)
        else:
            drawn.remove(stands)
    return found


def _least(piece: TextLine, view: View, say: Callable[[Wording | None], str], is_large: Callable[[Text], bool]) -> int:
    """In pixels: the number is never small. Name and title are never small if they fit beside each other; otherwise
    the title is small first."""
    large = [say(line) for line in view.lines if is_large(line)]
    is_header = view.who is not None and piece.ink == 0 and piece.box.bottom <= HEADER
    if piece.words == say(view.number) != "" and piece.font.size not in CELL:
        return 16
    title, who = say(view.title), next((say(seat.name) for seat in view.seats if seat.seat == view.who), "")
    is_long = len(who) * CELL[16] + len(title) * CELL[16 if piece.words == title else 12] > ROOM
    return 14 if (is_header and not is_long) or piece.words in large else 0


def _is_cut(piece: str, words: str, names: Collection[str]) -> bool:
    """Whether `piece` is `words` with nothing lost but the end of the name they end with."""
    left = piece.removesuffix(ELLIPSIS)
    lost = len(words) - len(left)
    return (
        left != piece
        and words.startswith(left)
        and any(words.endswith(name) and lost <= len(name) - LEAST for name in names)
    )


def every_screen_fits(seen: Iterable[SeenScreen], put: Callable[[str], str]) -> None:
    """Every screen of a game that the keys reach; those of the menu are the box's. Raises BrokenLaw."""
    for screen in seen:
        if screen.how != "menu" and isinstance(screen.scene, View):
            what = f"the words of the screen {speak(screen.scene.title, put)!r} that do not fit"
            view = bare(screen.scene)
            with at("; ".join(filter(None, (f"{rows(view, put)} rows fit", screen.where)))):
                compare(what, [], unfit(view, put, [put(name) for name in hands.NAMES]))


def rows(view: View, put: Callable[[str], str]) -> int:
    """How many lines have room in a view, between its title and what stands below."""
    lines = [f"({n})" for n in range(MANY)]
    drawn = arrange(replace(view, lines=tuple(map(verbatim, lines)), sentence=None), put)
    return sum(isinstance(piece, TextLine) and piece.words in lines for piece in drawn)


def every_question_is_explained_in_few_words(rules: Rules[Any], game: Game, put: Callable[[str], str]) -> None:
    """Explanations and rules of all questions and asides, and the page of last events. Raises BrokenLaw."""
    session = Session(rules, SEED, game.start)
    for step in game.entries:
        for asked in (*session.questions, *rules.asides(session.state)):
            lines = [speak(line, put) for line in rules.explain(session.state, asked)]
            expect(len(lines) <= LINES, "expected an explanation of at most {} lines; came {}", LINES, lines)
            compare("lines of an explanation that are too long", [], [line for line in lines if len(line) > ROW])
            if (said := rules.rule(session.state, asked)) is not None:
                rows = textwrap.wrap(speak(said, put), ROW, break_on_hyphens=False)
                expect(len(rows) <= ROWS, "expected a rule of at most {} rows; came {}", ROWS, rows)
        state = session.state
        for event in step.events:
            state = rules.evolve(state, event)
            if (line := rules.line(state, event)) is not None:
                page = View(text("Last events"), lines=(line,))
                compare("the words of a line of last events that do not fit", [], unfit(page, put, NAMES))
        session = session.apply(step)
