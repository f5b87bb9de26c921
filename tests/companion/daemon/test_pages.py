"""What pages are told of a box, from its start to its end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.daemon import demo
from companion.daemon.demo import read
from companion.daemon.pages import CameIn, EncodedPages, Own, PageMessage, PublicView, moment
from companion.faces.page import VERSION
from companion.kit.event import Refused
from companion.table.afar import MEANWHILE, Reply
from companion.web.words import home_words
from tests.companion.daemon.stepped_box import SteppedBox, config


@pytest.fixture
def box(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[SteppedBox]:
    box = SteppedBox(tmp_path, getattr(request, "param", None))
    yield box
    box.box.close()
    box.journal.shut()


def watched(box: SteppedBox) -> EncodedPages:
    inner = box.box.box
    inner.pages = EncodedPages(moment(inner.table, box.box.now), lambda _: None, home_words)
    return inner.pages


def table(pages: EncodedPages) -> PublicView:
    return msgspec.json.decode(pages.table(), type=PublicView)


@pytest.mark.parametrize("box", [config("cat-royal", last_deal=1)], indirect=True)
def test_a_game_from_joining_to_its_end(box: SteppedBox) -> None:
    pages = watched(box)
    joining = table(pages)
    assert (joining.stage, joining.log, joining.papers, joining.curves) == ("joining", (), (), ())
    stages: list[str] = []
    for session in demo.play(box.box, 2, Random(1)):
        shown = table(pages)
        stages += [shown.stage]
        assert shown.is_telling is False
        titles = [paper.title for paper in shown.papers]
        assert ("The game" in titles) == (session.question is None), "the summary comes in the end"
    assert {*stages[:-1]} == {"playing"}
    assert stages[-1] == "over"
    (curve,) = table(pages).curves
    assert (curve.name, curve.stages) == ("In the goal", ("0", "1"))
    assert [str(count) for count in curve.counts[-1]] == [seat.has for seat in table(pages).page.seats]


def test_what_has_happened_is_told_the_latest_first_and_that_it_is_being_told(box: SteppedBox) -> None:
    pages = watched(box)
    box.start(3)
    assert table(pages).is_telling
    demo.read(box.box)
    assert not table(pages).is_telling
    box.tap("green1")
    box.hold("green1")
    box.hold("red2")
    assert table(pages).log[:2] == ("Pia\tpasses", "Hans\tbids 1")


def test_a_box_that_sleeps_says_so(box: SteppedBox) -> None:
    pages = watched(box)
    assert not table(pages).is_asleep
    box.box.wait(700)
    assert table(pages).is_asleep
    box.tap("green1")
    assert not table(pages).is_asleep


def test_hello_is_made_again_only_if_what_it_says_has_changed(box: SteppedBox) -> None:
    pages = watched(box)
    hello: dict[str, Any] = msgspec.json.decode(pages.hello())
    assert (hello["version"], hello["language"], hello["board"]["title"]) == (VERSION, "en", "Galopp Royal")
    first = pages.hello()
    box.start(3)
    assert pages.hello() is first


def test_the_number_changes_with_the_picture_and_the_same_picture_gives_the_same_bytes(box: SteppedBox) -> None:
    pages = watched(box)
    box.box.wait(1.0)
    number, told = pages.number, pages.table()
    box.box.wait(1.0)
    assert (pages.number, pages.table()) == (number, told)
    box.tap("green1")
    assert pages.number > number
    assert pages.table() != told


def own(pages: EncodedPages, pair: int) -> Own:
    return msgspec.json.decode(pages.own(pair, None), type=Own)


@pytest.mark.parametrize("box", [config("cat-royal")], indirect=True)
def test_what_a_phone_has_armed_stays_when_another_seat_moves_the_wormholes(box: SteppedBox) -> None:
    pages = watched(box)
    box.play(3, Random(3), 12, "Turn")
    asked = box.asked.seat or 0
    pair, other = box.joined()[asked - 1], box.joined()[asked % 3]
    draft = Reply(own(pages, pair).moment, (0,), 1)
    before: Own = msgspec.json.decode(pages.own(pair, draft), type=Own)
    assert (before.sheet, before.path, before.papers[1].means) == (1, (0,), "secret")
    told: list[Refused | None] = []
    shift = PageMessage(other, Reply(own(pages, other).moment, is_said=True), told.append)
    for _ in range(2):
        box.box.box.on_page_message(shift, box.box.now)
        demo.read(box.box)
    assert told == [None, MEANWHILE]
    after: Own = msgspec.json.decode(pages.own(pair, draft), type=Own)
    assert (after.moment, after.sheet, after.path) == (before.moment, 1, (0,))


def test_a_seat_where_a_bot_plays_is_marked_and_has_nothing_to_answer_until_somebody_takes_over(
    box: SteppedBox,
) -> None:
    pages = watched(box)
    box.tap("green1", "green3")
    box.hold("red2")
    assert [seat.is_bot for seat in table(pages).page.seats] == [False, True, False]
    box.hold("green1")
    read(box.box)
    assert [seat.is_bot for seat in table(pages).page.seats] == [False, True, False]
    box.hold("red1")
    assert box.asked.seat == 2
    bots = own(pages, 2)
    assert (bots.seat, bots.papers) == (2, ())
    assert bots.secret, "whoever has left may come back"
    box.box.box.on_page_message(CameIn(2), box.box.now)
    box.box.wait(0.1)
    assert own(pages, 2).papers
    assert not any(seat.is_bot for seat in table(pages).page.seats)
