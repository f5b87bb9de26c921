"""Positions to try the rules in: set one up, let somebody answer, look at the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TypedDict, TypeVar, Unpack

import msgspec
from msgspec.structs import replace

from companion.games.galopp_royal import events, intents
from companion.games.galopp_royal.auction import Assigning, Dealing
from companion.games.galopp_royal.booklet import CAPITAL, DECK, RACES, SCHEMER, Options
from companion.games.galopp_royal.ending import Closing
from companion.games.galopp_royal.exchange import Removing
from companion.games.galopp_royal.phases import AnyPhase
from companion.games.galopp_royal.race import Rolling, Scheming
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.games.galopp_royal.state import At, State
from companion.kit.decision import decide, unfold
from companion.kit.event import BySeat, Card, Event, Intent, MaybeCard, Refused
from companion.kit.money import BANK, transfer
from companion.kit.piles import Piles, heap
from companion.kit.question import Amount, Cards, OneOf
from companion.kit.seats import left_of, with_seat
from companion.kit.setup import Who
from companion.kit.text import speak, text
from companion.kit.view import View
from tests.companion.games.whole_games import sitting

E = TypeVar("E", bound=Event)

RULES = GALOPP_ROYAL
BEARERS = ("1", "3", "-2", SCHEMER)
"""The team of every seat in `race`: the deck has enough for six of them."""
SIX = ("5", "2", "3", "1", "2", "5")
"""Cards for any deal, unlike a team of `BEARERS`: in every position below, the stock has them."""
MANY = ("2", "2", "2", "5", "5", "5")
"""Another six cards."""


class Choices(TypedDict, total=False):
    """Who does each duty, and what an owner may settle before a game: single options, and the rest."""

    cards: Who
    die: Who
    first: int
    capital: int
    next_opener: str
    schemer: str
    race_end: str
    pond_prize: str
    start_teams: str
    open_cash: bool
    rulebook: str
    board: Mapping[str, object]
    deck: dict[Card, int]
    confirmed: bool


def start(seats: int = 4, **choices: Unpack[Choices]) -> State:
    """The state before the first card."""
    cards, die = choices.pop("cards", "box"), choices.pop("die", "box")
    first, capital = choices.pop("first", 1), choices.pop("capital", CAPITAL)
    options = {key: value for key, value in choices.items() if key in Options.__struct_fields__}
    settled = {key: value for key, value in choices.items() if key not in options}
    begun = RULES.begin(sitting(seats, cards=cards, die=die, first=first), settled | {"options": options})
    return RULES.read_header(RULES.header(begun) | {"capital": capital})


def race(
    seats: int = 4, *, turn: int = 1, chairs: tuple[At, ...] = (), number: int = 1, **choices: Unpack[Choices]
) -> State:
    """In race `number`, `turn` about to roll; chairs stand on START unless `chairs` says where."""
    state = start(seats, **choices)
    state = replace(state, race=number, finish=state.setup.board.finishes[number - 1])
    state = with_chairs(state, chairs or state.chairs)
    assert turn in state.racing, f"seat {turn} cannot be on turn: {chairs}"
    return replace(
        state,
        displays=(BEARERS,) * seats,
        piles=Piles(state.piles.stock.without(BEARERS * seats)) if state.box_deals else state.piles,
        phase=Rolling(turn),
    )


def with_chairs(state: State, chairs: tuple[At, ...]) -> State:
    """The chairs of seats 1 … n stand there: on a space, `"F1"` first to finish …, `"P1"` first in the pond …"""
    off = {at: seat for seat, at in enumerate(chairs, 1) if isinstance(at, str)}
    ends = {"F": state.finish, "P": state.setup.board.pond}
    return replace(
        state,
        spaces=tuple(at if isinstance(at, int) else ends[at[0]] for at in chairs),
        finished=tuple(off[at] for at in sorted(off) if at[0] == "F"),
        ponded=tuple(off[at] for at in sorted(off) if at[0] == "P"),
    )


def between_races(seats: int = 4, *, last: int = 1, nth: int = 1, number: int = 1, **choices: Unpack[Choices]) -> State:
    """After race `number`, before substitute team `nth` is dealt."""
    return replace(race(seats, number=number, **choices), last=last, phase=Dealing(last, nth))


def start_auction(*teamless: int, seats: int = 6, **choices: Unpack[Choices]) -> State:
    """A team must be dealt to `teamless`, and the first of them opens; with one seat, the last team is assigned."""
    state = start(seats, **choices)
    displays = tuple(() if seat in teamless else BEARERS for seat in range(1, seats + 1))
    phase: AnyPhase = Dealing(teamless[0], 0) if len(teamless) > 1 else Assigning(*teamless)
    laid = [card for display in displays for card in display]
    piles = Piles(state.piles.stock.without(laid)) if state.box_deals else state.piles
    return replace(state, displays=displays, piles=piles, phase=phase)


def exchange(seats: int = 4, *, last: int = 3, **choices: Unpack[Choices]) -> State:
    """The prizes of race 1 are paid, and `last` is about to take a bearer off its own display."""
    return replace(race(seats, **choices), last=last, phase=Removing(last))


def closing(*purses: int, **choices: Unpack[Choices]) -> State:
    """After race 6: these coins must be counted."""
    state = replace(race(len(purses), number=RACES, **choices), phase=Closing())
    for seat, coins in enumerate(purses, 1):
        state = with_purse(state, seat, coins)
    return state


def with_options(state: State, **options: object) -> State:
    """The same position with other options."""
    return replace(state, setup=replace(state.setup, options=replace(state.setup.options, **options)))


def with_display(state: State, seat: int, *cards: Card) -> State:
    """These bearers stand on slots 1 … 4 of this seat; `()` is no team."""
    return replace(state, displays=with_seat(state.displays, seat, cards))


def with_stock(state: State, stock: tuple[Card, ...], discard: tuple[Card, ...]) -> State:
    """These cards are all that lie on the two piles, and the deck has no others."""
    cards = [card for display in state.displays for card in display] + [*stock, *discard]
    deck = {card: cards.count(card) for card in DECK}
    return replace(
        state, setup=replace(state.setup, deck=deck, deck_confirmed=True), piles=Piles(heap(stock, DECK), discard)
    )


# --- answers ---------------------------------------------------------------------------------------------------------


def bid(seat: int, amount: int) -> Intent:
    return intents.Bid(seat=seat, amount=amount)


def passes(*seats: int) -> list[Intent]:
    return [intents.Pass(seat=seat) for seat in seats]


def deal(*cards: Card) -> Intent:
    return intents.Deal(cards=cards)


def unseen(count: int) -> Intent:
    """A deal of real cards."""
    return intents.Deal(cards=(None,) * count)


def assign(*cards: MaybeCard) -> Intent:
    return intents.Assign(cards=cards)


def lay(*cards: MaybeCard, seat: int = 1) -> Intent:
    return intents.Lay(seat=seat, cards=cards)


def roll(seat: int, face: int) -> Intent:
    return intents.Roll(seat=seat, face=face)


def carry(card: Card, seat: int) -> Intent:
    """The roll that calls this bearer of `BEARERS`."""
    return intents.Roll(seat=seat, face=BEARERS.index(card) + 1)


def scheme(seat: int, *steps: tuple[int, int]) -> Intent:
    return intents.Scheme(seat=seat, steps=steps)


def take(owner: int, slot: int, by: int = 3) -> Intent:
    return intents.Remove(seat=by, owner=owner, slot=slot)


def draw(owner: int, card: Card, seat: int | None = None) -> Intent:
    return intents.Draw(seat=seat, owner=owner, cards=(card,))


def close(seed: str | None = None) -> Intent:
    return intents.Close(seed=seed)


def correct(payee: int, amount: int) -> Intent:
    return intents.Correct(seat=1, payee=payee, amount=amount, reason="fell under the table")


# --- their consequences ----------------------------------------------------------------------------------------------


def told(state: State, intent: Intent) -> tuple[Event, ...]:
    """The events that a legal answer leads to."""
    came = decide(RULES, state, intent)
    assert not isinstance(came, Refused), f"{intent} is refused: {came.code}"
    return tuple(event for event, _ in unfold(RULES, state, came))


def play(state: State, *answers: Intent) -> State:
    """The state after these legal answers."""
    for intent in answers:
        for event in told(state, intent):
            state = RULES.evolve(state, event)
    return state


def dealt(state: State, *cards: Card) -> State:
    """The next team has been dealt: as many of `SIX` as needed, unless other cards are named."""
    return play(state, deal(*(cards or SIX[: due(state).count])))


def all_taken(state: State, *slots: int, last: int = 3) -> State:
    """`last` has taken these slots of its own display and, clockwise, of the others."""
    owner = last
    for slot in slots:
        state = play(state, take(owner, slot, last))
        owner = left_of(owner, state.seats)
    return state


def after_the_move(came: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events about chairs after their move; `paid` gives the prizes."""
    move = came.index(the(events.Moved, came))
    return tuple(event for event in came[move + 1 :] if not isinstance(event, events.Paid))


