"""Past games as the owner's page gets them: read while a box plays, with nothing hidden of a running game."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from companion.daemon import demo
from companion.daemon.library import Library
from companion.faces.page import Page
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.journal.file import FILE
from companion.journal.journal import SHELF
from companion.kit.errors import Unusable, WrongUse
from companion.kit.event import Event, Intent
from companion.kit.seats import Seat
from companion.kit.table_items import Pile
from companion.kit.text import text
from companion.kit.view import View
from companion.match import referee
from companion.match.history import NewGame
from companion.testing.whole_games import SEED, finish, seated
from tests.companion.daemon.stepped_box import SteppedBox, config
from tests.companion.games.nim import HEAP, Nim, State
from tests.companion.games.offered import offer


@pytest.fixture
def box(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[SteppedBox]:
    box = SteppedBox(tmp_path, getattr(request, "param", None))
    yield box
    box.box.close()
    box.journal.shut()


def library(box: SteppedBox, language: str = "en") -> Library:
    return Library(box.folder, lambda: language)


def shelf(box: SteppedBox, before: int | None = None) -> dict[str, Any]:
    listed: dict[str, Any] = json.loads(library(box).games(before))
    return listed


def replay(box: SteppedBox, number: int = 1, language: str = "en") -> dict[str, Any]:
    replayed: dict[str, Any] = json.loads(library(box, language).replay(number))
    return replayed


def pages(replayed: dict[str, Any]) -> list[dict[str, Any]]:
    """Each frame as a whole page."""
    whole: list[dict[str, Any]] = []
    for frame in replayed["frames"]:
        whole.append({**(whole[-1] if whole else {}), **frame["page"]})
    return whole


def test_without_a_game_the_list_is_empty(box: SteppedBox) -> None:
    assert shelf(box) == {"games": [], "more": None}


@pytest.mark.parametrize("box", [config("cat-royal", last_deal=1)], indirect=True)
def test_a_game_that_is_over_has_its_winner_its_record_and_a_replay_that_ends_as_it_did(box: SteppedBox) -> None:
    box.play(2, Random(1), 10_000)
    (past,) = shelf(box)["games"]
    seen = box.box.box.table.seen(box.box.now)
    assert (past["number"], past["state"], past["title"]) == (1, "over", "Cat Royal")
    assert [seat["is_in"] for seat in past["seats"]] == [seat.is_in for seat in seen.seats]
    assert [seat["has"] for seat in past["seats"]] == [seat.has for seat in seen.seats]
    assert past["link"].startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B")
    assert library(box).qr(1).startswith(b"<?xml")
    replayed = replay(box)
    shown = pages(replayed)
    assert {*shown[0]} == {*Page.__struct_fields__}
    assert len(shown) == 1 + len(list(box.session.told()))
    stand = {(piece["seat"], piece["piece"]): piece["space"] for piece in shown[-1]["pieces"]}
    assert stand == {(token.seat, token.piece): token.space for token in seen.track.tokens}
    assert {space["id"] for space in replayed["board"]["spaces"]} >= {*stand.values()}
    assert replayed["board"]["chart"]["spots"]


def test_of_a_running_game_the_replay_is_what_everybody_may_see(box: SteppedBox) -> None:
    box.play(3, Random(3), 12, "Rolling")
    assert (shelf(box)["games"][0]["state"], shelf(box)["games"][0]["link"]) == ("running", "")
    with pytest.raises(WrongUse, match="not over"):
        library(box).qr(1)
    shown = pages(replay(box))
    views = [box.session.rules.view(state, None) for state, _ in box.session.told()]
    assert [[seat["has"] for seat in page["seats"]] for page in shown[1:]] == [[s.has for s in v.seats] for v in views]
    assert [seat["pair"] for seat in shown[-1]["seats"]] == [1, 2, 3]
    assert box.session.seed not in json.dumps(replay(box))
    lines = [json.loads(line) for line in library(box).record(1).splitlines()]
    dealt = next(line for line in lines if line.get("event") == "dealt")
    assert {card for hand in dealt["hands"].values() for card in hand} == {None}


class OddHeap(Nim):
    """Its heap is seen whenever it is odd, except in news, which it tells in the second half of the game."""

    def view(self, state: State, viewer: Seat | None, draft: Intent | None = None) -> View:
        heap = Pile(text("Matches"), state.left)
        return replace(super().view(state, viewer, draft), table=(heap,) * (state.left % 2))

    def tell(self, state: State, event: Event) -> View | None:  # noqa: ARG002  # whatever has happened
        return super().view(state, None) if state.left < HEAP // 2 else None


ODD_HEAP = OddHeap()


def test_what_lies_on_the_table_comes_and_goes_in_a_replay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch, GALOPP_ROYAL, ODD_HEAP)
    box = SteppedBox(tmp_path, config("nim"))
    box.play(2, Random(1), 10_000)
    left = [HEAP, *(state.left for state, _ in box.session.told())]
    piles = [[pile["count"] for pile in page["table"]] for page in pages(replay(box))]
    assert piles == [[heap] * (heap % 2) if heap >= HEAP // 2 else [] for heap in left]
    assert {bool(pile) for pile, heap in zip(piles, left, strict=True) if heap % 2} == {True, False}
    box.box.close()
    box.journal.shut()


def test_hidden_purses_are_hidden_in_a_replay_too(tmp_path: Path) -> None:
    box = SteppedBox(tmp_path, config(options={"open_cash": False}))
    box.play(3, Random(3), 5)
    assert {seat["has"] for page in pages(replay(box)) for seat in page["seats"]} == {""}
    box.box.close()
    box.journal.shut()


def test_a_replay_has_a_chapter_for_each_part_of_the_game(box: SteppedBox) -> None:
    box.play(3, Random(3), 75)
    replayed = replay(box, language="de")
    first, second = replayed["chapters"]
    assert (first, second["name"]) == ({"name": "Rennen 1", "at": 0}, "Rennen 2")
    assert second["at"] == next(at for at, (state, _) in enumerate(box.session.told(), 1) if state.race == 2)


def test_what_was_undone_is_not_stepped_through(box: SteppedBox) -> None:
    box.start(3)
    demo.read(box.box)
    before = len(replay(box)["frames"])
    box.tap("green1")
    box.hold("green1")
    assert replay(box)["frames"][-1]["line"] == "Hans\tbids 1"
    demo.press(box.box, "table", 2.5)
    assert len(replay(box)["frames"]) == before


def test_a_replay_speaks_the_language_of_the_table_and_its_record_is_right(box: SteppedBox) -> None:
    box.play(3, Random(3), 4)
    assert any("bietet" in frame["line"] for frame in replay(box, language="de")["frames"])
    assert referee.check(GALOPP_ROYAL, library(box).record(1)).is_over is False


def test_the_list_goes_on_where_it_ended(box: SteppedBox) -> None:
    for number in range(SHELF + 2):
        box.journal.begin(NewGame("galopp-royal" if number else "no-such-game", {}, "00", (1, 2, 3)))
    first = shelf(box)
    assert [past["number"] for past in first["games"]] == list(range(SHELF + 2, 2, -1))
    rest = shelf(box, first["more"])
    assert ([past["number"] for past in rest["games"]], rest["more"]) == ([2, 1], None)
    assert {past["state"] for past in rest["games"]} == {"unread"}
    assert [past["title"] for past in rest["games"]] == ["Galopp Royal", "no-such-game"]
    assert "no-such-game" in rest["games"][-1]["says"]


def test_a_game_that_is_not_there_and_a_file_that_cannot_be_read_are_sentences(box: SteppedBox) -> None:
    box.play(3, Random(3), 1)
    with pytest.raises(WrongUse, match="There is no game 7"):
        library(box).replay(7)
    box.journal.shut()
    (box.folder / FILE).write_bytes(b"no database, but long enough to be one" * 9)
    with pytest.raises(Unusable, match="cannot read"):
        library(box).games()


@pytest.mark.untraced
@pytest.mark.parametrize("waited_s", [0.0, 1.0], ids=["alone", "beside another that computes"])
@pytest.mark.parametrize("ask", [Library.games, lambda library: library.record(1), lambda library: library.replay(1)])
def test_a_request_rests_most_of_the_time_while_another_thread_computes_and_never_while_it_is_alone(
    box: SteppedBox, monkeypatch: pytest.MonkeyPatch, ask: Callable[[Library], object], waited_s: float
) -> None:
    start = GALOPP_ROYAL.begin(seated(GALOPP_ROYAL, 3, "box"), {})
    box.journal.begin(NewGame(GALOPP_ROYAL.name, GALOPP_ROYAL.header(start), SEED, (1, 2, 3)))
    for step in finish(GALOPP_ROYAL, start, 1).entries[:60]:
        box.journal.append(step)
    rested = [0.0]

    def sleep(seconds: float) -> None:
        rested.append(seconds or waited_s)

    clock = SimpleNamespace(thread_time=time.thread_time, monotonic=lambda: sum(rested), sleep=sleep)
    monkeypatch.setattr("companion.daemon.library.time", clock)
    asked = library(box)
    began = time.thread_time()
    ask(asked)
    computed = time.thread_time() - began
    rests = sum(each for each in rested if each != waited_s)
    assert rests >= 4 * computed if waited_s else rests == 0


def test_looking_back_changes_no_byte_and_the_box_goes_on_writing(box: SteppedBox) -> None:
    box.play(3, Random(3), 3)
    before = (box.folder / FILE).read_bytes()
    for _ in range(3):
        replay(box)
        shelf(box)
    assert (box.folder / FILE).read_bytes() == before
    box.tap("red1")
    entries = len(box.session.history.done)
    asked = box.asked.seat
    assert asked is not None
    box.hold(f"red{box.joined()[asked - 1]}")
    assert len(box.session.history.done) > entries
    assert box.journal.is_saved
