"""Galopp Royal as the box sees it: the kit's `Rules`, fulfilled by the phases and the screens of this game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from companion.games.galopp_royal import (
    chart,
    cues,
    events,
    intents,
    look,
    measures,
    news,
    pages,
    phases,
    statistics,
    summary,
    track,
    view,
    worth,
)
from companion.games.galopp_royal.auction import Bidding
from companion.games.galopp_royal.audit import audit
from companion.games.galopp_royal.booklet import CAPITAL, DECK, PRESETS, Board, Options, board_file
from companion.games.galopp_royal.cards import off_piles
from companion.games.galopp_royal.correcting import correct
from companion.games.galopp_royal.differences import RULEBOOKS
from companion.games.galopp_royal.duties import DUTIES, Duties
from companion.games.galopp_royal.explaining import explain
from companion.games.galopp_royal.setup import Setup
from companion.games.galopp_royal.state import State
from companion.kit.chart import Chart
from companion.kit.event import BySeat, Card, Event, Intent, MaybeCard
from companion.kit.money import Coins
from companion.kit.phases import Phased
from companion.kit.rules import Rules
from companion.kit.seats import Seat
from companion.kit.setup import Measure, Option, Phrases, Sitting, Who, read
from companion.kit.tally import Count, Sheet, Tally
from companion.kit.text import Text, text
from companion.kit.view import Cue, Track, View

LATER: Final = ("start_teams",)
"""Options that older records do not give: they were played by what is the default today."""


class Choices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an owner may settle before a game: the rulebook, single options, and how the real board looks."""

    rulebook: str = "de"
    options: dict[str, str | bool] = {}
    board: Board = Board()
    deck: dict[Card, int] = msgspec.field(default_factory=DECK.copy)
    confirmed: bool = False
    """The owner has checked board and deck against the real ones."""


class Standing(msgspec.Struct, frozen=True):
    """What a game record shows after each event."""

    coins: BySeat[Coins]
    at: BySeat[int | str]
    """On the track, or a place: `F1` first to finish, `P1` first in the pond."""


