"""Tin Frogs: a made-up game with everything that the first game on the box does not have.

Two to four players have two frogs each; a pond has a ring of twelve pads. The seat on turn lays one of its three cards,
and one of its frogs hops so many pads on. If it lands on a frog of another seat, that frog goes home. The first seat
with both frogs round the ring wins. The number that was laid last cannot be laid again, unless a hand has no other.
Once in a game a seat may throw cards away: all three while another seat is on turn, or one, in secret, on its own turn.
Also once, its frog may hop one pad further than the card says, which nobody is told beforehand. The box always deals.
There are no coins, no real board and nothing to choose before a game.
"""

# ruff: noqa: ARG002  # this game does not use all parameters of a game's methods

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from companion.kit.errors import Impossible, Unsound
from companion.kit.event import BySeat, CardIntent, Event, Intent, MaybeCard, Unsealing
from companion.kit.piles import Draws, spread
from companion.kit.question import Cards, OneOf, Question, unsealing
from companion.kit.rules import Rules
from companion.kit.seats import Player, Seat, left_of, with_seat
from companion.kit.setup import Seating, Who
from companion.kit.text import Text, verbatim
from companion.kit.value import Value
from companion.kit.view import SeatView, Space, Token, Track, View

CARDS: Final = ("1", "2", "3", "4", "5", "6")
HAND: Final = 3
SLOTS: Final = tuple(range(1, HAND + 1))
FROGS: Final = ("A", "B")
PADS: Final = 12
HOME: Final = 0
ROUND: Final = PADS + 1


# --- what can happen -------------------------------------------------------------------------------------------------


class Dealt(Event, frozen=True):
    """The box has filled up a hand."""

    seat: Seat
    cards: tuple[MaybeCard, ...]


class Hopped(Event, frozen=True):
    """A card has been laid, and a frog has hopped."""

    seat: Seat
    slot: int
    cards: tuple[MaybeCard, ...]
    """The card of this slot."""
    frog: int
    more: int = 0
    """Pads further than the card says."""


class WentHome(Event, frozen=True):
    """A frog of another seat has landed on this one."""

    seat: Seat
    frog: int


class Threw(Event, frozen=True):
    """The cards in these slots have been thrown away, face down."""

    seat: Seat
    slots: tuple[int, ...]


class Won(Event, frozen=True):
    """Both frogs of a seat have gone round the ring."""

    seat: Seat
    seed: str | None


class Deal(CardIntent, frozen=True, kw_only=True):
    to: Seat


class Hop(Intent, frozen=True, kw_only=True):
    slot: int
    frog: int | None = None
    more: int = 0


class Throw(Intent, frozen=True, kw_only=True):
    slots: tuple[int, ...]


class Close(Unsealing, frozen=True, kw_only=True):
    pass


