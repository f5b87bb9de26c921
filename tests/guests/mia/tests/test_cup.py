"""The rules, as the README tells them."""

from __future__ import annotations

import pytest
from mia.cup import Answering, Claiming, Closing, Judging, Lifting, Over, Rolling
from mia.dice import MIA as TWENTY_ONE
from mia.dice import VALUES, higher
from mia.happenings import Believe, Believed, Close, Doubt, Doubted, Ended, GiveUp, Lost, Opened, Roll, Rolled, Said
from mia.rules import MIA
from mia.state import State, next_alive
from msgspec.structs import replace

from companion.kit.errors import BadChoice, Impossible, Unsound
from companion.kit.event import Intent
from companion.kit.question import Cards, OneOf
from companion.kit.setup import Seating
from companion.match.session import Session
from companion.testing.whole_games import SEED, seated
from tests.companion.games.whole_games import sitting
from tests.guests.mia.tests.at_the_cup import after, answering, claiming, opened, refused, say, session_of


def said(state: State) -> list[str]:
    """The values that may be said."""
    question = MIA.question(state)
    assert question is not None
    assert isinstance(question.form, OneOf)
    return [getattr(answer, "value", "") for answer in question.form.answers]


def test_the_first_seat_rolls_and_may_say_any_value() -> None:
    session = session_of()
    question = session.question
    assert question is not None
    assert isinstance(question.form, Cards)
    assert (question.seat, question.form.intent) == (None, Roll(to=1))
    step = session.automatic()
    assert step is not None
    rolled = session.apply(step)
    assert rolled.state.phase == Claiming(1)
    assert rolled.state.dice in VALUES
    assert said(rolled.state) == list(VALUES)


@pytest.mark.parametrize("claim", [*VALUES[:3], "65", "66"])
def test_a_value_must_be_higher_than_the_last_one(claim: str) -> None:
    state = claiming(2, "31", claim)
    assert said(state) == list(higher(claim))
    assert {refused(state, say(2, value)) for value in VALUES if value not in higher(claim)} == {"too_low"}


def test_what_no_dice_show_cannot_be_said() -> None:
    assert refused(claiming(1, "31"), say(1, "12")) == "no_such_value"


def test_the_dice_do_not_matter_for_what_may_be_said() -> None:
    assert len({tuple(said(claiming(1, dice, "54"))) for dice in (*VALUES, None)}) == 1


def test_a_lie_is_said_like_the_truth_and_the_next_seat_is_asked() -> None:
    state = after(claiming(2, "31", "54"), say(2, "66"))
    assert (state.phase, state.claim, state.before, state.dice) == (Answering(3), "66", "54", "31")


def test_who_believes_rolls_and_nobody_sees_the_dice_that_were_there() -> None:
    state = after(answering(3, "31", "54"), Believe(seat=3))
    assert (state.phase, state.claim, state.dice, state.holder) == (Rolling(3), "54", "", 0)
    assert refused(state, say(3, "65")) == "not_your_turn"


@pytest.mark.parametrize(("dice", "loser"), [("53", 2), ("54", 3), ("61", 3), ("21", 3)])
def test_a_doubt_costs_the_one_who_was_wrong_a_life_and_that_seat_begins(dice: str, loser: int) -> None:
    state = after(answering(3, dice, "54", "43"), Doubt(seat=3))
    assert state.lives == tuple(2 if seat == loser else 3 for seat in range(1, 5))
    assert (state.phase, state.starter, state.round) == (Rolling(loser), loser, 2)
    assert (state.claim, state.before, state.dice, state.holder) == ("", "", "", 0)


@pytest.mark.parametrize(("dice", "loser"), [("66", 2), (TWENTY_ONE, 3)])
def test_a_doubted_mia_costs_two_lives(dice: str, loser: int) -> None:
    state = after(answering(3, dice, TWENTY_ONE, "66"), Doubt(seat=3))
    assert state.lives == tuple(1 if seat == loser else 3 for seat in range(1, 5))


def test_after_mia_a_life_can_be_given_up_unseen() -> None:
    state = answering(3, "31", TWENTY_ONE)
    assert refused(state, Believe(seat=3)) == "mia"
    given = after(state, GiveUp(seat=3))
    assert (given.lives, given.phase) == ((3, 3, 2, 3), Rolling(3))
    assert refused(answering(3, "31", "66"), GiveUp(seat=3)) == "no_mia"


def test_nobody_answers_the_own_cup_or_out_of_turn() -> None:
    state = claiming(2, "31", "54")
    assert {refused(state, answer(seat=2)) for answer in (Believe, Doubt, GiveUp)} == {"own_cup"}
    assert refused(state, Doubt(seat=3)) == "not_your_turn"
    assert refused(answering(3, "31", "54"), say(3, "61")) == "something_else"
    assert refused(state, Close(seat=2)) == "something_else"
    assert refused(opened(), Intent()) == "something_else"


