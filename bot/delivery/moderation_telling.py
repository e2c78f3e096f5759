"""Tells chats what moderation is about: that a match was ended, and that there are reports."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import replace

from bot.delivery.chat_writer import ChatWriter
from bot.delivery.match_screens import MatchScreens
from bot.delivery.routing import derived_id
from bot.interface import Chat, InteractionRequired, RetryLater, Screen, Unreachable
from bot.repositories.matches import MatchRepository
from games.events import MatchId
from storage.jobs import Errand
from storage.talk import Remark

log = logging.getLogger(__name__)

DAY = 86_400  # seconds
SAID = {"stopped": "stop.told", "reported": "report.told"}
"""The sentences of the catalogues, which may name the match and its two players."""


class ModerationTeller:
    """Says one line in the chat that an errand names."""

    def __init__(self, matches: MatchRepository, screens: MatchScreens, writer: ChatWriter) -> None:
        self._matches, self._screens, self._writer = matches, screens, writer

    async def tell(self, errand: Errand) -> bool:
        """Say it; False if it has to be tried again."""
        chat = Chat(errand.platform, errand.chat, private=False)
        if not self._writer.reaches(chat.platform):
            return False
        match = await self._matches.load(errand.match)
        chosen = await self._screens.preferences_of_chat(chat, match)
        phrasing = await self._screens.phrasing(match, chat.platform, chosen.texts)
        first, second = (phrasing.name(player) for player in match.players or (None, None))
        told = Screen(chosen.texts(SAID[errand.kind], match=errand.match, first=first, second=second))
        pings = errand.kind == "stopped"
        known = [phrasing.cast[player] for player in match.players or () if player in phrasing.cast]
        awaits = tuple(who for who in known if pings and who.platform == chat.platform)
        message = replace(self._screens.page(told, chosen), awaits=awaits, pings=pings)
        try:
            await self._writer.post(chat, message, derived_id(_name(errand)))
        except RetryLater:
            return False
        except (Unreachable, InteractionRequired):
            log.info("a chat cannot be told what became of match %s", errand.match)
        return True


def _name(errand: Errand) -> str:
    """Under the same name it is said once."""
    if errand.kind == "reported":
        return f"reports on day {errand.place} on {errand.platform}"
    return f"match {errand.match} was ended in {errand.platform}:{errand.chat}"


def of_end(match: MatchId, chats: Iterable[Chat]) -> tuple[Errand, ...]:
    """Tell these chats that an admin has ended a match."""
    return tuple(Errand("stopped", match, chat.platform, chat.place, chat.id) for chat in chats)


def of_report(remark: Remark, at: int, before: Iterable[Remark]) -> tuple[Errand, ...]:
    """Tell the chat where reported messages stand, once a day, that its admins can see them.

    Args:
        remark: what is reported.
        at: when, in seconds since 1970.
        before: what was reported there before.
    """
    posted, day = remark.posted, at // DAY
    if posted is None or posted.private or any(_day(one) == day for one in before):
        return ()
    return (Errand("reported", remark.match, posted.platform, f"{day} in {posted.chat}", posted.chat),)


def _day(remark: Remark) -> int | None:
    return None if remark.reported is None else remark.reported // DAY