def schemed(state: State, *steps: tuple[int, int], seat: int = 1) -> tuple[Event, ...]:
    """The events after `seat` rolls its schemer and uses it like this, from the move on."""
    return told(play(state, carry(SCHEMER, seat)), scheme(seat, *steps))


def use(state: State, *steps: tuple[int, int], seat: int = 1) -> State:
    """The position after this use."""
    return play(state, carry(SCHEMER, seat), scheme(seat, *steps))


def settle(state: State) -> State:
    """The state when no more event follows by itself."""
    while (event := RULES.follows(state)) is not None:
        state = RULES.evolve(state, event)
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


def last(came: tuple[Event, ...]) -> int | None:
    """Who was last in the finished race; `None` while it runs."""
    return the(events.RaceEnded, came).last if "race_ended" in kinds(came) else None


def on_turn(state: State) -> int | None:
    """Who is asked; `None`: the box."""
    question = RULES.question(state)
    assert question is not None
    return question.seat


def opener(state: State) -> int | None:
    """Who opens the next auction."""
    return on_turn(dealt(state))


def limits(state: State) -> tuple[int, int]:
    """The lowest and the highest possible bid now."""
    question = RULES.question(state)
    assert question is not None
    assert isinstance(question.form, Amount)
    return question.form.least, question.form.most


