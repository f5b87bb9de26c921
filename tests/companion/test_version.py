from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Callable
from importlib import metadata
from itertools import pairwise
from pathlib import Path

import pytest
from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager
from packaging.version import Version

from companion.version import BASE, DISTRIBUTION, of_sources, readable_version, version

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))

Git = Callable[..., str]


@pytest.fixture
def git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Git:
    """Runs git in a copy of the sources that matter here, with one commit."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "nobody")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "nobody@example.org")
    root = tmp_path / "tree"
    (root / "companion").mkdir(parents=True)
    for path in ("pyproject.toml", "companion/version.py", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / path, root / path)

    def run(*words: str, at: Path = root) -> str:
        command = ["git", "-C", str(at), "-c", "commit.gpgsign=false", *words]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    run("init", "--quiet")
    run("add", ".")
    run("commit", "--quiet", "-m", "one")
    return run


def built(root: Path) -> str:
    """The version that a wheel of these sources would have."""
    version: str = ProjectMetadata(str(root), PluginManager()).version
    return version


def test_every_commit_has_a_version_of_its_own_and_a_later_one_is_higher(git: Git, tmp_path: Path) -> None:
    told = [built(tmp_path / "tree")]
    for n in range(10):
        git("commit", "--quiet", "--allow-empty", "-m", f"{n}")
        told.append(of_sources(tmp_path / "tree"))
    assert told[0] == f"{BASE}.dev1+g{git('rev-list', '--max-parents=0', 'HEAD')[:8]}"
    assert all(Version("0.1.0") < Version(one) < Version(next_) < Version(BASE) for one, next_ in pairwise(told))
    if dpkg := shutil.which("dpkg"):
        for one, next_ in (("0.1.0", told[0]), *pairwise(told[-3:]), (told[-1], BASE)):
            debian = [version.replace(".dev", "~dev") for version in (one, next_)]
            subprocess.run([dpkg, "--compare-versions", debian[0], "lt", debian[1]], check=True)


def test_a_changed_tree_says_so_and_when(git: Git, tmp_path: Path) -> None:
    root, clean = tmp_path / "tree", of_sources(tmp_path / "tree")
    for change in (lambda: (root / "README.md").write_text("new"), (root / "companion/new.py").touch):
        git("checkout", "--quiet", ".")
        git("clean", "--quiet", "--force", "-d")
        assert of_sources(root) == clean
        change()
        assert re.fullmatch(re.escape(clean) + r"\.dirty\.20\d{12}", of_sources(root))
        assert Version(of_sources(root)) > Version(clean)
    git("checkout", "--quiet", ".")
    git("clean", "--quiet", "--force", "-d")
    (root / "uv.lock").touch()
    assert of_sources(root) == clean, "git ignores it"


def test_a_release_is_the_number_in_its_tag(git: Git, tmp_path: Path) -> None:
    git("tag", "v1.9")  # no number of a release
    assert built(tmp_path / "tree").startswith(f"{BASE}.dev1+g")
    for number in ("1.9.0", "1.10.0"):
        git("tag", f"v{number}")
        assert built(tmp_path / "tree") == number
    git("commit", "--quiet", "--allow-empty", "-m", "after it")
    assert of_sources(tmp_path / "tree") != BASE


@pytest.mark.usefixtures("git")
def test_without_git_it_is_the_base_or_what_the_source_archive_carries(tmp_path: Path) -> None:
    inside = tmp_path / "tree" / "unpacked"  # the repository around it is another one
    inside.mkdir()
    (inside / "companion").mkdir()
    for path in ("pyproject.toml", "companion/version.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / path, inside / path)
    assert built(inside) == BASE
    carried = of_sources(tmp_path / "tree")
    (inside / "PKG-INFO").write_text(f"Metadata-Version: 2.4\nName: {DISTRIBUTION}\nVersion: {carried}\n")
    assert built(inside) == carried


def test_no_git_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert of_sources(ROOT) == BASE


def test_a_worktree_counts_like_the_tree_itself(git: Git, tmp_path: Path) -> None:
    git("worktree", "add", "--quiet", str(tmp_path / "beside"))
    assert (tmp_path / "beside/.git").is_file()
    assert of_sources(tmp_path / "beside") == of_sources(tmp_path / "tree")
    git("commit", "--quiet", "--allow-empty", "-m", "more", at=tmp_path / "beside")
    assert of_sources(tmp_path / "beside") != of_sources(tmp_path / "tree")


@pytest.mark.usefixtures("git")
def test_asking_writes_nothing(tmp_path: Path) -> None:
    """Root may ask for the version in another user's tree."""
    index = tmp_path / "tree/.git/index"
    os.utime(tmp_path / "tree/README.md")  # otherwise git would refresh its index
    before = index.read_bytes(), index.stat().st_mtime_ns
    of_sources(tmp_path / "tree")
    assert (index.read_bytes(), index.stat().st_mtime_ns) == before


def test_a_commit_calls_for_a_new_build() -> None:
    assert {"git": {"commit": True, "tags": True}} in PROJECT["tool"]["uv"]["cache-keys"]


def test_the_distribution_has_a_name_of_its_own_and_nobody_asks_for_another() -> None:
    assert PROJECT["project"]["name"] == DISTRIBUTION
    others = [*PROJECT["project"]["optional-dependencies"].values(), *PROJECT["dependency-groups"].values()]
    asked = {one for group in others for one in group if isinstance(one, str) and one.startswith("companion")}
    assert asked
    assert all(one.startswith(f"{DISTRIBUTION}[") for one in asked)


@pytest.mark.parametrize("why", [OSError("a broken disk"), metadata.PackageNotFoundError(DISTRIBUTION)])
def test_a_box_whose_version_cannot_be_read_shows_none(why: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    assert readable_version() == version()

    def fails(_: str) -> str:
        raise why

    monkeypatch.setattr(metadata, "version", fails)
    assert readable_version() == ""
