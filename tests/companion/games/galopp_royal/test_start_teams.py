"""Start teams that are kept hidden until all have one (`auction`): nl A2, and the example of de A2 by this rule."""

from __future__ import annotations

import pytest

from companion.games.galopp_royal import events
from companion.games.galopp_royal.state import State
from companion.kit.text import speak
from companion.match import record, referee
from companion.testing.whole_games import finish
from tests.companion.games.galopp_royal.positions import (
    BEARERS,
    MANY,
    RULES,
    SIX,
    assign,
    between_races,
    bid,
    deal,
    dealt,
    in_hand,
    kinds,
    lay,
    on_turn,
    passes,
    play,
    start,
    the,
    told,
    unseen,
)


def two_bought() -> State:
    """Three play; seat 2 and then seat 1 have bought a team, and seat 3 must get the last one."""
    state = start(3, first=2, start_teams="when_all_have_one")
    state = play(dealt(state), bid(2, 4), *passes(3, 1))
    return play(dealt(state, *MANY[:4]), *passes(3), bid(1, 6))


def test_nl_a2_a_hidden_team_is_known_to_its_buyer_alone() -> None:
    state = two_bought()
    assert state.displays == ((), (), ())
    assert [in_hand(state, seat) for seat in (1, 2, 3)] == [MANY[:4], SIX[:4], ()]
    others = [RULES.view(state, viewer) for viewer in (None, 1, 3)]
    pages = [speak(line, str) for page in RULES.pages(state) for line in page.lines]
    assert not [view for view in others if any("5" in speak(line, str) for line in view.lines)]
    assert [line for line in pages if line.startswith(("Hans\t", "Pia\t"))][-2:] == ["Hans\t-", "Pia\t-"]


def test_nl_a2_all_are_laid_open_together_clockwise_from_the_smallest_player() -> None:
    came = told(two_bought(), assign("1", "1", "1", "1"))
    assert kinds(came) == ["assigned", "laid", "laid", "laid", "race_began"]
    laid = [event for event in came if isinstance(event, events.Laid)]
    assert laid == [events.Laid(2, SIX[:4]), events.Laid(3, ("1",) * 4), events.Laid(1, MANY[:4])]
    state = play(two_bought(), assign("1", "1", "1", "1"))
    assert state.displays == (MANY[:4], SIX[:4], ("1",) * 4)
    assert [in_hand(state, seat) for seat in (1, 2, 3)] == [(), (), ()]


def test_nl_a2_who_has_a_hidden_team_takes_part_in_no_other_start_auction() -> None:
    state = start(4, start_teams="when_all_have_one")
    state = play(dealt(state), bid(1, 1), *passes(2, 3, 4))
    came = the(events.Dealt, told(state, deal(*MANY[:4])))
    assert [seat for seat, _ in came.hands] == [2, 3, 4]


def test_nl_a2_real_teams_are_typed_in_when_they_are_laid_open() -> None:
    state = start(3, cards="table", start_teams="when_all_have_one")
    state = play(state, unseen(4), bid(1, 4), *passes(2, 3), unseen(4), bid(2, 1), *passes(3))
    state = play(state, assign(*(None,) * 4))
    for seat in (1, 2, 3):
        assert on_turn(state) == seat
        assert RULES.secret(state, seat) == ()
        state = play(state, lay(*BEARERS, seat=seat))
    assert (state.displays, state.race) == ((BEARERS,) * 3, 1)


def test_nl_a2_substitute_teams_are_laid_open_at_once() -> None:
    state = dealt(between_races(4, start_teams="when_all_have_one"))
    assert kinds(told(play(state, bid(1, 1), *passes(2, 3)), *passes(4))) == ["passed", "sold", "laid"]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_running_game_with_hidden_teams_is_refereed_without_its_secrets(seats: int) -> None:
    start_of = start(seats, rulebook="nl")
    entries = finish(RULES, start_of, seats).entries
    begun = next(at for at, step in enumerate(entries) if "race_began" in kinds(step.events))
    for cut in (begun, begun + 1, begun + 20):
        text = record.write(RULES, start_of, entries[:cut])
        assert '"sold"' in text
        assert referee.check(RULES, text).events == sum(len(step.events) for step in entries[:cut])
