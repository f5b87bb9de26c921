"""A report in plain sentences."""

from __future__ import annotations

import pytest
from msgspec import json
from msgspec.structs import replace

from companion.kit.text import speak, text
from companion.match.report import SURE, BetterChoice, Bought, Luck, Point, Report, greatest, sentences

LINE = text("{name}\tbids {n}", name="Pia", n=3)
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
    (Luck(1, 4, 0.1, 0.2, 0.01), Luck(2, 4, -0.1, -0.2, 0.01)),
    (
        Bought(3, 1, 5, 9, "", 1.0),
        Bought(4, 2, 7, 2, "<", 1.0),
        Bought(5, 2, 7, None, "", 0.0),
    ),
    (BetterChoice(3, 2, LINE, text("{name}\tpasses", name="Pia"), 0.12, 0.01),),
)


def told(report: Report) -> list[str]:
    return [speak(sentence, str).replace("\t", " ") for sentence in sentences(report)]


def test_the_turn_luck_prices_and_the_dearest_choice() -> None:
    assert told(REPORT) == [
        "The turn: Red went from 60 ± 4 % to 100 %",
        "Of a victory luck gave Hans +20 ± 2 %, Red -20 ± 2 %",
        "Best price: Hans paid 5, fair was 9 ± 2",
        "Worst price: Red paid 7, fair was <2",
        "Dearest choice, of Red: Pia bids 3. As we know now, Pia passes was 12 ± 2 % better",
    ]


@pytest.mark.parametrize("chances", [(0.0, 1.0), (0.3, 0.6), (0.2, 0.9)])
def test_the_turn_is_how_much_a_chance_has_risen_from_wherever_it_was(chances: tuple[float, float]) -> None:
    curve = tuple(Point(n, "", None, (1 - chance, chance), (0.02, 0.02)) for n, chance in enumerate(chances))
    before, after = (round(100 * chance) for chance in chances)
    assert told(replace(REPORT, luck=(), bought=(), choices=(), curve=curve)) == [
        f"The turn: Red went from {before} ± 4 % to {after} ± 4 %"
    ]


def test_what_there_is_nothing_to_tell_of_is_left_out() -> None:
    bare = replace(REPORT, luck=(), bought=(), choices=(), curve=(REPORT.curve[0], REPORT.curve[1]))
    assert told(bare) == ["The turn: Red went from 50 ± 4 % to 70 ± 4 % (Pia bids 3)"]
    even = Bought(3, 1, 5, 5, "", 1.0)
    unsaid = replace(REPORT.choices[0], line=None)
    assert len(told(replace(REPORT, bought=(even,), choices=(unsaid,)))) == 2


@pytest.mark.parametrize(("nth", "kind"), [(0, "Best"), (1, "Worst")])
def test_a_single_price_is_either_good_or_bad(nth: int, kind: str) -> None:
    assert [line.split(" ")[0] for line in told(replace(REPORT, bought=REPORT.bought[nth : nth + 1]))][2:-1] == [kind]


def test_what_may_be_chance_alone_is_not_announced() -> None:
    unsure = replace(
        REPORT,
        luck=tuple(replace(luck, error=0.15) for luck in REPORT.luck),
        curve=tuple(replace(point, errors=(0.2, 0.2)) for point in REPORT.curve[:3]),
        bought=tuple(replace(bought, error=3.0) for bought in REPORT.bought),
        choices=tuple(replace(choice, error=0.1) for choice in REPORT.choices),
    )
    assert told(unsure) == []


def test_the_greatest_of_many_must_be_further_from_nothing() -> None:
    assert round(greatest(1), 2) == SURE
    assert round(greatest(50), 2) == 3.29


def test_it_comes_back_from_json() -> None:
    assert json.decode(json.encode(REPORT), type=Report) == REPORT
