"""Whether pages are on: the choice at the box, the settings, and how a damaged file is handled."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.config import Config, PagesSettings
from companion.daemon.switch import FILE, MARK, Switch, ask_for, keep_switch, read_switch, switch_of

OFF, ON = Config(), msgspec.structs.replace(Config(), pages=PagesSettings("wlan0"))


def test_what_is_kept_is_read(tmp_path: Path) -> None:
    assert read_switch(tmp_path) is None
    for switch in (Switch(is_on=True, interface="eth0", is_news=True), Switch(is_on=False)):
        assert keep_switch(tmp_path, switch)
        assert read_switch(tmp_path) == switch


def test_as_long_as_nothing_was_switched_at_the_box_the_settings_count(tmp_path: Path) -> None:
    assert switch_of(OFF, tmp_path) == Switch(is_on=False)
    assert switch_of(ON, tmp_path) == Switch(is_on=True, interface="wlan0")


@pytest.mark.parametrize("is_on", [True, False])
def test_what_was_switched_at_the_box_wins(is_on: bool, tmp_path: Path) -> None:
    keep_switch(tmp_path, Switch(is_on))
    assert switch_of(OFF, tmp_path) == Switch(is_on)
    assert switch_of(ON, tmp_path) == Switch(is_on, "wlan0"), "its network as well, unless another one was chosen"
    keep_switch(tmp_path, Switch(is_on, "eth0"))
    assert switch_of(ON, tmp_path) == Switch(is_on, "eth0")


@pytest.mark.parametrize(
    "damaged", [b"", b"{", b"{}", b'{"is_on": 1}', b"\xff", b'{"is_on": true, "interface": "\xff"}']
)
def test_a_damaged_file_is_as_good_as_none_and_the_next_choice_is_kept(tmp_path: Path, damaged: bytes) -> None:
    (tmp_path / FILE).write_bytes(damaged)
    assert switch_of(ON, tmp_path) == Switch(is_on=True, interface="wlan0")
    assert keep_switch(tmp_path, Switch(is_on=False))
    assert switch_of(ON, tmp_path) == Switch(is_on=False, interface="wlan0")


def test_what_is_no_file_is_as_good_as_none_and_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / FILE).mkdir()
    assert switch_of(ON, tmp_path) == Switch(is_on=True, interface="wlan0")
    (said,) = caplog.messages
    assert said.startswith(f"{tmp_path / FILE}: not read (")


def test_where_nothing_can_be_kept_that_is_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "state").write_text("")
    assert not keep_switch(tmp_path / "state", Switch(is_on=True))
    assert len(caplog.messages) == 1


def test_systemd_is_asked_when_the_answer_is_another_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert not ask_for(MARK, is_on=True), "it has not started the box"
    monkeypatch.setenv("NOTIFY_SOCKET", "/run/systemd/notify")
    answers = [ask_for(MARK, is_on=is_on) for is_on in (False, True, True, False, False)]
    assert answers == [False, True, False, True, False]
    assert not (tmp_path / MARK).exists()
