from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import msgspec

from companion.web.audience import Audience, Looker
from companion.web.frames import AT_FIRST, CONTRAST, LEDS, OLED, PRESSED, TONE, WORDS, looks

from .fake_twin import FakeTwin

LOOK_S = 0.001
DARK, LIT = bytes(1024), b"\xff" * 1024


def audience(twin: FakeTwin) -> Audience:
    return Audience(lambda: looks(twin), LOOK_S, AT_FIRST)


class Page:
    """Somebody who looks, and may stop reading."""

    def __init__(self) -> None:
        self.told: list[bytes] = []
        self.reads = asyncio.Event()
        self.reads.set()

    async def tell(self, kind: bytes, frame: bytes) -> None:
        await self.reads.wait()
        self.told.append(kind + frame)

    async def until(self, frame: bytes) -> None:
        while frame not in self.told:
            await asyncio.sleep(LOOK_S)


def with_pages(count: int, play: Callable[[FakeTwin, list[Page]], Awaitable[None]]) -> list[Page]:
    """Let so many look at a twin while this is played."""

    async def look() -> list[Page]:
        twin, pages = FakeTwin(), [Page() for _ in range(count)]
        everybody = audience(twin)
        looking = [asyncio.create_task(everybody.show(Looker(page.tell))) for page in pages]
        async with asyncio.timeout(10):
            await play(twin, pages)
        for task in looking:
            task.cancel()
        await asyncio.gather(*looking, return_exceptions=True)
        await asyncio.sleep(0)
        assert len(asyncio.all_tasks()) == 1, "nobody looks, and nothing runs"
        return pages

    return asyncio.run(look())


def test_each_first_gets_pictures_how_bright_keys_and_words() -> None:
    async def play(_twin: FakeTwin, pages: list[Page]) -> None:
        for page in pages:
            while len(page.told) < 5:
                await asyncio.sleep(LOOK_S)
        await asyncio.sleep(20 * LOOK_S)

    twin = FakeTwin()
    all_of_it = [OLED + twin.oled, LEDS + twin.leds, CONTRAST + b"\xcf", PRESSED + bytes(13)]
    for page in with_pages(2, play):
        assert page.told == [*all_of_it, WORDS + msgspec.json.encode(twin.words())], "and nothing again"


def test_what_changes_is_told_alone() -> None:
    async def play(twin: FakeTwin, pages: list[Page]) -> None:
        await pages[0].until(OLED + DARK)
        twin.oled = LIT
        await pages[0].until(OLED + LIT)
        twin.leds = b"\xff\x00\x00" * 35
        await pages[0].until(LEDS + twin.leds)

    (page,) = with_pages(1, play)
    assert page.told[5:] == [OLED + LIT, LEDS + b"\xff\x00\x00" * 35]


def test_a_tone_is_told_when_it_changes_and_silence_only_after_one() -> None:
    async def play(twin: FakeTwin, pages: list[Page]) -> None:
        await pages[0].until(OLED + DARK)
        for tone, frame in (((440.0, 0.5), b"\x01\xb8\x32"), ((261.63, 0.1), b"\x01\x06\x0a"), ((0.0, 0.0), bytes(3))):
            twin.sounding = tone
            await pages[0].until(TONE + frame)

    (page,) = with_pages(1, play)
    assert page.told[5:] == [TONE + b"\x01\xb8\x32", TONE + b"\x01\x06\x0a", TONE + bytes(3)]


def test_who_does_not_read_misses_frames_gets_the_newest_and_holds_up_nobody() -> None:
    async def play(twin: FakeTwin, pages: list[Page]) -> None:
        slow, quick = pages
        await quick.until(OLED + DARK)
        await slow.until(OLED + DARK)
        slow.reads.clear()
        for shade in range(1, 9):
            twin.oled = bytes([shade]) * 1024
            await quick.until(OLED + twin.oled)
        slow.reads.set()
        await slow.until(OLED + twin.oled)

    slow, quick = with_pages(2, play)
    pictures = [[frame[1] for frame in page.told if frame[:1] == OLED] for page in (slow, quick)]
    assert pictures[1] == list(range(9))
    assert len(pictures[0]) <= 3
    assert pictures[0][-1] == 8


class BrokenTwin(FakeTwin):
    def contrast(self) -> int:
        raise RuntimeError("no display")


def test_a_twin_that_breaks_is_told_to_everybody_as_it_is() -> None:
    async def look() -> None:
        everybody = audience(BrokenTwin())
        found = await asyncio.gather(*(everybody.show(Looker(Page().tell)) for _ in range(3)), return_exceptions=True)
        assert [str(error) for error in found] == ["no display"] * 3

    asyncio.run(look())
