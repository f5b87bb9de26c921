"""Words as people say them: what a display writes with signs, a voice says with words.

Law: nothing is said twice and nothing is left out; words without signs stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import Final

from companion.kit.text import Text, text

ROWS: Final = re.compile(r"(?<![\w/])\d+(?:/\d+){2,}(?![\w/])")
"""Three or more numbers, such as what each place pays."""
PAUSE: Final = re.compile(r"\t+|(?<=\d) +(?=[-+±]?\d)|(?<=\d\]) +(?=[-+±[\d])|(?<=\d) +(?=\[)")
"""Between two columns or two numbers."""
CLOSE: Final = re.compile(r"(?<![\w±+-])(?:[±+-]\d+){2,}(?![\w/])")
"""Numbers with signs and nothing between them."""
TIGHT: Final = re.compile(r"(?<=\w):(?=\w)")
"""A colon without its space."""
SIGNS: Final[tuple[tuple[re.Pattern[str], Text], ...]] = (
    (re.compile("●"), text("dot")),
    (re.compile("○"), text("ring")),
    (re.compile("►"), text("the next")),
    (re.compile("◄"), text("the one before")),
    (re.compile(r"\b(?:no\.|nr\.|n°) ?(\d+)", re.IGNORECASE), text("number {n}")),
    (re.compile(r"±(\d+)"), text("plus or minus {n}")),
    (re.compile(r"(?<!\w)\+(\d+)"), text("plus {n}")),
    (re.compile(r"(?<!\w)-(\d+)"), text("minus {n}")),
    (re.compile(r"(?<!\w)(\d+)/(\d+)(?!\w)"), text("{n} of {of}")),
    (re.compile(r"\b([^\W\d]+)/([^\W\d]+)\b"), text("{n} or {of}")),
    (re.compile(r"(?<!\w)(\d+)-(\d+)(?!\w)"), text("{n} to {of}")),
)
"""Each sign with its words, in the order in which they are looked for; `{n}` and `{of}` are what stands beside it."""
QUIET: Final = re.compile(r"[][\"«»„“”]")
"""For the eye alone: a frame around the chosen card, quotation marks."""


@lru_cache(maxsize=2000)
def pronounced(words: str, translate: Callable[[str], str]) -> str:
    """Finished words for a voice; `translate` puts the words for signs into the same language. Kept for the next time,
    since most words come again on the next screen."""
    words = CLOSE.sub(lambda row: re.sub(r"(?<=\d)(?=[±+-])", " ", row[0]), TIGHT.sub(": ", words))
    words = PAUSE.sub(", ", ROWS.sub(lambda row: row[0].replace("/", ", "), words))
    for sign, said in SIGNS:
        words = sign.sub(partial(_said, translate(said.id)), words)
    return QUIET.sub("", words).strip()


def in_a_row(parts: Iterable[str]) -> str:
    """Parts of one sentence, with a pause after each that does not end in one; empty ones are left out."""
    *before, last = [part for part in parts if part] or [""]
    return " ".join([*(part if part[-1] in ".,:;!?" else f"{part}," for part in before), last])


def _said(words: str, found: re.Match[str]) -> str:
    return words.format(**dict(zip(("n", "of"), found.groups(), strict=False)))
