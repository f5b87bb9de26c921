"""The counted tree: the number of lines of play at each depth from an opening, and of positions.

The numbers are golden: a changed rule changes them. If a few lines can count the same without the rules, they do.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Hashable, Iterator

import pytest
from msgspec.structs import replace

from companion.games.galopp_royal.booklet import DECK
from companion.games.galopp_royal.exchange import Removing
from companion.games.galopp_royal.state import State
from companion.kit.decision import decide, unfold
from companion.kit.event import Intent, Refused
from companion.kit.question import Amount, Cards, OneOf, Question, Seed
from tests.companion.games.galopp_royal.positions import RULES, between_races, deal, play, race, start

pytestmark = pytest.mark.untraced


def legal(question: Question) -> Iterator[Intent]:
    """Every answer that the question itself allows."""
    match question.form:
        case OneOf(answers):
            yield from answers
        case Amount(offer=offer, otherwise=otherwise, most=most):
            yield otherwise
            for amount in range(most + 2):
                yield replace(offer, amount=amount)
        case Cards(intent=intent, count=count):
            for cards in itertools.product(DECK, repeat=count):
                yield type(intent)(
                    **{name: getattr(intent, name) for name in intent.__struct_fields__} | {"cards": cards}
                )
        case Seed():
            pass  # the box opens the seed at the end; nobody chooses


def after(state: State) -> Iterator[State]:
    """Every position after one more answer."""
    question = RULES.question(state)
    assert question is not None
    for intent in legal(question):
        event = decide(RULES, state, intent)
        if not isinstance(event, Refused):
            *_, (_, following) = unfold(RULES, state, event)
            yield following


def position(state: State) -> Hashable:
    """All of a state that matters: not the ways of the chairs, how far past the arch they went, and the last result."""
    left_out = {"setup", "spaces", "came", "result"}
    return (state.chairs, *(getattr(state, name) for name in state.__struct_fields__ if name not in left_out))


def tree(state: State, depth: int) -> list[tuple[int, int]]:
    """Lines and positions at depths 1 … `depth`."""
    level = {position(state): state}
    lines = Counter({position(state): 1})
    counted = []
    for _ in range(depth):
        deeper: dict[Hashable, State] = {}
        ways: Counter[Hashable] = Counter()
        for at, here in level.items():
            if RULES.question(here) is None:
                continue
            for following in after(here):
                deeper[position(following)] = following
                ways[position(following)] += lines[at]
        level, lines = deeper, ways
        counted.append((lines.total(), len(level)))
    return counted


OPENINGS = {
    "an auction of three with four coins": play(start(3, capital=4), deal("1", "2", "3", "5")),
    "an auction of six with two coins": play(start(6, capital=2), deal("1", "2", "3", "5", "1", "2")),
    "START, four seats": race(4),
    "START, three seats, one effect": race(3, schemer="one_effect"),
    "under the arch and at the pond": race(4, chairs=(18, 19, 2, 1)),
    "the last place is open": race(5, turn=3, chairs=("F1", "F2", 17, 9, 8)),
    "the last place is open, last known": race(5, turn=3, chairs=("F1", "F2", 17, 9, 8), race_end="last_known"),
    "the last race, two finished": race(5, turn=3, number=6, chairs=("F1", "F2", 24, 2, 23)),
    "an exchange of three": replace(race(3), last=3, phase=Removing(3)),
    "a substitute team, two coins each": play(between_races(3, capital=2), deal("1", "2", "3", "5")),
}

# fmt: off
COUNTED: dict[str, list[tuple[int, int]]] = {
    "an auction of three with four coins": [(5, 5), (15, 12), (35, 24), (16883, 16863)],
    "an auction of six with two coins": [(3, 3), (6, 6), (10, 10), (15, 15), (21, 21), (28, 28)],
    "START, four seats":
        [(4, 4), (25, 25), (127, 120), (706, 589), (3759, 2359), (20288, 7535), (108257, 19156)],
    "START, three seats, one effect":
        [(4, 4), (21, 21), (99, 96), (486, 387), (2343, 1161), (11325, 2877), (54390, 6040)],
    "under the arch and at the pond": [(4, 4), (21, 17), (94, 68), (415, 271), (1852, 980), (8248, 2869)],
    "the last place is open":
        [(4, 4), (19, 19), (82, 80), (367, 311), (1624, 941), (7176, 2649), (33339, 9719)],
    "the last place is open, last known":
        [(4, 4), (19, 19), (81, 79), (360, 301), (1583, 828), (6945, 1903), (29955, 3825)],
    "the last race, two finished": [(4, 3), (10, 10), (27, 26), (103, 83), (311, 218), (1009, 528), (3760, 1133)],
    "an exchange of three": [(4, 4), (16, 16), (64, 64), (384, 384), (2304, 2304), (13824, 13824)],
    "a substitute team, two coins each": [(3, 3), (6, 6), (10, 10), (9054, 9053)],
}
# fmt: on
"""For each opening: lines and positions at depths 1, 2, 3 … A line ends when nothing is asked any more."""


@pytest.mark.parametrize("opening", OPENINGS)
def test_counted(opening: str) -> None:
    assert tree(OPENINGS[opening], len(COUNTED[opening])) == COUNTED[opening]


# --- counted once more, by other means -------------------------------------------------------------------------------


def auction_lines(still: int, high: int, coins: int, depth: int) -> int:
    """Lines of an auction among seats with as many `coins` each, as long as it cannot end."""
    if depth == 0:
        return 1
    raised = sum(auction_lines(still, amount, coins, depth - 1) for amount in range(high + 1, coins + 1))
    return raised + auction_lines(still - 1, high, coins, depth - 1)


@pytest.mark.parametrize(("opening", "seats", "coins"), [(0, 3, 4), (1, 6, 2)])
def test_the_lines_of_an_auction(opening: int, seats: int, coins: int) -> None:
    golden = COUNTED[list(OPENINGS)[opening]]
    for depth in range(1, seats + 1):
        assert golden[depth - 1][0] == auction_lines(seats, 0, coins, depth)


def race_lines(chairs: tuple[int, ...], turn: int, depth: int, one_effect: bool) -> int:
    """Lines of a race with the teams of `race`, as long as nobody can leave the track."""
    if depth == 0:
        return 1

    def carried(steps: dict[int, int], answers: int = 1) -> int:
        moved = tuple(space + steps.get(at, 0) for at, space in enumerate(chairs))
        return race_lines(moved, (turn + 1) % len(chairs), depth - answers, one_effect)

    others = [at for at in range(len(chairs)) if at != turn]
    back = [{at: -2} for at in others] + [{a: -1, b: -1} for a, b in itertools.combinations(others, 2)]
    ahead = [{at: -by for at, by in push.items()} for push in back]
    if one_effect:
        schemes = [{turn: 2}, *back, *({at: 2} for at in others), *({turn: -2} | push for push in ahead)]
    else:
        schemes = [{turn: 2}, *({turn: 2} | push for push in back), *({turn: -2} | push for push in ahead)]
    schemed = 1 if depth == 1 else sum(carried(scheme, answers=2) for scheme in schemes)  # called, then used
    return schemed + sum(carried({turn: steps}) for steps in (1, 3, -2))


@pytest.mark.parametrize(("opening", "seats", "one_effect"), [(2, 4, False), (3, 3, True)])
def test_the_lines_of_a_race(opening: int, seats: int, one_effect: bool) -> None:
    golden = COUNTED[list(OPENINGS)[opening]]
    for depth in range(1, 5):
        assert golden[depth - 1][0] == race_lines((5,) * seats, 0, depth, one_effect)


def test_the_lines_of_an_exchange() -> None:
    """Four slots of each of three displays, then any of six kinds of bearers onto each free slot."""
    assert [lines for lines, _ in COUNTED["an exchange of three"]] == [4, 16, 64, 64 * 6, 64 * 36, 64 * 216]
