"""Answering a question at the keys: what each press means for the draft, a look, the tumbling die, an aside.

Laws: nothing is decided here; a committed answer is handed on. A finger cannot commit an answer to a question that it
has not seen; two keys that run an amount commit nothing.
"""

from __future__ import annotations

from typing import Final, Generic, TypeVar

from companion.kit.event import Correcting, Offering, Refused
from companion.kit.money import Coins
from companion.kit.policy import Level
from companion.kit.question import Amount, only_answer
from companion.kit.seats import Seat
from companion.kit.text import Text, text
from companion.kit.view import Key, Legend, View
from companion.match.history import Entry, Step
from companion.match.session import SecondThought, Session
from companion.table.afar import MEANWHILE, Reply, said, sheets
from companion.table.asked import Asked, Look
from companion.table.choosing import Choosing
from companion.table.controls import Committed, Press
from companion.table.playing import Playing, seats_asked
from companion.table.screen import Screen
from companion.table.screens.consenting import Consenting

S = TypeVar("S")


BOT_PLAYS: Final = Refused("bot_plays", text("A bot plays here."))
DEAD_END: Final = text("It has no move: take another.")
"""The notice to a player whose card leads nowhere."""


class Answering(Screen, Generic[S]):
    """The keys of a running game, from one question to the next."""

    def __init__(self, playing: Playing[S], t: float) -> None:
        self.playing = playing
        self.is_wanted_again = False
        """The game is over, and the same people play another one at once."""
        self._paired: set[tuple[int, Key]] = set()
        """The keys that have run an amount together: they do nothing more until they are released."""
        self._ask(t)

    def _ask(self, t: float) -> None:
        """Let the box do its own steps, then ask the next question, still untouched."""
        self.playing.go_on(t)
        self._asked = Asked(self.playing)
        self._fresh: set[tuple[int, Key]] = set()
        """The keys that went down since then: their fingers have seen the question."""

    @property
    def session(self) -> Session[S]:
        """The game being played."""
        return self.playing.session

    @property
    def pairs(self) -> tuple[int, ...]:
        """The pairs of keys where somebody plays."""
        return self.playing.pairs

    @property
    def explanation(self) -> tuple[Text, ...]:
        """The explanation of the top question, if it is for people."""
        top, rules = self._asked.top, self.session.rules
        if top is None or self._asked.is_bots(top.question.seat):
            return ()
        return rules.explain(self.session.state, top.question)

    @property
    def has_draft(self) -> bool:
        """Whether somebody has begun to choose an answer."""
        asked = self._asked.questions if self._asked.aside is None else (self._asked.aside,)
        return any(choosing.is_begun for choosing in asked)

    def offers_answer(self, pair: int) -> bool:
        """Whether the keys of this pair would change or commit an answer that the question begins with."""
        choosing = self._asked.by(self.playing.seat(pair))
        return choosing is not None and choosing.draft is not None and not choosing.is_begun

    # --- presses -----------------------------------------------------------------------------------------------------

    def press(self, press: Press, t: float) -> Answering[S] | None:
        """A tap changes the draft, a hold commits; a game that is over is left by a hold."""
        key = (press.pair, press.key)
        if not press.is_bots and self._asked.is_bots(self.playing.seat(press.pair)):
            self._tell_of_the_bot(press, t)
            return self
        if key in self._paired and press.kind == "hold":
            return self
        seat = self.playing.seat(press.pair)
        self._asked.stand_still(seat, t)
        if press.kind == "down":
            self._asked.follow(seat)
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
        """Both keys of a seat are down and neither has been held long: if an amount is asked, it runs."""
        both: set[tuple[int, Key]] = {(press.pair, "green"), (press.pair, "red")}
        seat = self.playing.seat(press.pair)
        choosing = self._asked.by(seat)
        if choosing is not None and both <= self._fresh | self._paired and choosing.run(t):
            self._asked.look_away(seat)
            self._paired |= both
            self._fresh -= both

    def amount(self, pair: int) -> tuple[Coins, Coins | None] | None:
        """The least amount that this seat is asked for, and the one that is drafted; `None`: it is asked for none."""
        choosing = self._asked.by(self.playing.seat(pair))
        if choosing is None or not isinstance(choosing.question.form, Amount):
            return None
        draft = choosing.draft
        return choosing.question.form.least, draft.amount if isinstance(draft, Offering) else None

    def _obey(self, press: Press, t: float, *, is_fresh: bool) -> Answering[S] | None:
        """Do what one key alone means."""
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

    def enter(self, entry: Entry | Refused, t: float, *, is_aside: bool = False) -> None:
        """Commit, then show, then ask the next question; a refusal changes nothing.

        An aside, the answer of one of several, or its undo leaves all other questions unchanged, with all drafts at the
        keys and on pages.
        """
        before, session, asked_at, fresh = self._asked, self.session, self.playing.asked_at, self._fresh
        if not self.playing.enter(entry, t):
            return
        self._ask(t)
        answers = _answers(session, self.session)
        by = entry.seat if isinstance(entry, Step) else answers
        if is_aside or (by is not None and by == answers):
            go_on = self._asked.go_on_from(before, by)
            self._fresh = {key for key in fresh if self.playing.seat(key[0]) in go_on}
            self.playing.ask_on(session, asked_at, by)

    def answer(self, seat: Seat, reply: Reply, t: float) -> Refused | None:
        """Take an answer from the page of this seat; a refusal, which only this page is told, or `None`."""
        if seat in self.playing.bots:
            return BOT_PLAYS
        if reply.moment != self.playing.asked_at[seat - 1] or reply.sheet not in range(len(sheets(self.session, seat))):
            return MEANWHILE
        sheet = sheets(self.session, seat)[reply.sheet]
        entry = said(self.session, sheet.question, reply.path)
        if isinstance(entry, Refused):
            return entry
        self.enter(entry, t, is_aside=sheet.means == "aside")
        return None

    def undo(self, t: float) -> Consenting[S] | None:
        """Undo the last decision, or give the screen that asks a player to agree first; `None`: nobody is asked."""
        thought = self.session.second_thought()
        asked = self.playing.asked_about(thought) if isinstance(thought, SecondThought) else None
        if isinstance(thought, Refused) or asked is None:
            self.enter(self.session.undo(None), t)
            return None
        self._interrupt()
        return Consenting(self.playing, thought, asked, lambda t: self.enter(self.session.undo(asked), t), t)

    def redo(self, t: float) -> None:
        """Take back the latest undo."""
        self.enter(self.session.redo(), t)

    def correct(self, intent: Correcting, t: float) -> None:
        """Correct coins."""
        self.enter(self.session.answer(intent), t)

    def hand_over(self, seat: Seat, level: Level | None, t: float) -> None:
        """Hand a seat to a bot, or back; the question starts untouched, or of several the question to this seat."""
        self.playing.hand_over(seat, level, t)
        if self._asked.are_several:
            self._asked.begin_again(seat)
        else:
            self._ask(t)

    def came_in(self, pair: int, t: float) -> None:
        """A phone has come in for this pair of keys: if a bot played there, the player takes over again."""
        seat = self.playing.seat(pair)
        if seat is not None and seat in self.playing.bots:
            self.hand_over(seat, None, t)

    @property
    def left_to_bot(self) -> Choosing | None:
        """What a bot must answer now; `None`: nothing, a person must answer, or somebody looks."""
        return self._asked.left_to_bot

    def _tell_of_the_bot(self, press: Press, t: float) -> None:
        if press.kind == "down":
            self.playing.notices.say(BOT_PLAYS.why, t)

    def _tapped(self, press: Press, seat: Seat | None, t: float) -> None:
        """Change the draft, or turn the page of a look."""
        choosing = self._asked.pressed(press, seat)
        if self._asked.top is None or (press.key == "red" and self._asked.leaf(seat)):
            return
        if choosing is None:
            self._put_off(seat, t)
        elif choosing.question.by_lot:
            self.playing.notices.say(self.session.rules.phrases.by_lot, t)
        else:
            self._asked.look_away(seat)
            if (told := choosing.tap(press)) is not None:
                self.playing.notices.say(told, t)

    def _held(self, press: Press, seat: Seat | None, t: float, *, is_fresh: bool) -> Answering[S] | None:
        """Begin a look, the tumbling die or an aside, or commit an answer; or leave what is over, or play it again."""
        if self._asked.top is None:
            is_left = seat is not None and is_fresh
            self.is_wanted_again = is_left and press.key == "red"
            return None if is_left else self
        choosing = self._asked.pressed(press, seat)
        if press.key == "green" and seat is not None and self._asked.may_look(seat):
            self._asked.look = self._asked.look if self._asked.must_wait(seat) else Look(seat)
        elif choosing is None and press.key == "red" and is_fresh and (aside := self._asked.may_say(seat)) is not None:
            self._asked.hold_up(aside)
        elif choosing is None:
            self._put_off(seat, t, self._silenced(seat) if press.key == "red" else None)
        elif choosing.question.by_lot and press.key == "green":
            choosing.tumbling_since = t
        else:
            self._asked.look_away(seat)
            if is_fresh:
                self._commit(choosing, press, t)
        return self

    def _held_long(self, seat: Seat | None, t: float) -> None:
        """Open the aside of a seat that is not asked; if there is nothing to choose, say it at once."""
        pending = self._asked.pending
        if pending is None or not self._asked.is_pending(seat):
            return
        self._asked.pending = None
        if pending.question.by_lot:
            self.enter(self.session.draw(pending.question), t, is_aside=True)
        elif (single := only_answer(pending.question)) is not None:
            self.enter(self.session.answer(single), t, is_aside=True)
        else:
            self._asked.open(pending.question)

    def _commit(self, choosing: Choosing, press: Press, t: float) -> None:
        said = choosing.hold(press)
        if isinstance(said, Committed):
            self.enter(self.session.answer(said.intent), t, is_aside=choosing.is_aside)
        elif isinstance(said, Refused):
            self.enter(said, t)
        elif press.key == "red" and said == choosing.draft:
            self._turn(choosing.question.seat, t)
        else:
            choosing.draft = said
            if press.key == "green" and said is None:
                self.playing.notices.say(DEAD_END, t)

    def _turn(self, seat: Seat | None, t: float) -> None:
        """Switch from the question to the aside, or back; if there is none, tell why."""
        if not self._asked.turn(seat) and (why := self._silenced(seat)) is not None:
            self.playing.notices.say(why, t)

    def _silenced(self, seat: Seat | None) -> Text | None:
        """Why this seat has no aside now; `None`: there is no reason to tell."""
        if seat is None or self._asked.aside is not None:
            return None
        why = self.session.rules.silenced(self.session.state, seat)
        return why.why if why is not None else None

    def _put_off(self, seat: Seat | None, t: float, why: Text | None = None) -> None:
        """The asked seat closes another seat's aside; other seats are told to wait, but not while news are shown."""
        if self._asked.aside is not None and self._asked.own(seat) is not None:
            self._asked.aside = None
        elif self.playing.notices.news is None:
            self.playing.notices.say(why or self._not_now(seat), t)

    def _not_now(self, seat: Seat | None) -> Text:
        """That somebody else is asked, and what this seat may say all the same."""
        aside = self._asked.may_say(seat)
        if aside is None or aside.name is None:
            return text("Not your turn.")
        return text("Not your turn. Hold ○: {what}.", what=aside.name)

    def _interrupt(self) -> None:
        """End looks, the tumbling die and asides; keys that are down do nothing more.

        Another screen may get their releases.
        """
        self._asked.look = None
        self._asked.lie_still()
        self._fresh.clear()
        self._paired.clear()

    def _released(self, seat: Seat | None, t: float) -> None:
        """Arm the page that was looked at; throw the die that was held up."""
        choosing = self._asked.by(seat)
        is_thrown = choosing is not None and choosing.tumbling_since is not None
        self._asked.choose_page(seat)
        self._asked.let_go(seat)
        if choosing is not None and is_thrown:
            self.enter(self.session.draw(choosing.question), t, is_aside=choosing.is_aside)

    # --- what is shown -----------------------------------------------------------------------------------------------

    def view(self, t: float) -> View:
        """The question, the aside over it, or the page that somebody looks at."""
        return self.placed(self._asked.view(t))

    def seen(self, t: float) -> View:
        """What everybody may see, even while somebody looks."""
        return self.placed(self._asked.seen(t))

    def next_deadline(self, t: float) -> float | None:
        """The next picture while the die tumbles or an amount runs."""
        return self._asked.top.next_deadline(t) if self._asked.top is not None else None

    def legend(self, t: float) -> Legend:
        """What the keys do, also for those who answer while somebody else looks."""
        return self._asked.seen(t).legend or Legend()

    def offered(self, pair: int, t: float) -> Legend:
        """What the keys of this pair do."""
        return self._asked.offered(self.playing.seat(pair), t)

    def is_for(self, pair: int) -> bool:
        """Whether this seat is asked, and the display shows what it chooses."""
        return self._asked.shows(self.playing.seat(pair))

    def moment_of(self, pair: int) -> tuple[object, ...]:
        """What changes when this pair is asked something else."""
        seat = self.playing.seat(pair)
        at = self.playing.moment if seat is None else self.playing.asked_at[seat - 1]
        return at, self._asked.aside is not None

    def accepts_hold(self, pair: int, key: Key, t: float) -> bool:
        """Every seat may look or open its aside; all else is for the asked seat, one hold at a time."""
        seat = self.playing.seat(pair)
        if self._asked.is_tumbling(seat) or (pair, key) in self._paired or self._asked.is_bots(seat):
            return False
        if self.is_long(pair, key) or (key == "green" and seat is not None and self._asked.may_look(seat)):
            return True
        is_for_it = self._asked.top is None or self._asked.pressed(Press(pair, key, "hold"), seat) is not None
        legend = self._asked.legend(seat, t)
        return is_for_it and (legend.green_hold if key == "green" else legend.red_hold) is not None

    def is_only_tapped(self, pair: int, key: Key, t: float) -> bool:
        """Only for keys that may answer now, and not if a hold of the key gets a refusal in words."""
        asked, seat = self._asked, self.playing.seat(pair)
        choosing = asked.pressed(Press(pair, key, "tap"), seat)
        if choosing is None or choosing.question.by_lot or (pair, key) not in self._fresh or asked.is_bots(seat):
            return False
        is_refused = bool(choosing.question.keys) if key == "green" else self._silenced(seat) is not None
        return not is_refused and not self.accepts_hold(pair, key, t)

    def is_long(self, pair: int, key: Key) -> bool:
        """Whether the hold opens the aside of a seat that is not asked."""
        seat = self.playing.seat(pair)
        return key == "red" and self._asked.by(seat) is None and self._asked.may_say(seat) is not None

    @property
    def is_private(self) -> bool:
        """Whether somebody looks."""
        return self._asked.look is not None

    def placed(self, view: View) -> View:
        """The view with all seats, their keys and the track."""
        return self.playing.placed(view)

    def pages(self) -> tuple[View, ...]:
        """The pages of the table key."""
        return self.playing.pages()


def _answers(before: Session[S], after: Session[S]) -> Seat | None:
    """The one of several asked seats that has answered, or whose answer was undone, while exactly the others are still
    asked; `None`: more has changed."""
    asked, left = {*seats_asked(before)}, {*seats_asked(after)}
    changed = asked ^ left
    return changed.pop() if asked and left and len(changed) == 1 else None
