"""How Home Assistant finds a box: one message for each entity, on the topic where Home Assistant looks for it.

Law: these messages hold no news of the game; they only say which field of the box's own messages (`topics`) to show.
Their words are English, like the names of entities; the values are in the table's language.

Source: https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from companion.club.topics import OFFLINE, ONLINE, topic
from companion.kit.seats import COLOURS

PREFIX: Final = "homeassistant"
OFFERED: Final = {
    "stage": ("Stage", "mdi:list-status", "{{ value_json.stage }}"),
    "game": ("Game", "mdi:chess-king", "{{ value_json.game }}"),
    "progress": ("Progress", "mdi:progress-clock", "{{ value_json.progress }}"),
    "asked": ("What is asked", "mdi:help-circle-outline", "{{ value_json.title }}"),
    "turn": ("Whose turn", "mdi:account-arrow-right", "{{ value_json.turn }}"),
    "winner": ("Winner", "mdi:trophy", "{{ value_json.winner }}"),
}
"""The facts of a table: name, icon, and field in the state."""


def discovered(box: str, version: str, pages: str = "") -> Iterator[tuple[str, Mapping[str, object]]]:
    """Every discovery message of a box, with its topic; `pages`: the address of its pages, empty: they are off."""
    device = {"identifiers": [_own(box)], "name": f"Companion {box}", "model": "Companion", "sw_version": version}
    if pages:
        device["configuration_url"] = pages
    for key, (name, icon, value) in OFFERED.items():
        yield _message(box, device, "sensor", key, {"name": name, "icon": icon, "value_template": value})
    for seat in range(1, len(COLOURS) + 1):
        yield _message(box, device, "sensor", f"seat_{seat}", _of_seat(box, seat))
    turn = {"name": "Your turn", "icon": "mdi:bell-ring", "event_types": ["your_turn"]}
    yield _message(box, device, "event", "your_turn", {**turn, "state_topic": topic(box, "turn")})


def _of_seat(box: str, seat: int) -> dict[str, object]:
    """The entity of a seat: what the seat has, and who sits there."""
    has = f"value_json.seats.get('{seat}', {{}})"
    return {
        "name": f"Seat {seat}",
        "icon": "mdi:account",
        "value_template": f"{{{{ {has}.get('has', '') }}}}",
        "json_attributes_topic": topic(box, "state"),
        "json_attributes_template": f"{{{{ {has} | tojson }}}}",
    }


def _message(
    box: str, device: Mapping[str, object], platform: str, key: str, offered: Mapping[str, object]
) -> tuple[str, Mapping[str, object]]:
    own = _own(box)
    return f"{PREFIX}/{platform}/{own}/{key}/config", {
        "unique_id": f"{own}_{key}",
        "state_topic": topic(box, "state"),
        "availability_topic": topic(box, "online"),
        "payload_available": ONLINE.decode(),
        "payload_not_available": OFFLINE.decode(),
        "qos": 1,
        "device": device,
        "origin": {"name": "companion", "sw_version": device["sw_version"]},
        **offered,
    }


def _own(box: str) -> str:
    """The name of a box among all devices."""
    return f"companion_{box}"
