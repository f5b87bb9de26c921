"""A card for the partner before the first turn of a deal (`opposite_pass`)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.cat_royal import events, intents
from companion.games.cat_royal.cards import handed
from companion.games.cat_royal.dealing import SettingOut
from companion.games.cat_royal.handing import Handing
from companion.games.cat_royal.state import State
from companion.games.cat_royal.turns import Turn
from companion.games.cat_royal.worth import seen
from companion.kit.errors import Impossible, WrongLine
from companion.kit.event import Card, Refused
from companion.kit.piles import Draws
from companion.kit.text import speak
from companion.match import referee
from companion.match.session import Session
from companion.testing.whole_games import SEED
from tests.companion.games.cat_royal import games_of_partners
from tests.companion.games.cat_royal.positions import RULES, asked, code, deal, kinds, play, start, told

HANDS: tuple[tuple[Card, ...], ...] = (
    ("2", "3", "5", "6", "8"),
    ("2", "3", "5", "6", "8"),
    ("13", "3", "10", "6", "9"),
    ("2", "3", "5", "6", "12"),
)


def dealt(**choices: Any) -> State:
    """The first deal."""
    state = start(partners="opposite_pass", **choices)
    cards = sum(HANDS, ()) if state.box_deals else (None,) * 20
    return play(state, deal(*cards))


def give(seat: int, slot: int) -> intents.Give:
    return intents.Give(seat=seat, slot=slot)


def missing(state: State) -> list[int | None]:
    return [question.seat for question in RULES.questions(state)]


def test_handing_all_choose_in_secret_in_any_order_then_all_four_cards_change_hands() -> None:
    state = dealt()
    assert missing(state) == [1, 2, 3, 4]
    assert all(question.is_secret for question in RULES.questions(state))
    state = play(state, give(3, 1), give(1, 5), give(4, 5))
    assert missing(state) == [2]
    assert state.hands == HANDS
    came = told(state, give(2, 1))
    assert came == (
        events.Chosen(2, "2"),
        events.CardsHanded(((1, "8"), (2, "2"), (3, "13"), (4, "12"))),
    )
    after = play(state, give(2, 1))
    assert after.hands == (
        ("2", "3", "5", "6", "13"),
        ("12", "3", "5", "6", "8"),
        ("8", "3", "10", "6", "9"),
        ("2", "3", "5", "6", "2"),
    )
    assert after.phase == Turn(1)


def test_handing_a_choice_may_be_taken_back_until_the_last_one() -> None:
    state = play(dealt(), give(1, 1))
    assert [aside.seat for aside in RULES.asides(state)] == [1]
    again = play(state, intents.TakeBack(seat=1))
    assert missing(again) == [2, 3, 4, 1]
    assert RULES.asides(again) == []
    assert code(again, intents.TakeBack(seat=1)) == "nothing_chosen"
    others = play(again, give(2, 1), give(3, 1), give(4, 1))
    assert told(others, give(1, 5))[1] == events.CardsHanded(((1, "8"), (2, "2"), (3, "13"), (4, "2")))
    assert RULES.asides(RULES.evolve(others, events.Chosen(1, "8"))) == []


@pytest.mark.parametrize(("event", "fields"), [("chosen", {"seat": 1, "card": "2"}), ("taken_back", {"seat": 1})])
def test_no_record_has_a_line_with_a_secret_choice(event: str, fields: dict[str, object]) -> None:
    told = games_of_partners.told(12, 60).splitlines()
    at = next(at for at, line in enumerate(told) if '"event": "handed"' in line)
    choice = {"n": at, "event": event, **fields, "after": json.loads(told[at - 1])["after"]}
    with pytest.raises(WrongLine, match=f"line {at + 1}, {event}: expected .* a record has; came {event}"):
        referee.check(RULES, "\n".join((*told[:at], json.dumps(choice), *told[at:])) + "\n")


def test_handing_comes_after_every_deal_and_first_after_all_figures_are_set_out() -> None:
    assert isinstance(dealt(opening="one_out").phase, SettingOut)
    state = play(dealt(opening="one_out"), *[intents.SetOut(seat=seat, figure="king") for seat in (1, 2, 3, 4)])
    assert isinstance(state.phase, Handing)
    assert missing(play(start(partners="opposite"), deal(*sum(HANDS, ())))) == [1]
    assert missing(dealt(starter="rotates", first=3)) == [3, 4, 1, 2]


def test_handing_of_real_cards_who_starts_says_when() -> None:
    state = dealt(cards="table", first=2)
    assert missing(state) == [2]
    assert asked(state).from_hand
    assert RULES.asides(state) == []
    done = intents.HandCards(seat=2)
    assert told(state, done) == (events.CardsHanded(((1, None), (2, None), (3, None), (4, None))),)
    assert play(state, done).phase == Turn(2)


def test_handing_an_undo_takes_back_a_choice_but_never_the_cards() -> None:
    session = Session(RULES, SEED, dealt())
    for intent in (give(1, 1), give(2, 1), give(3, 1)):
        step = session.answer(intent)
        assert not isinstance(step, Refused)
        session = session.apply(step)
    undo = session.undo()
    assert not isinstance(undo, Refused)
    assert missing(session.apply(undo).state) == [3, 4]
    last = session.answer(give(4, 1))
    assert not isinstance(last, Refused)
    refused = session.apply(last).undo()
    assert isinstance(refused, Refused)
    assert refused.code == "final"


def test_handing_a_bot_knows_its_own_choice_alone() -> None:
    state = play(dealt(), give(1, 1), give(2, 5))
    phase = seen(state, 1).phase
    assert isinstance(phase, Handing)
    assert phase.chosen == ("2", None, "", "")


def test_handing_nobody_gives_a_card_that_it_does_not_hold() -> None:
    with pytest.raises(Impossible):
        handed(dealt(), {1: "13", 2: "2", 3: "13", 4: "2"})
    with pytest.raises(Impossible):
        RULES.evolve(dealt(), events.Captured(1, "king"))
    with pytest.raises(Impossible):
        RULES.answered(dealt(), intents.Accuse(seat=1, accused=2))


def test_handing_unknown_cards_may_have_come_from_either_layer_of_the_stock() -> None:
    state = replace(dealt(), hands=((None,) * 5,) * 4, rest=("copy", "copy"))
    after = handed(state, dict.fromkeys((1, 2, 3, 4)))
    assert after.rest == ()
    assert after.piles.stock == Draws(state.piles.stock.size, (*state.piles.stock.cards, "copy", "copy"))


def test_handing_each_looks_at_its_own_cards_and_what_it_gives() -> None:
    state = dealt()
    picks = RULES.picks(state, 1)
    assert [intent for intent, _ in picks] == [give(1, slot) for slot in range(1, 6)]
    assert [speak(line, str) for line in picks[4][1].lines] == ["8", "to Werner"]
    chosen = play(state, give(1, 5))
    assert RULES.picks(chosen, 1) == ()
    (page,) = RULES.secret(chosen, 1)
    assert [speak(line, str) for line in page.lines] == ["you give: 8"]
    assert RULES.view(state, 2, give(1, 5)) == RULES.view(state, None, give(1, 1)) == RULES.view(state, None)
    own = RULES.view(state, 1, give(1, 5))
    assert (own.number, [speak(line, str) for line in own.lines]) == ("5", ["8", "in hand"])


def test_handing_is_explained_and_told() -> None:
    for state in (dealt(), dealt(cards="table")):
        assert len(RULES.explain(state, asked(state))) == 3
        assert RULES.rule(state, asked(state)) is not None
    state = play(dealt(), give(1, 1))
    assert RULES.view(state, None).who is None
    one = play(state, give(2, 1), give(3, 1))
    assert RULES.view(one, None).who == 4
    back = RULES.view(state, 1, intents.TakeBack(seat=1))
    assert speak(back.title, str) == "changes"
    done = play(one, give(4, 1))
    event = events.CardsHanded(((1, "2"), (2, "2"), (3, "13"), (4, "2")))
    screen = RULES.tell(done, event)
    assert screen is not None
    assert speak(screen.title, str) == "Handed over"
    assert RULES.tell(state, events.Chosen(1, "2")) is None
    lines = [RULES.line(done, each) for each in (event, events.Chosen(1, "2"), events.TakenBack(1))]
    said = [speak(line, str) for line in lines if line is not None]
    assert said == ["cards handed over", "Hans\thas chosen", "Hans\tchooses again"]
    assert kinds((event,)) == ["handed"]
