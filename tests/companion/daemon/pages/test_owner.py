"""What the owner's page is told of a box, and how its orders reach the table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random

import msgspec
import pytest

from companion.daemon import demo
from companion.daemon.pages import EncodedPages, FromPages, moment
from companion.daemon.pages.owner import Drawn, OtherGame, Owned
from companion.installed import join
from companion.installed.shelf import add, find, keep
from companion.kit.errors import WrongUse
from companion.table.owning import AssignDuty, Back, Keep, Speak
from companion.table.screens.correction import REASONS
from companion.web.words import home_words
from tests.companion.daemon.stepped_box import SteppedBox, config
from tests.companion.installed.wheels import wheel


@pytest.fixture
def box(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[SteppedBox]:
    box = SteppedBox(tmp_path, getattr(request, "param", None))
    yield box
    box.box.close()
    box.journal.shut()


def watched(box: SteppedBox, inbox: list[FromPages] | None = None) -> EncodedPages:
    inner, inbox = box.box.box, [] if inbox is None else inbox
    inner.pages = EncodedPages(moment(inner.table, box.box.now), inbox.append, home_words)
    return inner.pages


def owned(pages: EncodedPages) -> Owned:
    return msgspec.json.decode(pages.owner(), type=Owned)


def test_before_a_game_it_is_what_can_be_settled(box: SteppedBox) -> None:
    told = owned(watched(box))
    assert (told.title, told.game, told.is_confirmed) == ("Galopp Royal", None, False)
    assert (told.rules[0].name, told.rules[0].values) == (
        "Rulebook",
        (("German",), ("Dutch",), ("English",), ("French",)),
    )
    assert all(len(preset) == len(told.rules) - 1 for preset in told.rules[0].presets)
    start, arch, prize = told.numbers[0], told.numbers[1], told.numbers[7]
    assert (start.name, start.value, start.caption, start.counted, start.is_space) == (
        "START",
        5,
        "space",
        "from pond",
        True,
    )
    assert (arch.name, prize.at) == ("arch 1", ("20", "I"))
    assert [(task.duty, task.name, task.who) for task in told.duties] == [
        ("cards", "Cards", "box"),
        ("die", "Die", "box"),
    ]
    assert told.language == "en"
    assert [(seat.pair, seat.name) for seat in told.seats][:2] == [(1, "Hans"), (2, "Pia")]
    assert [reason.code for reason in told.reasons] == [code for code, _ in REASONS]


def test_the_version_is_told_whole(box: SteppedBox) -> None:
    assert owned(watched(box)).version == ""
    menu, reads = box.box.box.table.menu, count()
    menu._settings = msgspec.structs.replace(menu._settings, version=lambda: f"0.4.0.dev{next(reads)}+gabc")
    pages = watched(box)
    pages.table()
    assert next(reads) == 0, "nobody has read it for others"
    assert owned(pages).version == "0.4.0.dev1+gabc"


def test_games_from_others_are_named_with_the_sentence_of_one_that_cannot_be_played(
    box: SteppedBox, shelf_folder: Path, tmp_path: Path
) -> None:
    pages = watched(box)
    assert owned(pages).others == ()
    add(wheel(tmp_path))
    join()
    assert owned(pages).others == (OtherGame("Otters", "otters-game", "1.0", "MIT", ("English", "Deutsch"), ""),)
    (shelf_folder / "otters-game/otters/rules.py").write_text("import os\n", encoding="utf-8")
    keep(find())
    join()
    why = "otters/rules.py, line 1: a game may not use os"
    assert owned(pages).others == (OtherGame("otters", "otters-game", "1.0", "", (), why),)


@pytest.mark.parametrize("box", [config("cat-royal")], indirect=True)
def test_a_game_without_coins_and_numbers_has_none(box: SteppedBox) -> None:
    pages = watched(box)
    box.play(2, Random(1), 4)
    told = owned(pages)
    assert told.numbers == ()
    assert told.game is not None
    assert told.game.purses == ()
    with pytest.raises(WrongUse, match="No game fits such a board"):
        pages.board(())


def test_in_a_game_it_is_the_last_decision_and_the_purses(box: SteppedBox) -> None:
    pages = watched(box)
    box.start(3)
    demo.read(box.box)
    game = owned(pages).game
    assert game is not None
    assert (game.latest.why, game.can_redo) == ("There is nothing to undo.", False)
    box.tap("green1")
    box.hold("green1")
    game = owned(pages).game
    assert game is not None
    assert (game.latest.who, game.latest.what, game.latest.why) == ("Hans", "Hans bids 1", "")
    assert [(purse.name, purse.has, purse.pair) for purse in game.purses] == [
        ("Hans", "50", 1),
        ("Pia", "50", 2),
        ("Werner", "50", 3),
    ]


def test_an_undo_says_all_that_it_takes_back_and_who_must_agree(box: SteppedBox) -> None:
    pages = watched(box)
    box.play(3, Random(3), 16)
    game = owned(pages).game
    assert game is not None
    assert (game.latest.what, game.latest.more) == ("Hans passes", ("Werner pays 14", "Werner lays team"))
    assert game.latest.asks == "Pia must agree."
    playing = box.box.box.table.playing
    assert playing is not None
    playing.hand_over(2, "simple", box.box.now)
    game = owned(watched(box)).game
    assert game is not None
    assert game.latest.asks != "Pia must agree.", "a bot never agrees"


def test_why_coins_cannot_be_put_right_now_is_known_beforehand(box: SteppedBox) -> None:
    pages = watched(box)
    box.play(3, Random(3), 3, "Bidding")
    bidding = owned(pages).game
    assert bidding is not None
    assert bidding.too_early == "Correct coins after this auction."
    box.play(3, Random(3), 12, "Rolling")
    rolling = owned(pages).game
    assert rolling is not None
    assert rolling.too_early == ""


@pytest.mark.parametrize("box", [config(options={"open_cash": False})], indirect=True)
def test_hidden_purses_are_hidden_from_the_owner_too(box: SteppedBox) -> None:
    pages = watched(box)
    box.start(3)
    game = owned(pages).game
    assert game is not None
    assert {purse.has for purse in game.purses} == {""}


def test_a_board_is_drawn_as_it_would_be_and_stays_as_it_is(box: SteppedBox) -> None:
    pages = watched(box)
    before = owned(pages)
    values = [number.value for number in before.numbers]
    values[6] = 30
    drawn = msgspec.json.decode(pages.board(tuple(values)), type=Drawn)
    assert "30" in {space.id for space in drawn.board.spaces}
    assert drawn.at[22:25] == (("30", "I"), ("30", "II"), ("30", "III"))
    assert owned(pages) == before
    for wrong in (values[1:], [99, *values[1:]]):
        with pytest.raises(WrongUse, match="No game fits such a board"):
            pages.board(tuple(wrong))


def test_a_fault_of_ours_is_not_told_as_a_wrong_board(box: SteppedBox, monkeypatch: pytest.MonkeyPatch) -> None:
    def measured(*_: object) -> str:
        raise ValueError("a fault of ours")

    pages = watched(box)
    values = tuple(number.value for number in owned(pages).numbers)
    monkeypatch.setattr(type(box.box.box.table.joining.rules), "measured", measured)
    with pytest.raises(ValueError, match="a fault of ours"):
        pages.board(values)
    with pytest.raises(ValueError, match="a fault of ours"):
        box.box.box.table.order(Keep(values), box.box.now)


def test_an_order_comes_to_the_table_by_the_inbox_and_its_answer_in_the_language_spoken(box: SteppedBox) -> None:
    inbox: list[FromPages] = []
    pages, told = watched(box, inbox), list[str]()
    for order in (AssignDuty("die", "table"), Speak("de"), Back(0)):
        pages.order(order, told.append)
        box.box.box.on_page_message(inbox[-1], box.box.now)
        box.box.wait(0.1)
    assert told == ["", "", "Es läuft kein Spiel."]
    assert owned(pages).duties[1].who == "table"
    assert pages.language == "de"
    assert owned(pages).duties[1].name == "Würfel"


def test_the_board_of_a_running_game_is_drawn_as_it_is_played_on(box: SteppedBox) -> None:
    pages = watched(box)
    box.start(3)
    now = moment(box.box.box.table, box.box.now)
    longer = {"board": {"finishes": [20, 21, 22, 23, 24, 30]}}
    other = EncodedPages(msgspec.structs.replace(now, choices={**now.choices, **longer}), lambda _: None, home_words)
    assert other.hello() == pages.hello()
