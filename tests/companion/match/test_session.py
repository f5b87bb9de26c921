"""One game being played: what people answer, what the box answers by itself, undo and redo."""

from __future__ import annotations

import random
from itertools import accumulate
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.galopp_royal import events, intents
from companion.games.galopp_royal.auction import Bidding, Dealing
from companion.games.galopp_royal.ending import Over
from companion.games.galopp_royal.race import Rolling
from companion.games.galopp_royal.rules import GaloppRoyal
from companion.games.galopp_royal.state import State
from companion.kit.event import Event, Intent, Refused
from companion.match.history import Entry, Redo, Step, Undo
from companion.match.session import Made, Session
from companion.testing.whole_games import SEED, chosen, finish, seated, taken_back
from tests.companion.games.galopp_royal.positions import (
    RULES,
    bid,
    carry,
    closing,
    passes,
    race,
    roll,
    start,
    with_purse,
)
from tests.companion.games.nim import NIM, Counted, Take
from tests.companion.games.whole_games import RANDOM


def session(state: State) -> Session[State]:
    return Session(RULES, SEED, state)


def done(entry: Entry | Refused | None) -> Entry:
    assert entry is not None
    assert not isinstance(entry, Refused), entry
    return entry


def settled(game: Session[State]) -> Session[State]:
    """The session after the box has done all that it does without asking."""
    while (step := game.automatic()) is not None:
        game = game.apply(step)
    return game


def answered(game: Session[State], *answers: Intent) -> Session[State]:
    for intent in answers:
        game = settled(game.apply(done(game.answer(intent))))
    return game


def rolled(game: Session[State]) -> Session[State]:
    """The session after the seat on turn has thrown the die."""
    assert game.question is not None
    return settled(game.apply(done(game.draw(game.question))))


# --- what the box does by itself -------------------------------------------------------------------------------------


def test_the_box_deals_and_then_somebody_is_asked() -> None:
    game = session(start(4))
    step = game.automatic()
    assert step is not None
    assert (step.seat, step.is_lot) == (None, True)
    assert isinstance(step.events[0], events.Dealt)
    game = game.apply(step)
    assert isinstance(game.state.phase, Bidding)
    assert game.automatic() is None


def test_with_real_cards_the_box_only_tells_people_to_draw() -> None:
    step = session(start(4, cards="table")).automatic()
    assert step is not None
    assert (step.seat, step.is_lot) == (None, False)


def test_the_only_answer_is_given_by_the_box() -> None:
    """Seat 2 cannot outbid 50 coins, nor can 3 and 4: the team is sold and the next one dealt."""
    game = answered(settled(session(start(4))), bid(1, 50))
    assert game.state.displays[0]
    assert isinstance(game.state.phase, Bidding)
    assert game.state.phase.auction.turn == 2
    assert [past.step.seat for past in game.history.done][-4:] == [None, None, None, None]


def test_nobody_rolls_before_the_seat_on_turn_lets_the_die_go() -> None:
    assert session(race(4)).automatic() is None
    assert session(race(4, die="table")).automatic() is None


def test_the_seed_is_opened_at_the_end_by_the_box() -> None:
    state = finish(RULES, start(3), 3).state
    assert isinstance(state, State)
    assert isinstance(state.phase, Over)
    assert session(state).automatic() is None
    assert session(state).question is None


def test_a_roll_of_the_box_is_the_persons_decision_and_the_boxs_lot() -> None:
    game = session(race(4, turn=2))
    assert game.question is not None
    step = game.draw(game.question)
    assert isinstance(step, Step)
    assert (step.seat, step.is_lot) == (2, True)
    assert isinstance(step.events[0], events.Rolled)


# --- answers ---------------------------------------------------------------------------------------------------------


def test_an_answer_changes_nothing_until_it_is_applied() -> None:
    game = settled(session(start(4)))
    step = game.answer(bid(1, 5))
    assert isinstance(step, Step)
    assert {step} == {Step(1, is_lot=False, events=(events.Bid(1, 5),))}
    assert game == settled(session(start(4)))
    assert isinstance(game.apply(step).state.phase, Bidding)
    assert game.apply(step).state != game.state


class Counting(GaloppRoyal):
    """Rules that count what happens."""

    evolved = 0

    def evolve(self, state: State, event: Event) -> State:
        self.evolved += 1
        return super().evolve(state, event)


