"""What a report says: to all, and to each player."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.kit.text import speak
from companion.match.findings import coaching, rating, sentences
from companion.match.report import Bought, PlayerScore, Report, Thought

from .test_report import REPORT, WORST


def told(report: Report) -> list[str]:
    return [speak(sentence, str).replace("\t", " ") for sentence in sentences(report)]


def test_luck_prices_and_the_costliest_choice() -> None:
    assert told(REPORT) == [
        "Good minus bad luck over the whole game, in chance to win: Hans +20 ± 2 %, Red -20 ± 2 %",
        "Best bargain, in coins: Hans paid 5, it was worth 9 ± 2",
        "Most overpaid, in coins: Red paid 7, it was worth <2",
        "Race 2: Seeing all hidden cards, which Red could not: “Pia passes”, not “Pia bids 3”: 12 ± 2 % more chance to "
        "win",
    ]


def test_what_there_is_nothing_to_tell_of_is_left_out() -> None:
    assert told(replace(REPORT, luck=(), bought=(), choices=())) == []
    even = Bought(3, 1, 5, 5, "", 1.0)
    unsaid = replace(REPORT.choices[0], line=None)
    assert len(told(replace(REPORT, bought=(even,), choices=(unsaid,)))) == 1


@pytest.mark.parametrize(("nth", "kind"), [(0, "Best"), (1, "Most")])
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


def test_how_long_everybody_thought_is_one_line_and_nothing_where_nobody_measured() -> None:
    thought = (Thought(1, 4, 62.4, 11.2), Thought(2, 14, 3600.0, 240.0))
    assert told(replace(REPORT, luck=(), bought=(), choices=(), thought=thought)) == [
        "Thinking time in minutes: Red 60:00 (decisions: 14, half of them within 240 s), "
        "Hans 1:02 (decisions: 4, half of them within 12 s)"
    ]
    assert "Thinking" not in " ".join(told(REPORT))


def coached(report: Report, seat: int) -> list[str]:
    return [speak(sentence, str).replace("\t", " ") for sentence in coaching(report, seat)]


def test_a_player_hears_what_was_better_how_it_chose_and_what_luck_did() -> None:
    assert coached(REPORT, 1) == [
        "Hans: no single clear mistake found",
        "Hans: 20 choices, sharp: grade 1 of 4 (1 is best); together they cost 2 ± 1 % chance to win",
        "Hans: good minus bad luck over the whole game: +20 ± 2 % chance to win (Dice +30, all other luck -10)",
    ]
    assert coached(REPORT, 2) == [
        "Race 2: Red, next time “Pia passes”, not “Pia bids 3”: by what you could see, 12 ± 2 % more chance to win",
        "Red: 30 choices, dozing: grade 4 of 4 (1 is best); together they cost 60 ± 24 % chance to win",
        "Red: good minus bad luck over the whole game: -20 ± 2 % chance to win (Lots -40, all other luck +20)",
    ]


def test_what_may_be_chance_is_no_advice_no_luck_and_no_certain_word() -> None:
    unsure = replace(
        REPORT,
        luck=tuple(replace(luck, error=0.15) for luck in REPORT.luck),
        players=(PlayerScore(2, 30, 0.005, 0.003, replace(WORST, error=0.05)),),
    )
    assert coached(unsure, 2) == [
        "Red: no single clear mistake found",
        "Red: 30 choices, perhaps awake: grade 2 of 4 (1 is best)",
        "Red: no telling whether luck was good or bad",
    ]
    assert coached(unsure, 1) == ["Hans: no choice could be judged", "Hans: no telling whether luck was good or bad"]


def test_a_mistake_without_words_is_no_advice_and_nothing_is_won_by_mistakes() -> None:
    unsaid = replace(REPORT, luck=(), players=(PlayerScore(2, 30, 0.02, 0.0, replace(WORST, line=None, when="")),))
    assert coached(unsaid, 2) == [
        "Red: 30 choices, dozing: grade 4 of 4 (1 is best); together they cost 60 % chance to win"
    ]
    lucky = replace(REPORT, luck=(), players=(PlayerScore(2, 30, -0.001, 0.0, replace(WORST, when="")),))
    assert coached(lucky, 2) == [
        "Red, next time “Pia passes”, not “Pia bids 3”: by what you could see, 12 ± 2 % more chance to win",
        "Red: 30 choices, sharp: grade 1 of 4 (1 is best)",
    ]


@pytest.mark.parametrize(("lost", "word"), [(-0.01, "sharp"), (0.003, "awake"), (0.009, "sleepy"), (0.9, "dozing")])
def test_a_word_for_what_a_choice_cost(lost: float, word: str) -> None:
    assert rating(PlayerScore(1, 9, lost, 0.0, None)).id == word
