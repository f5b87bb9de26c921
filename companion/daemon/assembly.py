"""From the owner's settings to a desk with its journal: what a live box, the demo and the tests have in common.

Laws: everything that can be wrong is found before the first light goes on, and what only the disk is to blame for keeps
no box from playing; a game in progress is gone on with.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from companion.config import Config, is_there, read_toml
from companion.files import make_folder, private
from companion.games import GAMES
from companion.journal.entries import decode
from companion.journal.file import move
from companion.journal.journal import Journal, Saved
from companion.journal.look import is_of_the_disk
from companion.kit.errors import BadConfig, Damaged, Impossible, UnknownGame
from companion.kit.rules import Rules
from companion.kit.seats import Duties
from companion.kit.text import text
from companion.kit.view import View
from companion.locale import LANGUAGES, translator
from companion.match.session import Session
from companion.table.desk import Desk
from companion.table.outside import House
from companion.table.seated import Seated

_log = logging.getLogger(__name__)

BOARD: Final = "board.toml"
SEED_BYTES: Final = 32

COLOUR_NAMES: Final = tuple(
    words.id for words in (text("Red"), text("Blue"), text("Green"), text("Yellow"), text("White"), text("Violet"))
)
"""In the order of `companion.kit.seats.COLOURS`."""


DAMAGED_GAMES: Final = View(
    text("Saved games"), lines=(text("Some are damaged."), text("They are kept;"), text("check yours."))
)
LOST_GAME: Final = View(text("The last game"), lines=(text("cannot be read."), text("It is kept.")))
LOST_RULES: Final = View(text("Rules of play"), lines=(text("Those chosen last"), text("are not known here.")))


def find_rules(name: str | None) -> Rules[Any]:
    """The rules of a game; `None`: of the box's first one. Raises UnknownGame."""
    if name is None:
        return GAMES[0]
    for game in GAMES:
        if game.name == name:
            return game
    known = ", ".join(game.name for game in GAMES)
    raise UnknownGame(f"unknown game {name!r}: this companion plays {known}")


def new_seed() -> str:
    """A secret for the dice and shuffles of one game."""
    return os.urandom(SEED_BYTES).hex()


def choices(config: Config, rules: Rules[Any], folder: Path) -> dict[str, object]:
    """What the owner has settled. Raises BadConfig.

    The board's file is written on the first start, for the owner to correct; the box can do without.
    """
    path = folder / BOARD
    if not is_there(path):
        keep_board(folder, rules.board_file)
    return settled(config, rules, path)


def settled(config: Config, rules: Rules[Any], path: Path) -> dict[str, object]:
    """Rulebook and options from the settings, the board from its file, else as shipped. Raises BadConfig."""
    board = read_toml(path) if is_there(path) else {}
    try:
        rules.track(board)
    except ValueError as error:
        raise BadConfig(f"{path}: {error}.") from None
    chosen = {**board, "rulebook": config.game.rulebook, "options": dict(config.game.options)}
    try:
        rules.check(chosen)
    except ValueError as error:
        raise BadConfig(f"game: {error}.") from None
    return chosen


def keep_board(folder: Path, file: str) -> bool:
    """Put the board's file in its place, whole or not at all; whether the disk has taken it. Raises BadConfig."""
    return keep(folder / BOARD, file)


def keep(path: Path, file: str) -> bool:
    """Put a file of the owner's in its place, as above. It belongs to whom its folder belongs."""
    folder, new = path.parent, path.with_name(f"{path.name}.new")
    try:
        make_folder(folder)
        with open(new, "w", encoding="utf-8", opener=private) as written:
            written.write(file)
            written.flush()
            os.fsync(written.fileno())
            if os.geteuid() == 0:  # else the box, which is another user, could not replace it
                owner = folder.stat()
                os.fchown(written.fileno(), owner.st_uid, owner.st_gid)
        move(new, path)
    except OSError as error:
        if not is_of_the_disk(error):
            raise BadConfig(f"{folder}: expected a folder to keep games in; {error.strerror}.") from None
        _log.warning("%s: not kept: %s", path, error)
        with suppress(OSError):
            new.unlink()
        return False
    return True


