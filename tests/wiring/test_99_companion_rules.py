import re

import pytest

from wiring.diagram import FOLDER

FILE = FOLDER / "99-companion.rules"
RULES = [line for line in FILE.read_text("utf-8").splitlines() if line and not line.startswith("#")]


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_gives_one_device_to_one_group(rule: str) -> None:
    parts = rule.split(", ")
    assert all(re.fullmatch(r'[A-Z_]+(\{\w+\})?(==|=)"[^"]+"', part) for part in parts)
    assert parts[0].startswith("SUBSYSTEM==")
    assert 'MODE="0660"' in parts
    group = {"gpio": "gpio", "i2c-dev": "i2c", "tty": "dialout"}[parts[0].split('"')[1]]
    assert f'GROUP="{group}"' in parts


def test_the_usual_controllers_are_known() -> None:
    known = re.findall(r'idVendor}=="(\w+)"(?:, ATTRS{idProduct}=="(\w+)")?', FILE.read_text("utf-8"))
    assert known == [
        *[("1a86", "7523"), ("1a86", "55d4"), ("10c4", "ea60"), ("0403", "6001"), ("2341", ""), ("303a", "")],
    ]


def test_modem_manager_leaves_them_alone() -> None:
    assert all('ENV{ID_MM_PORT_IGNORE}="1"' in rule for rule in RULES if '"tty"' in rule)
