"""The figures of the rules and of the box, each held against its limit in the same run: `python -m tests.bench`.

Law: a figure says what it is, in which unit, and what it is compared with; the bench's `method` says how it was
measured.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import msgspec

from companion.kit.errors import LeftOut
from companion.kit.tally import TallySheet
from tests.bench import (
    bus_bytes,
    card_wear,
    compiled,
    instructions,
    long_years,
    page_load,
    press_latency,
    process_cost,
    rule_speed,
    voice_load,
)
from tests.bench.figure import Figure


class Measurement(NamedTuple):
    """A function that gives figures."""

    take: Callable[[], Iterator[Figure]]
    """Raises LeftOut where it cannot be taken."""
    method: str


MEASUREMENTS: Final[dict[str, Measurement]] = {
    "play": Measurement(rule_speed.measure_play, rule_speed.METHOD),
    "bots": Measurement(rule_speed.measure_bots, rule_speed.METHOD),
    "replay": Measurement(rule_speed.measure_replay, rule_speed.METHOD),
    "memory": Measurement(rule_speed.measure_memory, rule_speed.METHOD),
    "rollouts": Measurement(rule_speed.measure_rollouts, rule_speed.METHOD),
    "backgammon": Measurement(rule_speed.measure_backgammon, rule_speed.METHOD),
    "compiled": Measurement(compiled.measure_compiled, compiled.METHOD),
    "bus": Measurement(bus_bytes.measure_bus, bus_bytes.METHOD),
    "press": Measurement(press_latency.measure_press, press_latency.METHOD),
    "voice": Measurement(voice_load.measure_voice, voice_load.METHOD),
    "speech": Measurement(press_latency.measure_spoken, press_latency.METHOD),
    "thinking": Measurement(press_latency.measure_thinking, press_latency.METHOD),
    "page": Measurement(page_load.measure_page, page_load.METHOD),
    "start": Measurement(process_cost.measure_start, process_cost.METHOD),
    "process": Measurement(process_cost.measure_process, process_cost.METHOD),
    "instructions": Measurement(instructions.measure_instructions, instructions.METHOD),
    "years": Measurement(long_years.measure_years, long_years.METHOD),
    "wear": Measurement(card_wear.measure_wear, card_wear.METHOD),
}
"""The measures, by the name that `--only` takes."""


class Bench(msgspec.Struct, frozen=True):
    """All figures of one run."""

    python: str
    machine: str
    method: str
    figures: tuple[Figure, ...]
    left_out: dict[str, str]
    """For each measure that was left out, the reason."""

    @property
    def tables(self) -> tuple[TallySheet, ...]:
        """The figures, to be read, if there are any."""
        rows = tuple(
            (figure.name, _rounded(figure.value), figure.unit, _limit(figure), _yes_or_no(figure.is_held))
            for figure in self.figures
        )
        title = f"Python {self.python} on {self.machine}"
        table = TallySheet("figures", title, ("figure", "value", "unit", "limit", "kept"), rows, self.method)
        return (table,) if rows else ()


def bench(names: tuple[str, ...], report: Callable[[int], None]) -> Bench:
    """Take the measures named; `report` is told after each one."""
    figures: list[Figure] = []
    left_out: dict[str, str] = {}
    for name in names:
        try:
            figures += MEASUREMENTS[name].take()
        except LeftOut as why:
            left_out[name] = str(why)
        report(1)
    method = " ".join(dict.fromkeys(MEASUREMENTS[name].method for name in names if name not in left_out))
    return Bench(platform.python_version(), platform.machine(), method, tuple(figures), left_out)


# --- how they are shown ----------------------------------------------------------------------------------------------


def _rounded(value: float) -> float:
    """A number with at least three significant digits."""
    return round(value) if value >= 100 else round(value, 2)


def _limit(figure: Figure) -> str:
    least = [] if figure.at_least is None else [f"≥ {figure.at_least:g}"]
    most = [] if figure.at_most is None else [f"≤ {figure.at_most:g}"]
    return ", ".join((*least, *most))


def _yes_or_no(is_held: bool | None) -> str:
    return "" if is_held is None else "yes" if is_held else "no"
