"""How often a key goes down for each decision, counted over whole games of bots' fingers; `-rP` shows the figures."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Mapping
from random import Random
from statistics import median

import pytest

from companion.games.cat_royal.intents import Play
from companion.games.cat_royal.rules import CAT_ROYAL
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.kit.event import Refused
from companion.kit.rules import Rules
from companion.kit.setup import Who
from companion.match.session import Session
from companion.players import fingers, sensible
from companion.testing.whole_games import SEED, seated

pytestmark = pytest.mark.untraced

GAMES = 3
"""How many games of each kind are counted together."""


@functools.cache
def counted(rules: Rules[object], seats: int, who: Who) -> Mapping[str, list[int]]:
    """The presses of each answer, by kind of intent."""
    counts: dict[str, list[int]] = defaultdict(list)
    for number in range(GAMES):
        luck, session = Random(number), Session(rules, SEED, rules.begin(seated(rules, seats, who), {}))
        while (question := session.question) is not None:
            step = session.automatic()
            if step is None:
                addressed, wanted = sensible.says(rules, session.state, question, luck)
                if addressed is question:
                    assert question.seat is not None
                    may_look = bool(rules.secret(session.state, question.seat))
                    strokes = fingers.strokes(question, wanted, may_look=may_look)
                    counts[type(wanted).__name__].append(fingers.presses(strokes))
                made = session.draw(addressed) if addressed.by_lot else session.answer(wanted)
                assert not isinstance(made, Refused)
                step = made
            session = session.apply(step)
    return counts


def looked_up(seats: int) -> list[int]:
    """The presses of each card of whole games if it is chosen in the look."""
    counts, rules = [], CAT_ROYAL
    for number in range(GAMES):
        luck, session = Random(number), Session(rules, SEED, rules.begin(seated(rules, seats, "box"), {}))
        while (question := session.question) is not None:
            step = session.automatic()
            if step is None:
                addressed, wanted = sensible.says(rules, session.state, question, luck)
                if addressed is question and isinstance(wanted, Play) and question.form.refused(wanted) is None:
                    assert question.seat is not None
                    drafts = [draft for draft, _ in rules.picks(session.state, question.seat)]
                    draft = Play(seat=wanted.seat, slot=wanted.slot)
                    leafed = fingers.LOOK + fingers.TAP_BACK * (1 + drafts.index(draft)) + fingers.LET_GO
                    rest = fingers.strokes(question, wanted, may_look=True, draft=draft)
                    counts.append(fingers.presses(leafed + rest))
                made = session.draw(addressed) if addressed.by_lot else session.answer(wanted)
                assert not isinstance(made, Refused)
                step = made
            session = session.apply(step)
    return counts


def figures(counts: Mapping[str, list[int]]) -> str:
    """The figures, one line for each kind."""
    rows = (
        f"{kind}: {len(presses) / GAMES:.0f} a game, {sum(presses) / GAMES:.0f} presses, "
        f"median {median(presses):g}, most {max(presses)}"
        for kind, presses in sorted(counts.items())
    )
    return "\n".join(rows)


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_with_the_box_s_cards_and_die(seats: int) -> None:
    counts = counted(GALOPP_ROYAL, seats, "box")
    print(figures(counts))
    assert median(counts["Bid"] + counts["Pass"]) <= 3, figures(counts)
    assert {*counts["Roll"]} == {1}, figures(counts)
    assert median(counts["Remove"]) <= 2, figures(counts)
    assert median(counts["Scheme"]) <= 3, figures(counts)


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_with_real_cards_and_the_real_die(seats: int) -> None:
    counts = counted(GALOPP_ROYAL, seats, "table")
    print(figures(counts))
    assert {*counts["Lay"]} == {5}, figures(counts)
    assert {*counts["Draw"], *counts["Roll"]} == {2}, figures(counts)


def test_the_teams_of_a_game_of_four_with_real_cards_are_typed_in_with_90_presses() -> None:
    counts = counted(GALOPP_ROYAL, 4, "table")
    assert sum(counts["Lay"]) / GAMES <= 90, figures(counts)


def test_with_secret_hands() -> None:
    """A card, a figure and a field are three levels, and so three holds at most."""
    counts = counted(CAT_ROYAL, 4, "box")
    print(figures(counts))
    assert median(counts["Play"]) <= 3, figures(counts)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_card_chosen_in_the_look_takes_one_press_more(seats: int) -> None:
    """A player who remembers no card: a look, a tap for each page to the card, then what is left to choose."""
    presses = looked_up(seats)
    print(f"{len(presses)} cards, median {median(presses):g}, most {max(presses)}")
    assert median(presses) <= 4