def house(config: Config, settled: Mapping[str, object], chosen: str | None, *, is_twin: bool) -> House:
    """How the owner has set up the box; `chosen` is the language last chosen at the table."""
    first = LANGUAGES.index(chosen if chosen in LANGUAGES else config.language)
    languages = (*LANGUAGES[first:], *LANGUAGES[:first])
    translate = translator(languages[0])
    names = (*config.game.names, *map(translate, COLOUR_NAMES[len(config.game.names) :]))
    cards = config.game.cards or ("box" if is_twin else "table")
    keys = config.keys
    return House(languages, names, Duties(cards, config.game.die), settled, keys.hold_s, keys.undo_s, keys.menu_s)


def desk(
    rules: Rules[Any], house: House, journal: Journal, seeds: Callable[[], str] = new_seed, t: float = 0.0
) -> Desk[Any]:
    """The table at time `t`, with the rules agreed on and the game in progress, if the journal holds any."""
    house, warning = _as_agreed(rules, house, journal)
    running, fault = _in_progress(rules, journal)
    table = Desk(rules, house, journal, seeds, running)
    table.open(t)
    damage = DAMAGED_GAMES if journal.set_aside is not None else None
    for screen in dict.fromkeys(filter(None, (warning, damage, fault))):
        table.tell(screen, t)
    return table


def _as_agreed(rules: Rules[Any], house: House, journal: Journal) -> tuple[House, View | None]:
    """The house with what has been agreed on at the table; or as the owner set it up, and why."""
    try:
        choices = {**house.choices, **journal.rules(rules.name)}
        rules.check(choices)
    except ValueError as error:
        _log.warning("the rules chosen at the table are passed over, those of the settings count: %s", error)
        return house, LOST_RULES
    return replace(house, choices=choices), None


def _in_progress(rules: Rules[Any], journal: Journal) -> tuple[Seated[Any] | None, View | None]:
    """The game to go on with, as far as it can be read, and what is wrong with it."""
    try:
        saved = journal.running()
        if saved is None or saved.name != rules.name:
            return None, None
        return _as_far_as_it_goes(saved, journal)
    except Damaged as why:
        journal.close()
        _log.warning("%s; it is kept in the journal, and a new one can begin", why)
        return None, LOST_GAME


def _as_far_as_it_goes(saved: Saved, journal: Journal) -> tuple[Seated[Any], View | None]:
    """The game up to the first entry that makes no sense. Raises UnknownGame, Damaged."""
    try:
        return resume(saved), None
    except Damaged as error:
        if error.good is None:
            raise
        journal.cut(error.good, error)
        return resume(replace(saved, entries=saved.entries[: error.good])), DAMAGED_GAMES


def resume(saved: Saved) -> Seated[Any]:
    """A game from the journal at its last entry. Raises UnknownGame, Damaged."""
    rules = find_rules(saved.name)
    try:
        session: Session[Any] = Session(rules, saved.seed, rules.read_header(saved.header))
    except ValueError as error:
        raise Damaged(f"game {saved.id} cannot be read: {error}") from None
    for good, row in enumerate(saved.entries):
        try:
            session = session.apply(decode(row, rules.events))
        except (ValueError, LookupError, Impossible, AssertionError) as error:
            raise Damaged(f"game {saved.id} cannot be read: entry {good + 1}: {error}", good) from None
    return Seated(session, saved.pairs)


def record_of(saved: Saved, *, secrets: bool = False, undone: bool = False) -> str:
    """The record of a game from the journal; see `record.write`. Raises UnknownGame, Damaged."""
    from companion.match import record

    rules = find_rules(saved.name)
    resume(saved)
    entries = [decode(row, rules.events) for row in saved.entries]
    return record.write(rules, rules.read_header(saved.header), entries, secrets=secrets, undone=undone)
