"""A newer version is asked for at the box and comes by itself, from a signed repository or from a USB stick; or not.
And a backup goes onto a stick, and back.

The stick is an image in a loop device, named as udev names a stick. It has ext4, since the kernels of CI have no vfat.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

import msgspec
import pytest

from companion.daemon.newer import BUSY, UpdateAnswer, known
from companion.faces import oled
from companion.locale import translator
from companion.table.ports import UpdateStep
from companion.table.screens.updating import seen
from tests.wiring import debian
from tests.wiring.conftest import OLDER
from tests.wiring.nspawn import Machine, until
from tests.wiring.test_on_trial import BOX, memory, runs
from tests.wiring.test_package import JOIN, PLAY, SETTINGS, TWIN, _entries, _is_the_same, is_on, look, put, right

pytestmark = pytest.mark.slow

WEB: Final = Path("srv/apt")
KEY: Final = Path("usr/share/keyrings/companion.asc")
ADDRESS: Final = "http://127.0.0.1:8000/apt"
SERVE: Final = ("systemd-run", "--quiet", "--unit=web", "/usr/bin/python3", "-m", "http.server", "-d", "/srv", "8000")
UPDATE: Final = (
    ("table", 5.2),
    *(("red1", 0.08), ("green1", 0.75)),  # the last group: Service
    *(("green1", 0.08), ("green1", 0.08), ("green1", 0.75)),  # its third row
)
"""The keys from the game to the screen "Update"."""
BACKUP: Final = (*UPDATE[:-1], ("green1", 0.08), ("green1", 0.75), ("green1", 0.75))
"""The same to the screen "Backup", whose question is answered."""
PUT_BACK: Final = (*UPDATE[:-1], *(("green1", 0.08),) * 2, ("green1", 0.75))
"""The same to the screen "Put back"."""
ACCEPT: Final = (("green1", 0.75),)
WHICH_GAME: Final = (("green1", 0.75),)
"""The key that answers the first question."""
WISHED: Final = 17
"""The number of a wish that the box did not make."""
LEAVE: Final = (("table", 0.08),)
STICK: Final = Path("dev/disk/by-id/usb-A_stick-0:0-part1")


@pytest.fixture(scope="module")
def repositories(packages: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Path]]:
    """The newer version in two flat repositories, as `.ci/release` makes them: `ours` and `theirs`, by two keys."""
    debian.needs("apt-ftparchive", "gpg")
    folder = tmp_path_factory.mktemp("repositories")
    made = {name: _repository(folder / name, packages["amd64"]) for name in ("ours", "theirs")}
    yield made
    shutil.rmtree(folder)


def _repository(folder: Path, package: Path) -> Path:
    home, repository = folder / "keys", folder / "apt"
    home.mkdir(mode=0o700, parents=True)
    repository.mkdir()
    shutil.copy(package, repository)

    call = partial(_call, folder=repository)
    gpg = ("gpg", "--homedir", str(home), "--batch", "--quiet")
    (repository / "Packages").write_bytes(call("apt-ftparchive", "packages", "."))
    (folder / "Release").write_bytes(call("apt-ftparchive", "release", "."))
    call(*gpg, "--passphrase", "", "--quick-generate-key", folder.name, "ed25519", "sign", "never")
    call(*gpg, "--output", "InRelease", "--clearsign", str(folder / "Release"))
    (folder / "companion.asc").write_bytes(call(*gpg, "--armor", "--export"))
    call("gpgconf", "--homedir", str(home), "--kill", "all")
    return repository


def _call(*words: str, folder: Path | None = None) -> bytes:
    """A command of this machine that must succeed; gives what it says."""
    return subprocess.run(words, cwd=folder, check=True, capture_output=True, env=debian.ENVIRONMENT).stdout


@contextmanager
def _stick(machine: Machine, content: Path, image: Path) -> Iterator[None]:
    """A USB stick with this content, in this machine until it is pulled."""
    with image.open("wb") as file:
        file.truncate(64 << 20)
    _call("mkfs.ext4", "-q", "-d", str(content), str(image))
    loop = Path(_call("losetup", "--find", "--show", str(image)).decode().strip())
    major, minor = (Path("/sys/class/block") / loop.name / "dev").read_text().strip().split(":")
    right(machine.run("mkdir", "-p", f"/{STICK.parent}"))
    right(machine.run("mknod", f"/{STICK}", "b", major, minor))
    try:
        yield
    finally:
        right(machine.run("rm", f"/{STICK}"))
        _call("losetup", "--detach", str(loop))


def _install(root: Path, package: Path) -> None:
    """A box before its first start."""
    (root / "etc/systemd/system/companion.service.d").mkdir()
    (root / "etc/systemd/system/companion.service.d/twin.conf").write_text(TWIN)
    right(debian.run(root, "apt-get", "install", "--yes", put(package, root)))
    _set(root, "explains = true", "explains = false")


def _begin(root: Path, packages: dict[str, Path], repositories: dict[str, Path]) -> None:
    """An older box, which trusts our key, before its first start."""
    _install(root, packages["older"])
    assert (root / KEY).read_bytes() == (Path(__file__).parents[2] / "wiring/package/companion.asc").read_bytes()
    shutil.copy(repositories["ours"].parent / "companion.asc", root / KEY)


def _set(root: Path, before: str, after: str) -> None:
    settings = (root / SETTINGS).read_text()
    assert before in settings
    (root / SETTINGS).write_text(settings.replace(before, after))


def _serve(root: Path, repository: Path) -> None:
    shutil.rmtree(root / WEB, ignore_errors=True)
    shutil.copytree(repository, root / WEB)


def _shows(machine: Machine, told: UpdateAnswer, step: UpdateStep = "look") -> None:
    """Wait until the display shows this."""
    picture = memory(oled.draw(seen(known(told, step)), translator("en")))
    until(lambda: _is_the_same(look(machine), picture), f"the screen of {told}")


def _wished(machine: Machine, step: str) -> UpdateAnswer:
    """The answer to a wish that the box's user writes, whatever the menu offers."""
    wish = json.dumps({"number": WISHED, "step": step})
    right(machine.run("rm", "-f", "/run/companion-update/answer"))
    right(machine.run("sh", "-c", 'cat >"$0.new" && mv "$0.new" "$0"', "/run/companion/update", said=wish))
    until(lambda: machine.run("cat", "/run/companion-update/answer").returncode == 0, "an answer")
    until(lambda: _answer(machine).state not in BUSY, "the last answer")
    return _answer(machine)


