"""The pages of the table key: how the game stands, and its rules.

Laws: a list has one line for each entry, from top to bottom; lines that do not fit go to the next page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from msgspec.structs import replace

from companion.games.galopp_royal.auction import departed
from companion.games.galopp_royal.booklet import RACES
from companion.games.galopp_royal.cards import show
from companion.games.galopp_royal.differences import RULEBOOKS
from companion.games.galopp_royal.ending import Over, may_count
from companion.games.galopp_royal.race_end import place_of
from companion.games.galopp_royal.spoken_questions import (
    all_bearers,
    came,
    coins,
    left_the_team,
    prizes_of,
    results,
)
from companion.games.galopp_royal.state import At, State
from companion.games.galopp_royal.view import ranked
from companion.kit.seats import Seat
from companion.kit.text import Text, Wording, joined, ordinal, text
from companion.kit.view import View, leaves


def pages(state: State) -> tuple[View, ...]:
    """Coins, the order on the track, the cards that have left the team on sale, the teams, the prizes, the rules."""
    everybody = range(1, state.seats + 1)
    left = {seat: show(card) for seat, card in departed(state).items()}
    teams = tuple(joined(state.name(seat), team(state, seat)) for seat in everybody)
    prizes = tuple(joined(text("Race {n}", n=race), prize_row(state, race)) for race in range(1, RACES + 1))
    return (
        *_listed(text("Coins"), _coins(state), _coins_said(state)),
        *(_listed(*_race(state)) if state.race else ()),
        *_listed(text("Left the team"), _by_name(state, left), left_the_team(state)),
        *_listed(text("Teams"), teams, all_bearers(state)),
        *_listed(text("Prizes"), prizes, tuple(prizes_of(state, race) for race in range(1, RACES + 1))),
        *RULEBOOKS.to_pages(state.setup.rulebook, state.setup.options),
    )


def _listed(title: Text, lines: tuple[Text, ...], said: tuple[Text, ...]) -> Iterator[View]:
    """A list with its title, on as many pages as it needs; for a voice, a sentence for each line."""
    told = iter(said)
    for page in leaves(title, lines):
        yield replace(page, said=(text("{title}:", title=title), *islice(told, len(page.lines))))


def prize_row(state: State, race: int) -> str:
    """The prizes of a race, as printed on its stone."""
    return "/".join(map(str, state.setup.board.prizes[race - 1]))


def team(state: State, seat: Seat) -> str:
    """The bearers on a display, in at most ten letters, so that any name fits before them."""
    bearers = [show(card) for card in state.displays[seat - 1]]
    between = " " if any(len(bearer) == 1 for bearer in bearers) else ""
    return between.join(bearers) or "-"


def _coins(state: State) -> tuple[Text, ...]:
    """The coins of all seats with an open purse; at the end the richest first."""
    if isinstance(state.phase, Over):
        return ranked(state)
    purses = enumerate(state.money.purses, 1)
    return _by_name(state, {seat: str(purse) for seat, purse in purses if may_count(state, seat, None)})


def _coins_said(state: State) -> tuple[Text, ...]:
    """The same in sentences."""
    if isinstance(state.phase, Over):
        return results(state)
    return tuple(coins(state, seat) for seat in range(1, state.seats + 1) if may_count(state, seat, None))


def _by_name(state: State, facts: Mapping[Seat, Wording]) -> tuple[Text, ...]:
    """One fact about each of these seats."""
    return tuple(joined(state.name(seat), fact) for seat, fact in facts.items())


def _race(state: State) -> tuple[Text, tuple[Text, ...], tuple[Text, ...]]:
    """The order on the track, or how the last race ended; then in sentences."""
    chairs = state.result or state.chairs
    order = sorted(range(1, state.seats + 1), key=lambda seat: _rank(state, chairs[seat - 1]))
    said = tuple(came(state, seat, chairs[seat - 1]) for seat in order)
    if not state.result:
        return text("Race {n}", n=state.race), _by_name(state, {seat: _where(state, seat) for seat in order}), said
    return text("Result race {n}", n=state.race), _by_name(state, {seat: _came(state, seat) for seat in order}), said


def _rank(state: State, at: At) -> tuple[int, int]:
    """In the order of places: first those under the arch, last those in the pond."""
    return (1, -at) if isinstance(at, int) else (0 if at[0] == "F" else 2, place_of(state, at))


def _where(state: State, seat: Seat) -> Text:
    """How far a chair is from the arch, or its place."""
    at = state.chairs[seat - 1]
    return text("{n} to go", n=state.finish - at) if isinstance(at, int) else ordinal(place_of(state, at))


def _came(state: State, seat: Seat) -> Text:
    """The place of a chair in the last race; without a place, only whether it was last."""
    at = state.result[seat - 1]
    if isinstance(at, int):
        return ordinal(state.seats) if seat == state.last else text("no place")
    return ordinal(place_of(state, at))
