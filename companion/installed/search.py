"""Finds the installed games: each distribution with an entry point in the group `companion.games`.

Laws: each game can be played, or one sentence says why not; the first game with a name has it, and the games of the
box come first; the source of a game is read before any of it runs.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module, invalidate_caches, metadata
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from companion import games
from companion.installed import InstalledGame, source_contract
from companion.kit import KIT
from companion.kit.errors import Unplayable
from companion.kit.manifest import Manifest
from companion.kit.rules import Rules
from companion.kit.seats import COLOURS
from companion.kit.text import plain

GROUP: Final = "companion.games"
NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""The names that a game may have."""
_PLACE: Final = re.compile(r"(\w+)((?:\.\w+)*):(\w+)")
_BOARD: Final = re.compile(r"([a-z0-9-]+\.toml)?")
_VERSION: Final = re.compile(r"(\d{1,4})\.(\d{1,4})")
TITLE: Final = 21
"""The letters of a title: a line of the display."""
_SAID: Final = 100
"""The most letters of a language, a licence or the key of a rulebook."""
_SAME: Final = ("name", "title", "board_name", "seats")
"""What manifest and rules both say, besides the rulebooks."""


def find(folders: Iterable[Path]) -> dict[str, InstalledGame]:
    """Every installed game by its name: those on Python's own path, then those unpacked into these folders."""
    own = [str(path) for folder in folders for path in unpacked(folder)]
    invalidate_caches()
    found: dict[str, InstalledGame] = {}
    for path in (None, *own):
        for name, game in _in(path, own, found):
            _put(found, name, game)
    return found


def _put(found: dict[str, InstalledGame], name: str, game: InstalledGame) -> None:
    """Under its name; if two packages bring one, the game that can be played has the name, else the first."""
    other = found.get(name, game)
    first, second = (game, other) if other.why else (other, game)
    found[name] = first
    if second is not first:
        found[f"{name} of {second.package}"] = second


def unpacked(folder: Path) -> list[Path]:
    """The games that were unpacked into a folder."""
    return sorted(path for path in folder.glob("[!.]*") if path.is_dir())


def look(path: Path, others: dict[str, InstalledGame]) -> dict[str, InstalledGame]:
    """The games that were unpacked into `path`, beside others that are installed already."""
    invalidate_caches()
    return dict(_in(str(path), [str(path)], others))


def _in(path: str | None, own: list[str], found: dict[str, InstalledGame]) -> Iterator[tuple[str, InstalledGame]]:
    """The games in a folder; `None`: on Python's own path, without the folders of games."""
    seen: set[str] = set()
    for each in metadata.distributions(path=[path] if path else [part for part in sys.path if part not in own]):
        entries = entries_of(each)
        if not entries or (name := _said(each, "Name")) in seen:  # hidden by one of the same name before it
            continue
        seen.add(name)
        for entry in entries:
            game = InstalledGame(name, _said(each, "Version"), path or str(each.locate_file("")))
            try:
                yield entry.name, judged(entry, game, path, found)
            except Unplayable as error:
                yield plain(entry.name), replace(game, why=plain(str(error).rstrip(".")))


def _good(found: dict[str, InstalledGame]) -> list[InstalledGame]:
    return [game for game in found.values() if not game.why]


def entries_of(each: metadata.Distribution) -> tuple[metadata.EntryPoint, ...]:
    """Those that name games."""
    try:
        return tuple(each.entry_points.select(group=GROUP))
    except (TypeError, ValueError, OSError):  # something else than entry points stands there
        return ()


def _said(each: metadata.Distribution, what: str) -> str:
    return plain(each.metadata[what]) if what in each.metadata else "?"


def judged(
    entry: metadata.EntryPoint, game: InstalledGame, path: str | None, found: dict[str, InstalledGame]
) -> InstalledGame:
    """The game with what it says of itself; `path`: the folder of its package, `None`: Python's own path.

    Raises Unplayable.
    """
    _check_name(entry.name, found)
    if (place := _PLACE.fullmatch(entry.value)) is None:
        raise Unplayable(f"its entry point: expected module:MANIFEST; came {entry.value}")
    package = _package(place[1], path)
    if any(each.manifest("").package == place[1] and each.folder != game.folder for each in _good(found)):
        raise Unplayable(f"its package {place[1]} has the name of another one")
    _check_kit(_kit_in(package, place[2]))
    source_contract.check(package)
    folder = str(package.parent)
    manifest = _loaded(place[1], folder, entry.value)
    if manifest.name != entry.name:
        raise Unplayable(f"its name: the manifest says {manifest.name!r}, its entry point says {entry.name!r}")
    return _shaped(replace(game, folder=folder), manifest, found)


def _check_name(name: str, found: dict[str, InstalledGame]) -> None:
    """Raises Unplayable."""
    if NAME.fullmatch(name) is None:
        raise Unplayable("its name: expected small letters, digits and hyphens")
    if any(each.name == name and not each.folder for each in games.LIST):
        raise Unplayable("its name is taken by a game of the box")
    if (other := found.get(name)) is not None and not other.why:
        raise Unplayable(f"its name is taken by the package {other.package}")


