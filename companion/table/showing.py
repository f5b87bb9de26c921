"""What stands on the display: news and notices lie over an overlay, and this over the question or over joining.

Laws: over what only one player may see, nothing lies. The lights show the news even if something covers them.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec.structs import replace

from companion.kit.text import Text
from companion.kit.view import View
from companion.table.controls import Press
from companion.table.layers import Layers
from companion.table.notices import Notices
from companion.table.teaching import Teaching

S = TypeVar("S")


class Showing(Generic[S]):
    """The layers of the table, and what is shown over them."""

    def __init__(self, layers: Layers[S], notices: Notices) -> None:
        self.is_opening = False
        """Set by the daemon while no key is read yet: nothing is asked, and the time of news stands still."""
        self.layers = layers
        self.teaching = Teaching()
        """The explanation of the question."""
        self._notices = notices

    def cover(self) -> None:
        """Something else may be open now: the time of news stands still while they are hidden."""
        self._notices.is_covered = self._covers_news

    @property
    def _covers_news(self) -> bool:
        return self.is_opening or self.layers.covers_news

    @property
    def is_telling(self) -> bool:
        """Whether news are shown instead of the question."""
        return self._notices.news is not None and not self._covers_news

    @property
    def is_leafing(self) -> bool:
        """Whether a page, or what an undo would take back, is shown in place of the game, or of joining."""
        return self._may_cover and self.layers.shown_over() is not None

    @property
    def is_asking(self) -> bool:
        """Whether nothing hides the question from everybody."""
        return not (self.is_opening or self.is_telling or self.layers.is_overlaid)

    def hides(self, t: float) -> bool:
        """Whether news, or an explanation, hide what is asked."""
        return self.is_opening or self.is_telling or self._is_explained(t)

    def hides_answer(self, pair: int, t: float) -> bool:
        """Whether an explanation hides the answer that the keys of this pair would change or commit."""
        game = self.layers.game
        return game is not None and self._is_explained(t) and game.offers_answer(pair)

    def _is_explained(self, t: float) -> bool:
        """Whether an explanation stands in place of the question; never in place of an answer that is begun."""
        game = self.layers.game
        has_draft = game is not None and game.has_draft
        return self.layers.is_base_on_top and not has_draft and self.teaching.explains(t)

    def may_skip(self, press: Press) -> bool:
        """Whether this press may skip news that are shown now."""
        game = self.layers.game
        return self.is_telling and (press.key == "table" or game is None or game.playing.may_skip(press.pair))

    def explain(self, t: float) -> None:
        """Explain the question, if everybody can see it."""
        self.teaching.ask(self._explanation, t)

    @property
    def _explanation(self) -> tuple[Text, ...]:
        """The explanation of the question, if everybody can see the question."""
        game = self.layers.game
        if self.is_opening or game is None or game.is_private or self.layers.is_overlaid or self.over is not None:
            return ()
        return game.explanation if self._notices.notice is None else ()

    # --- the pictures ------------------------------------------------------------------------------------------------

    def picture(self, t: float) -> View:
        """The picture of the top layer; the lights always show the game, or who has joined."""
        view, news = self._on_top(t), self._notices.news
        return view if news is None else replace(view, seats=news.seats, track=news.track)

    def seen(self, t: float) -> View:
        """What everybody may see at time `t`, even if somebody at the box looks at something else."""
        return replace(self._seen(t), notice=self._notices.notice)

    @property
    def over(self) -> View | None:
        """What is shown for a while in place of the question."""
        return (self.layers.shown_over() or self._notices.news) if self._may_cover else None

    @property
    def _may_cover(self) -> bool:
        """Whether anything may be shown in place of the question."""
        return not self.layers.is_overlaid and not self.layers.base.is_private

    def _on_top(self, t: float) -> View:
        if (over := self.over) is not None:
            return over
        layers, notice = self.layers, self._notices.notice
        view = layers.view(t)
        if layers.base.is_private:
            return view
        if notice is not None:
            return replace(view, notice=view.notice or notice)
        return self.teaching.over(view) if self._is_explained(t) else view

    def _seen(self, t: float) -> View:
        if (consenting := self.layers.consenting) is not None:
            return self.layers.base.placed(consenting.whole)
        return self._notices.news or self.layers.base.seen(t)