def test_what_is_made_here_happens_once() -> None:
    """Its states are told, applied, undone and redone without computing them again, unlike steps of a log."""
    rules = Counting()
    game = settled(Session(rules, SEED, start(4)))
    rules.evolved = 0
    made = game.answer(bid(1, 50))
    assert isinstance(made, Made)
    after = game.apply(made)
    assert after.state is made.states[-1]
    back = after.apply(done(taken_back(after)))
    assert back.apply(done(back.redo())) == after
    assert rules.evolved == len(made.events) == len(made.states)
    assert type(after.history.done[0].step) is Step, "the history keeps no other states than it had"


def test_a_step_made_in_another_state_happens_anew() -> None:
    game = settled(session(start(4)))
    made = game.answer(bid(1, 5))
    assert isinstance(made, Made)
    richer = replace(game, state=with_purse(game.state, 1, 60))
    assert richer.apply(made).state.money.purse(1) == 60


def test_a_refused_answer_is_no_step() -> None:
    game = settled(session(start(4)))
    refused = game.answer(bid(2, 5))
    assert isinstance(refused, Refused)
    assert refused.code == "not_your_turn"


def test_nobody_can_choose_what_the_box_rolls() -> None:
    game = session(race(4))
    for face in (1, 2, 3, 4):
        refused = game.answer(roll(1, face))
        assert isinstance(refused, Refused)
        assert refused.code == "by_lot"


def test_a_box_that_has_lost_the_seed_it_promised_opens_no_other() -> None:
    game = Session(RULES, "00" * 32, closing(60, 50, 40))
    with pytest.raises(AssertionError, match="wrong_seed"):
        game.automatic()


# --- undo and redo ---------------------------------------------------------------------------------------------------


def test_undo_takes_back_the_last_decision_with_all_the_box_did_after_it() -> None:
    """The last pass sold the team, laid it and dealt the next one."""
    before = answered(settled(session(start(4))), bid(1, 5), *passes(2, 3))
    after = answered(before, *passes(4))
    assert [past.step.seat for past in after.history.done][-2:] == [4, None]
    back = after.apply(done(taken_back(after)))
    assert back.state == before.state
    assert back.history.done == before.history.done


def test_undo_goes_back_step_by_step_to_the_first_decision() -> None:
    first = settled(session(start(4)))
    game = answered(first, bid(1, 5), *passes(2), bid(3, 7))
    for _ in range(3):
        game = game.apply(done(taken_back(game)))
    assert game.state == first.state
    refused = game.undo()
    assert isinstance(refused, Refused)
    assert refused.code == "nothing_to_undo"


def test_undo_does_not_cross_what_the_game_calls_final() -> None:
    game: Session[Any] = Session(NIM, SEED, NIM.begin(seated(NIM, 2, "box"), {}))
    for seat in (1, 2):
        game = game.apply(done(game.answer(Take(seat=seat, count=1))))
    assert game.apply(done(taken_back(game))).state.left == 8
    game = game.apply(done(game.answer(Take(seat=1, count=2))))
    assert isinstance(game.history.done[-1].step.events[-1], Counted)
    refused = game.undo()
    assert isinstance(refused, Refused)
    assert refused.code == "final"
    game = game.apply(done(game.answer(Take(seat=2, count=1))))
    back = game.apply(done(taken_back(game)))
    assert back.state.left == 5, "what came after it is taken back as ever"
    assert isinstance(back.undo(), Refused)
    assert back.apply(done(back.redo())) == game


def test_a_roll_after_undo_shows_the_same_face() -> None:
    before = rolled(rolled(session(race(6, chairs=(9,) * 6))))
    after = rolled(before)
    again = rolled(after.apply(done(taken_back(after))))
    assert again.state == after.state
    assert [past.step for past in again.history.done] == [past.step for past in after.history.done]


def test_a_deal_after_undo_shows_the_same_cards() -> None:
    before = answered(settled(session(start(4))), *passes(1, 2), bid(3, 4))
    after = answered(before, *passes(4))
    assert answered(after.apply(done(taken_back(after))), *passes(4)).state == after.state


