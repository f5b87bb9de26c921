from __future__ import annotations

from pathlib import Path

import pin
import pytest

PROJECT = '[tool.uv]\nconstraint-dependencies = [\n    "old==1",\n]\ncache-keys = [\n    "x",\n]\n'
RESOLVED = (
    "one==1 \\\n    --hash=sha256:a \\\n    --hash=sha256:b\ntwo==2 ; python_version < '3.13' \\\n    --hash=sha256:c\n"
)


def test_the_versions_stand_in_the_one_list_and_nowhere_else() -> None:
    new = pin.pinned(PROJECT, ["one==1", "two==2 ; x == 'y'"])
    assert new == PROJECT.replace('    "old==1",\n', '    "one==1",\n    "two==2 ; x == \'y\'",\n')


@pytest.mark.parametrize(
    ("ours", "is_held"),
    [
        (RESOLVED, True),
        (RESOLVED.replace(" \\\n    --hash=sha256:b", ""), True),  # a hash that has come since
        (RESOLVED.replace("sha256:b", "sha256:d"), False),
        (RESOLVED.replace("one==1", "one==0"), False),
        ("one==1\ntwo==2 ; python_version < '3.13'\n", False),
        ("", False),
    ],
)
def test_requirements_are_held_to_the_versions_and_hashes_resolved(ours: str, is_held: bool) -> None:
    assert pin.is_held(ours, RESOLVED) is is_held


def test_check_writes_nothing_and_says_what_to_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pyproject.toml").write_text(PROJECT)
    assert pin.main("check", "versions", "one==1\n") == (
        "pyproject.toml does not hold the versions that uv resolves; run .ci/pin and commit"
    )
    assert Path("pyproject.toml").read_text() == PROJECT
    assert pin.main("write", "versions", "one==1\n") is None
    assert pin.main("check", "versions", "one==1\n") is None
    assert pin.main("write", "requirements.txt", RESOLVED) is None
    assert Path("requirements.txt").read_text() == RESOLVED
    assert pin.main("check", "requirements.txt", RESOLVED) is None
