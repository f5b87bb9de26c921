"""What the settings of a club lead to, before anybody is called; at a real broker: test_publisher."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.club.topics import parted, topic
from companion.club.wire import Wire, link_of, name_of
from companion.config import BOX_NAME, Club
from companion.kit.errors import BadConfig


@pytest.fixture
def password(tmp_path: Path) -> Path:
    file = tmp_path / "password"
    file.write_text("open sesame\nand a remark\n")
    file.chmod(0o600)
    return file


def complaint(club: Club) -> str:
    with pytest.raises(BadConfig) as why:
        Wire(link_of(club), "companion/1/box/online", ())
    assert "open sesame" not in str(why.value)
    return str(why.value)


def test_the_password_is_the_first_line_of_its_file(password: Path) -> None:
    assert link_of(Club("here", user="box", password_file=str(password))).password == "open sesame"  # noqa: S105  # of no real broker


def test_without_a_port_it_is_the_usual_one() -> None:
    assert link_of(Club("here")).at == "here:8883"
    assert link_of(Club("here", tls=False)).at == "here:1883"
    assert link_of(Club("here", port=4711)).at == "here:4711"


def test_without_a_broker_it_says_where_it_is_set() -> None:
    assert complaint(Club()).startswith("club.broker: expected the club's broker")


def test_a_password_s_file_that_is_not_there_or_empty_or_open_to_all_is_told(password: Path) -> None:
    club = Club("here", password_file=str(password))
    password.chmod(0o644)
    assert complaint(club) == f"club.password_file: {password} may be read by everybody here; run: chmod o= {password}"
    password.chmod(0o600)
    password.write_text("\n")
    assert complaint(club) == f"club.password_file: expected a password in the first line; {password} has none"
    password.write_bytes(b"\xff")
    assert "it is no text" in complaint(club)
    password.unlink()
    assert "No such file" in complaint(club)


def test_an_authority_that_is_none_is_told(password: Path) -> None:
    assert complaint(Club("here", ca="/nowhere.pem")).startswith("club.ca: expected a file")
    assert complaint(Club("here", ca=str(password))).startswith("club.ca: expected certificates as PEM")


@pytest.mark.parametrize(
    ("club", "name"),
    [
        (Club(name="garden", user="box"), "garden"),
        (Club(user="box"), "box"),
        (Club(user="Box 1"), None),
        (Club(), None),
    ],
)
def test_a_box_goes_by_its_name_else_its_user_else_its_computer(club: Club, name: str | None) -> None:
    assert name_of(club) == name if name is not None else BOX_NAME.fullmatch(name_of(club))


def test_a_topic_tells_whose_it_is_and_of_what() -> None:
    assert parted(topic("garden", "record")) == ("garden", "record")
    assert parted("companion/1/club") == ("club", "")
