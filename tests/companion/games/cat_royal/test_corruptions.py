"""Good records, corrupted in more than 300 ways: each is refused, with exit 1, at the line that is wrong.

A share of them runs by default, all of them with the tests marked `slow`. Facts that no rule can know are not refused:
a card in a hand that is `null`, a `cheat` that is `null` while the game runs.
"""

from __future__ import annotations

import json
import operator
from collections.abc import Iterable, Iterator
from functools import cache, reduce
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import pytest

from companion.cli import main
from companion.games.cat_royal.booklet import CARDS, FIGURES, START, STARTS
from companion.kit.errors import WrongLine
from companion.match import record, referee

from .other_secrets import opened, played, steps_from
from .positions import RULES, start

pytestmark = [pytest.mark.in_box_time, pytest.mark.untraced]

Row: TypeAlias = dict[str, Any]
Place: TypeAlias = tuple[str, ...]
"""The path to a value in a line."""
Name: TypeAlias = Literal[
    "manual", "long", "dog", "partners", "running", "long running", "dog running", "partners running"
]

SHARE = 8
"""One of so many corruptions runs by default."""
SEATS = (1, 2, 3, 4)
GOOD: tuple[Name, ...] = ("manual", "long", "dog", "partners")
"""Whole games; together they have every kind of event."""
RUNNING: tuple[Name, ...] = ("running", "long running", "dog running", "partners running")
"""The same, before their last step."""
GONE: Final = "nothing"


@cache
def good(name: Name) -> str:
    """A whole game without secrets, or the ordinary export of a running game."""
    match name:
        case "manual" | "running":
            state, number = start(3, last_deal=3), 4
        case "long" | "long running":
            state, number = start(4, last_deal=7), 0
        case "dog" | "dog running":
            state, number = start(4, last_deal=3, rulebook="dog", tricks=True), 1
        case "partners" | "partners running":
            state, number = start(4, last_deal=2, partners="opposite_pass"), 2
    steps = steps_from(state, number, chatter=0.15)
    return record.write(RULES, state, steps[:-1] if name in RUNNING else steps)


def rows(name: Name) -> list[Row]:
    return [json.loads(line) for line in good(name).splitlines()]


def lines_of(lines: list[Row], kind: str) -> list[int]:
    """The lines of events of a kind, from 0."""
    return [at for at, row in enumerate(lines) if row.get("event") == kind]


def text(lines: list[Row], *, counted: bool = True) -> str:
    """The text of a record, with its events numbered again."""
    if counted:
        lines = [lines[0], *({**row, "n": n} for n, row in enumerate(lines[1:], 1))]
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in lines)


class Corruption(NamedTuple):
    """A record with one fault."""

    what: str
    text: str
    line: int
    """The line with the fault, from 1."""


# --- fields ----------------------------------------------------------------------------------------------------------

OWN = {str(kind.__struct_config__.tag): kind.__struct_fields__ for kind in RULES.events if kind not in RULES.unrecorded}
ELSEWHERE: dict[str, Name] = {"reshuffled": "long", "set_out": "dog", "forfeited": "dog", "handed": "partners"}
FOUND: dict[str, Name] = {kind: ELSEWHERE.get(kind, "manual") for kind in OWN}
"""The record in which a kind of event is found."""


def other(name: Name, at: int, path: Place, values: Iterable[object]) -> Iterator[Corruption]:
    """One place in a line gets other values, one after the other; `GONE`: it is left out."""
    good_lines = good(name).splitlines(keepends=True)
    for value in values:
        row: Row = json.loads(good_lines[at])
        inner: Any = reduce(operator.getitem, path[:-1], row)
        before = inner.pop(path[-1]) if value == GONE else inner.get(path[-1])
        if value != GONE:
            inner[path[-1]] = value
        if value == GONE or json.dumps(before) != json.dumps(value):
            what = f"{row.get('event', 'header')} {' '.join(path)} {value!r}, line {at + 1}, {name}"
            changed = text([row], counted=False)
            yield Corruption(what, "".join([*good_lines[:at], changed, *good_lines[at + 1 :]]), at + 1)


