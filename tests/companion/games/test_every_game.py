"""One suite that every game on the box passes."""

from __future__ import annotations

import functools
import operator
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import msgspec
import pytest

from companion.games import GAMES, LIST
from companion.kit.decision import decide
from companion.kit.event import Event, Refused
from companion.kit.question import Cards
from companion.kit.rules import Rules
from companion.kit.seats import COLOURS
from companion.kit.setup import ALL_PAIRS, Who
from companion.kit.text import speak
from companion.kit.value import Value
from companion.match import record, referee
from companion.match.session import Session
from tests.companion.games.every_game import EVERY_GAME, SHORT
from tests.companion.games.phones import OTHER_SEED, differences
from tests.companion.games.whole_games import SEED, Game, finish, seated
from tests.companion.kit.test_value import structs_of
from tests.invariants import answers, holds

SHARE = 29
"""One in so many moments is checked from a phone."""


def _marks(rules: Rules[object], seats: int) -> list[pytest.MarkDecorator]:
    """By default, the least and the largest number of players; CI also tries all numbers between."""
    return [] if seats in (rules.seats[0], rules.seats[-1]) else [pytest.mark.slow, pytest.mark.in_box_time]


EVERY_TABLE: list[object] = [
    pytest.param((rules, seats, who), id=f"{rules.name}-{seats}-{who}", marks=_marks(rules, seats))
    for rules in EVERY_GAME
    for seats in rules.seats
    for who in (("box", "table") if rules.duties else ("box",))
]


@functools.cache
def _played(rules: Rules[object], seats: int, who: Who) -> Game:
    return finish(rules, rules.begin(seated(rules, seats, who), SHORT.get(rules.name, {})), seats)


@pytest.fixture(params=EVERY_TABLE)
def table(request: pytest.FixtureRequest) -> tuple[Rules[object], Game]:
    rules, seats, who = request.param
    return rules, _played(rules, seats, who)


def moments(rules: Rules[object], game: Game) -> Iterator[tuple[object, Event, object]]:
    state = game.start
    for event in game.events:
        before, state = state, rules.evolve(state, event)
        yield before, event, state


def test_random_play_ends(table: tuple[Rules[object], Game]) -> None:
    rules, game = table
    assert rules.question(game.state) is None
    assert rules.follows(game.state) is None


@pytest.mark.untraced
def test_somebody_is_asked_or_something_follows(table: tuple[Rules[object], Game]) -> None:
    rules, game = table
    for _, _, state in moments(rules, game):
        holds(rules, state, SEED)


@pytest.mark.untraced
def test_an_aside_leaves_the_question_standing(table: tuple[Rules[object], Game]) -> None:
    """After the aside, its consequences and the steps of the box, the same seat is asked."""
    rules, game = table
    session = Session(rules, SEED, game.start)
    for step in game.entries:
        question = session.question
        for aside in rules.asides(session.state):
            assert question is not None
            assert question.seat is not None
            said = session.draw(aside) if aside.by_lot else session.answer(answers(aside, SEED)[-1])
            assert not isinstance(said, Refused)
            after = session.apply(said)
            while (automatic := after.automatic()) is not None:
                after = after.apply(automatic)
            assert after.question is not None
            assert after.question.seat == question.seat
        session = session.apply(step)


@pytest.mark.untraced
def test_what_may_be_meant_in_secret_has_a_page_of_its_own_to_arm_it(table: tuple[Rules[object], Game]) -> None:
    rules, game = table
    for _, _, state in moments(rules, game):
        for question in rules.questions(state):
            assert not question.armed or question.seat is not None
            for meant in range(len(question.armed) + 1) if question.armed else ():
                assert len(rules.secret(state, question.seat or 0, meant)) > len(question.armed)
        assert not any(aside.armed for aside in rules.asides(state))


def test_what_is_typed_in_has_a_green_key_for_each_value_and_is_no_secret(table: tuple[Rules[object], Game]) -> None:
    rules, game = table
    for _, _, state in moments(rules, game):
        for question in (asked for asked in rules.questions(state) if asked.keys):
            values = question.form.kinds if isinstance(question.form, Cards) else answers(question, SEED)
            assert len(question.keys) == len(values) <= len(ALL_PAIRS)
            assert all(len(speak(key, str)) <= 3 for key in question.keys)
            assert question.seat is not None
            assert (question.is_typed, question.is_secret, question.armed) == (True, False, ()), "a fact for all"
        assert not any(aside.keys for aside in rules.asides(state))


