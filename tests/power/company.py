"""Everybody at one table: fingers, phones, the owner's page and a bot, in every game, with undo by consent.

As with `Bots`: all actions depend only on the seed and the number of entries.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

from companion.games import GAMES
from companion.journal.journal import Journal
from companion.kit.question import Question
from companion.match.session import Session
from companion.players import fingers
from companion.players.stand_in import StandIn
from companion.table.afar import Reply, sheets
from companion.table.owning import Again, Back, CorrectCoins
from tests.companion.table.at_the_table import HOLD_S, filled_in
from tests.power.killed_box import Bots

MOST_S: Final = 600.0
"""A bot has long answered by then."""


class Company(Bots):
    """People at a table with a journal; at the last seat sits a bot."""

    def __init__(self, journal: Journal, seed: int) -> None:
        super().__init__(journal, seed, GAMES[seed % len(GAMES)])

    def sit(self) -> None:
        """Seat as many players as this game takes, at most four; the last one is a bot."""
        count = Random(self.seed).randint(self.rules.seats[0], min(self.rules.seats[-1], 4))
        for pair in range(1, count):
            self.press(pair, "green", "tap")
        self.press(count, "red", "hold")
        self.press(1, "green", "hold")

    def turn(self, question: Question, luck: Random) -> None:
        """Let a player answer, or first try something else; if that changes nothing, the player answers."""
        before, chance = self.length, luck.random()
        if chance < 0.06:
            self._undo(luck)
        elif chance < 0.08:
            self._order(luck)
        elif chance < 0.4 and not self._is_bots(question):
            self._say_afar(question, luck)
        if self.length == before:
            self._answer(question, luck)

    def _answer(self, question: Question, luck: Random) -> None:
        if self._is_bots(question):
            self._let_the_bot(luck)
            return
        session = self._session
        people = [seat for seat in range(1, len(self.table.joined) + 1) if seat not in self._bots]
        seat, strokes = fingers.turn(session, question, luck, people)
        for key, gesture, pair, held_s in strokes:
            self.press(pair or self.table.joined[seat - 1], key, gesture, held_s)

    @property
    def _session(self) -> Session[Any]:
        assert self.table.session is not None
        return self.table.session

    @property
    def _bots(self) -> dict[int, Any]:
        playing = self.table.playing
        return dict(playing.bots) if playing is not None else {}

    def _is_bots(self, question: Question) -> bool:
        return question.seat in self._bots

    def _let_the_bot(self, luck: Random) -> None:
        """Let the bot look at the question and press its keys."""
        stand_in, before, end = StandIn(luck, HOLD_S), self.length, self.t + MOST_S
        while self.length == before or stand_in.is_pressing:
            assert self.t < end, "the bot does not answer"
            self.table.tick(self.t)
            for press in stand_in.due(self.table, self.t):
                self.table.press(press, self.t)
            self.t = max(stand_in.next_deadline() or self.t + 1.0, self.t + 0.01)

    def _undo(self, luck: Random) -> None:
        """Undo by the table key, or on the owner's page; the players who are asked mostly agree, by key or phone."""
        if luck.random() < 0.5:
            self.press(0, "table", "hold")
        elif (playing := self.table.playing) is not None:
            self.table.order(Back(playing.moment), self.t)
        if (asked := self.table.consenting) is None:
            return
        pair, kind = self.table.joined[asked.seat - 1], luck.random()
        if kind < 0.4:
            self.table.answer(pair, Reply(asked.moment, is_said=True), self.t)
        elif kind < 0.8:
            self.press(pair, "green", "hold", rested_s=0.0)
        else:
            self.press(pair, "red", "hold", rested_s=0.0)

    def _order(self, luck: Random) -> None:
        """The owner's page brings back what was undone, or corrects coins."""
        if (playing := self.table.playing) is not None:
            right = CorrectCoins(1, luck.choice((-1, 2)), "counted again", playing.moment)
            self.table.order(luck.choice((right, Again(playing.moment))), self.t)

    def _say_afar(self, question: Question, luck: Random) -> None:
        """The phone of the seat that is asked answers, or says something beside the question."""
        playing, session, seat = self.table.playing, self._session, question.seat
        if playing is None or seat is None:
            return
        sheet = luck.randrange(len(sheets(session, seat)))
        path = filled_in(sheets(session, seat)[sheet].question, luck)
        self.table.answer(playing.pairs[seat - 1], Reply(playing.asked_at[seat - 1], path, sheet, is_said=True), self.t)
