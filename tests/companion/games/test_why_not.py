"""Why not: both games give the reason for every intent that they refuse.

The kit's own "That is not what is asked now." is for games without better reasons; these two have them. An answer to
another question is told what is asked now; an answer for another seat is told that it is not its turn; for the question
itself and for asides, neither is enough.
"""

from __future__ import annotations

import inspect
import json
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

import msgspec
import pytest

from companion.games.cat_royal import intents as cats
from companion.games.cat_royal.booklet import CARDS, FIGURES, GOALS, LOOP
from companion.games.cat_royal.rules import CAT_ROYAL
from companion.games.galopp_royal import intents as chairs
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.kit.decision import decide, unfold
from companion.kit.errors import WrongLine
from companion.kit.event import Correcting, Event, Intent, Refused
from companion.kit.question import Amount, Form, OneOf
from companion.kit.rules import Rules
from companion.kit.seats import COLOURS, Player
from companion.kit.setup import Seating
from companion.kit.text import Text, speak
from companion.match import record
from companion.match.record import dump
from companion.match.referee import check
from companion.players import bots
from companion.players.play import play as random_play

Draw = Callable[[Random], Any]

PLACES: Final = ("S", *GOALS, *range(1, LOOP + 1))
POOLS: Final[dict[str, Draw]] = {
    "slot": lambda rng: rng.choice((None, *range(7))),
    "card": lambda rng: rng.choice((None, "", "7", *CARDS)),
    "figure": lambda rng: rng.choice((None, "", "queen", *FIGURES)),
    "to": lambda rng: rng.choice((None, "", "G5", 0, 65, *PLACES)),
    "accused": lambda rng: rng.randrange(7),
    "cards": lambda rng: tuple(rng.choices((None, "1", "2", "5", "17", "20", "30", "64"), k=rng.randrange(6))),
    "seed": lambda rng: rng.choice((None, "", "5eed", "00" * 32)),
    "amount": lambda rng: rng.randrange(-3, 70),
    "face": lambda rng: rng.randrange(7),
    "steps": lambda rng: tuple((rng.randrange(7), rng.choice((-2, -1, 1, 2))) for _ in range(rng.randrange(4))),
    "owner": lambda rng: rng.randrange(8),
    "payee": lambda rng: rng.randrange(8),
    "reason": lambda _: "fell",
}

TABLES: Final[list[tuple[Rules[Any], int, dict[str, str], dict[str, object]]]] = [
    (CAT_ROYAL, 2, {}, {"last_deal": 3}),
    (CAT_ROYAL, 3, {}, {"rulebook": "app", "last_deal": 3}),
    (CAT_ROYAL, 4, {}, {"rulebook": "dog", "last_deal": 3}),
    (CAT_ROYAL, 4, {"cards": "table"}, {"options": {"no_move": "forfeit", "magnet_zero": False}, "last_deal": 3}),
    (CAT_ROYAL, 3, {"cards": "table"}, {"options": {"goal_entry": "may", "holes": "hats"}, "last_deal": 3}),
    (GALOPP_ROYAL, 3, {}, {}),
    (GALOPP_ROYAL, 5, {"cards": "table", "die": "table"}, {"rulebook": "nl"}),
    (GALOPP_ROYAL, 6, {}, {"rulebook": "fr"}),
]
TRIED: Final = 500
"""Intents at each table."""
EARLY: Final = 100
"""How many lines of a record are tried with something wrong; later kinds of event are tried without a record."""


def kinds(rules: Rules[Any]) -> list[type[Intent]]:
    """All kinds of intents of a game."""
    module = cats if rules is CAT_ROYAL else chairs
    own = [kind for _, kind in inspect.getmembers(module, inspect.isclass) if kind.__module__ == module.__name__]
    return [kind for kind in own if issubclass(kind, Intent)]


def play(rules: Rules[Any], players: int, duties: dict[str, Any], choices: dict[str, object]) -> Iterator[Any]:
    """The states of one random game in which somebody is asked."""
    rng = Random(players)
    seats = tuple(Player(seat, f"P{seat}", COLOURS[seat - 1]) for seat in range(1, players + 1))
    state = rules.begin(Seating(seats, 1, duties, None), choices)
    while (question := rules.question(state)) is not None:
        yield state
        addressed = bots.addressed(question, rules.asides(state), rng)
        for _, after in unfold(rules, state, rules.answered(state, bots.answer(addressed, rng))):
            state = after
    yield state


