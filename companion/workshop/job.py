"""What the bench can do: one job at a time. A job asks, gets edges and answers, and drives every part."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, Protocol, TypeAlias

from companion.daemon.wired import WiredDisplay
from companion.faces.patterns import Pattern
from companion.kit.text import Text
from companion.kit.view import View
from hardware.buzzer import BuzzerNote
from hardware.edge import Edge

JobAnswer: TypeAlias = Literal["yes", "no", "skip", "quit"]
ANSWERS: Final[dict[str, JobAnswer]] = {"y": "yes", "n": "no", "s": "skip", "q": "quit"}
"""By the first letter typed."""


class Job(Protocol):
    """Pure: no clock, no thread. Times in seconds, monotonic."""

    @property
    def is_over(self) -> bool:
        """Whether the job is done."""

    def were_down_at_start(self, wires: Iterable[str], t: float) -> None:
        """Learn which wires were down before the first question."""

    def feed(self, edge: Edge) -> None:
        """Take a raw edge of a wire."""

    def answer(self, answer: JobAnswer, t: float) -> None:
        """Take an answer typed on the terminal."""

    def tick(self, t: float) -> None:
        """Let time pass to `t`."""

    def next_deadline(self) -> float:
        """When `tick` next has something to do."""

    @property
    def display(self) -> WiredDisplay:
        """How to drive the display now."""

    def scene(self) -> View | Pattern:
        """What the display shows."""

    @property
    def is_lit(self) -> bool:
        """Whether it needs the lights now."""

    @property
    def port(self) -> str | None:
        """The port of the lights; `None`: the only port there is."""

    @property
    def count(self) -> int:
        """How many LEDs get a colour."""

    def colours(self) -> bytes:
        """What the strip shows: three bytes for each LED."""

    @property
    def melody(self) -> tuple[BuzzerNote, ...]:
        """What the buzzer plays once, from the beginning."""

    @property
    def said(self) -> Text | None:
        """What the box's voice says once; `None`: nothing yet."""

    def sentence(self) -> str:
        """What the terminal says."""
