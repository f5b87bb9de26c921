"""Correcting a player's coins: whose, by how many, and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.kit.event import Correcting
from companion.kit.text import Text, Wording, joined, text, verbatim
from companion.kit.view import Legend, View
from companion.table.controls import NEXT, PREVIOUS
from companion.table.screens.form import FormScreen

MOST: Final = 99

REASONS: Final[tuple[tuple[str, Text], ...]] = (
    ("miscounted", text("miscounted")),
    ("forgotten", text("forgotten")),
    ("wrong key", text("wrong key")),
    ("agreed", text("all agreed")),
    ("other", text("another reason")),
)
"""The reasons, for the record and in words for the table."""


class Correction(FormScreen):
    """A form: seat, coins, reason, and a last page with all of them; seat and reason are counted from 0."""

    def __init__(self, names: tuple[Wording, ...], correct: Callable[[Correcting, float], None]) -> None:
        """`names` are those of seats 1 … n."""
        super().__init__((0, 1, 0, 0), lambda _, t: correct(self.intent, t))
        self._names = names

    @property
    def intent(self) -> Correcting:
        """The correction chosen so far; it counts as a decision of the coins' owner, since anybody's keys work here."""
        seat, amount, reason, _ = self.values
        return Correcting(seat=seat + 1, payee=seat + 1, amount=amount, reason=REASONS[reason][0])

    def changed(self, by: int) -> tuple[int, ...]:
        """The values with the next seat, coin or reason; 0 coins are left out."""
        value = self.values[self.at] + by
        rows = (value % len(self._names), max(-MOST, min(value or by, MOST)), value % len(REASONS), 0)
        return self.with_value(rows[self.at])

    def view(self, _t: float) -> View:
        """The page of the current value."""
        seat, amount, reason, _ = self.values
        name, why = verbatim(self._names[seat]), REASONS[reason][1]
        legend = Legend(NEXT, self.ok, PREVIOUS, text("Back"))
        by_one = Legend(verbatim("+1"), self.ok, verbatim("-1"), text("Back"))
        all_of_it = joined(self._names[seat], f"{amount:+}")
        whose, which = (seat + 1, len(self._names)), (reason + 1, len(REASONS))
        return (
            View(text("Whose coins?"), is_draft=True, position=whose, lines=(name,), legend=legend),
            View(text("How many?"), number=f"{amount:+}", is_draft=True, lines=(name,), legend=by_one),
            View(text("Why?"), is_draft=True, position=which, lines=(why,), legend=legend),
            View(text("Correct coins"), lines=(all_of_it, why), legend=Legend(None, self.ok, None, text("Back"))),
        )[self.at]
