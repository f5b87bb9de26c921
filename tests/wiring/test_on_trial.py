"""A new version is on trial: one that does less than the one before is taken back by the box itself, with a game on."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Final

import pytest
from PIL import Image

from companion.daemon.on_trial import REFUSED, read_refusal
from companion.faces import oled
from companion.locale import translator
from tests.guests.wheels import wheel_of
from tests.wiring import debian
from tests.wiring.conftest import OLDER
from tests.wiring.nspawn import Machine, until
from tests.wiring.test_package import (
    GAMES,
    JOIN,
    SETTINGS,
    TWIN,
    _entries,
    _is_the_same,
    each,
    is_on,
    look,
    put,
    right,
)

pytestmark = pytest.mark.slow

BOX: Final = Path("opt/companion")
CRASHING, DEAF = "0.2.0~dev2+gc", "0.2.0~dev3+gd"
"""The version that ends after its first picture, and the one that runs and opens no key."""
CHANGES: Final = {
    CRASHING: ("companion/daemon/live.py", "self._parts.open_pins()\n", "raise SystemExit(1)\n"),
    DEAF: ("hardware/keys.py", "in pins.keys.items():", "in ():"),
}

LACKS: Final = {CRASHING: {"keys", "display", "lights", "games"}, DEAF: {"keys"}}
WATCH: Final = """
import time
from websockets.sync.client import connect
while True:
    try:
        wire = connect("ws://127.0.0.1:8737/live", max_queue=None)
        break
    except OSError:
        time.sleep(0.1)
end = time.monotonic() + 12.0
with wire:
    while time.monotonic() < end:
        try:
            frame = wire.recv(timeout=0.5)
        except TimeoutError:
            continue
        if frame[:1] == bytes([1]):
            print(frame[1:].hex())
