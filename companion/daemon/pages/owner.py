"""What the owner may see of a moment: the choices for the next game, and what can be corrected in this one.

Laws: of a game in progress it tells only what everybody may know; nobody else sees the preview of a board.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from companion import installed
from companion.daemon.pages.moment import Moment, placed
from companion.daemon.pages.shape import DrawnBoard
from companion.faces.page import PageSeat, who
from companion.kit.chart import Chart
from companion.kit.errors import BadChoice, WrongUse
from companion.kit.event import Correcting, Refused
from companion.kit.setup import Measure, Option
from companion.kit.setup import Who as Doer
from companion.kit.text import Text, Wording, speak, text
from companion.match.session import Session
from companion.table.playing import decided, must_agree
from companion.table.screens.correction import REASONS
from companion.table.screens.main_menu import NO_BOARD, OWN_WORDS


class Rule(msgspec.Struct, frozen=True):
    """A rule of play."""

    name: str
    values: tuple[tuple[str, ...], ...]
    """Each value in one or two lines; the first line differs from all others."""
    chosen: int
    presets: tuple[tuple[int, ...], ...]
    """See `Option.presets`."""


class BoardNumber(msgspec.Struct, frozen=True):
    """A number of the board."""

    name: str
    value: int
    caption: str
    """What is counted."""
    counted: str
    """How or where it is counted."""
    is_space: bool
    """The number is a space of the track, counted from the hindmost one."""
    at: tuple[str, ...]
    """Otherwise the spaces of the board where it stands; empty: it stands beside the board."""


class Task(msgspec.Struct, frozen=True):
    """A task that either people or the box do."""

    duty: str
    name: str
    who: Doer


class SeatName(msgspec.Struct, frozen=True):
    """Who sits at a pair of keys in the next game."""

    pair: int
    name: str
    colour: str


class Latest(msgspec.Struct, frozen=True):
    """The last decision."""

    who: str = ""
    what: str = ""
    why: str = ""
    """Why it cannot be undone; empty: it can."""
    more: tuple[str, ...] = ()
    """What followed from it and would be undone with it, in order."""
    asks: str = ""
    """Who must agree; empty: nobody."""


class CorrectionReason(msgspec.Struct, frozen=True):
    """A reason for a correction of coins."""

    code: str
    """As it stands in the record."""
    name: str


class OtherGame(msgspec.Struct, frozen=True):
    """A game from others that is installed here."""

    title: str
    package: str
    version: str
    licence: str
    languages: tuple[str, ...]
    """The name of each in this language itself."""
    why: str
    """Why it cannot be played, in English, as `companion game list` says it; empty: it can. If it cannot, licence and
    languages may be empty."""


class RunningGame(msgspec.Struct, frozen=True):
    """The game in progress."""

    moment: int
    latest: Latest
    can_redo: bool
    purses: tuple[PageSeat, ...]
    """The seats whose coins can be corrected; empty: none."""
    too_early: str = ""
    """Why coins cannot be corrected now; empty: they can."""


class OwnedUpdate(msgspec.Struct, frozen=True):
    """Newer versions of the box."""

    says: str = ""
    """What is known; empty: nobody has asked."""
    may_install: bool = False
    is_busy: bool = False


class Owned(msgspec.Struct, frozen=True):
    """What only the owner sees."""

    title: str
    rules: tuple[Rule, ...]
    numbers: tuple[BoardNumber, ...]
    is_confirmed: bool
    """The board has been checked."""
    duties: tuple[Task, ...]
    language: str
    """The language of the table, whatever the owner reads; `Hello.languages` has those to choose from."""
    seats: tuple[SeatName, ...]
    reasons: tuple[CorrectionReason, ...]
    others: tuple[OtherGame, ...]
    game: RunningGame | None
    may_join: bool = False
    """The owner may name the home network."""
    version: str = ""
    """The version of the box."""
    update: OwnedUpdate | None = None
    """`None`: the box cannot look for newer versions."""


class Drawn(msgspec.Struct, frozen=True):
    """A board as it would be with other numbers."""

    board: DrawnBoard
    at: tuple[tuple[str, ...], ...]
    """For each number, its `BoardNumber.at` on this board."""


def owned(now: Moment, translate: Callable[[str], str]) -> Owned:
    """What the owner may see and say, in the words of the owner's browser."""
    rules = now.rules
    duties = (duty for duty in rules.duties if duty.name in now.duties)
    return Owned(
        rules.title,
        tuple(_rule(option, translate) for option in rules.options(now.choices)),
        tuple(_number(measure, translate) for measure in rules.measures(now.choices)),
        rules.unconfirmed(now.choices) is None,
        tuple(Task(duty.name, speak(duty.said or duty.name, translate), now.duties[duty.name]) for duty in duties),
        now.language,
        tuple(
            SeatName(pair, speak(player.said, translate), player.colour)
            for pair, player in enumerate(now.players, 1)
            if pair in rules.pairs
        ),
        tuple(CorrectionReason(code, speak(name, translate)) for code, name in REASONS),
        tuple(_other(name, game) for name, game in sorted(installed.HERE.items())),
        _game(now, now.session, translate) if now.session is not None else None,
        now.may_join,
        now.version(),
        _update(now, translate) if now.may_update else None,
    )


