"""Agreeing on the rules of the next game, one after the other, with two keys.

Law: nothing is agreed on before the last rule is confirmed; leaving earlier changes nothing.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from companion.kit.rules import Option
from companion.kit.text import Text, text
from companion.kit.view import Legend, View
from companion.table.controls import NEXT, PREVIOUS, Press, row_after, way


class Agreed(Struct, frozen=True):
    """All rules, confirmed."""

    chosen: tuple[int, ...]
    """See `Option.chosen`."""


class Agreement(Struct, frozen=True):
    """The rules, and which one is being looked at."""

    options: tuple[Option, ...]
    at: int = 0

    def after(self, press: Press) -> Agreement | Agreed | None:
        """Its next value, the previous one, the next rule, the one before; `None`: left."""
        if press.kind == "tap" and press.key != "table":
            return replace(self, options=_changed(self.options, self.at, way(press)))
        at = row_after(press, self.at)
        if at == len(self.options):
            return Agreed(tuple(option.chosen for option in self.options))
        return replace(self, at=at) if at >= 0 else None

    def view(self, _t: float) -> View:
        """The rule being looked at."""
        is_last = self.at == len(self.options) - 1
        legend = Legend(NEXT, text("Done") if is_last else text("OK"), PREVIOUS, text("Back"))
        return replace(pages(self.options)[self.at], is_draft=True, legend=legend)


def pages(options: tuple[Option, ...]) -> tuple[View, ...]:
    """Each rule as it is now, to be leafed through."""
    return tuple(View(option.name, lines=_words(options, at)) for at, option in enumerate(options))


def _words(options: tuple[Option, ...], at: int) -> tuple[Text, ...]:
    """The value; and if others hang on it, whether they are still as it would have them."""
    option = options[at]
    words = option.values[option.chosen]
    if not option.presets:
        return words
    is_kept = option.presets[option.chosen] == tuple(later.chosen for later in options[at + 1 :])
    return (*words, text("as printed") if is_kept else text("with changes"))


def _changed(options: tuple[Option, ...], at: int, by: int) -> tuple[Option, ...]:
    """One option with its next or previous value, the later ones as that value would have them."""
    option = options[at]
    chosen = (option.chosen + by) % len(option.values)
    later = options[at + 1 :]
    if option.presets:
        later = tuple(replace(each, chosen=of) for each, of in zip(later, option.presets[chosen], strict=True))
    return (*options[:at], replace(option, chosen=chosen), *later)
