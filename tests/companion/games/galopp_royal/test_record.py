"""What a record of the game tells, and what it leaves out."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from companion.games.galopp_royal import events, intents
from companion.games.galopp_royal.record import Standing
from companion.kit.errors import WrongLine
from companion.kit.event import Event
from companion.match import record, referee
from companion.testing.whole_games import finish
from tests.companion.games.galopp_royal.positions import (
    RULES,
    deal,
    play,
    race,
    start,
    start_auction,
)

# --- coins and positions ---------------------------------------------------------------------------------------------


def test_standing() -> None:
    state = race(3, chairs=(7, "F1", "P1"))
    assert RULES.standing(state) == Standing(((1, 50), (2, 50), (3, 50)), ((1, 7), (2, "F1"), (3, "P1")))


# --- secrets in a record ---------------------------------------------------------------------------------------------


def test_hands_are_left_out_while_they_are_secret() -> None:
    state = start(3)
    event = events.Dealt(0, 1, ((1, ("1",)), (2, ("2",)), (3, ("3",))), ("5",))
    assert RULES.without_secrets(state, event) == events.Dealt(0, 1, ((1, (None,)), (2, (None,)), (3, (None,))), ("5",))


def test_unsold_cards_that_lay_face_down_stay_secret() -> None:
    state = play(start(3), deal("1", "2", "3", "5"))
    event = events.Unsold(("1", "2", "3", "5"))
    assert RULES.without_secrets(state, event) == events.Unsold((None, None, None, "5"))


def test_a_start_team_that_is_kept_hidden_stays_secret() -> None:
    """Except for the card that lay open."""
    state = play(start(3, rulebook="nl"), deal("1", "2", "3", "5"))
    event = events.Sold(1, 4, ("1", "2", "3", "5"))
    assert RULES.without_secrets(state, event) == events.Sold(1, 4, (None, None, None, "5"))
    last = start_auction(3, seats=3, rulebook="nl")
    given = events.Assigned(3, 10, ("1", "2", "3", "5"))
    assert RULES.without_secrets(last, given) == events.Assigned(3, 10, (None,) * 4)
    assert RULES.without_secrets(start_auction(3, seats=3), given) == given


def test_a_bought_team_is_no_secret() -> None:
    state = play(start(3), deal("1", "2", "3", "5"))
    event = events.Sold(1, 4, ("1", "2", "3", "5"))
    assert RULES.without_secrets(state, event) == event


# --- cards the deck cannot give --------------------------------------------------------------------------------------


def test_overdrawn_names_the_card_of_which_there_are_too_many() -> None:
    state = race(4)
    assert RULES.overdrawn(state) is None
    team = ("+2/-2",) * 4
    assert RULES.overdrawn(replace(state, displays=(team, *state.displays[1:]))) == "+2/-2"
    full = replace(state, displays=(("5",) * 4, *state.displays[1:]))
    assert RULES.overdrawn(full) is None
    assert RULES.overdrawn(replace(full, piles=full.piles.discarded(("5", "5")))) == "5"


def test_overdrawn_names_a_card_the_game_does_not_have() -> None:
    state = race(4)
    assert RULES.overdrawn(replace(state, displays=(("7", "1", "1", "1"), *state.displays[1:]))) == "7"


# --- what a record may tell in another order -------------------------------------------------------------------------

CARDS = ("1", "2", "3", "5")
TURNED = ("5", "1", "3", "2")


@pytest.mark.parametrize(
    ("expected", "came", "same"),
    [
        (events.Sold(1, 4, CARDS), events.Sold(1, 4, TURNED), True),
        (events.Unsold(CARDS), events.Unsold(TURNED), True),
        (events.Laid(1, CARDS), events.Laid(1, TURNED), True),
        (events.Sold(1, 4, (None, None, None, "5")), events.Sold(1, 4, TURNED), True),
        (events.Sold(1, 4, CARDS), events.Sold(1, 4, ("1", "1", "3", "5")), False),
        (events.Sold(1, 4, CARDS), events.Sold(1, 4, ("1", "2", "3")), False),
        (events.Sold(1, 4, CARDS), events.Unsold(TURNED), False),
        (events.Passed(1, leaves=True), events.Passed(2, leaves=True), False),
    ],
)
def test_the_cards_of_a_team_may_be_told_in_any_order(expected: Event, came: Event, same: bool) -> None:
    assert RULES.retold(expected, came) == (came if same else expected)


def test_only_the_order_may_differ() -> None:
    assert RULES.retold(events.Sold(1, 4, CARDS), events.Sold(2, 5, TURNED)) == events.Sold(1, 4, TURNED)


def test_a_referee_takes_the_cards_of_a_team_and_its_slots_in_any_order() -> None:
    state = start(4)
    lines = record.write(RULES, state, finish(RULES, state, 7).entries).splitlines()
    rows = [json.loads(line) for line in lines]
    last = max(at for at, row in enumerate(rows) if row.get("event") in {"sold", "unsold"})
    told = next(at for at, row in enumerate(rows) if row.get("event") == "laid")
    for at in (last, told):
        rows[at]["cards"].sort(reverse=True)
    text = "".join(json.dumps(row) + "\n" for row in rows[: told + 1])
    assert referee.check(RULES, text).state.displays.count(tuple(rows[told]["cards"])) == 1
    rows[told]["cards"][0] = "1" if rows[told]["cards"][0] != "1" else "2"
    with pytest.raises(WrongLine, match="laid"):
        referee.check(RULES, "".join(json.dumps(row) + "\n" for row in rows[: told + 1]))


# --- what an event came from -----------------------------------------------------------------------------------------


def test_coins_put_right_are_recalled_though_they_answer_no_question() -> None:
    assert RULES.recall(race(), events.Corrected(2, -5, "fell")) == intents.Correct(payee=2, amount=-5, reason="fell")


def test_what_only_follows_came_from_nobody() -> None:
    assert RULES.recall(race(), events.Finished(1, 1)) is None
