"""What a seat sees while it holds its key and the others look away: its cards, and its secret ways to cheat.

On turn a card is chosen there: the hand, one page for each card that can be played, both cheats, and the hand again.
Laws: the cheats are always there, so that nobody learns from a look whether somebody has cheated; each page says what a
release there means; on the hand it means an honest play.
"""

from __future__ import annotations

from functools import reduce
from itertools import zip_longest
from typing import Final

from msgspec.structs import replace

from companion.games.cat_royal import intents
from companion.games.cat_royal.booklet import GOALS
from companion.games.cat_royal.handing import Handing
from companion.games.cat_royal.spoken_choices import gift
from companion.games.cat_royal.spoken_looks import further, of_card, of_cheat, of_hand
from companion.games.cat_royal.spoken_words import laid
from companion.games.cat_royal.state import State, opposite
from companion.games.cat_royal.turns import Turn
from companion.games.cat_royal.uses import CHEATS, Cheat, honest_uses
from companion.games.cat_royal.words import FIGURE, goal, show
from companion.kit.event import Card, Intent
from companion.kit.question import OneOf
from companion.kit.seats import Seat
from companion.kit.text import Text, joined, text, verbatim
from companion.kit.view import HandCard, Legend, View

MORE: Final = {+1: text("cheat: 1 step more"), -1: text("cheat: 1 step less")}
WITH: Final = {+1: text("cheat: +1 step with:"), -1: text("cheat: -1 step with:")}
HONEST: Final = text("let go: no cheat")
AWAY: Final = text("others look away")
NEXT: Final = verbatim("►")


def secret(state: State, seat: Seat, meant: int = 0) -> tuple[View, ...]:
    """The cards; on turn also the ways to cheat. `meant`: the armed cheat."""
    may_cheat = _plays(state, seat) and state.setup.options.tricks
    if not state.hands[seat - 1] or not (may_cheat or state.box_deals):
        return ()
    if isinstance(state.phase, Handing) and (given := state.phase.chosen[seat - 1]):
        hand, gives = _hand(state, seat, meant), text("{name} gives {card}", name=state.name(seat), card=laid(given))
        return (replace(hand, lines=(text("you give: {card}", card=show(given)),), said=(*hand.said, gives)),)
    if not may_cheat:
        return (_hand(state, seat, meant),)
    honest = text("let go: hide") if state.box_deals else HONEST
    let_go = text("let go: be fair") if meant else honest
    cheats = [_cheating(state, seat, cheat) for cheat in CHEATS]
    hand = _hand(state, seat, meant)
    return replace(hand, legend=Legend(let_go, red_tap=NEXT), is_held=True, said=(*hand.said, further(state))), *cheats


def picks(state: State, seat: Seat, meant: int = 0) -> tuple[tuple[Intent, View], ...]:
    """The slots of the seat on turn whose cards can be played or discarded, each with its page."""
    if isinstance(state.phase, Handing) and state.box_deals:
        return _gifts(state, seat) if seat in state.phase.missing else ()
    if not (_plays(state, seat) and state.box_deals):
        return ()
    led = _led(state, seat, meant)
    found: list[tuple[Intent, View]] = []
    for slot, card in enumerate(state.hands[seat - 1], 1):
        if slot in led:
            page = _slot(state, seat, slot, (show(card), _where(led[slot])), of_card(state, seat, slot, led[slot]))
            found.append((intents.Play(seat=seat, slot=slot), page))
    return tuple(found)


def _gifts(state: State, seat: Seat) -> tuple[tuple[Intent, View], ...]:
    """The cards of a seat, one of which it gives to its partner."""
    to = text("to {name}", name=state.name(opposite(seat)))
    hand = enumerate(state.hands[seat - 1], 1)
    return tuple(
        (intents.Give(seat=seat, slot=slot), _slot(state, seat, slot, (show(card), to), gift(state, seat, slot)))
        for slot, card in hand
    )


def _slot(state: State, seat: Seat, slot: int, lines: tuple[Text, Text], said: Text) -> View:
    """One card in its place of the hand, and its use; a release there chooses it."""
    page = replace(_only(state, seat, lines, Legend(text("let go: choose"), red_tap=NEXT)), is_held=True, said=(said,))
    return replace(page, number=str(slot), caption=text("of {n}", n=len(state.hands[seat - 1])))


