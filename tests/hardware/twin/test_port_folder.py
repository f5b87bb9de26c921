import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from hardware.twin.controller import Controller
from hardware.twin.port_folder import PortFolder

NAME = "usb-controller-if00"
HOLDER = """
import sys
from hardware.twin.controller import Controller
controller = Controller(3)
print(controller.folder, flush=True)
sys.stdin.read()
controller.close()
"""


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """In place of `/tmp`, here and in processes started here."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return tmp_path


def left_behind(temporary: Path) -> Path:
    """A folder as a killed process leaves it: its link leads nowhere, and nobody has it locked."""
    folder = temporary / "simulated-port-abc"
    folder.mkdir()
    (folder / NAME).symlink_to("/dev/pts/9999")
    return folder


def test_closed_it_leaves_nothing(temporary: Path) -> None:
    folder = PortFolder(NAME)
    folder.link.symlink_to("/dev/null")
    assert folder.link.parent == folder.path
    folder.close()
    folder.close()
    assert list(temporary.iterdir()) == []


def test_what_was_left_behind_goes_with_the_next_start(temporary: Path) -> None:
    old = left_behind(temporary)
    new = PortFolder(NAME)
    assert list(temporary.iterdir()) == [new.path]
    assert not old.exists()
    new.close()


def test_what_somebody_uses_stays(temporary: Path) -> None:
    one = PortFolder(NAME)
    one.link.symlink_to("/dev/null")
    other = PortFolder(NAME)
    assert one.link.is_symlink()
    assert set(temporary.iterdir()) == {one.path, other.path}
    one.close()
    other.close()


def test_nobody_s_files_are_touched(temporary: Path) -> None:
    full, foreign, file = left_behind(temporary), temporary / "controller-abc", temporary / "simulated-port-file"
    (full / "letter").write_text("dear")
    foreign.mkdir()
    file.touch()
    PortFolder(NAME).close()
    assert (full / "letter").read_text() == "dear"
    assert {*temporary.iterdir()} == {full, foreign, file}


def test_a_link_to_a_folder_is_not_followed(temporary: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (temporary / "simulated-port-link").symlink_to(elsewhere)
    PortFolder(NAME).close()
    assert elsewhere.exists()


@pytest.mark.slow
@pytest.mark.parametrize("is_killed", [True, False])
def test_a_process_that_is_killed_leaves_a_folder_until_the_next_one_starts(temporary: Path, is_killed: bool) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        folder = Path(holder.stdout.readline().strip())
        assert folder.parent == temporary
        Controller(3).close()
        assert folder.exists(), "it is at work"
        if is_killed:
            holder.send_signal(signal.SIGKILL)
            holder.wait()
        else:
            holder.communicate("")
    assert folder.exists() == is_killed
    Controller(3).close()
    assert list(temporary.iterdir()) == []
