"""The figures of a report."""

from __future__ import annotations

from msgspec import json

from companion.kit.text import text
from companion.match.report import SURE, BetterChoice, Bought, Luck, LuckSource, PlayerScore, Point, Report, greatest

LINE = text("{name}\tbids {n}", name="Pia", n=3)
LUCK = (LuckSource(text("Dice"), 0.3), LuckSource(text("Lots"), -0.4))
WORST = BetterChoice(3, 2, LINE, text("{name}\tpasses", name="Pia"), 0.12, 0.01, text("Race {n}", n=2))
REPORT = Report(
    "nim",
    ("Hans", text("Red")),
    ("blue", "red"),
    1,
    100,
    0.05,
    (
        Point(0, "", None, (0.5, 0.5), (0.02, 0.02)),
        Point(3, "1", LINE, (0.3, 0.7), (0.02, 0.02)),
        Point(4, "", LINE, (0.4, 0.6), (0.02, 0.02)),
        Point(5, "", None, (0.0, 1.0), (0.0, 0.0)),
    ),
    (Luck(1, 4, 0.1, 0.2, 0.01, LUCK, -0.7), Luck(2, 4, -0.1, -0.2, 0.01, LUCK, 0.7)),
    (
        Bought(3, 1, 5, 9, "", 1.0),
        Bought(4, 2, 7, 2, "<", 1.0),
        Bought(5, 2, 7, None, "", 0.0),
    ),
    (WORST,),
    (PlayerScore(1, 20, 0.001, 0.0002, None), PlayerScore(2, 30, 0.02, 0.004, WORST)),
)


def test_the_greatest_of_many_must_be_further_from_nothing() -> None:
    assert round(greatest(1), 2) == SURE
    assert round(greatest(50), 2) == 3.29


def test_it_comes_back_from_json() -> None:
    assert json.decode(json.encode(REPORT), type=Report) == REPORT
