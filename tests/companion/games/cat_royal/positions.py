"""Positions to try the rules in: set one up, let somebody answer, look at the result.

A position is written as in the table of worked positions: `"1T 15, 1K 14, 2C G1"` is seat 1's knight (T) on field 15,
its king (K) on 14 and seat 2's citizen (C) in the goal; all others are in their start areas.
"""

from __future__ import annotations

import functools
import operator
from collections import Counter
from typing import TypedDict, TypeVar, Unpack

import msgspec
from msgspec.structs import replace

from companion.games.cat_royal import events, intents
from companion.games.cat_royal.booklet import DECK, FIGURES, START, At, Figure
from companion.games.cat_royal.options import Options
from companion.games.cat_royal.rules import CAT_ROYAL
from companion.games.cat_royal.state import State
from companion.games.cat_royal.turns import Turn
from companion.games.cat_royal.uses import CHEATS
from companion.kit.decision import decide, unfold
from companion.kit.event import Card, Event, Intent, MaybeCard, Refused
from companion.kit.question import Cards, OneOf, Question, commit
from companion.kit.seats import COLOURS, Player, with_seat
from companion.kit.setup import Seating, Who
from companion.testing.whole_games import NAMES, SEED

E = TypeVar("E", bound=Event)

RULES = CAT_ROYAL
RECORDED = msgspec.json.Decoder(functools.reduce(operator.or_, RULES.events))
LETTERS = dict(zip("KTCJ", FIGURES, strict=True))


class Choices(TypedDict, total=False):
    """Who does each duty, and what an owner may settle before a game: single options, and the rest."""

    cards: Who
    first: int
    rulebook: str
    last_deal: int
    opening: str
    starter: str
    no_move: str
    goal_entry: str
    start_guard: str
    green_passes: str
    green_takes_king: str
    magnet_zero: bool
    holes: str
    tricks: bool
    caught: str
    partners: str


def start(seats: int = 4, **choices: Unpack[Choices]) -> State:
    """The state before the first deal."""
    cards, first = choices.pop("cards", "box"), choices.pop("first", 1)
    options = {key: value for key, value in choices.items() if key in Options.__struct_fields__}
    settled = {key: value for key, value in choices.items() if key not in options}
    players = tuple(Player(seat, NAMES[seat - 1], COLOURS[seat - 1]) for seat in range(1, seats + 1))
    return RULES.begin(Seating(players, first, {"cards": cards}, commit(SEED)), settled | {"options": options})


def turn(
    stands: str = "",
    *hand: MaybeCard,
    seat: int = 1,
    last: Card = "",
    fresh: str = "",
    seats: int = 4,
    **choices: Unpack[Choices],
) -> State:
    """In the first deal, `seat` on turn with these cards, all others with one `2`; `fresh` figures have not moved yet.

    Without cards, `seat` holds a `2`, too; `None`: a card that the box does not know.
    """
    state = replace(start(seats, **choices), deal=1, last=last, phase=Turn(seat))
    hands = tuple((hand or ("2",)) if other == seat else ("2",) for other in range(1, seats + 1))
    if state.setup.duties.cards == "table":
        hands = tuple((None,) * len(held) for held in hands)
    for piece, at in _pieces(stands):
        state = put(state, *piece, at)
    for owner, figure in [piece for piece, _ in _pieces(fresh, bare=True)]:
        state = replace(state, fresh=with_seat(state.fresh, owner, figure))
    return with_hands(state, *hands)


def _pieces(stands: str, *, bare: bool = False) -> list[tuple[tuple[int, Figure], At]]:
    found = []
    for piece in filter(None, stands.split(", ")):
        who, _, at = piece.partition(" ")
        found.append(((int(who[0]), LETTERS[who[1]]), "" if bare else int(at) if at.isdecimal() else at))
    return found


def put(state: State, seat: int, figure: Figure, at: At) -> State:
    """The state with a figure on this place."""
    places = with_seat(state.at[seat - 1], FIGURES.index(figure) + 1, at)
    return replace(state, at=with_seat(state.at, seat, places))


def with_hands(state: State, *hands: tuple[MaybeCard, ...]) -> State:
    """The state with these cards in the hands of seats 1 … n, taken from the stock or the discard."""
    state = replace(state, hands=hands)
    deck = Counter(DECK)
    deck.subtract(card for hand in hands for card in hand if card is not None)
    deck.subtract(card for card in state.piles.discard if card is not None)
    cards = tuple(card for card in DECK for _ in range(deck[card]))
    size = sum(DECK.values()) - len(state.piles.discard) - sum(map(len, hands))
    return replace(state, piles=replace(state.piles, stock=replace(state.piles.stock, size=size, cards=cards)))


# --- what is asked ---------------------------------------------------------------------------------------------------


def asked(state: State) -> Question:
    """The question."""
    question = RULES.question(state)
    assert question is not None
    return question


def on_turn(state: State) -> int | None:
    """Who is asked; `None`: the box."""
    return asked(state).seat


