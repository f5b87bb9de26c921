"""Reports without waiting: one that is ready before anybody asks, and one that cannot be made."""

from __future__ import annotations

from pathlib import Path

import msgspec
from playwright.sync_api import Page, Route

from companion.daemon.reports import FOLDER, name_of
from companion.daemon.resuming import record_of
from companion.games import find_rules
from companion.journal.saved import Saved
from companion.match.report import Report
from companion.players.playouts import PARTS
from companion.study.executors import Alone
from companion.study.report import QUICK, Study
from companion.study.told import read
from companion.web.words import HOME


def keep_report(folder: Path, saved: Saved | None) -> Report:
    """Make a short report of a finished game, and keep it in its folder."""
    assert saved is not None
    rules, effort = find_rules(saved.name), QUICK.scaled(PARTS)._replace(weighed=30, points=6)
    report = Study(read(rules, record_of(saved)), effort, 1).report(Alone(), lambda _: None)
    (folder / FOLDER).mkdir(exist_ok=True)
    (folder / FOLDER / name_of(saved)).write_bytes(msgspec.json.encode(report))
    return report


def ask_in_vain(page: Page, button: str) -> None:
    """Ask for a report: first the page says that it is being made; when it cannot be made, the page stops waiting."""
    answers = iter([(200, '{"curve":null,"sentences":[]}'), (503, "no")])

    def answer(route: Route) -> None:
        status, body = next(answers)
        route.fulfill(status=status, body=body)

    page.route("**/report", answer)
    page.click(button)
    page.wait_for_selector(".reckoning:visible")
    assert page.inner_text(".reckoning") == HOME["reckoning"].id
    page.wait_for_selector("#report", state="hidden")
