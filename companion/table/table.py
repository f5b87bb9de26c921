"""The table as the program that runs it sees it: presses and time go in, pictures, lights and words come out.

Laws: whatever is not in the ledger yet is shown as not saved; time is an argument.
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
from companion.table.controls import Press
from companion.table.keypresses import Keypresses
from companion.table.layers import Layers
from companion.table.notices import NOTICE_S, Notices
from companion.table.opening import opening
from companion.table.owning import Orders, obey
from companion.table.pages import TablePages
from companion.table.playing import Playing
from companion.table.ports import Ledger, PlayGame, Request, Settings, ShutDown
from companion.table.sandglass import Sandglass
from companion.table.saving import Saving
from companion.table.screens.answering import Answering
from companion.table.screens.consenting import Consenting
from companion.table.screens.joining import Joining
from companion.table.showing import Showing
from companion.table.switches import Switches

S = TypeVar("S")

LARGE_S: Final = 5.0
"""Seconds that a sentence is shown in large print, which shows two rows at once."""
WARNING_S: Final = 4.0
"""Seconds that a message of the box itself is shown at least."""


class Table(Generic[S]):
    """One table with its box."""

    def __init__(self, rules: Rules[S], settings: Settings, ledger: Ledger, new_seed: Callable[[], str]) -> None:
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
        self.showing = Showing(self._layers, self._notices)
        """What stands on the display."""
        self._chords = Chords()
        self._switches = Switches(settings, self.showing, self.pages, self._chords.say)
        self._keypresses = Keypresses(self.showing, self._notices, self.pages, self._chords, self._switches)
        self._sandglass = Sandglass()
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
        return "letters" if self._keypresses.shows_whole(t) else self.menu.lettering.value

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
        self.showing.teaching.touch(t)
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
        self.showing.teaching.touch(t)
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
        self.showing.is_opening = False
        self.say(text("Board not kept: disk full or broken."), t)

    def good_night(self) -> None:
        """Show the last picture, which says whether every game is safe; nothing more is asked."""
        self._last = self._saving.last_picture()

    def tick(self, t: float) -> None:
        """Remove what was shown long enough, tell when the ledger fails or works again, and explain the question."""
        if not isinstance(self.request, ShutDown | None):
            self.showing.is_opening = True  # nothing more is asked: this picture stands until the next life shows it
        self._think(t)
        self._keypresses.take_late(t)
        self._layers.tick(t)
        self._notices.tick(t)
        self.pages.odds.look(self.session if self.menu.odds.value else None)
        self.pages.tick(t)
        self.showing.cover()
        if (said := self._saving.news()) is not None:
            self.say(said, t)
        if self._settings.explains:
            self.showing.explain(t)
        self._turn_sandglass(t)
        self._switches.tick(t)

    def _think(self, t: float) -> None:
        """People have thought up to `t`, if they could see what is asked."""
        if (playing := self.playing) is not None:
            playing.thinking.tick(playing.session, t, runs=self.showing.is_asking)

    def _turn_sandglass(self, t: float) -> None:
        """The question of this moment has its sand, if the table wants any."""
        playing, nth = self.playing, None
        if playing is not None and playing.thinking.is_for_people(playing.bots):
            nth = playing.thinking.nth
        self._sandglass.tick(nth, self.menu.sandglass.value, t, runs=self.showing.is_asking)

    # --- pages -------------------------------------------------------------------------------------------------------

    def answer(self, pair: int, reply: Reply, t: float) -> Refused | None:
        """Take an answer from the page of a pair of keys at time `t`; a refusal, or `None`."""
        self.tick(t)
        refused = self._layers.answer(pair, reply, t)
        self.showing.cover()
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
        self.showing.cover()
        return refused

    def seen(self, t: float) -> View:
        """What everybody may see at time `t`, even if somebody at the box looks at something else."""
        return replace(self.showing.seen(t), is_saved=self._saving.is_safe)

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
        self._keypresses.press(press, t)
        self.showing.cover()

    @property
    def left_to_bots(self) -> Answering[S] | None:
        """The game, if a bot must play now; `None`: not yet, or a layer or a finger is in its way."""
        game = self._layers.game
        is_clear = self._layers.is_base_on_top and self.showing.over is None and not self._keypresses.is_holding
        return game if is_clear and game is not None and game.left_to_bot is not None else None

    # --- what is shown -----------------------------------------------------------------------------------------------

    def view(self, t: float) -> View:
        """What everybody at the table sees at time `t`."""
        shown = self._switches.over(self.showing.picture(t), t)
        view = self._last or replace(shown, bar=self._keypresses.bar(t))
        return replace(view, is_saved=self._saving.is_safe)

    def heard(self, view: View, t: float) -> View:
        """What everybody may hear, and see in the lights, at time `t`, where the display shows this view: that, unless
        somebody looks at secrets."""
        return self.seen(t) if self._layers.base.is_private else view

    def opening(self) -> View:
        """What everybody sees while no key is read: nothing is asked yet, or a request is being carried out."""
        titles = {other.name: other.title for other in self._settings.others}
        wanted = self.request.name if isinstance(self.request, PlayGame) else ""
        title = titles.get(wanted, self.joining.rules.title)
        return self._layers.base.placed(opening(title, is_on=self.session is not None))

    def is_waiting(self, t: float) -> bool:
        """Whether nobody has answered for so long that the question should be brighter."""
        return self.showing.teaching.is_silent(t)

    def next_deadline(self, t: float) -> float | None:
        """When the picture changes by itself next; `None`: only a key changes it."""
        deadlines = (
            self._notices.next_deadline,
            self.pages.next_deadline,
            self._layers.top.next_deadline(t),
            self._chords.next_deadline(),
            self._switches.next_deadline(),
            self.showing.teaching.next_deadline(t),
            self._keypresses.next_deadline(t),
        )
        return min((deadline for deadline in deadlines if deadline is not None), default=None)
