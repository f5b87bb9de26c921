"""The bytes are the same in every run, so these tests expect exact numbers."""

from __future__ import annotations

from pathlib import Path
from statistics import median

import pytest
from PIL import Image

from companion.kit.text import text, verbatim
from companion.kit.view import View
from tests.bench import bus_bytes
from tests.bench.bus_bytes import Change, Sent, full_frame, measure_bus, passes, played, raises, turns_over

pytestmark = pytest.mark.untraced

NOTHING = Sent(0, 0)
ASKED = View(verbatim("bids"), who=1, number="7")
DRAFT = View(verbatim("bids"), who=1, number="8", is_draft=True)


@pytest.mark.parametrize("picture", [Image.new("1", (128, 64), ink) for ink in (0, 1)])
def test_luma_sends_the_whole_frame_whatever_is_there(picture: Image.Image) -> None:
    window = 2 + 6  # address and control byte, then the columns and the pages it is about to fill
    assert full_frame(picture) == Sent(window + 2 + 1024, 2)


def test_time_on_the_bus_is_nine_bits_a_byte_a_start_and_a_stop() -> None:
    assert Sent(100, 5).ms == pytest.approx((900 + 10) / 400)


def test_the_first_auctions_of_a_game(tmp_path: Path) -> None:
    changes, _ = played(tmp_path, 30)
    sent = {name: [change.sent.bytes for change in changes if is_one(change)] for name, is_one, _ in bus_bytes.KINDS}
    assert {name: (len(each), median(each)) for name, each in sent.items()} == {
        "draft +1": (90, 49.0),
        "turn change": (3, 231),
        "screen change": (9, 903),
    }


def test_a_draft_raised_by_one_is_no_new_draft_and_no_jump() -> None:
    more = View(verbatim("bids"), who=1, number="9", is_draft=True)
    assert raises(Change(DRAFT, more, NOTHING))
    assert not raises(Change(ASKED, DRAFT, NOTHING))
    assert not raises(Change(more, DRAFT, NOTHING))
    assert not raises(Change(DRAFT, View(verbatim("bids"), number="-", is_draft=True), NOTHING))


def test_a_turn_changes_when_another_is_asked_the_same() -> None:
    other = View(verbatim("bids"), who=2, number="7")
    assert passes(Change(ASKED, other, NOTHING))
    assert not passes(Change(ASKED, ASKED, NOTHING))
    assert not passes(Change(ASKED, View(verbatim("bids"), number="7"), NOTHING))
    assert not passes(Change(DRAFT, View(verbatim("bids"), who=2, number="8"), NOTHING))
    assert not passes(Change(ASKED, View(verbatim("bids"), who=2, number="8"), NOTHING))


def test_a_screen_changes_with_its_title() -> None:
    first, second, rolls = (View(text(title, n=n), who=1) for title, n in (("Bid {n}", 1), ("Bid {n}", 2), ("Race", 0)))
    assert turns_over(Change(first, rolls, NOTHING))
    assert not turns_over(Change(first, second, NOTHING))


def test_every_change_is_held_against_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus_bytes, "ANSWERS", 30)
    figures = {figure.name: figure for figure in measure_bus()}
    assert all(figure.value > 0 and figure.unit for figure in figures.values())
    limits = {name: figure.at_most for name, figure in figures.items() if figure.at_most is not None}
    assert limits == {
        "display, draft +1: of luma's full frame": 12,
        "display, turn change: of luma's full frame": 30,
        "display, screen change: of luma's full frame": 60,
    }
