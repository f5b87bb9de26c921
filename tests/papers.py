"""Every Markdown file, and the parts of it that a test can check: links, headings, commands, samples."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.cli import command_line
from companion.kit.errors import WrongUse

ROOT: Final = Path(__file__).parent.parent
ROOMS: Final = ("companion", "hardware", "wiring", "tests", ".ci", ".github")
_FENCED: Final = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
_SPAN: Final = re.compile(r"(?<!`)`([^`\n]+(?:\n[^`\n]+)?)`(?!`)")
_BEFORE: Final = re.compile(r"(sudo |-u \w+ |\S+/uv run |PATH=\S+ )*")
"""What may stand before a command."""


def files() -> list[Path]:
    """Every file of the project, without those that tools have made."""
    inside = (path for room in ROOMS for path in (ROOT / room).rglob("*"))
    ours = (path for path in (*ROOT.iterdir(), *inside) if not {"__pycache__", "node_modules"} & {*path.parts})
    return sorted(path for path in ours if path.is_file())


def papers() -> list[Path]:
    """Every Markdown file."""
    return [path for path in files() if path.suffix == ".md"]


def read(path: Path) -> str:
    """Its text."""
    return path.read_text(encoding="utf-8")


def name(path: Path) -> str:
    """A paper's name in the name of a test."""
    return str(path.relative_to(ROOT))


def samples(text: str, *languages: str) -> list[str]:
    """The blocks of these languages."""
    return [block for language, block in _FENCED.findall(text) if language in languages]


def spans(text: str) -> list[str]:
    """The words in backticks in the running text, each on one line."""
    return [" ".join(span.split()) for span in _SPAN.findall(_FENCED.sub("", text))]


def bare(command: str) -> str:
    """A command without what may stand before it."""
    return _BEFORE.sub("", command.strip(), count=1)


def commands(text: str, program: str) -> list[list[str]]:
    """The words that follow a program wherever a paper says how to run it."""
    lines = [line for block in samples(text, "", "sh") for line in block.replace("\\\n", " ").splitlines()]
    told = [bare(part) for line in lines + spans(text) for part in line.split("&&")]
    words = [shlex.split(command, comments=True) for command in told if command.split(" ")[0] == program]
    return [rest for _, *rest in words]


def is_understood(words: list[str]) -> bool:
    """Whether the command line of the box accepts these words; a command alone may leave out its arguments."""
    is_alone = len(words) == 1 + (words[:1] == ["game"])
    try:
        command_line().parse_args([*words, "--help"] if is_alone else words)
    except WrongUse:
        return False
    except SystemExit as ended:
        return not ended.code
    return True


def links(text: str) -> Iterator[tuple[str, str]]:
    """Each file that a link leads to (empty: the same one), and the heading in it (empty: its beginning)."""
    for target in re.findall(r"\]\((?!https?:)([^)\s]+)\)", _FENCED.sub("", text)):
        path, _, heading = target.partition("#")
        yield path, heading


def headings(text: str, mark: str = "#+") -> list[str]:
    """The headings as GitHub writes them in links; `mark`: only those of this size."""
    titles = re.findall(rf"^{mark} (.+)$", _FENCED.sub("", text), re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles]
