"""The laws of a whole game and of its steps: end, record, undo, keys, phones, secrets. `ALL` has them in order."""

from __future__ import annotations

import functools
from collections import Counter, deque
from typing import Any, Final

from msgspec.structs import replace

from companion.journal import entries
from companion.kit.event import CardIntent, Refused
from companion.kit.question import only_answer
from companion.kit.rules import Rules
from companion.match import record, referee
from companion.match.session import Session
from companion.players.fingers import strokes
from companion.testing.fair_questions import answers
from companion.testing.pressing import every_answer, pressed
from companion.testing.traffic import OTHER_SEED, differences
from companion.testing.twins import SecretTwin, drafts_are_secret, twin
from companion.testing.verdict import at, compare, expect, shown
from companion.testing.whole_games import SEED, Game, GameLaw, GameStep, of_games, of_steps, taken_back

SECRETS: Final = 6
"""So many secret answers a law keeps an eye on at once: the latest ones."""


@of_games
def random_play_ends(rules: Rules[Any], game: Game) -> None:
    """With nothing left to answer."""
    compare("the question at the end", None, rules.question(game.state))
    compare("the event that follows at the end", None, rules.follows(game.state))


@of_games
def the_state_is_the_fold_of_its_events(rules: Rules[Any], game: Game) -> None:
    """Nothing but the events counts."""
    compare("the state after all events again", game.state, functools.reduce(rules.evolve, game.events, game.start))


@of_games
def the_log_is_read_back_and_the_game_resumed(rules: Rules[Any], game: Game) -> None:
    """As after a power cut."""
    kept = [entries.decode(entries.encode(step), rules.events) for step in game.entries]
    compare("the log after it was written", [*game.entries], kept)
    compare("the state of the resumed game", game.state, Session(rules, SEED, game.start).resume(kept).state)


@of_games
def the_record_is_refereed_to_the_same_table(rules: Rules[Any], game: Game) -> None:
    """Line by line, and every lot is drawn again."""
    found = referee.check(rules, record.write(rules, game.start, game.entries))
    expected = (game.state, record.count(rules, game.events), True)
    compare("state, events and end that the referee finds", expected, (found.state, found.events, found.is_over))


@of_games
def what_is_counted_fills_the_tables(rules: Rules[Any], game: Game) -> None:
    """Each row as long as its heading; without a game, no row."""
    tally = Counter(rules.counts(game.events))
    compare("what is counted a second time", tally, Counter(rules.counts(iter(game.events))))
    for counted in (rules.sheets(tally), rules.sheets(Counter())):
        compare("sheets with names of their own", len(counted), len({one.name for one in counted}))
        expect(
            all(len(row) == len(one.columns) for one in counted for row in one.rows), "a row is not as long as its head"
        )
    compare("rows in the tables", bool(tally), any(one.rows for one in rules.sheets(tally)))


@of_games
def dealt_cards_that_a_record_hides_are_hidden_from_seats(rules: Rules[Any], game: Game) -> None:
    """If `without_secrets` leaves cards out, so does `seen`, for the seats that may not know them."""
    state, hidden = game.start, None
    for event in game.events:
        is_deal = isinstance(rules.recall(state, event), CardIntent)
        if is_deal and rules.without_secrets(state, event) != event:
            hidden = hidden or event
        state = rules.evolve(state, event)
        if any(rules.seen(state, row.seat) != state for row in rules.view(state, None).seats):
            return
    expect(hidden is None, "what `seen` hides from some seat: expected the cards of {}; came nothing", hidden)


@of_steps
def an_aside_leaves_the_question_standing(rules: Rules[Any], here: GameStep) -> None:
    """After the aside, its consequences and the steps of the box, the same seat is asked."""
    session, question = here.session, here.session.question
    for aside in rules.asides(session.state):
        said = session.draw(aside) if aside.by_lot else session.answer(answers(aside, SEED)[-1])
        if isinstance(said, Refused) or question is None:
            expect(False, "an aside: expected an event; came {}", said)
            continue
        after = session.apply(said)
        while (automatic := after.automatic()) is not None:
            after = after.apply(automatic)
        asked = after.question.seat if after.question is not None else None
        compare("the seat that is asked after an aside", question.seat, asked)