"""
"""Every picture of the display within twelve seconds, as soon as it can be seen."""
WATCHES: Final = ("/opt/companion/bin/python", "-c", WATCH)


@pytest.fixture(scope="module")
def worse(packages: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Path]]:
    """The package, each time with another fault."""
    folder = tmp_path_factory.mktemp("worse")
    made = {}
    for version, (name, right_words, wrong_words) in CHANGES.items():
        tree = folder / "tree"
        debian.dpkg_deb("--raw-extract", packages["older"], tree)
        control = tree / "DEBIAN/control"
        control.write_text(control.read_text().replace(f"\nVersion: {OLDER}\n", f"\nVersion: {version}\n"))
        module = tree / BOX / "unpacked/lib/python3/site-packages" / name
        assert module.read_text("utf-8").count(right_words) == 1
        module.write_text(module.read_text("utf-8").replace(right_words, wrong_words), "utf-8")
        made[version] = folder / f"companion_{version}_amd64.deb"
        debian.dpkg_deb("-Znone", "--build", tree, made[version])
        shutil.rmtree(tree)
    yield made
    shutil.rmtree(folder)


@each
def test_what_does_less_is_taken_back_and_what_does_as_much_stays(
    root: Path, packages: dict[str, Path], worse: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (root / "etc/systemd/system/companion.service.d").mkdir()
    (root / "etc/systemd/system/companion.service.d/twin.conf").write_text(TWIN)
    with ExitStack() as machines:
        machine = machines.enter_context(Machine(root, "--private-network"))
        right(machine.run("apt-get", "install", "--yes", put(packages["older"], root)))
        right(machine.run("companion", "game", "add", put(wheel_of("mia", tmp_path), root)))
        settings = (root / SETTINGS).read_text().replace("explains = true", "explains = false")
        (root / SETTINGS).write_text(settings)
        until(lambda: machine.systemctl("restart", "companion.service") == 0, "a new start")
        is_on(machine, "people join")
        screen, games = look(machine, JOIN), _entries(root)
        assert games
        assert not (root / BOX / "on-trial").exists(), "the first version is not on trial"

        for version, package in worse.items():
            began = time.monotonic()
            right(machine.run("apt-get", "install", "--yes", put(package, root)))
            if version == DEAF:  # the power is cut while it is on trial; after it the trial begins again
                assert (runs(root), (root / BOX / "on-trial").exists()) == (DEAF, True)
                machine.cut()
                machine = machines.enter_context(Machine(root, "--private-network"))
            until(lambda: runs(root) == OLDER and (root / BOX / "refused").exists(), "the version before")
            with capsys.disabled():
                print(f"\n{root.name}: {version} was taken back {time.monotonic() - began:.0f} s after apt began")
            refusal = read_refusal((root / BOX / "refused").read_text())
            assert refusal is not None
            assert refusal.version == version
            assert set(refusal.parts) == LACKS[version]
            news = memory(oled.draw(refusal.view, translator("en")))
            until(partial(_has_keys, machine), "keys")
            told = right(machine.run(*WATCHES))
            shown = [bytes.fromhex(line) for line in told.splitlines()]
            assert any(_is_the_same(picture, news) for picture in shown)
            assert _is_the_same(shown[-1], screen), "the same question"
            assert _entries(root) == games
            assert (root / SETTINGS).read_text() == settings
            assert f"The update to {version} was taken back" in _doctor(machine)
            assert "mia" in right(machine.run("companion", "game", "list"))
            assert not (root / BOX / "on-trial").exists()

        version = packages["amd64"].name.split("_")[1]
        right(machine.run("apt-get", "install", "--yes", put(packages["amd64"], root)))
        assert (root / BOX / "on-trial").read_text().split()[0] == version
        assert f"{version} is new and on trial" in _doctor(machine)
        until(lambda: not (root / BOX / "on-trial").exists(), "that it is taken")
        assert (runs(root), runs(root, "former")) == (version, OLDER)
        assert not (root / "/".join(REFUSED.parts[1:])).exists()
        assert _is_the_same(look(machine), screen), "the same question"
        assert _entries(root) == games
        right(machine.run("apt-get", "purge", "--yes", "companion"))
        assert not (root / BOX).exists()
        assert (root / GAMES).exists()


@pytest.mark.parametrize("root", ["trixie"], indirect=True)
def test_what_was_never_judged_is_nothing_to_go_back_to(
    root: Path, packages: dict[str, Path], worse: dict[str, Path]
) -> None:
    def install(package: Path) -> str:
        right(debian.run(root, "apt-get", "install", "--yes", "--reinstall", put(package, root)))
        trial = root / BOX / "on-trial"
        return trial.read_text() if trial.exists() else ""

    version = packages["amd64"].name.split("_")[1]
    assert install(packages["older"]) == ""
    assert install(worse[CRASHING]) == "", "nothing is known to have worked"
    assert runs(root, "former") == OLDER

    works = root / "run/companion/works"
    works.parent.mkdir()
    works.write_text("17\ngames\ngreen1\nlights\nroot:*:1:0:99999:7:::\n")
    assert install(worse[DEAF]) == f"{DEAF}\ngames\ngreen1\nlights\n"
    works.write_text("18\ngames\n")
    assert install(worse[DEAF]) == f"{DEAF}\ngames\ngreen1\nlights\n"
    assert (runs(root), runs(root, "former")) == (f"{DEAF}.again", CRASHING)
    assert install(packages["amd64"]) == f"{version}\ngames\ngreen1\nlights\n"
    assert (runs(root), runs(root, "former")) == (version, CRASHING)

    right(debian.run(root, "sh", "/opt/companion/versions.sh", "back", "green1", "lights"))
    assert runs(root) == CRASHING
    assert (root / BOX / "refused").read_text() == f"{version}\ngreen1\nlights\n"
    assert not (root / BOX / "on-trial").exists()
    works.unlink()
    assert install(packages["amd64"]) == ""
    assert not (root / BOX / "refused").exists()


def runs(root: Path, link: str = "current") -> str:
    return (root / BOX / link).readlink().name


def _has_keys(machine: Machine) -> bool:
    return machine.run("grep", "green1", "/run/companion/works").returncode == 0


def _doctor(machine: Machine) -> str:
    """What the doctor says, in one line."""
    return " ".join(machine.run("companion", "doctor").stdout.split())


def memory(picture: Image.Image) -> bytes:
    """A picture as the display's chip holds it: columns of eight pixels."""
    return bytes(
        sum(bool(picture.getpixel((x, 8 * page + bit))) << bit for bit in range(8))
        for page in range(8)
        for x in range(128)
    )
