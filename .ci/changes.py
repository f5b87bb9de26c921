"""What CHANGES.md says, for those who install: Debian's changelog and the notes of a release.

changes.py debian VERSION SECONDS    prints the changelog: the newest entry has this version and time (since 1970)
changes.py notes VERSION             prints the notes, in Markdown

Laws: the newest part of CHANGES.md belongs to the version that is made, whatever its heading says; an older version has
the time of the commit that last changed its heading. The same commit gives the same bytes.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path
from textwrap import fill
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
FILE: Final = "CHANGES.md"
WHO: Final = "the companion's authors <companion@localhost>"
WIDTH: Final = 78
NOTES: Final = """\
# The companion {version}

{news}

For games from others: kit {kit}. Without a box, on Linux and macOS: `uvx --from {distribution} companion`.

The companion is neither by nor with the publishers of the games that it plays. You need the games: their
booklets, cards and boards are not included.
"""


class Version(NamedTuple):
    """One version of CHANGES.md."""

    number: str
    items: tuple[str, ...]
    """What is new, in Markdown, each without its line breaks."""


def versions(text: str) -> list[Version]:
    """All versions, the newest first."""
    return [_version(part) for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]]


def _version(part: str) -> Version:
    heading, _, news = part.partition("\n")
    number = re.split(r"[\s,]", heading)[0]
    return Version(number, tuple(" ".join(item.split()) for item in re.split(r"^- ", news, flags=re.MULTILINE)[1:]))


def changelog(told: Sequence[Version], version: str, made_at: int, changed_at: Callable[[str], int | None]) -> str:
    """Debian's changelog. `changed_at`: when the heading of a version changed; `None`: unknown."""
    newest, *older = told
    entries = [(newest._replace(number=version), made_at)]
    for one in older:
        entries.append((one, min(changed_at(one.number) or made_at, entries[-1][1])))
    return "\n".join(_entry(one, at) for one, at in entries)


def _entry(one: Version, at: int) -> str:
    plain = (item.replace("*", "") for item in one.items)
    items = "\n".join(
        fill(item, WIDTH, initial_indent="  * ", subsequent_indent="    ", break_long_words=False) for item in plain
    )
    when = format_datetime(datetime.fromtimestamp(at, UTC))
    return f"companion ({one.number}) stable; urgency=medium\n\n{items}\n\n -- {WHO}  {when}\n"


def notes(told: Sequence[Version], version: str, kit: str, distribution: str) -> str:
    """The notes of a release."""
    news = "\n".join(f"- {item}" for item in told[0].items)
    return NOTES.format(version=version, news=news, kit=kit, distribution=distribution)


def _changed_at(number: str) -> int | None:
    heading = f"-G^## {re.escape(number)}($|[ ,])"
    command = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct", heading, "--", FILE]
    told = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return int(told) if told else None


def main(what: str, version: str, made_at: str = "0") -> None:
    """Print one of them."""
    told = versions((ROOT / FILE).read_text(encoding="utf-8"))
    if what == "debian":
        print(changelog(told, version, int(made_at), _changed_at), end="")
        return
    sys.path.insert(0, str(ROOT))
    from companion.kit import KIT  # noqa: PLC0415
    from companion.version import DISTRIBUTION  # noqa: PLC0415

    print(notes(told, version, KIT, DISTRIBUTION), end="")


if __name__ == "__main__":
    main(*sys.argv[1:])
