from __future__ import annotations

import subprocess
import sys

from companion.__main__ import WINDOWS

ON_WINDOWS = """
import signal, sys
sys.platform = "win32"
sys.modules |= dict.fromkeys(("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"))
for name in ("SIGALRM", "SIGHUP", "SIGUSR1", "SIGUSR2"):
    delattr(signal, name)
from companion.__main__ import run
sys.exit(run())
"""
"""What the command's script does, in a Python that lacks what Windows has not."""


def test_on_windows_one_sentence_says_wsl() -> None:
    told = subprocess.run([sys.executable, "-c", ON_WINDOWS], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stdout, told.stderr) == (2, "", f"{WINDOWS}\n")
    assert "WSL" in WINDOWS
