"""The audit: a sound step passes, and each single fault in it is named."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.cat_royal import events
from companion.games.cat_royal.dealing import Dealing
from companion.games.cat_royal.ending import Closing
from companion.games.cat_royal.phases import AnyPhase
from companion.games.cat_royal.state import State
from companion.games.cat_royal.turns import Turn
from companion.kit.errors import Unsound
from companion.kit.event import Event
from companion.kit.piles import Draws
from tests.companion.games.cat_royal.positions import RULES, deal, put, start, told, turn, use, with_hands

MOVE = turn("1C 20, 2J 40", "5", "6")
PLAYED = told(MOVE, use(MOVE, "citizen", 25))[0]
SHIFTED = events.Shifted(2, (2, 3, 4, 5))
DEAL = start(2)
DEALT = told(DEAL, deal(*("2",) * 5, *("3",) * 5))[0]


def fault(before: State, event: Event, **broken: object) -> str:
    """What the audit says about this step with these fields broken; without the faults it passes."""
    after = RULES.evolve(before, event)
    RULES.audit(before, event, after)
    with pytest.raises(Unsound) as raised:
        RULES.audit(before, event, replace(after, **broken))
    return str(raised.value)


@pytest.mark.parametrize(
    ("before", "event", "phase"),
    [(MOVE, SHIFTED, Turn(2)), (MOVE, SHIFTED, Closing()), (MOVE, PLAYED, Closing()), (MOVE, PLAYED, MOVE.phase)],
)
def test_a_phase_that_cannot_come_next(before: State, event: Event, phase: AnyPhase) -> None:
    assert fault(before, event, phase=phase) == f"{event} has led from {Turn(1)} to {phase}"


def test_a_part_of_the_game_that_comes_out_of_order() -> None:
    assert fault(DEAL, DEALT, phase=Turn(2)) == f"{DEALT} has led from {Dealing()} to {Turn(2)}"


@pytest.mark.parametrize("at", [0, 65, "G5", "G1"])
def test_a_figure_that_is_nowhere_or_two_on_one_goal_field(at: int | str) -> None:
    after = RULES.evolve(put(MOVE, 2, "king", "G1"), PLAYED)
    assert "nowhere, or two" in fault(MOVE, PLAYED, at=put(after, 2, "jester", at).at)


def test_two_figures_on_one_field() -> None:
    after = RULES.evolve(MOVE, PLAYED)
    assert "two figures on one field" in fault(MOVE, PLAYED, at=put(after, 2, "jester", 25).at)


@pytest.mark.parametrize("holes", [(2, 3, 4, 4), (2, 3, 4), (1, 2, 3, 4), (2, 3, 4, 65)])
def test_wormholes_that_cannot_be_there(holes: tuple[int, ...]) -> None:
    assert "no wormhole can be there" in fault(MOVE, SHIFTED, holes=holes)


def test_a_card_too_many() -> None:
    assert fault(MOVE, PLAYED, hands=(("6", "6"), *MOVE.hands[1:])) == "111 cards are not 110"


def test_a_card_that_has_changed_its_kind() -> None:
    after = RULES.evolve(DEAL, DEALT)
    assert "missing from the deck" in fault(DEAL, DEALT, hands=(("13",) * 5, after.hands[1]))


def test_kinds_that_nobody_knows_are_not_counted() -> None:
    before = start(2, cards="table")
    RULES.audit(before, DEALT, RULES.evolve(before, told(before, deal(*(None,) * 10))[0]))


def test_a_seat_on_turn_without_a_card() -> None:
    after = RULES.evolve(MOVE, PLAYED)
    hands = with_hands(after, ("6",), (), ("2",), ("2",)).hands
    stock = after.piles.stock
    piles = replace(after.piles, stock=Draws(stock.size + 1, stock.cards))
    assert fault(MOVE, PLAYED, hands=hands, piles=piles) == "seat 2 is on turn without a card"


def test_a_seat_that_plays_a_figure_of_the_wrong_partner() -> None:
    state = turn("1C 20", "5", "6", partners="opposite")
    event = told(state, use(state, "citizen", 25))[0]
    with pytest.raises(Unsound, match="seat 1 has played a figure of 3"):
        RULES.audit(state, replace(event, of=3), RULES.evolve(state, event))


def test_a_team_that_plays_on_though_it_is_home() -> None:
    stands = "1K G1, 1T G2, 1C G3, 1J G4, 3K G1, 3T G2, 3C G3, 3J 31"
    state = turn(stands, "5", "6", partners="opposite")
    event = events.Played(1, "5", None, "jester", 36, None, 0, 3)
    after = put(RULES.evolve(state, event), 3, "jester", "G4")
    assert "a team is home" in fault(state, event, at=after.at)