def _package(top: str, path: str | None) -> Path:
    """The package, or the module that stands alone. Raises Unplayable."""
    spec = PathFinder.find_spec(top, [path] if path else None)
    elsewhere = PathFinder.find_spec(top) if path else None
    if spec is None or spec.origin is None:
        raise Unplayable(f"its package {top} is not there")
    if top in sys.stdlib_module_names or (elsewhere is not None and elsewhere.origin not in (None, spec.origin)):
        raise Unplayable(f"its package {top} has the name of another one")
    origin = Path(spec.origin)
    return origin.parent if origin.stem == "__init__" else origin


def _kit_in(package: Path, within: str) -> str | None:
    """The version of the kit that its manifest names, read without loading it. Raises Unplayable."""
    module = package.joinpath(*within.split(".")[1:])
    file = next((file for file in (module / "__init__.py", module.with_suffix(".py"), module) if file.is_file()), None)
    if file is None:
        raise Unplayable("the module of its entry point is not there")
    for node in ast.walk(source_contract.parse(file, package)):
        match node:
            case ast.Call(func=ast.Name(id="Manifest") | ast.Attribute(attr="Manifest"), args=args, keywords=keywords):
                named = [each.value for each in keywords if each.arg == "kit"]
                match (*named, *args[Manifest._fields.index("kit") :]):
                    case (ast.Constant(value=str(kit)), *_):
                        return kit
                    case _:
                        return None
            case _:
                pass
    return None


def _check_kit(needed: str | None) -> None:
    """Raises Unplayable if this kit does not fit; `None`: that is not known yet."""
    if needed is None:
        return
    if (wanted := _VERSION.fullmatch(needed)) is None:
        raise Unplayable(f"its kit: expected a version such as {KIT}; came {needed}")
    major, minor = map(int, KIT.split("."))
    if int(wanted[1]) < major:
        raise Unplayable(f"it was written for the kit {needed}; this companion has {KIT}: ask for a newer game")
    if (int(wanted[1]), int(wanted[2])) > (major, minor):
        raise Unplayable(f"it needs the kit {needed}; this companion has {KIT}: update the companion")


def _loaded(top: str, folder: str, value: str) -> Manifest:
    """Its manifest, after its rules have been loaded once and say the same. Raises Unplayable."""
    module, _, name = value.partition(":")
    with _importable(top, folder):
        try:
            manifest = _manifest(getattr(import_module(module), name), top)
            _check_rules(manifest.load(), manifest)
        except Unplayable:
            raise
        except (Exception, SystemExit) as error:
            raise Unplayable(f"it does not load: {type(error).__name__}: {error}") from None
    return manifest


def _manifest(value: object, top: str) -> Manifest:
    """Raises Unplayable."""
    if not isinstance(value, Manifest):
        raise Unplayable(f"its entry point: expected a Manifest; came {type(value).__name__}")
    if value.package != top:
        raise Unplayable(f"its rules: expected a place in the package {top}; came {value.place}")
    return value


def _check_rules(rules: Rules[Any], manifest: Manifest) -> None:
    """Raises Unplayable."""
    if Rules not in type(rules).__mro__:
        raise Unplayable(f"its rules: expected an object that inherits Rules; came {type(rules).__name__}")
    said = [(field, getattr(manifest, field), getattr(rules, field)) for field in _SAME]
    for field, one, other in (*said, ("rulebooks", manifest.rulebooks, tuple(rules.rulebooks))):
        if one != other:
            raise Unplayable(f"its {field}: the manifest says {one!r}, the rules say {other!r}")


@contextmanager
def _importable(top: str, folder: str) -> Iterator[None]:
    """Within it Python finds the package there; afterwards it is as if nobody had looked."""
    before, path = {*sys.modules}, [*sys.path]
    sys.path.append(folder)
    try:
        yield
    finally:
        sys.path[:] = path
        for name in [name for name in sys.modules if name not in before and f"{name}.".startswith(f"{top}.")]:
            del sys.modules[name]


def _shaped(game: InstalledGame, manifest: Manifest, found: dict[str, InstalledGame]) -> InstalledGame:
    """The game with its manifest. Raises Unplayable if a value is none that the box can use."""
    raw = manifest._asdict() | {"package": game.package, "version": game.version, "folder": game.folder}
    try:
        whole = msgspec.convert(raw | {"seats": [*manifest.seats]}, InstalledGame)
    except (msgspec.ValidationError, TypeError) as error:
        raise Unplayable(f"its manifest: {error}") from None
    _check_kit(whole.kit)
    others: list[Manifest | InstalledGame] = [*(each for each in games.LIST if not each.folder), *_good(found)]
    boards = {each.board_name for each in others}
    if not whole.title.isprintable() or not 1 <= len(whole.title) <= TITLE:
        raise Unplayable(f"its title: expected 1 to {TITLE} letters in one line; came {whole.title!r}")
    if whole.title.casefold() in {each.title.casefold() for each in others}:
        raise Unplayable(f"its title {whole.title} is taken by another game")
    for each in (whole.place, whole.licence, *whole.languages, *whole.rulebooks):
        if not each.isprintable() or len(each) > _SAID:
            raise Unplayable(f"its manifest: expected up to {_SAID} letters in one line; came {each!r}")
    if not whole.seats or manifest.seats.step != 1 or not 1 <= whole.seats[0] <= whole.seats[-1] <= len(COLOURS):
        raise Unplayable(f"its seats: expected a range within 1 to 6; came {manifest.seats}")
    if _BOARD.fullmatch(whole.board_name) is None or (whole.board_name and whole.board_name in boards):
        raise Unplayable(f"its board: expected a file name .toml of its own; came {whole.board_name!r}")
    return whole
