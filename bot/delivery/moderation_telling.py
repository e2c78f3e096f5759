"""Tells chats what moderation is about: that a match was ended, and that there are reports."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import replace

from bot.delivery.chat_writer import ChatWriter
from bot.delivery.match_screens import MatchScreens
from bot.delivery.routing import derived_id
from bot.interface import Chat, InteractionRequired, Screen, Unreachable
from bot.repositories.matches import MatchRepository
from games.events import MatchId
from storage.jobs import Job
from storage.talk import Remark

log = logging.getLogger(__name__)

DAY = 86_400  # seconds
SAID = {"stopped": "stop.told", "reported": "report.told"}
"""The sentences of the catalogues, which may name the match and its two players."""


class ModerationTeller:
    """Says one line in the chat that a job names."""

    def __init__(self, matches: MatchRepository, screens: MatchScreens, writer: ChatWriter) -> None:
        self._matches, self._screens, self._writer = matches, screens, writer

    async def tell(self, job: Job) -> None:
        """Say it."""
        chat = Chat(job.platform, job.where, private=False)
        code = MatchId(job.about.partition("/")[0])
        match = await self._matches.load(code)
        chosen = await self._screens.preferences_of_chat(chat, match)
        phrasing = await self._screens.phrasing(match, chat.platform, chosen.texts)
        first, second = (phrasing.name(player) for player in match.players or (None, None))
        told = Screen(chosen.texts(SAID[job.kind], match=code, first=first, second=second))
        pings = job.kind == "stopped"
        known = [phrasing.cast[player] for player in match.players or () if player in phrasing.cast]
        awaits = tuple(who for who in known if pings and who.platform == chat.platform)
        message = replace(self._screens.page(told, chosen), awaits=awaits, pings=pings)
        try:
            await self._writer.post(chat, message, derived_id(_name(job)))
        except (Unreachable, InteractionRequired):
            log.info("a chat cannot be told what became of match %s", code)


def _name(job: Job) -> str:
    """Under the same name it is said once: of all reports of a day in a chat."""
    if job.kind == "reported":
        return f"reports on day {job.about.partition('/')[2]} in {job.where} on {job.platform}"
    return f"match {job.about} was ended in {job.lane}"


def of_end(match: MatchId, at: int, chats: Iterable[Chat]) -> tuple[Job, ...]:
    """Tell these chats that an admin has ended a match."""
    return tuple(Job("stopped", f"{match} {chat.platform}:{chat.id}", at, chat.platform) for chat in chats)


def of_report(remark: Remark, at: int, before: Iterable[Remark]) -> tuple[Job, ...]:
    """Tell the chat where reported messages stand, once a day, that its admins can see them.

    Args:
        remark: what is reported.
        at: when, in seconds since 1970.
        before: what was reported there before.
    """
    posted, day = remark.posted, at // DAY
    if posted is None or posted.private or any(_day(one) == day for one in before):
        return ()
    key = f"{remark.match}/{day} {posted.platform}:{posted.chat}"
    return (Job("reported", key, at, posted.platform),)


def _day(remark: Remark) -> int | None:
    return None if remark.reported is None else remark.reported // DAY
