"""A question being answered at the keys: what each press means for the draft, a look, the tumbling die, an aside.

Laws: nothing here is decided; what a finger has said is handed on. What a finger has not seen asked, it cannot commit;
two keys that run an amount commit nothing.
"""

from __future__ import annotations

from typing import Final, Generic, TypeVar

from companion.kit.event import Correcting, Refused
from companion.kit.policy import Level
from companion.kit.question import only_answer
from companion.kit.seats import Seat
from companion.kit.text import Text, text
from companion.kit.view import Key, View
from companion.match.history import Entry, Step
from companion.match.session import SecondThought, Session
from companion.table.afar import MEANWHILE, Reply, said, sheets
from companion.table.asked import Asked, Look
from companion.table.choosing import Choosing
from companion.table.controls import Press, Said
from companion.table.playing import Playing
from companion.table.screen import Screen
from companion.table.screens.consenting import Consenting

S = TypeVar("S")


BOT_PLAYS: Final = Refused("bot_plays", text("A bot plays here."))


class Answering(Screen, Generic[S]):
    """The keys of a running game, from one question to the next."""

    def __init__(self, playing: Playing[S], t: float) -> None:
        self.playing = playing
        self._paired: set[tuple[int, Key]] = set()
        """The keys that are down and have run an amount together: until they are up they say nothing more."""
        self._ask(t)

    def _ask(self, t: float) -> None:
        """The box does what it must; then the next question stands there, and nobody has touched it."""
        self.playing.go_on(t)
        self._asked = Asked(self.playing)
        self._fresh: set[tuple[int, Key]] = set()
        """The keys that are down since then: their fingers know what is asked."""

    @property
    def session(self) -> Session[S]:
        """The game being played."""
        return self.playing.session

    @property
    def pairs(self) -> tuple[int, ...]:
        """The pairs where somebody plays."""
        return self.playing.pairs

    @property
    def explanation(self) -> tuple[Text, ...]:
        """Of what lies on top, to the people that it is put to."""
        top, rules = self._asked.top, self.session.rules
        if top is None or self._asked.is_bots(top.question.seat):
            return ()
        return rules.explain(self.session.state, top.question)

    # --- presses -----------------------------------------------------------------------------------------------------

    def press(self, press: Press, t: float) -> Answering[S] | None:
        """A tap changes the draft, a hold commits; a game that is over is left by a hold."""
        key = (press.pair, press.key)
        if not press.is_bots and self._asked.is_bots(self.playing.seat(press.pair)):
            self._tell_of_the_bot(press, t)
            return self
        if key in self._paired and press.kind == "hold":
            return self
        self._asked.stand_still(t)
        if press.kind == "down":
            self._fresh.add(key)
            self._pair_up(press, t)
        elif key in self._paired:
            self._paired.remove(key)
        else:
            is_fresh = key in self._fresh
            self._fresh.discard(key)
            return self._obey(press, t, is_fresh=is_fresh)
        return self

    def _pair_up(self, press: Press, t: float) -> None:
        """Both keys of a seat are down, and neither has been held long: where an amount is asked, it runs."""
        both: set[tuple[int, Key]] = {(press.pair, "green"), (press.pair, "red")}
        choosing = self._asked.by(self.playing.seat(press.pair))
        if choosing is not None and both <= self._fresh | self._paired and choosing.run(t):
            self._asked.look = None
            self._paired |= both
            self._fresh -= both

    def _obey(self, press: Press, t: float, *, is_fresh: bool) -> Answering[S] | None:
        """What one key says by itself."""
        seat = self.playing.seat(press.pair)
        match press.key, press.kind:
            case "table", "hold":
                self._interrupt()
            case "green" | "red", "tap":
                self._tapped(press, seat, t)
            case "green" | "red", "hold" if press.stage == 1:
                return self._held(press, seat, t, is_fresh=is_fresh)
            case "red", "hold":
                self._held_long(seat, t)
            case "green", "release":
                self._released(seat, t)
            case "green", "withdrawn":
                self._asked.let_go(seat)
                self._asked.lose_key()
            case "red", "release" | "withdrawn" if self._asked.is_pending(seat):
                self._asked.pending = None
            case _:
                pass
        return self

    def enter(self, entry: Entry | Refused, t: float) -> None:
        """Commit, then show, then ask on; what is refused leaves all as it is."""
        if self.playing.enter(entry, t):
            self._ask(t)

    def answer(self, seat: Seat, reply: Reply, t: float) -> Refused | None:
        """A page of this seat says so; why nothing comes of it, which only that page is told."""
        if seat in self.playing.bots:
            return BOT_PLAYS
        if reply.moment != self.playing.asked_at[seat - 1] or reply.sheet not in range(len(sheets(self.session, seat))):
            return MEANWHILE
        sheet = sheets(self.session, seat)[reply.sheet]
        entry = said(self.session, sheet.question, reply.path)
        if isinstance(entry, Refused):
            return entry
        self.conclude(entry, t, is_aside=sheet.means == "aside")
        return None

    def undo(self, t: float) -> Consenting[S] | None:
        """Take the last decision back; what asks another first, who has to agree; `None`: nobody has to, or could."""
        thought = self.session.second_thought()
        asked = self.playing.asked_about(thought) if isinstance(thought, SecondThought) else None
        if isinstance(thought, Refused) or asked is None:
            self.enter(self.session.undo(None), t)
            return None
        self._interrupt()
        return Consenting(self.playing, thought, asked, lambda t: self.enter(self.session.undo(asked), t), t)

    def redo(self, t: float) -> None:
        """Make the latest undo undone."""
        self.enter(self.session.redo(), t)

    def correct(self, intent: Correcting, t: float) -> None:
        """Put coins right."""
        self.enter(self.session.answer(intent), t)

    def hand_over(self, seat: Seat, level: Level | None, t: float) -> None:
        """To a bot, or back; nobody has touched the question then."""
        self.playing.hand_over(seat, level, t)
        self._ask(t)

    def came_in(self, pair: int, t: float) -> None:
        """Somebody has, with a phone for this pair of keys: where a bot has played, its seat is theirs again."""
        seat = self.playing.seat(pair)
        if seat is not None and seat in self.playing.bots:
            self.hand_over(seat, None, t)

    @property
    def left_to_bot(self) -> Choosing | None:
        """What a bot is to answer now; `None`: nothing, a person must, or somebody looks."""
        top = self._asked.top
        is_bots = top is not None and self._asked.look is None and self._asked.is_bots(top.question.seat)
        return top if is_bots else None

    def _tell_of_the_bot(self, press: Press, t: float) -> None:
        if press.kind == "down":
            self.playing.notices.say(BOT_PLAYS.why, t)

    def _tapped(self, press: Press, seat: Seat | None, t: float) -> None:
        """Another draft, or another page of what is being looked at."""
        choosing = self._asked.pressed(press, seat)
        if self._asked.top is None or (press.key == "red" and self._asked.leaf(seat)):
            return
        if choosing is None:
            self._put_off(seat, t)
        elif choosing.question.by_lot:
            self.playing.notices.say(self.session.rules.phrases.by_lot, t)
        else:
            self._asked.look = None
            if (told := choosing.tap(press)) is not None:
                self.playing.notices.say(told, t)

    def _held(self, press: Press, seat: Seat | None, t: float, *, is_fresh: bool) -> Answering[S] | None:
        """A look, the tumbling die, an answer, the beginning of an aside; or the end."""
        if self._asked.top is None:
            is_left = press.key == "green" and seat is not None and is_fresh
            return None if is_left else self
        choosing = self._asked.pressed(press, seat)
        if press.key == "green" and seat is not None and self._asked.may_look(seat):
            self._asked.look = Look(seat)
        elif choosing is None and press.key == "red" and is_fresh and (aside := self._asked.may_say(seat)) is not None:
            self._asked.hold_up(aside)
        elif choosing is None:
            self._put_off(seat, t, self._silenced(seat) if press.key == "red" else None)
        elif choosing.question.by_lot and press.key == "green":
            choosing.tumbling_since = t
        else:
            self._asked.look = None
            if is_fresh:
                self._commit(choosing, press, t)
        return self

    def _held_long(self, seat: Seat | None, t: float) -> None:
        """The aside of a seat that is not asked: said, if there is nothing to choose."""
        pending = self._asked.pending
        if pending is None or not self._asked.is_pending(seat):
            return
        self._asked.pending = None
        if pending.question.by_lot:
            self.conclude(self.session.draw(pending.question), t, is_aside=True)
        elif (single := only_answer(pending.question)) is not None:
            self.conclude(self.session.answer(single), t, is_aside=True)
        else:
            self._asked.open(pending.question)

    def _commit(self, choosing: Choosing, press: Press, t: float) -> None:
        said = choosing.hold(press)
        if isinstance(said, Said):
            self.conclude(self.session.answer(said.intent), t, is_aside=choosing.is_aside)
        elif isinstance(said, Refused):
            self.enter(said, t)
        elif press.key == "red" and said == choosing.draft:
            self._turn(choosing.question.seat, t)
        else:
            choosing.draft = said

    def conclude(self, entry: Entry | Refused, t: float, *, is_aside: bool) -> None:
        """An answer. Said aside, it leaves the question as it is, and what is chosen of it at the keys or on a page."""
        before, session, asked_at = self._asked, self.session, self.playing.asked_at
        self.enter(entry, t)
        if is_aside and isinstance(entry, Step):
            self._asked.go_on_from(before)
            self.playing.ask_on(session, asked_at, entry.seat)

    def _turn(self, seat: Seat | None, t: float) -> None:
        """From the question to what may be said beside it, or back; if nothing may, why not."""
        if not self._asked.turn(seat) and (why := self._silenced(seat)) is not None:
            self.playing.notices.say(why, t)

    def _silenced(self, seat: Seat | None) -> Text | None:
        """Why this seat has nothing to say aside now; `None`: there is nothing to be told of it."""
        if seat is None or self._asked.aside is not None:
            return None
        why = self.session.rules.silenced(self.session.state, seat)
        return why.why if why is not None else None

    def _put_off(self, seat: Seat | None, t: float, why: Text | None = None) -> None:
        """Whoever is asked goes on over another's aside; anybody else has to wait, of which news need no telling."""
        if self._asked.aside is not None and self._asked.own(seat) is not None:
            self._asked.aside = None
        elif self.playing.notices.news is None:
            self.playing.notices.say(why or text("Not your turn."), t)

    def _interrupt(self) -> None:
        """Nobody looks any more, the die lies still, no aside is under way, and what is down says nothing any more.

        What has the keys next may be told of their going up.
        """
        self._asked.look = None
        self._asked.lie_still()
        self._fresh.clear()
        self._paired.clear()

    def _released(self, seat: Seat | None, t: float) -> None:
        """What was looked at is meant from now on; what was held up falls."""
        choosing = self._asked.by(seat)
        is_thrown = choosing is not None and choosing.tumbling_since is not None
        self._asked.arm(seat)
        self._asked.let_go(seat)
        if choosing is not None and is_thrown:
            self.conclude(self.session.draw(choosing.question), t, is_aside=choosing.is_aside)

    # --- what is shown -----------------------------------------------------------------------------------------------

    def view(self, t: float) -> View:
        """The question, the aside over it, or what somebody looks at."""
        return self.placed(self._asked.view(t))

    def seen(self, t: float) -> View:
        """What everybody may see of it, even while somebody looks."""
        return self.placed(self._asked.seen(t))

    def next_deadline(self, t: float) -> float | None:
        """While the die tumbles, or an amount runs."""
        return self._asked.top.next_deadline(t) if self._asked.top is not None else None

    @property
    def _is_tumbling(self) -> bool:
        return self._asked.top is not None and self._asked.top.tumbling_since is not None

    def heeds(self, pair: int, key: Key, t: float) -> bool:
        """Everybody may look, or say something aside; the rest is for whoever is asked, and for one hold at a time."""
        seat = self.playing.seat(pair)
        if self._is_tumbling or (pair, key) in self._paired or self._asked.is_bots(seat):
            return False
        if self.is_long(pair, key) or (key == "green" and seat is not None and self._asked.may_look(seat)):
            return True
        is_for_it = self._asked.top is None or self._asked.pressed(Press(pair, key, "hold"), seat) is not None
        return is_for_it and super().heeds(pair, key, t)

    def is_long(self, pair: int, key: Key) -> bool:
        """What is said aside by who is not asked."""
        seat = self.playing.seat(pair)
        return key == "red" and self._asked.by(seat) is None and self._asked.may_say(seat) is not None

    @property
    def is_private(self) -> bool:
        """While somebody looks."""
        return self._asked.look is not None

    def placed(self, view: View) -> View:
        """With everybody's seat, keys and the track."""
        return self.playing.placed(view)

    def pages(self) -> tuple[View, ...]:
        """What the table key leafs through."""
        return self.playing.pages()
