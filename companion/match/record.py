"""Writing the game record: one game as JSON Lines.

Law: it holds all that a referee needs (`companion.match.referee`), and nothing that is secret while its game runs.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar, assert_never, get_args, get_origin

import msgspec

from companion.kit.event import BySeat, Event
from companion.kit.policy import Bots
from companion.kit.rules import Answerable, Recorded
from companion.kit.text import composed
from companion.match import stints
from companion.match.history import Agreed, Entry, Redo, Step, Undo
from companion.match.stints import HandOver

S = TypeVar("S")
Json: TypeAlias = dict[str, object]

VERSION: Final = 1
"""The version of this kind of record."""
PACKAGE: Final = "package"
"""The field of the header that names the package of a game that is no game of the box."""


class Written(msgspec.Struct, Generic[S]):
    """A line before it is written into a record."""

    state: S
    """The state the event led to."""
    before: S
    n: int
    event: Event
    undone: bool = False
    agreed: Agreed = msgspec.UNSET
    """The seat that agreed to undo it."""
    bots: Bots = {}
    """The seats for which a bot played then."""


class _ToldStep(NamedTuple, Generic[S]):
    """A step with its lines, the state that it led to, and how many events of the record there are then."""

    step: Step
    lines: list[Written[S]]
    state: S
    n: int


# --- writing ---------------------------------------------------------------------------------------------------------


def write(  # noqa: PLR0913  # a game, who played it, and how much of it may be told
    rules: Recorded[S],
    start: S,
    entries: Sequence[Entry],
    *,
    handed: Sequence[HandOver] = (),
    package: str = "",
    secrets: bool = False,
    undone: bool = False,
) -> str:
    """The record of a game, whole; see `lines`."""
    return "".join(lines(rules, start, entries, handed=handed, package=package, secrets=secrets, undone=undone))


def lines(  # noqa: PLR0913  # as `write`
    rules: Recorded[S],
    start: S,
    entries: Sequence[Entry],
    *,
    handed: Sequence[HandOver] = (),
    package: str = "",
    secrets: bool = False,
    undone: bool = False,
) -> Iterator[str]:
    """The lines of a record: its header and its events; `handed`: each handover to bots and back, in order;
    `package`: name and version of the package that the game came with, if it is no game of the box.

    While the game runs, secret cards and purses are left out unless `secrets`; undone events are left out unless
    `undone`.
    """
    written = _written(rules, start, entries, handed)
    counting = [line for line in written if not line.undone]
    secrets = secrets or is_over(rules, counting[-1].state if counting else start)
    played = stints.stints([line.bots for line in counting], stints.bots_at(handed, len(entries)))
    by_box = {stints.FIELD: msgspec.to_builtins(played)} if played else {}
    yield dump(header(rules, start, package) | by_box) + "\n"
    for line in written:
        if undone or not line.undone:
            yield dump(row(rules, line, secrets=secrets)) + "\n"


def row(rules: Recorded[S], line: Written[S], *, secrets: bool) -> Json:
    """A line of a record."""
    event = line.event if secrets else rules.without_secrets(line.before, line.event)
    hidden = dict.fromkeys(() if secrets else rules.hidden(line.state))
    mark: Json = {"undone": True} if line.undone else {}
    if line.agreed is not msgspec.UNSET:
        mark["agreed"] = line.agreed
    return {"n": line.n, **as_json(event), "after": as_json(rules.standing(line.state)) | hidden, **mark}


def count(rules: Recorded[S], events: Iterable[Event]) -> int:
    """How many of these events a record has."""
    return sum(not isinstance(event, rules.unrecorded) for event in events)


def is_over(rules: Answerable[S], state: S) -> bool:
    """Whether nothing is asked any more and no event follows by itself."""
    return rules.question(state) is None and rules.follows(state) is None


def header(rules: Recorded[S], start: S, package: str = "") -> Json:
    """The first line of a record; `package`: see `lines`."""
    asks: Json = {PACKAGE: package} if package else {}
    return {"record": VERSION, "game": rules.name, **asks, **rules.header(start)}


def _written(rules: Recorded[S], start: S, entries: Sequence[Entry], handed: Sequence[HandOver]) -> list[Written[S]]:
    lines: list[Written[S]] = []
    counting: list[_ToldStep[S]] = []
    taken: list[list[_ToldStep[S]]] = []
    for at_entry, entry in enumerate(entries):
        match entry:
            case Step():
                state, n = (counting[-1].state, counting[-1].n) if counting else (start, 0)
                told, bots = list[Written[S]](), stints.bots_at(handed, at_entry)
                for event in entry.events:
                    before, state = state, rules.evolve(state, event)
                    if not isinstance(event, rules.unrecorded):
                        n += 1
                        told.append(Written(state, before, n, event, bots=bots))
                lines += told
                counting.append(_ToldStep(entry, told, state, n))
                taken.clear()
            case Undo(agreed=agreed):
                at = max(at for at, told_step in enumerate(counting) if told_step.step.seat is not None)
                taken.append(counting[at:])
                del counting[at:]
                _mark(taken[-1], undone=True, agreed=agreed)
            case Redo():
                counting += taken[-1]
                _mark(taken.pop(), undone=False, agreed=msgspec.UNSET)
            case _ as never:
                assert_never(never)
    return lines


def _mark(steps: list[_ToldStep[S]], *, undone: bool, agreed: Agreed) -> None:
    for step in steps:
        for line in step.lines:
            line.undone, line.agreed = undone, agreed


def dump(row: Json) -> str:
    """One line of a record, without its end."""
    return composed(json.dumps(row, ensure_ascii=False, separators=(", ", ": ")))


# --- events as JSON --------------------------------------------------------------------------------------------------


def as_json(told: msgspec.Struct) -> Json:
    """An event (or what follows it) as a record writes it: values by seat are objects, cards strings or `null`."""
    raw: Json = msgspec.to_builtins(told)
    for name in by_seat(type(told)):
        pairs: BySeat[object] = getattr(told, name)
        raw[name] = {str(seat): value for seat, value in pairs}
    return msgspec.json.decode(msgspec.json.encode(raw), type=Json)  # tuples become lists, as in a file


@functools.cache
def by_seat(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields of a kind of event (or of what follows it) that hold one value for each of some seats (`BySeat`)."""
    return tuple(field.encode_name for field in msgspec.structs.fields(kind) if _is_by_seat(field.type))


def _is_by_seat(shape: object) -> bool:
    if get_origin(shape) is not tuple:
        return False
    inner, *rest = get_args(shape)
    return rest == [Ellipsis] and get_origin(inner) is tuple and get_args(inner)[0] is int and len(get_args(inner)) == 2
