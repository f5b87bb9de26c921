"""Cat Royal as the box sees it: the kit's `Rules`, fulfilled by the phases and the screens of this game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from companion.games.cat_royal import (
    cards,
    cues,
    events,
    known,
    look,
    news,
    pages,
    phases,
    policy,
    record,
    statistics,
    summary,
    track,
    view,
    winning,
    worth,
)
from companion.games.cat_royal.audit import audit
from companion.games.cat_royal.booklet import DECK, Board
from companion.games.cat_royal.chart import chart, charted
from companion.games.cat_royal.differences import RULEBOOKS
from companion.games.cat_royal.duties import DUTIES, Duties
from companion.games.cat_royal.ending import places
from companion.games.cat_royal.explaining import explain, rule
from companion.games.cat_royal.options import PRESETS
from companion.games.cat_royal.setup import LAST_DEAL, PARTNERED, Setup
from companion.games.cat_royal.state import State
from companion.kit.chart import Chart
from companion.kit.errors import BadChoice
from companion.kit.event import Intent, Refused
from companion.kit.phases import Phased
from companion.kit.policy import ATTENTION, Level
from companion.kit.question import Question
from companion.kit.rules import Rules
from companion.kit.seats import Seat
from companion.kit.setup import Option, Phrases, Seating, Who, read
from companion.kit.shape import work_out
from companion.kit.text import Text, text
from companion.kit.view import Track

ADDED: Final = "partners"
"""The option that older headers lack: it means `none` there."""


NO_PARTNERS: Final = (text("no partners:"), text("{n} must play", n=PARTNERED))


class Choices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an owner may settle before a game: the rulebook, single options, and the last deal."""

    rulebook: str = "manual"
    options: dict[str, object] = {}
    last_deal: int = LAST_DEAL
    start_areas: bool = True
    """Whether the start areas have lights."""


def _tenths(level: Level) -> int:
    """How many of ten cheats a bot of this level notices."""
    return round(10 * ATTENTION[level])