class GaloppRoyal(Phased[State], Rules[State]):
    """The rules; without a state of their own."""

    name: Final = "galopp-royal"
    title: Final = "Galopp Royal"
    seats: Final = range(3, 7)
    duties: Final = DUTIES
    rulebooks: Final = tuple(PRESETS)
    settings: Final = ("options",)
    events: Final = events.EVENTS
    incidental: Final = phases.INCIDENTAL
    draws: Final = "dice"
    has_coins: Final = True
    board_file: Final = board_file(Board(), DECK, confirmed=False)
    board_name: Final = "board.toml"  # from the days when the box knew no other game
    phrases: Final = Phrases(
        start=(text("The smallest"), text("holds green ●")),
        lot=text("Roll"),
        by_lot=text("Hold green to roll."),
        sealed=text("Dice sealed"),
        checked=text("Dice checked"),
    )

    def draws_lots(self, duties: Mapping[str, Who]) -> bool:
        """Dice or cards, unless both are real."""
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

    def options(self, choices: Mapping[str, object]) -> tuple[Option, ...]:
        """The rulebook, and each rule in which the booklets differ."""
        chosen = read(choices, Choices)
        return RULEBOOKS.to_rows(chosen.rulebook, chosen.options)

    def agreed(self, chosen: tuple[int, ...]) -> dict[str, object]:
        """A rulebook and single options, as `Choices` has them."""
        return RULEBOOKS.from_rows(chosen)

    def track(self, choices: Mapping[str, object]) -> Track:
        """The empty track of the owner's board."""
        return track.track(read(choices, Choices).board)

    def chart(self, choices: Mapping[str, object]) -> Chart:
        """The garden around the owner's board."""
        return chart.chart(read(choices, Choices).board)

    def unconfirmed(self, choices: Mapping[str, object]) -> View | None:
        """No booklet tells START, the finishes, four rows of prizes and the deck: the owner should check them."""
        return None if read(choices, Choices).confirmed else news.unconfirmed()

    def begin(self, sitting: Sitting, choices: Mapping[str, object]) -> State:
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
        """The table a record's header describes."""
        state = phases.opened(read(header, Setup))
        options = header["options"]
        given = {*options, *LATER} if isinstance(options, dict) else {}
        if missing := [name for name in Options.__struct_fields__ if name not in given]:
            raise ValueError(f"options must give {', '.join(missing)} too")
        return state

    def header(self, state: State) -> dict[str, object]:
        """The header of this game's record."""
        return {str(key): value for key, value in msgspec.to_builtins(state.setup).items()}

    correct = staticmethod(correct)
    explain = staticmethod(explain)
    comes_next = staticmethod(phases.comes_next)
    audit = staticmethod(audit)
    seen = staticmethod(worth.seen)
    worth = staticmethod(worth.worth)

    def recall(self, state: State, event: Event) -> Intent | None:
        """The intent that led to an event of a record."""
        match event:
            case events.Dealt(opener=opener, hands=hands, open=on_table):
                order = sorted(hands, key=lambda item: (item[0] < opener, item[0]))
                return intents.Deal(cards=(*(card for _, hand in order for card in hand), *on_table))
            case events.Bid(seat=seat, amount=amount):
                return intents.Bid(seat=seat, amount=amount)
            case events.Passed(seat=seat):
                return intents.Pass(seat=seat)
            case events.Assigned(cards=cards):
                return intents.Assign(cards=cards)
            case events.Laid(seat=seat, cards=cards):
                return intents.Lay(seat=seat, cards=cards)
            case events.Rolled(seat=seat, face=face):
                return intents.Roll(seat=seat, face=face)
            case events.Moved(seat=seat, steps=steps):
                return intents.Scheme(seat=seat, steps=steps)
            case events.Removed(by=by, seat=seat, slot=slot):
                return intents.Remove(seat=by, owner=seat, slot=slot)
            case events.Drew(seat=seat, card=card):
                return intents.Draw(seat=None if state.box_deals else seat, owner=seat, cards=(card,))
            case events.Corrected(seat=seat, amount=amount, reason=reason):
                return intents.Correct(payee=seat, amount=amount, reason=reason)
            case events.Ended(seed=seed):
                return intents.Close(seed=seed)
            case _:
                return None

    def retold(self, expected: Event, came: Event) -> Event:
        """A team's cards may be told in any order, and its owner may lay them on any slots."""
        match expected, came:
            case (
                (events.Laid(cards=cards), events.Laid(cards=told))
                | (events.Sold(cards=cards), events.Sold(cards=told))
                | (events.Unsold(cards=cards), events.Unsold(cards=told))
            ) if _are_the_same(cards, told):
                return replace(expected, cards=told)
            case _:
                return expected

    def standing(self, state: State) -> Standing:
        """Coins and positions of all seats."""
        return Standing(tuple(enumerate(state.money.purses, 1)), tuple(enumerate(state.chairs, 1)))

    def hidden(self, state: State) -> tuple[str, ...]:
        """The purses, unless all may count them."""
        return () if state.setup.options.open_cash else ("coins",)

    def without_secrets(self, state: State, event: Event) -> Event:
        """Hands, and unsold cards that lay face down, as `null`."""
        match state.phase, event:
            case _, events.Dealt(hands=hands):
                return replace(event, hands=tuple((seat, (None,) * len(hand)) for seat, hand in hands))
            case _, events.Ended():
                return replace(event, seed=None)  # undone, it would betray what is still to be rolled
            case Bidding(open=on_table), events.Unsold(cards=cards):
                return replace(event, cards=_face_down(cards, on_table))
            case Bidding(open=on_table, nth=0), events.Sold(cards=cards) if state.hides_teams:
                return replace(event, cards=_face_down(cards, on_table))
            case _, events.Assigned(cards=cards) if state.hides_teams:
                return replace(event, cards=_face_down(cards, ()))
            case _:
                return event

    def overdrawn(self, state: State) -> Card | None:
        """A bearer of whom more have shown up than the deck has."""
        shown = (*off_piles(state), *state.piles.discard)
        most = state.setup.deck or dict.fromkeys(DECK, len(shown))
        known = Counter(card for card in shown if card is not None)
        return next((card for card, count in known.items() if count > most.get(card, 0)), None)

    def view(self, state: State, viewer: Seat | None, draft: Intent | None = None) -> View:
        """The table for one pair of eyes."""
        return view.view(state, viewer, draft)

    def secret(self, state: State, seat: Seat, meant: int = 0) -> tuple[View, ...]:  # noqa: ARG002  # nothing is armed
        """The bearers in this seat's hand, or of its team that is kept hidden; its coins if they are."""
        return look.secret(state, seat)

    def tell(self, state: State, event: Event) -> View | None:
        """What all should be shown of an event."""
        return news.tell(state, event)

    def remark(self, state: State, event: Event) -> Text | None:
        """Who has passed."""
        return news.remark(state, event)

    def finish(self, state: State) -> tuple[View, ...]:
        """The coins are counted up, seat by seat."""
        return tuple(view.counted_up(state))

    def cue(self, state: State, event: Event) -> Cue | None:  # noqa: ARG002  # the event says it all
        """What lights and sound make of an event."""
        return cues.cue(event)

    def line(self, state: State, event: Event) -> Text | None:
        """The event in one short line."""
        return news.line(state, event)

    def pages(self, state: State) -> tuple[View, ...]:
        """Coins, race order, teams, prizes, rules."""
        return tuple(pages.pages(state))

    def summary(self, told: Iterable[tuple[State, Event]]) -> tuple[View, ...]:
        """Coins, the best bearer, luck, what was spent, who was last."""
        return summary.summary(told)

    def counts(self, told: Iterable[Event]) -> Iterable[Count]:
        """Races, pond, auctions, coins."""
        return statistics.counts(told)

    def sheets(self, tally: Tally) -> tuple[Sheet, ...]:
        """Such counts as sheets."""
        return statistics.sheets(tally)


def _face_down(cards: tuple[MaybeCard, ...], on_table: tuple[MaybeCard, ...]) -> tuple[MaybeCard, ...]:
    """A team of which only the cards on the table are known to all."""
    return (*(None,) * (len(cards) - len(on_table)), *on_table)


def _are_the_same(cards: tuple[MaybeCard, ...], told: tuple[MaybeCard, ...]) -> bool:
    """Whether these are the same cards in any order; one the box does not know may be told."""
    left = list(cards)
    for card in told:
        if card in left:
            left.remove(card)
        elif None in left:
            left.remove(None)
        else:
            return False
    return not left


GALOPP_ROYAL: Final = GaloppRoyal()
