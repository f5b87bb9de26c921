"""Agreeing on the rules of the next game, one after the other."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.kit.setup import Option
from companion.kit.text import Text, text
from companion.kit.view import Legend, View
from companion.table.controls import NEXT, PREVIOUS
from companion.table.screens.form import FormScreen


class Agreement(FormScreen):
    """A form for the rules; each value is an `Option.chosen`."""

    def __init__(self, options: tuple[Option, ...], agree: Callable[[tuple[int, ...], float], None]) -> None:
        super().__init__(tuple(option.chosen for option in options), agree)
        self._options = options

    def changed(self, by: int) -> tuple[int, ...]:
        """The values with the next or previous one for a rule; a preset also sets the later rules."""
        option = self._options[self.at]
        values = self.with_value((self.values[self.at] + by) % len(option.values))
        return (*values[: self.at + 1], *option.presets[values[self.at]]) if option.presets else values

    def view(self, _t: float) -> View:
        """The current rule."""
        chosen = tuple(replace(each, chosen=value) for each, value in zip(self._options, self.values, strict=True))
        legend = Legend(NEXT, self.ok, PREVIOUS, text("Back"))
        position = self.values[self.at] + 1, len(self._options[self.at].values)
        return replace(pages(chosen)[self.at], is_draft=True, position=position, legend=legend)


def pages(options: tuple[Option, ...]) -> tuple[View, ...]:
    """One page for each rule as it is now."""
    return tuple(View(option.name, lines=_words(options, at)) for at, option in enumerate(options))


def _words(options: tuple[Option, ...], at: int) -> tuple[Text, ...]:
    """The words of the value; for a preset, whether the later rules still match it."""
    option = options[at]
    words = option.values[option.chosen]
    if not option.presets:
        return words
    is_kept = option.presets[option.chosen] == tuple(later.chosen for later in options[at + 1 :])
    return (*words, text("as printed") if is_kept else text("with changes"))
