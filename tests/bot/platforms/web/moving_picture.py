"""The moving picture in the README: a few moves against the robot, in the real web chat.

`python -m tests.readme_pictures` takes it anew, for light and for dark pages. What each file tells of itself
is in its EXIF data: the words that the bot has said on it.
"""

from __future__ import annotations

import asyncio
import io
import random
import re
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from PIL import Image, ImageDraw
from playwright.async_api import Locator, Page, async_playwright, expect

from tests import ROOT
from tests.bot.conftest import CHROMIUM, QUIET
from tests.bot.platforms.web.page import ready
from tests.bot.platforms.web.running import web_chat

Scheme = Literal["light", "dark"]

FOLDER = ROOT / "docs" / "pictures"
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
WIDTH, HEIGHT, SCALE = 720, 780, 1.25  # 900 pixels across
LARGEST = 2_000_000  # bytes
MOVES = ("4", "1", "6")  # goes on, captures and goes on, ends the turn
RING, WIDE = 26, 5  # pixels: where the mouse presses
COLOUR = "#2f7fd6"
WORDS = 0x010E  # the field ImageDescription of EXIF


@dataclass
class Reel:
    """Pictures of a page, with how long each is seen, and what the bot has said on them."""

    page: Page
    frames: list[tuple[Image.Image, int]] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    async def shoot(self, milliseconds: int, pressed: Locator | None = None) -> None:
        """Take the page as it is, with a ring around what is pressed next."""
        data = await self.page.screenshot(animations="disabled", caret="hide")
        frame = Image.open(io.BytesIO(data)).convert("RGB")
        box = await pressed.bounding_box() if pressed else None
        if box is not None:
            x, y = SCALE * (box["x"] + box["width"] / 2), SCALE * (box["y"] + box["height"] / 2)
            circle = (x - RING, y - RING, x + RING, y + RING)
            ImageDraw.Draw(frame).ellipse(circle, outline=COLOUR, width=WIDE)
        self.frames.append((frame, milliseconds))

    def file(self) -> bytes:
        """A WebP that plays for ever. It begins with its last frame: a board, even if nothing moves."""
        first = self.frames[-1][0]
        exif = Image.Exif()
        exif[WORDS] = "\n".join(self.words)
        data = io.BytesIO()
        first.save(
            data,
            "WEBP",
            save_all=True,
            append_images=[frame for frame, _ in self.frames],
            duration=[300, *(milliseconds for _, milliseconds in self.frames)],
            loop=0,
            quality=80,
            method=6,
            exif=exif,
        )
        return data.getvalue()


async def take(scheme: Scheme) -> bytes:
    """Play the robot: make three moves, one of which captures, and see its reply."""
    with tempfile.TemporaryDirectory() as folder:
        draw = random.Random(1).randbytes
        async with web_chat(Path(folder), draw=draw) as adapter, async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
            page = await browser.new_page(
                viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=SCALE, color_scheme=scheme
            )
            await page.goto(f"{adapter.name}&name=Ada")
            await ready(page)
            reel = Reel(page)
            await _play(reel)
            await browser.close()
    return reel.file()


async def _play(reel: Reel) -> None:
    page = reel.page
    challenge = page.get_by_role("button", name="First game: Sahara")
    await expect(page.locator(".card img").last).to_have_js_property("complete", value=True)
    await reel.shoot(900, pressed=challenge)
    await challenge.click()
    board = page.locator(".board:visible").last
    await expect(board).to_contain_text("Choose a hollow")  # the robot begins
    await reel.shoot(700)
    for move in MOVES:
        button = page.get_by_role("button", name=move, exact=True).last
        await reel.shoot(500)
        await reel.shoot(500, pressed=button)
        await button.click()
        await expect(board).to_contain_text(re.compile(rf"sowed hollows? ([\d, ]+, )?{move}\b"))
        reel.words += await board.locator(".text, .log > summary").all_inner_texts()
    await page.mouse.move(0, 0)
    await reel.shoot(1000)
    await expect(board).to_contain_text("Robot (level 1) sowed")
    await expect(board).to_contain_text("Choose a hollow")
    reel.words += await board.locator(".text, .log > summary").all_inner_texts()
    await reel.shoot(2000)


def path(scheme: Scheme) -> Path:
    """The file for pages of this colour."""
    return FOLDER / f"play-{scheme}.webp"


def words(data: bytes) -> str:
    """What the bot says on a moving picture."""
    return str(Image.open(io.BytesIO(data)).getexif()[WORDS])


def main() -> None:
    """Write both files."""
    for scheme in SCHEMES:
        path(scheme).write_bytes(asyncio.run(take(scheme)))
