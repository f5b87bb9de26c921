"""What does not fit; `test_fit` and `test_screens` have the screens that do."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.kit.errors import BrokenLaw
from companion.kit.event import Event
from companion.kit.question import Question
from companion.kit.text import Text, text
from companion.kit.view import Legend, SeatView, View
from companion.study.screens import SeenScreen
from companion.testing.fitting import bare, every_question_is_explained_in_few_words, every_screen_fits, unfit
from companion.testing.whole_games import finish, seated
from tests.companion.games.nim import NIM, Nim, State

LONG = "far more words than any row of the display can hold"
HANS = SeatView(1, "Bartolomeo", "red")
GAME = finish(NIM, NIM.begin(seated(NIM, 2, "box"), {}), 1)


def test_a_screen_that_fits_is_whole() -> None:
    assert unfit(View(text("Matches"), number="9", lines=(text("one or two"),)), str) == []


def test_words_that_do_not_fit_are_named() -> None:
    assert unfit(View(text("Matches"), lines=(text(LONG),)), str) == [LONG]


@pytest.mark.parametrize("words", ["table key ►", "the key of the table"])
def test_the_words_of_the_table_key_are_whole_before_it_is_told_how_many_pages_there_are(words: str) -> None:
    view = View(text("Kings"), legend=Legend(green_tap=text("back"), table_tap=text(words)), position=(3, 12))
    assert unfit(view, str) == ([] if words == "table key ►" else [words])


def test_a_name_may_lose_its_end_if_that_is_allowed() -> None:
    view = View(text("throws three"), who=1, seats=(HANS,))
    assert unfit(view, str) == ["Bartolomeo"]
    assert unfit(view, str, ["Bartolomeo"]) == []


def test_a_line_that_may_not_be_small_is_named_if_it_is() -> None:
    view = View(text("Coins"), number="120", lines=(text("a longer line"),))
    assert unfit(view, str) == []
    assert unfit(view, str, is_large=lambda _: True) == ["small: a longer line"]


def test_of_a_view_the_display_takes_the_seat_on_turn_alone() -> None:
    seats = (replace(HANS, has="3"), SeatView(2, "Pia", "blue"))
    assert bare(View(text("throws"), who=1, seats=seats)).seats == (HANS,)


def test_a_screen_with_words_that_do_not_fit_breaks_the_law_in_any_language() -> None:
    seen = [
        SeenScreen("asked", View(text("Matches"), lines=(text("one or two"),))),
        SeenScreen("menu", View(text(LONG))),
    ]
    every_screen_fits(seen, str)
    with pytest.raises(BrokenLaw, match=rf"screen 'Matches' that do not fit: expected \[\]; came \['{LONG}'\]"):
        every_screen_fits(seen, lambda message: message.replace("one or two", LONG))


@pytest.mark.parametrize(
    ("view", "rows"),
    [
        (View(text("Matches")), 4),
        (View(text("Matches"), notice=text("Dice checked")), 3),
        (View(text("Matches"), legend=Legend(text("OK"))), 3),
        (View(text("Matches"), number="9"), 2),
    ],
)
def test_what_does_not_fit_is_told_with_its_moment_and_the_rows_that_fit(view: View, rows: int) -> None:
    seen = [SeenScreen("asked", replace(view, lines=(text(LONG),)), "after step 5 (Took) of a game")]
    with pytest.raises(BrokenLaw, match=rf"; came \['{LONG}'\]; {rows} rows fit; after step 5 \(Took\) of a game$"):
        every_screen_fits(seen, str)


class Talkative(Nim):
    def __init__(self, **said: tuple[Text, ...]) -> None:
        self.said = said

    def explain(self, state: State, question: Question) -> tuple[Text, ...]:  # noqa: ARG002  # always the same
        return self.said.get("explain", ())

    def rule(self, state: State, question: Question) -> Text | None:  # noqa: ARG002
        return next(iter(self.said.get("rule", ())), None)

    def line(self, state: State, event: Event) -> Text | None:  # noqa: ARG002
        return next(iter(self.said.get("line", ())), None)


FEW = text("a few words")


def test_few_words_are_enough() -> None:
    every_question_is_explained_in_few_words(Talkative(explain=(FEW,) * 3, rule=(FEW,), line=(FEW,)), GAME, str)


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        (Talkative(explain=(FEW,) * 4), "an explanation of at most 3 lines"),
        (Talkative(explain=(text(LONG),)), "lines of an explanation that are too long"),
        (Talkative(rule=(text(LONG * 2),)), "a rule of at most 4 rows"),
        (Talkative(line=(text(LONG),)), "a line of last events that do not fit"),
    ],
)
def test_too_many_words_are_found(rules: Talkative, why: str) -> None:
    with pytest.raises(BrokenLaw, match=why):
        every_question_is_explained_in_few_words(rules, GAME, str)
