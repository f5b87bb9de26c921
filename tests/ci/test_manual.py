"""The manual page and the completion of shells know every command, and cannot know another."""

from __future__ import annotations

import gzip
import shutil
import subprocess
from pathlib import Path

import manual
import pytest

from companion.cli import command_line
from tests.companion.cli.told import options

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def parts() -> dict[str, bytes]:
    return manual.parts()


def page(parts: dict[str, bytes]) -> str:
    return gzip.decompress(parts[manual.PAGE]).decode().replace("\\-", "-")


def test_the_page_says_what_it_is_and_names_every_command(parts: dict[str, bytes]) -> None:
    told = page(parts)
    assert f".SH NAME\ncompanion - {manual.ABOUT}" in told
    for command in {name for name, _ in options()} - {"companion"}:
        assert command.split()[-1] in told, command


@pytest.mark.parametrize("shell", manual.SHELLS)
def test_completion_knows_every_command_and_option(parts: dict[str, bytes], shell: str) -> None:
    told = parts[manual.SHELLS[shell]].decode()
    for command, action in options():
        words = [command.split()[-1], *(option.lstrip("-") for option in action.option_strings if option[:2] == "--")]
        assert [word for word in words if word not in told] == []


@pytest.mark.parametrize("shell", manual.SHELLS)
def test_the_shell_itself_can_read_it(parts: dict[str, bytes], shell: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} here")
    file = tmp_path / "completion"
    file.write_bytes(parts[manual.SHELLS[shell]])
    told = subprocess.run([shell, "-n", str(file)], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (0, "")


def test_bash_completes_a_command(parts: dict[str, bytes], tmp_path: Path) -> None:
    file = tmp_path / "completion"
    file.write_bytes(parts[manual.SHELLS["bash"]])
    words = 'COMP_WORDS=(companion resto); COMP_CWORD=1; _shtab_companion; echo "${COMPREPLY[@]}"'
    told = subprocess.run(["/bin/bash", "-c", f". {file}; {words}"], capture_output=True, text=True, check=False)
    assert told.stdout.split() == ["restore"], told.stderr


def test_it_is_laid_where_debian_wants_it_and_the_same_each_time(
    parts: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    manual.main(tmp_path)
    laid = {str(file.relative_to(tmp_path)): file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    assert laid == parts
    assert command_line().prog in manual.PAGE


def test_the_package_has_it_so_nobody_has_to_excuse_that_there_is_none() -> None:
    assert 'cp -R "$work/manual/." "$tree"' in (ROOT / ".ci/package").read_text("utf-8")
    assert "no-manual-page" not in (ROOT / "wiring/package/lintian").read_text("utf-8")
