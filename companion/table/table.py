"""The table from finger to screen: notices lie over an overlay, and this over the question or over joining.

Laws: whatever is not in the ledger yet is shown as not saved; time is an argument; a press without a meaning now gets a
short notice and changes nothing. The lights show the news even if something covers them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, TypeVar

from msgspec.structs import replace

from companion.kit.event import Refused
from companion.kit.policy import Bots
from companion.kit.rules import Rules
from companion.kit.text import Text, text
from companion.kit.view import Cue, Lettering, Loudness, Sand, Speech, View, Wish
from companion.match.session import Session
from companion.table.afar import Naming, Reply, Sitting
from companion.table.chords import Chords
from companion.table.controls import LONGER_S, Press
from companion.table.held import HeldKeys
from companion.table.layers import Layers
from companion.table.notices import NOTICE_S, Notices
from companion.table.opening import opening
from companion.table.owning import Orders, obey
from companion.table.pages import TablePages
from companion.table.playing import Playing
from companion.table.ports import Ledger, Request, Settings
from companion.table.sandglass import Sandglass
from companion.table.saving import Saving
from companion.table.screens.answering import Answering
from companion.table.screens.consenting import Consenting
from companion.table.screens.joining import Joining
from companion.table.slow_presses import SlowPresses
from companion.table.switches import Switches
from companion.table.teaching import Teaching

S = TypeVar("S")

LARGE_S: Final = 5.0
"""Seconds that a sentence is shown in large print, which shows two rows at once."""
WHOLE_S: Final = 6.0
"""Seconds that the whole screen is shown on request in place of large print."""
WARNING_S: Final = 4.0
"""Seconds that a message of the box itself is shown at least."""


class Table(Generic[S]):
    """One table with its box."""

    def __init__(self, rules: Rules[S], settings: Settings, ledger: Ledger, new_seed: Callable[[], str]) -> None:
        self.is_opening = False
        """Set by the daemon while no key is read yet: nothing is asked, and the time of news stands still."""
        self._settings = settings
        self._ledger = ledger
        self._saving = Saving(ledger, lasts=settings.lasts)
        self._notices = Notices(self._in_words, lambda: LARGE_S if self.menu.lettering.value == "large" else NOTICE_S)
        self.pages = TablePages(self._saving)
        """The pages of the table key."""
        self.joining = Joining(rules, settings, ledger, self._notices, new_seed)
        """Who plays the next game, and by which rules."""
        self._layers = Layers(self.joining, self.pages, settings, ledger, self._notices)
        self.menu = self._layers.menu
        """The menu: what people may do besides the game."""
        self._teaching = Teaching()
        self._held = HeldKeys()
        self._chords = Chords()
        self._slow = SlowPresses()
        self._switches = Switches(
            settings.scans,
            self.menu.hold_times.scan_s,
            self._layers,
            self.pages,
            self._hides,
            settings.may_speak,
            self._chords.say,
        )
        self._passed_on: set[int] = set()
        """The single switches whose press goes on its way like that of a key."""
        self._sandglass = Sandglass()
        self._whole_until = 0.0
        """Until when the whole screen is shown in place of large print."""
        self._last: View | None = None

    @property
    def session(self) -> Session[S] | None:
        """The game at this table; `None` while people join."""
        return self._layers.base.session

    @property
    def joined(self) -> tuple[int, ...]:
        """The pairs of keys where somebody plays, or has joined."""
        return self._layers.base.pairs

    @property
    def silent(self) -> set[int]:
        """The pairs whose green key does not work (not wired, or out of order); the daemon keeps this set."""
        return self.joining.silent

    @property
    def language(self) -> str:
        """The present language."""
        return self.menu.language

    def _in_words(self, message: str) -> str:
        return self._settings.speech(self.language)(message)

    @property
    def loudness(self) -> Loudness:
        """How loud the table wants the sound."""
        return self.menu.sound.value

    @property
    def aloud(self) -> Speech:
        """What the table wants to hear spoken."""
        return self.menu.speech.value

    def lettering(self, t: float) -> Lettering:
        """How the display is written at time `t`: a seat's keys pressed as one show the whole screen for a while."""
        return "letters" if t < self._whole_until else self.menu.lettering.value

    @property
    def cue(self) -> Cue | None:
        """The last cue for lights and sound; cues are counted."""
        return self._notices.cue

    @property
    def sand(self) -> Sand | None:
        """The sand that runs for whoever is asked; `None`: it stands still, or the table wants none."""
        return self._sandglass.sand

    @property
    def wish(self) -> Wish | None:
        """What somebody who listens has last wanted to hear; wishes are counted."""
        return self._chords.wish

    def hold_s(self, pair: int) -> float:
        """The seconds that a key of this pair is held to commit."""
        return self.menu.hold_times.of(pair)

    @property
    def request(self) -> Request | None:
        """What the menu asks of the program that runs the table."""
        return self.menu.request

    @property
    def is_saved(self) -> bool:
        """Whether all that has happened is in the ledger."""
        return self._ledger.is_saved

    # --- for the program that runs the table -------------------------------------------------------------------------

    def open(self, t: float) -> None:
        """The box has been switched on at time `t`, without a game to resume."""
        self._teaching.touch(t)
        self._layers.ask_first()

    def go_on(
        self,
        session: Session[S],
        pairs: tuple[int, ...],
        t: float,
        bots: Bots | None = None,
        *,
        is_taste: bool = False,
    ) -> None:
        """The box has been switched on at time `t` and resumes this game; `bots` play for some of its seats."""
        self._teaching.touch(t)
        self._layers.go_on(session, pairs, bots or {}, t, is_taste=is_taste)

    def tell(self, news: View, t: float) -> None:
        """Show a screen before the question, after those already waiting."""
        self._notices.tell(self._layers.base.placed(news), t, least_s=WARNING_S)

    def say(self, notice: Text, t: float) -> None:
        """Show a plain line for a while."""
        self._notices.say(notice, t)

    def go_on_with_this_board(self, t: float) -> None:
        """Keep playing with this board: the new one could not be saved."""
        self.menu.request = None
        self.say(text("Board not kept: disk full or broken."), t)

    def good_night(self) -> None:
        """Show the last picture, which says whether every game is safe; nothing more is asked."""
        self._last = self._saving.last_picture()

    def tick(self, t: float) -> None:
        """Remove what was shown long enough, tell when the ledger fails or works again, and explain the question."""
        self._think(t)
        for press in self._chords.late(t):
            self._take(press, t)
        self._layers.tick(t)
        self._notices.tick(t)
        self.pages.odds.look(self.session if self.menu.odds.value else None)
        self.pages.tick(t)
        self._notices.is_covered = self._covers_news
        if (said := self._saving.news()) is not None:
            self.say(said, t)
        if self._settings.explains:
            self._teaching.ask(self._explanation, t)
        self._turn_sandglass(t)
        self._switches.tick(t)

    def _think(self, t: float) -> None:
        """People have thought up to `t`, if they could see what is asked."""
        if (playing := self.playing) is not None:
            playing.thinking.tick(playing.session, t, runs=self._is_asking)

    def _turn_sandglass(self, t: float) -> None:
        """The question of this moment has its sand, if the table wants any."""
        playing, nth = self.playing, None
        if playing is not None and playing.thinking.is_for_people(playing.bots):
            nth = playing.thinking.nth
        self._sandglass.tick(nth, self.menu.sandglass.value, t, runs=self._is_asking)

    # --- pages -------------------------------------------------------------------------------------------------------

    def answer(self, pair: int, reply: Reply, t: float) -> Refused | None:
        """Take an answer from the page of a pair of keys at time `t`; a refusal, or `None`."""
        self.tick(t)
        refused = self._layers.answer(pair, reply, t)
        self._notices.is_covered = self._covers_news
        return refused

    def came_in(self, door: int, t: float) -> None:
        """A phone has come in at time `t`, by the invitation for a pair of keys, or for the `OWNER`."""
        self._layers.came_in(door, t)

    def show_where(self, t: float) -> None:
        """Pages have been switched on: at `t` the display shows their address."""
        self._layers.show_where(t)

    def prepare(self, pair: int, words: Naming | Sitting, t: float) -> Refused | None:
        """The page of a pair of keys changes its name, or joins or leaves the next game; a refusal, or `None`."""
        self.tick(t)
        if isinstance(words, Naming):
            return self._layers.call(pair, words.name)
        return self._layers.sit(pair, down=words.sits)

    def order(self, order: Orders, t: float) -> Refused | None:
        """Carry out an order of the owner's page at time `t`; a refusal, or `None`."""
        self.tick(t)
        refused = obey(self._layers, order, t)
        self._notices.is_covered = self._covers_news
        return refused

    def seen(self, t: float) -> View:
        """What everybody may see at time `t`, even if somebody at the box looks at something else."""
        view = self._seen(t)
        return replace(view, notice=self._notices.notice, is_saved=self._saving.is_safe)

    def _seen(self, t: float) -> View:
        if self.consenting is not None:
            return self._layers.base.placed(self.consenting.whole)
        return self._notices.news or self._layers.base.seen(t)

    @property
    def busy(self) -> Text | None:
        """Why nobody can play now, for those who do not see the box; `None`: they can."""
        return self._layers.busy

    @property
    def consenting(self) -> Consenting[S] | None:
        """The screen that asks a player to agree to an undo; `None`: nobody is asked."""
        return self._layers.consenting

    @property
    def playing(self) -> Playing[S] | None:
        """The game at this table with its seats; `None` while people join."""
        return self._layers.game.playing if self._layers.game is not None else None

    # --- presses -----------------------------------------------------------------------------------------------------

    def press(self, press: Press, t: float) -> None:
        """A finger has pressed a key at time `t` (seconds, monotonic)."""
        self.tick(t)
        wish = self.wish
        if press.kind == "down":
            self._whole_until = 0.0
        if press.is_bots or not self._switches.has(press.pair) or not self._is_switched(press, t):
            self._finger(press, t)
        if self.wish != wish:
            self._whole_until = t + WHOLE_S
        self._notices.is_covered = self._covers_news

    def _finger(self, press: Press, t: float) -> None:
        """Take the press of a key: alone, or together with the other of its pair."""
        presses = self._chords.take(press, t, may_begin=not self._layers.runs_amount(press.pair))
        for each in presses:
            self._take(each, t)
        if not presses:
            self._held.on_press(press, t)  # it is up, and waits

    def _is_switched(self, press: Press, t: float) -> bool:
        """Whether this press of a single switch took or woke something; only where any key goes on, it is that of a
        key."""
        if press.key != "green":
            return True
        if press.kind == "down":
            self._passed_on.discard(press.pair)
            if (self.is_telling and self._may_skip(press)) or self._switches.passes_on(press.pair, t):
                self._passed_on.add(press.pair)
        if press.pair in self._passed_on:
            return False
        self._teaching.touch(t)
        if not self._switches.press(press, t):
            self._teaching.skip()
            self.pages.close()
        return True

    def _hides(self, t: float) -> bool:
        """Whether news, or an explanation, hide what is asked."""
        return self.is_opening or self.is_telling or (self._layers.is_base_on_top and self._teaching.explains(t))

    def _take(self, press: Press, t: float) -> None:
        self._feel(press, t)
        if not self._has_skipped(press, t):
            self._pass_on(press, t)

    def _pass_on(self, press: Press, t: float) -> None:
        """Give the top layer what the press means; one let go too early for its hold only ends."""
        meant = press if press.is_bots else self._slow.meant(press, self._layers.heard_by(press), t)
        if isinstance(meant, Text):
            self.say(meant, t)
            meant = press
        if meant is not None:
            self._layers.press(meant, t)

    def _feel(self, press: Press, t: float) -> None:
        """Note which keys are down; a key of a pair also closes an open page."""
        self._teaching.touch(t)
        self._held.on_press(press, t)
        if press.kind == "down":
            self._teaching.skip()
            if press.key != "table":
                self.pages.close()

    def _has_skipped(self, press: Press, t: float) -> bool:
        """Whether this press skips news now, or has done so: then its finger has not seen the question.

        The table key skips by a tap, since its hold means something else; a seat's key skips as soon as it is down. Two
        keys together skip one screen.
        """
        at = "tap" if press.key == "table" else "down"
        if press.kind == at and self.is_telling and self._may_skip(press):
            if not self._chords.is_second(press):
                self._notices.skip(t)
            self._held.spend(press)
        is_late = press.kind in {"down", "tap"} or (press.kind == "hold" and self.is_telling)
        return is_late and self._held.is_spent(press)

    def _may_skip(self, press: Press) -> bool:
        """Whether this press may skip the news."""
        return press.key == "table" or self._layers.game is None or self._layers.game.playing.may_skip(press.pair)

    @property
    def left_to_bots(self) -> Answering[S] | None:
        """The game, if a bot must play now; `None`: not yet, or a layer or a finger is in its way."""
        game = self._layers.game
        is_clear = self._layers.is_base_on_top and self._over is None and self._held.latest is None
        return game if is_clear and game is not None and game.left_to_bot is not None else None

    # --- what is shown -----------------------------------------------------------------------------------------------

    def view(self, t: float) -> View:
        """What everybody at the table sees at time `t`."""
        shown, bar = self._switches.over(self._picture(t), t), self._held.bar(self._full_hold(t), t)
        view = self._last or replace(shown, bar=bar)
        return replace(view, is_saved=self._saving.is_safe)

    def heard(self, view: View, t: float) -> View:
        """What everybody may hear, and see in the lights, at time `t`, where the display shows this view: that, unless
        somebody looks at secrets."""
        return self.seen(t) if self._layers.base.is_private else view

    def opening(self) -> View:
        """What everybody sees while no key is read: nothing is asked yet."""
        return self._layers.base.placed(opening(self.joining.rules.title, is_on=self.session is not None))

    def is_waiting(self, t: float) -> bool:
        """Whether nobody has answered for so long that the question should be brighter."""
        return self._teaching.is_silent(t)

    def next_deadline(self, t: float) -> float | None:
        """When the picture changes by itself next; `None`: only a key changes it."""
        deadlines = (
            self._notices.next_deadline,
            self.pages.next_deadline,
            self._layers.top.next_deadline(t),
            self._whole_until if t < self._whole_until else None,
            self._chords.next_deadline(),
            self._switches.next_deadline(),
            self._teaching.next_deadline(t),
            self._held.next_deadline(self._full_hold(t), t),
        )
        return min((deadline for deadline in deadlines if deadline is not None), default=None)

    def _picture(self, t: float) -> View:
        """The picture of the top layer; the lights always show the game, or who has joined."""
        view, news = self._on_top(t), self._notices.news
        return view if news is None else replace(view, seats=news.seats, track=news.track)

    def _on_top(self, t: float) -> View:
        if (over := self._over) is not None:
            return over
        layers, notice = self._layers, self._notices.notice
        view = layers.view(t)
        if layers.base.is_private:
            return view
        if notice is not None:
            return replace(view, notice=view.notice or notice)
        is_explained = layers.is_base_on_top and not (layers.game is not None and layers.game.has_draft)
        return self._teaching.over(view, t) if is_explained else view

    @property
    def _explanation(self) -> tuple[Text, ...]:
        """The explanation of the question, if everybody can see the question."""
        game = self._layers.game
        if self.is_opening or game is None or game.is_private or self._layers.is_overlaid or self._over is not None:
            return ()
        return game.explanation if self._notices.notice is None else ()

    @property
    def is_telling(self) -> bool:
        """Whether news are shown instead of the question."""
        return self._notices.news is not None and not self._covers_news

    @property
    def _is_asking(self) -> bool:
        """Whether nothing hides the question from everybody."""
        return not (self.is_opening or self.is_telling or self._layers.is_overlaid)

    @property
    def _covers_news(self) -> bool:
        return self.is_opening or self._layers.covers_news

    @property
    def _over(self) -> View | None:
        """What is shown for a while in place of the question."""
        if self._layers.is_overlaid or self._layers.base.is_private:
            return None
        return self._layers.shown_over() or self._notices.news

    def _full_hold(self, t: float) -> float | None:
        """Seconds until the latest hold has an effect; `None`: it never has one."""
        if (latest := self._held.latest) is None or self._layers.base.is_private:
            return None
        pair, key = latest
        if key == "table":
            return self._layers.table_key.full_hold(self._layers.base) if not self._layers.is_overlaid else None
        full = self.hold_s(pair) + (LONGER_S if self._layers.top.is_long(pair, key) else 0.0)
        return full if self._over is None and self._layers.top.accepts_hold(pair, key, t) else None
