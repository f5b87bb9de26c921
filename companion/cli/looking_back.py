"""The command that looks back at a game: how likely each player was to win, and why.

Law: an error names the record's wrong line; nothing is computed until record and arguments are known to be right.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from companion import result
from companion.cli.arguments import Commands, seed, whole
from companion.cli.records import journal_of, load, read_record
from companion.cli.studies import add_executor, executor, file_of
from companion.cli.terminal import say, to_stdout, waiting
from companion.daemon.resuming import record_of, resume
from companion.games import find_rules
from companion.kit.errors import WrongLine, WrongUse
from companion.kit.rules import Rules
from companion.kit.text import speak

if TYPE_CHECKING:
    from companion.match.report import Report, Thought
    from companion.study.told import ToldGame

NUMBER: Final = re.compile(r"[0-9]{1,9}")
"""A word like this is the number of a game on the box; any other word is a file."""


def add_to(commands: Commands) -> None:
    """`report`."""
    report = commands.add_parser(
        "report",
        help="tell how a game went: chances, luck, prices, what cost most",
        description="Plays the rest of a game that is over again and again from every state that mattered, and tells "
        "how likely everybody was to win, who had how much luck, what was paid and what was fair, and which choices "
        "cost most, as all know now.",
    )
    report.add_argument("game", metavar="GAME", help="its number in `companion games`, or the file of a record")
    often = report.add_mutually_exclusive_group()
    often.add_argument("--short", action="store_true", help="a third as many rests as usual, as the owner's page does")
    often.add_argument(
        "--playouts",
        type=whole,
        metavar="N",
        help="rests played for each point of the curve (128; by the rules alone 20)",
    )
    report.add_argument(
        "--to-the-end",
        action="store_true",
        help="play every rest until somebody wins, without fitted chances: a check that takes twice as long",
    )
    report.add_argument("--seed", type=seed, default=1, metavar="S", help="the same seed, the same report (1)")
    add_executor(report)
    report.add_argument("--svg", type=Path, metavar="FILE", help="draw a picture of it into FILE")
    report.add_argument("--json", metavar="FILE", help="write the report as JSON; `-`: print it instead of the tables")
    report.set_defaults(run=_report)


def _report(chosen: argparse.Namespace) -> int:
    from companion.match.report_svg import svg
    from companion.study import report, show

    with waiting("the game is read"):
        told, thought = _told(chosen)
        effort = report.effort_for(told, chosen.playouts, is_short=chosen.short)
        study = report.Study(told, effort._replace(to_the_end=chosen.to_the_end), chosen.seed)
    json, drawing = result.place(file_of(chosen.json)), result.place(chosen.svg)
    with show.progress("states", study.pieces) as done:
        found = replace(study.report(executor(chosen), done), thought=thought)
    result.keep(json, show.as_json(found))
    result.keep(drawing, svg(found, str))
    _tell(found, as_json=chosen.json == "-")
    return 0


def _told(chosen: argparse.Namespace) -> tuple[ToldGame, tuple[Thought, ...]]:
    """The game asked for, refereed, and who thought how long.

    Raises NotARecord, UnknownGame, WrongLine, WrongUse, Damaged.
    """
    from companion.match import referee
    from companion.study.told import read

    rules, text, thought = _record(chosen)
    try:
        referee.check(rules, text)
        return read(rules, text), thought
    except (WrongLine, WrongUse) as wrong:
        raise WrongUse(f"{chosen.game}: {wrong}") from None


def _record(chosen: argparse.Namespace) -> tuple[Rules[Any], str, tuple[Thought, ...]]:
    from companion.match.thought import thought

    if NUMBER.fullmatch(chosen.game) is None:
        try:
            return *read_record(Path(chosen.game)), ()
        except WrongLine as wrong:
            raise WrongUse(f"{chosen.game}: {wrong}") from None
    with journal_of(chosen) as journal:
        saved = load(journal, int(chosen.game))
    steps = [past.step for past in resume(saved).history.done]
    return find_rules(saved.name, saved.package), record_of(saved), thought(steps)


def _tell(found: Report, *, as_json: bool) -> None:
    from companion.match.findings import coaching, sentences
    from companion.match.highlights import headline, highlights
    from companion.study import show
    from companion.study.report_sheets import sheets

    if as_json:
        with to_stdout():
            print(show.as_json(found), end="")
        return
    turns = [highlight.says for highlight in highlights(found)]
    own = [sentence for seat in range(1, len(found.names) + 1) for sentence in coaching(found, seat)]
    for sentence in (headline(found), *turns, *sentences(found), *own):
        say(speak(sentence, str).replace("\t", " "))
    with to_stdout():
        show.sheets(sheets(found))
