"""The work of companion-update.service: `python -m companion.daemon.update WISH ANSWER SETTINGS`, as root.

It does the box's wish, and answers: it looks for a newer version, fetches and installs it, writes a backup onto a USB
stick, or brings one (`stick_backup.py`). The version comes from a stick with the folder `companion-update`; without
such a stick, from the address in the settings. Both hold what `.ci/release` makes: a flat apt repository.
Laws: apt alone says what is newer and whether it is signed by the key of the package; nothing is changed before the new
package is here whole and verified, and never while a game is open; of the wish only its step and its number are used.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote

import msgspec

from companion import config
from companion.daemon import stick_backup, sticks
from companion.daemon.lasting import loss_here
from companion.daemon.newer import NoUpdate, Refusing, UpdateAnswer, UpdateWish
from companion.daemon.programs import run
from companion.daemon.telling import say
from companion.files import put, read_bytes
from companion.kit.errors import CompanionError, WrongUse
from companion.toml_file import is_there

PACKAGE: Final = "companion"
KEY: Final = Path("/usr/share/keyrings/companion.asc")
BOX: Final = Path("/opt/companion")
ON_STICK: Final = "companion-update"
"""The folder on a stick."""
GAME_ON: Final = "a game is on"
"""How the box's status begins then; the same words are in companion-updates.conf."""
VERSIONS: Final = 3
"""How many times its installed size an update needs: unpacked, as a version with its bytecode, and the package file."""
OPTIONS: Final = (
    *("APT::Update::Error-Mode=any", "Acquire::Languages=none", "Acquire::Retries=2"),
    *("Acquire::http::Timeout=20", "Acquire::https::Timeout=20"),
    "Acquire::Check-Date=false",  # a Pi that has not heard from a network does not know the date
)
SAID: Final[tuple[tuple[NoUpdate, str], ...]] = (
    ("full", r"No space left|enough free space"),
    ("signature", r"not signed|NO_PUBKEY|signatures? (were|was|could|couldn)|GPG error|OpenPGP|Sub-process .*sqv"),
    ("damaged", r"Hash Sum mismatch|unexpected size|Mirror sync|not what it should be"),
    ("network", r"Could not (connect|resolve)|Unable to connect|Connection (failed|timed out)|Temporary failure"),
    ("network", r"Failed to fetch|Certificate|does not have a Release file"),
)
"""What apt says of each trouble, in English; the first that fits counts."""


class Candidate(NamedTuple):
    """What apt knows of the package."""

    installed: str
    version: str
    """The highest version; the installed one, if there is no higher one."""


def main() -> int:
    """Do what the command line says; the exit code."""
    if len(sys.argv) != 4:  # the three files
        raise WrongUse(f"expected WISH ANSWER SETTINGS; came {' '.join(sys.argv[1:]) or 'nothing'}")
    wish_file, answer, settings = map(Path, sys.argv[1:])
    wish = _take(wish_file)
    tell = partial(_tell, answer)
    try:
        _do(wish, tell, settings, answer.parent / "stick")
    except Refusing as refused:
        tell(UpdateAnswer(wish.number, "refused", why=refused.why))
    except (OSError, CompanionError) as error:
        say(f"{wish.step}: {error}")
        is_full = isinstance(error, OSError) and error.errno in {errno.ENOSPC, errno.EDQUOT}
        full: NoUpdate = "stick_full" if wish.step == "backup" else "full"
        tell(UpdateAnswer(wish.number, "refused", why=full if is_full else "failed"))
    return 0


def _take(file: Path) -> UpdateWish:
    """The wish, which is then no wish any more. Raises WrongUse."""
    try:
        return msgspec.json.decode(read_bytes(file), type=UpdateWish)
    except (OSError, msgspec.DecodeError) as error:
        raise WrongUse(f"{file}: expected a wish of the box; {error}") from None
    finally:
        file.unlink(missing_ok=True)


def _tell(file: Path, told: UpdateAnswer) -> None:
    """Write the answer, which everybody may read, whole or not at all."""
    put(file, msgspec.json.encode(told))


def _do(wish: UpdateWish, tell: Callable[[UpdateAnswer], None], settings: Path, stick: Path) -> None:
    """Do what is wished for. Raises Refusing, OSError, CompanionError."""
    if wish.step == "backup":
        tell(UpdateAnswer(wish.number, "saving"))
        tell(UpdateAnswer(wish.number, "saved", games=stick_backup.write(settings, stick)))
        return
    _refuse_in_a_game()
    if wish.step == "bring":
        brought = stick_backup.bring(settings, stick)
        tell(UpdateAnswer(wish.number, "brought", games=brought.games, made=brought.made))
    else:
        _update(wish, tell, settings, stick)


