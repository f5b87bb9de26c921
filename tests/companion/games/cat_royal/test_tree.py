"""The counted tree: the number of lines of play at each depth from an opening, and of positions.

The numbers are golden: a changed rule changes them. Cheats and asides count like answers, lots lead everywhere. If a
few lines can count the same without the rules, they do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator

import pytest

from companion.games.cat_royal.state import State
from companion.kit.decision import unfold
from companion.kit.event import Intent
from companion.kit.question import Cards, OneOf
from tests.companion.games.cat_royal.positions import RULES, asked, turn, with_hands

pytestmark = pytest.mark.untraced


def legal(state: State) -> Iterator[Intent]:
    """Every answer, every cheat and every accusation; wormholes stay where they are."""
    question = asked(state)
    seen: dict[Intent, None] = {}
    for aside in RULES.asides(state):
        if isinstance(aside.form, OneOf):
            seen |= dict.fromkeys(aside.form.answers)
    for form in (question.form, *question.armed):
        assert isinstance(form, OneOf)
        seen |= dict.fromkeys(form.answers)
    return iter(seen)


def position(state: State) -> Hashable:
    """All of a state that matters; the ways of the figures are left out."""
    return tuple(getattr(state, name) for name in state.__struct_fields__ if name not in ("setup", "ways"))


def tree(state: State, depth: int) -> list[tuple[int, int]]:
    """Lines and positions at depths 1 … `depth`; a line ends before a deal or the end."""
    level = {position(state): state}
    lines = Counter({position(state): 1})
    counted = []
    for _ in range(depth):
        deeper: dict[Hashable, State] = {}
        ways: Counter[Hashable] = Counter()
        for at, here in level.items():
            question = RULES.question(here)
            if question is None or isinstance(question.form, Cards) or not isinstance(question.form, OneOf):
                continue
            for intent in legal(here):
                *_, (_, following) = unfold(RULES, here, RULES.answered(here, intent))
                deeper[position(following)] = following
                ways[position(following)] += lines[at]
        level, lines = deeper, ways
        counted.append((lines.total(), len(level)))
    return counted


def both(stands: str, first: str, second: str, **options: object) -> State:
    """Two seats with these cards, the first on turn."""
    state = turn(stands, seats=2, **options)  # type: ignore[arg-type]  # typed where they are named
    return with_hands(state, tuple(first.split()), tuple(second.split()))


OPENINGS = {
    "all at home": both("", "1/11 13 5 swap", "13 copy 8 2"),
    "two in a row": both("1K 20, 1J 22, 2T 25, 2C 30", "1-7 +4/-4 magnet", "10 swap copy"),
    "before the goal": both("1J 62, 1C 60, 1T G2, 2C 15, 2K G4", "6 9 1-7", "+4/-4 3 1/11"),
    "at the wormholes": both("1C 24, 2C 40, 2J 59", "3 swap 2", "3 copy 5"),
    "at the wormholes, pairs": both("1C 24, 2C 40, 2J 59", "3 swap 2", "3 copy 5", holes="pairs"),
    "at the wormholes, hats": both("1C 24, 2C 40, 2J 59", "3 swap 2", "3 copy 5", holes="hats"),
    "guards, manual": both("1T 15, 1K 14, 1J 16, 2C 17, 2J 1", "5 10 13", "+4/-4 13 6"),
    "guards, app": both("1T 15, 1K 14, 1J 16, 2C 17, 2J 1", "5 10 13", "+4/-4 13 6", rulebook="app"),
    "guards, dog": both("1T 15, 1K 14, 1J 16, 2C 17, 2J 1", "5 10 13", "+4/-4 13 6", rulebook="dog"),
    "one figure is left": both("1K G4, 1T G3, 1C G2, 1J 60, 2T 40", "5 6 +4/-4 2", "13 9 copy 3"),
}

# fmt: off
COUNTED: dict[str, list[tuple[int, int]]] = {
    "all at home": [(8, 8), (64, 64), (464, 416), (3708, 3208)],
    "two in a row": [(25, 25), (472, 469), (6351, 5913)],
    "before the goal": [(21, 21), (343, 342), (3009, 2757)],
    "at the wormholes": [(9, 9), (103, 102), (666, 615), (3289, 2977)],
    "at the wormholes, pairs": [(9, 9), (147, 144), (819, 722), (4766, 4208)],
    "at the wormholes, hats": [(9, 9), (147, 145), (819, 729), (4761, 4347)],
    "guards, manual": [(11, 11), (171, 169), (1433, 1332)],
    "guards, app": [(14, 14), (260, 260), (2098, 2090)],
    "guards, dog": [(6, 6), (47, 47), (199, 199), (919, 919), (2115, 2113), (5078, 5076)],
    "one figure is left": [(14, 14), (214, 210), (1299, 1166)],
}
# fmt: on
"""For each opening: lines and positions at depths 1, 2, 3 …"""


@pytest.mark.parametrize("opening", OPENINGS)
def test_counted(opening: str) -> None:
    assert tree(OPENINGS[opening], len(COUNTED[opening])) == COUNTED[opening]


# --- counted once more, by other means -------------------------------------------------------------------------------


def test_the_lines_of_two_first_cards() -> None:
    """Each seat has two cards that bring any of four figures out, a copy of such a card among them."""
    assert [lines for lines, _ in COUNTED["all at home"][:2]] == [8, 64]


def test_the_lines_at_the_wormholes() -> None:
    """Two numbers, each as it is, plus one and minus one; two other figures to swap with; one seat to accuse."""
    assert COUNTED["at the wormholes"][0][0] == 3 + 3 + 2 + 1