# --- the table -------------------------------------------------------------------------------------------------------


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What never changes during a game: the header of its record."""

    seats: tuple[Player, ...]
    first: Seat
    commitment: str | None = None


class Frog(Value, frozen=True):
    """How many pads a frog is from its own bank, and how many it was before its last move."""

    at: int = HOME
    before: int = HOME


class State(Value, frozen=True):
    setup: Setup
    hands: tuple[tuple[MaybeCard, ...], ...]
    """An empty slot is an empty string."""
    frogs: tuple[tuple[Frog, ...], ...]
    turn: Seat
    mover: Seat
    """Who hopped last."""
    laid: MaybeCard = ""
    """The card that was laid last; an empty string: none yet."""
    thrown: tuple[Seat, ...] = ()
    """Who has thrown cards away."""
    stretched: tuple[Seat, ...] = ()
    """Who has hopped further than the card says."""
    is_over: bool = False

    def all_frogs(self) -> Iterator[tuple[Seat, int, Frog]]:
        """Each frog, with its seat and its number."""
        return ((seat, n, frog) for seat, frogs in enumerate(self.frogs, 1) for n, frog in enumerate(frogs, 1))

    def put(self, seat: Seat, n: int, at: int) -> State:
        """The state with this frog so many pads from its bank."""
        frogs = self.frogs[seat - 1]
        return replace(self, frogs=with_seat(self.frogs, seat, with_seat(frogs, n, Frog(at, frogs[n - 1].at))))

    def emptied(self, seat: Seat, slots: tuple[int, ...]) -> State:
        """The state with these slots of a hand empty."""
        hand = tuple("" if slot in slots else card for slot, card in enumerate(self.hands[seat - 1], 1))
        return replace(self, hands=with_seat(self.hands, seat, hand))


class Standing(msgspec.Struct, frozen=True):
    """What a record shows after each event: where the frogs are."""

    at: BySeat[tuple[str, ...]]


def opened(setup: Setup) -> State:
    """All hands empty, all frogs at home."""
    seats = len(setup.seats)
    return State(setup, (("",) * HAND,) * seats, ((Frog(),) * len(FROGS),) * seats, setup.first, setup.first)


def pad(seat: Seat, at: int) -> str:
    """The space of a frog that is so many pads from its bank; the banks lie three pads apart."""
    if at in (HOME, ROUND):
        return f"{'home' if at == HOME else 'round'} {seat}"
    return str((3 * seat + at - 4) % PADS + 1)


# --- the rules -------------------------------------------------------------------------------------------------------


class TinFrogs(Rules[State]):
    """The game as the box sees it."""

    name = "tin-frogs"
    title = "Tin Frogs"
    seats = range(2, 5)
    pairs = (1, 2, 3, 4)
    events = (Dealt, Hopped, WentHome, Threw, Won)
    final = (WentHome,)

    def draws_lots(self, duties: Mapping[str, Who]) -> bool:
        return True

    def check(self, choices: Mapping[str, object]) -> None:
        if choices:
            raise ValueError(f"nothing can be settled, not {', '.join(choices)}")

    def begin(self, sitting: Seating, choices: Mapping[str, object]) -> State:
        return opened(Setup(sitting.players, sitting.first, sitting.commitment))

    def question(self, state: State) -> Question | None:
        if state.is_over or self.follows(state) is not None:
            return None
        if all(frog.at == ROUND for frog in state.frogs[state.mover - 1]):
            return unsealing(Close(), state.setup.commitment)
        for seat, hand in enumerate(state.hands, 1):
            if due := hand.count(""):
                return Question(None, Cards(Deal(to=seat), due, (Draws(due, spread(dict.fromkeys(CARDS, due))),)))
        further = _hops(state, more=state.turn not in state.stretched)
        return Question(state.turn, _hops(state), from_hand=True, armed=(further,))

    def asides(self, state: State) -> tuple[Question, ...]:
        asked = self.question(state)
        if asked is None or asked.seat is None:
            return ()
        return tuple(_throwing(seat, state.turn) for seat in range(1, len(state.hands) + 1) if seat not in state.thrown)

    def answered(self, state: State, intent: Intent) -> Event:
        match intent:
            case Deal(to=seat, cards=cards):
                return Dealt(seat, cards)
            case Hop(seat=int(seat), slot=slot, frog=int(n), more=more):
                return Hopped(seat, slot, (state.hands[seat - 1][slot - 1],), n, more)
            case Throw(seat=int(seat), slots=slots):
                return Threw(seat, slots)
            case Close(seed=seed):
                return Won(state.mover, seed)
            case _:
                raise Impossible(intent, state)

    def evolve(self, state: State, event: Event) -> State:
        match event:
            case Dealt(seat, cards):
                new = iter(cards)
                hand = tuple(next(new) if card == "" else card for card in state.hands[seat - 1])
                return replace(state, hands=with_seat(state.hands, seat, hand))
            case Hopped(seat, slot, (str(card),), n, more):
                at = min(state.frogs[seat - 1][n - 1].at + int(card) + more, ROUND)
                after, turn = state.put(seat, n, at).emptied(seat, (slot,)), left_of(seat, len(state.hands))
                stretched = (*state.stretched, seat) if more else state.stretched
                return replace(after, turn=turn, mover=seat, laid=card, stretched=stretched)
            case WentHome(seat, n):
                return state.put(seat, n, HOME)
            case Threw(seat, slots):
                return replace(state.emptied(seat, slots), thrown=(*state.thrown, seat))
            case Won():
                return replace(state, is_over=True)
            case _:
                raise Impossible(event, state)

    def follows(self, state: State) -> Event | None:
        landed = {pad(state.mover, frog.at) for frog in state.frogs[state.mover - 1]}
        others = ((seat, n, frog) for seat, n, frog in state.all_frogs() if seat != state.mover)
        return next((WentHome(seat, n) for seat, n, frog in others if pad(seat, frog.at) in landed), None)

    def audit(self, before: State, event: Event, after: State) -> None:
        if not all(HOME <= frog.at <= ROUND for _, _, frog in after.all_frogs()):
            raise Unsound(f"after {event} a frog is nowhere: {after.frogs}")

    # --- a record of it ----------------------------------------------------------------------------------------------

    def header(self, state: State) -> dict[str, object]:
        header: dict[str, object] = msgspec.to_builtins(state.setup)
        return header

    def read_header(self, header: Mapping[str, object]) -> State:
        return opened(msgspec.convert(dict(header), Setup))

    def recall(self, state: State, event: Event) -> Intent | None:
        match event:
            case Dealt(seat, cards):
                return Deal(to=seat, cards=cards)
            case Hopped(seat, slot, _, n, more):
                return Hop(seat=seat, slot=slot, frog=n, more=more)
            case Threw(seat, slots):
                return Throw(seat=seat, slots=slots)
            case Won(seed=seed):
                return Close(seed=seed)
            case _:
                return None

    def standing(self, state: State) -> Standing:
        places = [tuple(pad(seat, frog.at) for frog in frogs) for seat, frogs in enumerate(state.frogs, 1)]
        return Standing(tuple(enumerate(places, 1)))

    def without_secrets(self, state: State, event: Event) -> Event:
        match event:
            case Dealt(cards=cards):
                return replace(event, cards=(None,) * len(cards))
            case Won():
                return replace(event, seed=None)
            case _:
                return event

    # --- what is seen of it ------------------------------------------------------------------------------------------

    def track(self, choices: Mapping[str, object]) -> Track:
        return Track(spaces(4))

    def view(self, state: State, viewer: Seat | None, draft: Intent | None = None) -> View:
        seats = tuple(
            SeatView(player.seat, player.name, player.colour, has=str(sum(frog.at == ROUND for frog in frogs)))
            for player, frogs in zip(state.setup.seats, state.frogs, strict=True)
        )
        return replace(_screen(state, viewer, draft), seats=seats, track=_track(state, draft))

    def seen(self, state: State, seat: Seat) -> State:
        """Without the cards of the others."""
        hands = (
            hand if other == seat else tuple(None if card else card for card in hand)
            for other, hand in enumerate(state.hands, 1)
        )
        return replace(state, hands=tuple(hands))

    def secret(self, state: State, seat: Seat, meant: int = 0) -> tuple[View, ...]:
        hand = [card for card in state.hands[seat - 1] if card]
        if not hand or state.is_over:
            return ()
        cards = verbatim("  ".join(f"{slot}:{card}" for slot, card in enumerate(hand, 1)))
        title = verbatim("only you")
        further = View(title, seat, lines=(FURTHER, USED if seat in state.stretched else ARMS))
        return (
            View(ARMED if meant else title, seat, lines=(cards,)),
            *([further] if seat == state.turn else []),
            View(title, seat, number=str(sum(map(int, hand))), lines=(SUM,)),
        )

    def rule(self, state: State, question: Question) -> Text | None:
        if question.name is not None:
            return THROWS
        return HOPS if question.seat is not None else None

    def tell(self, state: State, event: Event) -> View | None:
        match event:
            case Hopped(seat, _, (str(card),), n):
                return View(verbatim("hops"), seat, number=card, lines=(verbatim(f"frog {FROGS[n - 1]}"),))
            case WentHome(seat, n):
                return View(verbatim("goes home"), seat, lines=(verbatim(f"frog {FROGS[n - 1]}"),))
            case _:
                return None

    def line(self, state: State, event: Event) -> Text | None:
        match event:
            case Hopped(seat, _, (card,), _) | WentHome(seat, card):
                return verbatim(f"{state.setup.seats[seat - 1].name}\t{card}")
            case Threw(seat):
                return verbatim(f"{state.setup.seats[seat - 1].name}\tthrows")
            case _:
                return None


HOPS: Final = verbatim("Lay a card, not the number laid last, and one frog hops so many pads on")
THROWS: Final = verbatim("Once in a game: one card on your turn, or all three on another's")
SUM: Final = verbatim("in all")
ARMED: Final = verbatim("only you!")
FURTHER: Final = verbatim("one pad further")
ARMS: Final = verbatim("let go: armed")
USED: Final = verbatim("used")


def _hops(state: State, *, more: bool = False) -> OneOf:
    """Which card, then which frog; all slots are offered, whatever lies in them."""
    seat, hand = state.turn, state.hands[state.turn - 1]
    able = [n for n, frog in enumerate(state.frogs[seat - 1], 1) if frog.at != ROUND]
    useful = [slot for slot in SLOTS if hand[slot - 1] != state.laid] or SLOTS
    hops = (Hop(seat=seat, slot=slot, frog=n, more=int(more)) for slot in useful for n in able)
    barred = (Hop(seat=seat, slot=slot, more=int(more)) for slot in SLOTS if slot not in useful)
    return OneOf(tuple(hops), levels=("slot", "frog"), barred=tuple(barred))


def _throwing(seat: Seat, turn: Seat) -> Question:
    """Off turn a seat throws its whole hand; on turn it throws one card, and only it knows which."""
    if seat != turn:
        return Question(seat, OneOf((Throw(seat=seat, slots=SLOTS),)), name=verbatim("Throw"))
    return Question(
        seat, OneOf(tuple(Throw(seat=seat, slots=(slot,)) for slot in SLOTS)), is_secret=True, name=verbatim("Throw")
    )


def spaces(seats: int) -> tuple[Space, ...]:
    """The ring, then for each seat its bank, then for each seat the space of its frogs that have gone round."""
    ring = [str(n) for n in range(1, PADS + 1)]
    pads = (
        Space(here, after=(then, *(f"round {seat}" for seat in range(1, seats + 1) if pad(seat, PADS) == here)))
        for here, then in zip(ring, (*ring[1:], ring[0]), strict=True)
    )
    banks = (Space(pad(seat, HOME), "home", after=(pad(seat, 1),)) for seat in range(1, seats + 1))
    return (*pads, *banks, *(Space(pad(seat, ROUND), "goal") for seat in range(1, seats + 1)))


def _track(state: State, draft: Intent | None) -> Track:
    chosen = (draft.seat, draft.frog) if isinstance(draft, Hop) and draft.frog is not None else None
    tokens = (
        Token(
            seat,
            pad(seat, frog.at),
            FROGS[n - 1],
            way=tuple(pad(seat, at) for at in range(frog.before, frog.at + 1)) if frog.at else (),
            mark="drafted" if (seat, n) == chosen else None,
        )
        for seat, n, frog in state.all_frogs()
    )
    return Track(spaces(len(state.hands)), tuple(tokens))


def _screen(state: State, viewer: Seat | None, draft: Intent | None) -> View:
    """Only its own seat's screen shows the card that is being chosen; all other screens show the number of its slot."""
    who = state.setup.seats
    match draft:
        case Hop(seat=int(seat), slot=slot, frog=n):
            number = state.hands[seat - 1][slot - 1] if viewer == seat else str(slot)
            what = "which card" if n is None else f"frog {FROGS[n - 1]}"
            return View(verbatim("hops"), seat, number or "", is_draft=True, lines=(verbatim(what),))
        case Throw(seat=seat, slots=slots):
            one = "one card" if viewer != seat == state.turn else f"slot {slots[0]}"
            what = "all cards" if len(slots) == HAND else one
            return View(verbatim("throws"), seat, is_draft=True, lines=(verbatim(what),))
        case _ if state.is_over:
            return View(verbatim("wins"), state.mover, lines=(verbatim(who[state.mover - 1].name),))
        case _:
            return View(verbatim("plays"), state.turn, lines=(verbatim("a card, a frog"),))


TIN_FROGS: Final = TinFrogs()
