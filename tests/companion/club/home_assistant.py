"""Home Assistant's own reading of discovery messages and states. A Python that has Home Assistant runs this file.

It reads {"messages": [[topic, message], …], "state": …, "turn": …} from stdin; it prints what each entity shows as
JSON, or ends with what Home Assistant does not accept.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from homeassistant.components.mqtt import event, sensor
from homeassistant.components.mqtt.discovery import TOPIC_MATCHER
from homeassistant.core import HomeAssistant
from homeassistant.helpers.template import Template

SCHEMAS = {"sensor": sensor.DISCOVERY_SCHEMA, "event": event.DISCOVERY_SCHEMA}
PREFIX = "homeassistant/"


def taken(topic: str, message: dict[str, Any]) -> dict[str, Any]:
    """The message as Home Assistant reads it. It ignores keys it does not know, so there must be none."""
    match = TOPIC_MATCHER.match(topic.removeprefix(PREFIX))
    assert topic.startswith(PREFIX), topic
    assert match, topic
    config: dict[str, Any] = SCHEMAS[match["component"]](dict(message))
    assert message.keys() <= config.keys(), f"unknown: {message.keys() - config.keys()}"
    return config


def shown(config: dict[str, Any], template: str, payload: str, hass: HomeAssistant) -> Any:
    """What a template of the message shows for a payload."""
    words = config[template].template
    return Template(words, hass).async_render_with_possible_json_value(payload, "wrong")


async def main() -> None:
    asked = json.load(sys.stdin)
    hass = HomeAssistant("/tmp")  # noqa: S108  # nothing is written
    state, told = json.dumps(asked["state"]), {}
    for topic, message in asked["messages"]:
        config = taken(topic, message)
        if "value_template" in config:
            told[config["unique_id"]] = [config["name"], shown(config, "value_template", state, hass)]
        if "json_attributes_template" in config:
            told[config["unique_id"]].append(json.loads(shown(config, "json_attributes_template", state, hass)))
        if "event_types" in config:
            assert asked["turn"]["event_type"] in config["event_types"]
            told[config["unique_id"]] = [config["name"], asked["turn"]]
    print(json.dumps(told))


asyncio.run(main())