@of_steps
def both_keys_give_every_answer(rules: Rules[Any], here: GameStep) -> None:
    """By taps and holds, as a person's fingers do."""
    session = here.session
    if not here.is_sample or any(question.seat is None for question in session.questions):
        return
    asides = [aside for aside in rules.asides(session.state) if only_answer(aside) is None]
    for asked in (*(session.questions if session.automatic() is None else ()), *asides):
        may_look = asked not in asides and bool(rules.secret(session.state, asked.seat or 0))
        for answer in every_answer(asked) if not asked.by_lot else ():
            keys = strokes(asked, answer, may_look=may_look)
            compare("the answer that the keys give", answer, pressed(asked, keys, may_look=may_look))


@of_steps
def an_undo_leads_back_and_a_redo_forward(_rules: Rules[Any], here: GameStep) -> None:
    """Even if another player must agree."""
    if here.is_sample and not isinstance(undo := taken_back(here.session), Refused):
        undone = here.session.apply(undo)
        again = undone.redo()
        after = undone.apply(again).state if not isinstance(again, Refused) else again
        compare("the state after undo and redo", here.session.state, after)


@of_steps
def a_record_of_a_running_game_is_refereed_and_hides_the_seed(rules: Rules[Any], here: GameStep) -> None:
    """A glance at it betrays no coming lot."""
    done = here.session.history.done
    if here.is_middle and done:
        text = record.write(rules, done[0].before, [past.step for past in done])
        expect(SEED not in text, "expected a record without the seed; it stands in it")
        events = record.count(rules, (event for past in done for event in past.step.events))
        compare("the events that the referee finds", events, referee.check(rules, text).events)


@of_steps
def a_seat_is_shown_what_it_may_know_and_no_more(rules: Rules[Any], here: GameStep) -> None:
    """Its screen, the screen of all and its secret pages depend on what it sees."""
    state = here.session.state
    if here.is_sample:
        for seat in (row.seat for row in rules.view(state, None).seats):
            sight = rules.seen(state, seat)
            compare(f"the screen of seat {seat}", rules.view(sight, seat), rules.view(state, seat))
            compare(f"the secret pages of seat {seat}", rules.secret(sight, seat), rules.secret(state, seat))
            compare("the screen of all", rules.view(sight, None), rules.view(state, None))


@of_steps
def the_phone_of_a_seat_is_sent_what_its_seat_sees_and_no_more(rules: Rules[Any], here: GameStep) -> None:
    """This holds whatever it has chosen so far; nothing of the seed is sent."""
    session, question = here.session, here.session.question
    if question is None or question.seat is None or not here.is_sample:
        return
    seats = [seat.seat for seat in rules.view(session.state, None).seats]
    for viewer in {seats[here.nth % len(seats)], question.seat}:
        sight = replace(session, state=rules.seen(session.state, viewer), seed=OTHER_SEED)
        told = [each for each in differences(session, sight, viewer, longest=3) if each != "table"]
        compare(f"what the phone of seat {viewer} is sent beyond what it sees", [], told)


@of_games
def a_secret_answer_is_told_to_nobody_else_until_the_game_shows_it(rules: Rules[Any], game: Game) -> None:
    """With another answer to the secret question, everybody else gets the same."""
    twins, state, n = deque[SecretTwin](maxlen=SECRETS), game.start, 1
    for nth, step in enumerate(game.entries):
        with at(f"event {n}, {shown(step.events[0])}"):
            drafts_are_secret(rules, state, step.events[0])
            living = [*(each.after(step.events[0]) for each in twins), twin(rules, state, step.events[0], nth)]
            twins.clear()
            twins.extend(each for each in living if each is not None and each.blind)
            state, n = functools.reduce(rules.evolve, step.events, state), n + len(step.events)
            for each in twins if rules.question(state) is not None else ():
                each.keeps_its_secret()


ALL: Final[tuple[GameLaw, ...]] = (
    random_play_ends,
    the_state_is_the_fold_of_its_events,
    the_log_is_read_back_and_the_game_resumed,
    the_record_is_refereed_to_the_same_table,
    a_record_of_a_running_game_is_refereed_and_hides_the_seed,
    what_is_counted_fills_the_tables,
    an_aside_leaves_the_question_standing,
    an_undo_leads_back_and_a_redo_forward,
    both_keys_give_every_answer,
    dealt_cards_that_a_record_hides_are_hidden_from_seats,
    a_seat_is_shown_what_it_may_know_and_no_more,
    the_phone_of_a_seat_is_sent_what_its_seat_sees_and_no_more,
    a_secret_answer_is_told_to_nobody_else_until_the_game_shows_it,
)
