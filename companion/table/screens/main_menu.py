"""The table's menu: what people may do besides the game, and requests to the program that runs the table.

Law: rules and numbers that are set here count for the next game; the running game stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, Generic, NamedTuple, TypeVar

from companion.kit.errors import BadChoice
from companion.kit.event import Refused
from companion.kit.setup import Who
from companion.kit.text import Text, text, verbatim
from companion.table.notices import Notices
from companion.table.ports import (
    BoxPart,
    GoOnWith,
    KeepBoard,
    LearnWiring,
    Ledger,
    PlayGame,
    PutBack,
    Request,
    Settings,
    ShutDown,
    TryPart,
    Updates,
)
from companion.table.screen import Screen
from companion.table.screens.agreement import Agreement
from companion.table.screens.answering import Answering
from companion.table.screens.board_check import DAMAGED_BOARD, board_of, whether_meant, whether_to_check
from companion.table.screens.calibration import Calibration
from companion.table.screens.earlier import earlier_games
from companion.table.screens.game_rows import correction, pause, players, redo
from companion.table.screens.hold_times import HoldTimes
from companion.table.screens.joining import Joining
from companion.table.screens.kept_choice import GLASSES, LETTERING, LEVELS, REAL, SHOWN, SPEECH, KeptChoice
from companion.table.screens.menu import Menu, MenuItem
from companion.table.screens.phones import Phones
from companion.table.screens.reading import KEYS, Reading
from companion.table.screens.selftest import self_test
from companion.table.screens.updating import BACKUP, PUT_BACK, UPDATE, Updating, WhetherToSave

S = TypeVar("S")

GROUPS: Final = {
    "game": (text("Game"), text("new, earlier")),
    "people": (text("People"), text("and language")),
    "rules": (text("Rules"), text("and the board")),
    "phones": (text("Phones"), text("and owner")),
    "heard": (text("Sound"), text("and speech")),
    "service": (text("Service"), text("and switch off")),
}
"""The rows that stand for groups of rows."""
NO_BOARD: Final = Refused("no_board", text("No game fits such a board."))
KEYS_READ: Final = "keys"
"""An entry of `Settings.known`: people have read what the keys do."""
OWN_WORDS: Final = {
    "en": ("English", "hold ●: OK"),
    "de": ("Deutsch", "● halten: OK"),
    "fr": ("Français", "tenir ● : OK"),
    "nl": ("Nederlands", "houd ●: OK"),
}
"""The name of each language and how to choose it, in this language: so everybody finds their own."""


class GameChanges(NamedTuple):
    """What the menu may do to the game at the table."""

    leave: Callable[[Answering[Any], float], None]
    """Leave this game for joining."""
    taste: Callable[[float], None]
    """Begin a first taste of a game."""


class MainMenu(Generic[S]):
    """The menu can be opened at any time; every choice stays."""

    def __init__(
        self,
        joining: Joining[S],
        settings: Settings,
        ledger: Ledger,
        notices: Notices,
        changes: GameChanges,
    ) -> None:
        self.language = settings.languages[0]
        """The present language."""
        self.sound = KeptChoice(text("Sound"), LEVELS, settings.loudness, lambda each, _: ledger.keep_sound(each))
        """How loud the sound is."""
        self.speech = KeptChoice(text("Speech"), SPEECH, settings.aloud, lambda each, _: ledger.keep_speech(each))
        """What is spoken."""
        keep = ledger.keep_lettering
        self.lettering = KeptChoice(text("Display"), LETTERING, settings.lettering, lambda each, _: keep(each))
        """How the display is written."""
        joining.names.asks_short = lambda: self.lettering.value == "large"
        self.odds = KeptChoice(text("Odds"), SHOWN, settings.shows_odds, self._keep_odds)
        """Whether the odds are shown."""
        self.sandglass = KeptChoice(
            text("Sandglass"), GLASSES, settings.sandglass_s, lambda each, _: ledger.keep_sandglass(each)
        )
        """How many seconds the sandglass of a question runs."""
        self.request: Request | None = None
        """The last request to the program that runs the table."""
        self.phones = Phones(joining, settings, notices, self._ask)
        """The part of the menu for phones and tablets."""
        self.hold_times = HoldTimes(settings, ledger, joining.names)
        """How long keys are held."""
        self._joining = joining
        self._settings = settings
        self._ledger = ledger
        self._notices = notices
        self._changes = changes

    @property
    def may_join(self) -> bool:
        """Whether the owner's page may name the home network."""
        return self._settings.may_have_wifi and self._settings.entrance is not None

    def version(self) -> str:
        """The version of the program, for the owner."""
        return self._settings.version()

    @property
    def updates(self) -> Updates | None:
        """Newer versions of the box; `None`: it cannot look for them."""
        return self._settings.updates

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of the box."""
        return self._settings.languages

    def open(self, game: Answering[S] | None) -> Menu:
        """The menu over a game; `None`: while people join. No level has more than seven rows."""
        back = MenuItem((text("Back to"), text("the game")), lambda _: None)
        groups = (
            _group(GROUPS["game"], self._of_the_game(game)),
            _group(GROUPS["people"], self._of_people(game)),
            _group(GROUPS["rules"], self._of_rules(game)),
            _group(GROUPS["phones"], self.phones.rows()),
            _group(GROUPS["heard"], (self.sound.row(), *self._of_speech())),
            _group(GROUPS["service"], self._of_service(game)),
        )
        return Menu(text("Menu"), (back, *(row for group in groups for row in group)))

    def _of_the_game(self, game: Answering[S] | None) -> tuple[MenuItem, ...]:
        earlier = MenuItem((text("An earlier game"),), self._which_earlier)
        if game is not None:
            new = MenuItem((text("New game:"), text("ends this one")), partial(self._changes.leave, game))
            return *pause(game), *redo(game), new, earlier
        another = MenuItem((text("Another game"),), lambda _: self._which_game())
        return *self._of_taste(), *([another] if self._settings.others else []), earlier

    def _of_people(self, game: Answering[S] | None) -> tuple[MenuItem, ...]:
        joining = self._joining
        names = MenuItem((text("Names"),), lambda _: joining.names.seats(joining.rules.pairs))
        language = verbatim(OWN_WORDS[self.language][0])
        return (
            *((names,) if game is None else players(game)),
            MenuItem((text("Language"), language), lambda _: self._languages(self.speak)),
            self.lettering.row(),
            MenuItem((text("Hold time"), text("seat by seat")), lambda _: self.hold_times.pairs()),
            self.sandglass.row(),
            MenuItem((text("How the keys"), text("work")), lambda _: Reading(KEYS, lambda _: None)),
        )

    def _of_rules(self, game: Answering[S] | None) -> tuple[MenuItem, ...]:
        rules, choices = self._joining.rules, self._joining.choices
        agree = MenuItem((text("Rules of play"), text("for next game")), self._open_agreement)
        check = MenuItem((text("Check the board"), text("step by step")), self._open_calibration)
        offered = ((agree, rules.options(choices)), (check, rules.measures(choices)))
        of_next = (row for row, there in offered if there)
        corrected = correction(game) if game is not None else ()
        return *corrected, *self._of_odds(), *self._of_duties(), *of_next

    def _of_duties(self) -> Iterator[MenuItem]:
        """The rows for what is real at this table: the cards, the die."""
        for duty in self._joining.rules.duties:
            who, keep = self._joining.duties.get(duty.name, "box"), partial(self.assign, duty.name)
            yield KeptChoice(duty.said or verbatim(duty.name), REAL, who, keep).row()

    def _of_service(self, game: Answering[S] | None) -> tuple[MenuItem, ...]:
        number = self.version().partition("+")[0]
        version = MenuItem((text("Version"), verbatim(number)), lambda _: None)
        return (
            MenuItem((text("Try the parts"), text("one by one")), lambda _: self_test(self._try_part)),
            MenuItem((text("Find the wiring"), text("wire by wire")), self._learn_wiring),
            *(self._of_updates(updates, game) if (updates := self._settings.updates) is not None else ()),
            *((version,) if number else ()),
            MenuItem((text("Shut down:"), text("the game stays")), partial(self._ask, ShutDown())),
        )

    def _of_updates(self, updates: Updates, game: Answering[S] | None) -> tuple[MenuItem, ...]:
        save = MenuItem((BACKUP, text("onto a USB stick")), lambda _: WhetherToSave(updates))
        if game is not None:
            update, put_back = (MenuItem((row, text("after the game")), lambda _: None) for row in (UPDATE, PUT_BACK))
            return update, save, put_back
        look = partial(Updating, updates, "look", partial(updates.ask, "install"))
        bring = partial(Updating, updates, "bring", self.put_back)
        update = MenuItem((UPDATE, text("a newer version?")), look)
        return update, save, MenuItem((PUT_BACK, text("from a USB stick")), bring)

    def first_questions(self) -> Iterator[Screen]:
        """The questions before people join; except for the choice of the game, each is asked once in a box's life."""
        settings, rules = self._settings, self._joining.rules
        if settings.explains and KEYS_READ not in settings.known:
            yield self._languages(self._begin_in, stays=True)
        if settings.others and not settings.is_settled:
            yield self._which_game(stays=True)
        doubt, warning = settings.doubt, rules.unconfirmed(self._joining.choices)
        if doubt is not None and doubt.why == "damaged":
            yield whether_to_check(DAMAGED_BOARD, self._open_calibration, partial(self._know, doubt.known))
            return
        if doubt is not None:
            yield whether_meant(self._open_calibration, partial(self._know, doubt.known))
        if settings.explains and warning is not None and board_of(rules.name) not in settings.known:
            yield whether_to_check(warning, self._open_calibration, partial(self._know, (board_of(rules.name),)))

    def _of_taste(self) -> Iterator[MenuItem]:
        if (part := self._joining.rules.taste) is not None:
            yield MenuItem((text("First taste:"), part), self._changes.taste)

    def _which_game(self, *, stays: bool = False) -> Menu:
        """The menu of games, with this table's game first."""
        this = MenuItem((verbatim(self._joining.rules.title),), lambda _: None)
        others = (MenuItem((verbatim(o.title),), partial(self._ask, PlayGame(o.name))) for o in self._settings.others)
        return Menu(text("Which game?"), (this, *others), stays=stays)

    def _languages(self, choose: Callable[[str, float], Screen | None], *, stays: bool = False) -> Menu:
        """The menu of languages, open at the present one; `stays`: it must be answered."""
        languages = self._settings.languages
        rows = (MenuItem(tuple(map(verbatim, OWN_WORDS[each])), partial(choose, each)) for each in languages)
        return Menu(text("Language"), tuple(rows), languages.index(self.language), stays=stays)

    def _know(self, known: tuple[str, ...], _t: float) -> None:
        for what in known:
            self._ledger.keep_known(what)

    def _begin_in(self, language: str, t: float) -> Screen:
        """On the very first evening: set the language, then show what the keys do."""
        self.speak(language, t)
        return Reading(KEYS, lambda _: self._ledger.keep_known(KEYS_READ))

    def _which_earlier(self, t: float) -> Screen | None:
        if not (games := self._settings.earlier()):
            self._notices.say(text("There is no other unfinished game."), t)
            return None
        return earlier_games(games, lambda number, t: self._ask(GoOnWith(number), t))

    def _open_agreement(self, _t: float) -> Screen:
        return Agreement(self._joining.rules.options(self._joining.choices), self.agree)

    def _open_calibration(self, _t: float) -> Screen:
        rules, choices = self._joining.rules, self._joining.choices
        return Calibration(rules.measures(choices), self._keep_board, rules.track(choices))

    def _of_speech(self) -> tuple[MenuItem, ...]:
        """The row for speech, if the box has a voice."""
        return (self.speech.row(),) if self._settings.may_speak() else ()

    def _of_odds(self) -> tuple[MenuItem, ...]:
        """The row for odds, if the game has any."""
        rules = self._joining.rules
        return (self.odds.row(),) if rules.has_contests or rules.off else ()

    def _keep_odds(self, shown: bool, t: float) -> None:
        self._ledger.keep_odds(shown=shown)
        if shown:
            self._notices.say(text("Table key: odds"), t)

    def _keep_board(self, values: tuple[int, ...], t: float) -> None:
        if (refused := self.keep_board(values, t)) is not None:
            self._notices.say(refused.why, t)

    # --- also for the owner's page -----------------------------------------------------------------------------------

    def speak(self, language: str, _t: float) -> None:
        """Change the language from now on."""
        self._ledger.keep_language(language)
        self.language = language

    def agree(self, chosen: tuple[int, ...], t: float) -> None:
        """Agree on these rules for the next game, each as `Option.chosen`."""
        rules = self._joining.rules
        agreed = rules.agreed(chosen)
        self._ledger.keep_rules(rules.name, agreed)
        self._joining.choices = {**self._joining.choices, **agreed}
        self._notices.say(text("Agreed for the next game."), t)

    def assign(self, duty: str, who: Who, t: float) -> None:
        """Set who does a duty from the next game on."""
        joining = self._joining
        self._ledger.keep_duty(joining.rules.name, duty, who)
        joining.duties = {**joining.duties, duty: who}
        self._notices.say(text("Agreed for the next game."), t)

    def keep_board(self, values: tuple[int, ...], t: float) -> Refused | None:
        """Restart the box with these numbers of the board; or a refusal, if no game fits them."""
        rules = self._joining.rules
        try:
            self.request = KeepBoard(rules.measured(self._joining.choices, values), rules.board_name)
        except BadChoice:
            return NO_BOARD
        if (doubt := self._settings.doubt) is not None:
            self._know(doubt.known, t)
        return None

    def put_back(self, t: float) -> None:
        """Restart the box with the games of the backup that has come."""
        self._ask(PutBack(), t)

    # --- requests to the program that runs the table -----------------------------------------------------------------

    def _try_part(self, part: BoxPart, t: float) -> None:
        self._ask(TryPart(part, self.language), t)

    def _learn_wiring(self, t: float) -> None:
        self._ask(LearnWiring(self.language), t)

    def _ask(self, request: Request, _t: float) -> None:
        self.request = request


def _group(words: tuple[Text, Text], rows: tuple[MenuItem, ...]) -> tuple[MenuItem, ...]:
    """One row for a group of rows; a single row is a group of its own."""
    return rows if len(rows) < 2 else (MenuItem(words, lambda _: Menu(words[0], rows)),)