def test_a_seat_without_lives_is_out_and_the_next_one_begins() -> None:
    state = after(answering(3, "54", "54", lives=(3, 3, 1, 3)), Doubt(seat=3))
    assert (state.lives, state.fallen, state.phase) == ((3, 3, 0, 3), (3,), Rolling(4))
    assert after(claiming(2, "31", "54", state.lives), say(2, "61")).phase == Answering(4)


def test_two_lives_cost_no_more_than_a_seat_has() -> None:
    state = after(answering(3, TWENTY_ONE, TWENTY_ONE, lives=(3, 3, 1, 3)), Doubt(seat=3))
    assert state.lives == (3, 3, 0, 3)


def test_the_last_one_wins_and_the_box_opens_its_seed() -> None:
    state = after(answering(3, "54", "54", lives=(0, 2, 1)), Doubt(seat=3))
    assert state.phase == Closing(2)
    session = Session(MIA, SEED, state)
    assert refused(state, Close(seed="00")) in ("wrong_seed", "not_your_turn")
    step = session.automatic()
    assert step is not None
    assert step.events == (Ended(2, SEED),)
    over = session.apply(step).state
    assert over.phase == Over(2)
    assert (MIA.question(over), MIA.winners(over)) == (None, (2,))
    assert MIA.places(replace(over, fallen=(1, 3))) == (3, 1, 2)
    assert MIA.places(state) == MIA.winners(state) == ()


def test_without_a_promise_no_seed_can_be_told() -> None:
    start = replace(opened().setup, commitment=None)
    state = replace(answering(3, "54", "54"), phase=Closing(2), setup=start)
    assert MIA.objection(state, Close(seed=SEED)) is not None
    assert MIA.objection(state, Close()) is None


@pytest.mark.parametrize("phase", [Rolling(1), Claiming(1), Answering(1), Lifting(1), Judging(1), Closing(1), Over(1)])
def test_what_cannot_happen_is_our_fault(phase: Rolling) -> None:
    state = replace(claiming(4, "31", "54"), phase=phase)
    wrong = {Rolling: Said(1, "31"), Lifting: Said(1, "31")}.get(type(phase), Rolled(1, ("31",)))
    with pytest.raises(Impossible):
        MIA.evolve(state, wrong)
    with pytest.raises(Impossible):
        MIA.answered(state, Intent(seat=1))
    with pytest.raises(Impossible):
        MIA.comes_next(state, Over(1))


def test_what_cannot_be_on_the_table_is_our_fault() -> None:
    state = answering(3, "31", "54", "43")
    wrong = (
        replace(state, lives=(4, 3, 3, 3)),
        replace(state, lives=(2, 3, 3, 3)),
        replace(state, fallen=(1,)),
        replace(state, before="54"),
        replace(state, dice="12"),
        replace(state, holder=0),
    )
    MIA.audit(state, Said(2, "54"), state)
    for after_it in wrong:
        with pytest.raises(Unsound):
            MIA.audit(state, Said(2, "54"), after_it)


def test_lives_are_agreed_on() -> None:
    (option,) = MIA.options({})
    assert [MIA.agreed((at,)) for at in range(len(option.values))] == [{"lives": 3}, {"lives": 5}, {"lives": 7}]
    assert opened(lives=7).lives == (7,) * 4
    with pytest.raises(BadChoice, match="lives must be one of 3, 5, 7, not 4"):
        MIA.check({"lives": 4})
    with pytest.raises(BadChoice, match="rulebook"):
        MIA.check({"rulebook": "de"})
    with pytest.raises(BadChoice, match="3 to 6 seats"):
        MIA.begin(sitting(2), {})


def test_what_an_undo_would_take_back_is_told() -> None:
    state = answering(3, "53", "54")
    assert MIA.reveals(state, Rolled(2, ("53",)), 3) is not None
    assert MIA.reveals(state, Opened(2, ("53",)), 3) == MIA.line(state, Opened(2, ("53",)))
    for event in (Said(2, "54"), Believed(3), Doubted(3), Lost(2, 1)):
        assert MIA.reveals(state, event, 3) is None


def test_a_table_of_people_without_a_seed_can_be_set_up() -> None:
    players = seated(MIA, 3, "box").players
    assert MIA.begin(Seating(players, 2, {}, None), {}).phase == Rolling(2)


def test_the_next_seat_is_the_next_one_with_lives() -> None:
    assert [next_alive((1, 0, 2, 0), seat) for seat in (1, 2, 3, 4)] == [3, 3, 1, 1]
