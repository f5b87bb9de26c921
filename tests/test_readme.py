"""What the README shows works: its settings load, its two commands work on a bare machine."""

from __future__ import annotations

import re
from pathlib import Path

from companion import config
from companion.daemon import owner

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)


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
