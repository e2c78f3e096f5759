"""Checks the token, the modes set with BotFather and the webhook, for `tischrand doctor`."""

from __future__ import annotations

import asyncio
import logging

import telegram
from telegram.error import BadRequest, Forbidden, InvalidToken, NetworkError

from bot.platforms.spec import Finding
from bot.platforms.telegram.calls import AiohttpRequest

WITHIN = 15.0  # seconds

log = logging.getLogger(__name__)


async def check(
    token: str, api_url: str | None, webhook_url: str | None, picture_chat: int | None = None
) -> list[Finding]:
    """Check the token, the modes of the bot, its webhook and the chat for pictures.

    Args:
        token: the bot's token.
        api_url: base URL of the Bot API; None: Telegram's own.
        webhook_url: the webhook URL that the settings name; None: updates are fetched.
        picture_chat: chat in which pictures are uploaded; None: there is no such chat.
    """
    address = {"base_url": f"{api_url.rstrip('/')}/bot"} if api_url else {}
    where = "at TELEGRAM_API_URL" if api_url else "from here"
    try:
        async with asyncio.timeout(WITHIN):
            # The library's own message would repeat the token.
            async with telegram.Bot(token, request=AiohttpRequest(), **address) as bot:  # type: ignore[arg-type]
                found = [*_modes(bot.bot), *_delivery(await bot.get_webhook_info(), webhook_url)]
                return [*found, await _pictures(bot, picture_chat)]
    except InvalidToken:
        again = "copy it again from @BotFather, /mybots, API Token"
        return [Finding("wrong", f"Telegram refuses the token: {again} (TELEGRAM_TOKEN)")]
    except (NetworkError, TimeoutError) as fault:
        log.debug("Telegram could not be asked", exc_info=True)
        why = f"Telegram does not answer {where} ({type(fault).__name__}); is the network up?"
        return [Finding("wrong", why)]
    except Exception as fault:
        log.debug("Telegram could not be asked", exc_info=True)
        why = f"what answers {where} is not the Bot API ({type(fault).__name__}); is a proxy in between?"
        return [Finding("wrong", why)]


def _modes(me: telegram.User) -> list[Finding]:
    """Check the modes that the host can switch with BotFather."""
    inline = "inline mode is off, so that nobody can challenge where the bot is not: turn it on"
    guest = "guest mode is off, so that nobody can call the bot by its name where it is not: turn it on"
    privacy = "privacy mode is off, so that the bot is sent all that is said in groups: turn it on"
    switches = (
        (me.supports_inline_queries, "inline mode is on", f"{inline} (@BotFather, /setinline)"),
        (me.supports_guest_queries, "guest mode is on", f"{guest} (@BotFather, /mybots, Bot Settings)"),
        (
            not me.can_read_all_group_messages,
            "privacy mode is on",
            f"{privacy} (@BotFather, /setprivacy, Enable), and add it to them again",
        ),
    )
    found = [Finding("ok", f"Telegram knows the token: it is that of @{me.username}")]
    found += [Finding("ok", good) if right else Finding("note", bad) for right, good, bad in switches]
    if me.can_join_groups is False:
        text = "it cannot be added to groups: allow that"
        found.append(Finding("note", f"{text} (@BotFather, /setjoingroups, Enable)"))
    return found


async def _pictures(bot: telegram.Bot, chat: int | None) -> Finding:
    """Check whether inline boards can show pictures, without sending anything."""
    if chat is None:
        text = "no chat for pictures is set, so that boards in chats without the bot are in words"
        return Finding("note", f"{text} (TELEGRAM_PICTURE_CHAT)")
    try:
        known = await bot.get_chat(chat)
    except (BadRequest, Forbidden) as refused:
        text = f"the bot cannot see the chat for pictures ({refused.message})"
        return Finding("wrong", f"{text}: start it there, or add it (TELEGRAM_PICTURE_CHAT)")
    return Finding("ok", f"pictures for chats without the bot go by way of {known.effective_name}")


def _delivery(set_up: telegram.WebhookInfo, ours: str | None) -> list[Finding]:
    """Check how updates arrive; the findings omit the URLs, which may contain a secret."""
    found = []
    if ours is None and set_up.url:
        text = "a webhook is set, so that updates go there: the next start takes it away and fetches them"
        found.append(Finding("note", f"{text}; if another bot uses this token, give this one its own"))
    elif ours is None:
        found.append(Finding("ok", "updates are fetched (long polling)"))
    elif set_up.url == ours:
        found.append(Finding("ok", "updates are brought to TELEGRAM_WEBHOOK_URL"))
    else:
        now = "another webhook is set" if set_up.url else "no webhook is set yet"
        found.append(Finding("note", f"{now}: the next start sets TELEGRAM_WEBHOOK_URL"))
    if set_up.url and set_up.last_error_message:
        text = f"Telegram could not bring an update of late ({set_up.last_error_message})"
        found.append(
            Finding("note", f"{text}: is the address open to it, and does the proxy hand on to the port?")
        )
    return found
