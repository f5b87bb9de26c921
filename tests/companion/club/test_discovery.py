"""Home Assistant finds a box: its own schemas check the messages, and its own templates read the states.

Its only published schema is its code. `homeassistant` 2024.3.3 is the last version on PyPI for Python 3.11; all keys
that we use mean the same in version 2026.2.3.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.club.discovery import discovered
from companion.club.telling import state
from companion.club.topics import TableState, TurnBegan
from tests.companion.club.evenings import Evening

WANTED = ("homeassistant==2024.3.3", "paho-mqtt==1.6.1", "setuptools<80")
UV = shutil.which("uv") or shutil.which("uv", path=str(Path(__file__).parents[3] / ".uv/bin"))


def test_each_message_has_a_topic_and_a_name_of_its_own() -> None:
    messages = list(discovered("garden-1", "1.0"))
    assert len({topic for topic, _ in messages}) == len({message["unique_id"] for _, message in messages}) == 13
    assert all(topic.startswith(("homeassistant/sensor/", "homeassistant/event/")) for topic, _ in messages)
    assert {message["availability_topic"] for _, message in messages} == {"companion/1/garden-1/online"}


def test_all_of_them_are_one_device() -> None:
    devices = [msgspec.json.encode(message["device"]) for _, message in discovered("garden-1", "1.0")]
    assert len(set(devices)) == 1


def test_the_address_of_the_pages_is_told_if_the_box_knows_it() -> None:
    def told(pages: str) -> list[object]:
        messages = json.loads(msgspec.json.encode([*discovered("garden-1", "1.0", pages)]))
        return [message["device"].get("configuration_url") for _, message in messages]

    assert told("") == [None] * 13
    assert told("http://10.0.0.7/") == ["http://10.0.0.7/"] * 13


def seen(now: TableState, turn: TurnBegan) -> dict[str, Any]:
    """What Home Assistant shows of a box in this state, by the entities' names."""
    if UV is None:
        pytest.skip("uv is not installed")
    asked = {"messages": list(discovered("garden-1", "1.0", "http://10.0.0.7/")), "state": now, "turn": turn}
    extras = [word for wanted in WANTED for word in ("--with", wanted)]
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    command = [UV, "run", "--quiet", "--no-project", "--python", python, *extras, "python"]
    script = Path(__file__).with_name("home_assistant.py")
    ran = subprocess.run([*command, str(script)], input=msgspec.json.encode(asked), capture_output=True, check=False)
    assert ran.returncode == 0, ran.stderr.decode()
    told: dict[str, list[Any]] = json.loads(ran.stdout)
    return {name: rest[0] if len(rest) == 1 else rest for name, *rest in told.values()}


@pytest.mark.slow
def test_home_assistant_takes_every_message_and_shows_what_the_table_shows(evening: Evening) -> None:
    session = evening.some(40, "Ada", "Bea", "Cem")
    now = state(session, "en")
    assert now.turn_seat is not None
    told = seen(now, TurnBegan(now.turn_seat, now.turn))
    assert told["Game"] == "Galopp Royal"
    assert told["Whose turn"] == now.turn
    assert told["Progress"] == now.progress
    assert told["What is asked"] == now.title
    assert told["Stage"] == "playing"
    assert told["Your turn"] == {"seat": now.turn_seat, "name": now.turn, "event_type": "your_turn"}
    coins, who = told["Seat 1"]
    assert str(coins) == now.seats["1"].has
    assert (who["name"], who["colour"]) == ("Ada", "red")
    assert told["Seat 6"] == ["", {}]


@pytest.mark.slow
def test_home_assistant_shows_an_empty_table_and_a_winner(evening: Evening) -> None:
    empty = seen(state(None, "en"), TurnBegan(1, "Ada"))
    assert (empty["Stage"], empty["Game"], empty["Whose turn"], empty["Seat 1"]) == ("joining", "", "", ["", {}])
    *_, session = evening.play("Ada", "Bea", "Cem")
    now = state(session, "en")
    assert seen(now, TurnBegan(1, "Ada"))["Winner"] == now.winner