def _plays(state: State, seat: Seat) -> bool:
    """Whether this seat is on turn."""
    return isinstance(state.phase, Turn) and state.phase.seat == seat


def _led(state: State, seat: Seat, meant: int) -> dict[int, list[intents.Play]]:
    """The possible plays of each slot that has one, in the order of the list."""
    led: dict[int, list[intents.Play]] = {}
    if isinstance(state.phase, Turn) and _plays(state, seat):
        question = state.phase.asks(state)
        form = question.armed[meant - 1] if meant else question.form
        answers = form.answers if isinstance(form, OneOf) else ()
        for slot, play in [(play.slot, play) for play in answers if isinstance(play, intents.Play) and play.slot]:
            led.setdefault(slot, []).append(play)
    return led


def _where(plays: list[intents.Play]) -> Text:
    """The figures that a card could move, and the place if only one is possible."""
    figures = [figure for figure in dict.fromkeys(play.figure for play in plays) if figure]
    if not figures:
        return text("discard it")
    if len(figures) > 1:
        return text("{n} figures", n=len(figures))
    to = plays[0].to
    if len(plays) > 1 or to is None:
        return FIGURE[figures[0]]
    figure = FIGURE[figures[0]]
    return joined(figure, goal(to), ", ") if to in GOALS else text("{figure} to {n}", figure=figure, n=str(to))


def _only(state: State, seat: Seat, lines: tuple[Text, ...], legend: Legend | None = None) -> View:
    """A page that only its seat may see."""
    return View(text("only {name} looks", name=state.name(seat)), lines=lines, legend=legend)


def _hand(state: State, seat: Seat, meant: int) -> View:
    """The cards, each with its slot, and which can be played. Real cards are in their owner's hand."""
    if not state.box_deals:
        fair = text("{name} plays without a cheat", name=state.name(seat))
        return replace(_only(state, seat, (text("you play fair"), AWAY)), said=(fair,))
    led = _led(state, seat, meant)
    able = led if any(play.figure for plays in led.values() for play in plays) else {}
    is_stuck = _plays(state, seat) and not able
    hand = tuple([HandCard(slot, show(card), slot in able) for slot, card in enumerate(state.hands[seat - 1], 1)])
    entries = [joined(str(card.slot), card.shown, "✓ " if card.is_able else ": ") for card in hand]
    rows = zip_longest(entries[::2], entries[1::2], fillvalue=verbatim(""))
    told = tuple(joined(left, right, "\t\t") for left, right in rows)
    page = _only(state, seat, () if _plays(state, seat) else (AWAY,))
    if is_stuck:
        page = replace(page, title=text("{name}: no move", name=state.name(seat)))
    return replace(page, hand=hand, page_lines=(*told, AWAY), said=of_hand(state, seat, able, is_stuck=is_stuck))


def _cheating(state: State, seat: Seat, cheat: Cheat) -> View:
    """One way to cheat, with its cards; if it is used up or fits no card, a release there is honest, too."""
    if seat in state.spent:
        told, is_meant = (MORE[cheat], text("used in this deal")), False
    elif not state.box_deals:
        told, is_meant = (MORE[cheat], text("than your card says")), True
    elif cards := _with(state, seat, cheat):
        told, is_meant = (WITH[cheat], reduce(lambda before, card: joined(before, card, " "), map(show, cards))), True
    else:
        told, is_meant = (MORE[cheat], text("no card allows it")), False
    let_go = text("let go: you cheat") if is_meant else HONEST
    turns = text("○ back to your cards") if cheat == CHEATS[-1] else joined("○", text("next"), " ")
    said = of_cheat(state, seat, cheat, _with(state, seat, cheat))
    return replace(_only(state, seat, (*told, turns), Legend(let_go)), is_held=True, said=said)


def _with(state: State, seat: Seat, cheat: Cheat) -> list[Card]:
    """The cards with which this cheat is possible."""
    uses, hand = honest_uses(state, seat, may_cheat=True).with_cheats, state.hands[seat - 1]
    return [card for card in dict.fromkeys(map(str, hand)) if any(use.cheat == cheat for use in uses.of(card))]
