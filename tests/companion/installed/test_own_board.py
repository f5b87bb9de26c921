"""A game from others brings a picture of its board and its help, as the games of the box do."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from companion.daemon.pages import EncodedPages, Hello, PublicView, moment
from companion.installed import join
from companion.installed.shelf import add
from companion.kit.chart import Chart, Ornament, Shape, Spot
from companion.web.words import home_words
from tests.companion.daemon.stepped_box import SteppedBox, config
from tests.companion.installed.test_own_words import DE
from tests.companion.installed.wheels import RULES, compiled, sources, wheel

BOARD = f"""{RULES.partition("NIM: Final")[0]}
from companion.kit import Chart, Ornament, Shape, Space, Spot, Track, text

RIVER = (Space("reeds", "start", after=("bank",)), Space("bank", "goal"))
HOLT = Ornament((Shape("M-.5 0 A.5 .5 0 0 1 .5 0Z", "leaf"),), spots=(Spot(0.8, 0.2),))


class Otters(Nim):
    def track(self, choices):
        return Track(RIVER)

    def chart(self, choices):
        return Chart({{"reeds": Spot(0.2, 0.5), "bank": Spot(0.6, 0.5)}}, 1.5, ground=("lawn",), ornaments=(HOLT,))

    def charted(self, state):
        return self.chart({{}})

    def view(self, state, viewer, draft=None):
        return replace(super().view(state, viewer, draft), track=Track(RIVER))

    def rule(self, state, question):
        return text("Take one fish, or two")

    def pages(self, state):
        return (View(text("Who swims"), lines=(text("All do"),)),)


NIM = Otters()
"""
WORDS = {"Take one fish, or two": "Nimm einen Fisch oder zwei", "Who swims": "Wer schwimmt", "All do": "Alle"}
CHART = Chart(
    {"reeds": Spot(0.2, 0.5), "bank": Spot(0.6, 0.5)},
    1.5,
    ground=("lawn",),
    ornaments=(Ornament((Shape("M-.5 0 A.5 .5 0 0 1 .5 0Z", "leaf"),), spots=(Spot(0.8, 0.2),)),),
)


@pytest.mark.usefixtures("shelf_folder")
def test_pages_draw_its_board_and_say_its_help_in_the_language_of_the_table(tmp_path: Path) -> None:
    add(wheel(tmp_path, {**sources(rules=BOARD), DE + "otters.mo": compiled(WORDS)}))
    join()
    box = SteppedBox(tmp_path, replace(config("otters"), language="de"))
    pages = EncodedPages(moment(box.box.box.table, box.box.now), lambda _: None, home_words)
    before = msgspec.json.decode(pages.hello(), type=Hello).board
    box.start(2)
    pages.look(box.box.box.table, box.box.now, is_asleep=False)
    board = msgspec.json.decode(pages.hello(), type=Hello).board
    assert before == board
    assert (board.title, [space.id for space in board.spaces], board.chart) == ("Otters", ["reeds", "bank"], CHART)
    table = msgspec.json.decode(pages.table(), type=PublicView)
    assert table.rule == "Nimm einen Fisch oder zwei"
    assert [(paper.title, paper.lines) for paper in table.papers] == [("Wer schwimmt", (("Alle",),))]
    box.box.close()
    box.journal.shut()
