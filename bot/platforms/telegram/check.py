"""Checks the token, the modes set with BotFather and the webhook, for `tischrand doctor`."""

from __future__ import annotations

import asyncio
import logging

import telegram
from telegram.error import BadRequest, Forbidden, InvalidToken, NetworkError

from bot.platforms.spec import Finding
from bot.platforms.telegram.calls import bot_of

WITHIN = 15.0  # seconds

log = logging.getLogger(__name__)


async def check(
    token: str, api_url: str | None, webhook_url: str | None, picture_chat: int | None = None
) -> list[Finding]:
    """Check the settings of `TelegramSettings` against what Telegram answers; sends no message."""
    server = "TELEGRAM_API_URL" if api_url else "Telegram"
    try:
        async with asyncio.timeout(WITHIN):
            async with bot_of(token, api_url) as bot:
                webhook = await bot.get_webhook_info()
                return [
                    Finding("ok", f"Telegram knows the token: it is that of @{bot.username}."),
                    *_modes(bot.bot),
                    *_delivery(webhook, webhook_url),
                    await _pictures(bot, picture_chat),
                ]
    except InvalidToken:  # the library's own message would repeat the token
        return [
            Finding(
                "wrong",
                "Telegram refuses the token (TELEGRAM_TOKEN)."
                " Copy it again from @BotFather: /mybots, API Token.",
            )
        ]
    except (NetworkError, TimeoutError) as fault:
        problem = f"{server} does not answer ({type(fault).__name__}). Is the network up?"
    except Exception as fault:
        problem = (
            f"What answers at {server} is not the Bot API ({type(fault).__name__}). Is a proxy in between?"
        )
    log.debug("the check of Telegram failed: %s", problem, exc_info=True)
    return [Finding("wrong", problem)]


def _modes(me: telegram.User) -> list[Finding]:
    """Check the modes that the host can switch with BotFather."""
    modes = (
        (
            me.supports_inline_queries,
            "Inline mode is on.",
            "Inline mode is off, so nobody can challenge in chats without the bot."
            " To turn it on, send /setinline to @BotFather.",
        ),
        (
            me.supports_guest_queries,
            "Guest mode is on.",
            "Guest mode is off, so nobody can mention the bot in chats without it."
            " To turn it on, ask @BotFather: /mybots, Bot Settings.",
        ),
        (
            not me.can_read_all_group_messages,
            "Privacy mode is on.",
            "Privacy mode is off, so Telegram sends the bot everything that is written in groups."
            " To turn it on, send /setprivacy to @BotFather, choose Enable, and add the bot to groups again.",
        ),
        (
            me.can_join_groups is not False,
            "The bot can be added to groups.",
            "The bot cannot be added to groups."
            " To allow that, send /setjoingroups to @BotFather and choose Enable.",
        ),
    )
    return [Finding("ok", good) if right else Finding("note", advice) for right, good, advice in modes]


async def _pictures(bot: telegram.Bot, chat: int | None) -> Finding:
    """Check whether inline boards can show pictures."""
    if chat is None:
        return Finding(
            "note",
            "No chat for pictures is set (TELEGRAM_PICTURE_CHAT),"
            " so boards in chats without the bot have no pictures.",
        )
    try:
        found = await bot.get_chat(chat)
    except (BadRequest, Forbidden) as error:
        return Finding(
            "wrong",
            f"The bot cannot see the chat for pictures, TELEGRAM_PICTURE_CHAT ({error.message})."
            " Start the bot in that chat, or add it there.",
        )
    return Finding("ok", f"Pictures for chats without the bot are uploaded to {found.effective_name}.")


def _delivery(webhook: telegram.WebhookInfo, ours: str | None) -> list[Finding]:
    """Check how updates arrive; the findings omit the URLs, which may contain a secret."""
    if ours is None and webhook.url:
        found = Finding(
            "note",
            "A webhook is set, but the settings name none: the next start removes it and fetches the updates."
            " If another bot uses this token, give this bot a token of its own.",
        )
    elif ours is None:
        found = Finding("ok", "The bot fetches its updates (long polling).")
    elif webhook.url == ours:
        found = Finding("ok", "Telegram sends the updates to TELEGRAM_WEBHOOK_URL.")
    else:
        now = "Another webhook is set" if webhook.url else "No webhook is set yet"
        found = Finding("note", f"{now}: the next start sets TELEGRAM_WEBHOOK_URL.")
    if not webhook.url or not webhook.last_error_message:
        return [found]
    trouble = Finding(
        "note",
        f"Telegram failed to deliver an update ({webhook.last_error_message})."
        " Can Telegram reach the address, and does the proxy forward it to the port?",
    )
    return [found, trouble]
