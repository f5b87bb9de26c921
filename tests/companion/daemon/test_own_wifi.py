"""The box's own Wi-Fi as the box sees it: made once, wished for, and answered."""

from __future__ import annotations

import json
import stat
from collections import Counter
from pathlib import Path

import pytest

from companion.daemon import own_wifi
from companion.daemon.own_wifi import FILE, LETTERS, WHY, WifiAnswer, WifiWish, answer, made, news, read_wish, wish
from companion.kit.text import text, verbatim
from companion.table.ports import WifiNetwork
from tests import disk

HOME = WifiNetwork("Heimnetz", "12345678")


def answered(folder: Path, told: dict[str, object]) -> WifiAnswer | None:
    file = folder / "answer"
    file.write_text(json.dumps(told))
    return answer(folder, file)


def test_name_and_password_are_of_letters_that_nobody_takes_for_others() -> None:
    assert not set("01lo") & set(LETTERS)
    wifi = made()
    assert wifi.name.startswith("companion-")
    assert len(wifi.name) == 14
    assert [len(part) for part in wifi.password.split("-")] == [5, 5]
    assert set(wifi.name.removeprefix("companion-") + wifi.password) <= {*LETTERS, "-"}


def test_every_box_has_its_own() -> None:
    assert Counter(made().password for _ in range(50)).most_common(1)[0][1] == 1


def test_they_are_made_once_and_stay(tmp_path: Path) -> None:
    assert wish(tmp_path)
    first = read_wish(tmp_path)
    assert wish(tmp_path, HOME)
    second = read_wish(tmp_path)
    assert first is not None
    assert second == WifiWish(first.own, HOME, first.number + 1)
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


def test_a_file_that_cannot_be_read_counts_as_none(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / FILE).mkdir()
    assert read_wish(tmp_path) is None
    assert "not read" in caplog.text


def test_a_full_disk_is_said(tmp_path: Path) -> None:
    with disk.full():
        assert not wish(tmp_path)


def test_without_a_folder_there_is_no_wish(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").touch()
    assert not wish(tmp_path / "file" / "below")
    assert "expected a folder" in caplog.text


def test_an_answer_counts_for_its_own_wish_alone(tmp_path: Path) -> None:
    assert answer(tmp_path, tmp_path / "answer") is None
    wish(tmp_path)
    assert answered(tmp_path, {"number": 2, "device": "wlan0"}) is None
    assert answered(tmp_path, {"number": 1, "device": "wlan0"}) == WifiAnswer(1, "wlan0")
    assert answered(tmp_path, {"number": "one"}) is None


@pytest.mark.parametrize("why", [why for why in WHY if why])
def test_when_the_home_network_was_not_joined_the_display_says_why(why: own_wifi.WhyNot) -> None:
    told = news(WifiWish(HOME, HOME), WifiAnswer(0, "wlan0", why=why))
    assert told.lines == (verbatim("Heimnetz"), WHY[why], text("Back: the box's Wi-Fi"))


def test_when_it_was_joined_the_display_says_so() -> None:
    told = news(WifiWish(HOME, HOME), WifiAnswer(0, "wlan0", is_home=True))
    assert told.lines == (verbatim("Heimnetz"), text("The box is in it."))


def test_when_nothing_opened_the_doctor_knows_more() -> None:
    assert news(WifiWish(HOME), WifiAnswer(0, "")) == own_wifi.NO_WIFI
