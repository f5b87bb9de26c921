"""A report in plain sentences."""

from __future__ import annotations

import pytest
from msgspec import json
from msgspec.structs import replace

from companion.kit.text import speak, text
from companion.match.report import (
    SURE,
    BetterChoice,
    Bought,
    Luck,
    LuckSource,
    PlayerScore,
    Point,
    Report,
    coaching,
    greatest,
    rating,
    sentences,
)

LINE = text("{name}\tbids {n}", name="Pia", n=3)
LUCK = (LuckSource(text("Dice"), 0.3), LuckSource(text("Lots"), -0.4))
WORST = BetterChoice(3, 2, LINE, text("{name}\tpasses", name="Pia"), 0.12, 0.01)
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
    (BetterChoice(3, 2, LINE, text("{name}\tpasses", name="Pia"), 0.12, 0.01),),
    (PlayerScore(1, 20, 0.001, 0.0002, None), PlayerScore(2, 30, 0.02, 0.004, WORST)),
)


def told(report: Report) -> list[str]:
    return [speak(sentence, str).replace("\t", " ") for sentence in sentences(report)]


def test_luck_prices_and_the_dearest_choice() -> None:
    assert told(REPORT) == [
        "Of a victory luck gave Hans +20 ± 2 %, Red -20 ± 2 %",
        "Best price: Hans paid 5, fair was 9 ± 2",
        "Worst price: Red paid 7, fair was <2",
        "Dearest choice, of Red: Pia bids 3. As we know now, Pia passes was 12 ± 2 % better",
    ]


def test_what_there_is_nothing_to_tell_of_is_left_out() -> None:
    assert told(replace(REPORT, luck=(), bought=(), choices=())) == []
    even = Bought(3, 1, 5, 5, "", 1.0)
    unsaid = replace(REPORT.choices[0], line=None)
    assert len(told(replace(REPORT, bought=(even,), choices=(unsaid,)))) == 1


@pytest.mark.parametrize(("nth", "kind"), [(0, "Best"), (1, "Worst")])
def test_a_single_price_is_either_good_or_bad(nth: int, kind: str) -> None:
    assert [line.split(" ")[0] for line in told(replace(REPORT, bought=REPORT.bought[nth : nth + 1]))][1:-1] == [kind]


def test_what_may_be_chance_alone_is_not_announced() -> None:
    unsure = replace(
        REPORT,
        luck=tuple(replace(luck, error=0.15) for luck in REPORT.luck),
        bought=tuple(replace(bought, error=3.0) for bought in REPORT.bought),
        choices=tuple(replace(choice, error=0.1) for choice in REPORT.choices),
    )
    assert told(unsure) == []


def test_the_greatest_of_many_must_be_further_from_nothing() -> None:
    assert round(greatest(1), 2) == SURE
    assert round(greatest(50), 2) == 3.29


def test_it_comes_back_from_json() -> None:
    assert json.decode(json.encode(REPORT), type=Report) == REPORT


def coached(report: Report, seat: int) -> list[str]:
    return [speak(sentence, str).replace("\t", " ") for sentence in coaching(report, seat)]


def test_a_player_hears_how_it_chose_what_luck_did_and_what_was_better() -> None:
    assert coached(REPORT, 1) == [
        "Hans: sharp. 20 choices lost 0.1 ± 0.1 % each",
        "Hans: luck +20 ± 2 %, most by Dice (+30 %). Without luck: -20 ± 2 % of the victory",
    ]
    assert coached(REPORT, 2) == [
        "Red: dozing. 30 choices lost 2.0 ± 0.8 % each",
        "Red: luck -20 ± 2 %, most by Lots (-40 %). Without luck: 120 ± 2 % of the victory",
        "Next time, Red: Pia passes, not Pia bids 3. That is 12 ± 2 % better by what you knew",
    ]


def test_what_may_be_chance_is_no_advice_no_luck_and_no_certain_word() -> None:
    unsure = replace(
        REPORT,
        luck=tuple(replace(luck, error=0.15) for luck in REPORT.luck),
        players=(PlayerScore(2, 30, 0.005, 0.003, replace(WORST, error=0.05)),),
    )
    assert coached(unsure, 2) == ["Red: sharp to dozing. 30 choices lost 0.5 ± 0.6 % each"]
    assert coached(unsure, 1) == []
    unsaid = replace(REPORT, luck=(), players=(PlayerScore(2, 30, 0.02, 0.0, replace(WORST, line=None)),))
    assert coached(unsaid, 2) == ["Red: dozing. 30 choices lost 2.0 % each"]


@pytest.mark.parametrize(("lost", "word"), [(-0.01, "sharp"), (0.003, "awake"), (0.009, "sleepy"), (0.9, "dozing")])
def test_a_word_for_what_a_choice_cost(lost: float, word: str) -> None:
    assert rating(PlayerScore(1, 9, lost, 0.0, None)).id == word
