"""The doctor's answer, for people and for programs.

Law: a command stands on a line of its own and is never broken, so that it can be pasted.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Sequence
from typing import Final

from companion.workshop.doctor.examine import CheckResult, is_well

WIDTH: Final = 80
"""The longest line."""
NARROW: Final = 60
"""On a narrower screen the sentence stands below the name."""
_INDENT: Final = 4
_NAME: Final = 14
_MARKS: Final = {"good": "good", "bad": "BAD", "note": "note", "unknown": "?"}
_MARK: Final = 6
_COLOURS: Final = {"good": "\x1b[32m", "bad": "\x1b[1;31m", "note": "", "unknown": "\x1b[33m"}
_PLAIN: Final = "\x1b[0m"


def as_text(lines: Sequence[CheckResult], width: int = WIDTH, *, in_colour: bool = False) -> str:
    """A line for each finding, below it the remedy, and at the end the sum."""
    rows = (row for line in lines for row in _rows(line, min(width, WIDTH), in_colour))
    return "".join(f"{row}\n" for row in rows) + "\n" + "".join(f"{row}\n" for row in _wrapped(_sum(lines), width))


def as_json(lines: Sequence[CheckResult]) -> str:
    """One object with all checks."""
    checks = [
        {
            "name": line.name,
            "state": line.finding.state,
            "said": line.finding.said,
            "mend": line.finding.mend,
            "is_command": line.finding.is_command,
            "is_needed": line.finding.is_needed,
        }
        for line in lines
    ]
    return json.dumps({"is_well": is_well(lines), "checks": checks}, indent=2, ensure_ascii=False) + "\n"


def _rows(line: CheckResult, width: int, in_colour: bool) -> list[str]:
    finding = line.finding
    mark = f"{_MARKS[finding.state]:{_MARK}}"
    if in_colour and (colour := _COLOURS[finding.state]):
        mark = f"{colour}{mark}{_PLAIN}"
    margin = " " * (_MARK + _NAME if width >= NARROW else _INDENT)
    said = _wrapped(finding.said, width - len(margin))
    rows = [f"{mark}{line.name}", *(margin + row for row in said)]
    if width >= NARROW:
        rows[:2] = [f"{mark}{line.name:{_NAME}}{said[0]}"]
    if finding.mend:
        rows += (
            [f"{margin}$ {finding.mend}"]
            if finding.is_command
            else [f"{margin}> {row}" for row in _wrapped(finding.mend, width - len(margin) - 2)]
        )
    return rows


def _wrapped(words: str, width: int) -> list[str]:
    return textwrap.wrap(words, max(width, 1), break_long_words=False, break_on_hyphens=False) or [""]


def _sum(lines: Sequence[CheckResult]) -> str:
    wrong = [line.finding for line in lines if line.finding.state == "bad"]
    if not wrong:
        return "Nothing is to be mended."
    things = f"{len(wrong)} thing{'s are' if len(wrong) > 1 else ' is'} to be mended"
    needed = sum(finding.is_needed for finding in wrong)
    rest = "" if needed == len(wrong) else f"; the box needs {needed} of them" if needed else "; the box plays without"
    return f"{things}{rest}."
