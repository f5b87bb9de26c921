"""Cat Royal as the box sees it: the kit's `Rules`, fulfilled by the phases and the screens of this game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from companion.games.cat_royal import (
    cards,
    chart,
    cues,
    events,
    intents,
    look,
    news,
    pages,
    phases,
    statistics,
    summary,
    track,
    view,
    worth,
)
from companion.games.cat_royal.audit import audit
from companion.games.cat_royal.booklet import DECK, At, Board, Figure
from companion.games.cat_royal.dealing import drawn
from companion.games.cat_royal.differences import RULEBOOKS
from companion.games.cat_royal.duties import DUTIES, Duties
from companion.games.cat_royal.explaining import explain
from companion.games.cat_royal.options import PRESETS
from companion.games.cat_royal.setup import LAST_DEAL, Setup
from companion.games.cat_royal.state import State
from companion.kit.chart import Chart
from companion.kit.event import BySeat, Card, Event, Intent
from companion.kit.phases import Phased
from companion.kit.question import Question
from companion.kit.rules import Rules
from companion.kit.seats import Seat
from companion.kit.setup import Option, Sitting, Who, read
from companion.kit.text import Text
from companion.kit.view import Cue, Track, View


class Choices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an owner may settle before a game: the rulebook, single options, and how long it lasts at most."""

    rulebook: str = "manual"
    options: dict[str, object] = {}
    last_deal: int = LAST_DEAL
    start_areas: bool = True
    """Whether the start areas have lights."""


class Standing(msgspec.Struct, frozen=True):
    """What a game record shows after each event."""

    at: BySeat[tuple[At, ...]]
    """Where king, knight, citizen and jester are."""
    holes: tuple[int, ...]
    cards: BySeat[int]
    """How many each seat holds."""