def fields() -> Iterator[Corruption]:
    """For each kind of event: every field left out or of another type, one too many, a wrong table after it."""
    for kind, name in FOUND.items():
        at = lines_of(rows(name), kind)[0]
        row = rows(name)[at]
        for field in ("event", "n", "after", *(own for own in OWN[kind] if own in row)):
            yield from other(name, at, (field,), [GONE, [row[field]]])
        yield from other(name, at, ("steps",), [3])
        yield from other(name, at, ("n",), [at + 1, True, str(at), float(at)])
        for seat in "12":
            here, held = row["after"]["at"][seat], row["after"]["cards"][seat]
            yield from other(name, at, ("after", "at", seat), [GONE, [_elsewhere(here[0]), *here[1:]]])
            yield from other(name, at, ("after", "cards", seat), [GONE, held + 1, float(held)])
        yield from other(name, at, ("after", "holes"), [row["after"]["holes"][::-1], None])
        yield from other(name, at, ("after", "coins"), [{"1": 5}])


def _elsewhere(place: int | str) -> int | str:
    return "G4" if place != "G4" else START


# --- order -----------------------------------------------------------------------------------------------------------


def order() -> Iterator[Corruption]:
    """For each kind: a line left out, repeated, or too early; numbered again, so that the rules must refuse it."""
    for kind, name in FOUND.items():
        lines = rows(name)
        at = lines_of(lines, kind)[-1]
        if kind != "ended":  # without it, it is the record of a running game
            yield Corruption(f"no {kind}", text([*lines[:at], *lines[at + 1 :]]), at + 1)
        yield Corruption(f"{kind} twice", text([*lines[: at + 1], *lines[at:]]), at + 2)
        early = [*lines[: at - 1], lines[at], lines[at - 1], *lines[at + 1 :]]
        yield Corruption(f"{kind} too early", text(early), at)
        yield Corruption(f"{kind} before all", text([lines[0], lines[at], *lines[1:]]), 2 if at > 1 else 3)


# --- what the rules do not allow -------------------------------------------------------------------------------------


def plays() -> Iterator[Corruption]:
    """Impossible cards, figures, places and cheats of a play."""
    lines = rows("manual")
    for at in lines_of(lines, "played")[:6]:
        row = lines[at]
        hand = lines[max(line for line in lines_of(lines, "dealt") if line < at)]["hands"][str(row["seat"])]
        wrong: dict[str, list[object]] = {
            "seat": [seat for seat in (*SEATS, 0, -1) if seat != row["seat"]],
            "card": [*[card for card in CARDS if card not in hand][:4], "4", "", None],
            "copied": ["5" if row["copied"] is None else None, "copy", ""],
            "figure": [*[figure for figure in FIGURES if figure != row["figure"]], "cat", None],
            "to": [_away(row["to"]), START, 0, 65, "G5", str(row["to"]), None],
            "swapped": [[1, "king"], [4, "king"], [], [2]],
            "cheat": [cheat for cheat in (-1, 0, 1, 2, None) if cheat != row["cheat"]],
        }
        for field, values in wrong.items():
            yield from other("manual", at, (field,), values)


def _away(to: int | str) -> int:
    """Farther than any card carries."""
    return (to + 19) % 64 + 1 if isinstance(to, int) else 40


