"""Checks of the box itself: its program, settings and games."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from importlib import metadata
from itertools import product
from pathlib import Path
from typing import Any, Final

from companion.config import Config, game_folders
from companion.daemon import owner, wired
from companion.daemon.lasting import MOUNTINFO, loss
from companion.daemon.locks import LOCKS
from companion.daemon.on_trial import REFUSED, read_refusal
from companion.daemon.own_wifi import WISH
from companion.daemon.reports import REPORTS
from companion.daemon.small_files import SmallFile, asides
from companion.daemon.switch import PAGES
from companion.daemon.wired import Wired
from companion.files import is_there
from companion.games import GAMES
from companion.installed import REMOVED, kept
from companion.journal import look
from companion.journal.file import DAMAGED, FILE
from companion.journal.schema import VERSION, WHOLE
from companion.kit.errors import BadConfig, Damaged, Unusable
from companion.version import DISTRIBUTION
from companion.workshop.doctor import mending
from companion.workshop.doctor.facts import VENV, Facts
from companion.workshop.doctor.finding import Finding, bad, good, note, unknown

FOUND: Final = "lost+found"
"""A folder of root's at the top of a partition."""
VOICE: Final = "/var/lib/companion-club"
"""The folder that companion-club.service names."""
TOLD: Final = SmallFile[object]("told.json", dict)
"""The files that the voice keeps there."""
OLDEST: Final = (3, 11)
"""The oldest Python, as `pyproject.toml` says."""
_NOT_THERE: Final = "nc"
"""The second letter of dpkg's status: the package was never there, or only its settings remain."""
_WHOLE: Final = "itW"
"""It is installed, even if triggers are pending. A third letter is an error."""
_WITHOUT_ERROR: Final = 2


# --- the program -----------------------------------------------------------------------------------------------------


def package(facts: Facts) -> Finding | None:
    """Whether dpkg has finished installing it; nothing if the box is no package."""
    ran = facts.machine.run("dpkg-query", "-W", "-f", "${db:Status-Abbrev} ${Version}", "companion")
    if ran is None and facts.machine.has_program("dpkg-query"):
        return unknown("dpkg does not say in time whether the package is whole.")
    if ran is None or ran.code != 0 or ran.out[1] in _NOT_THERE:
        return None
    status, version = ran.out.split()
    if len(status) == _WITHOUT_ERROR and status[1] in _WHOLE:
        return good(f"companion {version}")
    return bad(
        f"The package companion {version} is not installed to its end ({status}), as after a cut of power. "
        "Until it is, apt installs nothing else, not even security updates.",
        run=mending.INSTALL_TO_THE_END,
    )


def update(facts: Facts) -> Finding | None:
    """Whether the last update was taken back; nothing if all is as it was installed."""
    if (refusal := read_refusal(facts.machine.words(REFUSED))) is not None:
        return bad(
            f"The update to {refusal.version} was taken back, and the version before runs. This worked before, and not "
            f"with it: {', '.join(refusal.parts)}. The next version that is installed is tried again.",
            run=mending.LOOK_AT_UPDATE,
            needed=False,
        )
    if (version := facts.machine.words(f"{VENV}/on-trial")) is not None:
        return note(f"{version.split()[0]} is new and on trial: if something does not work for a minute, it goes.")
    return None


def python(facts: Facts) -> Finding:
    """Whether the box can run with its Python, and was installed for it."""
    ran = facts.machine.run(facts.python, "-V")
    told = (ran.out or ran.err).removeprefix("Python ") if ran is not None and ran.code == 0 else None
    if told is None:
        return bad(f"{facts.python} does not run.", run=mending.install_again(facts))
    own = tuple(int(part) if part.isdecimal() else 0 for part in told.split(".")[:2])
    if own < OLDEST:
        return bad(
            f"Python {told} is too old: the box needs 3.11 or newer.",
            do="put Raspberry Pi OS 12 or 13 on the card",
        )
    roots = (VENV, f"{VENV}/current")  # from a checkout, and from the package
    found = (path for root in roots for path in facts.machine.there(f"{root}/lib/python*/site-packages/companion"))
    there = [path.parts[-3] for path in found]
    wanted = "python{}.{}".format(*own)
    if there and wanted not in there:
        return bad(
            f"Python {told} runs the box, but it is installed for {', '.join(there)}.", run=mending.install_again(facts)
        )
    return good(f"Python {told}")


