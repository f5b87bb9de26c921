"""Every bit of every small file: a cut or flipped file is set aside and reported, and its whole parts are used."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import companion
from companion import toml_file
from companion.club import marks
from companion.club.marks import MARKS, Marks
from companion.club.story import Place
from companion.daemon import locks, own_wifi, owner, reports, switch, wired
from companion.daemon.assembly import DAMAGED_FILES
from companion.daemon.locks import LOCKS
from companion.daemon.own_wifi import WISH, WifiWish
from companion.daemon.reports import REPORTS
from companion.daemon.small_files import FileContent, SmallFile, asides, keep, put_right, sealed
from companion.daemon.switch import PAGES, Switch
from companion.daemon.wired import WIRED, Wired, WiredDisplay, WiredLights
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.installed import FOUND
from companion.kit.text import text
from companion.kit.view import View
from companion.table.ports import WifiNetwork
from companion.table.screens.board_check import CHANGED_BOARD, DAMAGED_BOARD
from companion.workshop.doctor import box
from companion.workshop.doctor.facts import Facts
from companion.workshop.doctor.machine import Machine
from hardware.pins import read_pins
from tests import disk
from tests.companion.daemon.stepped_box import SteppedBox
from tests.companion.match.test_report import REPORT

HOME = Path(companion.__path__[0])
BOARD = owner.board(GALOPP_ROYAL)
SHIPPED = toml_file.parse(GALOPP_ROYAL.board_file)

Sample = tuple[str, Any]
"""A file's name, and what the box keeps in it."""

SAMPLES: Mapping[SmallFile[Any], Sample] = {
    PAGES: (switch.FILE, Switch(is_on=True, interface="wlan0", is_news=True)),
    WISH: (own_wifi.FILE, WifiWish(WifiNetwork("companion-abcd", "abcde-fghjk"), WifiNetwork("Zoë", "12345678"), 3)),
    LOCKS: (locks.FILE, {0: bytes(range(32)), 4: bytes(range(32, 64))}),
    WIRED: (
        wired.FILE,
        Wired(read_pins(), WiredDisplay("sh1106", 0x3D, 2), WiredLights("/dev/serial/by-id/usb-Zoë", 50, "grb")),
    ),
    REPORTS: (f"{reports.FOLDER}/1-20261124-300.json", REPORT),
    MARKS: (marks.FILE, Marks(Place(3, 17), (1, 2))),
    BOARD: (GALOPP_ROYAL.board_name, {**SHIPPED, "confirmed": True}),
}


def kept(kind: SmallFile[Any], folder: Path) -> Path:
    """A sample as the box writes it."""
    name, value = SAMPLES[kind]
    path = folder / name
    if kind is BOARD:
        assert keep(path, GALOPP_ROYAL.board_file.replace("confirmed = false", "confirmed = true"))
    else:
        assert kind.keep(path, value)
    return path


each_kind = pytest.mark.parametrize("kind", SAMPLES, ids=lambda kind: kind.name)


def torn(content: bytes, every: int) -> Iterator[bytes]:
    """Each bit of such bytes flipped, the file cut before each of them."""
    for at in range(0, len(content), every):
        yield from (content[:at] + bytes([content[at] ^ 1 << bit]) + content[at + 1 :] for bit in range(8))
        yield content[:at]


def test_there_is_no_kind_without_a_sample() -> None:
    """So a new kind of file must obey the laws that are tested here, and the doctor must know it.

    That of the installed games does not lie beside the games, and `companion game list` makes it anew.
    """
    found: set[str] = {BOARD.name}
    for path in HOME.rglob("*.py"):
        if "SmallFile" in path.read_text("utf-8"):
            module = importlib.import_module(".".join(path.relative_to(HOME.parent).with_suffix("").parts))
            found |= {each.name for each in vars(module).values() if isinstance(each, SmallFile)}
    found.remove(FOUND.name)
    assert found == {kind.name for kind in SAMPLES}
    assert {kind.name for kind in box.kinds()} == found