def test_a_seat_sees_the_question_that_it_is_asked(table: tuple[Rules[object], Game]) -> None:
    rules, game = table
    for _, _, state in moments(rules, game):
        for question in rules.questions(state):
            if question.seat is not None:
                sight = rules.seen(state, question.seat)
                assert question in rules.questions(sight)
                assert rules.seen(sight, question.seat) == sight


@pytest.mark.untraced
def test_the_phone_of_a_seat_is_sent_what_its_seat_sees_and_no_more(table: tuple[Rules[object], Game]) -> None:
    """This holds whatever it has chosen so far, at each checked moment; nothing of the seed is sent."""
    rules, game = table
    session = Session(rules, SEED, game.start)
    seats = [seat.seat for seat in rules.view(game.start, None).seats]
    for at, step in enumerate(game.entries):
        if session.question is not None and session.question.seat is not None and at % SHARE == 0:
            seat = seats[at // SHARE % len(seats)]
            for viewer in {seat, session.question.seat}:
                sight = msgspec.structs.replace(session, state=rules.seen(session.state, viewer), seed=OTHER_SEED)
                assert [each for each in differences(session, sight, viewer, longest=3) if each != "table"] == []
        session = session.apply(step)


def test_every_event_leads_to_a_sound_state(table: tuple[Rules[object], Game]) -> None:
    rules, game = table
    for before, event, state in moments(rules, game):
        rules.audit(before, event, state)


def test_nobody_owes_a_coin(table: tuple[Rules[object], Game]) -> None:
    rules, game = table
    for _, event, state in moments(rules, game):
        coins = record.as_json(rules.standing(state)).get("coins", {})
        assert isinstance(coins, dict)
        assert all(purse >= 0 for purse in coins.values()), event


def test_the_state_is_the_fold_of_its_events(table: tuple[Rules[object], Game]) -> None:
    rules, game = table
    assert functools.reduce(rules.evolve, game.events, game.start) == game.state


def test_every_event_is_read_back_as_it_was_written(table: tuple[Rules[object], Game]) -> None:
    rules, game = table
    any_event = functools.reduce(operator.or_, rules.events)
    for event in game.events:
        assert msgspec.json.decode(msgspec.json.encode(event), type=any_event) == event


def test_the_intent_behind_an_event_leads_to_it_again(table: tuple[Rules[object], Game]) -> None:
    rules, game = table
    for before, event, _ in moments(rules, game):
        if rules.follows(before) is not None:
            assert rules.follows(before) == event
        else:
            intent = rules.recall(before, event)
            assert intent is not None
            told = decide(rules, before, intent)
            assert told == event


def test_the_record_replays_to_the_same_table(table: tuple[Rules[object], Game]) -> None:
    rules, game = table
    found = referee.check(rules, record.write(rules, game.start, game.entries))
    assert (found.state, found.events, found.is_over) == (game.state, len(game.events), True)


def test_what_is_counted_fills_the_tables(table: tuple[Rules[object], Game]) -> None:
    rules, game = table
    tally = Counter(rules.counts(game.events))
    assert tally == Counter(rules.counts(iter(game.events)))
    for counted in (rules.sheets(tally), rules.sheets(Counter())):
        assert len({one.name for one in counted}) == len(counted)
        assert all(len(row) == len(one.columns) for one in counted for row in one.rows)
    assert any(one.rows for one in rules.sheets(tally)) == bool(tally)


@pytest.mark.untraced
def test_every_moment_has_a_picture_for_everybody(table: tuple[Rules[object], Game]) -> None:
    rules, game = table
    seats = [seat.seat for seat in rules.view(game.start, None).seats]
    for _, event, state in moments(rules, game):
        for viewer in (None, *seats):
            view = rules.view(state, viewer)
            assert [row.seat for row in view.seats] == seats
            assert {token.space for token in view.track.tokens} <= {space.id for space in view.track.spaces}
            assert view.who is None or view.who in seats
        assert all(page.lines for page in rules.pages(state)), event
        rules.tell(state, event)
        rules.line(state, event)
        assert (cue := rules.cue(state, event)) is None or cue.seat is None or cue.seat in seats


@pytest.mark.parametrize("rules", EVERY_GAME, ids=lambda rules: rules.name)
def test_spaces_are_told_apart_and_lead_to_spaces_that_exist(rules: Rules[object]) -> None:
    spaces = rules.track({}).spaces
    ids = [space.id for space in spaces]
    assert len(set(ids)) == len(ids)
    assert {after for space in spaces for after in space.after} <= set(ids)
    assert {space.colour for space in spaces} <= {"", *COLOURS}


@pytest.mark.parametrize("rules", EVERY_GAME, ids=lambda rules: rules.name)
def test_the_board_is_drawn_with_spaces_that_exist(rules: Rules[object]) -> None:
    chart = rules.chart({})
    if chart is None:
        return
    ids = {space.id for space in rules.track({}).spaces}
    assert set(chart.spots) in (set(), ids)
    assert {space for drawn in chart.ornaments for space in drawn.spaces} <= ids
    paths = [shape.path for drawn in chart.ornaments for shape in drawn.shapes]
    assert all(re.fullmatch(r"M[-0-9. ,MLHVCSQTAZmlhvcsqtaz]+", path) for path in paths)


def test_a_token_follows_the_track_from_where_it_was_or_fades(table: tuple[Rules[object], Game]) -> None:
    rules, game = table
    for _, _, state in moments(rules, game):
        track = rules.view(state, None).track
        steps = {(space.id, after) for space in track.spaces for after in space.after}
        tokens = [(token.seat, token.piece) for token in track.tokens]
        assert len(set(tokens)) == len(tokens)
        for token in track.tokens:
            assert token.way[-1:] in ((), (token.space,))
            assert all(step in steps or step[::-1] in steps for step in pairwise(token.way))


def test_the_one_asked_is_the_one_the_screen_names_and_of_several_nobody(table: tuple[Rules[object], Game]) -> None:
    rules, game = table
    for _, _, state in moments(rules, game):
        asked = rules.questions(state)
        if asked and asked[0].seat is not None:
            assert rules.view(state, None).who == (asked[0].seat if len(asked) == 1 else None)


@pytest.mark.parametrize("rules", EVERY_GAME, ids=lambda rules: rules.name)
def test_no_value_of_a_game_can_be_changed(rules: Rules[object]) -> None:
    kinds = {*structs_of(Value, type(rules).__module__.rpartition(".")[0])}
    assert {*rules.events} <= kinds
    assert [kind for kind in kinds if not kind.__struct_config__.frozen] == []


@pytest.mark.parametrize("rules", EVERY_GAME, ids=lambda rules: rules.name)
def test_names_are_told_apart(rules: Rules[object]) -> None:
    assert [game.name for game in EVERY_GAME].count(rules.name) == 1
    assert rules.title
    tags = [kind.__struct_config__.tag for kind in rules.events]
    assert len(tags) == len(set(tags))


@pytest.mark.parametrize("rules", EVERY_GAME, ids=lambda rules: rules.name)
def test_every_value_of_every_option_can_be_agreed_on_and_played(rules: Rules[object]) -> None:
    options = rules.options({})
    as_they_are = tuple(option.chosen for option in options)
    assert rules.options(rules.agreed(as_they_are)) == options
    for at, option in enumerate(options):
        assert len(option.presets) in (0, len(option.values))
        assert all(len(preset) == len(options) - at - 1 for preset in option.presets)
        for value in range(len(option.values)):
            agreed = rules.agreed((*as_they_are[:at], value, *as_they_are[at + 1 :]))
            rules.check(agreed)
            assert rules.options(agreed)[at].chosen == value


def test_the_list_says_what_the_rules_say_and_loads_none() -> None:
    assert [game.load() for game in LIST] == list(GAMES)
    for game, rules in zip(LIST, GAMES, strict=True):
        listed = (game.name, game.title, game.board_name, game.seats, game.rulebooks)
        assert listed == (rules.name, rules.title, rules.board_name, rules.seats, tuple(rules.rulebooks))
    told = "import sys, companion.games; print([name for name in sys.modules if name.endswith('.rules')])"
    assert subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True).stdout == "[]\n"
