"""Galopp Royal as the box sees it: the kit's `Rules`, fulfilled by the phases and the screens of this game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from companion.games.galopp_royal import (
    ahead,
    cues,
    events,
    hindsight,
    known,
    look,
    measures,
    news,
    odds,
    pages,
    phases,
    policy,
    record,
    rest,
    statistics,
    summary,
    track,
    view,
    winning,
    worth,
)
from companion.games.galopp_royal.audit import audit
from companion.games.galopp_royal.booklet import CAPITAL, DECK, PRESETS, Board, Options, board_file
from companion.games.galopp_royal.chart import chart, charted
from companion.games.galopp_royal.correcting import correct
from companion.games.galopp_royal.differences import RULEBOOKS
from companion.games.galopp_royal.duties import DUTIES, Duties
from companion.games.galopp_royal.ending import places
from companion.games.galopp_royal.explaining import explain, rule
from companion.games.galopp_royal.outlook import outlook
from companion.games.galopp_royal.setup import Setup
from companion.games.galopp_royal.state import State
from companion.games.galopp_royal.taste import dealt, is_tasted
from companion.games.galopp_royal.view import finish
from companion.kit.chart import Chart
from companion.kit.errors import BadChoice
from companion.kit.event import Card
from companion.kit.phases import Phased
from companion.kit.rules import Rules
from companion.kit.setup import Measure, Option, Phrases, Seating, Who, read
from companion.kit.shape import work_out
from companion.kit.text import text
from companion.kit.view import Track, View

LATER: Final = ("start_teams",)
"""Options that older records do not have: those games were played by today's default."""