@each_kind
def test_what_is_kept_is_read(kind: SmallFile[Any], tmp_path: Path) -> None:
    found = kind.look(kept(kind, tmp_path))
    assert found is not None
    assert (found.value, found.damage, found.is_changed) == (SAMPLES[kind][1], "", False)


@pytest.mark.untraced
@pytest.mark.parametrize("every", [7, pytest.param(1, marks=[pytest.mark.slow, pytest.mark.in_box_time])])
@each_kind
def test_every_bit_and_every_cut_is_found_and_no_part_of_it_is_believed(
    kind: SmallFile[Any], every: int, tmp_path: Path
) -> None:
    """Used parts are as written; the others are missing and reported. A board's numbers may be the owner's."""
    path = kept(kind, tmp_path)
    content, written = path.read_bytes(), SAMPLES[kind][1]
    whole = kind.understand(content, path.suffix).parts
    count = said = 0
    for bad in torn(content, every):
        found = kind.understand(bad, path.suffix)
        count, said = count + 1, said + bool(found.damage or found.is_changed)
        if found.damage or found.is_changed:
            believed = {name: whole.get(name) for name in found.parts}
            assert found.parts == believed or kind is BOARD, bad
        else:
            assert found.value == written, bad
    assert count == 9 * len(range(0, len(content), every))
    print(f"{kind.name}: {count} cases, {said} said, in {count - said} all is read as it was written")


