"""Who may challenge whom, where, and how often: asked before a challenge is made or taken."""

from __future__ import annotations

from bot.people import People
from bot.presenter import Voice
from bot.visit import Visit
from bot.wishes import Wishes
from games.events import PlayerId
from games.match import Match, Phase
from storage.store import Store

MOST_OPEN = 20  # challenges of one person that nobody has answered yet


class Manners:
    """What the wishes of people and chats mean for challenges. A refusal is for the challenger alone."""

    def __init__(self, store: Store, people: People, wishes: Wishes) -> None:
        self._store, self._people, self._wishes = store, people, wishes

    async def refusal(self, visit: Visit, invited: PlayerId | None) -> str:
        """Why this person cannot challenge here and now, in a sentence; "" if he can."""
        if await self._store.pressed(visit.press):
            return ""  # the same press again gets the same answer again
        if refused := await self._by_chat(visit):
            return refused
        if invited is not None and await self._wishes.blocks(invited, visit.player):
            return await self._not_taking(visit, invited)
        rows = await self._store.matches_of(visit.player, (Phase.CHALLENGE.value,))
        if sum(row.players[0] == visit.player for row in rows) >= MOST_OPEN:
            return visit.texts("no.too_many_challenges", most=MOST_OPEN)
        return ""

    async def keeps_away(self, visit: Visit, match: Match) -> str:
        """Why this person cannot take an open challenge, in a sentence; "" if he can."""
        challenger, waits = match.opened.challenger, match.phase is Phase.CHALLENGE
        if waits and match.opened.invited is None and await self._wishes.blocks(challenger, visit.player):
            return await self._not_taking(visit, challenger)
        return ""

    async def _by_chat(self, visit: Visit) -> str:
        if visit.place is None:
            return ""
        match (await self._wishes.of_chat(visit.chat.platform, visit.place)).challengers:
            case "nobody":
                return visit.texts("no.challenges_nobody")
            case "managers" if not visit.incoming.manages:
                return visit.texts("no.challenges_managers")
        return ""

    async def _not_taking(self, visit: Visit, player: PlayerId) -> str:
        cast = await self._people.cast([player], visit.chat.platform)
        return visit.texts("no.not_taking", name=Voice(visit.texts, cast).name(player))
