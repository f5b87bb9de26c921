"""The diagram of the order of play, made by playing.

How the arrows are found: games of every number of players are played at random, with real cards and with the box's, by
both ways of laying start teams open, on the shipped board, on a short one and on one that pays nothing, so that every
turn the rules can take is taken. Each event is an arrow from the phase in which it happened to the one it led to. Bold
are the arrows of `phases.comes_next`, the order of play: there a part of the game (a box) was over.

`python -m tests.companion.games.galopp_royal.order_of_play` writes `order_of_play.dot`, and the picture beside it where
graphviz is installed.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple, get_args

from companion.games.galopp_royal.phases import INCIDENTAL, AnyPhase, comes_next
from companion.games.galopp_royal.state import Phase, State
from companion.kit.event import Event
from companion.kit.setup import Who
from tests.companion.games.galopp_royal.positions import RULES, start
from tests.companion.games.whole_games import finish

TEXT: Final = Path(__file__).with_suffix(".dot")
PICTURE: Final = TEXT.with_suffix(".svg")
GAMES: Final = 24
"""More add no arrow."""

SHORT: Final = {"finishes": [6, 7, 8, 9, 10, 11], "start": 3, "prizes": [[20, 10, 5]] * 6}
UNPAID: Final = {"finishes": [6, 7, 8, 9, 10, 11], "start": 3, "prizes": [[0, 0, 0]] * 6}


class Arrow(NamedTuple):
    """What an event has led to."""

    before: type[Phase]
    event: str
    after: type[Phase]
    is_order: bool
    """A part of the game was over."""


def arrows() -> set[Arrow]:
    """Every arrow that random games take."""
    taken: set[Arrow] = set()

    def watch(before: State, event: Event, after: State) -> None:
        if type(event) not in INCIDENTAL:
            was, name = before.phase, str(type(event).__struct_config__.tag)
            stays = was.after(before, event).phase is was
            assert not stays or after.phase == comes_next(after, was)
            taken.add(Arrow(type(was), name, type(after.phase), stays))

    for number in range(GAMES):
        board = ({}, SHORT, UNPAID)[number % 3]
        option = ("at_once", "when_all_have_one")[number // 4 % 2]
        cards: Who = ("box", "table")[number // 12 % 2]
        finish(RULES, start(3 + number % 4, cards=cards, board=board, start_teams=option), number, watch)
    return taken


def drawn(taken: Iterable[Arrow]) -> str:
    """The diagram as graphviz reads it; arrows between the same two phases are one."""
    kinds = get_args(AnyPhase)
    lines = ["digraph order_of_play {", '  node [shape=box, style=rounded, fontname="sans-serif", fontsize=11];']
    lines += ['  edge [fontname="sans-serif", fontsize=9];', '  graph [fontname="sans-serif", fontsize=11];']
    for part in dict.fromkeys(kind.part for kind in kinds):
        inside = " ".join(f"{kind.__name__};" for kind in kinds if kind.part == part)
        lines.append(f'  subgraph cluster_{part} {{ label="{part}"; {inside} }}')
    events: dict[tuple[int, int, bool], list[str]] = {}
    for arrow in sorted(taken, key=lambda arrow: arrow.event):
        key = (kinds.index(arrow.before), kinds.index(arrow.after), arrow.is_order)
        events.setdefault(key, []).append(arrow.event)
    for (before, after, is_order), names in sorted(events.items()):
        style = ", style=bold" if is_order else ""
        label = "\\n".join(names)
        lines.append(f'  {kinds[before].__name__} -> {kinds[after].__name__} [label="{label}"{style}];')
    return "\n".join([*lines, "}", ""])


if __name__ == "__main__":
    TEXT.write_text(drawn(arrows()), encoding="utf-8")
    if dot := shutil.which("dot"):
        subprocess.run([dot, "-Tsvg", "-o", PICTURE, TEXT], check=True)
