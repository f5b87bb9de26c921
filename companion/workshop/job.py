"""What the bench can do: one job at a time, which asks, is fed with edges and answers, and is seen on every part."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, Protocol, TypeAlias

from companion.daemon.wired import Display
from companion.faces.patterns import Pattern
from companion.kit.view import View
from hardware.buzzer import Note
from hardware.edge import Edge

Answer: TypeAlias = Literal["yes", "no", "skip", "quit"]
ANSWERS: Final[dict[str, Answer]] = {"y": "yes", "n": "no", "s": "skip", "q": "quit"}
"""By the first letter typed."""


class Job(Protocol):
    """Pure: no clock, no thread. Times in seconds, monotonic."""

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to do."""

    def were_down_at_start(self, wires: Iterable[str], t: float) -> None:
        """These were down before anybody was asked."""

    def feed(self, edge: Edge) -> None:
        """A raw edge of a wire."""

    def answer(self, answer: Answer, t: float) -> None:
        """Something typed on the terminal."""

    def tick(self, t: float) -> None:
        """Let time pass to `t`."""

    def next_deadline(self) -> float:
        """When `tick` next has something to do."""

    @property
    def display(self) -> Display:
        """How the display is to be driven now."""

    def scene(self) -> View | Pattern:
        """For the display."""

    @property
    def is_lit(self) -> bool:
        """Whether it needs the lights now."""

    @property
    def port(self) -> str | None:
        """Where they are; `None`: at the only port there is."""

    @property
    def count(self) -> int:
        """How many LEDs are told what to do."""

    def colours(self) -> bytes:
        """For the strip: three bytes for each of them."""

    @property
    def melody(self) -> tuple[Note, ...]:
        """For the buzzer, played once, from the beginning."""

    def sentence(self) -> str:
        """For the terminal."""
