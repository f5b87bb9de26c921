"""A card by cloud-init in a Pi: Debian 13 boots with its cloud-init, which finds the files as Raspberry Pi OS does."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.wiring import debian
from tests.wiring.nspawn import BOOTED, BOOTING, Machine
from tests.wiring.test_image import KEY, MIB, PASSWORD, STAND_INS, Bench, made_up, package, run
from wiring import image
from wiring.card import networks

MORE = "cloud-init,netplan.io,sudo"
RESTARTED = 133
"""What systemd-nspawn ends with where a Pi restarts."""
OF_A_PI = {
    # As Raspberry Pi's rpi-cloud-init-mods and pi-gen have them.
    "etc/cloud/cloud.cfg.d/99_raspberry-pi.cfg": (
        "datasource_list: [ NoCloud, None ]\ndatasource:\n  NoCloud:\n    seedfrom: file:///boot/firmware\n"
    ),
    "lib/netplan/00-network-manager-all.yaml": "network:\n  version: 2\n  renderer: NetworkManager\n",
}
PROFILE = "run/NetworkManager/system-connections"


class CloudPi:
    """A card in a Pi whose system has cloud-init."""

    def __init__(self, folder: Path, postinst: str = "true") -> None:
        self.root, self.boot = debian.root("trixie", folder, more=MORE), folder / "boot"
        for name, text in (STAND_INS | OF_A_PI).items():
            if not (self.root / name).exists():
                (self.root / name).parent.mkdir(parents=True, exist_ok=True)
                (self.root / name).write_text(text)
            (self.root / name).chmod(0o600 if "netplan" in name else 0o755)
        self.bench = Bench(folder, made_up(folder / "raspios.img"), package(folder, postinst=postinst))

    def put_in(self, *words: object) -> None:
        assert self.bench.make("--cloud-init", *words) == 0
        self.boot.mkdir()
        run("mcopy", "-s", "-i", f"{self.bench.new}@@{8 * MIB}", "::", self.boot)
        run("chmod", "-R", "755", self.boot)

    def start(self) -> int:
        card = f"--bind={self.boot}:/boot/firmware"
        machine = Machine(self.root, card, "--private-network", states=(*BOOTING, *BOOTED))
        return machine.ended()

    def profiles(self) -> str:
        """What netplan makes of it for NetworkManager."""
        told = debian.run(self.root, "netplan", "generate")
        assert told.returncode == 0, told.stdout
        return "".join(path.read_text() for path in sorted((self.root / PROFILE).glob("*wlan0*")))

    def read(self, name: str) -> str:
        return (self.root / name).read_text()


@pytest.mark.slow
def test_cloud_init_does_it_all_also_when_the_plug_is_pulled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(image.PASSWORD, PASSWORD)
    pi = CloudPi(tmp_path, "[ -e /root/cut ] || { touch /root/cut; systemctl poweroff --force --force; sleep 60; }")
    pi.put_in(*pi.bench.wifi, "--ssh-key", pi.bench.key, "--user", "anna", "--hostname", "salon")
    pi.start()
    assert pi.read("root/cut") == ""
    assert (pi.boot / "companion/companion.deb").exists()
    assert pi.start() == RESTARTED, (pi.boot / "companion-log.txt").read_text()

    assert pi.read("etc/hostname") == "salon\n"
    assert "anna:x:1000:" in pi.read("etc/passwd")
    assert f"{KEY}\n" in pi.read("home/anna/.ssh/authorized_keys")
    assert "anna ALL=(ALL) NOPASSWD: ALL" in pi.read("etc/sudoers.d/90-cloud-init-users")
    assert (pi.root / "etc/systemd/system/multi-user.target.wants/ssh.service").is_symlink()
    assert "Status: install ok installed" in run("chroot", pi.root, "dpkg", "--status", "companion")
    assert pi.read("var/lib/NetworkManager/NetworkManager.state") == "[main]\nWirelessEnabled=true\n"
    assert pi.read("etc/cloud/cloud-init.disabled") == ""
    assert {path.name for path in pi.boot.iterdir()} == {"cmdline.txt", "config.txt", "user-data", "meta-data"}
    profile = pi.profiles()
    assert f"psk={networks.secret('Salon; Süd', 'wpa2', PASSWORD)}" in profile
    assert PASSWORD not in profile


@pytest.mark.slow
def test_files_copied_onto_a_card_of_the_imager_s_form(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The road from Windows: the card has what the Imager's form says, and three files are copied onto it."""
    monkeypatch.delenv(image.PASSWORD, raising=False)
    pi = CloudPi(tmp_path)
    pi.boot.mkdir()
    run("mcopy", "-s", "-i", f"{pi.bench.stock}@@{8 * MIB}", "::", pi.boot)
    user = {"hostname": "garden", "user": {"name": "ben"}, "runcmd": [["touch", "/root/of-the-form"]]}
    (pi.boot / "user-data").write_text(f"#cloud-config\n{json.dumps(user)}\n")
    (pi.boot / "meta-data").write_text("instance-id: rpi-imager-1\n")
    wiring = Path(image.__file__).parent
    (pi.boot / "companion").mkdir()
    shutil.copy(wiring / "card/vendor-data", pi.boot)
    shutil.copy(wiring / "firstrun.sh", pi.boot / "companion")
    shutil.copy(pi.bench.package, pi.boot / "companion/companion_0.1.0_arm64.deb")
    assert pi.start() == RESTARTED
    assert pi.read("etc/hostname") == "garden\n"
    assert pi.read("root/of-the-form") == ""
    assert pi.read("opt/companion-is-here") == "yes\n"
    netplan_understands_a_network_of_each_kind(pi)


def netplan_understands_a_network_of_each_kind(pi: CloudPi) -> None:
    management = {"wpa2": "key-mgmt=wpa-psk", "wpa3": "key-mgmt=sae", "open": "ssid=Salon; Süd"}
    for kind, line in management.items():
        path = pi.root / "etc/netplan/50-cloud-init.yaml"
        path.write_bytes(networks.network_config("Salon; Süd", PASSWORD, kind, "DE"))
        path.chmod(0o600)
        profile = pi.profiles()
        assert line in profile, kind
        assert ("psk=" in profile) is (kind != "open")