@each_kind
def test_what_is_damaged_is_kept_and_what_is_whole_is_written_anew(kind: SmallFile[Any], tmp_path: Path) -> None:
    path = kept(kind, tmp_path)
    content = path.read_bytes()
    for at in range(0, len(content), max(len(content) // 12, 1)):
        bad = content[:at] + bytes([content[at] ^ 0x80]) + content[at + 1 :]
        path.write_bytes(bad)
        assert kind.look(path) == kind.understand(bad, path.suffix)
        assert path.read_bytes() == bad, "who only looks changes nothing"
        found = kind.mend(path)
        assert found is not None
        if not found.damage:  # in a comment
            continue
        (aside,) = asides(tmp_path)
        assert (tmp_path / aside).read_bytes() == bad
        again = kind.mend(path)
        assert (again.value if again is not None else None) == _as_kept(kind, found)
        assert asides(tmp_path) == [aside], "once"
        (tmp_path / aside).unlink()


def _as_kept(kind: SmallFile[Any], found: FileContent[Any]) -> object:
    """A board that was damaged is not confirmed, and as shipped for the rest."""
    if kind is BOARD and found.parts:
        return toml_file.parse(GALOPP_ROYAL.board_with(found.parts))
    return found.value


@each_kind
def test_the_doctor_names_it(kind: SmallFile[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    path = kept(kind, tmp_path)
    assert box.small_files(Facts(Machine())) is None
    path.write_bytes(path.read_bytes()[:-9])
    found = box.small_files(Facts(Machine()))
    assert found is not None
    assert found.said.startswith(f"Damaged: {path} (")
    assert found.mend
    kind.mend(path)
    found = box.small_files(Facts(Machine()))
    assert found is not None
    assert found.said == f"Damaged once, and kept; delete what nobody needs: {tmp_path / asides(tmp_path)[0]}."


@each_kind
def test_on_a_full_disk_what_is_whole_is_used_and_all_stays(kind: SmallFile[Any], tmp_path: Path) -> None:
    path = kept(kind, tmp_path)
    bad = path.read_bytes()[:-9]
    path.write_bytes(bad)
    with disk.full():
        assert kind.mend(path) == kind.look(path)
    assert path.read_bytes() == bad
    assert asides(tmp_path) == []


@each_kind
@given(content=st.binary(max_size=200))
def test_no_bytes_are_an_error(kind: SmallFile[Any], content: bytes) -> None:
    kind.understand(content, Path(SAMPLES[kind][0]).suffix)


@each_kind
def test_a_file_of_an_older_companion_has_no_sums_and_counts(kind: SmallFile[Any], tmp_path: Path) -> None:
    path = kept(kind, tmp_path)
    path.write_bytes(path.read_bytes().partition(b"\n")[2])
    found = kind.look(path)
    assert found is not None
    assert (found.value, found.damage, found.is_changed) == (SAMPLES[kind][1], "", False)


def test_a_part_that_is_damaged_costs_no_other(tmp_path: Path) -> None:
    path = kept(WIRED, tmp_path)
    written = SAMPLES[WIRED][1]
    path.write_text(path.read_text(encoding="utf-8").replace("table = 4", "table = 5"), encoding="utf-8")
    assert wired.read(tmp_path) == Wired(None, written.display, written.lights)
    path.write_text(path.read_text(encoding="utf-8").replace("[lights]\n", "[lights\n"), encoding="utf-8")
    assert wired.read(tmp_path) == Wired(None, written.display, None), "nor does one that is no TOML any more"
    path = kept(LOCKS, tmp_path)
    path.write_bytes(path.read_bytes().replace(b'"4":"I', b'"4":"J'))
    assert locks.read_locks(tmp_path) == {0: bytes(range(32))}


def test_a_shape_of_another_day_is_no_damage() -> None:
    """A later companion may have written more, or something else."""
    found = PAGES.understand(sealed('{"is_on": "wlan0", "speed": 3}', ".json"), ".json")
    assert (found.value, found.damage) == (None, "")


def test_marks_that_are_lost_tell_all_again(tmp_path: Path) -> None:
    path = kept(MARKS, tmp_path)
    path.write_bytes(path.read_bytes().replace(b'"entry":17', b'"entry":16'))
    assert marks.read(tmp_path) == Marks(Place(1), (1, 2))


@pytest.mark.parametrize("edit", [lambda text: f"\N{BOM}{text}", lambda text: text.replace("\n", "\r\n")])
def test_an_editor_s_marks_are_no_change(edit: Callable[[str], str], tmp_path: Path) -> None:
    path = kept(BOARD, tmp_path)
    path.write_bytes(edit(path.read_text(encoding="utf-8")).encode())
    found = BOARD.look(path)
    assert found is not None
    assert (found.damage, found.is_changed) == ("", False)


def test_a_board_that_its_owner_has_changed_counts(tmp_path: Path) -> None:
    path = kept(BOARD, tmp_path)
    path.write_text(path.read_text(encoding="utf-8").replace("start = 5", "start = 6"), encoding="utf-8")
    found = BOARD.mend(path)
    assert found is not None
    assert (found.damage, found.is_changed) == ("", True)
    assert msgspec.convert(found.parts["board"], dict[str, object])["start"] == 6
    assert asides(tmp_path) == []


def test_a_board_with_what_belongs_in_the_settings_is_damaged(tmp_path: Path) -> None:
    path = kept(BOARD, tmp_path)
    path.write_text("options = {open_cash = false}\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    found = BOARD.look(path)
    assert found is not None
    assert found.damage == "options: expected in the settings; this file is for the board"
    assert sorted(found.parts) == ["board", "confirmed", "deck"]


WRITERS = {
    "daemon/backup.py": "a copy of the games, in a folder of its own that is then packed",
    "daemon/restoring.py": "a backup that comes; whether it is whole, its own sums say",
    "daemon/small_files.py": "all small files",
    "club/marks.py": "sealed, but never forced onto the disk",
    "daemon/on_trial.py": "in memory: what works now",
    "daemon/stick_backup.py": "the same, from a stick",
    "daemon/systemd.py": "in memory, for the next start and the screen of a box that cannot start",
    "daemon/update.py": "which repository apt asks, made anew with each wish",
    "daemon/whereabouts.py": "where the pages are now; on a Pi in memory; no part of it counts",
    "daemon/wifi.py": "a profile of NetworkManager, and an answer in memory; both are made anew with each wish",
    "files.py": "results, where somebody wants them",
    "installed/wheel.py": "a game, into a folder that is renamed when it is whole",
    "journal/file.py": "the lock, which is empty",
    "locale/compile.py": "when the package is built",
    "testing/mutants.py": "broken copies of an author's game, in a folder of their own",
    "testing/new_game.py": "a new game, in a folder that did not exist",
}
"""The modules that write files, and which files."""


def test_nobody_else_writes_files_beside_the_games() -> None:
    """So no file escapes the laws that are tested here."""
    writes = re.compile(r"\.write_(text|bytes)\(|open\([^)\n]*[\"'](w|x|a)b?[\"']|O_CREAT")
    found = {str(path.relative_to(HOME)) for path in HOME.rglob("*.py") if writes.search(path.read_text("utf-8"))}
    assert {name for name in found if not name.startswith("study/")} == {*WRITERS}


# --- whole starts ----------------------------------------------------------------------------------------------------

READ_AT_START = (PAGES, LOCKS, WIRED, BOARD)


def ruined(content: bytes, how: str) -> bytes:
    """A bit flipped so that it is no text, the end cut off, nothing left, or garbage."""
    at = len(content) * 2 // 3
    return {
        "flipped": content[:at] + bytes([content[at] ^ 0x80]) + content[at + 1 :],
        "cut": content[: len(content) // 2],
        "empty": b"",
        "garbage": b"\xff\0[" * 300,
    }[how]


@pytest.mark.parametrize("how", ["flipped", "cut", "empty", "garbage"])
@pytest.mark.parametrize("kind", READ_AT_START, ids=lambda kind: kind.name)
def test_the_box_starts_and_says_so_once(kind: SmallFile[Any], how: str, tmp_path: Path) -> None:
    path = kept(kind, tmp_path)
    path.write_bytes(bad := ruined(path.read_bytes(), how))
    put_right(tmp_path, *READ_AT_START)
    (aside,) = asides(tmp_path)
    assert (tmp_path / aside).read_bytes() == bad
    box = SteppedBox(tmp_path)
    assert seen(box).title == (DAMAGED_BOARD.title if kind is BOARD else DAMAGED_FILES.title)
    if kind is BOARD:
        box.tap("green1", "green1")
        box.hold("green1")
    box.pull_the_plug()
    again = SteppedBox(tmp_path)
    assert seen(again).title == text("Who plays?")
    again.pull_the_plug()


def test_a_board_that_is_damaged_is_asked_about_until_somebody_answers(tmp_path: Path) -> None:
    path = kept(BOARD, tmp_path)
    path.write_bytes(path.read_bytes()[:-30])
    put_right(tmp_path, *READ_AT_START)
    for _ in range(2):
        box = SteppedBox(tmp_path)
        assert seen(box).title == DAMAGED_BOARD.title
        box.pull_the_plug()


def test_a_board_that_was_changed_is_asked_about_once_and_again_when_it_changes_again(tmp_path: Path) -> None:
    path = kept(BOARD, tmp_path)
    for before, after in (("start = 5", "start = 6"), ("start = 6", "start = 7")):
        path.write_text(path.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
        put_right(tmp_path, *READ_AT_START)
        box = SteppedBox(tmp_path)
        assert seen(box).title == CHANGED_BOARD.title
        box.tap("green1")
        box.hold("green1")
        assert seen(box).title == text("Who plays?")
        box.pull_the_plug()
        again = SteppedBox(tmp_path)
        assert seen(again).title == text("Who plays?")
        again.pull_the_plug()
        assert after in path.read_text(encoding="utf-8"), "its owner's word counts"


def seen(box: SteppedBox) -> View:
    """What stands on the display."""
    return box.box.box.table.view(box.box.now)
