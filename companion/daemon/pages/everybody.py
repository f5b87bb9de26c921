"""What everybody may see of a moment: the table, and what happened so far."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any, Final, NamedTuple

from companion.daemon.pages.moment import Moment
from companion.daemon.pages.shape import CurveLine, PublicView, Stage
from companion.faces.page import page
from companion.faces.speech import standing
from companion.kit.curve import Curve
from companion.kit.text import Text, speak
from companion.kit.view import View
from companion.match.session import Session

LOG: Final = 40
"""How many lines of the log are sent."""


class GameStory(NamedTuple):
    """What has happened in a game."""

    log: tuple[Text, ...] = ()
    papers: tuple[View, ...] = ()
    curves: tuple[Curve, ...] = ()


def shown(now: Moment, told: GameStory, translate: Callable[[str], str]) -> PublicView:
    """The moment in the reader's words; `told`: what has happened in its game."""
    return PublicView(
        page=page(now.view, translate),
        log=tuple(speak(line, translate) for line in told.log),
        papers=tuple(page(paper, translate) for paper in told.papers),
        curves=tuple(_line(curve, translate) for curve in told.curves),
        stage=_stage(now),
        busy=speak(now.busy, translate) if now.busy is not None else "",
        is_telling=now.is_telling,
        rule=_rule(now, translate),
        is_asleep=now.is_asleep,
        odds=() if now.is_telling else now.odds,
        standing=standing(now.view, translate),
    )


def _stage(now: Moment) -> Stage:
    if now.session is None:
        return "joining"
    return "playing" if now.session.question is not None or now.is_telling else "over"


def _rule(now: Moment, translate: Callable[[str], str]) -> str:
    """What the rules say about the question; not while the box tells something or asks for consent."""
    is_open = now.session is not None and now.consent is None and not now.is_telling
    said = now.session.rule() if now.session is not None and is_open else None
    return speak(said, translate) if said is not None else ""


def _line(curve: Curve, translate: Callable[[str], str]) -> CurveLine:
    return CurveLine(
        speak(curve.name, translate), tuple(speak(stage, translate) for stage in curve.stages), curve.counts
    )


def told(session: Session[Any] | None) -> GameStory:
    """The log, latest first, and the papers of a game, beginning with its report if the game is over."""
    if session is None:
        return GameStory()
    rules, told = session.rules, tuple(session.told())
    lines = (rules.line(state, event) for state, event in reversed(told))
    summary = rules.summary(told) if session.question is None else ()
    log = tuple(islice(filter(None, lines), LOG))
    return GameStory(log, (*summary, *rules.pages(session.state)), rules.curves(told))