def due(state: State) -> Cards:
    """The form of a question that asks for cards."""
    question = RULES.question(state)
    assert question is not None
    assert isinstance(question.form, Cards)
    return question.form


def layers(state: State) -> list[tuple[int, dict[Card, int]]]:
    """The layers of the next cards, the upper one first: how many cards there are, and of which kinds."""
    return [(layer.size, dict(Counter(layer.cards))) for layer in due(state).layers]


def schemes(state: State) -> list[BySeat[int]]:
    """Every way the seat on turn may use its schemer."""
    assert isinstance(state.phase, Rolling)
    state = play(state, carry(SCHEMER, state.phase.seat))
    assert isinstance(state.phase, Scheming)
    question = RULES.question(state)
    assert question is not None
    assert isinstance(question.form, OneOf)
    return [answer.steps for answer in question.form.answers if isinstance(answer, intents.Scheme)]


def with_purse(state: State, seat: int, coins: int) -> State:
    """The position after the bank has corrected this purse."""
    return replace(state, money=transfer(state.money, BANK, seat, coins - state.money.purse(seat)))


def paid(came: tuple[Event, ...]) -> list[tuple[int, int, int]]:
    """Seat, place and amount of each prize, in the order of payment."""
    return [(event.seat, event.place, event.amount) for event in came if isinstance(event, events.Paid)]


def in_hand(state: State, seat: int) -> tuple[str, ...]:
    """The cards that this seat sees when it looks."""
    return tuple(card for page in RULES.secret(state, seat) for card in cards_on(page))


def cards_on(page: View) -> list[str]:
    """The cards that this page shows."""
    if text("coins") in page.lines:
        return []
    return [speak(page.number, str)] if page.number else speak(page.lines[1], str).split()
