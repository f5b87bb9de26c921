"""A release: made twice from a clean checkout, and fetched by the apt of clean Debian systems."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.version import DISTRIBUTION
from tests.papers import ROOT
from tests.wiring import debian

VERSION = "7.8.9"
SIGNED = {"apt/InRelease", "apt/Release.gpg", "apt/companion.asc"}
"""What another key makes otherwise."""
FILES = {
    *(f"companion_{VERSION}_{arch}.{kind}" for arch in ("amd64", "arm64") for kind in ("deb", "cdx.json")),
    *(f"apt/companion_{VERSION}_{arch}.deb" for arch in ("amd64", "arm64")),
    *(f"companion_{VERSION}_{what}" for what in ("notes.md", "paper.zip")),
    *(f"{DISTRIBUTION.replace('-', '_')}-{VERSION}{kind}" for kind in (".tar.gz", "-py3-none-any.whl")),
    *("apt/Packages", "apt/Packages.gz", "apt/Release", "SHA256SUMS"),
}
SOURCES = "deb [signed-by=/usr/share/keyrings/companion.asc] file:/mnt ./\n"
MADE_AT = "1700000000"
ENVIRONMENT = {
    **os.environ,
    **{"GIT_AUTHOR_DATE": f"@{MADE_AT} +0000", "GIT_COMMITTER_DATE": f"@{MADE_AT} +0000", "SOURCE_DATE_EPOCH": MADE_AT},
}
GIT = ("git", "-c", "user.name=nobody", "-c", "user.email=nobody@example.org", "-c", "commit.gpgsign=false")


def call(at: Path, *words: str) -> str:
    """A command that must succeed, in a folder; gives what it says."""
    return subprocess.run(words, cwd=at, check=True, capture_output=True, text=True, env=ENVIRONMENT).stdout


def checkout(folder: Path) -> Path:
    """A clean checkout of the sources as they are now, changed or not."""
    tree = folder / "tree"
    call(ROOT, "git", "clone", "--quiet", "--shared", "--no-tags", ".", str(tree))
    for path in call(ROOT, "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0"):
        if (ROOT / path).is_file():
            (tree / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, tree / path)
    call(tree, "git", "add", "--all")
    call(tree, *GIT, "commit", "--quiet", "--allow-empty", "--message=as it is now")
    return tree


def release(tree: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([tree / ".ci/release", *words], capture_output=True, text=True, check=False)


# Refused in one sentence


@pytest.mark.parametrize("version", ["v0.3.0", "0.3", "0.3.0.1", "00.3.0", "0.3.0rc1", "0.3.0-1", ""])
def test_a_version_has_three_numbers(version: str) -> None:
    told = release(ROOT, version)
    assert told.returncode == 2
    assert told.stderr.endswith(f"such as 0.3.0; came '{version}'\n")
    assert told.stderr.count("\n") == 1


@pytest.mark.parametrize("words", [(), ("0.3.0", "--key"), ("0.3.0", "FILE"), ("0.3.0", "--key", "FILE", "more")])
def test_it_is_told_a_version_and_perhaps_a_key(words: tuple[str, ...]) -> None:
    assert release(ROOT, *words).stderr == (
        "release: expected a version, and a key or none: .ci/release VERSION [--key FILE]\n"
    )


def test_a_key_must_be_there() -> None:
    assert "that file cannot be read" in release(ROOT, "0.3.0", "--key", "/nowhere").stderr


@pytest.mark.skipif(shutil.which("apt-ftparchive") is None, reason="Debian has apt-ftparchive in apt-utils")
def test_a_changed_checkout_is_refused(tmp_path: Path) -> None:
    shutil.copytree(ROOT / ".ci", tmp_path / ".ci", ignore=shutil.ignore_patterns("web", "__pycache__"))
    call(tmp_path, "git", "init", "--quiet")
    told = release(tmp_path, "0.3.0")
    assert told.returncode == 2
    assert told.stderr == "release: expected a clean checkout; came changes: .ci/; commit them or put them away\n"


# Made


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Path]]:
    """Both folders of a release made twice at a time, from two checkouts."""
    debian.needs("apt-ftparchive", "gpg")
    folders = [tmp_path_factory.mktemp(name) for name in ("one", "other")]
    with ThreadPoolExecutor() as both:
        told = list(both.map(lambda folder: release(checkout(folder), VERSION), folders))
    for each in told:
        assert each.returncode == 0, each.stderr
        assert "a key signs that is thrown away: no box trusts dist/apt" in each.stderr
    for folder in folders:
        assert call(folder / "tree", "git", "status", "--porcelain") == "", "no other file is touched"
        assert call(folder / "tree", "git", "tag") == ""
    yield folders[0] / "tree/dist", folders[1] / "tree/dist"
    for folder in folders:
        shutil.rmtree(folder)


def listed(dist: Path) -> set[str]:
    return {str(path.relative_to(dist)) for path in dist.rglob("*") if path.is_file()}


@pytest.mark.slow
def test_made_twice_all_but_signatures_and_keys_is_equal(made: tuple[Path, Path]) -> None:
    one, other = made
    assert listed(one) == listed(other) == FILES | SIGNED
    differing = {name for name in listed(one) if (one / name).read_bytes() != (other / name).read_bytes()}
    assert differing == SIGNED
    sums = (one / "SHA256SUMS").read_text("ascii")
    assert {line.split()[1] for line in sums.splitlines()} == FILES - {"SHA256SUMS"}
    call(other, "sha256sum", "--check", "--quiet", "SHA256SUMS")


@pytest.mark.slow
def test_every_part_says_its_version(made: tuple[Path, Path]) -> None:
    dist, _ = made
    assert debian.dpkg_deb("--field", dist / f"companion_{VERSION}_arm64.deb", "Version") == f"{VERSION}\n"
    with zipfile.ZipFile(next(dist.glob("*.whl"))) as wheel:
        tops = {name.split("/")[0] for name in wheel.namelist()}
        about = wheel.read(f"companion_box-{VERSION}.dist-info/METADATA").decode()
    assert tops == {"companion", "hardware", "wiring", f"companion_box-{VERSION}.dist-info"}
    assert f"\nVersion: {VERSION}\n" in about
    assert (dist / f"companion_{VERSION}_notes.md").read_text("utf-8").startswith(f"# The companion {VERSION}\n")


@pytest.mark.slow
def test_the_source_archive_makes_the_same_wheel_and_holds_no_film(made: tuple[Path, Path], tmp_path: Path) -> None:
    dist, _ = made
    with tarfile.open(next(dist.glob("*.tar.gz"))) as archive:
        archive.extractall(tmp_path, filter="data")
    (tree,) = tmp_path.iterdir()
    assert not [path for path in tree.rglob("*") if path.suffix in {".webp", ".pdf"}]
    hatchling = Path(sys.executable).with_name("hatchling")
    call(tree, str(hatchling), "build", "--target", "wheel", "--directory", str(tmp_path))
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.read_bytes() == (dist / wheel.name).read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("suite", ["bookworm", "trixie"])
def test_apt_fetches_it_by_its_key_and_by_no_other(suite: str, made: tuple[Path, Path], tmp_path: Path) -> None:
    root, (one, other) = debian.root(suite, tmp_path), made
    shutil.copytree(one / "apt", root / "mnt", dirs_exist_ok=True)
    (root / "etc/apt/sources.list").write_text(SOURCES)
    for extra in (root / "etc/apt/sources.list.d").iterdir():
        extra.unlink()
    key = root / "usr/share/keyrings/companion.asc"
    key.parent.mkdir(exist_ok=True)

    shutil.copy(other / "apt/companion.asc", key)
    told = debian.run(root, "apt-get", "update", "-o", "APT::Update::Error-Mode=any")
    assert told.returncode != 0, "another key"

    shutil.copy(one / "apt/companion.asc", key)
    told = debian.run(root, "apt-get", "update", "-o", "APT::Update::Error-Mode=any")
    assert told.returncode == 0, told.stdout
    fetch = ("apt-get", "download", "companion")
    told = debian.run(root, *fetch)
    assert told.returncode == 0, told.stdout
    assert f"{VERSION}" in debian.run(root, "apt-cache", "policy", "companion").stdout

    next(root.glob("companion_*.deb")).unlink()  # apt takes one that is there
    package = root / "mnt" / f"companion_{VERSION}_amd64.deb"
    package.write_bytes(package.read_bytes()[:-1] + b"!")
    assert debian.run(root, *fetch).returncode != 0, "a spoiled package"
    shutil.rmtree(root)
