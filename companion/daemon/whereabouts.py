"""Where the pages for tablets and phones are now: the box tells it to its publisher, which is another process.

Laws: the note is in memory where systemd gives the box a folder there, else beside the games; it is gone when the pages
are gone; a note that is no address of a page, such as half of one, counts as none.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Final

FILE: Final = "pages-at"
RUN: Final = Path("/run/companion")
"""The folder that systemd gives the box: `RuntimeDirectory=` of companion.service."""
ADDRESS: Final = re.compile(r"http://[0-9.]{7,15}(:[0-9]{1,5})?/")


def keep(games: Path, address: str) -> None:
    """Note the address of the pages; empty: there are none. `games`: the folder of the games."""
    file = Path(os.environ.get("RUNTIME_DIRECTORY") or games) / FILE
    with suppress(OSError):
        if address:
            file.write_text(address, encoding="ascii")
        else:
            file.unlink(missing_ok=True)


def read(games: Path) -> str:
    """The address of the pages; empty: there are none, or nobody knows."""
    for folder in (RUN, games):
        with suppress(OSError, UnicodeDecodeError):
            if ADDRESS.fullmatch(found := (folder / FILE).read_text(encoding="ascii")):
                return found
    return ""
