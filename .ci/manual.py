"""Makes from the command line itself what a shell knows of it: the manual page, and completion for bash, zsh and fish.

Law: nothing of it is written by hand, so it says what `--help` says; a commit always gives the same bytes.

manual.py FOLDER      lays all of it below FOLDER, as Debian wants it; `.ci/package` calls it
"""

from __future__ import annotations

import gzip
import os
import sys
from pathlib import Path
from typing import Final

import shtab
from argparse_manpage.manpage import Manpage

from companion.cli import command_line

PAGE: Final = "usr/share/man/man1/companion.1.gz"
TITLE: Final = "The companion"
ABOUT: Final = "a box beside a real board game"
SHELLS: Final = {
    "bash": "usr/share/bash-completion/completions/companion",
    "zsh": "usr/share/zsh/vendor-completions/_companion",
    "fish": "usr/share/fish/vendor_completions.d/companion.fish",
}


def parts() -> dict[str, bytes]:
    """Each file by its path."""
    os.environ["COLUMNS"] = "80"  # otherwise the terminal decides where lines end
    page = str(Manpage(command_line(), {"manual_title": TITLE, "description": ABOUT}))
    shells = {path: shtab.complete(command_line(), shell).encode() for shell, path in SHELLS.items()}
    return {PAGE: gzip.compress(page.encode(), mtime=0), **shells}


def main(folder: Path) -> None:
    """Lay them below the folder."""
    for path, content in parts().items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
