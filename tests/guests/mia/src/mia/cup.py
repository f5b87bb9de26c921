"""What happens with the cup: the box rolls in secret, a seat says a value, the next one believes or doubts.

Law: what is asked, and when, depends on what was said, never on the dice.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from companion.kit import (
    Cards,
    Event,
    Intent,
    OneOf,
    Question,
    Refused,
    Seat,
    asked,
    text,
    unpromised,
    unsealing,
    with_seat,
)
from mia.dice import CUP, MIA, bears, family, higher, price
from mia.happenings import (
    Believe,
    Believed,
    Close,
    Doubt,
    Doubted,
    Ended,
    GiveUp,
    Lost,
    Opened,
    Roll,
    Rolled,
    Said,
    Say,
)
from mia.state import Part, Phase, State, next_alive


class Rolling(Phase, frozen=True):
    """The box rolls for a seat; nobody else sees the dice."""

    part: ClassVar[Part] = "turn"

    seat: Seat

    def asks(self, _state: State) -> Question:
        """Two dice."""
        return Question(None, Cards(Roll(to=self.seat), 1, (CUP,)))

    def awaited(self, _state: State) -> Refused:
        """A roll."""
        return asked(text("Now the box rolls."))

    def answered(self, state: State, intent: Intent) -> Event:
        """They lie under the cup."""
        if type(intent) is Roll:
            return Rolled(intent.to, intent.cards)
        return super().answered(state, intent)

    def after(self, state: State, event: Event) -> State:
        """The seat may look at them."""
        if type(event) is Rolled:
            (dice,) = event.dice
            return replace(state, holder=event.seat, dice=dice)
        return super().after(state, event)


class Claiming(Phase, frozen=True):
    """A seat that has looked under its cup says a value above the last one."""

    part: ClassVar[Part] = "turn"

    seat: Seat

    def asks(self, state: State) -> Question:
        """Every higher value is offered, whatever the dice show."""
        said = (Say(seat=self.seat, family=family(value), value=value) for value in higher(state.claim))
        return Question(self.seat, OneOf(tuple(said), levels=("family", "value")), from_hand=True)

    def awaited(self, state: State) -> Refused:
        """A value."""
        return asked(text("Now {name} says a value.", name=state.name(self.seat)))

    def objection(self, state: State, intent: Intent) -> Refused | None:
        """It must be higher than the last one."""
        if type(intent) is Say:
            why = text("Say more than {value}.", value=state.claim) if state.claim else text("No dice show this.")
            return Refused("too_low" if state.claim else "no_such_value", why)
        if type(intent) in (Believe, Doubt, GiveUp):
            return Refused("own_cup", text("This is your own cup."))
        return None

    def answered(self, state: State, intent: Intent) -> Event:
        """It is said, true or not."""
        if type(intent) is Say and intent.seat is not None and intent.value is not None:
            return Said(intent.seat, intent.value)
        return super().answered(state, intent)

    def after(self, state: State, event: Event) -> State:
        """The next seat must believe or doubt it."""
        if type(event) is Said:
            return replace(state, claim=event.value, before=state.claim)
        return super().after(state, event)


class Answering(Phase, frozen=True):
    """The next seat believes or doubts; Mia cannot be believed, since nothing is higher."""

    part: ClassVar[Part] = "turn"

    seat: Seat

    def asks(self, state: State) -> Question:
        """Two answers."""
        otherwise = GiveUp(seat=self.seat) if state.claim == MIA else Believe(seat=self.seat)
        return Question(self.seat, OneOf((otherwise, Doubt(seat=self.seat))))

    def awaited(self, state: State) -> Refused:
        """Belief or doubt."""
        return asked(text("Now {name} believes or doubts.", name=state.name(self.seat)))

    def objection(self, _state: State, intent: Intent) -> Refused | None:
        """Only after Mia a life can be given up, and nothing else than a doubt."""
        if type(intent) is Believe:
            return Refused("mia", text("Nothing is above Mia: doubt it or give up a life."))
        if type(intent) is GiveUp:
            return Refused("no_mia", text("Only after Mia you may give up a life."))
        return None

    def answered(self, state: State, intent: Intent) -> Event:
        """Belief, doubt, or a life."""
        match intent:
            case Believe():
                return Believed(self.seat)
            case Doubt():
                return Doubted(self.seat)
            case GiveUp():
                return Lost(self.seat, 1)
            case _:
                return super().answered(state, intent)

    def after(self, state: State, event: Event) -> State:
        """Who believes rolls again; who doubts lifts the cup."""
        match event:
            case Believed(seat):
                return replace(state, phase=Rolling(seat), holder=0, dice="")
            case Doubted(seat):
                return replace(state, phase=Lifting(seat))
            case Lost():
                return lost(state, event)
            case _:
                return super().after(state, event)


class Lifting(Phase, frozen=True):
    """A seat has doubted the claim of the one before it: everybody sees the dice."""

    part: ClassVar[Part] = "doubt"

    seat: Seat

    def follows(self, state: State) -> Event:
        """The dice lie open."""
        return Opened(state.holder, (state.dice,))

    def after(self, state: State, event: Event) -> State:
        """Now all know who was wrong."""
        if type(event) is Opened:
            (dice,) = event.dice
            return replace(state, phase=Judging(self.seat), dice=dice)
        return super().after(state, event)


class Judging(Phase, frozen=True):
    """The dice lie open: who was wrong loses a life, or two if Mia was said."""

    part: ClassVar[Part] = "doubt"

    seat: Seat
    """Who has doubted."""

    def follows(self, state: State) -> Event | None:
        """The one who lied loses, or the one who doubted the truth; a bot that only imagines the doubt cannot know."""
        if state.dice is None:
            return None
        return Lost(self.seat if bears(state.dice, state.claim) else state.holder, price(state.claim))

    def after(self, state: State, event: Event) -> State:
        """A new round, or the end."""
        return lost(state, event) if type(event) is Lost else super().after(state, event)


class Closing(Phase, frozen=True):
    """One seat has lives left."""

    part: ClassVar[Part] = "ending"

    winner: Seat

    def asks(self, state: State) -> Question:
        """The box opens its seed."""
        return unsealing(Close(), state.setup.commitment)

    def objection(self, _state: State, intent: Intent) -> Refused | None:
        """Without a promise there is no seed."""
        return unpromised(intent)

    def answered(self, state: State, intent: Intent) -> Event:
        """The last one wins."""
        if type(intent) is Close:
            return Ended(self.winner, intent.seed)
        return super().answered(state, intent)

    def after(self, state: State, event: Event) -> State:
        """Nothing is asked any more."""
        return replace(state, phase=Over(event.winner)) if type(event) is Ended else super().after(state, event)


class Over(Phase, frozen=True):
    """The game has ended."""

    part: ClassVar[Part] = "ending"

    winner: Seat


def lost(state: State, event: Lost) -> State:
    """A new round with an empty cup, after a seat has lost lives (at most those it had); it begins, if it still can."""
    left = max(state.lives[event.seat - 1] - event.lives, 0)
    lives = with_seat(state.lives, event.seat, left)
    return State(
        state.setup,
        lives,
        state.phase,
        event.seat if left else next_alive(lives, event.seat),
        state.round + 1,
        fallen=state.fallen if left else (*state.fallen, event.seat),
    )
