"""The words of the pages: of the twin's in the language of the table, of the others in their readers'."""

from __future__ import annotations

from functools import cache
from typing import Final

from companion.kit.seats import COLOUR_NAMES
from companion.kit.text import Text, speak, text
from companion.kit.view import MARKS_ALOUD
from companion.locale import translator
from companion.table.afar import MEANWHILE
from companion.table.screens.answering import BOT_PLAYS, DEAD_END
from companion.web.twin import TwinWords

PAGE: Final = {
    "board": text("Board"),
    "track": text("The track and its lights"),
    "keys": text("Keys of the box"),
    "display": text("Display of the box"),
    "tap": text("tap"),
    "change": text("to change"),
    "hold": text("hold"),
    "commit": text("to commit"),
    "sound": text("Mute the sound"),
}

HOME: Final = {
    "away": text("box not reachable"),
    "taken": text("Another phone has this seat."),
    "full": text("Four pages are open: close one."),
    "come_in": text("Come in"),
    "code": text("The code on the display of the box"),
    "digits": text("The code has six digits."),
    "wrong": text("This code is wrong, or too old."),
    "too_many": text("Too many wrong codes: wait."),
    "asleep": text("asleep: any key wakes it"),
    "unsaved": text("Not saved: disk full or broken."),
    "board": text("Board"),
    "seats": text("Players"),
    "log": text("What has happened"),
    "papers": text("To look up"),
    "previous": text("Previous page"),
    "next": text("Next page"),
    "pause": text("Stop leafing"),
    "waits": text("waits"),
    "bot": text("bot"),
    "covered": text("covered"),
    "player": text("Player"),
    "bot_plays": BOT_PLAYS.why,
    "tap": text("tap"),
    "hold": text("hold"),
    "scan": text("With a phone: scan this, tap ○ at the box, and type the six digits that it shows"),
    "play_here": text("Play with this phone"),
    "how_in": text("While people join, tap ○ at the box: it shows a code"),
    "join": text("You do not play yet."),
    "joined": text("You are in."),
    "next_time": text("A game is on without you: look on, and play in the next one"),
    "start": text("When all are in, a player holds ● at the box: the game begins"),
    "do_join": text("Join"),
    "do_leave": text("Leave"),
    "name": text("Your name"),
    "keep": text("Keep"),
    "colour": text("For another colour, take the code of other keys"),
    "you": text("Your turn"),
    "rule": text("What may I do?"),
    "meanwhile": MEANWHILE.why,
    "stuck": DEAD_END,
    "unheard": text("It did not arrive: press again."),
    "unsure": text("Look whether your answer arrived."),
    "keep_on": text("Touch to keep the screen on"),
    "stays_dark": text("Set your phone so that its screen stays on"),
    "calls": text("When it is your turn"),
    "speech": text("Speech"),
    "speaks": text("What is spoken"),
    "speech_off": text("nothing"),
    "speech_turns": text("whose turn it is"),
    "speech_all": text("everything"),
    "rate": text("How fast"),
    "loud": text("How loud"),
    "say_again": text("Say it again"),
    "say_board": text("Say the board"),
    "earphone": text("Your secrets are spoken when you look at them: use an earphone"),
    "ring": text("Bell"),
    "shake": text("Vibration"),
    "private": text("For your eyes only"),
    "look": text("Look: tap or hold"),
    "cover": text("Cover"),
    "amount": text("Amount"),
    "digits_open": text("Digits"),
    "erase": text("Erase"),
    "back": text("Back"),
    "all": text("Show all"),
    "owner": text("Owner's page"),
    "owner_taken": text("Another browser has the owner's page."),
    "this_game": text("This game"),
    "next_game": text("Next game"),
    "games": text("Past games"),
    "no_game": text("No game is on."),
    "undo": text("Undo"),
    "with_it": text("With it goes back:"),
    "redo": text("Redo"),
    "correct": text("Correct coins"),
    "whose": text("Whose coins?"),
    "how_many": text("How many?"),
    "why": text("Why?"),
    "own_words": text("Or in your own words"),
    "less": text("One less"),
    "more": text("One more"),
    "rules": text("Rules of play"),
    "as_printed": text("as printed"),
    "with_changes": text("with changes"),
    "agree": text("Agree for the next game"),
    "duties": text("Who does what"),
    "people": text("people, with the real thing"),
    "by_box": text("the box"),
    "reads": text("Language of this page"),
    "as_table": text("As the table"),
    "table_language": text("Language of the table"),
    "names": text("Names"),
    "others": text("Games from others"),
    "unplayable": text("Cannot be played:"),
    "home_wifi": text("Home network"),
    "wifi_scan": text("First join the box's Wi-Fi: scan this, or type its name and password"),
    "wifi_says": text("The box leaves this Wi-Fi and tries the home network; if it is not let in, it comes back"),
    "wifi_name": text("Name of the Wi-Fi"),
    "wifi_password": text("Password; empty: it has none"),
    "wifi_join": text("Join this network"),
    "in_game": text("Names change before a game."),
    "check": text("Check the board"),
    "next_one": text("Next"),
    "keep_board": text("Keep this board"),
    "looked_at": text("Looked at:"),
    "own_board": text("A game is on: it keeps the board on which it began"),
    "differs": text("This changes:"),
    "differs_not": text("Nothing changes"),
    "anew": text("The box starts anew with it; the game goes on"),
    "unchecked": text("Nobody has checked this board yet."),
    "no_numbers": text("There is nothing to count on the board of this game"),
    "left": text("not finished"),
    "running": text("is on"),
    "replay": text("Step through"),
    "record": text("Record"),
    "report": text("Report"),
    "share": text("Share"),
    "share_scan": text("With the phone that has the app BG Stats: scan this, and the app shows the game"),
    "share_open": text("Open in BG Stats"),
    "odds": text("Odds"),
    "own_report": text("How did I play?"),
    "reckoning": text("Being reckoned: some seconds, on a small box some minutes"),
    "no_games": text("No game has been played yet."),
    "more_games": text("Earlier games"),
    "close": text("Close"),
    "step": text("Step"),
    "chapter": text("Part of the game"),
    "step_back": text("One step back"),
    "step_on": text("One step on"),
    "to_start": text("To the beginning"),
    "to_end": text("To the end"),
    "backup": text("Backup"),
    "backup_has": text("All games, settings and wiring in one file, for a new card; it also holds hidden cards"),
    "restore": text("Put back a backup"),
    "restore_has": text("Its games, wiring and board take the place of those here, which are kept on the card"),
    "restore_file": text("Backup file"),
    "restore_coming": text("On its way:"),
    "restore_game": text("A game is on: it ends here, and is kept with the others"),
    "restore_now": text("Put it back now"),
    "restore_goes": text("The box starts anew with it: this takes up to some minutes"),
    "update": text("Update"),
    "update_has": text("From a USB stick or the address in the settings; only when you ask, and not in a game"),
    "update_look": text("Look for a newer version"),
    "update_install": text("Install it: the box starts anew"),
    "bundle": text("Support bundle"),
    "bundle_has": text("Log, settings, the last game's record, versions, for whoever helps you; nothing secret"),
    "download": text("Download"),
    "loading": text("One moment"),
    "table": text("The table"),
    "making": text("Being made: this takes up to a minute."),
    "failed": text("That did not work; try again later."),
    "failed_help": text("That did not work; try again later. For help: Support bundle (companion doctor --bundle)"),
}


def home_words(language: str) -> dict[str, str]:
    """The words of the pages for tablets and phones."""
    translate = translator(language)
    return {place: speak(said, translate) for place, said in HOME.items()}


@cache
def words(language: str) -> TwinWords:
    """All words of the twin's page."""
    translate = translator(language)
    keys = {key: speak(name, translate) for key, name in _keys().items()}
    page = {place: speak(said, translate) for place, said in PAGE.items()}
    asleep, away = text("asleep: any key wakes it"), text("box not reachable")
    return TwinWords(language, keys, page, speak(asleep, translate), speak(away, translate))


def _keys() -> dict[str, Text]:
    """The label of each key, by the key's name."""
    called = {"table": text("Table key")}
    for pair, colour in enumerate(COLOUR_NAMES.values(), 1):
        for key, name in MARKS_ALOUD.items():
            called[f"{key}{pair}"] = text("Seat {n}, {colour}: {key}", n=pair, colour=colour, key=name)
    return called