def listed(state: State) -> tuple[Intent, ...]:
    """The answers to choose from."""
    form = asked(state).form
    assert isinstance(form, OneOf)
    return form.answers


def plays(form: object) -> list[intents.Play]:
    """The answers of this form."""
    assert isinstance(form, OneOf)
    return [answer for answer in form.answers if isinstance(answer, intents.Play)]


def honest(state: State, card: Card | None = None) -> list[tuple[Figure, At]]:
    """The honest plays (with this card), in order; empty if cards can only be discarded."""
    return _uses(state, plays(asked(state).form), card)


def cheats(state: State, card: Card | None = None) -> list[tuple[Figure, At, int]]:
    """The possible cheats, each with its step, in the order of the pages."""
    fair = honest(state, card)
    armed = zip(CHEATS, asked(state).armed, strict=False)
    return [(*use, by) for by, form in armed for use in _uses(state, plays(form), card) if use not in fair]


def _uses(state: State, answers: list[intents.Play], card: Card | None) -> list[tuple[Figure, At]]:
    assert isinstance(state.phase, Turn)
    hand = state.hands[state.phase.seat - 1]
    found = []
    for play in answers:
        named = play.card if play.slot is None else hand[play.slot - 1]
        if play.figure and play.to and card in (None, named):
            found.append((play.figure, play.to))
    return found


def fields(state: State, card: Card | None = None) -> set[At]:
    """The places that the cards (this card) can honestly lead to."""
    return {to for _, to in honest(state, card)}


# --- answers ---------------------------------------------------------------------------------------------------------


def use(state: State, figure: Figure, to: At, card: Card | None = None) -> Intent:
    """The play of the seat on turn that moves this figure there (with this card)."""
    assert isinstance(state.phase, Turn)
    seat = state.phase.seat
    hand = state.hands[seat - 1]
    question = asked(state)
    for play in [play for form in (question.form, *question.armed) for play in plays(form)]:
        named = play.card if play.slot is None else hand[play.slot - 1]
        if (play.figure, play.to) == (figure, to) and card in (None, named):
            return play
    raise AssertionError(f"{figure} cannot go to {to}: {question}")


def lay_off(slot: int = 1, seat: int = 1) -> Intent:
    return intents.Play(seat=seat, slot=slot, figure="", to="")


def name_off(card: Card, seat: int = 1) -> Intent:
    """The discard of a card that the box does not know."""
    return intents.Play(seat=seat, card=card, figure="", to="")


def accuse(seat: int, accused: int) -> Intent:
    return intents.Accuse(seat=seat, accused=accused)


def shift(seat: int, *fields: int) -> Intent:
    return intents.Shift(seat=seat, cards=tuple(map(str, fields)))


CLOSE = intents.Close(seed=SEED)


def come_out(to: int) -> Intent:
    return intents.Teleport(to=to)


def send_home(figure: Figure) -> Intent:
    return intents.SendHome(figure=figure)


# --- their consequences ----------------------------------------------------------------------------------------------


def told(state: State, intent: Intent) -> tuple[Event, ...]:
    """The events that a legal answer leads to; each leads to a sound state."""
    came = decide(RULES, state, intent)
    assert not isinstance(came, Refused), f"{intent} is refused: {came.code}"
    found = []
    for event, after in unfold(RULES, state, came):
        RULES.audit(state, event, after)
        found.append(event)
        state = after
    return tuple(found)


def play(state: State, *answers: Intent) -> State:
    """The state after these legal answers, each event as it is read from a record."""
    for intent in answers:
        for event in told(state, intent):
            state = RULES.evolve(state, RECORDED.decode(msgspec.json.encode(event)))
    return state


def refused(state: State, intent: Intent) -> Refused:
    """The refusal of this intent; the table stays unchanged."""
    before = msgspec.json.encode(state)
    came = decide(RULES, state, intent)
    assert isinstance(came, Refused), f"{intent} is allowed"
    assert msgspec.json.encode(state) == before
    return came


def code(state: State, intent: Intent) -> str:
    """Why this is refused, in one word."""
    return refused(state, intent).code


def the(kind: type[E], came: tuple[Event, ...]) -> E:
    """The only event of this kind."""
    (single,) = [event for event in came if isinstance(event, kind)]
    return single


def kinds(came: tuple[Event, ...]) -> list[str]:
    """The names of events as a record writes them."""
    return [str(type(event).__struct_config__.tag) for event in came]


def played(came: tuple[Event, ...]) -> events.Played:
    """The event of a play."""
    return the(events.Played, came)


def stands(state: State) -> str:
    """The position in this notation; figures in start areas are left out."""
    return ", ".join(
        f"{seat}{letter} {at}"
        for seat, places in enumerate(state.at, 1)
        for letter, at in zip(LETTERS, places, strict=True)
        if at != START
    )


def due(state: State) -> Cards:
    """The form of a question that asks for cards."""
    form = asked(state).form
    assert isinstance(form, Cards)
    return form


def deal(*cards: MaybeCard) -> Intent:
    return intents.Deal(cards=cards)
