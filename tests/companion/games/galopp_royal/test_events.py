"""Events as a record writes them, and the intents behind them."""

from __future__ import annotations

import functools
import operator

import msgspec
import pytest

from companion.games.galopp_royal import events, intents
from companion.kit.event import Event, Intent

NAMES = [
    "dealt",
    "bid",
    "passed",
    "sold",
    "unsold",
    "assigned",
    "laid",
    "race_began",
    "rolled",
    "moved",
    "finished",
    "ponded",
    "race_ended",
    "paid",
    "removed",
    "drew",
    "reshuffled",
    "corrected",
    "ended",
]
"""The table of the record's specification; the order of its rows does not matter."""


def test_every_event_of_the_record_and_no_other() -> None:
    assert sorted(str(kind.__struct_config__.tag) for kind in events.EVENTS) == sorted(NAMES)


FIELDS = {
    "dealt": "race opener hands open",
    "bid": "seat amount",
    "passed": "seat leaves",
    "sold": "seat price cards",
    "unsold": "cards",
    "assigned": "seat price cards",
    "laid": "seat cards",
    "race_began": "race seat",
    "rolled": "seat face bearer",
    "moved": "seat steps",
    "finished": "seat place",
    "ponded": "seat place",
    "paid": "seat place amount",
    "race_ended": "race last",
    "removed": "by seat slot card",
    "drew": "seat slot card",
    "reshuffled": "cards",
    "corrected": "seat amount reason",
    "ended": "coins winners seed",
}


@pytest.mark.parametrize("kind", events.EVENTS, ids=lambda kind: kind.__name__)
def test_fields_as_the_record_names_them(kind: type[Event]) -> None:
    assert " ".join(kind.__struct_fields__) == FIELDS[str(kind.__struct_config__.tag)]


@pytest.mark.parametrize("kind", events.EVENTS, ids=lambda kind: kind.__name__)
def test_an_event_with_an_unknown_field_is_not_read(kind: type[Event]) -> None:
    row = f'{{"event": "{kind.__struct_config__.tag}", "luck": 1}}'.encode()
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(row, type=functools.reduce(operator.or_, events.EVENTS))


def test_a_bid_may_be_an_event_or_an_intent_and_the_two_are_not_mixed_up() -> None:
    assert msgspec.to_builtins(events.Bid(1, 5)) == {"event": "bid", "seat": 1, "amount": 5}
    assert msgspec.to_builtins(intents.Bid(seat=1, amount=5)) == {"intent": "bid", "seat": 1, "amount": 5}


def test_intents_survive_the_way_over_a_wire() -> None:
    some: list[Intent] = [
        intents.Deal(cards=("1", None)),
        intents.Scheme(seat=2, steps=((2, -2), (1, 2))),
        intents.Remove(seat=1, owner=2, slot=3),
        intents.Close(seed="00"),
    ]
    for intent in some:
        assert msgspec.json.decode(msgspec.json.encode(intent), type=type(intent)) == intent
