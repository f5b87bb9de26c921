"""What every Markdown file shows works: its links lead somewhere, its commands are understood, its settings load."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.daemon import owner
from tests.papers import ROOT, commands, headings, is_understood, links, name, papers, read, samples

COMMANDS = sorted({" ".join(words) for paper in papers() for words in commands(read(paper), "companion")} - {""})
SETTINGS = [sample for paper in papers() for sample in samples(read(paper), "toml")]


@pytest.mark.parametrize("paper", papers(), ids=name)
def test_every_link_leads_to_a_file_and_a_heading_that_are_there(paper: Path) -> None:
    for target, heading in links(read(paper)):
        path = paper.parent / target if target else paper
        assert path.exists(), target
        assert not heading or heading in headings(read(path)), f"{target}#{heading}"


def test_the_commands_are_found() -> None:
    assert {"test keys", "doctor", "learn", "games", "export", "demo --players 4 --speed 3"} <= {*COMMANDS}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_one_of_the_box_s(command: str) -> None:
    assert is_understood(command.split())


@pytest.mark.parametrize("paper", papers(), ids=name)
def test_every_script_and_module_that_is_run_is_there(paper: Path) -> None:
    for words in [*commands(read(paper), "python"), *commands(read(paper), "python3")]:
        if words[0] == "-m" and words[1].split(".")[0] in ("companion", "tests", "wiring"):
            assert (ROOT / words[1].replace(".", "/")).with_suffix(".py").exists(), words
        elif words[0].endswith(".py"):
            assert (ROOT / words[0]).exists(), words


@pytest.mark.parametrize("sample", SETTINGS, ids=lambda sample: sample.splitlines()[0])
def test_every_sample_of_settings_can_be_read(sample: str, tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text(sample, encoding="utf-8")
    owner.load(tmp_path / "companion.toml")
