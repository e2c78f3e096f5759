"""Who may challenge whom, and how often."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from cachetools import LRUCache

from bot.domain.deadlines import EXPIRES_AFTER
from bot.domain.match_requests import MOST_OPEN
from bot.domain.robot_players import MOST_OPEN_WITH_ROBOTS, is_robot
from bot.domain.terms import DAY
from bot.handlers.access import Pauses, RateLimits, account_key
from bot.handlers.context import MatchContext, RequestContext
from bot.handlers.responses import Refusal
from bot.handlers.talking import require_heard
from bot.interface import Account, Chat, Robots
from bot.presentation import Phrasing
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

    async def require_allowed(self, context: RequestContext, opened: ChallengeOffered) -> None:
        """This person can challenge here and now.

        Raises:
            Refusal: they cannot, and why.
        """
        if await self._store.matches.pressed(context.press):
            return  # the same press again gets the same answer again
        await self.require_open_chat(context)
        invited = opened.invited
        if is_robot(invited):
            await self.require_robot(context.player, opened.game)
            return
        if invited is not None and not await self._accounts.accounts(invited):
            raise Refusal("no.forgotten_opponent")
        if invited is not None and await self._preferences.blocks(invited, context.player):
            raise Refusal("no.not_taking", name=await self._name(context, invited))
        rows = await self._store.matches.matches_of(context.player, (Phase.CHALLENGE.value,))
        number = sum(row.players[0] == context.player for row in rows)
        if number >= MOST_OPEN:
            raise Refusal("no.too_many_challenges", most=MOST_OPEN, to_matches=True)
        number += await self._store.matches.challenged_before(context.player, context.at - EXPIRES_AFTER)
        if number >= MOST_OPEN:
            raise Refusal("no.too_many_before", most=MOST_OPEN)
        account = context.incoming.account
        if invited is not None and (wait := self._pauses.left(context.player, account, invited)):
            raise await self._pause(context, "no.challenged_lately", wait, invited)
        if opened.rated:
            await self._require_rated(context, invited)

    async def require_robot(self, player: PlayerId, game: str) -> None:
        """A robot plays a game with this person now.

        Raises:
            Refusal: none does, and why.
        """
        if not self._robots.games:
            raise Refusal("no.robots_off")
        if game not in self._robots.games:
            raise Refusal("no.no_robot")
        rows = await self._store.matches.matches_of(player, (Phase.RUNNING.value,))
        if sum(any(map(is_robot, row.players)) for row in rows) >= MOST_OPEN_WITH_ROBOTS:
            raise Refusal("no.too_many_robots", most=MOST_OPEN_WITH_ROBOTS, to_matches=True)

    async def lets_in(self, chat: Chat) -> bool:
        """Whether a challenge that was made elsewhere may be shown in a chat."""
        return (
            chat.private
            or (await self._preferences.of_chat(chat.platform, chat.place)).challengers == "everyone"
        )

    async def require_welcome(self, context: RequestContext, match: Match) -> None:
        """This person can take a challenge.

        Somebody who challenges a person by name whom they have blocked wants to play with them all the same.

        Raises:
            Refusal: they cannot, and why.
        """
        challenger = match.opened.challenger
        since = await self._preferences.blocks_since(challenger, context.player)
        if match.phase is not Phase.CHALLENGE or context.player == challenger:
            return
        if since is not None and (match.opened.invited is None or since > match.opened.at):
            raise Refusal("no.not_taking", name=await self._name(context, challenger))
        if match.opened.rated:
            await self._require_rated(context, challenger, begins=True)

    async def require_words(self, context: MatchContext, match: Match) -> None:
        """Words that go into a deal stand on the board, so they are taken only where their author may speak.

        Raises:
            Refusal: they may not, and why.
        """
        if match.phase is Phase.CHALLENGE and not await self._store.matches.pressed(context.press):
            await require_heard(self._store, self._preferences, context, match)

    async def require_open_chat(self, context: RequestContext) -> None:
        """This person may challenge in this chat.

        Raises:
            Refusal: nobody may, or not they.
        """
        if context.place is None:
            return
        match (await self._preferences.of_chat(context.chat.platform, context.place)).challengers:
            case "nobody":
                raise Refusal("no.challenges_nobody")
            case "managers" if not (context.incoming.manages or context.incoming.manages_chat):
                raise Refusal("no.challenges_managers", managers_only=True)

    async def _require_rated(
        self, context: RequestContext, other: PlayerId | None, *, begins: bool = False
    ) -> None:
        """A rated match can begin.

        Args:
            context: of the person who challenges, or accepts.
            other: with whom, if that is known.
            begins: it would begin now, so that the other one must be able to begin it, too.

        Raises:
            Refusal: not yet.
        """
        asks, at = context.player, context.at
        if wait := await self._starts.of(asks, at):
            raise await self._pause(context, "no.gave_up_lately", wait)
        if other is None:
            return
        if wait := await self._starts.between(asks, other, at):
            raise await self._pause(context, "no.gave_up_both_lately", wait, other)
        if begins and (wait := await self._starts.of(other, at)):
            raise await self._pause(context, "no.cannot_begin_yet", wait, other)

    async def _pause(
        self, context: RequestContext, key: str, wait: int, player: PlayerId | None = None
    ) -> Refusal:
        """For so many seconds; `player` is the other one."""
        time = context.texts.duration(wait)
        return Refusal(key, time=time, name=await self._name(context, player) if player else "")

    async def _name(self, context: RequestContext, player: PlayerId) -> str:
        cast = await self._accounts.cast([player], context.chat.platform)
        return Phrasing(context.texts, cast).name(player)
