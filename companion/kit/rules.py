"""What a game must offer to be played on the box.

Laws: all of it is pure; a question is answered by one of the intents it names and by no other (`decide` sees to it, for
every game alike); an event is enough to go on from, whoever decided it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol, TypeVar

import msgspec

from companion.kit.event import BySeat, Card, Correcting, Event, Intent, Refused
from companion.kit.money import Coins
from companion.kit.question import NOT_ASKED, Question, refusal
from companion.kit.seats import Duties, Player, Seat
from companion.kit.tally import Count, Sheet, Tally
from companion.kit.text import Text
from companion.kit.view import Track, View

S = TypeVar("S")


class Sitting(msgspec.Struct, frozen=True):
    """Who sits down to play, and what the box has promised them."""

    players: tuple[Player, ...]
    first: Seat
    """The smallest player."""
    duties: Duties
    commitment: str | None
    """SHA-256 of the secret seed, hexadecimal; `None` if the box draws nothing."""


class Standing(msgspec.Struct, frozen=True):
    """What a game record shows after each event."""

    coins: BySeat[Coins]
    at: BySeat[int | str]


class Measure(msgspec.Struct, frozen=True):
    """A number of the real board that its owner can correct."""

    name: Text
    """In at most eleven letters."""
    value: int


class Option(msgspec.Struct, frozen=True):
    """A rule people can agree on before a game, one of several values."""

    name: Text
    """In at most 21 letters."""
    values: tuple[tuple[Text, ...], ...]
    """What can be agreed on, in one or two lines of at most 20 letters; the first tells it from the others."""
    chosen: int
    """Which of them it is now, counted from 0."""
    presets: tuple[tuple[int, ...], ...] = ()
    """For each value (then of one line), what all later options become with it; empty: they stay as they are."""


class Rules(Protocol[S]):
    """One game. `S` is its state: frozen, made by `begin`, and the fold of all events since."""

    @property
    def name(self) -> str:
        """The name in files and on the command line: small letters and hyphens."""

    @property
    def title(self) -> str:
        """The name on the box."""

    @property
    def seats(self) -> range:
        """How many may play."""

    @property
    def events(self) -> tuple[type[Event], ...]:
        """Every kind of event there is."""

    @property
    def board_file(self) -> str:
        """The file in which the owner describes the real board, as shipped: TOML with comments."""

    def measures(self, choices: Mapping[str, object]) -> tuple[Measure, ...]:
        """The numbers of that file, one after the other, as they are chosen now."""

    def measured(self, choices: Mapping[str, object], values: tuple[int, ...]) -> str:
        """That file with these numbers, confirmed. Raises ValueError with a sentence if no game can be played so."""

    def options(self, choices: Mapping[str, object]) -> tuple[Option, ...]:
        """The rules people can agree on, as they are chosen now. The choices must pass `check`."""

    def agreed(self, chosen: tuple[int, ...]) -> dict[str, object]:
        """The choices to which these values of all options lead; other choices stay as they are."""

    def check(self, choices: Mapping[str, object]) -> None:
        """Raises ValueError with a sentence if no game can be played by these choices."""

    def track(self, choices: Mapping[str, object]) -> Track:
        """The empty track, for the lights before a game begins."""

    def unconfirmed(self, choices: Mapping[str, object]) -> View | None:
        """What the owner should check before the first game; `None`: all is confirmed."""

    def begin(self, sitting: Sitting, choices: Mapping[str, object]) -> S:
        """A new game; `choices` are the owner's settings for it. Raises ValueError with a sentence."""

    def read_header(self, header: Mapping[str, object]) -> S:
        """The new game a record's header describes. Raises ValueError with a sentence."""

    def header(self, state: S) -> dict[str, object]:
        """The header of this game's record, as plain values."""

    def question(self, state: S) -> Question | None:
        """Who must answer what; `None` when the game is over."""

    def answered(self, state: S, intent: Intent) -> Event:
        """The event that a legal answer to the question leads to; what comes of it is told by `follows`."""

    def objection(self, state: S, intent: Intent) -> Refused | None:
        """What speaks against an intent that is no answer to the question; `None`: it has nothing to do with it."""

    def correct(self, state: S, intent: Correcting) -> Event | Refused:
        """The event that comes of putting coins right, or why it may not be now."""

    def evolve(self, state: S, event: Event) -> S:
        """The state after an event. Raises Impossible."""

    def follows(self, state: S) -> Event | None:
        """The event that now comes by itself, before anybody is asked again."""

    def audit(self, before: S, event: Event, after: S) -> None:
        """Whether `event` has led from a sound state to a sound one. Raises Unsound."""

    def recall(self, state: S, event: Event) -> Intent | None:
        """The intent an event of a record came from; `None`: it is one that only follows."""

    def retold(self, expected: Event, came: Event) -> Event:
        """`expected` as `came` tells it, if the two differ only in an order that does not matter; else as it is."""

    def standing(self, state: S) -> Standing:
        """Coins and positions, as a record shows them."""

    def without_secrets(self, state: S, event: Event) -> Event:
        """An event that happened in `state`, with the cards that still are secret left out."""

    def overdrawn(self, state: S) -> Card | None:
        """A card of which more have shown up than the deck has; `None` while all is possible."""

    def view(self, state: S, viewer: Seat | None, draft: Intent | None = None) -> View:
        """The table as `viewer` may see it (`None`: as everybody may), with the answer being chosen, if any."""

    def secret(self, state: S, seat: Seat) -> tuple[str, ...]:
        """The cards only this seat may look at, each in up to three letters."""

    def tell(self, state: S, event: Event) -> View | None:
        """What all should be shown of an event that led to `state`; `None`: nothing worth a pause."""

    def line(self, state: S, event: Event) -> Text | None:
        """The event in one short line, for the page of last events."""

    def pages(self, state: S) -> tuple[View, ...]:
        """What the table key leafs through: coins, order, the rules agreed on."""

    def counts(self, told: Iterable[Event]) -> Iterable[Count]:
        """What is worth counting in the events of one game."""

    def sheets(self, tally: Tally) -> tuple[Sheet, ...]:
        """The counts of many games, counted and put in order for reading."""


def decide(rules: Rules[S], state: S, intent: Intent) -> Event | Refused:
    """The event an intent leads to, or why it may not be. Changes nothing."""
    if isinstance(intent, Correcting):
        return rules.correct(state, intent)
    refused = refusal(rules.question(state), intent)
    if refused is None:
        return rules.answered(state, intent)
    return (rules.objection(state, intent) if refused is NOT_ASKED else None) or refused


def unfold(rules: Rules[S], state: S, event: Event) -> Iterator[tuple[Event, S]]:
    """An event that happens in `state` and all that come of it by themselves, each with the state after it."""
    following: Event | None = event
    while following is not None:
        state = rules.evolve(state, following)
        yield following, state
        following = rules.follows(state)