def _answer(machine: Machine) -> UpdateAnswer:
    return msgspec.json.decode(right(machine.run("cat", "/run/companion-update/answer")), type=UpdateAnswer)


@pytest.mark.parametrize("root", ["trixie"], indirect=True)
def test_it_comes_over_the_network_or_a_sentence_says_why_not(
    root: Path, packages: dict[str, Path], repositories: dict[str, Path]
) -> None:
    _begin(root, packages, repositories)
    version = packages["amd64"].name.split("_")[1]
    with Machine(root, "--private-network") as machine:
        is_on(machine, "people join")
        look(machine, (*WHICH_GAME, *UPDATE))
        _shows(machine, UpdateAnswer(1, "refused", why="nowhere"))
        look(machine, LEAVE)
        _set(root, '# from = "https://example.org/companion"', f'from = "{ADDRESS}"')
        assert _wished(machine, "install").why == "network"
        right(machine.run(*SERVE))
        _serve(root, repositories["theirs"])
        assert _wished(machine, "install").why == "signature"
        _serve(root, repositories["ours"])
        package = root / WEB / packages["amd64"].name
        package.write_bytes(package.read_bytes()[:-1] + b"!")
        look(machine, UPDATE)
        _shows(machine, UpdateAnswer(1, "newer", version))
        look(machine, ACCEPT)
        _shows(machine, UpdateAnswer(1, "refused", why="damaged"))
        assert not list((root / "var/cache/companion-update").glob("*/*")), "nothing is left of it"
        _serve(root, repositories["ours"])
        assert _wished(machine, "look") == UpdateAnswer(WISHED, "newer", version), "a moment before the game"

        look(machine, (*LEAVE, *JOIN[1:]))
        is_on(machine, "a game is on")
        games = _entries(root)
        assert games
        assert _wished(machine, "install") == UpdateAnswer(WISHED, "refused", why="playing")
        assert right(machine.run("dpkg-query", "--show", "--showformat=${Version}", "companion")) == OLDER
        assert runs(root) == OLDER
        assert _entries(root) == games
        assert machine.shows("companion.service", "NRestarts") == "0"


