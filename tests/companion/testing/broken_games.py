"""For each law of every game, a game that breaks it and keeps the others as far as it can."""

from __future__ import annotations

# ruff: noqa: ARG002  # each breaks one law in one method
from collections.abc import Iterable, Mapping
from typing import Any, Final

import crows.state
import msgspec
from crows.rules import Crows
from msgspec.structs import replace

from companion.kit.chart import Chart, Spot
from companion.kit.event import BySeat, Event, Intent
from companion.kit.question import OneOf, Question
from companion.kit.rules import Rules
from companion.kit.seats import Seat
from companion.kit.setup import Option
from companion.kit.tally import Occurrence
from companion.kit.text import Text, text, verbatim
from companion.kit.view import Space, Token, Track, View
from tests.companion.games.nim import Counted, Nim, State, Take
from tests.toy import tin_frogs
from tests.toy.tin_frogs import TinFrogs


class Unseen(Nim):
    view = Rules.view
    header = Rules.header


class Nameless(Nim):
    title = ""  # type: ignore[misc]  # final in the game


class LooseTrack(Nim):
    def track(self, choices: Mapping[str, object]) -> Track:
        return Track((Space("1", after=("2",)),))


class LooseChart(Nim):
    def chart(self, choices: Mapping[str, object]) -> Chart:
        return Chart({"3": Spot(0, 0)})


class Stubborn(Nim):
    def options(self, choices: Mapping[str, object]) -> tuple[Option, ...]:
        return (Option(text("Heap"), ((verbatim("9"),), (verbatim("12"),)), 0),)


class Unfinished(Nim):
    def question(self, state: State) -> Question | None:
        return super().question(state) or Question(state.turn, OneOf((Take(seat=state.turn, count=1),)))


class Unsteady(Nim):
    def evolve(self, state: State, event: Event) -> State:
        return replace(super().evolve(state, event), table=replace(state.table, first=state.table.first % 2 + 1))


class Forgetful(Nim):
    events = (Counted,)  # type: ignore[assignment, misc]  # final in the game


class Untold(Nim):
    def read_header(self, header: Mapping[str, object]) -> State:
        return replace(super().read_header(header), left=5)


class Careless(Nim):
    def header(self, state: State) -> dict[str, object]:
        return super().header(state) | {"seed": "5eed" * 16}


class Uncounted(Nim):
    def counts(self, told: Iterable[Event]) -> Iterable[Occurrence]:
        return (Occurrence("game", "turns", sum(1 for _ in told)),)


class Interrupted(TinFrogs):
    def evolve(self, state: tin_frogs.State, event: Event) -> tin_frogs.State:
        after = super().evolve(state, event)
        return replace(after, turn=state.turn % 2 + 1) if isinstance(event, tin_frogs.Threw) else after


class Forbidding(Nim):
    def reveals(self, state: State, event: Event, by: Seat) -> Text | None:
        raise KeyError(by)


class Ambiguous(Nim):
    def question(self, state: State) -> Question | None:
        asked = super().question(state)
        return replace(asked, form=replace(asked.form, levels=("card",))) if asked is not None else None


class OpenHands(TinFrogs):
    def seen(self, state: tin_frogs.State, seat: Seat) -> tin_frogs.State:
        return state


class Telltale(TinFrogs):
    def view(self, state: tin_frogs.State, viewer: Seat | None, draft: Intent | None = None) -> View:
        return replace(super().view(state, viewer, draft), caption=verbatim(str(state.hands)))


class Peeking(TinFrogs):
    def secret(self, state: tin_frogs.State, seat: Seat, meant: int = 0) -> tuple[View, ...]:
        return tuple(replace(page, lines=(verbatim(str(state.hands)),)) for page in super().secret(state, seat, meant))


class Creative(Nim):
    def audit(self, before: State, event: Event, after: State) -> None:
        raise ArithmeticError("a match has appeared")


