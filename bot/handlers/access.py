"""Who and what is served, how often, and how long somebody has to wait before they challenge again."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

from cachetools import LRUCache

from bot.domain.terms import DAY
from bot.interface import Account, Chat, NoRobots, Robots
from games.events import ChallengeAccepted, ChallengeOffered, PlayerId
from storage.changes import Change
from storage.matches import Seen
from storage.results import Abandoned
from storage.sql.results import Results

KEPT = 10_000  # newest accounts; of all others the bucket is taken to be full
_KEY = secrets.token_bytes(32)


def account_key(platform: str, account: str) -> str:
    """By which an account is counted, also when it has been forgotten meanwhile; another in each process."""
    return hashlib.blake2b(f"{platform}\0{account}".encode(), digest_size=16, key=_KEY).hexdigest()


@dataclass(frozen=True, slots=True)
class Rate:
    """How much one person may ask for."""

    burst: int
    """So much at once."""
    again: int
    """So much again each minute, or in as many seconds as this is said for."""
    seconds: int = 60


@dataclass(frozen=True, slots=True)
class Pauses:
    """Between attempts of a kind, such as challenges to the same person, none of which is accepted."""

    free: int = 2
    """So many in a row need none between them: a slip of the hand is put right at once."""
    first: int = 30
    """Seconds after these; after each further challenge twice as long."""
    longest: int = 86_400
    """Seconds; after as long without a challenge the count begins anew."""

    def after(self, count: int) -> int:
        """Seconds after so many challenges."""
        return 0 if count < self.free else min(self.longest, self.first << (count - self.free))


@dataclass(frozen=True, slots=True)
class RateLimits:
    """By the way in which something is asked."""

    commands: Rate = Rate(30, 60)
    """Typed moves are among them; and what was typed while the bot was away comes all at once."""
    presses: Rate = Rate(200, 600)
    """No player reaches this, however fast; a script does."""
    completions: Rate = Rate(200, 1200)
    """At each letter that is typed one, or on Telegram behind @bot one for each word."""
    words: Rate = Rate(5, 4)
    """Said to opponents, who are no crowd."""
    forgets: Rate = Rate(3, 1, seconds=1200)
    """To be forgotten; nobody else acts meanwhile."""
    pauses: Pauses = Pauses()
    starts: Pauses = Pauses(first=600)
    """Between rated matches of a person who gives them up right after the start."""
    starts_of_pair: Pauses = Pauses(first=3600)
    """Between those of the same two people, no matter which of them gives up."""
    clock: Callable[[], float] = time.monotonic
    """In seconds; never put back, so that nobody is locked out when the host's clock is."""


class Bucket:
    """The tokens of everybody; each bucket is one number, the time at which it will be full again.

    Time is counted in parts of which a second has as many as there are tokens again in `Rate.seconds`: whole
    numbers, of which so many bring a token.
    """

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        self._rate, self._clock = rate, clock
        self._full_at: LRUCache[str, int] = LRUCache(KEPT)

    def take(self, account: Account) -> int:
        """Take a token of an account's; 0, or the seconds until there is one."""
        who, token = account_key(account.platform, account.id), self._rate.seconds
        now = int(self._clock()) * self._rate.again
        full_at = max(self._full_at.get(who, now), now)
        late = full_at + token - now - self._rate.burst * token
        if late <= 0:  # a refused call consumes no token
            self._full_at[who] = full_at + token
        return ceil(late / self._rate.again) if late > 0 else 0


class RateLimiter:
    """All buckets, one table for each way of asking."""

    def __init__(self, rates: RateLimits) -> None:
        self.commands = Bucket(rates.commands, rates.clock)
        self.presses = Bucket(rates.presses, rates.clock)
        self.completions = Bucket(rates.completions, rates.clock)
        self.words = Bucket(rates.words, rates.clock)
        self.forgets = Bucket(rates.forgets, rates.clock)


@dataclass(frozen=True, slots=True)
class Access:
    """Who and what is served."""

    serves: Callable[[str], bool] = lambda _: True
    """Whether a platform, by its key, can be written to at present; until it can, boards wait."""
    heard: Callable[[], frozenset[str]] | None = None
    """The platforms that this process hears at present; while there are none, no time runs. None: all."""
    silent: Callable[[], frozenset[str]] = frozenset
    """Those that it serves and does not hear; meanwhile people who have another one are notified there."""
    admits: Callable[[Chat], bool] = lambda _: True
    """Whether the bot plays in a chat; elsewhere it answers nothing but `ForgetMe`."""
    robots: Robots = NoRobots()
    """What thinks for the robots, whom people may challenge."""
    in_words: Callable[[Chat], bool] = lambda _: False
    """Whether a chat of many can be shown no pictures."""
    contact: str = ""
    """How people reach the host, in the host's own words."""
    rates: RateLimits = RateLimits()
    """How much one person may ask for."""


KEPT = 10_000  # newest pairs; all others are taken to have challenged each other never


class ChallengePauses:
    """Counts challenges by name for each challenger and invited person, until one is accepted."""

    def __init__(self, pauses: Pauses, clock: Callable[[], float]) -> None:
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

    def count(self, change: Change) -> None:
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
