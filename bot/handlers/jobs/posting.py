"""Posts messages that no press asked for."""

from __future__ import annotations

import hashlib
import logging

from bot.delivery.routing import derived_id
from bot.delivery.worker import NotHere
from bot.handlers.services import Services
from bot.interface import (
    Chat,
    DisplayPreferences,
    InteractionRequired,
    MessageGone,
    MessageKindFixed,
    RetryLater,
    Screen,
    SharedMessage,
    Unreachable,
)
from storage.jobs import Job

log = logging.getLogger(__name__)

REFUSED = (Unreachable, InteractionRequired)
TRIES = 3  # chats of one player that are tried in turn


async def post(services: Services, chat: Chat, message: Screen, nonce: str) -> str:
    """Post a message, see `Adapter`; a refusal marks the chat as closed.

    Raises:
        NotHere, Unreachable, InteractionRequired, RetryLater
    """
    if not services.router.is_running(chat.platform):
        raise NotHere
    try:
        return await services.adapters[chat.platform].post(chat, message, nonce)
    except REFUSED:
        services.presence.mark_closed(chat.platform, chat.id)
        raise


async def try_to_post(services: Services, chat: Chat, message: Screen, name: str) -> bool:
    """Post a message, once for each name; return whether the chat accepts it."""
    try:
        await post(services, chat, message, derived_id(name))
    except REFUSED:
        log.info("a chat cannot be written to: %s", name.partition(" ")[0])
        return False
    return True


async def try_to_edit(services: Services, chat: Chat, message: str, screen: Screen) -> bool:
    """Edit a message; return whether that is possible."""
    try:
        await services.adapters[chat.platform].edit(chat, message, screen)
    except (MessageGone, MessageKindFixed, *REFUSED) as fault:
        log.info("a message cannot be edited: %s", type(fault).__name__)
        return False
    return True


def digest(screen: Screen) -> str:
    """A hash of the content of a message, to see whether it has changed."""
    return hashlib.sha256(repr((screen.text, screen.rows, screen.links)).encode()).hexdigest()[:16]


async def post_text(services: Services, chat: Chat, key: str, name: str) -> None:
    """Post a text of the catalogues in a group chat, once for each name.

    Raises:
        NotHere, Unreachable, InteractionRequired, RetryLater
    """
    await post(services, chat, await _text(services, chat, key), derived_id(name))


async def text_again(services: Services, seen: SharedMessage, key: str, language: str) -> Screen:
    """A text of the catalogues in a language of some who read it."""
    return await _text(services, seen.chat, key, language)


async def _text(services: Services, chat: Chat, key: str, language: str = "") -> Screen:
    chosen = await services.preferences.display_of_chat(chat, read_in=language)
    return services.screens.page(text_screen(chosen, key), chosen)


def text_screen(chosen: DisplayPreferences, key: str) -> Screen:
    """A text of the catalogues as a message for a whole chat."""
    return Screen(chosen.texts(key), subject=f"text {key}")


async def try_to_post_text(services: Services, chat: Chat, key: str, name: str) -> None:
    """Like `post_text`, but give up if it is not possible now."""
    try:
        await post_text(services, chat, key, name)
    except (RetryLater, *REFUSED):
        log.info("a text could not be posted")


def concerns(job: Job, chat: Chat) -> bool:
    """Whether a chat is in the place that a job is for."""
    return (chat.platform, chat.place) == (job.platform, job.where)