class Owing(msgspec.Struct, frozen=True):
    coins: BySeat[int]


class Indebted(Nim):
    def standing(self, state: State) -> Any:
        return Owing(((1, -1),))


class Hasty(Nim):
    def question(self, state: State) -> Question | None:
        return super().question(state) or Question(1, OneOf((Take(seat=1, count=1),)))


class Speechless(Nim):
    def recall(self, state: State, event: Event) -> None:
        return None


class Blindfolded(Nim):
    def seen(self, state: State, seat: Seat) -> State:
        return replace(state, turn=state.turn % 2 + 1)


class Pageless(Nim):
    def question(self, state: State) -> Question | None:
        asked = super().question(state)
        return replace(asked, armed=(asked.form,)) if asked is not None else None


class Keyless(Nim):
    def question(self, state: State) -> Question | None:
        asked = super().question(state)
        return replace(asked, keys=(text("1"),)) if asked is not None else None


class Blank(Nim):
    def pages(self, state: State) -> tuple[View, ...]:
        return (View(text("Coins")),)


class Nobody(Nim):
    def view(self, state: State, viewer: Seat | None, draft: Intent | None = None) -> View:
        return replace(super().view(state, viewer, draft), who=None)


class Flying(Nim):
    def view(self, state: State, viewer: Seat | None, draft: Intent | None = None) -> View:
        track = Track((Space("1"), Space("2")), (Token(1, "2", way=("1", "2")),))
        return replace(super().view(state, viewer, draft), track=track)


class Prying(Crows):
    def seen(self, state: crows.state.State, seat: Seat) -> crows.state.State:
        return state


BREAKERS: Final[dict[str, Rules[Any]]] = {
    "the_rules_have_all_that_every_game_needs": Unseen(),
    "the_kinds_of_events_are_told_apart": Nameless(),
    "no_value_can_be_changed": Nameless(),
    "spaces_are_told_apart_and_lead_to_spaces_that_exist": LooseTrack(),
    "the_board_is_drawn_with_spaces_that_exist": LooseChart(),
    "every_value_of_every_option_can_be_agreed_on_and_played": Stubborn(),
    "random_play_ends": Unfinished(),
    "the_state_is_the_fold_of_its_events": Unsteady(),
    "the_log_is_read_back_and_the_game_resumed": Forgetful(),
    "the_record_is_refereed_to_the_same_table": Untold(),
    "a_record_of_a_running_game_is_refereed_and_hides_the_seed": Careless(),
    "what_is_counted_fills_the_tables": Uncounted(),
    "an_aside_leaves_the_question_standing": Interrupted(),
    "an_undo_leads_back_and_a_redo_forward": Forbidding(),
    "both_keys_give_every_answer": Ambiguous(),
    "dealt_cards_that_a_record_hides_are_hidden_from_seats": OpenHands(),
    "a_seat_is_shown_what_it_may_know_and_no_more": Telltale(),
    "the_phone_of_a_seat_is_sent_what_its_seat_sees_and_no_more": Peeking(),
    "a_secret_answer_is_told_to_nobody_else_until_the_game_shows_it": Prying(),
    "every_event_leads_to_a_sound_state": Creative(),
    "nobody_owes_a_coin": Indebted(),
    "somebody_is_asked_or_something_follows": Hasty(),
    "the_intent_behind_an_event_leads_to_it_again": Speechless(),
    "every_event_is_read_back_as_it_was_written": Forgetful(),
    "a_seat_sees_the_question_that_it_is_asked": Blindfolded(),
    "what_is_meant_in_secret_has_a_page_of_its_own": Pageless(),
    "what_is_typed_has_a_green_key_for_each_value_and_is_open": Keyless(),
    "every_moment_has_a_picture_for_everybody": Blank(),
    "the_one_asked_is_the_one_the_screen_names_and_of_several_nobody": Nobody(),
    "a_token_follows_the_track_or_fades": Flying(),
}