def consequences() -> Iterator[Corruption]:
    """Wrong captures, exits, penalties, moved wormholes, dealt and discarded cards, ends."""
    lines = rows("manual")
    laid = lines[lines_of(lines, "discarded")[0]]["seat"]
    hand = lines[max(at for at in lines_of(lines, "dealt") if at < lines_of(lines, "discarded")[0])]["hands"][str(laid)]
    piece: dict[str, list[object]] = {"seat": [0, 9, None], "figure": [*FIGURES, "dog"]}
    wrong: dict[str, dict[str, list[object]]] = {
        "captured": piece,
        "teleported": piece | {"to": [27, 43, 59, 11, 1, 65, "S"], "swapped": [[1, "king"]]},
        "sent_home": piece | {"seat": [0, *SEATS]},
        "accused": {"by": [0, *SEATS], "seat": [0, 9, None], "guilty": [True, False, 1, None]},
        "shifted": {
            "seat": [0, 9, None],
            "holes": [[1, 2, 3, 4], [2, 2, 3, 4], [2, 3, 4], [2, 3, 4, 5, 6], [0, 2, 3, 4], [27, 43, 59, 11]],
        },
        "discarded": {"seat": [0, *SEATS], "card": [*[card for card in CARDS if card not in hand], "", None]},
        "dealt": {"deal": [0, 2, 3, 4, -1], "hands": [{}, {"1": ["2"] * 5}, {seat: ["2"] * 5 for seat in "123"}]},
        "ended": {
            "places": [{"1": 1, "2": 2, "3": 3}, {"1": 3, "2": 2, "3": 1}, {"1": 1}, {}],
            "winners": [[1, 2, 3], [4], []],
            "seed": [None, "", "ab" * 32],
        },
        "reshuffled": {"cards": [0, 1, 110, -1, None]},
        "set_out": {"seat": [0, *SEATS], "figure": ["dog", ""]},
        "forfeited": {"seat": [0, *SEATS], "cards": [[], ["2"], [None] * 3, ["2"] * 5]},
    }
    for kind, values in wrong.items():
        name = FOUND[kind]
        at = lines_of(rows(name), kind)[0]
        for field, others in values.items():
            yield from other(name, at, (field,), others)


def told_instead() -> Iterator[Corruption]:
    """Another event in place of the right one, as plausible as possible."""
    lines = rows("manual")
    at = lines_of(lines, "played")[0]
    play = lines[at]
    seat, after = play["seat"], play["after"]
    others: dict[str, Row] = {
        "a card discarded though it can be played": {"event": "discarded", "seat": seat, "card": play["card"]},
        "a hand discarded by no rule of this game": {"event": "forfeited", "seat": seat, "cards": [play["card"]]},
        "a figure set out by no rule of this game": {"event": "set_out", "seat": seat, "figure": "king"},
        "a capture of nobody": {"event": "captured", "seat": 2, "figure": "king"},
        "a wormhole without one": {"event": "teleported", "seat": seat, "figure": "king", "to": 27, "swapped": None},
        "a penalty for nothing": {"event": "sent_home", "seat": 2, "figure": "king"},
        "who has nothing to lose accuses": {"event": "accused", "by": seat, "seat": seat % 3 + 1, "guilty": False},
        "an accusation of oneself": {"event": "accused", "by": seat, "seat": seat, "guilty": False},
        "the seat on turn moves the wormholes": {"event": "shifted", "seat": seat, "holes": [2, 3, 4, 5]},
        "a deal in the middle of one": lines[1] | {"deal": 2},
        "a shuffle of enough cards": {"event": "reshuffled", "cards": 0},
        "an end too early": lines[-1],
        "coins put right": {"event": "corrected", "seat": seat, "amount": 1, "reason": ""},
        "nothing at all": {},
    }
    for what, row in others.items():
        yield Corruption(what, text([*lines[:at], row | {"after": row.get("after", after)}, *lines[at + 1 :]]), at + 1)
    twice = lines_of(lines, "shifted")[0]
    again = lines[twice] | {"holes": [2, 3, 4, 5]}
    yield Corruption("wormholes moved twice", text([*lines[: twice + 1], again, *lines[twice + 1 :]]), twice + 2)


