"""In the web chat everybody manages the channel, and nobody a private chat."""

from __future__ import annotations

from bot.interface import Account, ChangeChat, Chat, Help, Incoming, Request, ShowSettings
from bot.platforms.web.adapter import managing

ADA = Account("web", "0123456789abcdef", "Ada")
CHANNEL, OWN = Chat("web", "channel", private=False), Chat("web", f"@{ADA.id}", private=True)


def manages(request: Request, chat: Chat) -> bool:
    return managing(Incoming(ADA, chat, request, "press")).manages


def test_everybody_manages_the_channel_and_nobody_a_private_chat() -> None:
    assert manages(ShowSettings(), CHANNEL)
    assert manages(ChangeChat("channel", ("theme=dark",)), OWN)
    assert not manages(ShowSettings(), OWN)
    assert not manages(ChangeChat("@fedcba9876543210", ("theme=dark",)), CHANNEL)
    assert not manages(Help(), CHANNEL)
