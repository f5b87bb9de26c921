"""Three phones and a player at the keys choose at once, in a real browser; one phone loses its network meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from crows import MANIFEST
from crows.rules import CROWS
from crows.state import State
from playwright.sync_api import Page

from companion import games
from companion.daemon.demo import press
from tests.companion.daemon.stepped_box import SteppedBox, config
from tests.companion.web.pages.phone_box import Open, PhoneBox

pytestmark = [pytest.mark.slow, pytest.mark.untraced]


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PhoneBox]:
    """A box whose first game is Crows; four play."""
    monkeypatch.setattr(games, "LIST", (*games.LIST, MANIFEST))
    phones = PhoneBox(SteppedBox(tmp_path, config(CROWS.name)))
    phones.box.play(4, Random(3), 0)
    phones.box.box.wait(30.0)
    yield phones
    phones.switch_off()
    phones.box.pull_the_plug()


def state(box: PhoneBox) -> State:
    found = box.box.session.state
    assert isinstance(found, State)
    return found


def choose(box: PhoneBox, page: Page, crow: int) -> None:
    """Touch the button of a crow of the first round, and see it marked."""
    box.sees(page, "#choices button")
    page.locator("#choices button").nth(crow - 1).click()
    box.sees(page, f"#choices li:nth-child({crow}) [aria-pressed='true']")
    box.sees(page, "#confirm")


def confirm(box: PhoneBox, page: Page, seat: int) -> None:
    """Send what is chosen, until the box has it."""
    page.click("#confirm")
    box.until(page, lambda: seat not in state(box).missing)


def waits_for(box: PhoneBox, table: Page, missing: int) -> None:
    """Until the table's page marks so many seats."""
    box.until(table, lambda: table.locator("#seats .on-turn").count() == missing)


def test_phones_and_keys_choose_at_once_and_a_phone_without_a_network_loses_nothing(box: PhoneBox, phone: Open) -> None:
    hans, pia, werner = (phone(pair) for pair in (1, 2, 3))
    table = phone(None, "/")
    for page in (hans, pia, werner):
        box.sees(page, "#who >> text=Your turn")
        box.sees(page, "#choices button")
    waits_for(box, table, 4)

    choose(box, pia, 5)
    choose(box, hans, 3)
    confirm(box, hans, 1)
    box.until(hans, lambda: not hans.is_visible("#choices button"))
    waits_for(box, table, 3)
    for name in ("Pia", "Werner", "Claudia"):
        box.sees(hans, f"#lines >> text={name}")
        box.sees(table, f"#lines >> text={name}")
    box.sees(pia, "#choices li:nth-child(5) [aria-pressed='true']")

    box.cut(pia)
    choose(box, werner, 5)
    box.box.tap("green4", "green4")
    confirm(box, werner, 3)
    box.box.hold("green4")
    assert state(box).chosen == ("3", "", "5", "2")
    waits_for(box, table, 1)

    pia.context.set_offline(False)
    choose(box, pia, 5)
    pia.click("#confirm")
    box.until(pia, lambda: state(box).flown == (("3",), ("5",), ("5",), ("2",)))
    assert state(box).eaten[0] > 0, "the fives have quarrelled"
    box.box.box.wait(30.0)
    for page in (hans, pia, werner):
        box.sees(page, "#who >> text=Your turn")
    assert hans.locator("#choices button").count() == 7


def test_an_undo_of_one_phone_leaves_the_others_what_they_have_begun_to_choose(box: PhoneBox, phone: Open) -> None:
    hans, pia = phone(1), phone(2)
    choose(box, pia, 5)
    choose(box, hans, 3)
    box.box.tap("green4", "green4")
    confirm(box, hans, 1)
    box.until(hans, lambda: not hans.is_visible("#choices button"))
    press(box.box.box, "table", 2.3)
    assert state(box).missing == (1, 2, 3, 4)
    box.sees(hans, "#choices button")
    assert not hans.is_visible("#choices [aria-pressed='true']")
    assert pia.is_visible("#choices li:nth-child(5) [aria-pressed='true']")
    confirm(box, pia, 2)
    box.box.hold("green4")
    assert state(box).chosen == ("", "5", "", "2")
