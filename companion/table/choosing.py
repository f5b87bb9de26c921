"""One question, or one aside, while its seat chooses an answer: the draft, what is armed, the die held up.

Laws: a draft is no answer yet; what is armed is drawn as if nothing were, and is known to nobody but its seat; all of
it is gone with the question.
"""

from __future__ import annotations

from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace

from companion.kit.event import Intent
from companion.kit.question import Question
from companion.kit.rules import Shown
from companion.kit.setup import Phrases
from companion.kit.text import Text, text
from companion.kit.view import Legend, View
from companion.table import controls
from companion.table.controls import Press, Said

S = TypeVar("S")

TUMBLE_S: Final = 0.09
"""How long each face of the tumbling die is shown."""


class Choosing(msgspec.Struct):
    """What is asked, and its answer as far as it is chosen."""

    question: Question
    draft: Intent | None
    may_look: bool = False
    """Its seat has something to look at, where it has no draft."""
    is_aside: bool = False
    armed: int = 0
    """The page of the form its seat means (`Question.armed`); 0: the open one."""
    tumbling_since: float | None = None
    """What the lot is to decide is held up; `None`: it lies still."""

    @property
    def meant(self) -> Question:
        """The question as its seat means to answer it."""
        return replace(self.question, form=self.question.armed[self.armed - 1]) if self.armed else self.question

    def tap(self, press: Press) -> None:
        """Another draft."""
        self.draft = controls.tapped(self.meant, self.draft, controls.way(press))

    def hold(self, press: Press) -> Said | Intent | None:
        """An answer, or the draft as it is then."""
        if press.key == "green":
            return controls.green_held(self.meant, self.draft)
        return controls.red_held(self.meant, self.draft, may_look=self.may_look)

    def arm(self, page: int) -> None:
        """The first page of a look disarms; one without a form leaves all as it is, and so does any under a draft."""
        if self.draft is None and page <= len(self.question.armed):
            self.armed = page

    def go_on_from(self, before: Choosing) -> None:
        """If the same was asked before, it is drafted and armed as it was."""
        if self.question == before.question:
            self.draft, self.armed = before.draft, before.armed

    # --- what is shown -----------------------------------------------------------------------------------------------

    def legend(self, phrases: Phrases, aside: Text | None) -> Legend:
        """What the keys of its seat do now; `aside`: what red held opens, or leaves, where it cannot go up."""
        return controls.labels(self.meant, self.draft, phrases, may_look=self.may_look, aside=aside)

    def view(self, rules: Shown[S], state: S, t: float) -> View:
        """What everybody may see of it: of a secret one, who chooses."""
        if not self.question.is_secret:
            return rules.view(state, None, self._drafted(t))
        if not self.is_aside:
            return rules.view(state, None)
        return View(self.question.name or text("aside"), who=self.question.seat, lines=(text("in secret"),))

    def _drafted(self, t: float) -> Intent | None:
        if self.tumbling_since is None:
            return self.draft
        return controls.tumbling(self.question, int((t - self.tumbling_since) / TUMBLE_S))
