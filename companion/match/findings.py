"""What a report says in plain sentences: to all who played, and to each player alone.

Laws: a change of chance is told in points: a chance to win goes from 0 to 100. Nothing that may be chance alone is said
as if it were sure. Each player hears first what to do better next time, or that no clear mistake was found.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.kit.seats import Seat
from companion.kit.text import Text, Wording, joined, text
from companion.match.report import SURE, TOLD, BetterChoice, Bought, PlayerScore, Report, fair, greatest, within

RATINGS: Final = ((0.0015, text("sharp")), (0.005, text("awake")), (0.01, text("sleepy")), (1.0, text("dozing")))
"""The words for what a choice cost in the mean, in chance to win: each up to its limit."""


# --- for all ---------------------------------------------------------------------------------------------------------


def sentences(report: Report) -> tuple[Text, ...]:
    """What matters besides the highlights: luck, the best and the worst price, the costliest choice."""
    return (*_luck(report), *_prices(report), *_costliest(report))


def _luck(report: Report) -> Iterator[Text]:
    if report.luck:
        ranked = sorted(report.luck, key=lambda luck: luck.all)
        worst, best = ranked[0], ranked[-1]
        if all(abs(luck.all) <= greatest(len(ranked)) * luck.error for luck in (worst, best)):
            return
        yield text(
            "By luck alone the chance to win changed: {name} {n} points, {other} {m} points",
            name=report.name(best.seat),
            n=within(_signed(best.all), 100 * best.error),
            other=report.name(worst.seat),
            m=within(_signed(worst.all), 100 * worst.error),
        )


def _prices(report: Report) -> Iterator[Text]:
    fair = [(bought.fair - bought.paid, bought) for bought in report.bought if bought.fair is not None]
    sure = [(gain, bought) for gain, bought in fair if abs(gain) > greatest(len(fair)) * bought.error]
    if sure:
        gain, best = max(sure, key=lambda each: each[0])
        if gain > 0:
            yield text("Best price: {name} paid {n}, fair was {m}", **_price(report, best))
        gain, worst = min(sure, key=lambda each: each[0])
        if gain < 0:
            yield text("Worst price: {name} paid {n}, fair was {m}", **_price(report, worst))


def _price(report: Report, bought: Bought) -> dict[str, Wording | int]:
    worth = fair(bought) if bought.beyond else within(fair(bought), bought.error)
    return {"name": report.name(bought.seat), "n": bought.paid, "m": worth}


def _costliest(report: Report) -> Iterator[Text]:
    """The choice that cost most with all cards open, if it is not chance alone."""
    for choice in report.choices[:1]:
        if choice.line is not None and choice.better is not None and choice.cost > greatest(TOLD) * choice.error:
            told = text(
                "{name}'s costliest choice: “{what}”. As we know now, “{better}” was better by {n} points",
                name=report.name(choice.seat),
                what=choice.line,
                better=choice.better,
                n=_points(choice.cost, choice.error),
            )
            yield _dated(choice, told)


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
        yield text("{name}: no clear mistake found", name=name)
    elif worst.line is not None and worst.better is not None:
        told = text(
            "{name}, next time “{better}”, not “{what}”. By what you knew it was better by {n} points",
            name=name,
            better=worst.better,
            what=worst.line,
            n=_points(worst.cost, worst.error),
        )
        yield _dated(worst, told)


def _rated(report: Report, player: PlayerScore) -> Text:
    """A word for how well a player chose; the cost, too, if it is not chance alone."""
    known = {"name": report.name(player.seat), "rating": rating(player), "count": player.choices}
    if player.lost <= SURE * player.error:
        return text("{name}: {rating} in {count} choices", **known)
    cost = _points(player.lost * player.choices, player.error * player.choices)
    return text("{name}: {rating} in {count} choices, which cost {n} points of the chance to win", n=cost, **known)


def rating(player: PlayerScore) -> Text:
    """One word, with "perhaps" if by chance alone another one may fit."""
    best, word, worst = (_word(player.lost + way * SURE * player.error) for way in (-1, 0, 1))
    return word if best == worst else text("perhaps {word}", word=word)


def _word(lost: float) -> Text:
    return next(word for limit, word in RATINGS if lost <= limit)


def _own_luck(report: Report, seat: Seat) -> Iterator[Text]:
    """The luck of a player, if it is not chance alone."""
    for luck in report.luck:
        if luck.seat == seat and luck.by and abs(luck.all) > greatest(len(report.luck)) * luck.error:
            most = max(luck.by, key=lambda part: part.change if luck.all > 0 else -part.change)
            yield text(
                "{name}: luck changed the chance to win by {n} points, most of it by {source} ({m})",
                name=report.name(seat),
                n=within(_signed(luck.all), 100 * luck.error),
                source=most.name,
                m=_signed(most.change),
            )


# --- its words -------------------------------------------------------------------------------------------------------


def _dated(choice: BetterChoice, told: Text) -> Text:
    """A sentence on a choice, after how far the game was then."""
    return joined(choice.when, told, ": ") if choice.when else told


def _points(cost: float, error: float) -> str:
    return within(f"{round(100 * cost)}", 100 * error)


def _signed(chance: float) -> str:
    """A change of chance in points, with its sign."""
    return f"{round(100 * chance):+d}"
