"""What the box says aloud, and when: whose turn it is, or all that is new; on request the screen again, or the board.

Laws: it says what everybody may hear; news is said whole, even if a draft has just said the same; of a screen that
changes it says only what was not there before; a newer utterance ends the older one, so nothing waits.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Final, NamedTuple

from msgspec.structs import replace

from companion.faces.sound import is_asking
from companion.faces.speech import sentences, standing
from companion.kit.seats import Seat
from companion.kit.view import Legend, Speech, View, Wish

LETTER_S: Final = 0.07
"""About how long a voice takes for a letter."""


class Utterance(NamedTuple):
    """Words for a voice."""

    language: str
    words: str
    """Whole sentences; empty: it ends what it is saying."""


class Aloud:
    """Listens to one table; `t` is in seconds of any steady clock."""

    def __init__(self) -> None:
        self._speech: Speech | None = None
        self._wish: Wish | None = None
        self._told: tuple[str, ...] = ()
        """The sentences of the last screen, if all are said."""
        self._asked: tuple[Seat, ...] = ()
        """The seats that were asked last."""
        self._until = -inf

    def hear(  # noqa: PLR0913, PLR0917  # all that it depends on
        self, view: View, wish: Wish | None, speech: Speech, language: str, translate: Callable[[str], str], t: float
    ) -> Utterance | None:
        """What is said from `t` on; `None`: nothing new. `view`: what everybody may hear."""
        is_switched, wants = self._speech not in {None, speech}, wish if wish != self._wish else None
        self._speech, self._wish = speech, wish
        is_called = self._calls(view)
        if speech == "off":
            return self._silence(language, t) if is_switched else None
        view = replace(view, lines=()) if view.qr else view
        if view.is_draft and view.legend == Legend():  # a tumbling die: none of its faces is the one thrown
            view = replace(view, number="", caption=None)
        if wants is not None:
            words = standing(view, translate) if wants.what == "board" else sentences(view, translate)
        elif speech == "turns":
            words = sentences(view, translate, "brief") if is_called or is_switched else ()
        else:
            told, before = sentences(view, translate), self._told
            is_whole = is_called or is_switched or (told[:1] != before[:1] and not is_asking(view))
            words = told if is_whole else tuple(each for each in told if each not in before)
            self._told = told
        if not words:
            return None
        said = aloud(words)
        self._until = t + LETTER_S * len(said)
        return Utterance(language, said)

    def speaks(self, t: float) -> bool:
        """Whether a voice is probably still speaking."""
        return t < self._until

    def _calls(self, view: View) -> bool:
        """Whether somebody is asked who was not asked before."""
        if not is_asking(view):
            return False
        is_new, self._asked = not {*view.asked} <= {*self._asked}, view.asked
        return is_new

    def _silence(self, language: str, t: float) -> Utterance:
        self._until = t
        return Utterance(language, "")


def aloud(told: tuple[str, ...]) -> str:
    """Sentences as one would read them: each with its end."""
    return " ".join(each if each[-1] in ".!?…:" else f"{each}." for each in told)
