"""Every screen of games of Cat Royal in every language: nothing is cut but names, no line is left out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from companion.games.cat_royal import events, intents
from companion.games.cat_royal.booklet import CARDS, CITIZEN, COPY, FIGURES, GOALS, MAGNET, SWAP
from companion.games.cat_royal.ending import Over
from companion.games.cat_royal.options import PRESETS
from companion.games.cat_royal.rules import CAT_ROYAL
from companion.games.cat_royal.setup import Setup
from companion.games.cat_royal.state import State
from companion.games.cat_royal.turns import Turn
from companion.kit.event import Event, Intent, Refused
from companion.kit.question import OneOf, Question, commit
from companion.kit.seats import COLOURS, Player
from companion.kit.setup import Seating
from companion.kit.text import Text, text
from companion.kit.view import View
from companion.locale import LANGUAGES
from companion.match.session import Made, Session
from companion.players import bots
from companion.table import controls
from companion.table.screens.agreement import Agreement
from companion.table.screens.agreement import pages as to_agree
from companion.testing.fitting import bare
from tests.companion.games.cat_royal.positions import put
from tests.companion.locale.test_fit import NAMES, SEED, misfits, nothing, turned

pytestmark = pytest.mark.untraced

SEATS = 4
TABLES = {
    "all by the box": {},
    "real cards": {"cards": "table"},
    "no tricks, hands forfeited": {"rulebook": "dog"},
}


def start(cards: str = "box", rulebook: str = "manual") -> State:
    """The start of a game of the players with the longest names."""
    players = tuple(Player(seat, name, COLOURS[seat - 1]) for seat, name in enumerate(NAMES[-SEATS:], 1))
    duties = {"cards": "table"} if cards == "table" else {}
    sitting = Seating(players, 1, duties, commit(SEED))  # type: ignore[arg-type]  # a literal, said in letters
    return CAT_ROYAL.begin(sitting, {"rulebook": rulebook, "last_deal": 3})


@cache
def played(table: str) -> tuple[tuple[Session[State], Made[State]], ...]:
    """One game: what happened at each moment of it."""
    luck = Random(1995)  # a game that can be played again, not a secret
    session = Session(CAT_ROYAL, SEED, start(**TABLES[table]))
    moments = []
    while (question := session.question) is not None:
        step: Made[State] | Refused | None = session.automatic()
        if step is None:
            question = bots.addressed(question, CAT_ROYAL.asides(session.state), luck)
            step = session.draw(question) if question.by_lot else session.answer(bots.answer(question, luck))
        assert isinstance(step, Made), step
        moments.append((session, step))
        session = session.apply(step)
    return tuple(moments)


def happened(table: str) -> Iterator[tuple[State, Event]]:
    """Each event, and how things stood after it."""
    for session, step in played(table):
        state = session.state
        for event in step.events:
            state = CAT_ROYAL.evolve(state, event)
            yield state, event


@cache
def screens_of(table: str) -> tuple[View, ...]:
    """All screens of the game, each once."""
    screens = dict.fromkeys(bare(told) for each in happened(table) if (told := CAT_ROYAL.tell(*each)) is not None)
    for session, _ in played(table):
        if session.automatic() is None and session.question is not None:
            screens |= dict.fromkeys(map(bare, at_the_table(session.state, session.question)))
    last, step = played(table)[-1]
    return (*screens, bare(CAT_ROYAL.view(last.apply(step).state, None)))


@cache
def lines_of(table: str) -> tuple[Text, ...]:
    """All lines of its page of last events, each once."""
    return tuple(dict.fromkeys(filter(None, (CAT_ROYAL.line(*each) for each in happened(table)))))


def at_the_table(state: State, question: Question) -> Iterator[View]:
    """The question and every draft of it and of what may be said beside it; what each seat looks at; the pages."""
    yield from CAT_ROYAL.pages(state)
    for seat in range(1, SEATS + 1):
        for page in (*CAT_ROYAL.secret(state, seat), *(page for _, page in CAT_ROYAL.picks(state, seat))):
            yield replace(page, seats=CAT_ROYAL.view(state, None).seats)
    if question.seat is not None and isinstance(state.phase, Turn):
        aside = next((aside.name for aside in CAT_ROYAL.asides(state) if aside.seat == question.seat), None)
        for form in (question.form, *question.armed):
            yield from drawn(state, replace(question, form=form), aside)
    for said in CAT_ROYAL.asides(state):
        yield from drawn(state, said, text("Back"))


def drawn(state: State, question: Question, aside: Text | None) -> Iterator[View]:
    """A question with every draft of its answer, as everybody sees it and as its seat sees it."""
    due: list[Intent | None] = [controls.opening(question, may_look=True)]
    while due:
        draft = due.pop()
        legend = controls.labels(question, draft, CAT_ROYAL.phrases, may_look=True, aside=aside)
        for viewer in (None, question.seat):
            yield replace(CAT_ROYAL.view(state, viewer, draft), legend=legend)
        if isinstance(question.form, OneOf) and (draft is None or not question.form.ends(draft)):
            due += question.form.below(draft)


def rare() -> Iterator[Event]:
    """Screens of rare moments: every card played with every figure or discarded, copies, swaps, verdicts."""
    for figure in FIGURES:
        for card in CARDS:
            yield events.Played(1, card, None, figure, 20, (4, figure) if card == SWAP else None, 0)
            yield events.Played(2, COPY, card, figure, 20 if card == MAGNET else GOALS[3], None, 0)
            yield events.Discarded(4, card)
        yield events.SetOut(3, figure)
        yield events.SentHome(4, figure)
        yield events.Captured(2, figure)
        yield events.Teleported(4, figure, 43, (4, figure))
    yield from (events.Accused(4, 3, is_guilty) for is_guilty in (True, False))
    yield events.Shifted(4, (61, 62, 63, 64))
    yield events.Dealt(999, ())
    yield events.Reshuffled(90)
    yield events.Forfeited(4, ("2",) * 5)


@pytest.mark.slow
@pytest.mark.in_box_time
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("table", TABLES)
def test_a_whole_game_fits(table: str, language: str) -> None:
    assert misfits(screens_of(table), language, may_cut=True) == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("table", TABLES)
def test_rare_events_fit(table: str, language: str) -> None:
    state = put(start(**TABLES[table]), 4, CITIZEN, 21)  # a magnet pulls behind it
    screens = filter(None, [CAT_ROYAL.tell(state, event) for event in rare()])
    assert misfits([*map(bare, screens)], language, may_cut=True) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_copies_to_be_played_fit(language: str) -> None:
    """The last play, by any seat."""
    state = replace(start(), hands=((COPY,) * 5,) * SEATS, phase=Turn(4), deal=99)
    screens = []
    for card in CARDS:
        state = replace(state, last=card)
        screens.append(CAT_ROYAL.view(state, None))
        screens += [CAT_ROYAL.view(state, None, intents.Play(seat=4, slot=1, figure=figure)) for figure in FIGURES]
        screens += CAT_ROYAL.secret(state, 4)
    assert misfits([*map(bare, screens)], language, may_cut=True) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_fits(language: str) -> None:
    ends = [replace(start(), phase=Over(winners)) for winners in ((4,), (1, 2, 3, 4))]
    assert misfits([bare(CAT_ROYAL.view(end, None)) for end in ends], language, may_cut=True) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_fit_as_last_events_and_as_notices(language: str) -> None:
    state = start()
    told = filter(None, [CAT_ROYAL.line(state, event) for event in rare()])
    lines = list(dict.fromkeys([*told, *(line for table in TABLES for line in lines_of(table))]))
    pages = [View(text("Last events"), lines=tuple(lines[at : at + 4])) for at in range(0, len(lines), 4)]
    assert misfits([*pages, *(View(text("Menu"), notice=line) for line in lines)], language, may_cut=True) == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rulebook", PRESETS)
def test_the_rules_to_agree_on_fit(rulebook: str, language: str) -> None:
    screens: list[View] = []
    rows = CAT_ROYAL.options({"rulebook": rulebook})
    for at, option in enumerate(rows):
        for value in range(len(option.values)):
            chosen = (*rows[:at], replace(option, chosen=value), *rows[at + 1 :])
            game = replace(start(), setup=_agreed(tuple(row.chosen for row in chosen)))
            screens += [turned(Agreement(chosen, nothing), at + 1)[-1], to_agree(chosen)[at], *CAT_ROYAL.pages(game)]
    assert misfits([*map(bare, screens)], language, may_cut=True) == {}


def _agreed(chosen: tuple[int, ...]) -> Setup:
    players = start().setup.seats
    return CAT_ROYAL.begin(Seating(players, 1, {}, None), CAT_ROYAL.agreed(chosen)).setup
