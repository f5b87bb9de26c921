from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.companion.daemon.stepped_box import SteppedBox, config

from .at_home import Home, at_home
from .phone_box import Open, PhoneBox

HOME_NAME = "companion.local"
"""The box by its name in the home network: plain HTTP, where browsers give a page less than at 127.0.0.1."""
PHONE = {"width": 360, "height": 640}


@pytest.fixture
def home() -> Iterator[Home]:
    """Pages that are served."""
    with at_home() as home:
        yield home


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The system's Chromium, headless; without it the test is skipped."""
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("Chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium,
            args=[
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                f"--host-resolver-rules=MAP {HOME_NAME} 127.0.0.1",
            ],
        )
        yield browser
        browser.close()


@pytest.fixture
def box(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[PhoneBox]:
    """A box with pages; a parameter names the game, or gives its settings."""
    given = getattr(request, "param", {})
    settings = {"name": given} if isinstance(given, str) else given
    phones = PhoneBox(SteppedBox(tmp_path, config(**settings)))
    yield phones
    phones.switch_off()
    phones.box.pull_the_plug()


@pytest.fixture
def phone(browser: Browser, box: PhoneBox) -> Iterator[Open]:
    """Open a page as the phone of a pair of keys; at the end, no page may have had an error or a failed request."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def note(message: Any) -> None:
        if message.type == "error" and "Cross-Origin-Opener-Policy" not in message.text:  # HTTPS alone has it
            errors.append(message.text)

    def open_phone(pair: int | None, path: str = "/seat", **settings: Any) -> Page:
        context = browser.new_context(**{"viewport": PHONE, "has_touch": True, **settings})
        contexts.append(context)
        if pair is not None:
            box.let_in(context, pair)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", note)
        page.on("response", lambda got: errors.append(f"{got.status} {got.url}") if got.status >= 400 else None)
        page.goto(f"{box.address}{path}")
        page.wait_for_selector("#me:not(:empty), #title:not(:empty), #code")
        return page

    yield open_phone
    for context in contexts:
        context.close()
    assert [error for error in errors if not (box.was_away and ("WebSocket" in error or "ERR_" in error))] == []