def lots() -> Iterator[Corruption]:
    """Draws that the rules would allow, but that the seed does not give."""
    for name in GOOD:
        lines = rows(name)
        for at in lines_of(lines, "dealt")[:2]:
            hands = lines[at]["hands"]
            for seat, hand in hands.items():
                yield from other(name, at, ("hands", seat), [hand[::-1], ["2", *hand[1:]], [*hand[:-1], "13"]])
            yield from other(name, at, ("hands",), [hands | {"1": hands["2"], "2": hands["1"]}])
        for at in lines_of(lines, "shifted")[:2]:
            lines = rows(name)
            lines[at]["holes"] = lines[at]["after"]["holes"] = lines[at]["holes"][::-1]
            yield Corruption(f"wormholes in another order, line {at + 1}, {name}", text(lines), at + 1)


# --- the header, hidden things ---------------------------------------------------------------------------------------


def header() -> Iterator[Corruption]:
    """A field left out, one too many, a value that no table could play with."""
    head = rows("manual")[0]
    for field in sorted(head.keys() - {"record", "game"}):
        yield from other("manual", 0, (field,), [GONE])
    for part in ("options", "duties", "board", "deck"):
        for field in head[part]:
            is_new = (part, field) == ("options", "partners")  # an older header does not have it
            yield from other("manual", 0, (part, field), [[head[part][field]], *([] if is_new else [GONE])])
        yield from other("manual", 0, (part, "more"), [1])
    wrong: dict[str, list[object]] = {
        "rulebook": ["de", ""],
        "first": [0, 4, "1", True],
        "last_deal": [0, 1000, None],
        "commitment": ["", "ab" * 31, 5],
        "seats": [[], head["seats"][:1], head["seats"][::-1]],
        "more": [1],
    }
    for field, values in wrong.items():
        yield from other("manual", 0, (field,), values)
    yield from other("manual", 0, ("options", "partners"), ["opposite", "opposite_pass", "", None, True])
    for colour in STARTS:
        yield from other("manual", 0, ("board", "starts", colour), [2])


def handed_over() -> Iterator[Corruption]:
    """A card for the partner that its seat does not hold, that is told too early, or that nobody gives."""
    lines = rows("partners")
    for at in lines_of(lines, "handed"):
        cards, hands = lines[at]["cards"], lines[at - 1]["hands"]
        for seat in map(str, SEATS):
            missing = [card for card in CARDS if card not in hands[seat]]
            yield from other("partners", at, ("cards", seat), [GONE, *missing[:3], None, 5, "4", ""])
            yield from other("partners running", at, ("cards", seat), [GONE, cards[seat]])
        yield from other("partners", at, ("cards",), [dict.fromkeys(cards), {}, [], cards | {"5": "2"}])
        chosen = {"event": "chosen", "seat": 1, "card": cards["1"], "after": lines[at - 1]["after"]}
        yield Corruption(f"a choice, line {at + 1}", text([*lines[:at], chosen, *lines[at:]]), at + 1)
    played = lines_of(lines, "played")[:3]
    for at in played:
        yield from other(
            "partners", at, ("of",), [GONE, *[seat for seat in (0, *SEATS) if seat != lines[at]["of"]], None]
        )
    yield from other("manual", lines_of(rows("manual"), "played")[0], ("of",), [1, 2, None])
    for option in ("none", "opposite"):
        head = lines[0] | {"options": lines[0]["options"] | {"partners": option}}
        yield Corruption(
            f"no card is handed over: {option}", text([head, *lines[1:]]), lines_of(lines, "handed")[0] + 1
        )


def hidden() -> Iterator[Corruption]:
    """`null` although everything is open, since the game has ended."""
    lines = rows("manual")
    for at in lines_of(lines, "dealt"):
        yield from other("manual", at, ("hands",), [dict.fromkeys("123", [None] * 5)])
    for at in lines_of(lines, "played")[-3:]:
        yield from other("manual", at, ("cheat",), [None])


