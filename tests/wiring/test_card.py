"""What a card can be besides the plain one: by cloud-init, with an overlay, sooner; and what the Imager reads of it."""

from __future__ import annotations

import hashlib
import json
import shutil
import struct
from pathlib import Path

import pytest

from tests.wiring.test_image import BOOT_MIB, CONFIG, KEY, MIB, PASSWORD, Bench, made_up, package
from wiring import image
from wiring.card import boot_words, manifest, networks, partitions

SCHEMA = Path(__file__).parent / "imager/os-list-schema.json"
TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool}


@pytest.fixture(scope="module")
def bought(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("bought")
    return made_up(folder / "raspios.img"), package(folder)


@pytest.fixture
def bench(bought: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    monkeypatch.setenv(image.PASSWORD, PASSWORD)
    stock, deb = (Path(shutil.copy(path, tmp_path)) for path in bought)
    return Bench(tmp_path, stock, deb)


def fits(told: object, schema: dict[str, object], at: str = "") -> list[str]:
    """What is wrong by the schema: what it uses of draft 7 is types, required, properties, items, enum and anyOf."""
    wrong: list[str] = []
    kind = schema.get("type")
    if isinstance(kind, str) and not isinstance(told, TYPES[kind]):
        return [f"{at}: no {kind}"]
    if isinstance(enum := schema.get("enum"), list) and told not in enum:
        wrong.append(f"{at}: {told!r} is none of {enum}")
    if isinstance(told, dict):
        required, properties = schema.get("required", []), schema.get("properties", {})
        assert isinstance(required, list)
        assert isinstance(properties, dict)
        wrong += [f"{at}: no {name}" for name in required if name not in told]
        for name, value in told.items():
            wrong += fits(value, properties.get(name, {}), f"{at}/{name}")
    if isinstance(told, list) and isinstance(items := schema.get("items"), dict):
        wrong += [line for number, item in enumerate(told) for line in fits(item, items, f"{at}/{number}")]
    if isinstance(choices := schema.get("anyOf"), list):
        found = [fits(told, choice, at) for choice in choices]
        wrong += [] if [] in found else found[0]
    return wrong


# The Imager


@pytest.mark.parametrize("recipe", [(), ("--cloud-init",)])
def test_the_manifest_is_one_by_the_imager_s_own_schema(bench: Bench, recipe: tuple[str, ...]) -> None:
    assert bench.make(*recipe) == 0
    told = json.loads(bench.new.with_suffix(manifest.SUFFIX).read_text())
    schema = json.loads(SCHEMA.read_text())
    assert fits(told, schema) == []
    (system,) = told["os_list"]
    assert system["init_format"] == ("cloudinit-rpi" if recipe else "none")
    assert system["capabilities"] == (["i2c", "usb_otg"] if recipe else [])
    assert system["extract_sha256"] == hashlib.sha256(bench.new.read_bytes()).hexdigest()
    assert system["extract_size"] == system["image_download_size"] == bench.new.stat().st_size
    assert system["url"] == bench.new.as_uri()
    known = {tag for device in told["imager"]["devices"] for tag in device["tags"]}
    assert set(system["devices"]) == known
    del system["icon"]
    assert any("icon" in line for line in fits(told, schema))
    system["icon"], system["init_format"] = "", "cloud-init"
    assert any("init_format" in line for line in fits(told, schema))


# cloud-init


def test_by_cloud_init_nothing_starts_it_but_what_the_imager_s_form_leaves_alone(bench: Bench) -> None:
    assert bench.make("--cloud-init", *bench.wifi, "--ssh-key", bench.key, "--user", "anna", "--hostname", "salon") == 0
    added = bench.names(bench.new) - bench.names(bench.stock)
    parts = ("companion/", "companion/firstrun.sh", "companion/companion.deb", "companion/radio")
    assert added == {f"::/{name}" for name in (*parts, "vendor-data", "network-config")}
    assert "systemd.run" not in bench.read("cmdline.txt")
    assert bench.read("vendor-data").startswith("#cloud-boothook\n#!/bin/sh\n")
    first, _, rest = bench.read("user-data").partition("\n")
    user = json.loads(rest)
    assert (first, user["hostname"], user["user"]["name"]) == ("#cloud-config", "salon", "anna")
    assert user["user"]["ssh_authorized_keys"] == [KEY]


def test_cloud_init_is_only_where_raspberry_pi_os_has_it(bench: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    older = made_up(bench.folder / "older.img", "bookworm")
    assert bench.make("--cloud-init", stock=older) == image.WRONG_USE
    assert "has no cloud-init, which Raspberry Pi OS brings from 13 on" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("kind", "management", "holds"), [("wpa2", "psk", False), ("wpa3", "sae", True), ("open", "none", False)]
)
def test_a_network_of_each_kind(kind: str, management: str, holds: bool) -> None:
    told = networks.network_config("Salon; Süd", PASSWORD, kind, "DE").decode()
    radio = json.loads(told)["network"]["wifis"]["wlan0"]
    auth = radio["access-points"]["Salon; Süd"]["auth"]
    assert (auth["key-management"], "password" in auth, PASSWORD in told) == (management, kind != "open", holds)
    profile = networks.wifi("Salon; Süd", PASSWORD, kind).decode()
    assert f"key-mgmt={management}" in profile or kind in {"wpa2", "open"}
    assert ("[wifi-security]" in profile) is (kind != "open")


def test_an_open_network_asks_for_no_password(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(image.PASSWORD)
    assert bench.make(*bench.wifi, "--wifi-kind", "open") == 0
    assert "psk" not in bench.read("companion/companion.nmconnection")


# The overlay


def test_the_games_have_a_partition_of_their_own_and_the_system_all_before_it(bench: Bench) -> None:
    assert bench.make("--overlay") == 0
    old, new = bench.stock.read_bytes(), bench.new.read_bytes()
    entries = [struct.unpack_from("<4xB3xII", new, at) for at in (446, 462, 478)]
    (boot, *_), (root, first, sectors), (games, start, length) = entries
    assert (boot, root, games) == (0x0C, 0x83, 0x83)
    assert first + sectors == start == (6 << 30) // 512
    assert length == (1 << 30) // 512
    assert (start + length) * 512 < 7_600_000_000, "a card of 8 GB is not much larger"
    assert (old[:446], old[512 : 8 * MIB]) == (new[:446], new[512 : 8 * MIB])
    assert old[(8 + BOOT_MIB) * MIB :] == new[(8 + BOOT_MIB) * MIB :]
    assert bench.read("companion/games") == partitions.GAMES
    words = bench.read("cmdline.txt").split()
    assert "fsck.repair=yes" in words
    assert not {*words} & {*boot_words.GROWS}


def test_a_system_that_is_too_large_or_has_three_partitions_is_refused(
    bench: Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    for at, value, why in (
        (474, (6 << 30) // 512, "is too large for --overlay"),
        (482, 0x83, "three partitions already"),
    ):
        whole = bytearray(bench.stock.read_bytes())
        whole[at : at + 4] = struct.pack("<I", value)
        bad = bench.folder / "bad.img"
        bad.write_bytes(whole)
        assert bench.make("--overlay", stock=bad) == image.WRONG_USE
        assert why in capsys.readouterr().err


# Sooner


def test_what_the_box_does_not_need_at_its_start_is_left_out_only_if_asked(bench: Bench) -> None:
    assert bench.make("--sooner") == 0
    config, words = bench.read("config.txt"), bench.read("cmdline.txt").split()
    assert config.startswith(CONFIG)
    assert {*boot_words.I2C, *boot_words.SOONER_CONFIG} <= {*config.splitlines()}
    assert all(words.count(word) == 1 for word in boot_words.SOONER_CMDLINE)
    assert bench.read("companion/sooner").split() == [*boot_words.SOONER_UNITS]


def test_the_owner_s_page_lists_every_one_of_them() -> None:
    page = (Path(image.__file__).parent / "OWNER.md").read_text()
    settings = (*boot_words.SOONER_CONFIG, *boot_words.SOONER_CMDLINE, *boot_words.SOONER_UNITS)
    assert [setting for setting in settings if f"`{setting}`" not in page] == []