def _update(wish: UpdateWish, tell: Callable[[UpdateAnswer], None], settings: Path, stick: Path) -> None:
    """Look, and install if that is wished for. Raises Refusing, OSError, CompanionError."""
    if (loss := loss_here(BOX)) is not None and "memory" in loss.why:
        raise Refusing("overlay")
    apt = Apt(_source(settings, stick))
    try:
        _by(apt, wish, tell)
    finally:
        apt.tidy()


def _by(apt: Apt, wish: UpdateWish, tell: Callable[[UpdateAnswer], None]) -> None:
    """The same, by this apt."""
    apt.update()
    found = apt.candidate()
    if found.version == found.installed:
        tell(UpdateAnswer(wish.number, "newest", found.version))
    elif wish.step == "look":
        tell(UpdateAnswer(wish.number, "newer", found.version))
    else:
        tell(UpdateAnswer(wish.number, "fetching", found.version))
        package = apt.fetch(found.version)
        _refuse_in_a_game()
        tell(UpdateAnswer(wish.number, "installing", found.version))
        _install(package)
        tell(UpdateAnswer(wish.number, "done", found.version))


def _refuse_in_a_game() -> None:
    """Raises Refusing."""
    told = run("systemctl", "show", "--property=StatusText", "--value", "companion.service")
    if told.stdout.startswith(GAME_ON):
        raise Refusing("playing")


# --- from where ------------------------------------------------------------------------------------------------------


def _source(settings: Path, stick: Path) -> str:
    """The repository's address for apt, `copy:` for a stick: apt verifies its own copy. Raises Refusing, BadConfig."""
    for disk in sticks.disks():
        place = sticks.mounted(disk, stick, "ro")
        if place is not None and (folder := place / ON_STICK).is_dir():
            return f"copy:{quote(str(folder))}"
    address = config.load(settings).updates.address if is_there(settings) else None
    if address is None:
        raise Refusing("nowhere")
    return address


# --- by apt ----------------------------------------------------------------------------------------------------------


class Apt:
    """Apt with one repository and the lists of that alone; what Debian has is known to it as installed."""

    def __init__(self, address: str) -> None:
        self._folder = Path(os.environ["CACHE_DIRECTORY"])
        self.tidy()
        for needed in ("lists/partial", "cache/archives/partial", "package"):
            (self._folder / needed).mkdir(parents=True)
        (self._folder / "sources.list").write_text(f"deb [signed-by={KEY}] {address} ./\n", "ascii")
        places = {
            "Dir::Etc::SourceList": "sources.list",
            "Dir::State::Lists": "lists",
            "Dir::Cache": "cache",
        }
        own = tuple(f"{key}={self._folder / name}" for key, name in places.items())
        self._options = [f"--option={each}" for each in (*own, "Dir::Etc::SourceParts=/dev/null", *OPTIONS)]

    def update(self) -> None:
        """Fetch its list, signed by the key. Raises Refusing."""
        self._apt("apt-get", "update")

    def candidate(self) -> Candidate:
        """What apt would install. Raises Refusing."""
        told = self._apt("apt-cache", "policy", PACKAGE)
        found = dict(re.findall(r"^  (Installed|Candidate): (\S+)$", told, re.MULTILINE))
        if len(found) < len(Candidate._fields):
            raise Refusing("failed")
        return Candidate(found["Installed"], found["Candidate"])

    def fetch(self, version: str) -> Path:
        """The package file of this version, whole and verified. Raises Refusing."""
        about = self._apt("apt-cache", "show", f"{PACKAGE}={version}")
        size = sum(int(kib) << 10 for kib in re.findall(r"^Installed-Size: (\d+)$", about, re.MULTILINE)[:1])
        if shutil.disk_usage(BOX).free < VERSIONS * size:
            raise Refusing("full")
        self._apt("apt-get", "download", f"{PACKAGE}={version}")
        (package,) = (self._folder / "package").glob("*.deb")
        return package

    def tidy(self) -> None:
        """Remove what was fetched."""
        for there in self._folder.iterdir():
            if there.is_dir():
                shutil.rmtree(there)

    def _apt(self, program: str, *words: str) -> str:
        told = run(program, *self._options, *words, folder=self._folder / "package")
        return _right(told)


def _install(package: Path) -> None:
    """Let apt install it, with what else Debian has for it. Raises Refusing."""
    _right(run("apt-get", "--option=DPkg::Lock::Timeout=300", "install", "--yes", str(package), folder=package.parent))


def _right(told: subprocess.CompletedProcess[str]) -> str:
    """What was said. Raises Refusing with the reason if it went wrong."""
    if told.returncode == 0:
        return told.stdout
    say(f"{Path(told.args[0]).name}: {told.stdout.strip()}")
    raise Refusing(next((why for why, words in SAID if re.search(words, told.stdout)), "failed"))


if __name__ == "__main__":
    raise SystemExit(main())