class CatRoyal(Phased[State], Rules[State]):
    """The rules; without a state of their own."""

    name: Final = "cat-royal"
    title: Final = "Cat Royal"
    seats: Final = range(2, 5)
    pairs: Final = (1, 2, 3, 4)
    duties: Final = DUTIES
    rulebooks: Final = tuple(PRESETS)
    settings: Final = ("options", "last_deal", "start_areas")
    final: Final = (events.Dealt, events.Accused)
    events: Final = events.EVENTS
    incidental: Final = phases.INCIDENTAL
    first_word_s: Final = 0.36

    def draws_lots(self, duties: Mapping[str, Who]) -> bool:  # noqa: ARG002  # exits and penalties are always the box's
        """Whoever deals: where wormholes lead and who pays for an accusation."""
        return True

    def options(self, choices: Mapping[str, object]) -> tuple[Option, ...]:
        """The rulebook, and each rule in which the rulebooks differ."""
        chosen = read(choices, Choices)
        return RULEBOOKS.to_rows(chosen.rulebook, chosen.options)

    def agreed(self, chosen: tuple[int, ...]) -> dict[str, object]:
        """A rulebook and single options, as `Choices` has them."""
        return RULEBOOKS.from_rows(chosen)

    def track(self, choices: Mapping[str, object]) -> Track:
        """The empty board."""
        return track.empty(start_areas=read(choices, Choices).start_areas)

    def chart(self, choices: Mapping[str, object]) -> Chart:
        """The ring and its cats."""
        return chart.chart(start_areas=read(choices, Choices).start_areas)

    def begin(self, sitting: Sitting, choices: Mapping[str, object]) -> State:
        """A new game by the owner's choices."""
        chosen = read(choices, Choices)
        duties = read(sitting.duties, Duties)
        header: dict[str, object] = {
            "rulebook": chosen.rulebook,
            "options": RULEBOOKS.agreed(chosen.rulebook, chosen.options),
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
        """The table a record's header describes; it leaves nothing out."""
        setup = read(header, Setup)
        for name, fields in msgspec.to_builtins(setup).items():
            given = header[name]
            if isinstance(given, Mapping) and (missing := [field for field in fields if field not in given]):
                raise ValueError(f"{name} must give {', '.join(missing)} too")
        return phases.opened(setup)

    def header(self, state: State) -> dict[str, object]:
        """The header of this game's record."""
        return {str(key): value for key, value in msgspec.to_builtins(state.setup).items()}

    comes_next = staticmethod(phases.comes_next)
    audit = staticmethod(audit)
    explain = staticmethod(explain)
    overdrawn = staticmethod(cards.overdrawn)
    counts = staticmethod(statistics.counts)
    sheets = staticmethod(statistics.sheets)
    seen = staticmethod(worth.seen)

    def asides(self, state: State) -> tuple[Question, ...]:
        """What may be said beside the question."""
        return state.phase.beside(state)

    def worth(self, state: State, seat: Seat) -> float | None:
        """How much better a seat stands than the others."""
        return worth.worth(self, state, seat)

    def recall(self, state: State, event: Event) -> Intent | None:
        """The intent that led to an event of a record."""
        match event:
            case events.Dealt(hands=hands):
                return intents.Deal(cards=drawn(state, hands))
            case events.SetOut(seat=seat, figure=figure):
                return intents.SetOut(seat=seat, figure=figure)
            case events.Shifted(seat=seat, holes=holes):
                return intents.Shift(seat=seat, cards=tuple(map(str, holes)))
            case events.Accused(by=by, seat=seat):
                return intents.Accuse(seat=by, accused=seat)
            case events.Played(seat=seat, card=card, figure=figure, to=to):
                return _play(state, seat, card, figure, to)
            case events.Discarded(seat=seat, card=card):
                return _play(state, seat, card, "", "")
            case events.Forfeited(seat=seat, cards=hand) if not state.box_deals or None not in hand:  # it lies open
                return _play(state, seat, (hand[0] if hand else None) or "", "", "")
            case events.Teleported(to=to):
                return intents.Teleport(to=to)
            case events.SentHome(figure=figure):
                return intents.SendHome(figure=figure)
            case events.Ended(seed=seed):
                return intents.Close(seed=seed)
            case _:
                return None

    def standing(self, state: State) -> Standing:
        """Where all figures and the wormholes are, and how many cards each seat holds."""
        held = tuple(enumerate(map(len, state.hands), 1))
        return Standing(tuple(enumerate(state.at, 1)), state.holes, held)

    def without_secrets(self, state: State, event: Event) -> Event:  # noqa: ARG002  # the same in every state
        """Hands, and whether a play was a cheat, as `null`."""
        match event:
            case events.Dealt(hands=hands):
                return replace(event, hands=tuple((seat, (None,) * len(hand)) for seat, hand in hands))
            case events.Played():
                return replace(event, cheat=None)
            case events.Ended():
                return replace(event, seed=None)  # undone, it would betray what is still to be drawn
            case _:
                return event

    def view(self, state: State, viewer: Seat | None, draft: Intent | None = None) -> View:
        """The table for one pair of eyes."""
        return view.view(state, viewer, draft)

    def secret(self, state: State, seat: Seat, meant: int = 0) -> tuple[View, ...]:
        """The cards in this seat's hand, and on turn its ways to cheat."""
        return look.secret(state, seat, meant)

    def tell(self, state: State, event: Event) -> View | None:
        """What all should be shown of an event."""
        return news.tell(state, event)

    def cue(self, state: State, event: Event) -> Cue | None:  # noqa: ARG002  # the event says it all
        """What lights and sound make of an event."""
        return cues.cue(event)

    def line(self, state: State, event: Event) -> Text | None:
        """The event in one short line."""
        return news.line(state, event)

    def pages(self, state: State) -> tuple[View, ...]:
        """Goals, cards, wormholes, where each rank is, rules."""
        return pages.pages(state)

    def summary(self, told: Iterable[tuple[State, Event]]) -> tuple[View, ...]:
        """Deals, captures, cheats, wormholes."""
        return summary.summary(told)


def _play(state: State, seat: Seat, card: Card, figure: Figure, to: At) -> Intent:
    """A card laid: from its slot, or named if the box does not know the hand."""
    hand = state.hands[seat - 1] if seat in range(1, state.seats + 1) else ()
    if cards.is_known(hand):
        slot = hand.index(card) + 1 if card in hand else 0
        return intents.Play(seat=seat, slot=slot, figure=figure, to=to)
    named = "" if not figure and state.setup.options.no_move == "forfeit" else card
    return intents.Play(seat=seat, card=named, figure=figure, to=to)


CAT_ROYAL: Final = CatRoyal()
