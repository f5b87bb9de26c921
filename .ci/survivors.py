"""Prints the mutants that no test has noticed, and counts all; `.ci/mutants` gives it the dump of cosmic-ray."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec


class Survivor(NamedTuple):
    """A mutant that no test has noticed; its fields give the order of the list."""

    module: str
    line: int
    column: int
    operator: str
    function: str
    changed: tuple[str, ...]
    """The lines before and after, each after its `-` or `+`."""

    def __str__(self) -> str:
        """Where it is and what was changed."""
        head = f"{self.module}:{self.line}:{self.column} {self.function} {self.operator}"
        return "\n".join((head, *(f"    {line[0]} {line[1:].strip()}" for line in self.changed)))


def told(dumped: Iterable[str]) -> Iterator[str]:
    """Every survivor, then how many mutants had each outcome."""
    count: Counter[str] = Counter()
    survivors: list[Survivor] = []
    for mutant, result in map(msgspec.json.decode, dumped):
        if result["worker_outcome"] == "skipped":
            continue
        count[_outcome(result)] += 1
        if result["test_outcome"] != "killed":
            survivors.append(_survivor(mutant["mutations"][0], result["diff"] or ""))
    yield from map(str, sorted(survivors))
    yield f"{count.total()} mutants: " + ", ".join(f"{number} {outcome}" for outcome, number in sorted(count.items()))


def _outcome(result: dict[str, Any]) -> str:
    return "by the clock" if result["output"] == "timeout" else result["test_outcome"] or "not run"


def _survivor(mutation: dict[str, Any], diff: str) -> Survivor:
    changed = (line for line in diff.splitlines() if line[:1] in "+-" and line[:3] not in ("---", "+++"))
    module, operator = Path(mutation["module_path"]).name, mutation["operator_name"].removeprefix("core/")
    line, column = mutation["start_pos"]
    return Survivor(module, line, column, operator, mutation["definition_name"], tuple(changed))


if __name__ == "__main__":
    print("\n".join(told(sys.stdin)))
