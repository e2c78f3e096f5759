"""Remarks of players on their matches: delivered where their reader is notified of turns."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import replace

from bot import presentation
from bot.delivery.routing import places_of
from bot.delivery.worker import NotHere
from bot.domain.players import is_team
from bot.handlers.jobs.posting import REFUSED, TRIES, post, text_screen
from bot.handlers.services import Services
from bot.interface import (
    Chat,
    DisplayPreferences,
    MessageGone,
    MessageKindFixed,
    RetryLater,
    Screen,
    SharedMessage,
)
from bot.presentation import Phrasing
from games.events import MatchId, PlayerId
from games.match import Match
from storage.boards import Board
from storage.jobs import Job
from storage.remarks import Posted, Remark

log = logging.getLogger(__name__)


async def deliver_remarks(services: Services, job: Job) -> None:
    """Post the waiting remarks of a match silently, oldest first.

    Raises:
        NotHere: some cannot be delivered by this process now, and wait.
    """
    left = False
    for remark in await services.store.talk.remarks_waiting(MatchId(job.about)):
        left = not await _is_settled(services, remark) or left
    if left:
        raise NotHere  # another process may reach them


async def _is_settled(services: Services, remark: Remark) -> bool:
    """Post a remark, or drop it if it is not wanted. Returns False if no chat of its reader accepts it."""
    for _ in range(TRIES):
        boards = await services.store.boards.boards_of(remark.match)
        chat = (await services.router.reach(remark.reader, remark.match)).chat_to_notify(boards)
        if chat is None or not services.router.is_running(chat.platform):
            return False
        message = await _page(services, remark, chat)
        if not await _is_wanted(services, remark, boards):
            await services.store.talk.drop_remark(remark.id)
            return True
        try:
            shown = await post(services, chat, message, remark.id)
        except REFUSED:
            continue
        posted = Posted(chat.platform, chat.id, chat.private, shown)
        await services.store.talk.post_remark(remark.id, posted)
        if not await _is_wanted(services, remark, boards):  # hidden or forgotten while it was posted
            await hide_remark(services, replace(remark, posted=posted))
        return True
    return False


async def page_again(services: Services, seen: SharedMessage, key: str, language: str) -> Screen | None:
    """The message of a remark in a language of some who read it; None once it is deleted."""
    remark = await services.store.talk.remark(key)
    return await _page(services, remark, seen.chat, language) if remark else None


async def _page(services: Services, remark: Remark, chat: Chat, language: str = "") -> Screen:
    match, team = await services.matches.load(remark.match), await _team_of(services, remark)
    chosen = await _preferences(services, remark, chat, match, language)
    accounts = await services.accounts.of([remark.player, remark.reader, team], chat.platform)
    phrasing = Phrasing.of(chosen, accounts)
    page = presentation.remark_page(remark, match.opened.game, phrasing, private=chat.private, team=team)
    return services.screens.page(replace(page, subject=f"remark {remark.id}"), chosen)


async def _team_of(services: Services, remark: Remark) -> PlayerId | None:
    """The channel for which somebody speaks who plays with it."""
    players = (await services.matches.load(remark.match)).players or ()
    return next((one for one in players if is_team(one) and one != remark.reader), None)


async def _preferences(
    services: Services, remark: Remark, chat: Chat, match: Match, language: str = ""
) -> DisplayPreferences:
    if chat.private:
        return await services.screens.preferences_of_reader(remark.reader, chat.platform)
    return await services.screens.preferences_of_chat(chat, match, language)


async def _is_wanted(services: Services, remark: Remark, boards: Iterable[Board]) -> bool:
    """Whether it still exists, its reader wants it, and no chat with the match silences its author."""
    talk, player = services.store.talk, remark.player
    speakers = filter(None, (player, await _team_of(services, remark)))
    return (
        await talk.remark(remark.id) is not None
        and all([await listens_to(services, remark.reader, one) for one in speakers])
        and not any([player in await talk.silenced_in(*place) for place in places_of(boards)])
    )


async def listens_to(services: Services, reader: PlayerId, speaker: PlayerId) -> bool:
    """Whether a player wants messages at all, and has neither muted nor blocked this speaker."""
    return (
        (await services.preferences.of(reader)).words
        and speaker not in await services.store.talk.muted_by(reader)
        and not await services.preferences.blocks(reader, speaker)
    )


async def hide_remark(services: Services, remark: Remark) -> None:
    """Remove the text from the message of a remark, if the message can still be edited."""
    posted = remark.posted
    if posted is None or not posted.message or posted.platform not in services.adapters:
        return
    chat = Chat(posted.platform, posted.chat, posted.private)
    chosen = await _preferences(services, remark, chat, await services.matches.load(remark.match))
    hidden = services.screens.page(text_screen(chosen, "remark.hidden"), chosen)
    try:
        await services.adapters[chat.platform].edit(chat, posted.message, hidden)
    except (RetryLater, MessageGone, MessageKindFixed, *REFUSED) as fault:
        log.info("words of match %s stay where they are: %s", remark.match, type(fault).__name__)
    else:
        await services.store.talk.post_remark(remark.id, replace(posted, message=""))
