"""What a game may offer to bots, and to the report of a finished game: what a seat may know, what it can guess, how a
game may continue, and which moments deserve a look afterwards.

Laws: a seat decides only by `seen` and by the events it has heard, so hidden facts have no influence; chance is an
argument, so the same numbers give the same thoughts. If a game offers nothing here, its bots draw among the answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias, TypeVar, get_args

from companion.kit.event import Event
from companion.kit.money import Coins
from companion.kit.seats import Seat
from companion.kit.text import Text

S = TypeVar("S")

Level: TypeAlias = Literal["random", "easy", "simple", "strong"]
"""How well a bot plays: it draws an answer, takes the best of half of them or of all, or thinks ahead."""
LEVELS: Final[tuple[Level, ...]] = get_args(Level)
"""From the weakest to the strongest."""

ATTENTION: Final[Mapping[Level, float]] = {"easy": 0.1, "simple": 0.3, "strong": 0.6}
"""How likely a bot notices that it should say an aside: never certain, or nobody would dare a bluff. A random bot says
an aside now and then, whatever it is."""

Bots: TypeAlias = Mapping[Seat, Level]
"""The seats for which a bot plays, and how well."""

EVERYBODY: Final = 0
"""In place of a seat: what all may know."""

Chance: TypeAlias = Callable[[], float]
"""Gives a number from 0 up to, but not including, 1: usually `Random.random`."""

Guess: TypeAlias = Callable[[Chance], S]
"""Draws one of the possible states; likely ones more often."""


class Sale(NamedTuple):
    """A sale, with what else might have happened."""

    seat: Seat
    """The buyer."""
    paid: Coins
    """The price."""
    priced: tuple[tuple[Coins, Event], ...]
    """The same sale at other prices, the lowest first."""
    otherwise: Event
    """The event if this buyer had not taken part."""


class Prospects(NamedTuple):
    """How well each seat stands, in numbers that all may know; chances to win are fitted to them."""

    stage: str
    """The stage of the game: each one has weights of its own."""
    numbers: tuple[tuple[float, ...], ...]
    """For seats 1 … n, in one order."""


class Contest(NamedTuple):
    """Something that one of several seats is about to get, for a page of odds."""

    title: Text
    """What it is, in one short line."""
    run: Callable[[Chance], Seat | None]
    """Plays it out in short form and gives the seat that gets it, if any."""


class Policy(Protocol[S]):
    """What bots need in order to evaluate positions (`seen`, `worth`) and to think ahead (`guess` and the next three);
    what the page of odds needs (`contest`), the report of a finished game (`rest`, `outlook`, `stage`, `sale` and
    `source`), and the chances to win from any state (`prospects`, `chances`, `off`)."""

    def seen(self, state: S, seat: Seat) -> S:
        """The state as `seat` may know it, independent of hidden facts; in a game with `prospects` also as all may know
        it (`EVERYBODY`)."""
        return state

    def worth(self, state: S, seat: Seat) -> float | None:
        """How well `seat` stands in a state that it sees (more is better); `None` if that is unknown.

        If a lot is about to be drawn, this may be the expected value.
        """
        return None

    def guess(self, state: S, seat: Seat, heard: Sequence[Event]) -> Guess[S] | None:
        """The possible states, from what `seat` sees in `state` and has heard since the game began.

        `None`: no thinking is needed now; the best answer by `worth` is good enough.
        """
        return None

    @property
    def guesses(self) -> int:
        """How many guesses one answer may take: more if the game can be played out in short form."""
        return 10

    def effort(self, state: S) -> float:
        """How many times `guesses` the question of this state deserves: more if they are cheap, or the answers are
        much alike."""
        return 1.0

    @property
    def few(self) -> int:
        """How many answers are followed: the best by `worth`."""
        return 4

    def limits(self, state: S, seat: Seat) -> Sequence[int]:
        """The limits (one or more) up to which `seat`, which has just answered, may intend to offer."""
        return (0,)

    def playout(self, state: S, seat: Seat, limits: Sequence[int], chance: Chance) -> Sequence[float] | None:
        """How well `seat` does with each of its `limits` when a guessed state is played out, by the same chance for
        all.

        The game decides how far a playout goes. `None`: the game has no shorter way than its rules; then everybody
        takes the best answer by `worth` for a round.
        """
        return None

    def prospects(self, state: S) -> Prospects | None:
        """How well each seat stands in a state that is `seen`; `None`: the game is over, or has no such numbers."""
        return None

    def chances(self, state: S) -> Sequence[float] | None:
        """The chance of seats 1 … n to win, from any state that is `seen`; `None`: nobody has fitted it."""
        return None

    @property
    def former(self) -> Mapping[str, Any]:
        """Earlier strong levels by name, each as rules that think as it did; the ladder keeps them as opponents."""
        return {}

    @property
    def has_contests(self) -> bool:
        """Whether this game has contests at all."""
        return False

    def contest(self, state: S) -> Contest | None:
        """What the seats compete for now, by what all may know; `None` if there is nothing, or nobody can say."""
        return None

    def winners(self, state: S) -> tuple[Seat, ...]:
        """Who has won; empty while the game runs."""
        return ()

    def rest(self, state: S, chance: Chance) -> tuple[Seat, ...] | None:
        """Who wins if everybody plays on sensibly from here, played out by chance in short form.

        `None`: from here the game has no shorter way than its rules; after the next answer it may have one.
        """
        return None

    def outlook(self, state: S, chance: Chance) -> Sequence[float] | None:
        """The chance of seats 1 … n to win, with all cards open: the game is played on sensibly by chance, in short
        form and only for a while, and judged then.

        `None`: from here there is no short form; then the rules are used, and `chances` where it stops.
        """
        return None

    @property
    def off(self) -> float:
        """By how much (a standard deviation) the chances of `outlook` or `chances` differ from those that many games
        played to their end would show."""
        return 0.0

    def source(self, event: Event) -> Text | None:
        """What kind of luck an event is that came by lot, in one or two words: dice, cards …; `None`: of no particular
        kind."""
        return None

    def stage(self, event: Event) -> str | None:
        """Whether a report shows the chances after `event` and the events that follow it; `None`: it does not.

        Otherwise the name (at most three characters) of the stage of the game that begins then; empty: no new stage. In
        full it is called as in `Rules.progress`.
        """
        return ""

    def sale(self, state: S, heard: Sequence[Event]) -> Sale | None:
        """The sale made by the last of `heard`, which happened in `state`; `None` if there is none or it is unclear."""
        return None
