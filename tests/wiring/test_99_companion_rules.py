import re

import pytest

from wiring.diagram import FOLDER

FILE = FOLDER / "99-companion.rules"
LINES = [line for line in FILE.read_text("utf-8").splitlines() if line and not line.startswith("#")]
TOLD = [line for line in LINES if "systemd" in line]
RULES = [line for line in LINES if line not in TOLD]


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_gives_one_device_to_one_group(rule: str) -> None:
    parts = rule.split(", ")
    assert all(re.fullmatch(r'[A-Z_]+(\{\w+\})?(==|=)"[^"]+"', part) for part in parts)
    assert parts[0].startswith("SUBSYSTEM==")
    assert 'MODE="0660"' in parts
    group = {"gpio": "gpio", "i2c-dev": "i2c", "tty": "dialout"}[parts[0].split('"')[1]]
    assert f'GROUP="{group}"' in parts


def test_systemd_is_told_of_keys_and_display() -> None:
    assert TOLD == [
        # On a Pi the driver is pinctrl-bcm2835 or pinctrl-rp1; other chips of it are no part of the header.
        'SUBSYSTEM=="gpio", KERNEL=="gpiochip[0-9]*", DRIVERS=="*pinctrl*", SYMLINK+="companion/keys", TAG+="systemd"',
        'SUBSYSTEM=="i2c-dev", KERNEL=="i2c-1", SYMLINK+="companion/display", TAG+="systemd"',
    ]


def test_the_usual_controllers_are_known() -> None:
    known = re.findall(r'idVendor}=="(\w+)"(?:, ATTRS{idProduct}=="(\w+)")?', FILE.read_text("utf-8"))
    assert known == [
        *[("1a86", "7523"), ("1a86", "55d4"), ("10c4", "ea60"), ("0403", "6001"), ("2341", ""), ("303a", "")],
    ]


def test_modem_manager_leaves_them_alone() -> None:
    assert all('ENV{ID_MM_PORT_IGNORE}="1"' in rule for rule in RULES if '"tty"' in rule)
