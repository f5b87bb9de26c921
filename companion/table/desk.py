"""The table from finger to screen: whom a press is for, and what is shown.

Laws: what is not in the ledger yet is shown as not saved; time is an argument; a press that means nothing now gets a
short notice and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, TypeVar, assert_never

from msgspec.structs import replace

from companion.kit.rules import Rules
from companion.kit.text import Text, text, verbatim
from companion.kit.view import Key, View
from companion.match.session import Session
from companion.table.agreement import Agreed, Agreement
from companion.table.calibration import Calibration, Measured
from companion.table.controls import Press
from companion.table.evening import Evening
from companion.table.menu import Choice, Menu
from companion.table.outside import House, KeepBoard, LearnWiring, Ledger, Request, ShutDown, TryPart
from companion.table.scene import Overlay, Scene
from companion.table.seated import Seated
from companion.table.selftest import Chosen, SelfTest

S = TypeVar("S")

GOOD_NIGHT: Final = View(text("Good night"), lines=(text("Safe to unplug"), text("in 10 seconds.")))
"""The last picture, which stays on the display: the box is about to end, and cannot tell when the Pi has."""
NOT_SAVED: Final = View(
    text("Not saved"),
    lines=(text("The disk is full"), text("or broken: what"), text("came last will"), text("be missing.")),
)
"""The last picture if the ledger has not taken all."""


class Desk(Generic[S]):
    """One table with its box."""

    def __init__(
        self,
        rules: Rules[S],
        house: House,
        ledger: Ledger,
        new_seed: Callable[[], str],
        running: Seated[S] | None = None,
    ) -> None:
        """`running` is the game to go on with."""
        self.house = house
        self.language = house.languages[0]
        """The one spoken now."""
        self.faults: tuple[Text, ...] = ()
        """What is wrong with the box, in a line each, as whoever runs the table has found."""
        self.request: Request | None = None
        """What the menu has asked of whoever runs the table."""
        self._rules = rules
        self._ledger = ledger
        self._was_saved = True
        self._evening = Evening(rules, house, ledger, new_seed, running)
        self._bulletin = self._evening.bulletin
        self._down: dict[tuple[int, Key], float] = {}
        self._undo_armed = False
        self._overlay: Overlay | None = None

    def open(self, t: float) -> None:
        """The box has been switched on at time `t`: say what must be said, go on where the game stood."""
        if self._evening.game is None and (warning := self._rules.unconfirmed(self.house.choices)) is not None:
            self._bulletin.tell(warning, t)
        self._evening.go_on(t)

    @property
    def session(self) -> Session[S] | None:
        """The game at this table; `None` while people join."""
        game = self._evening.game
        return game.session if game is not None else None

    @property
    def joined(self) -> tuple[int, ...]:
        """The pairs where somebody plays, or has joined."""
        game = self._evening.game
        return game.pairs if game is not None else self._evening.lobby.joined

    def tell(self, screen: View, t: float) -> None:
        """Show a screen before the question, after those already waiting."""
        self._bulletin.tell(screen, t)

    def say(self, notice: Text, t: float) -> None:
        """Put a plain line on the screen for a while."""
        self._bulletin.say(notice, t)

    def good_night(self, t: float) -> None:
        """Show the last picture: whether every game is safe; nothing more will be asked."""
        self._bulletin.close_page()
        self._bulletin.skip_news()
        self._bulletin.tell(GOOD_NIGHT if self._ledger.is_saved else NOT_SAVED, t)

    def go_on_with_this_board(self, t: float) -> None:
        """The one that was asked for could not be kept."""
        self.request = None
        self.say(text("Board not kept: disk full or broken."), t)

    # --- presses -----------------------------------------------------------------------------------------------------

    def press(self, press: Press, t: float) -> None:
        """A finger has done something at time `t` (seconds, monotonic)."""
        self.tick(t)
        if press.kind == "down":
            self._down[press.pair, press.key] = t
            self._bulletin.skip_news()
            if press.key != "table":
                self._bulletin.close_page()
        elif press.kind != "hold":
            self._down.pop((press.pair, press.key), None)
        if self._overlay is not None and (press.key, press.kind) != ("table", "release"):
            self._overlaid(self._overlay, press, t)
            return
        match press.key, press.kind:
            case _, "down":
                pass
            case "table", "tap":
                self._bulletin.turn_page(len(self._scene.pages), t)
            case "table", "hold":
                self._table_held(press.stage)
            case "table", _:
                self._table_released(press.stage, t)
            case _, "tap":
                self._tapped(press, t)
            case _, "hold":
                self._held(press, t)
            case _:
                self._released(press, t)

    def withdraw(self, pair: int, key: Key) -> None:
        """The press under way on this key was no finger's: what it holds up is let go, and nothing comes of it."""
        self._down.pop((pair, key), None)
        if key == "table":
            self._undo_armed = False
            self._overlay = None if isinstance(self._overlay, Menu) else self._overlay
        elif key == "green" and self._evening.turn is not None:
            self._evening.turn.withdraw(pair)

    def _tapped(self, press: Press, t: float) -> None:
        if self._evening.turn is not None:
            self._evening.take(self._evening.turn.tapped(press), t)
        elif press.key == "green":
            self._evening.toggle(press.pair)

    def _held(self, press: Press, t: float) -> None:
        game, turn = self._evening.game, self._evening.turn
        is_early = self._down.get((press.pair, press.key), t) < self._evening.asked_at  # before that was asked
        if game is None or turn is None:
            if press.key == "green":
                self._evening.start(press.pair, self.house.choices, t)
        elif game.session.question is None:
            if press.key == "green" and press.pair in game.pairs and not is_early:
                self._evening.leave()
        else:
            self._evening.take(turn.held(press, t, is_early=is_early), t)

    def _released(self, press: Press, t: float) -> None:
        if self._evening.turn is not None:
            self._evening.take(self._evening.turn.released(press), t)

    def _table_held(self, stage: int) -> None:
        game = self._evening.game
        self._bulletin.close_page()
        if self._evening.turn is not None:
            self._evening.turn.interrupt()
        self._undo_armed = stage == 1 and game is not None
        if stage == 2:
            self._overlay = Menu(can_redo=game is not None and bool(game.session.history.undone))

    def _table_released(self, stage: int, t: float) -> None:
        if self._undo_armed and stage == 1:
            self._evening.undo(t)
        self._undo_armed = False

    def _overlaid(self, overlay: Overlay, press: Press, t: float) -> None:
        match overlay.after(press):
            case None:
                self._overlay = None
            case Choice() as choice:
                self._overlay = None
                self._choose(choice, t)
            case Agreed(chosen=chosen):
                self._agree(chosen, t)
                self._overlay = None
            case Measured(values=values):
                self._overlay = None
                self._keep_board(values, t)
            case Chosen(part=part):
                self._overlay = None
                self.request = TryPart(part, self.language)
            case after:
                self._overlay = after

    def _choose(self, choice: Choice, t: float) -> None:
        match choice:
            case Choice.BACK:
                pass
            case Choice.NEW_GAME:
                self._evening.leave()
            case Choice.REDO:
                self._evening.redo(t)
            case Choice.LANGUAGE:
                after = self.house.languages.index(self.language) + 1
                language = self.house.languages[after % len(self.house.languages)]
                self._ledger.keep_language(language)
                self.language = language
            case Choice.RULES:
                self._overlay = Agreement(self._rules.options(self.house.choices))
            case Choice.CALIBRATE:
                self._overlay = Calibration(self._rules.measures(self.house.choices))
            case Choice.SELF_TEST:
                self._overlay = SelfTest()
            case Choice.LEARN:
                self.request = LearnWiring(self.language)
            case Choice.SHUT_DOWN:
                self.request = ShutDown()
            case _ as never:
                assert_never(never)

    def _keep_board(self, values: tuple[int, ...], t: float) -> None:
        try:
            self.request = KeepBoard(self._rules.measured(self.house.choices, values))
        except ValueError:
            self.say(text("No game fits such a board."), t)

    def _agree(self, chosen: tuple[int, ...], t: float) -> None:
        agreed = self._rules.agreed(chosen)
        self._ledger.keep_rules(self._rules.name, agreed)
        self.house = replace(self.house, choices={**self.house.choices, **agreed})
        self.say(text("Agreed for the next game."), t)

    # --- what is shown -----------------------------------------------------------------------------------------------

    def view(self, t: float) -> View:
        """What everybody at the table sees at time `t`."""
        view = self._scene.view(t)
        return view if self._ledger.is_saved else replace(view, is_saved=False)

    def opening(self) -> View:
        """What everybody sees as long as no key is read: nothing is asked yet."""
        lines = (text("One moment."), *((text("Game in progress"),) if self.session is not None else ()))
        view, game = View(verbatim(self._rules.title), lines=lines), self._evening.game
        track = self._rules.track(self.house.choices)
        return game.placed(view) if game is not None else replace(view, track=track)

    def tick(self, t: float) -> None:
        """Let go of what has been shown long enough; say so when the ledger fails, and when it is mended."""
        self._bulletin.tick(t)
        if self._ledger.is_saved != self._was_saved:
            self._was_saved = self._ledger.is_saved
            self.say(text("Saved again.") if self._was_saved else text("Not saved: disk full or broken."), t)

    def next_deadline(self, t: float) -> float | None:
        """When the picture changes by itself next; `None`: not before somebody presses a key."""
        return self._scene.next_deadline(t)

    @property
    def _scene(self) -> Scene[S]:
        return Scene(
            self._rules,
            self.house,
            self._evening.lobby,
            self._evening.game,
            self._evening.turn,
            self._overlay,
            self._bulletin,
            self.faults if self._ledger.is_saved else (text("Games\tnot saved"), *self.faults),
            self._undo_armed,
            self._down,
        )
