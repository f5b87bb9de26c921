"""What the README shows works: its settings load, its commands exist, its picture is there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from companion import cli, config
from companion.daemon import owner

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)


def commands() -> list[list[str]]:
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    calls = [line.split("uv run companion", 1)[1] for line in lines if "uv run companion" in line]
    return [shlex.split(call, comments=True) for call in calls]


def test_the_settings_load(tmp_path: Path) -> None:
    (shown,) = blocks("toml")
    path = tmp_path / "companion.toml"
    path.write_text(shown, encoding="utf-8")
    assert owner.load(path) != config.Config()


def test_there_are_two_commands_that_work_on_a_bare_machine() -> None:
    bare = [line for line in README.splitlines() if line.startswith("python3 -m pip install")]
    assert [line.split("&&")[1].strip() for line in bare] == [
        ".uv/bin/uv run companion",
        ".uv/bin/uv run pytest -n auto",
    ]


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_every_command_is_understood(words: list[str]) -> None:
    chosen = cli.command_line().parse_args(words)
    assert callable(chosen.run)


def test_every_link_leads_somewhere() -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", README):
        assert (ROOT / target).exists(), target


def test_every_folder_of_the_table_exists() -> None:
    for name in re.findall(r"^\| `([\w/]+)` \|", README, flags=re.MULTILINE):
        assert (ROOT / name).is_dir(), name
