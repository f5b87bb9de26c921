"""Every question is explained, and has a rule in one sentence; neither depends on what only some players know."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from companion.games import GAMES
from companion.games.cat_royal.events import Dealt
from companion.games.cat_royal.rules import CAT_ROYAL
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.kit.event import Refused
from companion.kit.question import Question
from companion.kit.rules import Rules
from companion.kit.setup import Who
from companion.kit.text import Text, speak
from companion.locale import LANGUAGES
from companion.match.history import Step
from companion.match.session import Session
from companion.testing.whole_games import SEED, chosen, finish, seated
from tests.companion.games.cat_royal.other_secrets import otherwise, played, questions, session_of
from tests.companion.games.every_game import EVERY_GAME, SHORT
from tests.companion.games.nim import NIM
from tests.companion.locale.written_catalogues import translate
from tests.toy.tin_frogs import TIN_FROGS


def explained(rules: Rules[object], who: Who, number: int, **choices: object) -> dict[str, tuple[Text, ...]]:
    """The explanation of each kind of question in a random game, by intent and form."""
    found = dict[str, tuple[Text, ...]]()
    for state, question in asked(rules, who, number, **choices):
        for each in (question, *asked_aside(rules, state)):
            found[kind(each)] = rules.explain(state, each)
            if each.keys:
                found[f"{kind(each)}, leafed"] = rules.explain(state, replace(each, keys=()))
    return found


def ruled(rules: Rules[object], who: Who, **choices: object) -> dict[str, Text | None]:
    """The rule of each kind of question and aside in a random game."""
    every = [(state, each) for state, main in asked(rules, who, 1, **choices) for each in (main, *rules.asides(state))]
    return {kind(question): rules.rule(state, question) for state, question in every}


def asked(rules: Rules[object], who: Who, number: int, **choices: object) -> Iterator[tuple[object, Question]]:
    """Each question of a random game that people are asked, with its state."""
    session = Session(rules, SEED, rules.begin(seated(rules, 3, who), SHORT.get(rules.name, {}) | choices))
    luck = Random(number)
    while (question := session.question) is not None:
        step: Step | Refused | None = session.automatic()
        if step is None:
            yield session.state, question
            step = session.draw(question) if question.by_lot else session.answer(chosen(question, luck))
        assert not isinstance(step, Refused)
        session = session.apply(step)


def asked_aside(rules: Rules[object], state: object) -> list[Question]:
    """An aside with something to choose."""
    return [aside for aside in rules.asides(state) if not aside.by_lot]


def kind(question: Question) -> str:
    form = question.form
    intent = next(getattr(form, field) for field in ("answers", "offer", "intent") if hasattr(form, field))
    return type(intent[0] if isinstance(intent, tuple) else intent).__name__


@pytest.mark.parametrize("who", ["box", "table"])
@pytest.mark.parametrize("rules", GAMES)
def test_every_kind_of_question_is_explained_in_its_own_words(rules: Rules[object], who: Who) -> None:
    found = explained(rules, who, 1) | explained(rules, who, 2)
    assert len(found) > 1
    assert () not in found.values(), found
    assert len(set(found.values())) == len(found), "each in its own words"


@pytest.mark.parametrize("rules", [game for game in EVERY_GAME if game not in GAMES])
def test_a_game_may_leave_it_out(rules: Rules[object]) -> None:
    assert set(explained(rules, "box", 1).values()) == {()}


@pytest.mark.parametrize("viewer", [None, 1, 2])
def test_nobody_learns_from_it_what_others_hold_or_whether_somebody_means_to_cheat(viewer: int | None) -> None:
    steps = played(1)
    dealt = next(at for at, step in enumerate(steps) if any(isinstance(event, Dealt) for event in step.events))
    for told in [told for told in questions(steps) if len(told) > dealt][::5]:
        here, there = session_of(told), session_of(otherwise(told, viewer))
        assert here.question is not None
        assert there.question is not None
        assert CAT_ROYAL.explain(here.state, here.question) == CAT_ROYAL.explain(there.state, there.question)
        assert CAT_ROYAL.rule(here.state, here.question) == CAT_ROYAL.rule(there.state, there.question)


@pytest.mark.parametrize("rules", GAMES)
def test_what_the_box_answers_by_itself_needs_no_words(rules: Rules[object]) -> None:
    start = rules.begin(seated(rules, 3, "box"), {})
    question = rules.question(start)
    assert question is not None
    assert question.seat is None
    assert rules.explain(start, question) == ()
    assert rules.rule(start, question) is None


def test_who_sets_a_figure_out_reads_how() -> None:
    said = explained(CAT_ROYAL, "box", 1, options={"opening": "one_out"})  # type: ignore[arg-type]  # of any state
    assert len({said["SetOut"], said["Play"], said["Accuse"], ()}) == 4


# The rule in one sentence

ROWS, LETTERS = 4, 21
ALSO: dict[str, tuple[dict[str, object], ...]] = {
    "galopp-royal": ({"options": {"schemer": "one_effect"}},),
    "cat-royal": ({"options": {"opening": "one_out", "no_move": "forfeit"}},),
}
"""Other rules of play with sentences of their own."""


def rules_of(rules: Rules[object]) -> list[dict[str, Text | None]]:
    """The sentences of a game, by each of its rules of play."""
    choices: tuple[dict[str, object], ...] = ({}, *ALSO.get(rules.name, ()))
    return [ruled(rules, "box", **each) | ruled(rules, "table", **each) for each in choices]


@pytest.mark.parametrize("rules", [*GAMES, TIN_FROGS])
def test_no_kind_of_question_or_aside_is_without_its_rule(rules: Rules[object]) -> None:
    for found in rules_of(rules):
        assert len(found) > 1
        assert None not in found.values(), found
        assert len(set(found.values())) == len(found), "each its own"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", [*GAMES, TIN_FROGS])
def test_each_rule_is_one_sentence_that_the_display_holds_in_each_language(rules: Rules[object], language: str) -> None:
    for sentence in {said for found in rules_of(rules) for said in found.values() if said is not None}:
        words = speak(sentence, translate(language))
        assert len(textwrap.wrap(words, LETTERS, break_on_hyphens=False)) <= ROWS, words
        assert "." not in words, words


def test_a_game_may_leave_its_rules_out() -> None:
    assert set(ruled(NIM, "box").values()) == {None}  # type: ignore[arg-type]  # of any state


@pytest.mark.parametrize("rules", GAMES)
def test_nobody_is_asked_and_there_is_no_rule_when_the_game_is_over(rules: Rules[object]) -> None:
    over = finish(rules, rules.begin(seated(rules, 3, "box"), SHORT.get(rules.name, {})), 1)
    assert Session(rules, SEED, over.state).rule() is None


def test_what_the_schemer_may_do_depends_on_the_rules_of_play() -> None:
    both, one = rules_of(GALOPP_ROYAL)  # type: ignore[arg-type]  # of any state
    assert both["Scheme"] != one["Scheme"]
    assert {kind: said for kind, said in both.items() if said != one[kind]}.keys() == {"Scheme"}


def test_whoever_schemes_is_asked_who_moves_since_the_own_step_is_chosen_too() -> None:
    asked_both = explained(GALOPP_ROYAL, "box", 1)  # type: ignore[arg-type]  # of any state
    asked_one = explained(GALOPP_ROYAL, "box", 1, options={"schemer": "one_effect"})  # type: ignore[arg-type]
    found = [next(said[0] for each, said in asked.items() if "Scheme" in each) for asked in (asked_both, asked_one)]
    assert found == [Text("Choose the moves:")] * 2