def running() -> Iterator[Corruption]:
    """What the rules know even if hands and cheats are `null`: the end of a move tells whether it was a cheat."""
    lines = rows("running")
    for at in lines_of(lines, "played")[-6:]:
        row = lines[at]
        yield from other("running", at, ("to",), [_away(row["to"]), "G5", 0])
        yield from other("running", at, ("figure",), [figure for figure in FIGURES if figure != row["figure"]])
        yield from other("running", at, ("seat",), [seat for seat in SEATS if seat != row["seat"]])
        yield from other("running", at, ("card",), [None, "", "4"])
    for at in lines_of(lines, "accused"):
        yield from other("running", at, ("guilty",), [not lines[at]["guilty"], None])
    for at in lines_of(lines, "dealt"):
        yield from other("running", at, ("hands", "1"), [[None] * 4, [None] * 6, ["4"] * 5, ["2"] * 8])
    for kind in ("captured", "teleported", "sent_home"):
        at = lines_of(lines, kind)[0]
        yield Corruption(f"no {kind}, running", text([*lines[:at], *lines[at + 1 :]]), at + 1)


def over_a_shuffle() -> Iterator[Corruption]:
    """Two of four hands came from the rest of the stock: a discarded card was not among it."""
    lines, whole = rows("long running"), rows("long")
    (shuffle,), deals = lines_of(lines, "reshuffled"), lines_of(lines, "dealt")
    hands = whole[shuffle + 1]["hands"]
    missing = [card for card in CARDS if card not in hands["1"] + hands["2"]]
    for at in lines_of(lines, "discarded"):
        if shuffle < at < deals[-1] and lines[at]["seat"] in (1, 2):
            yield from other("long running", at, ("card",), missing[:3])


def laid_open() -> Iterator[Corruption]:
    """A discarded hand is open, even while the game runs."""
    lines = rows("dog running")
    for at in lines_of(lines, "forfeited")[:3]:
        yield from other("dog running", at, ("cards",), [[None] * len(lines[at]["cards"])])


CORRUPTIONS = [
    corruption for kind in (fields, order, plays, consequences, told_instead, lots, header) for corruption in kind()
] + [corruption for kind in (handed_over, hidden, running, over_a_shuffle, laid_open) for corruption in kind()]


def test_they_are_as_many_and_all_different() -> None:
    print(f"{len(CORRUPTIONS)} corruptions")
    assert len({corruption.text for corruption in CORRUPTIONS}) == len(CORRUPTIONS) > 300
    assert not {good(name) for name in (*GOOD, *RUNNING)} & {corruption.text for corruption in CORRUPTIONS}


@pytest.mark.parametrize("name", [*GOOD, *RUNNING])
def test_without_one_all_is_right(name: Name) -> None:
    found = referee.check(RULES, good(name))
    assert found.is_seed_open == found.is_over == (name in GOOD)
    assert text(rows(name)) == good(name)


@pytest.mark.usefixtures("bare_home")
@pytest.mark.parametrize(
    "corruption",
    [
        pytest.param(corruption, marks=[pytest.mark.slow] if nth % SHARE else [], id=f"{nth}-{corruption.what}"[:60])
        for nth, corruption in enumerate(CORRUPTIONS)
    ],
)
def test_it_is_refused_at_its_line(corruption: Corruption, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(corruption.text, encoding="utf-8")
    assert main(["replay", str(file)]) == WrongLine.code == 1
    assert capsys.readouterr().out.startswith(f"{file}: line {corruption.line}, "), corruption.what


def test_what_the_rules_cannot_know_is_not_refused() -> None:
    """In a running game, hands and cheats are `null`, and any discarded card is believed."""
    steps = played(1)[:-1]
    whole = record.write(RULES, opened(), steps, secrets=True)
    told = record.write(RULES, opened(), steps)
    assert '"cheat": 1' in whole
    assert '"cheat": 1' not in told
    for each in (whole, told):
        assert not referee.check(RULES, each).is_over
