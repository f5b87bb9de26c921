"""What a card can do, also with a cheat: the worked positions, and what they leave out."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from companion.games.cat_royal.booklet import At
from companion.games.cat_royal.uses import honest_uses
from tests.companion.games.cat_royal.positions import LETTERS, Choices, cheats, honest, turn


class Worked(NamedTuple):
    """A position, a card, and all its uses."""

    stands: str
    card: str
    honest: str
    """Figures by letter, with the places they reach; without a letter: the only own figure outside."""
    plus: str = ""
    """The places that only one step more leads to."""
    minus: str = ""
    """The places that only one step less leads to."""
    last: str = ""
    options: Choices = Choices()
    fresh: str = ""


CROWD = "1T 15, 1K 14, 1J 16, 2C 17"
CLOSED = "1T 63, 1K G1"

WORKED = (
    Worked("1J 62", "6", "G3 G2 G1", plus="G4"),
    Worked("1C 62", "6", "G3", plus="G4", minus="G2"),
    Worked("1C 62, 1T G3", "6", "", minus="C G2"),
    Worked("1J 62", "9", "7 G4", plus="8", minus="6 G3"),
    Worked("1C 1", "6", "7", plus="8", minus="6"),
    Worked("1C 1", "+4/-4", "5 61", plus="6 62", minus="4 60"),
    Worked("1K 60", "1-7", "G2 G1 1 64 63 62 61"),
    Worked("1C 20, 2T 22", "5", ""),
    Worked("1C 20, 2T 22", "10", "30", plus="31", minus="29"),
    Worked(CROWD, "5", "T 20", plus="T 21", minus="T 19"),
    Worked(CROWD, "10", "T 25", plus="T 26", minus="T 24"),
    Worked(CROWD, "10", "T 25, J 26", plus="T 26, J 27", minus="T 24, J 25", options={"green_passes": "all"}),
    Worked("1C 14, 2K 20", "6", "", minus="19"),
    Worked("1C 10, 2K 20", "10", "20", plus="21", minus="19"),
    Worked("1C 10, 2K 20", "10", "", plus="21", minus="19", options={"green_takes_king": "minus_four"}),
    Worked("1J 60, 1K G1, 1T G2, 1C G3, 2K 7", "10", "6 G4", options={"green_takes_king": "minus_four"}),
    Worked("1C 27, 2K 33", "6", "33", minus="32"),
    Worked("1J 21, 2K 17", "+4/-4", "25", plus="26 18", minus="24 16"),
    Worked(CLOSED, "5", ""),
    Worked(CLOSED, "+4/-4", "T G2 T 59", plus="T G3 T 60", minus="K G4 T 58"),
    Worked("1J 1", "13", "J 14", plus="J 15", minus="J 13"),
    Worked("1J 1", "13", "K 1 T 1 C 1 J 14", plus="J 15", minus="J 13", options={"start_guard": "first_time"}),
    Worked("1J 1", "13", "J 14", plus="J 15", minus="J 13", options={"start_guard": "first_time"}, fresh="1J"),
    Worked("1J 5, 1C 1, 2K 9, 2T 17, 2C G1", "swap", "J 9"),
    Worked("1K 63, 2J 9", "magnet", "8"),
    Worked("1C 40, 1K 30", "copy", "C 48", plus="C 49", minus="C 47", last="8"),
)
"""RULES, worked positions, row by row and in the order in which fields are offered: the farthest first."""


def read(worked: Worked, uses: str) -> list[tuple[str, At]]:
    """`"T 20"` as the knight to field 20."""
    own = [piece[1] for piece in worked.stands.split(", ") if piece[0] == "1"]
    figure, found = own[0], []
    for word in uses.replace(",", "").split():
        if word in LETTERS:
            figure = word
        else:
            found.append((LETTERS[figure], int(word) if word.isdecimal() else word))
    return found


@pytest.mark.parametrize("worked", WORKED, ids=lambda worked: f"{worked.stands}: {worked.card}")
def test_worked_positions(worked: Worked) -> None:
    state = turn(worked.stands, worked.card, last=worked.last, fresh=worked.fresh, **worked.options)
    assert honest(state) == read(worked, worked.honest)
    plus = [(*use, +1) for use in read(worked, worked.plus)]
    minus = [(*use, -1) for use in read(worked, worked.minus)]
    assert cheats(state) == plus + minus


def test_uses_are_listed_once_a_state() -> None:
    """For the question, for its answer, and for every answer that a bot tries."""
    state, same = turn("1J 62", "6"), turn("1J 62", "8", seats=4)
    assert honest_uses(state, 1, may_cheat=True) is honest_uses(same, 1, may_cheat=True)
    for other in (turn("1J 61", "6"), turn("1J 62", "6", last="5"), turn("1J 62", "6", rulebook="app")):
        assert honest_uses(state, 1, may_cheat=True) is not honest_uses(other, 1, may_cheat=True)
    assert honest_uses(state, 2, may_cheat=True) is not honest_uses(state, 1, may_cheat=True)
    assert honest_uses(state, 1, may_cheat=False) is not honest_uses(state, 1, may_cheat=True)
