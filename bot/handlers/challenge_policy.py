"""Who may challenge whom, and how often."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from cachetools import LRUCache

from bot.domain.challenge_requests import MOST_OPEN, ChallengeReason, ChallengeRefusal
from bot.domain.deadlines import EXPIRES_AFTER
from bot.domain.robot_players import MOST_OPEN_WITH_ROBOTS, is_robot
from bot.domain.terms import DAY
from bot.handlers.context import MatchContext, RequestContext
from bot.handlers.rate_limit import Pauses, RateLimits, account_key
from bot.handlers.talking import require_heard
from bot.interface import Account, Chat, Robots
from bot.repositories.accounts import AccountRepository
from bot.repositories.preferences import PreferencesRepository
from games.events import ChallengeAccepted, ChallengeOffered, PlayerId
from games.match import Match, Phase
from storage.changes import Change
from storage.matches import Seen
from storage.results import Abandoned
from storage.sql.results import Results
from storage.sql.store import Store

KEPT = 10_000  # newest pairs; all others are taken to have challenged each other never


class ChallengePauses:
    """Counts challenges by name for each challenger and invited person, until one is accepted."""

    def __init__(self, pauses: Pauses, clock: Callable[[], float]) -> None:
        """Nobody has been challenged yet.

        Args:
            pauses: how long they are.
            clock: in seconds; never put back.
        """
        self._pauses, self._clock = pauses, clock
        self._made: LRUCache[tuple[str, PlayerId], tuple[int, float]] = LRUCache(KEPT)
        self._accounts: LRUCache[tuple[PlayerId, PlayerId], frozenset[str]] = LRUCache(KEPT)

    def left(self, challenger: PlayerId, account: Account, invited: PlayerId) -> int:
        """Seconds until this person may be challenged by the other, with that account; 0: at once."""
        return max(
            self._left(who, invited) for who in (challenger, account_key(account.platform, account.id))
        )

    def _left(self, challenger: str, invited: PlayerId) -> int:
        count, last = self._made.get((challenger, invited), (0, 0.0))
        return max(0, ceil(last + self._pauses.after(count) - self._clock())) if count else 0

    def heed(self, change: Change) -> None:
        """A change is stored: maybe a challenge, or the acceptance of one."""
        for event in change.events:
            if isinstance(event, ChallengeOffered) and event.invited is not None:
                self._count(event.challenger, event.invited)
                self._count_account(event.challenger, change.seen, event.invited)
            elif isinstance(event, ChallengeAccepted):
                first, second = change.row.players
                for one, other in ((first, second), (second, first)):
                    for who in (one, *self._accounts.pop((one, other), ())):
                        self._made.pop((who, other), None)

    def _count_account(self, challenger: PlayerId, seen: Seen | None, invited: PlayerId) -> None:
        if seen is None or not seen.account:
            return
        account = account_key(seen.platform, seen.account)
        self._accounts[challenger, invited] = self._accounts.get((challenger, invited), frozenset()) | {
            account
        }
        self._count(account, invited)

    def _count(self, challenger: str, invited: PlayerId) -> None:
        count, last = self._made.get((challenger, invited), (0, 0.0))
        forgotten = self._clock() - last > self._pauses.longest
        self._made[challenger, invited] = (1 if forgotten else count + 1, self._clock())


COUNTED_FOR = 7 * DAY  # seconds


class StartPauses:
    """Asks the store how often matches were abandoned at their start."""

    def __init__(self, store: Results, rates: RateLimits) -> None:
        self._store, self._alone, self._pair = store, rates.starts, rates.starts_of_pair

    async def of(self, player: PlayerId, at: int) -> int:
        """Seconds until a person can begin a rated match; 0: now."""
        return _left(await self._store.abandoned_by(player, at - COUNTED_FOR), self._alone, at)

    async def between(self, one: PlayerId, other: PlayerId, at: int) -> int:
        """Seconds until these two can begin one with each other; likewise."""
        return _left(await self._store.abandoned_between(one, other, at - COUNTED_FOR), self._pair, at)

    async def refusal(
        self, asks: PlayerId, other: PlayerId | None, at: int, *, begins: bool = False
    ) -> ChallengeRefusal | None:
        """Why a rated match cannot begin yet; None if it can.

        Args:
            asks: who challenges, or accepts.
            other: with whom, if that is known.
            at: when, in seconds since 1970.
            begins: it would begin now, so that the other one must be able to begin it, too.
        """
        if wait := await self.of(asks, at):
            return ChallengeRefusal(ChallengeReason.GAVE_UP, wait=wait)
        if other is None:
            return None
        if wait := await self.between(asks, other, at):
            return ChallengeRefusal(ChallengeReason.GAVE_UP_BOTH, other, wait)
        if begins and (wait := await self.of(other, at)):
            return ChallengeRefusal(ChallengeReason.CANNOT_BEGIN, other, wait)
        return None

    async def keep_apart(self, asks: PlayerId, waits: PlayerId, at: int) -> bool:
        """Two who look for an opponent do not meet in a rated match yet; who asks is not told why."""
        return bool(await self.between(asks, waits, at) or await self.of(waits, at))


def _left(abandoned: Abandoned, pauses: Pauses, at: int) -> int:
    return max(0, abandoned.last + pauses.after(abandoned.number) - at)


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
