"""Describes the local web chat without loading its library."""

from __future__ import annotations

from pydantic import BaseModel, Field

from bot.interface import Capabilities, PlatformAdapter
from bot.platforms.spec import Finding, Host, PlatformSpec, free_port

WEB_PORT = 8321
SEATS_FILE = "web-seats.json"
ADDRESS_FILE = "web-address"
"""File with the URL of the web chat and its token, for the host only."""


class WebSettings(BaseModel):
    """The host's settings for the local web chat."""

    port: int = Field(default=WEB_PORT, ge=0, le=65535)
    """Port of the local web chat on 127.0.0.1; 0 takes any free one."""
    browser: bool = True
    """Open the page of the local web chat in a browser when it is ready."""
    web: bool = False
    """Open the local web chat in addition to the other platforms."""


async def _build(settings: WebSettings, host: Host) -> PlatformAdapter:
    from bot.platforms.web.adapter import WebAdapter
    from bot.platforms.web.seats import Seats

    chat_log = await host.open_chat_log()
    seats = Seats(host.folder / SEATS_FILE, host.folder / ADDRESS_FILE)
    return WebAdapter(chat_log, port=settings.port, clock=host.clock, seats=seats)


async def _check(settings: WebSettings) -> list[Finding]:
    return [free_port(settings.port)]


WEB = PlatformSpec(
    key="web",
    title="web chat",
    settings=WebSettings,
    wanted=lambda settings: settings.web,
    build=_build,
    check=_check,
    secrets=(r"(\?token=) [\w-]+",),
    chats="web:channel",
    # More moves are pressed in the picture.
    capabilities=Capabilities(row_buttons=5, choices=25, components=39, tracks=True, lists_moves=True),
)