class Choices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an owner may settle before a game: the rulebook, single options, and the real board."""

    rulebook: str = "de"
    options: dict[str, str | bool] = {}
    board: Board = Board()
    deck: dict[Card, int] = msgspec.field(default_factory=DECK.copy)
    confirmed: bool = False
    """The owner has checked board and deck against the real ones."""


class GaloppRoyal(Phased[State], Rules[State]):
    """The rules; the object has no state of its own."""

    name: Final = "galopp-royal"
    title: Final = "Galopp Royal"
    seats: Final = range(3, 7)
    duties: Final = DUTIES
    rulebooks: Final = tuple(PRESETS)
    settings: Final = ("options",)
    events: Final = events.EVENTS
    final: Final = known.FINAL
    incidental: Final = phases.INCIDENTAL
    draws: Final = "dice"
    guesses = 66
    few = 40  # all uses of the schemer: 31 at six seats
    has_coins: Final = True
    board_file: Final = board_file(Board(), DECK, confirmed=False)
    board_name: Final = "board.toml"  # from the days when the box knew no other game
    taste: Final = text("one race")
    phrases: Final = Phrases(
        start=(text("Smallest"), text("player: hold ●")),
        lot=text("Roll"),
        by_lot=text("Hold ● to roll."),
        offer=text("Bid {amount}"),
        sealed=text("Fair dice: proof"),
        checked=text("Dice were fair"),
        signs={
            "team {n}/{of}": "hammer",
            "subst. {n}/{of}": "hammer",
            "face-up {card}": "hammer",
            "race {n}": "dice",
            "Roll": "dice",
            "rolls": "dice",
            "runs": "arrow",
            "goes {n}": "arrow",
            "Devil": "horns",
            "removes?": "bin",
            "removes": "bin",
            "draws": "cards",
            "team": "cards",
            "arrives": "flag",
            "race over": "flag",
            "pays": "coin",
            "last team": "coin",
            "Pond!": "water",
            "Nobody bids": "cross",
            "Shuffled": "cards",
            "coins": "coin",
        },
    )

    def draws_lots(self, duties: Mapping[str, Who]) -> bool:
        """The box draws unless both dice and cards are real."""
        chosen = read(duties, Duties)
        return "box" in (chosen.cards, chosen.die)

    def measures(self, choices: Mapping[str, object]) -> tuple[Measure, ...]:
        """START, the finishes, the prizes and the deck."""
        chosen = read(choices, Choices)
        return measures.of_board(chosen.board, chosen.deck)

    def measured(self, choices: Mapping[str, object], values: tuple[int, ...]) -> str:
        """`board.toml` with these numbers."""
        board, deck = measures.to_board(values)
        self.check({**choices, "board": msgspec.to_builtins(board), "deck": deck})
        return board_file(board, deck, confirmed=True)

    def board_with(self, parts: Mapping[str, object]) -> str:
        """`board.toml` with these parts; a deck of another size counts only if it is confirmed."""
        chosen = read(parts, Choices)
        deck = chosen.deck if sum(chosen.deck.values()) == sum(DECK.values()) else DECK
        return board_file(chosen.board, deck, confirmed=False)

    def options(self, choices: Mapping[str, object]) -> tuple[Option, ...]:
        """The rulebook, then each rule in which the booklets differ."""
        chosen = read(choices, Choices)
        return RULEBOOKS.to_rows(chosen.rulebook, chosen.options)

    def track(self, choices: Mapping[str, object]) -> Track:
        """The empty track of the owner's board."""
        return track.track(read(choices, Choices).board)

    def chart(self, choices: Mapping[str, object]) -> Chart:
        """The garden around the owner's board."""
        return chart(read(choices, Choices).board)

    def unconfirmed(self, choices: Mapping[str, object]) -> View | None:
        """No booklet prints START, the finishes, four rows of prizes and the deck: the owner should check them."""
        return None if read(choices, Choices).confirmed else news.unconfirmed()

    def begin(self, sitting: Seating, choices: Mapping[str, object]) -> State:
        """A new game by the owner's choices."""
        chosen = read(choices, Choices)
        duties = read(sitting.duties, Duties)
        counted = chosen.confirmed or duties.cards == "box"
        header: dict[str, object] = {
            "rulebook": chosen.rulebook,
            "options": RULEBOOKS.agreed(chosen.rulebook, chosen.options),
            "duties": msgspec.to_builtins(duties),
            "seats": msgspec.to_builtins(sitting.players),
            "first": sitting.first,
            "capital": CAPITAL,
            "board": msgspec.to_builtins(chosen.board),
            "deck": chosen.deck if counted else None,
            "commitment": sitting.commitment,
        }
        if chosen.confirmed and chosen.deck and sum(chosen.deck.values()) != sum(DECK.values()):
            header["deck_confirmed"] = True
        return self.read_header(header)

    def read_header(self, header: Mapping[str, object]) -> State:
        """The new game that a record's header describes."""
        state = phases.opened(read(header, Setup))
        options = header["options"]
        given = {*options, *LATER} if isinstance(options, dict) else {}
        if missing := [name for name in Options.__struct_fields__ if name not in given]:
            raise BadChoice(f"options must give {', '.join(missing)} too")
        return state

    def header(self, state: State) -> dict[str, object]:
        """The header of this game's record."""
        return {str(key): value for key, value in msgspec.to_builtins(state.setup).items()}

    correct = staticmethod(correct)
    explain = staticmethod(explain)
    rule = staticmethod(rule)
    recall = staticmethod(record.recall)
    retold = staticmethod(record.retold)
    standing = staticmethod(record.standing)
    hidden = staticmethod(record.hidden)
    without_secrets = staticmethod(record.without_secrets)
    overdrawn = staticmethod(record.overdrawn)
    comes_next = staticmethod(phases.comes_next)
    audit = staticmethod(audit)
    reveals = staticmethod(known.reveals)
    seen = staticmethod(worth.seen)
    worth = staticmethod(worth.worth)
    guess = staticmethod(policy.guess)
    effort = staticmethod(policy.effort)
    limits = staticmethod(ahead.limits)
    playout = staticmethod(ahead.playout)
    has_contests = True
    contest = staticmethod(odds.contest)
    prospects = staticmethod(winning.prospects)
    chances = staticmethod(winning.chances)
    winners = staticmethod(policy.winners)
    rest = staticmethod(rest.rest)
    outlook = staticmethod(outlook)
    off = 0.015
    stage = staticmethod(hindsight.stage)
    sale = staticmethod(hindsight.sale)
    source = staticmethod(hindsight.source)
    agreed = staticmethod(RULEBOOKS.from_rows)
    view = staticmethod(view.view)
    secret = staticmethod(look.secret)
    tell = staticmethod(news.tell)
    line = staticmethod(news.line)
    progress = staticmethod(news.progress)
    finish = staticmethod(finish)
    cue = staticmethod(cues.cue)
    dealt = staticmethod(dealt)
    is_tasted = staticmethod(is_tasted)
    charted = staticmethod(charted)
    places = staticmethod(places)
    pages = staticmethod(pages.pages)
    curves = staticmethod(summary.curves)
    bests = staticmethod(summary.bests)
    summary = staticmethod(summary.summary)
    counts = staticmethod(statistics.counts)
    sheets = staticmethod(statistics.sheets)

    @property
    def former(self) -> Mapping[str, GaloppRoyal]:
        """The strong level of 0.1."""
        from companion.games.galopp_royal.strong_1 import Strong1  # noqa: PLC0415  # only a ladder needs it

        return {"strong_1": Strong1()}


GALOPP_ROYAL: Final = GaloppRoyal()

work_out(Setup, Choices, *events.EVENTS)
