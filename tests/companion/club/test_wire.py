"""The link that a club's settings lead to, before any connection; at a real broker: test_publisher."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from paho.mqtt import client as mqtt

from companion.club.topics import MOST, PACKET, Channel, PlayerEntry, TableState, fits, parted, read, topic
from companion.club.wire import BrokerConnection, link_of, name_of
from companion.config import BOX_NAME, Club
from companion.kit.errors import BadConfig

SITTER = {"name": "Ada", "colour": "red", "has": "50", "is_in": True}


@pytest.fixture
def password(tmp_path: Path) -> Path:
    file = tmp_path / "password"
    file.write_text("open sesame\nand a remark\n")
    file.chmod(0o600)
    return file


def complaint(club: Club) -> str:
    with pytest.raises(BadConfig) as why:
        BrokerConnection(link_of(club), "companion/1/box/online", ())
    assert "open sesame" not in str(why.value)
    return str(why.value)


@pytest.mark.parametrize("channel", [*MOST, "event"])
def test_what_is_larger_than_its_topic_s_may_be_is_passed_over_unread(
    channel: Channel, caplog: pytest.LogCaptureFixture
) -> None:
    wire, most = BrokerConnection(link_of(Club("here")), topic("box", "online"), ()), MOST.get(channel, PACKET)
    for size in (most + 1, most):
        message = mqtt.MQTTMessage(topic=topic("box", channel).encode())
        message.payload = bytes(size)
        wire._hear(wire._client, None, message)
    assert wire.came.get_nowait() == (topic("box", channel), bytes(most))
    assert wire.came.empty()
    assert f"{channel}: a message of {most + 1} bytes is more than may come there" in caplog.text


def test_what_is_said_while_no_broker_is_there_is_on_its_way() -> None:
    """The voice says something in the moment before it notices that the broker has gone."""
    assert (
        not BrokerConnection(link_of(Club("here")), topic("box", "online"), ())
        .say(topic("box", "event"), b"{}")
        .is_published()
    )


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("stage", "asleep"),
        ("game", "x" * 61),
        ("progress", "x" * 61),
        ("title", "x" * 401),
        ("turn", "x" * 61),
        ("turn_seat", 0),
        ("turn_seat", 7),
        ("winner", "x" * 401),
        ("language", "x" * 61),
        ("seats", {"7": SITTER}),
        ("seats", {"1\n": SITTER}),
        ("seats", {"1": SITTER | {"name": "x" * 61}}),
        ("seats", {"1": SITTER | {"has": "x" * 61}}),
        ("seats", {"1": SITTER | {"colour": "pink"}}),
        ("seats", {"1": SITTER | {"colour": "red\n"}}),
    ],
)
def test_no_field_of_a_table_is_longer_than_a_scoreboard_shows(field: str, value: object) -> None:
    with pytest.raises(ValueError, match=rf"\$\.{field}"):
        read(msgspec.json.encode({"stage": "playing", field: value}), TableState)


def test_the_longest_table_of_six_fits() -> None:
    name = "Ж" * 60
    seats, names = (
        {str(seat): PlayerEntry(name, "violet", name, is_in=True) for seat in range(1, 7)},
        ", ".join([name] * 6),
    )
    words = msgspec.json.encode(TableState("over", name, name, names, name, 6, seats, names))
    assert read(words, TableState).winner == names
    assert fits(topic("box", "state"), len(words))


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


def test_a_file_that_is_no_authority_is_told(password: Path) -> None:
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
