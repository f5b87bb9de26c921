"""Every screen of Mia fits the display in both languages; each question is explained in few words."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain

import pytest
from mia.cup import Claiming, Closing, Over, Rolling
from mia.dice import MIA as TWENTY_ONE
from mia.dice import VALUES
from mia.happenings import Believed, Doubted, Ended, Lost, Opened, Rolled, Said
from mia.rules import MIA
from mia.state import State
from msgspec.structs import replace

from companion.kit.event import Event, Intent
from companion.kit.question import OneOf, Question
from companion.kit.seats import COLOURS, Player
from companion.kit.table_items import Dice
from companion.kit.text import Text, speak, text, verbatim
from companion.kit.view import View
from companion.study.screens import of_game
from companion.table import controls
from companion.testing.fitting import bare
from tests.companion.locale.test_fit import faults
from tests.guests.mia.tests.at_the_cup import answering, claiming, opened
from tests.guests.words import LANGUAGES, translate

NAMES = ("Hans", "Pia", "Werner", "Claudia", "Maximilian")
ROW, ROWS = 21, 4


def long_names(state: State) -> State:
    """The same table with the players who have the longest names."""
    names = (*NAMES, "Otto")[-len(state.lives) :]
    players = tuple(Player(seat, name, COLOURS[seat - 1]) for seat, name in enumerate(names, 1))
    return replace(state, setup=replace(state.setup, seats=players))


@cache
def moments() -> tuple[State, ...]:
    """States with every claim, the least and the largest dice, and both ends."""
    asked = (claiming(3, dice, claim) for claim in ("", *VALUES[:-1]) for dice in ("31", TWENTY_ONE))
    answered = (answering(4, "31", claim) for claim in VALUES)
    start = opened(6, 7)
    ends = (replace(start, phase=phase) for phase in (Rolling(5), Closing(5), Over(5)))
    return tuple(map(long_names, chain(asked, answered, ends, [replace(start, round=41)])))


def screens() -> Iterator[View]:
    """Every screen with every draft, what is told, the pages, what the holder of the cup sees."""
    for state in moments():
        yield from MIA.pages(state)
        table = MIA.view(state, None)
        for seat in range(1, len(state.lives) + 1):
            yield from (replace(page, seats=table.seats) for page in MIA.secret(state, seat))
        yield table
        question = MIA.question(state)
        if question is not None and question.seat is not None:
            yield from drawn(state, question)
        yield from filter(None, (MIA.tell(state, event) for event in happened(state)))


def drawn(state: State, question: Question) -> Iterator[View]:
    may_look = type(state.phase) is Claiming
    due: list[Intent | None] = [None]
    while due:
        draft = due.pop()
        legend = controls.labels(question, draft, MIA.phrases, may_look=may_look)
        position = controls.position(question, draft)
        yield replace(MIA.view(state, None, draft), legend=legend, position=position)
        if isinstance(question.form, OneOf) and (draft is None or not question.form.ends(draft)):
            due += question.form.below(draft)


def happened(state: State) -> tuple[Event, ...]:
    """News by the player with the longest name, if possible."""
    seat = min(5, len(state.lives))
    out = (Lost(each, lives) for each in (1, seat) for lives in (1, 2))
    value = state.claim or "65"
    opened = (Opened(seat, (dice,)) for dice in ("31", TWENTY_ONE))
    told = (Rolled(seat, (None,)), Said(seat, value), Believed(seat), Doubted(seat), *opened, *out, Ended(seat, None))
    return tuple(told)


def misfits(views: Iterator[View], language: str) -> dict[str, list[str]]:
    """What does not fit, by the title of its screen."""
    wrong: dict[str, list[str]] = {}
    for view in dict.fromkeys(map(bare, views)):
        for words in faults(view, translate("mia", language), may_cut=True):
            wrong.setdefault(speak(view.title, str), []).append(words)
    return {title: sorted(set(words))[:8] for title, words in wrong.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_fits(language: str) -> None:
    assert misfits(screens(), language) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_last_events_and_the_words_of_other_screens_fit(language: str) -> None:
    lines = [line for state in moments() for event in happened(state) if (line := MIA.line(state, event)) is not None]
    assert len({line.id for line in lines}) == 1
    known = (MIA.reveals(state, Rolled(3, (None,)), 1) for state in moments())
    pages = (View(text("Last events"), lines=(line,)) for line in dict.fromkeys(filter(None, (*lines, *known))))
    sealed = (View(title, lines=(verbatim("0" * 16),)) for title in (MIA.phrases.sealed, MIA.phrases.checked))
    assert misfits(chain(pages, sealed), language) == {}
    (option,) = MIA.options({})
    assert len(translate("mia", language)(option.name.id)) <= ROW


@pytest.mark.untraced
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_that_the_keys_reach_fits(language: str) -> None:
    """Except those of the menu, which are the box's."""
    reached = (screen for screen in of_game(MIA) if screen.how != "menu")
    assert misfits((screen.scene for screen in reached if isinstance(screen.scene, View)), language) == {}


