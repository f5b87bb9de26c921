import re

from wiring.diagram import FOLDER

RULES = (FOLDER / "50-companion.rules").read_text("utf-8")


def test_the_box_may_switch_the_pi_off_and_nothing_else() -> None:
    assert set(re.findall(r'"(org\.[^"]+)"', RULES)) == {
        "org.freedesktop.login1.power-off",
        "org.freedesktop.login1.power-off-multiple-sessions",
    }


def test_the_rule_is_for_the_user_the_service_runs_as() -> None:
    service = (FOLDER / "companion.service").read_text("utf-8")
    (user,) = re.findall(r"^User=(\w+)$", service, re.MULTILINE)
    assert re.findall(r'subject\.user == "(\w+)"', RULES) == [user]


def test_it_is_installed_where_polkit_looks() -> None:
    script = (FOLDER / "install.sh").read_text("utf-8")
    assert '"$wiring/50-companion.rules" /etc/polkit-1/rules.d/' in script