def wanted(rules: Rules[Any], state: Any, rng: Random) -> Intent:
    """Any intent; or almost an answer, with one wrong field."""
    seats = (None, *range(8))
    question = rules.question(state)
    if question is not None and rng.random() < 0.7:
        near = bots.answer(rng.choice((question, *rules.asides(state))), rng)
        field = rng.choice([field for field in near.__struct_fields__ if field in POOLS or field == "seat"])
        return msgspec.structs.replace(near, **{field: rng.choice(seats) if field == "seat" else POOLS[field](rng)})
    kind = rng.choice(kinds(rules))
    given = {field: POOLS[field](rng) for field in kind.__struct_fields__ if field in POOLS}
    return kind(seat=rng.choice((question.seat if question is not None else None, *seats)), **given)


def asked(rules: Rules[Any], state: Any, seat: int | None) -> set[type[Intent]]:
    """The kinds of intents that answer the question to this seat (or to the box), or its aside."""
    question = rules.question(state)
    offered = [each for each in (question, *rules.asides(state)) if each is not None and each.seat in (seat, None)]
    return {type(intent) for each in offered for intent in named(each.form)}


def named(form: Form) -> tuple[Intent, ...]:
    match form:
        case OneOf(answers=answers):
            return answers
        case Amount(offer=offer, otherwise=otherwise):
            return (offer, otherwise)
        case _:
            return (form.intent,)


def odd(rules: Rules[Any], state: Any, intent: Intent, why: Refused) -> bool:
    """Whether a refusal says less than it could."""
    question = rules.question(state)
    match why.code:
        case "not_asked":
            return True
        case "over":
            return question is not None and rules.awaited(state) != why
        case "not_your_turn":
            return question is None or intent.seat in (question.seat, None)
        case "something_else":
            return type(intent) in asked(rules, state, intent.seat)
        case "barred":
            return type(intent) is not cats.Play or intent.figure is not None
        case _:
            return False


@pytest.mark.parametrize(("rules", "players", "duties", "choices"), TABLES)
def test_every_illegal_intent_names_what_bars_it(
    rules: Rules[Any], players: int, duties: dict[str, str], choices: dict[str, object]
) -> None:
    states = list(play(rules, players, duties, choices))
    rng = Random(23)
    codes: Counter[str] = Counter()
    for _ in range(TRIED):
        state = rng.choice((*states, states[-1], states[-2]))
        intent = wanted(rules, state, rng)
        why = decide(rules, state, intent)
        if isinstance(why, Event):
            continue
        assert not odd(rules, state, intent, why), (why, intent, state.phase)
        sentence = speak(why.why, str)
        facts = [speak(value, str) if isinstance(value, Text) else str(value) for _, value in why.why.parameters]
        assert [fact for fact in facts if fact not in sentence] == []
        assert sentence[-1] == "."
        codes[why.code] += not isinstance(intent, Correcting)
    assert len(codes) > 8
    assert codes.total() > TRIED / 2


@pytest.mark.parametrize(("rules", "players"), [(CAT_ROYAL, 3), (GALOPP_ROYAL, 4)])
def test_replay_names_it_too(rules: Rules[Any], players: int) -> None:
    """Events of a record with something wrong in them."""
    start = next(play(rules, players, {}, {"last_deal": 2} if rules is CAT_ROYAL else {}))
    text = record.write(rules, start, list(random_play(rules, start, Random(5))), secrets=True)
    head, *rows = [json.loads(line) for line in text.splitlines()]
    first = {row["event"]: at for at, row in reversed(list(enumerate(rows)))}
    rng, told = Random(7), list[str]()
    for at in [at for at in first.values() if at < EARLY]:
        fields = [field for field in rows[at] if field in {*POOLS, "seat", "by"} and rows[at][field] is not None]
        for field in fields * 8:
            drawn = POOLS[field](rng) if field in POOLS else rng.randrange(9)
            if drawn is None or type(drawn) is not type(rows[at][field]):
                continue
            lines = [head, *rows[:at], rows[at] | {field: drawn}]
            told.append(fault(rules, lines))
    assert len(set(told)) > 15
    assert [each for each in told if "not what is asked" in each] == []


def fault(rules: Rules[Any], lines: list[dict[str, Any]]) -> str:
    """What the referee says; empty: nothing is wrong."""
    try:
        check(rules, "".join(f"{dump(line)}\n" for line in lines))
    except WrongLine as wrong:
        return str(wrong)
    return ""