def asked() -> Iterator[tuple[State, Question]]:
    for state in moments():
        question = MIA.question(state)
        if question is not None:
            yield state, question


def test_the_choices_of_a_phone_are_told_apart_without_their_titles() -> None:
    for state, question in asked():
        if isinstance(question.form, OneOf):
            for level in (question.form.below(None), question.form.answers):
                screens = [MIA.view(state, question.seat, draft) for draft in level]
                assert len({(screen.number, screen.lines) for screen in screens}) == len(level)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_question_of_people_is_explained_and_has_a_rule(language: str) -> None:
    put: Callable[[Text], str] = lambda said: speak(said, translate("mia", language))  # noqa: E731  # only here
    for state, question in asked():
        lines, rule = MIA.explain(state, question), MIA.rule(state, question)
        assert bool(lines) == (rule is not None) == (question.seat is not None)
        assert len(lines) <= 3
        assert all(len(put(line)) <= ROW for line in lines), [*map(put, lines)]
        assert rule is None or len(textwrap.wrap(put(rule), ROW)) <= ROWS, put(rule)


def test_lights_and_sound_follow_what_all_may_know() -> None:
    state = answering(3, "31", "54")
    told = (Rolled(2, (None,)), Said(2, "54"), Opened(2, ("31",)), Lost(2, 1), Ended(1, None), Believed(3))
    cues = [MIA.cue(state, event) for event in told]
    assert [cue.moment if cue is not None else None for cue in cues] == [
        "deal",
        "offer",
        "verdict",
        "caught",
        "win",
        None,
    ]
    out = replace(state, lives=(3, 0, 3, 3))
    cue = MIA.cue(out, Lost(2, 1))
    assert cue is not None
    assert cue.moment == "out"


def test_all_see_how_many_dice_are_covered_and_only_after_a_doubt_what_they_show() -> None:
    said = answering(3, "53", "54")
    covered = Dice(text("under the cup"), covered=2)
    assert MIA.view(opened(), None).table == ()
    assert MIA.view(said, None).table == MIA.view(said, 2).table == (covered,)
    assert [page.table for page in MIA.secret(said, 2)] == [(Dice(text("under the cup"), (5, 3)),)]
    doubted = MIA.evolve(said, Doubted(3))
    assert MIA.view(doubted, None).table == (covered,)
    shown = MIA.tell(MIA.evolve(doubted, Opened(2, ("53",))), Opened(2, ("53",)))
    assert shown is not None
    assert shown.table == (Dice(text("rolled"), (5, 3)),)


def test_the_seats_show_their_lives() -> None:
    seats = MIA.view(replace(opened(), lives=(3, 0, 1, 2)), None).seats
    assert [(seat.has, seat.is_in) for seat in seats] == [("3", True), ("0", False), ("1", True), ("2", True)]
    assert MIA.progress(opened()) == text("Round {n}", n=1)