class CatRoyal(Phased[State], Rules[State]):
    """The rules; the object has no state of its own."""

    name: Final = "cat-royal"
    title: Final = "Cat Royal"
    seats: Final = range(2, 5)
    pairs: Final = (1, 2, 3, 4)
    duties: Final = DUTIES
    rulebooks: Final = tuple(PRESETS)
    settings: Final = ("options", "last_deal", "start_areas")
    phrases: Final = Phrases(
        signs={
            "plays": "cards",
            "chooses": "cards",
            "card {card}": "piece",
            "copy:{card}": "piece",
            "1 or 11": "piece",
            "king": "piece",
            "knight": "piece",
            "citizen": "piece",
            "jester": "piece",
            "sets out": "house",
            "swap": "swap",
            "magnet": "magnet",
            "moves": "spiral",
            "wormhole!": "spiral",
            "hand over": "swap",
            "changes": "undo",
            "accuses": "pointing",
            "Accuse": "pointing",
            "was honest": "smile",
            "cheated!": "mask",
            "penalty": "fallen",
            "Shuffled": "cards",
            "no move": "cross",
            "loses": "fallen",
        },
        bots={
            "random": text("This bot accuses by lot."),
            "easy": text("An easy bot: it sees {n} of {most} cheats.", n=_tenths("easy"), most=10),
            "simple": text("A simple bot: it sees {n} of {most} cheats.", n=_tenths("simple"), most=10),
            "strong": text("A strong bot: it sees {n} of {most} cheats.", n=_tenths("strong"), most=10),
        },
    )
    final: Final = known.FINAL
    events: Final = events.EVENTS
    unrecorded: Final = record.UNRECORDED
    incidental: Final = phases.INCIDENTAL

    def draws_lots(self, duties: Mapping[str, Who]) -> bool:  # noqa: ARG002  # exits and penalties are always the box's
        """Always, whoever deals: the box draws exits of wormholes and penalties."""
        return True

    def options(self, choices: Mapping[str, object]) -> tuple[Option, ...]:
        """The rulebook, then each rule in which the rulebooks differ."""
        chosen = read(choices, Choices)
        return RULEBOOKS.to_rows(chosen.rulebook, chosen.options)

    def track(self, choices: Mapping[str, object]) -> Track:
        """The empty board."""
        return track.empty(start_areas=read(choices, Choices).start_areas)

    def chart(self, choices: Mapping[str, object]) -> Chart:
        """The ring and its cats."""
        return chart(start_areas=read(choices, Choices).start_areas)

    def left_out(self, choices: Mapping[str, object], players: int) -> tuple[Text, Text] | None:
        """Fewer than four play no two against two."""
        chosen = read(choices, Choices)
        asked = RULEBOOKS.agreed(chosen.rulebook, chosen.options)["partners"]
        return NO_PARTNERS if players < PARTNERED and asked != "none" else None

    def begin(self, sitting: Seating, choices: Mapping[str, object]) -> State:
        """A new game by the owner's choices; partners are left out if fewer than four play."""
        chosen = read(choices, Choices)
        duties = read(sitting.duties, Duties)
        options = RULEBOOKS.agreed(chosen.rulebook, chosen.options)
        if self.left_out(choices, len(sitting.players)):
            options["partners"] = "none"
        header: dict[str, object] = {
            "rulebook": chosen.rulebook,
            "options": options,
            "duties": msgspec.to_builtins(duties),
            "seats": msgspec.to_builtins(sitting.players),
            "first": sitting.first,
            "board": msgspec.to_builtins(Board()),
            "deck": DECK,
            "last_deal": chosen.last_deal,
            "commitment": sitting.commitment,
        }
        return self.read_header(header)

    def read_header(self, header: Mapping[str, object]) -> State:
        """The new game that a record's header describes; the header must give every option but the latest."""
        setup = read(header, Setup)
        for name, fields in msgspec.to_builtins(setup).items():
            given = header[name]
            if isinstance(given, Mapping) and (missing := [field for field in fields if field not in (*given, ADDED)]):
                raise BadChoice(f"{name} must give {', '.join(missing)} too")
        return phases.opened(setup)

    def header(self, state: State) -> dict[str, object]:
        """The header of this game's record."""
        return {str(key): value for key, value in msgspec.to_builtins(state.setup).items()}

    comes_next = staticmethod(phases.comes_next)
    audit = staticmethod(audit)
    reveals = staticmethod(known.reveals)
    explain = staticmethod(explain)
    rule = staticmethod(rule)
    recall = staticmethod(record.recall)
    behind = staticmethod(record.behind)
    retold = staticmethod(record.retold)
    standing = staticmethod(record.standing)
    without_secrets = staticmethod(record.without_secrets)
    overdrawn = staticmethod(cards.overdrawn)
    counts = staticmethod(statistics.counts)
    sheets = staticmethod(statistics.sheets)
    seen = staticmethod(worth.seen)

    guess = staticmethod(policy.guess)
    guesses = 20
    few = 6
    playout = staticmethod(policy.playout)
    outlook = staticmethod(policy.outlook)
    prospects = staticmethod(winning.prospects)
    chances = staticmethod(winning.chances)
    off = 0.03
    winners = staticmethod(policy.winners)
    stage = staticmethod(policy.stage)
    source = staticmethod(policy.source)
    agreed = staticmethod(RULEBOOKS.from_rows)
    view = staticmethod(view.view)
    secret = staticmethod(look.secret)
    picks = staticmethod(look.picks)
    tell = staticmethod(news.tell)
    line = staticmethod(news.line)
    progress = staticmethod(news.progress)
    cue = staticmethod(cues.cue)
    charted = staticmethod(charted)
    places = staticmethod(places)
    pages = staticmethod(pages.pages)
    curves = staticmethod(summary.curves)
    summary = staticmethod(summary.summary)

    def partners(self, state: State, seat: Seat) -> tuple[Seat, ...]:
        """Two against two, whoever sits opposite."""
        return tuple([other for other in state.team(seat) if other != seat])

    def questions(self, state: State) -> tuple[Question, ...]:
        """What the phase asks; several seats while partners hand each other cards."""
        return state.phase.asks_all(state)

    def asides(self, state: State) -> Sequence[Question]:
        """What may be said besides the question."""
        return state.phase.beside(state)

    def silenced(self, state: State, seat: Seat, intent: Intent | None = None) -> Refused | None:
        """Why a seat may not say this aside, or any aside."""
        return state.phase.silenced(state, seat, intent)

    def worth(self, state: State, seat: Seat) -> float | None:
        """How far a seat is ahead of the others."""
        return worth.worth(self, state, seat)


CAT_ROYAL: Final = CatRoyal()

work_out(Setup, Choices, *events.EVENTS)
