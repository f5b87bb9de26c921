"""A game's `rulings.md` and the tests it names: neither without the other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.companion.games.cat_royal.paragraphs import PAGE as CAT_ROYAL
from tests.companion.games.galopp_royal.paragraphs import PAGE as GALOPP_ROYAL
from tests.companion.games.rulings import Page, Ruling, rule_tests
from tests.papers import ROOT

PAGES = (CAT_ROYAL, GALOPP_ROYAL)


def test_no_page_is_left_out() -> None:
    assert sorted(Path(__file__).parent.glob("*/rulings.md")) == [page.folder / "rulings.md" for page in PAGES]


@pytest.fixture(params=PAGES, ids=lambda page: page.folder.name)
def page(request: pytest.FixtureRequest) -> Page:
    found: Page = request.param
    return found


def test_the_page_has_every_heading_in_the_order_of_the_game(page: Page) -> None:
    assert list(dict.fromkeys(ruling.heading for ruling in page.rulings)) == list(page.paragraphs.values())


@pytest.mark.parametrize(("page", "ruling"), [(page, ruling) for page in PAGES for ruling in page.rulings])
def test_a_ruling_says_whose_it_is_and_names_tests_that_cite_its_heading(page: Page, ruling: Ruling) -> None:
    assert ruling.source in page.sources
    assert ruling.tests
    assert set(ruling.tests) <= set(page.tests)
    assert {page.paragraph(test) for test in ruling.tests} == {ruling.heading}


def test_no_two_rulings_of_a_heading_have_the_same_words(page: Page) -> None:
    words = [(ruling.heading, ruling.words) for ruling in page.rulings]
    assert len(words) == len(set(words))


def test_every_test_that_cites_a_heading_stands_on_the_page(page: Page) -> None:
    named = {test for ruling in page.rulings for test in ruling.tests}
    assert [test for test in page.tests if page.paragraph(test) and test not in named] == []


def test_no_two_tests_have_the_same_name(page: Page) -> None:
    assert len(page.tests) == len(set(page.tests))


def test_a_test_module_is_called_as_the_module_with_its_rules_or_names_it_first(page: Page) -> None:
    rules = ROOT / "companion/games" / page.folder.name
    named = {test for ruling in page.rulings for test in ruling.tests}
    topics = [path for path in page.folder.glob("test_*.py") if named & {*rule_tests(path)}]
    assert topics
    for path in topics:
        heading = path.read_text("utf-8").splitlines()[0]
        modules = [path.stem.removeprefix("test_"), *re.findall(r"`(\w+)`", heading)]
        assert any((rules / f"{module}.py").exists() for module in modules), path.name
