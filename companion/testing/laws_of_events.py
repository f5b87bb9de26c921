"""The laws of each event of a whole game: what is asked, what is shown, what is kept. `ALL` has them in order."""

from __future__ import annotations

import functools
import operator
from itertools import pairwise
from typing import Any, Final

import msgspec

from companion.kit.decision import decide
from companion.kit.event import Event
from companion.kit.question import Cards
from companion.kit.rules import Rules
from companion.kit.setup import ALL_PAIRS
from companion.kit.text import speak
from companion.match import record
from companion.testing.fair_questions import answers, holds
from companion.testing.verdict import compare, expect
from companion.testing.whole_games import SEED, GameLaw, of_events


@of_events
def every_event_leads_to_a_sound_state(rules: Rules[Any], before: Any, event: Event, state: Any) -> None:
    """As the game itself says."""
    rules.audit(before, event, state)


@of_events
def nobody_owes_a_coin(rules: Rules[Any], _before: Any, _event: Event, state: Any) -> None:
    """If the record has coins at all."""
    coins = record.as_json(rules.standing(state)).get("coins", {})
    purses = coins.values() if isinstance(coins, dict) else ()
    expect(all(purse >= 0 for purse in purses), "expected no purse below 0; came {}", coins)


@of_events
def somebody_is_asked_or_something_follows(rules: Rules[Any], _before: Any, _event: Event, state: Any) -> None:
    """Never both, and every answer that a question names is allowed."""
    holds(rules, state, SEED)


@of_events
def the_intent_behind_an_event_leads_to_it_again(rules: Rules[Any], before: Any, event: Event, _state: Any) -> None:
    """So a record can be refereed."""
    if (follows := rules.follows(before)) is not None:
        compare("the event that follows by itself", event, follows)
        return
    intent = rules.recall(before, event)
    if intent is None:
        expect(False, "expected the intent behind {}; came none", event)
    else:
        compare(f"the event of {intent}", event, decide(rules, before, intent))


@of_events
def every_event_is_read_back_as_it_was_written(rules: Rules[Any], _before: Any, event: Event, _state: Any) -> None:
    """As JSON, among all kinds of events of the game."""
    any_event = functools.reduce(operator.or_, rules.events)
    compare("an event after it was written", event, msgspec.json.decode(msgspec.json.encode(event), type=any_event))


@of_events
def a_seat_sees_the_question_that_it_is_asked(rules: Rules[Any], _before: Any, _event: Event, state: Any) -> None:
    """To look twice shows no more."""
    for question in rules.questions(state):
        if question.seat is not None:
            sight = rules.seen(state, question.seat)
            expect(question in rules.questions(sight), "{} is not what its seat sees", question)
            compare("a second look", sight, rules.seen(sight, question.seat))


@of_events
def what_is_meant_in_secret_has_a_page_of_its_own(rules: Rules[Any], _before: Any, _event: Event, state: Any) -> None:
    """On which it is armed; an aside has none."""
    for question in rules.questions(state):
        for meant in range(len(question.armed) + 1) if question.armed and question.seat is not None else ():
            pages = len(rules.secret(state, question.seat or 0, meant))
            expect(pages > len(question.armed), "expected {} pages or more; came {}", len(question.armed) + 1, pages)
    expect(not any(aside.armed for aside in rules.asides(state)), "an aside has secret forms")


@of_events
def what_is_typed_has_a_green_key_for_each_value_and_is_open(
    rules: Rules[Any], _before: Any, _event: Event, state: Any
) -> None:
    """A fact for all, which a person reads off a real thing."""
    for question in (asked for asked in rules.questions(state) if asked.keys):
        values = question.form.kinds if isinstance(question.form, Cards) else answers(question, SEED)
        compare("the keys of a keypad", len(values), len(question.keys))
        expect(len(values) <= len(ALL_PAIRS), "expected at most {} keys; came {}", len(ALL_PAIRS), len(values))
        expect(all(len(speak(key, str)) <= 3 for key in question.keys), "the words {} are too long", question.keys)
        expect(question.seat is not None, "nobody is asked what may be typed")
        facts = (question.is_typed, question.is_secret, question.armed)
        compare("is_typed, is_secret and armed of what is typed", (True, False, ()), facts)
    expect(not any(aside.keys for aside in rules.asides(state)), "an aside has keys to type with")


@of_events
def every_moment_has_a_picture_for_everybody(rules: Rules[Any], _before: Any, event: Event, state: Any) -> None:
    """With the same seats, on spaces that exist."""
    seats = [seat.seat for seat in rules.view(state, None).seats]
    compare("the seats of a picture", [*range(1, len(seats) + 1)], seats)
    for viewer in (None, *seats):
        view = rules.view(state, viewer)
        compare("the seats of a picture", seats, [row.seat for row in view.seats])
        spaces = {space.id for space in view.track.spaces}
        compare("pieces on no space", set(), {token.space for token in view.track.tokens} - spaces)
        expect(view.who is None or view.who in seats, "expected one of {} on turn; came {}", seats, view.who)
    expect(all(page.lines for page in rules.pages(state)), "a page of the table key has no lines")
    rules.tell(state, event)
    rules.line(state, event)
    cue = rules.cue(state, event)
    expect(cue is None or cue.seat is None or cue.seat in seats, "{} is for no seat", cue)


@of_events
def the_one_asked_is_the_one_the_screen_names_and_of_several_nobody(
    rules: Rules[Any], _before: Any, _event: Event, state: Any
) -> None:
    """Everybody reads who must act."""
    asked = rules.questions(state)
    if asked and asked[0].seat is not None:
        expected = asked[0].seat if len(asked) == 1 else None
        compare("the seat that the screen names", expected, rules.view(state, None).who)


@of_events
def a_token_follows_the_track_or_fades(rules: Rules[Any], _before: Any, _event: Event, state: Any) -> None:
    """From where it was, in steps that the track has."""
    track = rules.view(state, None).track
    steps = {(space.id, after) for space in track.spaces for after in space.after}
    tokens = [(token.seat, token.piece) for token in track.tokens]
    compare("pieces that are told apart", len(tokens), len(set(tokens)))
    for token in track.tokens:
        expect(token.way[-1:] in ((), (token.space,)), "the way of {} does not end where it stands", token)
        walks = all(step in steps or step[::-1] in steps for step in pairwise(token.way))
        expect(walks, "the way of {} leaves the track", token)


ALL: Final[tuple[GameLaw, ...]] = (
    every_event_leads_to_a_sound_state,
    nobody_owes_a_coin,
    somebody_is_asked_or_something_follows,
    the_intent_behind_an_event_leads_to_it_again,
    every_event_is_read_back_as_it_was_written,
    a_seat_sees_the_question_that_it_is_asked,
    what_is_meant_in_secret_has_a_page_of_its_own,
    what_is_typed_has_a_green_key_for_each_value_and_is_open,
    every_moment_has_a_picture_for_everybody,
    the_one_asked_is_the_one_the_screen_names_and_of_several_nobody,
    a_token_follows_the_track_or_fades,
)
