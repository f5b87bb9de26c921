"""What every Markdown file shows works: its links, its commands, its settings; and it is not too long."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from companion.daemon import owner
from companion.version import BASE
from tests.papers import ROOMS, ROOT, commands, headings, is_understood, links, name, papers, read, samples

COMMANDS = sorted({" ".join(words) for paper in papers() for words in commands(read(paper), "companion")} - {""})
FOR_READERS = [path for path in papers() if path.name != "CHANGES.md" and ROOT / "tests" not in path.parents]
PYTHONS = ("python", "python3", ".venv/bin/python", "pytest")
FORMS = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"))
SETTINGS = [sample for paper in papers() for sample in samples(read(paper), "toml")]


@pytest.mark.parametrize("paper", papers(), ids=name)
def test_every_link_leads_to_a_file_and_a_heading_that_are_there(paper: Path) -> None:
    for target, heading in links(read(paper)):
        path = paper.parent / target if target else paper
        assert path.exists(), target
        assert not heading or heading in headings(read(path)), f"{target}#{heading}"


def test_the_commands_are_found() -> None:
    assert {"test keys", "doctor", "learn", "games", "export 1 --record game.jsonl", "demo --players 4 --speed 3"} <= {
        *COMMANDS
    }


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_one_of_the_box_s(command: str) -> None:
    assert is_understood(command.split())


@pytest.mark.parametrize("paper", papers(), ids=name)
def test_every_module_and_folder_that_a_command_names_is_there(paper: Path) -> None:
    for words in [words for program in PYTHONS for words in commands(read(paper), program)]:
        if words[:1] == ["-m"] and words[1].partition(".")[0] in ROOMS:
            module = ROOT / words[1].replace(".", "/")
            assert module.with_suffix(".py").exists() or (module / "__main__.py").exists(), words
        assert [word for word in words if word.partition("/")[0] in ROOMS and not (ROOT / word).exists()] == []


@pytest.mark.parametrize("sample", SETTINGS, ids=lambda sample: sample.splitlines()[0])
def test_every_sample_of_settings_can_be_read(sample: str, tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text(sample, encoding="utf-8")
    owner.load(tmp_path / "companion.toml")


# How long, and where to find it


def test_the_first_page_is_one_page_with_two_commands_for_a_bare_machine() -> None:
    lines = read(ROOT / "README.md").splitlines()
    assert len(lines) <= 130
    bare = [line.split("&&")[1].strip() for line in lines if line.startswith("python3 -m pip install")]
    assert bare == [".uv/bin/uv run companion", ".uv/bin/uv run pytest -n auto"]


@pytest.mark.parametrize("paper", FOR_READERS, ids=name)
def test_a_paper_begins_with_a_line_of_its_contents(paper: Path) -> None:
    text = read(paper)
    told = [heading for target, heading in links(text.partition("\n## ")[0]) if not target]
    assert told == headings(text, "##")


def test_owners_get_ten_lines_a_version() -> None:
    _, *versions = read(ROOT / "CHANGES.md").split("\n## ")
    assert [version.split("\n")[0] for version in versions if version.count("\n- ") > 10] == []
    assert versions[0].startswith(BASE)


# What is asked of those who report


def test_every_form_asks_for_the_support_bundle_by_a_command_that_works() -> None:
    forms = {path.stem: yaml.safe_load(read(path)) for path in FORMS if path.stem != "config"}
    assert {*forms} == {"fault", "rule", "idea"}
    for form in forms.values():
        asked = str(form["body"])
        assert ["doctor", "--bundle", "box.zip"] in commands(asked, "companion")
        assert all(map(is_understood, commands(asked, "companion")))
