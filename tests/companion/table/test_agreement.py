from __future__ import annotations

from companion.kit.rules import Option
from companion.kit.text import Text, speak, text, verbatim
from companion.table.agreement import Agreed, Agreement, pages
from companion.table.controls import Press


def values(*words: str) -> tuple[tuple[Text, ...], ...]:
    return tuple((verbatim(word),) for word in words)


BOOK = Option(verbatim("book"), values("thin", "thick", "lost"), 0, presets=((0, 0), (1, 0), (1, 1)))
DICE = Option(verbatim("dice"), values("one", "two"), 0)
TEA = Option(verbatim("tea"), values("green", "black"), 0)
START = Agreement((BOOK, DICE, TEA))

OK, BACK = ("green", "hold"), ("red", "hold")
NEXT, PREVIOUS = ("green", "tap"), ("red", "tap")


def after(agreement: Agreement, *presses: tuple[str, str]) -> Agreement | Agreed | None:
    shown: Agreement | Agreed | None = agreement
    for key, kind in presses:
        assert isinstance(shown, Agreement)
        shown = shown.after(Press(0 if key == "table" else 3, key, kind))  # type: ignore[arg-type]
    return shown


def lines(agreement: Agreement | Agreed | None) -> list[str]:
    assert isinstance(agreement, Agreement)
    return [speak(line, str) for line in agreement.view(0.0).lines]


def test_nothing_is_agreed_on_before_the_last_rule_is_confirmed() -> None:
    assert isinstance(after(START, OK, OK), Agreement)
    assert after(START, OK, OK, OK) == Agreed((0, 0, 0))


def test_taps_go_round_the_values_of_one_rule() -> None:
    assert after(START, OK, NEXT, OK, PREVIOUS, OK) == Agreed((0, 1, 1))
    assert after(START, OK, NEXT, NEXT, OK, OK) == Agreed((0, 0, 0))


def test_a_rulebook_settles_all_that_comes_after_it() -> None:
    assert after(START, NEXT, OK, OK, OK) == Agreed((1, 1, 0))
    assert after(START, PREVIOUS, OK, OK, OK) == Agreed((2, 1, 1))
    assert after(START, NEXT, NEXT, NEXT, OK, OK, OK) == Agreed((0, 0, 0))


def test_a_rulebook_says_whether_anything_differs_from_it() -> None:
    assert lines(START) == ["thin", "as printed"]
    changed = after(START, OK, NEXT, BACK)
    assert lines(changed) == ["thin", "with changes"]
    assert isinstance(changed, Agreement)
    assert lines(after(changed, NEXT)) == ["thick", "as printed"], "another rulebook takes the changes back"
    assert lines(after(changed, OK)) == ["two"], "what settles nothing else has nothing to say of it"


def test_red_held_goes_back_and_leaves_from_the_first() -> None:
    assert after(START, OK, NEXT, OK, BACK, PREVIOUS, OK, OK) == Agreed((0, 0, 0))
    assert after(START, NEXT, BACK) is None


def test_the_table_key_leaves() -> None:
    assert after(START, NEXT, OK, ("table", "tap")) is None
    assert after(START, ("table", "hold")) == START
    assert after(START, ("green", "down"), ("red", "release")) == START


def test_the_screen_says_which_rule_it_is_and_when_it_is_the_last() -> None:
    for agreement, name, word in ((START, "book", "OK"), (after(START, OK, OK), "tea", "Done")):
        assert isinstance(agreement, Agreement)
        view = agreement.view(0.0)
        assert view.title == verbatim(name)
        assert view.is_draft
        assert view.legend is not None
        assert view.legend.green_hold == text(word)


def test_the_pages_tell_every_rule_and_offer_nothing() -> None:
    told = pages((BOOK, DICE, TEA))
    assert [page.title for page in told] == [verbatim(name) for name in ("book", "dice", "tea")]
    assert all(page.legend is None and not page.is_draft for page in told)
