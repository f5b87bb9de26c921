"""What phones and tablets get at any moment of any game, as bytes; where it differs between two games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from companion.daemon.pages import EncodedPages, Moment
from companion.kit.seats import COLOURS, Player
from companion.match.session import Session
from companion.table.afar import Reply, options, sheets
from companion.testing.whole_games import NAMES

SIX: Final = tuple(Player(at, NAMES[at - 1], colour) for at, colour in enumerate(COLOURS, 1))
OTHER_SEED: Final = "0dd5" * 16
"""A seed in place of the sealed one: it gives other dice."""
COUNT: Final = 7
"""The number of the moment."""


def moment(session: Session[Any]) -> Moment:
    """The moment as the box's loop leaves it, at a table with the seats at the first pairs of keys."""
    view = session.rules.view(session.state, None)
    pairs = tuple(seat.seat for seat in view.seats)
    return Moment(view, "en", ("en",), session.rules, {}, {}, SIX, session, pairs, COUNT, (COUNT,) * len(pairs))


def pages(session: Session[Any]) -> EncodedPages:
    """The pages that turn the moment into bytes."""
    return EncodedPages(moment(session), lambda _: None, lambda _: {})


def replies(session: Session[Any], seat: int, longest: int) -> Iterator[Reply | None]:
    """Choices that this seat may have made so far: some paths of each sheet, the shortest first, and a wrong path."""
    yield from (None, Reply(COUNT, (99,)), Reply(COUNT, (), 99), Reply(COUNT - 1))
    for at, sheet in enumerate(sheets(session, seat)):
        due: list[tuple[int, ...]] = [()]
        for _ in range(longest):
            if not due:
                break
            path = due.pop(0)
            yield Reply(COUNT, path, at)
            due += [(*path, each) for each in options(sheet.question, path)]


def differences(here: Session[Any], there: Session[Any], viewer: int | None, longest: int = 12) -> list[object]:
    """The places where the traffic to a seat's phone, or to a page that only looks, differs between two games."""
    one, other = pages(here), pages(there)
    found: list[object] = [] if one.hello() == other.hello() else ["hello"]
    found += [] if one.table() == other.table() else ["table"]
    if viewer is not None:
        drafts = list(replies(here, viewer, longest))
        found += [] if drafts == list(replies(there, viewer, longest)) else ["what may be chosen"]
        found += [draft for draft in drafts if one.own(viewer, draft) != other.own(viewer, draft)]
    return found
