"""How bots lie and doubt."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final

import pytest
from mia.cup import Rolling
from mia.dice import MIA as TWENTY_ONE
from mia.dice import VALUES
from mia.happenings import Believe, Doubt, GiveUp, Lost, Opened, Rolled, Said, Say
from mia.policy import danger, guess, playout, stage, truth
from mia.rules import MIA
from mia.state import State
from msgspec.structs import replace

from companion.kit.event import Event, Intent
from companion.kit.policy import LEVELS, Level
from companion.match import record, referee
from companion.players import levels
from tests.guests.mia.tests.at_the_cup import answering, claiming, opened, played

ATTENTIVE: Final[tuple[Level, ...]] = ("simple", "strong")
"""The levels that overlook no answer."""


def answers(level: Level, state: State, heard: tuple[Event, ...] = (), times: int = 9) -> Counter[Intent]:
    """What such a bot answers, again and again."""
    question = MIA.question(state)
    assert question is not None
    luck = Random(1)
    return Counter(levels.says(level, MIA, state, question, luck, heard=heard)[1] for _ in range(times))


@pytest.mark.parametrize("level", ATTENTIVE)
@pytest.mark.parametrize(("dice", "claim"), [("54", "43"), ("65", ""), ("66", "55"), (TWENTY_ONE, "31")])
def test_a_bot_that_can_tell_the_truth_never_says_more_than_it_has(level: Level, dice: str, claim: str) -> None:
    for said in answers(level, claiming(2, dice, claim)):
        assert isinstance(said, Say)
        assert VALUES.index(said.value or "") <= VALUES.index(dice)


@pytest.mark.parametrize("level", LEVELS[1:])
def test_a_bot_that_must_lie_cannot_be_read(level: Level) -> None:
    said = answers(level, claiming(2, "31", "43"), times=60)
    assert len(said) > 3
    assert answers(level, claiming(2, "31", "43"), times=60) == answers(level, claiming(2, "32", "43"), times=60)


@pytest.mark.parametrize("level", ATTENTIVE)
def test_a_bot_believes_what_is_easy_and_doubts_what_had_to_be_a_lie(level: Level) -> None:
    assert {*answers(level, answering(3, None, "41"))} == {Believe(seat=3)}
    assert {*answers(level, answering(3, None, "66", "55"))} == {Doubt(seat=3)}


@pytest.mark.parametrize("level", ATTENTIVE)
def test_after_mia_a_bot_doubts_if_it_had_to_be_a_lie(level: Level) -> None:
    assert {*answers(level, answering(3, None, TWENTY_ONE, "66"))} == {Doubt(seat=3)}
    assert {*answers(level, answering(3, None, TWENTY_ONE))} == {GiveUp(seat=3)}


@pytest.mark.parametrize("level", LEVELS)
def test_what_a_bot_answers_does_not_depend_on_dice_it_cannot_see(level: Level) -> None:
    for claim, before in (("54", ""), ("65", "53"), ("66", "33"), (TWENTY_ONE, "55")):
        told = [answers(level, answering(3, dice, claim, before)) for dice in ("31", "54", TWENTY_ONE, None)]
        assert all(each == told[0] for each in told)


def test_a_strong_bot_remembers_who_lies_without_need() -> None:
    lie, loss = (Rolled(2, (None,)), Said(2, "65"), Opened(2, ("31",))), Lost(2, 1)
    state = answering(3, None, "65")
    assert Doubt(seat=3) not in answers("strong", state)
    assert answers("strong", state, (*lie, loss) * 9)[Doubt(seat=3)] > 6
    forced = (Said(1, "64"), Said(2, "65"), Opened(2, ("31",)), loss)
    assert answers("strong", state, forced * 9) == answers("strong", state)


def test_how_likely_a_claim_is_true() -> None:
    assert truth("31", "", 0.0) == 1.0
    assert truth("31", "", 0.1) == 1.0, "nobody can lie up to the least value"
    assert truth("65", "", 0.3) < truth("65", "", 0.1) < 1.0
    assert truth(TWENTY_ONE, "66", 0.0) == pytest.approx(2 / 36)
    steps = [truth("66", before, 0.1) for before in ("", "43", "54", "65", "44", "55")]
    assert steps == sorted(steps, reverse=True) or steps[-1] < steps[0]


def test_the_higher_the_claim_the_greater_the_danger() -> None:
    risks = [danger(value) for value in ("", *VALUES[:-1])]
    assert risks == sorted(risks)
    assert risks[0] == 0
    assert 1 < risks[-1] < 2, "after 66, almost nobody has the Mia that must be said"
    assert danger(TWENTY_ONE) == 1, "a life is given up"


def test_dice_are_guessed_only_by_the_seat_that_answers() -> None:
    state = answering(3, None, "54", "43")
    assert guess(state, 2, ()) is None
    assert guess(claiming(3, "54"), 3, ()) is None
    guessed = guess(state, 3, ())
    assert guessed is not None
    luck = Random(3)
    dice = Counter(guessed(luck.random).dice for _ in range(900))
    assert {*dice} == {value for value in VALUES if VALUES.index(value) <= VALUES.index("54")}
    assert dice["54"] == pytest.approx(900 * truth("54", "43", 0.1), rel=0.2)
    least = guess(answering(3, None, "31"), 3, ())
    assert least is not None
    assert least(luck.random).dice == "31"


def test_a_guessed_game_goes_on_to_the_next_claim() -> None:
    rolling = replace(opened(), phase=Rolling(3), claim="66")
    luck = Random(5)
    assert len({playout(rolling, 3, (0,), luck.random)[0] for _ in range(99)}) == 2, "Mia is rolled, or it is a lie"
    assert playout(rolling, 2, (0,), luck.random) == playout(rolling, 2, (0,), luck.random)


def test_a_report_shows_the_chances_when_a_cup_is_opened() -> None:
    assert [stage(event) for event in (Opened(1, ("31",)), Said(1, "31"))] == ["", None]


LONG = (pytest.mark.slow, pytest.mark.in_box_time)


@pytest.mark.parametrize("better", ["simple", pytest.param("strong", marks=LONG)])
def test_who_weighs_claims_wins_more_often_than_who_draws_answers(better: Level) -> None:
    """Two of four seats; by luck alone they would win half of the games."""
    won = 0
    for number in range(40):
        good = (1, 3) if number % 2 else (2, 4)
        bots: dict[int, Level] = {seat: better if seat in good else "random" for seat in range(1, 5)}
        seed = Random(number).randbytes(32).hex()
        text = record.write(MIA, opened(seed=seed), played(number, bots=bots, seed=seed))
        won += MIA.winners(referee.check(MIA, text).state)[0] in good
    assert won >= 32
