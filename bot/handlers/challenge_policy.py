"""Who may challenge whom, where, and how often: asked before a challenge is made or taken."""

from __future__ import annotations

from dataclasses import replace

from bot.handlers.context import Visit
from bot.handlers.help import note
from bot.interface import Answer, Chat
from bot.presentation import Voice
from bot.repositories.accounts import People
from bot.repositories.preferences import Wishes
from games.events import PlayerId
from games.match import Match, Phase
from storage.store import Store

MOST_OPEN = 20  # challenges of one person that nobody has answered yet


class Manners:
    """What the wishes of people and chats mean for challenges. A refusal is for the challenger alone."""

    def __init__(self, store: Store, people: People, wishes: Wishes) -> None:
        self._store, self._people, self._wishes = store, people, wishes

    async def refusal(self, visit: Visit, invited: PlayerId | None) -> Answer | None:
        """Why this person cannot challenge here and now; None if he can."""
        if await self._store.pressed(visit.press):
            return None  # the same press again gets the same answer again
        if refused := await self._by_chat(visit):
            return refused
        if invited is not None and not await self._people.accounts(invited):
            return note(visit.texts("no.forgotten_opponent"))
        if invited is not None and await self._wishes.blocks(invited, visit.player):
            return await self._not_taking(visit, invited)
        rows = await self._store.matches_of(visit.player, (Phase.CHALLENGE.value,))
        if sum(row.players[0] == visit.player for row in rows) >= MOST_OPEN:
            return note(visit.texts("no.too_many_challenges", most=MOST_OPEN))
        return None

    async def lets_in(self, chat: Chat) -> bool:
        """Whether a challenge that was made elsewhere may be shown in a chat."""
        return (
            chat.private or (await self._wishes.of_chat(chat.platform, chat.place)).challengers == "everyone"
        )

    async def keeps_away(self, visit: Visit, match: Match) -> Answer | None:
        """Why this person cannot take a challenge; None if he can.

        Whoever challenges by name somebody whom he has blocked before wants to play with him all the same.
        """
        challenger = match.opened.challenger
        since = await self._wishes.blocks_since(challenger, visit.player)
        if match.phase is not Phase.CHALLENGE or since is None:
            return None
        if match.opened.invited is not None and since <= match.opened.at:
            return None
        return await self._not_taking(visit, challenger)

    async def _by_chat(self, visit: Visit) -> Answer | None:
        if visit.place is None:
            return None
        match (await self._wishes.of_chat(visit.chat.platform, visit.place)).challengers:
            case "nobody":
                return note(visit.texts("no.challenges_nobody"))
            case "managers" if not visit.incoming.manages:
                return replace(note(visit.texts("no.challenges_managers")), managers_only=True)
        return None

    async def _not_taking(self, visit: Visit, player: PlayerId) -> Answer:
        cast = await self._people.cast([player], visit.chat.platform)
        return note(visit.texts("no.not_taking", name=Voice(visit.texts, cast).name(player)))