def drawn(now: Moment, values: tuple[int, ...], translate: Callable[[str], str]) -> Drawn:
    """The board as it would be with these numbers. Raises WrongUse with a sentence if no game fits it."""
    rules, no_board = now.rules, WrongUse(speak(NO_BOARD.why, translate))
    if not values or len(values) != len(rules.measures(now.choices)):
        raise no_board
    try:
        choices = {**now.choices, **tomllib.loads(rules.measured(now.choices, values))}
        spaces, chart = rules.track(choices).spaces, rules.chart(choices) or Chart()
    except BadChoice:
        raise no_board from None
    return Drawn(DrawnBoard(rules.title, spaces, chart), tuple(measure.at for measure in rules.measures(choices)))


def _update(now: Moment, translate: Callable[[str], str]) -> OwnedUpdate:
    if (news := now.update) is None:
        return OwnedUpdate()
    if news.step in ("backup", "bring"):
        return OwnedUpdate(is_busy=news.is_busy)
    says = " ".join(speak(line, translate) for line in news.lines)
    return OwnedUpdate(says, news.may_install, news.is_busy)


def _rule(option: Option, translate: Callable[[str], str]) -> Rule:
    values = tuple(tuple(speak(line, translate) for line in value) for value in option.values)
    return Rule(speak(option.name, translate), values, option.chosen, option.presets)


def _number(measure: Measure, translate: Callable[[str], str]) -> BoardNumber:
    def say(words: Text | None) -> str:
        return speak(words, translate) if words is not None else ""

    caption, counted = say(measure.caption), say(measure.counted)
    return BoardNumber(say(measure.name), measure.value, caption, counted, measure.is_space, measure.at)


def _other(name: str, game: installed.InstalledGame) -> OtherGame:
    languages = tuple(OWN_WORDS[code][0] if code in OWN_WORDS else code for code in game.languages)
    return OtherGame(game.title or name, game.package, game.version, game.licence, languages, game.why)


def _game(now: Moment, session: Session[Any], translate: Callable[[str], str]) -> RunningGame:
    def say(words: Wording) -> str:
        return speak(words, translate)

    seats = placed(session.rules.view(session.state, None), now.pairs).seats
    is_on = session.question is not None and session.rules.has_coins
    purses = tuple(who(seat, say) for seat in seats) if is_on else ()
    too_early = _too_early(session, say) if is_on else ""
    return RunningGame(now.count, _latest(now, session, say), bool(session.history.undone), purses, too_early)


def _too_early(session: Session[Any], say: Callable[[Wording], str]) -> str:
    """Why not even one coin can be given now."""
    tried = session.rules.correct(session.state, Correcting(seat=1, payee=1, amount=1, reason=REASONS[0][0]))
    return say(tried.why) if isinstance(tried, Refused) else ""


def _latest(now: Moment, session: Session[Any], say: Callable[[Wording], str]) -> Latest:
    if now.consent is not None:
        asked = next(seat.name for seat in now.view.seats if seat.pair == now.consent.pair)
        return Latest(why=say(text("{name} is asked.", name=asked)))
    thought = session.second_thought()
    if isinstance(thought, Refused):
        return Latest(why=say(thought.why))
    name, what = decided(session, thought.decision)
    agrees, seats = (
        must_agree(session, thought, now.bots, len(now.pairs)),
        session.rules.view(session.state, None).seats,
    )
    asks = "" if agrees is None else say(text("{name} must agree.", name=seats[agrees - 1].name))
    return Latest(say(name), _said(what, say), more=tuple(_said(line, say) for line in _more(session)), asks=asks)


def _more(session: Session[Any]) -> Iterator[Text]:
    """What followed from the last decision, in lines."""
    rules, done = session.rules, session.history.done[session.history.last_decision or 0 :]
    _, *more = [event for past in done for event in past.step.events]
    return filter(None, (rules.line(session.state, event) for event in more))


def _said(line: Text, say: Callable[[Wording], str]) -> str:
    return say(line).replace("\t", " ")
