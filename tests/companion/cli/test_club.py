"""The commands of a club night as they are typed in: what is wrong is one sentence."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.companion.cli.told import Run, sentence


def test_a_broker_with_a_password_before_it_is_refused_and_not_repeated(run: Run) -> None:
    told = sentence(run("club", "--broker", "box:swordfish@club.example"))
    assert "expected a name or an address alone, and --user and --password-file; came something with an @" in told
    assert "swordfish" not in told


@pytest.mark.parametrize("command", ["publish", "club"])
@pytest.mark.usefixtures("state")
def test_without_a_broker_nothing_begins(run: Run, command: str) -> None:
    assert sentence(run(command)).startswith("club.broker: expected the club's broker")


@pytest.mark.usefixtures("state")
def test_what_is_said_wins_over_the_settings(run: Run, box_toml: Path) -> None:
    box_toml.write_text('[club]\nbroker = "127.0.0.1"\nca = "/nowhere.pem"\n')
    assert "/nowhere.pem is none" in sentence(run("--config", box_toml, "club"))
    assert "/elsewhere.pem is none" in sentence(run("--config", box_toml, "club", "--ca", "/elsewhere.pem"))


@pytest.mark.usefixtures("state")
def test_a_database_that_cannot_be_used_is_told(run: Run, tmp_path: Path) -> None:
    told = run("club", "--broker", "127.0.0.1", "--no-tls", "--database", tmp_path)
    assert sentence(told) == f"--database: sqlite:///{tmp_path} cannot be used: unable to open database file."


@pytest.mark.parametrize("word", ["0", "70000", "x", "-1"])
def test_a_port_is_one(run: Run, word: str) -> None:
    assert f"expected a port from 1 to 65535; came {word}" in sentence(run("club", f"--port={word}"))


@pytest.mark.usefixtures("state")
def test_where_the_extra_is_missing_it_says_how_it_comes(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith(("companion.club", "paho"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "paho", None)
    assert sentence(run("publish")) == "paho.mqtt is not installed here; run: uv sync --extra publish."
