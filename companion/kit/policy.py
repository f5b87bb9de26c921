"""What a game may offer to players that think, and to whoever looks back: what a seat may know, what it guesses, how a
game goes on, and what is worth a look afterwards.

Laws: `seen` and what it has heard are all that a seat goes by, so what is hidden sways nothing; chance is an argument,
so the same numbers give the same thoughts. A game without any of it is played by drawing among the answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, NamedTuple, Protocol, TypeAlias, TypeVar, get_args

from companion.kit.event import Event
from companion.kit.money import Coins
from companion.kit.seats import Seat
from companion.kit.text import Text

S = TypeVar("S")

Level: TypeAlias = Literal["random", "simple", "strong"]
"""How well a player plays for whom nobody sits there: it draws, takes the best it sees, or thinks."""
LEVELS: Final[tuple[Level, ...]] = get_args(Level)
"""From the weakest on."""

ATTENTION: Final[Mapping[Level, float]] = {"simple": 0.3, "strong": 0.6}
"""How likely a player that goes by what it sees notices what it had better say aside: never surely, or nobody could
dare. One that draws says something aside now and then, whatever there is."""

Bots: TypeAlias = Mapping[Seat, Level]
"""The seats for which a bot plays, and how well."""

Chance: TypeAlias = Callable[[], float]
"""A number from 0 to 1, without the 1: `Random.random`, mostly."""

Guess: TypeAlias = Callable[[Chance], S]
"""Draws one of the states that may be, the likelier the oftener."""


class Sale(NamedTuple):
    """Something has been sold: what else might have come of it."""

    seat: Seat
    """Who has bought."""
    paid: Coins
    priced: tuple[tuple[Coins, Event], ...]
    """The same sale at other prices, the lowest first."""
    otherwise: Event
    """What would have come without its buyer."""


class Contest(NamedTuple):
    """What one of several seats is about to get, for whoever wants to know the odds."""

    title: Text
    """What it is, in one short line."""
    run: Callable[[Chance], Seat | None]
    """Play it out in short; who gets it, if anybody does."""


class Policy(Protocol[S]):
    """What players go by that play sensibly (`seen`, `worth`), what they need besides to think ahead (`guess` and so
    on), what odds are made of (`contest`), and what a report of a game that is over is made of (`rest`, `stage`,
    `sale`)."""

    def seen(self, state: S, seat: Seat) -> S:
        """The state as `seat` may know it: the same whatever is hidden from it."""
        return state

    def worth(self, state: S, seat: Seat) -> float | None:
        """How well `seat` stands in a state that it sees, the more the better; `None`: nothing says so.

        Where a lot is about to fall it may say what is to be expected of it.
        """
        return None

    def guess(self, state: S, seat: Seat, heard: Sequence[Event]) -> Guess[S] | None:
        """The states that may be, by what `seat` sees in `state` and has heard since the game began.

        `None`: there is nothing to think about now, the best by `worth` is good enough.
        """
        return None

    @property
    def guesses(self) -> int:
        """How many are made at most for one answer: more where the game can be played out in short."""
        return 10

    def limits(self, state: S, seat: Seat) -> Sequence[int]:
        """How far `seat` may mean to go on that has just answered, where amounts are named in turn: one or more."""
        return (0,)

    def playout(self, state: S, seat: Seat, limits: Sequence[int], chance: Chance) -> Sequence[float] | None:
        """How well `seat` comes off with each of its `limits` when a guessed state goes on by chance, the same for all.

        It is followed as far as is worth it. `None`: the game has no shorter way than its rules; everybody then takes
        the best by `worth` for a round.
        """
        return None

    @property
    def has_contests(self) -> bool:
        """Whether there are any that `contest` could tell of."""
        return False

    def contest(self, state: S) -> Contest | None:
        """What is open, by what all may know; `None`: nothing is, or nobody can say."""
        return None

    def winners(self, state: S) -> tuple[Seat, ...]:
        """Who has won; nobody while the game is on."""
        return ()

    def rest(self, state: S, chance: Chance) -> tuple[Seat, ...] | None:
        """Who wins if everybody plays on sensibly from here, by chance, in short.

        `None`: from here the game has no shorter way than its rules; after the next answer it may have.
        """
        return None

    def stage(self, event: Event) -> str | None:
        """Whether the chances are worth a look once `event` and what has come of it have happened; `None`: no.

        The name of a stage of the game that begins then, in at most three characters, or an empty one.
        """
        return ""

    def sale(self, state: S, heard: Sequence[Event]) -> Sale | None:
        """What the last of `heard`, which happened in `state`, has sold; `None`: nothing, or nothing can be said."""
        return None
