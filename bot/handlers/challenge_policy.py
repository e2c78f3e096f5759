"""Who may challenge whom, where, and how often: asked before a challenge is made or taken."""

from __future__ import annotations

from bot.domain.challenge_requests import MOST_OPEN, ChallengeReason, ChallengeRefusal
from bot.domain.deadlines import EXPIRES_AFTER
from bot.domain.robot_players import MOST_OPEN_WITH_ROBOTS, is_robot
from bot.handlers.challenge_pauses import ChallengePauses
from bot.handlers.context import MatchContext, RequestContext
from bot.handlers.start_pauses import StartPauses
from bot.handlers.talk_policy import require_heard
from bot.interface import Chat, Robots
from bot.repositories.accounts import AccountRepository
from bot.repositories.preferences import PreferencesRepository
from games.events import ChallengeOffered, PlayerId
from games.match import Match, Phase
from storage.sql.store import Store


class ChallengePolicy:
    """Applies the settings of people and chats to challenges. A refusal is for the challenger alone."""

    def __init__(
        self,
        store: Store,
        accounts: AccountRepository,
        preferences: PreferencesRepository,
        robots: Robots,
        pauses: ChallengePauses,
        starts: StartPauses,
    ) -> None:
        self._store, self._accounts, self._preferences = store, accounts, preferences
        self._robots, self._pauses, self._starts = robots, pauses, starts

    async def refusal(self, context: RequestContext, opened: ChallengeOffered) -> ChallengeRefusal | None:
        """Why this person cannot challenge here and now; None if they can."""
        if await self._store.matches.pressed(context.press):
            return None  # the same press again gets the same answer again
        if refused := await self.refusal_of_chat(context):
            return refused
        invited = opened.invited
        if is_robot(invited):
            return await self.refusal_of_robot(context.player, opened.game)
        if invited is not None and not await self._accounts.accounts(invited):
            return ChallengeRefusal(ChallengeReason.FORGOTTEN)
        if invited is not None and await self._preferences.blocks(invited, context.player):
            return ChallengeRefusal(ChallengeReason.NOT_TAKING, invited)
        rows = await self._store.matches.matches_of(context.player, (Phase.CHALLENGE.value,))
        number = sum(row.players[0] == context.player for row in rows)
        if number >= MOST_OPEN:
            return ChallengeRefusal(ChallengeReason.TOO_MANY)
        number += await self._store.matches.challenged_before(context.player, context.at - EXPIRES_AFTER)
        if number >= MOST_OPEN:
            return ChallengeRefusal(ChallengeReason.TOO_MANY_BEFORE)
        account = context.incoming.account
        if invited is not None and (wait := self._pauses.left(context.player, account, invited)):
            return ChallengeRefusal(ChallengeReason.TOO_SOON, invited, wait)
        return await self._starts.refusal(context.player, invited, context.at) if opened.rated else None

    async def refusal_of_robot(self, player: PlayerId, game: str) -> ChallengeRefusal | None:
        """Why no robot plays a game with this person now; None if one does."""
        if not self._robots.games:
            return ChallengeRefusal(ChallengeReason.ROBOTS_OFF)
        if game not in self._robots.games:
            return ChallengeRefusal(ChallengeReason.NO_ROBOT)
        rows = await self._store.matches.matches_of(player, (Phase.RUNNING.value,))
        if sum(any(map(is_robot, row.players)) for row in rows) >= MOST_OPEN_WITH_ROBOTS:
            return ChallengeRefusal(ChallengeReason.TOO_MANY_ROBOTS)
        return None

    async def lets_in(self, chat: Chat) -> bool:
        """Whether a challenge that was made elsewhere may be shown in a chat."""
        return (
            chat.private
            or (await self._preferences.of_chat(chat.platform, chat.place)).challengers == "everyone"
        )

    async def keeps_away(self, context: RequestContext, match: Match) -> ChallengeRefusal | None:
        """Why this person cannot take a challenge; None if they can.

        Whoever challenges somebody by name whom they have blocked wants to play with them all the same.
        """
        challenger = match.opened.challenger
        since = await self._preferences.blocks_since(challenger, context.player)
        if match.phase is not Phase.CHALLENGE or context.player == challenger:
            return None
        if since is not None and (match.opened.invited is None or since > match.opened.at):
            return ChallengeRefusal(ChallengeReason.NOT_TAKING, challenger)
        if not match.opened.rated:
            return None
        return await self._starts.refusal(context.player, challenger, context.at, begins=True)

    async def require_words(self, context: MatchContext, match: Match) -> None:
        """Words that go into a deal stand on the board, so they are taken only where their author may speak.

        Raises:
            Refusal: they may not, and why.
        """
        if match.phase is Phase.CHALLENGE and not await self._store.matches.pressed(context.press):
            await require_heard(self._store, self._preferences, context, match)

    async def refusal_of_chat(self, context: RequestContext) -> ChallengeRefusal | None:
        """Why nobody, or not this person, may challenge in this chat; None if they may."""
        if context.place is None:
            return None
        match (await self._preferences.of_chat(context.chat.platform, context.place)).challengers:
            case "nobody":
                return ChallengeRefusal(ChallengeReason.NOBODY_HERE)
            case "managers" if not (context.incoming.manages or context.incoming.manages_chat):
                return ChallengeRefusal(ChallengeReason.MANAGERS_ONLY)
        return None
