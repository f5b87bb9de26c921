"""A backup from the owner's page: whatever comes and whenever the power goes, a box with all of its games starts."""

from __future__ import annotations

import zipfile
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.daemon import backup, library, life, restoring, start
from companion.daemon.backup import make
from companion.daemon.library import Library
from companion.daemon.live import Live
from companion.daemon.restoring import AGAIN, AGREED, COMING, agree, examine, put_back, take
from companion.journal.journal import Journal
from companion.kit.errors import NotABackup, Unusable, WrongUse
from companion.kit.text import Text
from companion.match.history import Entry
from companion.table.ports import PutBack, Request, ShutDown
from tests import disk
from tests.companion.daemon.stepped_box import config
from tests.companion.journal.saved_games import ENTRIES, begin, read

from .test_backup import BOARD, names, settings_of, spoil

PIECE = 4096


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A backup of a box with two games and a board."""
    box = tmp_path / "old"
    journal = Journal(box)
    begin(journal, *ENTRIES)
    begin(journal, ENTRIES[0])
    journal.shut()
    (box / BOARD).write_text("# the board\n", encoding="utf-8")
    made = tmp_path / "box.zip"
    make(made, box, None)
    return made


@pytest.fixture
def new(tmp_path: Path) -> Path:
    """The folder of a box with one game."""
    folder = tmp_path / "new"
    journal = Journal(folder)
    begin(journal, ENTRIES[3])
    journal.shut()
    return folder


def bring(folder: Path, file: Path) -> None:
    whole = file.read_bytes()
    for at in range(0, len(whole), PIECE):
        take(folder, at, whole[at : at + PIECE])


def kept(folder: Path) -> list[list[Entry]]:
    """The entries of each game."""
    journal = Journal(folder)
    found = [list(read(journal.load(number))) for number in journal.numbers()]
    journal.shut()
    return found


OLD, MINE = [[*ENTRIES], [ENTRIES[0]]], [[ENTRIES[3]]]


def test_it_comes_in_pieces_is_agreed_to_and_is_put_back_at_the_next_start(file: Path, new: Path) -> None:
    bring(new, file)
    assert (new / COMING).stat().st_mode & 0o777 == 0o600
    assert examine(new, None).about.games == 2
    assert kept(new) == MINE, "nothing is changed yet"
    assert agree(new) is None
    assert put_back(new, None) == restoring.PUT_BACK
    assert kept(new) == OLD
    assert (new / BOARD).read_text(encoding="utf-8") == "# the board\n"
    assert not {COMING, AGREED, AGAIN} & {*names(new)}
    assert [name for name in names(new) if name.startswith("games-before-")]
    assert put_back(new, None) is None, "it is put back once"


def test_what_nobody_has_agreed_to_is_thrown_away_at_the_next_start(file: Path, new: Path) -> None:
    bring(new, file)
    assert put_back(new, None) is None
    assert COMING not in names(new)
    assert kept(new) == MINE
    assert agree(new) == restoring.NO_BACKUP


def test_a_running_box_keeps_its_games_while_a_backup_comes(file: Path, new: Path) -> None:
    journal = Journal(new)
    bring(new, file)
    assert examine(new, None).about.games == 2
    journal.append(ENTRIES[3])
    assert journal.is_saved
    journal.shut()
    assert kept(new) == [[ENTRIES[3], ENTRIES[3]]]


def test_pieces_come_in_order_and_a_new_backup_begins_anew(file: Path, new: Path) -> None:
    with pytest.raises(WrongUse, match=r"^Expected the piece at byte 0, got the one at 5: begin again\.$"):
        take(new, 5, b"x")
    take(new, 0, b"PK something else")
    with pytest.raises(WrongUse, match="at byte 17, got the one at 5"):
        take(new, 5, b"x")
    bring(new, file)
    assert examine(new, None).about.games == 2


def test_it_never_takes_the_room_of_the_games(file: Path, new: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    take(new, 0, b"PK")
    monkeypatch.setattr(restoring, "MOST", 3)
    with pytest.raises(Unusable, match="and room for it beside the games"):
        take(new, 2, b"xx")
    assert COMING not in names(new)
    monkeypatch.undo()
    monkeypatch.setattr(restoring, "SPARE", 1 << 60)
    with pytest.raises(Unusable, match="and room for it beside the games"):
        take(new, 0, b"PK")
    monkeypatch.undo()
    bring(new, file)
    monkeypatch.setattr(restoring, "SPARE", 1 << 60)
    with pytest.raises(Unusable, match="room for its games"):
        examine(new, None)
    assert COMING not in names(new)


def test_on_a_full_disk_nothing_of_it_stays(new: Path) -> None:
    with disk.full(), pytest.raises(Unusable):
        take(new, 0, b"PK")
    assert kept(new) == MINE


def test_no_file_can_be_made_that_is_refused_in_another_way_or_changes_anything(file: Path, new: Path) -> None:
    """Bytes turned at random, and parts that unpack to something else, or to very much."""
    whole, random = file.read_bytes(), Random(29)
    before = names(new)
    for _ in range(300):
        spoiled = bytearray(whole)
        for _ in range(random.randint(1, 4)):
            spoiled[random.randrange(len(spoiled))] = random.randrange(256)
        (new / COMING).write_bytes(spoiled)
        try:
            assert examine(new, None).about.games == 2, "what was turned means nothing"
        except NotABackup:
            assert names(new) == before
        (new / COMING).unlink(missing_ok=True)
    with zipfile.ZipFile(new / COMING, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(backup.ABOUT, b" " * 50_000_000)
    with pytest.raises(NotABackup):
        examine(new, None)


@pytest.mark.parametrize("file_then", restoring.STEPS)
def test_what_a_power_cut_has_interrupted_is_tried_once_more(
    file: Path, new: Path, file_then: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    named, then = file_then

    class PowerCut(BaseException):
        """The power goes."""

    def cut(*_: object) -> None:
        raise PowerCut

    (new / named).write_bytes(file.read_bytes())
    monkeypatch.setattr(backup, "restore", cut)
    with pytest.raises(PowerCut):
        put_back(new, None)
    assert (new / then).exists()
    assert not (new / named).exists()
    monkeypatch.undo()
    assert put_back(new, None) == (restoring.PUT_BACK if then == AGAIN else None)
    assert kept(new) == (OLD if then == AGAIN else MINE)
    assert not {COMING, AGREED, AGAIN} & {*names(new)}


def test_one_that_cannot_be_put_back_leaves_the_games_and_is_told(
    file: Path, new: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(file, BOARD, b"# other\n")
    (new / AGREED).write_bytes(file.read_bytes())
    assert put_back(new, None) == restoring.NOT_PUT_BACK
    assert "is not what was put in" in capsys.readouterr().err
    assert kept(new) == MINE
    assert not {COMING, AGREED, AGAIN} & {*names(new)}


# --- in words --------------------------------------------------------------------------------------------------------


def brought(folder: Path, settings: Path | None = None) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.json.decode(Library(folder, str, settings).examined("en"))
    return told


def test_the_owner_hears_what_is_in_it_and_what_is_not(file: Path, new: Path) -> None:
    spoil(file, "", None, others=["crows 1.0"], made="1970-01-01T00:00:00+00:00")
    bring(new, file)
    assert brought(new) == {
        "says": "Games in it: 2",
        "made": "",
        "left_out": ["The settings stay as they are here", "To be added anew: crows 1.0"],
    }


def test_settings_that_the_box_may_not_write_stay(tmp_path: Path, new: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here, made = settings_of(new, "odds = true\n"), tmp_path / "box.zip"
    make(made, new, here)
    bring(new, made)
    monkeypatch.setattr("os.access", lambda *_: False)
    assert brought(new, here)["left_out"] == [], "they are the same"
    here.write_text(f'state_folder = "{new}"\n', encoding="utf-8")
    assert brought(new, here)["left_out"] == ["The settings stay as they are here"]
    assert agree(new) is None
    assert put_back(new, here) == restoring.PUT_BACK
    assert "odds" not in here.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("about", "why"),
    [
        ({"tables": 99}, library.NEWER_BACKUP),
        ({"sums": {}}, library.NOT_A_BACKUP),
        ({"games": "x"}, library.NOT_A_BACKUP),
    ],
)
def test_what_is_refused_is_refused_in_a_sentence(file: Path, new: Path, about: dict[str, Any], why: Text) -> None:
    spoil(file, "", None, **about)
    bring(new, file)
    with pytest.raises(WrongUse, match=f"^{why.id}$"):
        brought(new)
    assert COMING not in names(new)


def test_without_room_that_is_said(file: Path, new: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bring(new, file)
    monkeypatch.setattr(restoring, "SPARE", 1 << 60)
    with pytest.raises(Unusable, match=f"^{library.NO_ROOM.id}$"):
        brought(new)


# --- the box ---------------------------------------------------------------------------------------------------------


def lives(monkeypatch: pytest.MonkeyPatch, new: Path, file: Path | None) -> list[Text | None]:
    """The first news of each life that follows: in the first, a backup comes, and the owner agrees."""
    told: list[Text | None] = []
    waiting: list[Request] = [PutBack(), ShutDown()]
    monkeypatch.setattr(start, "is_pi", lambda: False)

    class Short(Live):
        def run(self) -> Request | None:
            self.box.table.menu.request = request = waiting.pop(0)
            if isinstance(request, PutBack) and file is not None:
                bring(new, file)
            return request

    def live(config: Any, journal: Journal, front: Any, said: Text | None = None) -> Request | None:
        told.append(said)
        return real(config, journal, front, said)

    real = life.live
    monkeypatch.setattr(life, "Live", Short)
    monkeypatch.setattr(life, "live", live)
    return told


def test_the_box_comes_back_with_the_games_of_the_backup_and_tells(
    file: Path, new: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = lives(monkeypatch, new, file)
    settings = msgspec.structs.replace(config(), state_folder=str(new))
    monkeypatch.setenv("STATE_DIRECTORY", str(new))
    assert start.play(settings) is None
    assert told == [None, restoring.PUT_BACK]
    assert kept(new) == OLD


def test_without_a_backup_the_box_goes_on_and_says_so(new: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = lives(monkeypatch, new, None)
    assert start.play(msgspec.structs.replace(config(), state_folder=str(new))) is None
    assert told == [None, restoring.NO_BACKUP]
    assert kept(new) == MINE


def test_systemd_starts_the_box_anew_which_then_puts_it_back(
    file: Path, new: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(new / "nobody"))
    monkeypatch.setenv("STATE_DIRECTORY", str(new))
    told = lives(monkeypatch, new, file)
    settings = msgspec.structs.replace(config(), state_folder=str(new))
    with pytest.raises(SystemExit, match=r"^75$"):
        start.play(settings)
    assert kept(new) == MINE
    assert (new / AGREED).exists()
    assert start.play(settings) is None
    assert told == [None, restoring.PUT_BACK]
    assert kept(new) == OLD
