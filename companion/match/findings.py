"""What a report says in plain sentences: to all who played, and to each player alone.

Laws: nothing that may be chance alone is said as if it were sure. Each player hears first what to do better next
time, or that no single clear mistake was found.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial, reduce
from math import ceil
from typing import Final

from companion.kit.seats import Seat
from companion.kit.text import Text, Wording, joined, text
from companion.match.report import SURE, TOLD, BetterChoice, Bought, Luck, PlayerScore, Report, fair, greatest, within

RATINGS: Final = ((0.0015, text("sharp")), (0.005, text("awake")), (0.01, text("sleepy")), (1.0, text("dozing")))
"""The words for what a choice cost in the mean, in chance to win: each up to its limit."""


# --- for all ---------------------------------------------------------------------------------------------------------


def sentences(report: Report) -> tuple[Text, ...]:
    """What matters besides the highlights: luck, the best and the worst price, the costliest choice, thinking time."""
    return (*_luck(report), *_prices(report), *_costliest(report), *_thinking(report))


def _luck(report: Report) -> Iterator[Text]:
    """The luck of everybody, the luckiest first, if that of somebody is not chance alone."""
    if any(_is_sure(luck, report) for luck in report.luck):
        ranked = sorted(report.luck, key=lambda luck: -luck.all)
        who = [text("{name} {n} %", name=report.name(luck.seat), n=_whole(luck)) for luck in ranked]
        told = reduce(partial(joined, between=", "), who)
        yield text("Good minus bad luck over the whole game, in chance to win: {who}", who=told)


def _prices(report: Report) -> Iterator[Text]:
    fair = [(bought.fair - bought.paid, bought) for bought in report.bought if bought.fair is not None]
    sure = [(gain, bought) for gain, bought in fair if abs(gain) > greatest(len(fair)) * bought.error]
    if sure:
        gain, best = max(sure, key=lambda each: each[0])
        if gain > 0:
            yield text("Best bargain, in coins: {name} paid {n}, it was worth {m}", **_price(report, best))
        gain, worst = min(sure, key=lambda each: each[0])
        if gain < 0:
            yield text("Most overpaid, in coins: {name} paid {n}, it was worth {m}", **_price(report, worst))


def _price(report: Report, bought: Bought) -> dict[str, Wording | int]:
    worth = fair(bought) if bought.beyond else within(fair(bought), bought.error)
    return {"name": report.name(bought.seat), "n": bought.paid, "m": worth}


def _costliest(report: Report) -> Iterator[Text]:
    """The choice that cost most with all cards open, if it is not chance alone."""
    for choice in report.choices[:1]:
        if choice.line is not None and choice.better is not None and choice.cost > greatest(TOLD) * choice.error:
            told = text(
                "Seeing all hidden cards, which {name} could not: “{better}”, not “{what}”: {n} % more chance to win",
                name=report.name(choice.seat),
                what=choice.line,
                better=choice.better,
                n=_points(choice.cost, choice.error),
            )
            yield _dated(choice, told)


def _thinking(report: Report) -> Iterator[Text]:
    """How long everybody thought, whoever thought longest first."""
    if report.thought:
        who = [
            text(
                "{name} {time} (decisions: {count}, half of them within {n} s)",
                name=report.name(thought.seat),
                time=_clock(thought.total_s),
                count=thought.decisions,
                n=ceil(thought.median_s),
            )
            for thought in sorted(report.thought, key=lambda thought: -thought.total_s)
        ]
        yield text("Thinking time in minutes: {who}", who=reduce(partial(joined, between=", "), who))


# --- for one player --------------------------------------------------------------------------------------------------


def coaching(report: Report, seat: Seat) -> tuple[Text, ...]:
    """What a player may want to know: what to do better next time, how well it chose, and what luck did."""
    score = next((player for player in report.players if player.seat == seat), None)
    if score is None:
        return (text("{name}: no choice could be judged", name=report.name(seat)), *_own_luck(report, seat))
    return (*_advice(report, score), _rated(report, score), *_own_luck(report, seat))


def _advice(report: Report, player: PlayerScore) -> Iterator[Text]:
    """The choice that cost a player most by what it knew, if it is not chance alone."""
    name, worst = report.name(player.seat), player.worst
    if worst is None or worst.cost <= greatest(player.choices) * worst.error:
        yield text("{name}: no single clear mistake found", name=name)
    elif worst.line is not None and worst.better is not None:
        told = text(
            "{name}, next time “{better}”, not “{what}”: by what you could see, {n} % more chance to win",
            name=name,
            better=worst.better,
            what=worst.line,
            n=_points(worst.cost, worst.error),
        )
        yield _dated(worst, told)


def _rated(report: Report, player: PlayerScore) -> Text:
    """A word for how well a player chose, and its place; the cost, too, if it is not chance alone."""
    known: dict[str, Wording | int] = {
        "name": report.name(player.seat),
        "rating": rating(player),
        "n": _grade(player.lost),
        "m": len(RATINGS),
        "count": player.choices,
    }
    if player.lost <= SURE * player.error:
        return text("{name}: {count} choices, {rating}: grade {n} of {m} (1 is best)", **known)
    cost = _points(player.lost * player.choices, player.error * player.choices)
    return text(
        "{name}: {count} choices, {rating}: grade {n} of {m} (1 is best); together they cost {k} % chance to win",
        k=cost,
        **known,
    )


def rating(player: PlayerScore) -> Text:
    """One word, with "perhaps" if by chance alone another one may fit."""
    best, word, worst = (_word(player.lost + way * SURE * player.error) for way in (-1, 0, 1))
    return word if best == worst else text("perhaps {word}", word=word)


def _word(lost: float) -> Text:
    return RATINGS[_grade(lost) - 1][1]


def _grade(lost: float) -> int:
    """Counted from 1."""
    return next(grade for grade, (limit, _) in enumerate(RATINGS, 1) if lost <= limit)


def _own_luck(report: Report, seat: Seat) -> Iterator[Text]:
    """The luck of a player, and most of what it came from; if it may be chance alone, just that."""
    for luck in report.luck:
        if luck.seat == seat and not _is_sure(luck, report):
            yield text("{name}: no telling whether luck was good or bad", name=report.name(seat))
        elif luck.seat == seat:
            most = max(luck.by, key=lambda part: part.change if luck.all > 0 else -part.change)
            yield text(
                "{name}: good minus bad luck over the whole game: {n} % chance to win "
                "({source} {m}, all other luck {k})",
                name=report.name(seat),
                n=_whole(luck),
                source=most.name,
                m=_signed(most.change),
                k=_signed(luck.all - most.change),
            )


def _is_sure(luck: Luck, report: Report) -> bool:
    """Whether it is not chance alone, and its sources are known."""
    return bool(luck.by) and abs(luck.all) > greatest(len(report.luck)) * luck.error


# --- its words -------------------------------------------------------------------------------------------------------


def _dated(choice: BetterChoice, told: Text) -> Text:
    """A sentence on a choice, after how far the game was then."""
    return joined(choice.when, told, ": ") if choice.when else told


def _points(cost: float, error: float) -> str:
    return within(f"{round(100 * cost)}", 100 * error)


def _clock(seconds: float) -> str:
    """Minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"


def _whole(luck: Luck) -> str:
    return within(_signed(luck.all), 100 * luck.error)


def _signed(chance: float) -> str:
    """A change of chance in points, with its sign."""
    return f"{round(100 * chance):+d}"
