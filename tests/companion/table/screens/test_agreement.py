from __future__ import annotations

import pytest

from companion.kit.setup import Option
from companion.kit.text import Text, speak, text, verbatim
from companion.table.screens.agreement import Agreement, pages
from tests.companion.table.screens.filled_form import BACK, LESS, MORE, OK, Filled


def values(*words: str) -> tuple[tuple[Text, ...], ...]:
    return tuple((verbatim(word),) for word in words)


BOOK = Option(verbatim("book"), values("thin", "thick", "lost"), 0, presets=((0, 0), (1, 0), (1, 1)))
DICE = Option(verbatim("dice"), values("one", "two"), 0)
TEA = Option(verbatim("tea"), values("green", "black"), 0)


def agreement() -> Filled:
    return Filled(lambda confirm: Agreement((BOOK, DICE, TEA), confirm))


def lines(filled: Filled) -> list[str]:
    return [speak(line, str) for line in filled.view.lines]


@pytest.mark.parametrize(
    ("strokes", "agreed"),
    [
        ([OK, OK, OK], (0, 0, 0)),
        ([OK, MORE, OK, LESS, OK], (0, 1, 1)),
        ([OK, MORE, MORE, OK, OK], (0, 0, 0)),
        ([MORE, OK, OK, OK], (1, 1, 0)),
        ([LESS, OK, OK, OK], (2, 1, 1)),
        ([MORE, MORE, MORE, OK, OK, OK], (0, 0, 0)),
        ([OK, MORE, OK, BACK, LESS, OK, OK], (0, 0, 0)),
    ],
    ids=["none", "single ones", "round", "rulebook", "other rulebook", "round the rulebooks", "back"],
)
def test_taps_go_round_the_values_and_a_rulebook_settles_all_that_comes_after_it(
    strokes: list[str], agreed: tuple[int, ...]
) -> None:
    assert agreement().after(*strokes).confirmed == [agreed]


def test_a_rulebook_says_whether_anything_differs_from_it() -> None:
    assert lines(agreement()) == ["thin", "as printed"]
    changed = agreement().after(OK, MORE, BACK)
    assert lines(changed) == ["thin", "with changes"]
    assert lines(changed.after(MORE)) == ["thick", "as printed"], "another rulebook takes the changes back"
    assert lines(changed.after(OK)) == ["two"], "what settles nothing else has nothing to say of it"


def test_the_screen_says_which_rule_it_is_and_when_it_is_the_last() -> None:
    for filled, name, word in ((agreement(), "book", "OK"), (agreement().after(OK, OK), "tea", "Done")):
        assert filled.view.title == verbatim(name)
        assert filled.view.is_draft
        assert filled.view.legend is not None
        assert filled.view.legend.green_hold == text(word)


def test_the_pages_tell_every_rule_and_offer_nothing() -> None:
    told = pages((BOOK, DICE, TEA))
    assert [page.title for page in told] == [verbatim(name) for name in ("book", "dice", "tea")]
    assert all(page.legend is None and not page.is_draft for page in told)
