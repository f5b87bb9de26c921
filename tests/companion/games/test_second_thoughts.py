"""Undo with consent in both games: which events are never undone, and which only by consent (rules, *Undo*)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import GAMES
from companion.kit.event import Event, Intent, Refused
from companion.kit.rules import Rules
from companion.kit.setup import Who
from companion.match.history import Undo
from companion.match.record import as_json
from companion.match.session import SecondThought, Session
from companion.testing.whole_games import SEED, finish, seated
from tests.companion.games.cat_royal import positions as cats
from tests.companion.games.every_game import SHORT
from tests.companion.games.galopp_royal import positions as chairs

NEVER = {"galopp-royal": {"ended"}, "cat-royal": {"dealt", "accused", "ended"}}


def is_by_consent(game: str, row: dict[str, Any], who: Who, by: int, holes: str) -> bool:
    """What the rules say about a line of a record: must another player agree if `by` undoes it?"""
    match game, row["event"]:
        case "galopp-royal", "dealt" | "assigned" | "drew" | "sold" | "rolled":
            return who == "box"
        case "galopp-royal", "passed":
            return who == "box" and bool(row["leaves"])
        case "cat-royal", "teleported":
            return holes == "random"
        case "cat-royal", "shifted":
            return True
        case "cat-royal", "played" | "discarded" | "forfeited":
            return bool(row["seat"] != by)
        case _:
            return False


@pytest.mark.parametrize("who", ["box", "table"])
@pytest.mark.parametrize("rulebook", ["the first", "the last"])
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_each_event_of_whole_games_is_let_go_of_as_the_rules_say(rules: Rules[Any], rulebook: str, who: Who) -> None:
    """Without consent, by consent or never, for every seat that may undo; the new facts are given in one line each."""
    book = rules.rulebooks[0 if rulebook == "the first" else -1]
    seats = rules.seats[-1]
    start = rules.begin(seated(rules, seats, who), {"rulebook": book} | SHORT.get(rules.name, {}))
    header: Any = rules.header(start)
    holes = header["options"].get("holes", "")

    def watch(_: object, event: Event, after: object) -> None:
        row = as_json(event)
        assert isinstance(event, rules.final) == (row["event"] in NEVER[rules.name])
        for by in range(1, seats + 1):
            known = rules.reveals(after, event, by)
            assert (known is not None) == is_by_consent(rules.name, row, who, by, holes), (row, by)

    assert "ended" in {as_json(event)["event"] for event in finish(rules, start, seats, watch).events}


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_nothing_is_undone_once_the_seed_has_been_told(rules: Rules[Any]) -> None:
    start = rules.begin(seated(rules, rules.seats[0], "box"), {})
    game = Session(rules, SEED, start).resume(finish(rules, start, 1).entries)
    assert game.question is None
    for agreed in (1, None):
        refused = game.undo(agreed)
        assert isinstance(refused, Refused)
        assert refused.code == "final"


# --- the temptations -------------------------------------------------------------------------------------------------


def after(rules: Rules[Any], state: object, *answers: Intent | None) -> Session[Any]:
    """The steps of the box, these answers (`None`: the lot of the asked seat), and the steps of the box after them."""
    session = settled(Session(rules, SEED, state))
    for answer in answers:
        question = session.question
        assert question is not None
        made = session.draw(question) if answer is None else session.answer(answer)
        assert not isinstance(made, Refused), made
        session = settled(session.apply(made))
    return session


def settled(session: Session[Any]) -> Session[Any]:
    while (step := session.automatic()) is not None:
        session = session.apply(step)
    return session


def by_consent(session: Session[Any]) -> int:
    """The seats whose decision is undone only if another player agrees."""
    thought = session.second_thought()
    assert isinstance(thought, SecondThought)
    assert thought.known
    refused = session.undo()
    assert isinstance(refused, Refused)
    assert refused.code == "consent"
    return thought.by


def test_pass_see_the_next_team_dealt_and_bid_after_all() -> None:
    session = after(chairs.RULES, chairs.start(4), chairs.bid(1, 5), *chairs.passes(2, 3))
    assert session.undo() == Undo(), "Werner has passed, and nobody knows more than before"
    assert by_consent(after(chairs.RULES, chairs.start(4), chairs.bid(1, 5), *chairs.passes(2, 3, 4))) == 4
    real = after(chairs.RULES, chairs.start(4, cards="table"), chairs.bid(1, 5), *chairs.passes(2, 3, 4))
    assert real.undo() == Undo(), "real cards lie on the table, whatever the box does"


def test_a_pass_that_turns_a_card_up() -> None:
    assert by_consent(after(chairs.RULES, chairs.start(5), *chairs.passes(1))) == 1
    assert after(chairs.RULES, chairs.start(5), *chairs.passes(1, 2)).undo() == Undo()


def test_choose_whom_the_devil_pushes_and_see_the_next_roll() -> None:
    """The push is undone without consent until the next player has rolled; after that it needs consent, even if the
    roll was undone.
    """
    state = chairs.with_display(chairs.race(4), 1, *["+2/-2"] * 4)
    pushed = after(chairs.RULES, state, None, chairs.scheme(1, (1, 2), (2, -1), (3, -1)))
    assert pushed.undo() == Undo()
    question = pushed.question
    assert question is not None
    made = pushed.draw(question)
    assert not isinstance(made, Refused)
    seen = settled(pushed.apply(made))
    assert by_consent(seen) == 2
    agreed = seen.undo(3)
    assert not isinstance(agreed, Refused)
    assert by_consent(seen.apply(agreed)) == 1


def test_try_each_wormhole() -> None:
    state = cats.turn("1C 22, 2K 40", "5")
    jumped = after(cats.RULES, state, cats.use(state, "citizen", 27))
    assert by_consent(jumped) == 1
    state = cats.turn("1C 22, 2K 40", "5", holes="pairs")
    assert after(cats.RULES, state, cats.use(state, "citizen", 27)).undo() == Undo(), "all know where that one leads"


def test_move_the_wormholes_look_and_move_them_again() -> None:
    session = settled(Session(cats.RULES, SEED, cats.turn("1C 22, 2K 40", "5")))
    aside = session.aside(2)
    assert aside is not None
    made = session.draw(aside)
    assert not isinstance(made, Refused)
    assert by_consent(session.apply(made)) == 2


def test_a_card_of_another_seat_that_was_seen_and_undone_freely_stays_known() -> None:
    """Mia plays, Tom plays; his card is undone, but hers was laid before all saw his."""
    state = cats.turn("1C 20, 2C 40", "5")
    first = after(cats.RULES, state, cats.use(state, "citizen", 25))
    assert first.undo() == Undo()
    both = after(cats.RULES, first.state, cats.use(first.state, "citizen", 42))
    both = first.apply(both.history.done[-1].step)
    own = both.undo()
    assert own == Undo()
    assert by_consent(both.apply(own)) == 1
    again = both.apply(own).apply(both.history.done[-1].step)
    assert again.undo() == Undo(), "for his own card it is as it was"