@pytest.mark.parametrize("root", ["bookworm"], indirect=True)
def test_it_comes_from_a_stick_without_a_network(
    root: Path, packages: dict[str, Path], repositories: dict[str, Path], tmp_path: Path
) -> None:
    _begin(root, packages, repositories)
    version = packages["amd64"].name.split("_")[1]
    content = tmp_path / "content"
    shutil.copytree(repositories["ours"], content / "companion-update")
    with Machine(root, "--private-network") as machine:
        is_on(machine, "people join")
        with _stick(machine, content, tmp_path / "stick.img"):
            look(machine, (*WHICH_GAME, *UPDATE))
            _shows(machine, UpdateAnswer(1, "newer", version))
            assert "/stick" not in right(machine.run("findmnt")), "it is the service's alone"
            look(machine, ACCEPT)
            until(lambda: _answer(machine).state == "done", "its last answer")
            until(lambda: machine.shows("companion-update.service", "ActiveState") == "inactive", "its end")
        assert (runs(root), runs(root, "former")) == (version, OLDER)
        assert (root / BOX / "versions" / OLDER / "companion.deb").exists(), "the package of the former one"
        assert (root / BOX / "on-trial").read_text().split()[0] == version
        is_on(machine, "people join")
        assert not list((root / "var/cache/companion-update").glob("*/*")), "nothing is left of it"
        look(machine, WHICH_GAME)
        _serve(root, repositories["ours"])
        right(machine.run(*SERVE))
        _set(root, '# from = "https://example.org/companion"', f'from = "{ADDRESS}"')
        shutil.copy(repositories["ours"].parent / "companion.asc", root / KEY)  # the new package has brought its own
        look(machine, UPDATE)
        _shows(machine, UpdateAnswer(1, "newest", version))
        right(machine.run("apt-get", "purge", "--yes", "companion"))
        assert not (root / KEY).exists()
        assert not (root / "var/cache/companion-update").exists()
        assert machine.shows("companion-update.path", "LoadState") == "not-found"


@pytest.mark.parametrize("root", ["trixie"], indirect=True)
def test_a_backup_goes_onto_a_stick_in_a_game_and_a_new_card_goes_on_with_it(
    root: Path, packages: dict[str, Path], tmp_path: Path
) -> None:
    _install(root, packages["amd64"])
    content = tmp_path / "content"
    content.mkdir()
    (content / "letter.txt").write_text("Dear Pia")
    with Machine(root, "--private-network") as machine:
        is_on(machine, "people join")
        look(machine, JOIN)
        is_on(machine, "a game is on")
        games = _entries(root)
        look(machine, BACKUP)
        _shows(machine, UpdateAnswer(1, "refused", why="no_stick"), "backup")
        look(machine, LEAVE)
        with _stick(machine, content, tmp_path / "stick.img"):
            look(machine, BACKUP)
            _shows(machine, UpdateAnswer(1, "saved", games=1), "backup")
            assert "/stick" not in right(machine.run("findmnt")), "it is the service's alone"
            assert not right(machine.run("find", "/var/lib/companion", "!", "-user", "companion"))
            is_on(machine, "a game is on")

            right(machine.run("mount", f"/{STICK}", "/mnt"))  # as a person or a desktop would
            (name,) = (each for each in right(machine.run("ls", "/mnt")).split() if each.startswith("companion-"))
            assert right(machine.run("cat", "/mnt/letter.txt")) == "Dear Pia"
            assert _wished(machine, "backup") == UpdateAnswer(WISHED, "saved", games=1)
            assert _wished(machine, "bring") == UpdateAnswer(WISHED, "refused", why="playing")
            assert name.replace(".zip", "-2.zip") in right(machine.run("ls", "/mnt"))
            assert machine.run("dd", "if=/dev/zero", "of=/mnt/films", "bs=1M").returncode == 1, "it is full"
            assert _wished(machine, "backup") == UpdateAnswer(WISHED, "refused", why="stick_full")
            right(machine.run("mount", "-o", "remount,ro", "/mnt"))
            assert _wished(machine, "backup") == UpdateAnswer(WISHED, "refused", why="stick_locked")

            right(machine.run("systemctl", "stop", "companion"))
            right(machine.run("sh", "-c", "rm /var/lib/companion/games.sqlite*"))
            assert "1 game " in right(machine.run("companion", "restore", f"/mnt/{name}"))
            assert _entries(root) == games
            right(machine.run("systemctl", "start", "companion"))
            is_on(machine, "a game is on")
            right(machine.run("umount", "/mnt"))

            right(machine.run("systemctl", "stop", "companion"))
            right(machine.run("sh", "-c", "rm /var/lib/companion/games*.sqlite*"))
            right(machine.run("systemctl", "start", "companion"))
            is_on(machine, "people join")
            look(machine, (*WHICH_GAME, *PUT_BACK))
            until(lambda: _answer(machine).state == "brought", "the backup beside the games")
            _shows(machine, _answer(machine), "bring")
            told = machine.run("/opt/companion/bin/python", "-c", PLAY, said=json.dumps(ACCEPT))
            assert "service restart" in told.stdout, "it starts anew with it"
            is_on(machine, "a game is on")
            assert _entries(root) == games
            assert not right(machine.run("find", "/var/lib/companion", "!", "-user", "companion"))
            assert machine.shows("companion.service", "NRestarts") == "0"
