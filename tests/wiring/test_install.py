import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from wiring.diagram import FOLDER

SCRIPT = FOLDER / "install.sh"


def run(*words: str, path: str = os.environ["PATH"]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, check=False, env={"PATH": path})


@pytest.mark.parametrize("shell", ["sh", "bash"])
def test_the_shell_can_read_it(shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    assert run(shell, "-n", str(SCRIPT)).returncode == 0


def test_shellcheck_has_nothing_to_say() -> None:
    if shutil.which("shellcheck") is None:
        pytest.skip("shellcheck is not installed")
    assert run("shellcheck", str(SCRIPT)).stdout == ""


def test_it_does_nothing_without_root(tmp_path: Path) -> None:
    (tmp_path / "id").write_text("#!/bin/sh\necho 1000\n")
    (tmp_path / "id").chmod(0o755)
    # No other program is on this path: whatever it did next would be told on stderr.
    told = run("/bin/sh", str(SCRIPT), path=str(tmp_path))
    assert told.returncode == 1
    assert told.stdout == ""
    assert told.stderr == "install.sh: this needs root; run: sudo sh wiring/install.sh\n"


def test_the_settings_it_writes_are_the_readme_s_example() -> None:
    readme = FOLDER / "README.md"
    (command,) = re.findall(r"sed -n '(.*)'", SCRIPT.read_text("utf-8"))
    (example,) = re.findall(r"^```toml\n(.*?)^```$", readme.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert run("sed", "-n", command, str(readme)).stdout == example
