"""Every screen of Crows fits the display in both languages; the question is explained in few words."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain

import pytest
from crows.field import CROWS as EACH
from crows.flight import Choosing, Closing, Landing, Over, Sowing
from crows.happenings import Ended, Fed, Landed, Sent, Sown, Stayed
from crows.rules import CROWS
from crows.state import State
from msgspec.structs import replace

from companion.kit.event import Event
from companion.kit.question import OneOf, Question
from companion.kit.seats import COLOURS, Player
from companion.kit.table_items import Pile, Scores, SeatCards
from companion.kit.text import Text, speak, text, verbatim
from companion.kit.view import View
from companion.study.screens import of_game
from companion.table import controls
from companion.testing.fitting import bare
from tests.companion.locale.test_fit import faults
from tests.guests.crows.tests.at_the_field import opened
from tests.guests.words import LANGUAGES, translate

NAMES = ("Hans", "Pia", "Werner", "Claudia", "Maximilian", "Otto")
ROW, ROWS = 21, 4


def long_names(state: State) -> State:
    """The same table with the players who have the longest names."""
    players = tuple(Player(seat, name, COLOURS[seat - 1]) for seat, name in enumerate(NAMES, 1))
    return replace(state, setup=replace(state.setup, seats=players))


@cache
def moments() -> tuple[State, ...]:
    """All choose, one has chosen, only one is missing, and both ends."""
    start = replace(opened(6), corn=28, eaten=(28, 0, 10, 7, 6, 5), heaps=())
    chosen = (("",) * 6, ("8", *("",) * 5), (*"1234", "", "6"))
    choosing = (replace(start, phase=Choosing(), chosen=crows) for crows in chosen)
    ends = (replace(start, phase=phase) for phase in (Sowing(), Closing(), Over()))
    tie = replace(start, phase=Over(), eaten=(7,) * 6)
    return tuple(map(long_names, chain(choosing, ends, [tie])))


def asked() -> Iterator[tuple[State, Question]]:
    for state in moments():
        for question in CROWS.questions(state):
            yield state, question


def screens() -> Iterator[View]:
    """Every screen with every draft, what is told, the pages, what a seat sees."""
    for state in moments():
        yield from CROWS.pages(state)
        table = CROWS.view(state, None)
        yield table
        for seat in range(1, 7):
            pages = (*CROWS.secret(state, seat), *(page for _, page in CROWS.picks(state, seat)))
            yield from (replace(page, seats=table.seats) for page in pages)
        yield from filter(None, (CROWS.tell(state, event) for event in happened()))
    for state, question in asked():
        if isinstance(question.form, OneOf):
            for draft in (None, *question.form.answers):
                legend = controls.labels(question, draft, CROWS.phrases, may_look=True)
                yield replace(CROWS.view(state, question.seat, draft), legend=legend)


def happened() -> tuple[Event, ...]:
    """News by the player with the longest name, if possible."""
    return Sown(("7",)), Sent(5, "8"), Landed(EACH[:6]), Fed(5, 28), Stayed(28), Ended(None)


def misfits(views: Iterator[View], language: str) -> dict[str, list[str]]:
    """What does not fit, by the title of its screen."""
    wrong: dict[str, list[str]] = {}
    for view in dict.fromkeys(map(bare, views)):
        for words in faults(view, translate("crows", language), may_cut=True):
            wrong.setdefault(speak(view.title, str), []).append(words)
    return {title: sorted(set(words))[:8] for title, words in wrong.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_fits(language: str) -> None:
    assert misfits(screens(), language) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_last_events_and_the_words_of_other_screens_fit(language: str) -> None:
    lines = [line for state in moments() for event in happened() if (line := CROWS.line(state, event)) is not None]
    pages = (View(text("Last events"), lines=(line,)) for line in dict.fromkeys(lines))
    sealed = (View(title, lines=(verbatim("0" * 16),)) for title in (CROWS.phrases.sealed, CROWS.phrases.checked))
    assert misfits(chain(pages, sealed), language) == {}


@pytest.mark.untraced
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_that_the_keys_reach_fits(language: str) -> None:
    """Except those of the menu, which are the box's."""
    reached = (screen for screen in of_game(CROWS) if screen.how != "menu")
    assert misfits((screen.scene for screen in reached if isinstance(screen.scene, View)), language) == {}


def test_the_choices_of_a_phone_are_told_apart_without_their_titles() -> None:
    for state, question in asked():
        if isinstance(question.form, OneOf) and question.seat is not None:
            views = [CROWS.view(state, question.seat, draft) for draft in question.form.answers]
            assert len({(view.number, view.lines) for view in views}) == len(views)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_question_of_people_is_explained_and_has_a_rule(language: str) -> None:
    put: Callable[[Text], str] = lambda said: speak(said, translate("crows", language))  # noqa: E731  # only here
    for state, question in asked():
        lines, rule = CROWS.explain(state, question), CROWS.rule(state, question)
        assert bool(lines) == (rule is not None) == (question.seat is not None)
        assert len(lines) <= 3
        assert all(len(put(line)) <= ROW for line in lines), [*map(put, lines)]
        assert rule is None or len(textwrap.wrap(put(rule), ROW)) <= ROWS, put(rule)


def at_home(*flown: str) -> Scores:
    """The crows of each seat but those that have flown."""
    left = (verbatim(" ".join(crow for crow in EACH if crow not in gone)) for gone in flown)
    return Scores(text("Crows at home"), (text("Crows"),), tuple((crows,) for crows in left))


def test_crows_lie_covered_until_all_have_landed_and_open_until_the_next_have() -> None:
    corn = Pile(text("corn"), 28)
    state = replace(moments()[1], flown=(("5",), *((),) * 5))
    assert CROWS.view(state, None).table == (corn, SeatCards(1, text("crow"), ("5",), 1), at_home("5", *[""] * 5))
    assert CROWS.view(state, 1).table == CROWS.view(state, None).table
    landed = replace(state, phase=Landing(), chosen=EACH[:6])
    assert [item.covered for item in CROWS.view(landed, None).table if isinstance(item, SeatCards)] == [1] * 6
    event = Landed(EACH[:6])
    shown = CROWS.tell(CROWS.evolve(landed, event), event)
    assert shown is not None
    assert shown.table == (
        corn,
        *(SeatCards(seat, text("crow"), (crow,)) for seat, crow in enumerate(EACH[:6], 1)),
        at_home("51", *EACH[1:6]),
    )
    fed = CROWS.evolve(CROWS.evolve(landed, event), Fed(6, 28))
    assert CROWS.view(fed, None).table[:-1] == shown.table[1:-1]


def test_lights_and_sound_follow_what_all_may_know() -> None:
    state = moments()[-2]
    cues = [CROWS.cue(state, event) for event in happened()]
    assert [cue.moment if cue is not None else None for cue in cues] == ["deal", None, "verdict", "paid", None, "win"]
    assert CROWS.progress(state) == text("Round {n}", n=7)