def versions(facts: Facts) -> Finding:
    """The versions that run here."""
    names = {"companion": DISTRIBUTION, "gpiozero": "gpiozero", "luma.oled": "luma.oled", "luma.core": "luma.core"}
    told = []
    for name, package in names.items():
        with suppress(metadata.PackageNotFoundError):
            told.append(f"{name} {metadata.version(package)}")
    ran = facts.machine.run("systemctl", "--version")
    if ran is not None and ran.out.startswith("systemd "):
        told.append(" ".join(ran.out.split()[:2]))
    return note(", ".join(told))


# --- settings --------------------------------------------------------------------------------------------------------


def settings(facts: Facts) -> Finding:
    """Whether the box can start with them."""
    match facts.settings:
        case BadConfig() as error:
            return bad(facts.machine.said(error), run=f"sudo nano {mending.settings_file(facts)}")
        case Config() if facts.machine.settings is None:
            return note("There is no settings file: everything is as it comes.")
        case Config():
            return good(f"{mending.settings_file(facts)} is right.")


def wiring(facts: Facts) -> Finding | None:
    """What `companion learn` found of the wiring, which wins over the settings."""
    name = facts.machine.name(facts.state / wired.FILE)
    match facts.wired:
        case BadConfig() as error if facts.may_not_see:
            return unknown(facts.machine.said(error), run=mending.ASK_AS_ROOT)
        case BadConfig() as error:
            return bad(facts.machine.said(error), run=f"sudo rm {name} && {mending.START_AGAIN}")
        case Wired() as found:
            sections = [section for section in found.__struct_fields__ if getattr(found, section) is not None]
            return note(f"{name} wins over the settings: {', '.join(sections)}.") if sections else None


def small_files(facts: Facts) -> Finding | None:
    """Whether a small file beside the games is damaged now, or was damaged and has been set aside."""
    if facts.may_not_see:
        return unknown("Only root can see whether the box's small files are whole.", run=mending.ASK_AS_ROOT)
    damaged = dict(_damaged(facts))
    if damaged:
        told = ", ".join(f"{facts.machine.name(path)} ({why.rstrip('.')})" for path, why in damaged.items())
        said = f"Damaged: {told}. The next start keeps it under another name and uses its undamaged part."
        return bad(said, run=mending.START_AGAIN, needed=False)
    kept = [facts.machine.name(folder / name) for folder in _folders(facts) for name in asides(folder)]
    return note(f"Damaged once, and kept; delete what nobody needs: {', '.join(kept)}.") if kept else None


def kinds() -> tuple[SmallFile[Any], ...]:
    """The kinds of small files."""
    return (PAGES, LOCKS, WISH, wired.WIRED, REPORTS, TOLD, *owner.boards())


def _damaged(facts: Facts) -> Iterator[tuple[Path, str]]:
    """The damaged files, and why."""
    for folder, kind in product(_folders(facts), kinds()):
        for path in sorted(set(folder.glob(kind.name)) - set(map(folder.joinpath, asides(folder)))):
            with suppress(OSError):  # other checks report it
                if (found := kind.look(path)) is not None and found.damage:
                    yield path, found.damage


def _folders(facts: Facts) -> tuple[Path, ...]:
    """The folders of the box and of its voice at a club."""
    return facts.state, facts.machine.path(VOICE)


def board(facts: Facts) -> Finding:
    """Whether the owner has compared the board of each game that has one."""
    config = facts.settings if isinstance(facts.settings, Config) else Config()
    is_compared = True
    for rules in GAMES:
        name = facts.machine.name(facts.state / rules.board_name)
        try:
            is_compared &= rules.unconfirmed(owner.settled(config, rules, facts.state)) is None
        except BadConfig as error:
            if facts.may_not_see:
                return unknown(f"{name} cannot be read.", run=mending.ASK_AS_ROOT)
            return bad(facts.machine.said(error), run=f"sudo nano {name}")
    if is_compared:
        return good("The board is confirmed.")
    return note("Nobody has compared the board yet: hold the table key for five seconds, choose Check the board.")


