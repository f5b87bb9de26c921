"""The rules, as the README tells them."""

from __future__ import annotations

import pytest
from crows.field import CROWS as EACH
from crows.field import HEAPS, eater
from crows.flight import Choosing, Closing, Feeding, Landing, Over, Sowing
from crows.happenings import Close, Ended, Fed, Landed, Send, Sent, Sown, Stayed
from crows.rules import CROWS
from crows.state import State
from msgspec.structs import replace

from companion.kit.errors import BadChoice, Impossible, Unsound
from companion.kit.event import Intent
from companion.kit.question import Cards, OneOf
from companion.kit.setup import Seating
from companion.match.session import Session
from companion.testing.whole_games import SEED, seated
from tests.companion.games.whole_games import sitting
from tests.guests.crows.tests.at_the_field import fallen, opened, refused, sent, session_of


def asked(state: State) -> dict[int | None, list[str]]:
    """Each seat that is asked, with its crows."""
    forms = {question.seat: question.form for question in CROWS.questions(state)}
    return {
        seat: [getattr(answer, "crow", "") for answer in form.answers]
        for seat, form in forms.items()
        if isinstance(form, OneOf)
    }


def test_a_heap_of_corn_falls_and_all_are_asked_at_once_in_secret() -> None:
    (question,) = CROWS.questions(session_of().state)
    assert question.seat is None
    assert isinstance(question.form, Cards)
    state = fallen().state
    assert state.corn in map(int, HEAPS)
    assert (len(state.heaps), state.round) == (6, 1)
    assert asked(state) == {seat: list(EACH) for seat in (1, 2, 3, 4)}
    assert all(question.is_secret for question in CROWS.questions(state))
    assert CROWS.question(state) == CROWS.questions(state)[0]


def test_they_answer_in_any_order_and_each_once() -> None:
    session = sent(fallen(), (3, "8"), (1, "8"))
    assert session.state.missing == (2, 4)
    assert [*asked(session.state)] == [2, 4]
    assert refused(session, Send(seat=3, crow="1")) == "not_your_turn"
    assert refused(session, Send(seat=2, crow="9")) == "not_at_home"
    assert refused(session, Close(seat=2)) == "something_else"
    assert refused(session, Intent()) == "something_else"
    assert refused(session_of(), Intent()) == "something_else"


@pytest.mark.parametrize(
    ("crows", "seat"),
    [("1234", 4), ("4312", 1), ("8873", 3), ("8877", 0), ("5555", 0), ("8871", 3), ("6652", 3)],
)
def test_the_highest_single_crow_eats_all_the_corn(crows: str, seat: int) -> None:
    assert eater(tuple(crows)) == seat
    before = fallen()
    after = sent(before, *((at, crow) for at, crow in enumerate(crows, 1))).state
    assert after.flown == tuple((crow,) for crow in crows)
    assert after.eaten == tuple(before.state.corn if at == seat else 0 for at in range(1, 5))
    assert after.corn == (0 if seat else before.state.corn)
    assert after.phase == Sowing()


def test_a_crow_flies_once() -> None:
    session = sent(fallen(), *((seat, str(seat)) for seat in range(1, 5)))
    step = session.automatic()
    assert step is not None
    session = session.apply(step)
    assert asked(session.state)[2] == [crow for crow in EACH if crow != "2"]
    assert refused(session, Send(seat=2, crow="2")) == "not_at_home"


def test_the_most_corn_wins_and_the_box_opens_its_seed() -> None:
    state = replace(opened(), phase=Closing(), eaten=(9, 4, 9, 6), heaps=())
    session = Session(CROWS, SEED, state)
    assert refused(session, Close(seed="00")) == "wrong_seed"
    step = session.automatic()
    assert step is not None
    assert step.events == (Ended(SEED),)
    over = session.apply(step).state
    assert over.phase == Over()
    assert (CROWS.question(over), CROWS.questions(over)) == (None, ())
    assert (CROWS.winners(over), CROWS.places(over)) == ((1, 3), (1, 4, 1, 3))
    assert CROWS.places(state) == CROWS.winners(state) == ()


def test_without_a_promise_no_seed_can_be_told() -> None:
    start = replace(opened().setup, commitment=None)
    state = replace(opened(), phase=Closing(), setup=start)
    assert CROWS.objection(state, Close(seed=SEED)) is not None
    assert CROWS.objection(state, Close()) is None
    assert CROWS.begin(Seating(seated(CROWS, 3, "box").players, 2, {}, None), {}).phase == Sowing()


@pytest.mark.parametrize("phase", [Sowing(), Choosing(), Landing(), Feeding(), Closing(), Over()])
def test_what_cannot_happen_is_our_fault(phase: Sowing) -> None:
    state = replace(fallen().state, phase=phase)
    wrong = Sent(1, "1") if type(phase) is Sowing else Sown(("1",))
    with pytest.raises(Impossible):
        CROWS.evolve(state, wrong)
    with pytest.raises(Impossible):
        CROWS.answered(state, Intent(seat=1))
    with pytest.raises(Impossible):
        CROWS.comes_next(state, Over())


def test_what_cannot_be_on_the_table_is_our_fault() -> None:
    state = fallen().state
    CROWS.audit(state, Stayed(3), state)
    wrong = (
        replace(state, corn=state.corn + 1),
        replace(state, eaten=(-1, 1, 0, 0)),
        replace(state, flown=(("3", "3"), (), (), ())),
        replace(state, flown=(("9",), (), (), ())),
    )
    for after in wrong:
        with pytest.raises(Unsound):
            CROWS.audit(state, Fed(1, 3), after)


def test_nothing_is_agreed_on() -> None:
    assert CROWS.options({}) == ()
    with pytest.raises(BadChoice, match="lives"):
        CROWS.check({"lives": 4})
    with pytest.raises(BadChoice, match="3 to 6 seats"):
        CROWS.begin(sitting(2), {})


def test_how_unknown_crows_land_nobody_can_imagine() -> None:
    state = replace(fallen().state, phase=Feeding(), chosen=("3", None, None, None))
    assert CROWS.follows(state) is None
    assert CROWS.follows(replace(state, phase=Landing())) == Landed(("3", None, None, None))
