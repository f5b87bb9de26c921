"""The twin where only macOS's calls, files and modules are: started, played over its page's wire, ended.

No macOS runs here: this Python lacks what only Linux has (`macos/sitecustomize.py`), and so do all that it starts.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from companion.journal.journal import Journal
from tests.companion.daemon.test_process import Daemon, entries, thinking, within

pytestmark = pytest.mark.slow

MACOS = Path(__file__).parent / "macos"
POOR = """
import select, socket, sys
assert sys.platform == "darwin" and not hasattr(select, "epoll") and not hasattr(socket, "SO_BINDTODEVICE")
for wrong in ("open('/proc/self/stat')", "__import__('lgpio')"):
    try:
        eval(wrong)
    except (FileNotFoundError, ModuleNotFoundError):
        continue
    raise SystemExit(wrong)
"""


@pytest.fixture
def daemon(tmp_path: Path) -> Daemon:
    return Daemon(tmp_path, PYTHONPATH=str(MACOS))


def test_this_python_lacks_what_only_linux_has() -> None:
    subprocess.run([sys.executable, "-c", POOR], check=True, env={**os.environ, "PYTHONPATH": str(MACOS)})


def test_the_page_comes_a_person_and_a_strong_bot_play_and_it_ends_in_order(daemon: Daemon, tmp_path: Path) -> None:
    with urlopen(f"http://127.0.0.1:{daemon.port}/", timeout=5) as page:
        assert page.status == 200
    daemon.settled()
    daemon.press("green1", 0.15)
    for key in ("red2", "red2", "red3"):
        daemon.press(key, 0.9)
    daemon.press("green1", 0.9)
    daemon.settled()
    before = entries(tmp_path)
    daemon.press("red1", 0.9)  # passes
    within(30.0, lambda: len(entries(tmp_path)) > len(before) + 1)
    assert thinking(daemon) is not None, "the strong one thinks"
    journal = Journal(tmp_path / "state", read_only=True)
    saved = journal.running()
    journal.shut()
    assert saved is not None
    assert saved.bots == {2: "strong", 3: "simple"}
    assert daemon.stop() == (0, "")


def test_phones_are_switched_on_where_no_network_can_be_chosen_and_the_twin_plays_on(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir(mode=0o700)
    (tmp_path / "state/pages.json").write_text('{"is_on":true}')
    daemon = Daemon(tmp_path, PYTHONPATH=str(MACOS))
    for pair in (1, 2, 3):
        daemon.press(f"green{pair}", 0.08)
    daemon.press("green1", 0.75)
    within(10, lambda: entries(tmp_path) != ())
    assert daemon.stop()[0] == 0