def test_redo_is_as_if_nothing_had_been_undone() -> None:
    after = answered(settled(session(start(4))), bid(1, 5), *passes(2, 3, 4))
    back = after.apply(done(taken_back(after)))
    assert back.apply(done(back.redo())) == after
    twice = back.apply(done(taken_back(back)))
    once = twice.apply(done(twice.redo()))
    assert once.apply(done(once.redo())) == after


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_undo_and_redo_at_every_point_of_a_game(seats: int) -> None:
    """Everywhere the game is as it was before: the state, the question, and the next draw of the box."""
    game = session(start(seats))
    for step in finish(RULES, start(seats), seats).entries:
        game = game.apply(step)
        if game.history.last_decision is None or game.question is None:
            continue
        back = game.apply(done(taken_back(game)))
        assert back.state == game.history.done[game.history.last_decision].before
        again = back.apply(done(back.redo()))
        assert (again.state, again.history.done) == (game.state, game.history.done)
        assert again.history.lots == game.history.lots


def test_a_new_step_forgets_redo() -> None:
    game = answered(settled(session(start(4))), bid(1, 5))
    game = game.apply(done(taken_back(game)))
    assert isinstance(game.redo(), Redo)
    game = answered(game, bid(1, 6))
    refused = game.redo()
    assert isinstance(refused, Refused)
    assert refused.code == "nothing_to_redo"


def test_nothing_to_redo_at_first() -> None:
    assert isinstance(session(race(4)).redo(), Refused)
    assert isinstance(session(race(4)).undo(), Refused)


@RANDOM
@given(number=st.integers(0, 1 << 30), seats=st.integers(3, 6), steps=st.integers(20, 120))
def test_a_game_with_undo_and_redo_resumes_to_the_same_place(number: int, seats: int, steps: int) -> None:
    """Answers, undos and redos in any order; the log alone brings back the session, history and all."""
    luck = random.Random(number)
    begun = settled(session(start(seats)))
    game, log = begun, list[Entry]()
    for _ in range(steps):
        question = game.question
        assert question is not None
        entry: Entry | Refused | None = None
        if luck.random() < 0.3:
            entry = taken_back(game) if luck.random() < 0.5 else game.redo()
        if entry is None or isinstance(entry, Refused):
            entry = game.draw(question) if question.by_lot else game.answer(chosen(question, luck))
        game = game.apply(done(entry))
        log.append(done(entry))
        while (step := game.automatic()) is not None:
            game = game.apply(step)
            log.append(step)
        if game.question is None:
            break
    assert begun.resume(log) == game
    counting = session(start(seats))
    for past in game.history.done:
        assert past.before == counting.state
        counting = counting.apply(past.step)
    assert counting.state == game.state


def test_after_undo_the_box_has_nothing_to_do_but_to_ask_again() -> None:
    game = answered(settled(session(start(4))), bid(1, 5), *passes(2, 3, 4))
    back = game.apply(done(taken_back(game)))
    assert back.automatic() is None
    assert isinstance(back.redo(), Redo)
    assert isinstance(taken_back(back), Undo)


def test_a_typed_in_die_is_an_answer_like_any_other() -> None:
    game = session(race(4, die="table"))
    after = answered(game, carry("3", 1))
    assert after.state.chairs == (8, 5, 5, 5)
    assert isinstance(after.state.phase, Rolling)
    assert after.apply(done(taken_back(after))).state == game.state


@pytest.mark.parametrize("seat", [1, 3])
def test_a_correction_is_a_decision_that_can_be_undone(seat: int) -> None:
    game = session(race(4))
    after = answered(game, intents.Correct(seat=seat, payee=2, amount=5, reason="counted again"))
    assert after.state == with_purse(game.state, 2, 55)
    assert after.apply(done(taken_back(after))).state == game.state


def test_a_session_resumes_from_nothing() -> None:
    game = session(replace(start(4), phase=Dealing(2, 0)))
    assert game.resume(()) == game


def test_what_is_told_is_what_counts_each_event_with_the_state_it_has_led_to() -> None:
    begun = NIM.begin(seated(NIM, 2, "box"), {})
    game = Session(NIM, SEED, begun)
    for seat, count in ((1, 2), (2, 1)):
        game = game.apply(done(game.answer(Take(seat=seat, count=count))))
    told = list(game.told())
    assert [event for _, event in told] == [event for past in game.history.done for event in past.step.events]
    assert [state for state, _ in told] == list(accumulate((e for _, e in told), NIM.evolve, initial=begun))[1:]
    assert told[-1][0] == game.state
    assert list(game.apply(done(taken_back(game))).told()) == told[:1]
