"""What a voice says of an event: a sentence, or two.

Law: as news do, it tells card, figure and the end of its way; never the steps, the chosen use of a card, or the field
that the figure came from.
"""

from __future__ import annotations

from companion.games.cat_royal import events
from companion.games.cat_royal.booklet import MAGNET
from companion.games.cat_royal.moves import ahead
from companion.games.cat_royal.spoken_words import changed, fields, laid, named, now, on, row, whose
from companion.games.cat_royal.state import State
from companion.kit.event import Event
from companion.kit.seats import COLOUR_NAMES, Player, Seat
from companion.kit.text import Text, text


def of_event(state: State, event: Event) -> tuple[Text, ...]:
    """The sentences for an event that has led to `state`; empty: it needs none."""
    match event:
        case events.Dealt(deal=deal):
            return _dealt(state, deal)
        case events.Ended(winners=winners):
            return (of_winners(state, winners),)
        case _:
            sentence = _sentence(state, event)
            return () if sentence is None else (sentence,)


def _sentence(state: State, event: Event) -> Text | None:
    match event:
        case events.Reshuffled(cards=cards):
            return text("Shuffled: {n} cards", n=str(cards)) if state.box_deals else text("Shuffle all discards now")
        case events.CardsHanded():
            return text("All have handed their partner a card")
        case events.SetOut(seat=seat, figure=figure):
            end = now(state, seat, (seat, figure), state.start(seat))
            return text("{name} sets out: {end}", name=state.name(seat), end=end)
        case events.Shifted(seat=seat, holes=holes):
            return text(
                "{name} has moved the wormholes to fields {fields}", name=state.name(seat), fields=fields(holes)
            )
        case events.Accused(by=by, seat=seat, guilty=is_guilty):
            told = text("{by} was right: {name} cheated") if is_guilty else text("{by} was wrong: {name} was honest")
            return text(told.id, by=state.name(by), name=state.name(seat))
        case events.SentHome(seat=seat, figure=figure):
            return text("Penalty: {who} goes back to the start area", who=named(state, (seat, figure)))
        case events.Played():
            played = laid(event.card, event.copied)
            return text("{name} plays {card}: {end}", name=state.name(event.seat), card=played, end=_end(state, event))
        case events.Captured(seat=seat, figure=figure):
            return text("{who} is captured and goes back to the start area", who=named(state, (seat, figure)))
        case events.Teleported():
            return text("Wormhole: {end}", end=_out(state, event))
        case events.Discarded(seat=seat, card=card):
            return text("{name} discards {card}", name=state.name(seat), card=laid(card))
        case events.Forfeited(seat=seat):
            return text("{name} can play no card and discards all", name=state.name(seat))
        case _:
            return None


def of_winners(state: State, winners: tuple[Seat, ...]) -> Text:
    """Who has won: a player, a team, or several."""
    if len(winners) == 1:
        return text("{name} wins", name=state.name(winners[0]))
    names = row(map(state.name, winners))
    if state.has_teams and winners == state.team(winners[0]):
        return text("As a team win: {names}", names=names)
    return text("Shared victory: {names}", names=names)


def _dealt(state: State, deal: int) -> tuple[Text, ...]:
    """Who begins; in the first deal also how to get the own cards, which figures are whose, and where wormholes are."""
    begins = text("Deal {n}: {name} begins", n=str(deal), name=state.name(state.setup.starter(deal)))
    cards = () if state.box_deals else (text("Deal five cards to each"),)
    if deal > 1:
        return begins, *cards
    look = text("Own cards: hold ● while the others look away, or listen by phone")
    starts = (_starts(state, player) for player in state.setup.seats)
    return begins, *(cards or (look,)), *starts, of_wormholes(state)


def of_wormholes(state: State) -> Text:
    """Where they are."""
    return text("Wormholes are on fields {fields}", fields=fields(state.holes))


def _starts(state: State, player: Player) -> Text:
    start, colour = str(state.start(player.seat)), COLOUR_NAMES[player.colour]
    if player.said == colour:
        return text("{colour} has start field {n}", colour=colour, n=start)
    return text("{name} is {colour}: start field {n}", name=player.said, colour=colour, n=start)


def _end(state: State, event: events.Played) -> Text:
    """Where a play has led; a magnet also tells behind whom, and a swap where the other figure stands now."""
    piece = event.owner, event.figure
    if event.swapped is not None:
        return changed(state, event.seat, piece, event.swapped)
    if MAGNET in (event.card, event.copied):
        return text(
            "{who} is now {where}, pulled behind {other}",
            who=whose(state, event.seat, piece),
            other=named(state, ahead(state, event.to)),
            where=on(state, event.owner, event.to),
        )
    return now(state, event.seat, piece, event.to)


def _out(state: State, event: events.Teleported) -> Text:
    """Which figures a wormhole has moved; nobody's turn is told, so each has its player's name."""
    piece = event.seat, event.figure
    if event.swapped is not None:
        return changed(state, 0, piece, event.swapped)
    return now(state, 0, piece, event.to)
