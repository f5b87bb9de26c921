"""The box's own Wi-Fi is told to those who are in it, and to nobody else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Page

from companion.table.ports import OWNER, WifiNetwork
from companion.web.pages import wifi_code
from companion.web.words import HOME

from .at_home import at_home
from .phone_box import PhoneBox

WIFI = WifiNetwork("companion-abcd", "abcde-fghjk")


@pytest.fixture
def in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """This computer's own network is the box's own Wi-Fi."""
    monkeypatch.setattr(wifi_code, "OWN_ADDRESS", "127.0.0.1")


@pytest.mark.usefixtures("in_it")
def test_who_is_in_it_gets_name_password_and_code() -> None:
    with at_home(own_wifi=WIFI) as home:
        answer, said = home.ask("GET", "/wifi")
        assert json.loads(said) == {"name": WIFI.name, "password": WIFI.password}
        assert answer.headers["Cache-Control"] == "no-store"
        answer, said = home.ask("GET", "/wifi.svg")
        assert (answer.headers["Content-Type"], said[:5]) == ("image/svg+xml", "<?xml")
        assert answer.headers["Cache-Control"] == "no-store"


def test_who_is_in_another_network_gets_nothing() -> None:
    with at_home(own_wifi=WIFI) as home:
        assert home.ask("GET", "/wifi")[1] == "null"
        answer, said = home.ask("GET", "/wifi.svg")
        assert (answer.status, said) == (404, wifi_code.NOT_IN_IT)


@pytest.mark.usefixtures("in_it")
def test_without_an_own_wifi_there_is_nothing() -> None:
    with at_home() as home:
        assert home.ask("GET", "/wifi")[1] == "null"
        assert home.ask("GET", "/wifi.svg")[0].status == 404


@pytest.mark.usefixtures("in_it")
def test_another_page_is_told_nothing() -> None:
    with at_home(own_wifi=WIFI) as home:
        for path in ("/wifi", "/wifi.svg"):
            answer, said = home.ask("GET", path, Origin="http://evil.example")
            assert answer.status == 403
            assert WIFI.password not in said


# --- in a browser ----------------------------------------------------------------------------------------------------


@pytest.fixture
def page(browser: Browser, box: PhoneBox) -> Iterator[Page]:
    """A browser of the owner."""
    box.own_wifi = WIFI
    context = browser.new_context(viewport={"width": 360, "height": 640}, reduced_motion="reduce")
    box.let_in(context, OWNER)
    yield context.new_page()
    context.close()


def scanned(page: Page) -> list[str]:
    """What a phone reads from the screen."""
    return [read.text for read in zxingcpp.read_barcodes(Image.open(BytesIO(page.screenshot())))]


@pytest.mark.slow
@pytest.mark.usefixtures("in_it")
def test_a_phone_scans_it_from_the_owners_page(box: PhoneBox, page: Page) -> None:
    page.goto(f"{box.address}/owner#next")
    box.sees(page, "#wifi")
    assert page.inner_text("#wifi h3") == HOME["wifi_scan"].id
    assert page.inner_text("#wifi-told") == f"{WIFI.name} {WIFI.password}"
    page.locator("#wifi-code").scroll_into_view_if_needed()
    box.until(page, lambda: WIFI.link in scanned(page))
    assert page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.slow
@pytest.mark.usefixtures("in_it")
@pytest.mark.parametrize("size", [(768, 1024), (1280, 800)])
def test_a_phone_scans_both_codes_from_a_tablet_at_the_table(box: PhoneBox, page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(box.address)
    box.sees(page, "#wifi")
    box.until(page, lambda: {WIFI.link, f"{box.address}/seat"} <= {*scanned(page)})
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    assert page.evaluate("document.documentElement.scrollHeight") <= max(size[1], page.evaluate("innerHeight"))


@pytest.mark.slow
def test_elsewhere_the_pages_show_no_wifi(box: PhoneBox, page: Page) -> None:
    page.goto(f"{box.address}/owner#next")
    box.sees(page, "#rules")
    assert not page.is_visible("#wifi")
