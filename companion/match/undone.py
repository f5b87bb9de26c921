"""The undone lines of a record: whether each names the right player who agreed to the undo, or rightly names none.

Laws: a decision is undone with all that followed it; by then people had seen every line of its branches, even lines
that were undone before it. If a record is cut off inside such a branch, nobody can tell why consent was needed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Final, Generic, TypeVar

import msgspec

from companion.kit.decision import single
from companion.kit.event import Correcting, Intent
from companion.kit.question import Question
from companion.kit.rules import Recorded
from companion.kit.seats import Seat
from companion.match.consent import in_turn
from companion.match.reader import RecordLine, read_event
from companion.match.stints import Stint

S = TypeVar("S")

AGREED: Final = "agreed"


class Branch(msgspec.Struct, Generic[S]):
    """A decision that was undone, and what the box did after it."""

    by: Seat
    above: Branch[S] | None
    """The undone decision before it; `None`: it follows a decision that counts."""
    end: S
    """The game after this branch."""
    lines: list[RecordLine] = []
    known_to_undo: set[Seat] = set()
    """The seats whose decisions need consent to be undone, because something new has become known here."""


class UndoReader(Generic[S]):
    """Follows a record line by line; at its end it knows what people had seen."""

    def __init__(self, rules: Recorded[S], seats: int, stints: Sequence[Stint]) -> None:
        """`stints`: when bots played, counted by the lines that count, so it is uncertain for undone lines."""
        self._rules = rules
        self._seats = range(1, seats + 1)
        self._bots = {stint.seat for stint in stints}
        self._always_bots = {stint.seat for stint in stints if stint.first == 1 and stint.last is None}
        self._branches: list[Branch[S]] = []
        self._way: list[Branch[S] | None] = [None]
        """The branch of the game after 0, 1, 2 … events, as it was played last."""

    def follow(self, line: RecordLine, n: int, by: Seat | None, state: S) -> None:
        """Line `n` has led to `state`; `by` decided it (`None`: it followed by itself). Raises WrongLine."""
        branch = self._branch(line, self._way[n - 1], by, state) if line.is_undone else None
        if branch is not None:
            event = read_event(self._rules, line)
            branch.lines.append(line)
            branch.end = state
            branch.known_to_undo.update(seat for seat in self._seats if self._rules.reveals(state, event, seat))
        self._way[n:] = [branch]

    def _branch(self, line: RecordLine, above: Branch[S] | None, by: Seat | None, state: S) -> Branch[S]:
        if by is not None:
            self._branches.append(Branch(by, above, state))
            return self._branches[-1]
        if above is None:
            raise line.wrong("a line that counts, like the decision that led to it", '"undone"')
        return above

    def check(self) -> None:
        """Check that each undone line says rightly who agreed, if anybody had to. Raises WrongLine."""
        for branch in reversed(self._branches):
            if branch.above is not None:
                branch.above.known_to_undo |= branch.known_to_undo
        cut = set(map(id, self._open()))
        wrong = (fault for branch in self._branches for fault in self._faults(branch, is_cut=id(branch) in cut))
        if (first := min(wrong, key=lambda fault: fault[0].number, default=None)) is not None:
            line, expected = first
            raise line.wrong(expected, json.dumps(line.raw[AGREED]) if AGREED in line.raw else "nobody's consent")

    def _open(self) -> Iterator[Branch[S]]:
        """The branches that are still open at the end of the record."""
        branch = self._way[-1]
        while branch is not None:
            yield branch
            branch = branch.above

    def _faults(self, branch: Branch[S], *, is_cut: bool) -> Iterator[tuple[RecordLine, str]]:
        """The wrong lines of a branch, and what was expected there."""
        is_known, right = branch.by in branch.known_to_undo, self._right(branch)
        said = branch.lines[0].raw.get(AGREED)
        for line in branch.lines:
            if AGREED not in line.raw:
                if is_known or AGREED in branch.lines[0].raw:
                    yield line, f'"agreed": {_listed(right)}, as all had learned something since'
            elif not (is_known or is_cut):
                yield line, 'no "agreed", as nothing had become known since'
            elif line.raw[AGREED] != said or not _is_one_of(said, right):
                yield line, f'"agreed": {_listed(right)} in all lines of this decision'

    def _right(self, branch: Branch[S]) -> tuple[Seat | None, ...]:
        """The seats that may have agreed: the box asks the first seat in turn that is not a bot at that moment."""
        questions, partners = self._rules.questions(branch.end), self._rules.partners(branch.end, branch.by)
        asked = {question.seat for question in questions if question.seat is not None}
        if not asked or len(asked) < len(questions) or single(self._rules, branch.end) is not None:
            return (
                *(seat for seat in self._seats if seat not in (branch.by, *partners)),
                None,
            )  # cut off before everything followed
        order = in_turn(branch.by, asked, len(self._seats), partners)
        people = next((at for at, seat in enumerate(order) if seat not in self._bots), None)
        likely = order if people is None else order[: people + 1]
        agree = (seat for seat in likely if seat not in self._always_bots)
        return (*agree, None) if people is None else tuple(agree)


def _is_one_of(said: object, right: tuple[Seat | None, ...]) -> bool:
    return any(said == each and type(said) is type(each) for each in right)


def _listed(right: tuple[Seat | None, ...]) -> str:
    return " or ".join(map(json.dumps, right))


def decider(rules: Recorded[S], state: S, intent: Intent, question: Question) -> Seat | None:
    """Who decided on an answer or a correction of coins; `None`: the box, as there was no choice."""
    if isinstance(intent, Correcting):
        return intent.payee
    only = single(rules, state)
    is_boxs = only is not None and only.seat == question.seat and question in rules.questions(state)
    return None if is_boxs else question.seat
