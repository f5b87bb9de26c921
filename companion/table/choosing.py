"""One question, or one aside, while it is answered: the draft, the armed form, the tumbling die, the running amount.

Laws: a draft is no answer yet; an armed form changes nothing on the screen, so only its seat knows of it; all of this
ends with the question.
"""

from __future__ import annotations

from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace

from companion.kit.event import Intent, Refused
from companion.kit.question import Amount, Question
from companion.kit.rules import Presentation
from companion.kit.setup import Phrases
from companion.kit.text import Text, text
from companion.kit.view import Legend, View
from companion.table import controls
from companion.table.controls import RUN_S, Committed, Press
from companion.table.look_pages import LookPage

S = TypeVar("S")

TUMBLE_S: Final = 0.09
"""How long each face of the tumbling die is shown."""


class Choosing(msgspec.Struct):
    """A question, and its answer so far."""

    question: Question
    draft: Intent | None
    may_look: bool = False
    """Its seat has secrets to look at as long as there is no draft."""
    is_aside: bool = False
    is_alone: bool = True
    """No other seat is asked at the same time, so the display shows it from the start."""
    armed: int = 0
    """The page of the armed form (`Question.armed`); 0: the open one."""
    tumbling_since: float | None = None
    """Since when the die tumbles; `None`: it does not."""
    running_since: float | None = None
    """Since when both keys of its seat are held and the amount runs up; `None`: it does not."""
    shown: tuple[object, Intent | None, int, View] | None = None
    """The last state, draft and armed form that were shown, and their view, which is needed at every step while a key
    is held."""

    @property
    def meant(self) -> Question:
        """The question with the armed form, if any."""
        return replace(self.question, form=self.question.armed[self.armed - 1]) if self.armed else self.question

    @property
    def is_begun(self) -> bool:
        """Whether the draft has changed since the question was asked."""
        return self.draft != controls.opening(self.question, may_look=self.may_look, is_shown=self.is_alone)

    def tap(self, press: Press) -> Text | None:
        """Change the draft; gives a notice if there is one: why not, or a faster way."""
        drafted = self._tapped(press)
        if isinstance(drafted, Refused):
            return drafted.why
        self.draft = drafted
        return controls.advice(self.question, drafted) if press.key == "green" else None

    def _tapped(self, press: Press) -> Refused | Intent | None:
        if not self.question.keys:
            return controls.tapped(self.meant, self.draft, controls.way(press))
        if press.key == "green":
            return controls.typed(self.question, self.draft, press.pair)
        return controls.untyped(self.draft)

    def run(self, t: float) -> bool:
        """Both keys of its seat are held from `t` on; whether an amount runs then."""
        if isinstance(self.question.form, Amount):
            self.running_since = t
        return self.running_since is not None

    def stand_still(self, t: float) -> None:
        """Stop the amount; its value at `t` is the draft."""
        if self.running_since is not None:
            self.draft, self.running_since = self.drafted(t), None

    def hold(self, press: Press) -> Committed | Refused | Intent | None:
        """An answer, a refusal, or the changed draft."""
        if press.key == "green":
            return controls.green_held(self.meant, self.draft)
        return controls.red_held(self.meant, self.draft, may_look=self.may_look)

    def choose_page(self, page: LookPage) -> None:
        """Draft the answer of a page, or arm its form; the first page disarms. Nothing changes if there is a draft."""
        if self.draft is None and page.arms <= len(self.question.armed):
            self.draft, self.armed = page.draft, page.arms

    def go_on_from(self, before: Choosing) -> bool:
        """Keep what has been begun, if the question is the same as before; returns whether its seat can go on.

        It cannot if a draft is shown now that was not shown before.
        """
        if self.question != before.question:
            return False
        if before.is_untouched:
            return not (self.is_alone > before.is_alone and self.draft)
        self.draft, self.armed = before.draft, before.armed
        if not before.is_alone:
            self.tumbling_since, self.running_since = before.tumbling_since, before.running_since
        return True

    @property
    def is_untouched(self) -> bool:
        """Whether its seat has done nothing yet."""
        return (self.is_begun, self.armed, self.tumbling_since, self.running_since) == (False, 0, None, None)

    # --- what is shown -----------------------------------------------------------------------------------------------

    def legend(self, phrases: Phrases, aside: Text | None) -> Legend:
        """What the keys of its seat do now; `aside`: what a hold of red opens or leaves in the first level."""
        if self.tumbling_since is not None:
            return Legend()
        return controls.labels(self.meant, self.draft, phrases, may_look=self.may_look, aside=aside)

    def view(self, rules: Presentation[S], state: S, t: float) -> View:
        """What everybody may see; of a secret question, only who chooses."""
        if not self.question.is_secret:
            drafted = self._drawn(rules, state, self.drafted(t))
            return replace(drafted, position=controls.position(self.question, self.draft))
        if not self.is_aside:
            return rules.view(state, None)
        return View(self.question.name or text("aside"), who=self.question.seat, lines=(text("in secret"),))

    def _drawn(self, rules: Presentation[S], state: S, draft: Intent | None) -> View:
        """The game's view of a draft, made once as long as nothing changes; of a draft that leads to one answer, the
        view of this answer, since a hold commits it."""
        if self.shown is None or self.shown[0] is not state or self.shown[1:3] != (draft, self.armed):
            answer = controls.certain(self.meant, draft)
            self.shown = state, draft, self.armed, rules.view(state, None, draft if answer is None else answer)
        return self.shown[3]

    def drafted(self, t: float) -> Intent | None:
        """The draft that is shown at `t`."""
        if self.tumbling_since is not None:
            return controls.tumbling(self.question, int((t - self.tumbling_since) / TUMBLE_S))
        if self.running_since is not None and isinstance(self.question.form, Amount):
            return controls.run(self.question.form, self.draft, t - self.running_since)
        return self.draft

    def next_deadline(self, t: float) -> float | None:
        """When the shown draft changes by itself next."""
        if self.tumbling_since is not None:
            return t + TUMBLE_S
        if self.running_since is not None:
            return t + RUN_S - (t - self.running_since) % RUN_S
        return None
