"""The diagram of a game's order of play, made by playing.

How the arrows are found: so many random games are played that everything possible happens. Each event is an arrow from
the phase in which it happened to the one that it led to. The arrows of `phases.comes_next`, the order of play, are
bold: there a part of the game (a box) was over.

`python -m tests.companion.games.galopp_royal.order_of_play` writes that game's `order_of_play.dot`, and the picture
beside it if graphviz is installed.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple, get_args

from companion.kit.event import Event
from companion.kit.rules import Rules

HEAD: Final = """\
digraph order_of_play {
  node [shape=box, style=rounded, fontname="sans-serif", fontsize=11];
  edge [fontname="sans-serif", fontsize=9];
  graph [newrank=true, fontname="sans-serif", fontsize=11];"""


class Arrow(NamedTuple):
    """What an event led to."""

    before: type
    event: str
    after: type
    is_order: bool
    """A part of the game was over."""


class Order(NamedTuple):
    """A game with a diagram of its order of play."""

    text: Path
    """The diagram as graphviz reads it."""
    rules: Rules[Any]
    phases: ModuleType
    """The module with the union of all phases, the order of play, and the events that leave every phase as it was."""
    games: Callable[[], Iterable[tuple[Any, Iterable[Event]]]]
    """The start of each game, and its events; more games add no arrow."""

    @property
    def picture(self) -> Path:
        """The diagram as people see it."""
        return self.text.with_suffix(".svg")

    @property
    def kinds(self) -> tuple[type, ...]:
        """The phases, in the order of the union."""
        return get_args(self.phases.AnyPhase)

    def arrows(self) -> set[Arrow]:
        """Every arrow that random games take."""
        taken: set[Arrow] = set()
        for state, events in self.games():
            after = state
            for event in events:
                before, after = after, self.rules.evolve(after, event)
                if type(event) not in self.phases.INCIDENTAL:
                    taken.add(self._arrow(before, event, after))
        return taken

    def _arrow(self, before: Any, event: Event, after: Any) -> Arrow:
        was, name = before.phase, str(type(event).__struct_config__.tag)
        stays = was.after(before, event).phase is was
        assert not stays or after.phase == self.phases.comes_next(after, was)
        return Arrow(type(was), name, type(after.phase), stays)

    def drawn(self, taken: Iterable[Arrow]) -> str:
        """The diagram as graphviz reads it; arrows between the same two phases are one."""
        kinds: tuple[Any, ...] = self.kinds
        lines = [HEAD]
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

    def write(self) -> None:
        """Play the games and draw the diagram."""
        self.text.write_text(self.drawn(self.arrows()), encoding="utf-8")
        if dot := shutil.which("dot"):
            subprocess.run([dot, "-Tsvg", "-o", self.picture, self.text], check=True)
