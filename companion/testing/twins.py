"""Two games that differ in one secret answer: until the game shows it, nobody but its seat can tell them apart."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from companion.kit.decision import addressed, decide, unfold
from companion.kit.event import Event, Intent, Refused
from companion.kit.question import OneOf, Question
from companion.kit.rules import Rules
from companion.kit.seats import Seat
from companion.match import record
from companion.match.record import Written
from companion.testing.fair_questions import answers
from companion.testing.verdict import expect


class SecretTwin(NamedTuple):
    """A game and its twin, after the same steps but for one answer."""

    rules: Rules[Any]
    seat: Seat
    """Who gave the secret answer."""
    answers: tuple[Event, Event]
    """What it answered, here and there."""
    here: tuple[Written[Any], ...]
    """The events of the last step, in the game that was played."""
    there: tuple[Written[Any], ...]
    """The same of the twin."""
    nobody_knows: bool
    """Whether no other seat may know the answer; otherwise those may that see it (`Rules.seen`)."""

    @property
    def others(self) -> tuple[Seat, ...]:
        """All seats but the one that answered."""
        return tuple(row.seat for row in self.rules.view(self._states[0], None).seats if row.seat != self.seat)

    @property
    def blind(self) -> tuple[Seat, ...]:
        """The other seats that may not know, or that see the same in both though both differ."""
        (here, there), seen = self._states, self.rules.seen
        if self.nobody_knows:
            return self.others
        return tuple(seat for seat in self.others if here != there and seen(here, seat) == seen(there, seat))

    def after(self, event: Event) -> SecretTwin | None:
        """Both after the next step, which begins with `event`; `None` if it shows or ends what was secret."""
        (here, there), rules = self._states, self.rules
        intent = rules.recall(here, event)
        if intent is None or isinstance(same := decide(rules, there, intent), Refused):
            return None
        one, other = _written(rules, here, event), _written(rules, there, same)
        if [line.event for line in one] != [line.event for line in other]:
            return None
        others_answer = _others_answer(rules, self.seat, here, one[-1].state, other[-1].state)
        return self._replace(here=one, there=other, nobody_knows=self.nobody_knows and others_answer)

    def keeps_its_secret(self) -> None:
        """What everybody gets is equal in both, and what each seat gets that may not know. Raises BrokenLaw."""
        told = [*dict.fromkeys(self._told_to_all())]
        for seat in self.blind:
            differing = [what for what in ("seen", "view", "secret") if self._differs(what, seat)]
            told += [f"{what} of seat {seat}" for what in differing]
        expect(not told, "expected nothing that tells {} from {}, a secret answer; came {}", *self.answers, told)

    @property
    def _states(self) -> tuple[Any, Any]:
        return self.here[-1].state, self.there[-1].state

    def _told_to_all(self) -> Iterator[str]:
        rules, (one, other) = self.rules, self.answers
        yield from ["view of all"] if self._differs("view", None) else []
        yield from (what for what in ("pages", "progress") if self._differs(what))
        here, there = self._states
        if rules.line(here, one) != rules.line(there, other):
            yield "line"
        for shown, hidden in zip(self.here, self.there, strict=True):
            if record.row(rules, shown, secrets=False) != record.row(rules, hidden, secrets=False):
                yield "the record of the running game"
            for what in ("tell", "cue", "line"):
                tell = getattr(rules, what)
                if tell(shown.state, shown.event) != tell(hidden.state, hidden.event):
                    yield what

    def _differs(self, what: str, *viewer: Seat | None) -> bool:
        here, there = (getattr(self.rules, what)(state, *viewer) for state in self._states)
        return bool(here != there)


def twin(rules: Rules[Any], before: Any, event: Event, nth: int) -> SecretTwin | None:
    """The game after a step that begins with `event`, and its twin; `nth`: which other answer the twin has, of all.

    `None` if nobody has answered in secret, or if an event that follows at once shows what was answered.
    """
    asked = _asked_in_secret(rules, before, event)
    if asked is None or (seat := asked[1].seat) is None:
        return None
    told = [rules.answered(before, other) for other in answers(asked[1], "") if other != asked[0]]
    if not (others := [other for other in told if other != event]):
        return None
    other = others[nth % len(others)]
    here, there = _written(rules, before, event), _written(rules, before, other)
    if [line.event for line in here[1:]] != [line.event for line in there[1:]]:
        return None
    is_kept = len(here) == 1 and rules.without_secrets(before, event) == rules.without_secrets(before, other)
    born = SecretTwin(rules, seat, (event, other), here, there, nobody_knows=False)
    only_seats_know = is_kept and len(born.others) > 1 and not born.blind
    several = _others_answer(rules, seat, before, here[-1].state, there[-1].state)
    return born._replace(nobody_knows=several or only_seats_know)


def drafts_are_secret(rules: Rules[Any], state: Any, event: Event) -> None:
    """While `event` was being chosen in secret in this state, no other screen said what. Raises BrokenLaw."""
    asked = _asked_in_secret(rules, state, event)
    if asked is None:
        return
    _, question = asked
    first = question.form.below(None) if isinstance(question.form, OneOf) else ()
    for drafts in (first, answers(question, "")):
        for viewer in (None, *(row.seat for row in rules.view(state, None).seats if row.seat != question.seat)):
            for one, other in pairwise(drafts):
                is_same = rules.view(state, viewer, one) == rules.view(state, viewer, other)
                expect(is_same, "{} and {} are drafts of a secret; the view of {} tells them apart", one, other, viewer)


def _asked_in_secret(rules: Rules[Any], state: Any, event: Event) -> tuple[Intent, Question] | None:
    """The answer that `event` gives to a secret question, and this question."""
    intent = rules.recall(state, event)
    question = addressed(rules, state, intent) if intent is not None else None
    if intent is None or question is None or not question.is_secret or question.form.refused(intent) is not None:
        return None
    return intent, question


def _written(rules: Rules[Any], state: Any, event: Event) -> tuple[Written[Any], ...]:
    """The lines of a step."""
    lines = list[Written[Any]]()
    for told, after in unfold(rules, state, event):
        lines.append(Written(after, lines[-1].state if lines else state, 0, told))
    return tuple(lines)


def _others_answer(rules: Rules[Any], seat: Seat, before: Any, *after: Any) -> bool:
    """Whether the same others are asked in secret before a step and after it, and this seat is not asked again."""
    still = [{question.seat for question in rules.questions(state) if question.is_secret} for state in (before, *after)]
    return bool(set.intersection(*still)) and not any(seat in asked for asked in still[1:])
