"""Mia as the box sees it: the kit's `Rules`, fulfilled by the phases and the screens of this game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from companion.kit import Event, Option, Phased, Phrases, Rules, Seating, Unsound, Who, read, text, verbatim, work_out
from mia import course, explaining, happenings, news, phases, policy, record, view
from mia.dice import VALUES, beats
from mia.state import LIVES, SEATS, Setup, State


class Choices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an owner may settle before a game."""

    lives: int = LIVES[0]


class Mia(Phased[State], Rules[State]):
    """The rules; the object has no state of its own."""

    name: Final = "mia"
    title: Final = "Mia"
    seats: Final = SEATS
    settings: Final = ("lives",)
    phrases: Final = Phrases(sealed=text("Fair dice: proof"), checked=text("Dice were fair"))
    events: Final = happenings.EVENTS
    final: Final = (happenings.Ended,)
    draws: Final = "dice"
    guesses: Final = policy.GUESSES

    def draws_lots(self, duties: Mapping[str, Who]) -> bool:  # noqa: ARG002  # there are none
        """Always: only the box can roll in secret and prove it afterwards."""
        return True

    def options(self, choices: Mapping[str, object]) -> tuple[Option, ...]:
        """How many lives each seat has."""
        values = tuple((verbatim(str(lives)),) for lives in LIVES)
        return (Option(text("Lives of each seat"), values, LIVES.index(read(choices, Choices).lives)),)

    def agreed(self, chosen: tuple[int, ...]) -> dict[str, object]:
        """The number of lives."""
        return {"lives": LIVES[chosen[0]]}

    def begin(self, sitting: Seating, choices: Mapping[str, object]) -> State:
        """A new game."""
        lives = read(choices, Choices).lives
        return self.read_header(
            {
                "lives": lives,
                "seats": msgspec.to_builtins(sitting.players),
                "first": sitting.first,
                "commitment": sitting.commitment,
            }
        )

    def read_header(self, header: Mapping[str, object]) -> State:
        """The new game that a record's header describes."""
        return phases.opened(read(header, Setup))

    def header(self, state: State) -> dict[str, object]:
        """The header of this game's record."""
        return {str(key): value for key, value in msgspec.to_builtins(state.setup).items()}

    def audit(self, before: State, event: Event, after: State) -> None:
        """Lives only fall, one seat keeps some, every claim is above the one before, the dice are dice."""
        lost = sum(before.lives) - sum(after.lives)
        if lost < 0 or (lost > 0) != isinstance(event, happenings.Lost) or not any(after.lives):
            raise Unsound(f"after {event} the lives are {after.lives}, before {before.lives}")
        if {seat for seat, lives in enumerate(after.lives, 1) if not lives} != {*after.fallen}:
            raise Unsound(f"after {event} {after.fallen} are out with the lives {after.lives}")
        if after.claim and not beats(after.claim, after.before):
            raise Unsound(f"after {event} {after.claim} follows {after.before}")
        if after.dice not in ("", None, *VALUES) or (after.holder == 0) != (after.dice == ""):
            raise Unsound(f"after {event} seat {after.holder} has {after.dice}")

    comes_next = staticmethod(phases.comes_next)
    recall = staticmethod(record.recall)
    standing = staticmethod(record.standing)
    without_secrets = staticmethod(record.without_secrets)
    reveals = staticmethod(record.reveals)
    secret = staticmethod(view.secret)
    pages = staticmethod(view.pages)
    view = staticmethod(view.view)
    tell = staticmethod(news.tell)
    line = staticmethod(news.line)
    cue = staticmethod(news.cue)
    progress = staticmethod(news.progress)
    explain = staticmethod(explaining.explain)
    rule = staticmethod(explaining.rule)
    counts = staticmethod(course.counts)
    sheets = staticmethod(course.sheets)
    curves = staticmethod(course.curves)
    summary = staticmethod(course.summary)
    places = staticmethod(policy.places)
    winners = staticmethod(policy.winners)
    stage = staticmethod(policy.stage)
    seen = staticmethod(policy.seen)
    worth = staticmethod(policy.worth)
    guess = staticmethod(policy.guess)
    playout = staticmethod(policy.playout)


MIA: Final = Mia()

work_out(Setup, Choices, *happenings.EVENTS)