def installed_games(facts: Facts) -> Finding | None:
    """The games from others, as they were found last, and why one of them cannot be played."""
    found = {name: game for folder in game_folders() for name, game in kept(facts.machine.path(folder)).items()}
    if wrong := {name: game for name, game in found.items() if game.why not in ("", REMOVED)}:
        told = "; ".join(f"{name} cannot be played: {game.missing.why}" for name, game in wrong.items())
        return bad(f"{told}.", do=f"put a newer one in its place, or: companion game remove {min(wrong)}", needed=False)
    told = "; ".join(
        f"{name} {game.version} ({', '.join((game.licence, *game.languages))})"
        for name, game in found.items()
        if not game.why
    )
    return note(f"Games from others: {told}.") if told else None


# --- games -----------------------------------------------------------------------------------------------------------


def state_folder(facts: Facts) -> Finding:
    """Whether the box may keep games."""
    folder = facts.state
    name = facts.machine.name(folder)
    user = facts.user
    if not is_there(folder):
        return note(f"{name} is not there yet: the first start makes it.")
    if user is None:
        return unknown(f"{name}: the user that keeps games does not exist.")
    give = f"sudo chown --recursive {user.name}: {name} && sudo chmod --recursive u+rwX {name}"
    try:
        files = [path for path in folder.iterdir() if path.name != FOUND]
        inside = [folder, *files] if user.uid else []  # root may write everywhere
    except PermissionError:
        return unknown(f"{name} is closed to you.", run=mending.ASK_AS_ROOT)
    if strange := [path for path in inside if path.stat().st_uid != user.uid]:
        who = facts.user_name(strange[0].stat().st_uid)
        return bad(f"{facts.machine.name(strange[0])} belongs to {who}; the box runs as {user.name}.", run=give)
    if closed := [path for path in inside if path.stat().st_mode & 0o600 != 0o600]:
        return bad(f"{facts.machine.name(closed[0])} cannot be written to.", run=give)
    if facts.is_read_only(folder):
        return bad(f"{name} is on a disk that cannot be written to any more.", run="sudo reboot")
    return good(f"{name} is the box's own.")


def disk(facts: Facts) -> Finding | None:
    """Whether the disk below that folder keeps games when the power fails."""
    told = facts.machine.words(MOUNTINFO)
    if told is None or facts.is_read_only(facts.state):  # the check of the folder reports it
        return None
    name = facts.machine.name(facts.state.resolve())
    if (lost := loss(Path(name), told)) is None:
        return good(f"{name} keeps games when the power goes.")
    return bad(f"{name} {lost.why}.", do=lost.mend)


def games(facts: Facts) -> Finding:
    """Whether the journal can be read, and how many games it has."""
    path = facts.state / FILE
    try:
        if not any(map(look.size, (path, look.beside(path, "-wal")))):
            return note("There is no game yet.")
        found, count = _looked_at(facts)
    except Damaged as error:
        said = f"{facts.machine.name(path)} is damaged: {error}. It is kept, and its undamaged part can be resumed."
        return bad(said, run=_mend(path))
    except Unusable as error:
        said = facts.machine.said(error)
        if "newer" in said:
            return bad(said, run=mending.install_again(facts))
        return unknown(said, run=mending.ASK_AS_ROOT) if facts.may_not_see else bad(said, run=_mend(path))
    except (OSError, sqlite3.Error) as error:
        return unknown(f"{facts.machine.name(path)} cannot be read: {error}.", run=mending.ASK_AS_ROOT)
    aside = len(list(facts.state.glob(f"games-{DAMAGED}-*.sqlite")))
    more = f" {aside} damaged file{'s were' if aside > 1 else ' was'} set aside beside it." if aside else ""
    old = "" if found == VERSION else f" of version {found}, which the next start brings up to date"
    return good(f"{count} game{'' if count == 1 else 's'}{old}.{more}")


def _mend(path: Path) -> str:
    """A start mends a small file; of a large one it leaves alone what it does not need."""
    return mending.TAKE_OVER if look.size(path) > WHOLE else mending.START_AGAIN


def _looked_at(facts: Facts) -> tuple[int, int]:
    """Version and number of games. A running box has locked them: they are read while it writes."""
    return look.examine_beside(facts.state / FILE) if facts.is_up else look.examine(facts.state / FILE)
