"""Access control: who is served, rate limits, and pauses between challenges and rated matches."""

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

ACCOUNTS_KEPT = 10_000  # most recent accounts; the bucket of any other account counts as full
_KEY = secrets.token_bytes(32)


def account_key(platform: str, account: str) -> str:
    """Key under which an account is counted; it survives a deletion and differs in each process."""
    return hashlib.blake2b(f"{platform}\0{account}".encode(), digest_size=16, key=_KEY).hexdigest()


@dataclass(frozen=True, slots=True)
class Rate:
    """Parameters of a token bucket."""

    burst: int
    """Capacity: tokens that can be taken at once."""
    again: int
    """Tokens that are refilled every `seconds`."""
    seconds: int = 60


@dataclass(frozen=True, slots=True)
class Pauses:
    """Backoff between repeated attempts, such as unaccepted challenges to the same person."""

    free: int = 2
    """Attempts in a row that need no pause, so that a slip can be corrected at once."""
    first: int = 30
    """Seconds after the free attempts; doubled by each further attempt."""
    longest: int = DAY
    """Upper bound in seconds. After this long without an attempt the count restarts."""

    def after(self, count: int) -> int:
        """Seconds to wait after `count` attempts."""
        return 0 if count < self.free else min(self.longest, self.first << (count - self.free))


@dataclass(frozen=True, slots=True)
class RateLimits:
    """Rate limits and pauses per kind of input."""

    commands: Rate = Rate(30, 60)
    """Includes typed moves, and commands that arrive all at once after a downtime."""
    presses: Rate = Rate(200, 600)
    """Out of reach for people, but not for scripts."""
    completions: Rate = Rate(200, 1200)
    """One per typed letter; on Telegram, one per word after @bot."""
    words: Rate = Rate(5, 4)
    """Chat messages to opponents."""
    odd: Rate = Rate(5, 1)
    """Sentences that somebody finds odd."""
    forgets: Rate = Rate(3, 1, seconds=1200)
    """Deletions of one's data, which block everybody else while they run."""
    pages: Rate = Rate(600, 300)
    """Requests for public pages from one address: a replay has some hundred pictures."""
    pauses: Pauses = Pauses()
    starts: Pauses = Pauses(first=600)
    """Between rated matches of a person who abandons them right after the start."""
    starts_of_pair: Pauses = Pauses(first=3600)
    """The same for rated matches of one pair, whichever of the two abandons them."""
    clock: Callable[[], float] = time.monotonic
    """Monotonic seconds, so that setting the host's clock back locks nobody out."""


class Bucket:
    """Token buckets by account; each is stored as one number, the time at which it will be full again.

    Times are integers in units of 1/`Rate.again` second, so one token takes `Rate.seconds` units.
    """

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        self._rate, self._clock = rate, clock
        self._full_at: LRUCache[str, int] = LRUCache(ACCOUNTS_KEPT)

    def take(self, account: Account) -> int:
        """Take a token of an account; 0 if there was one, else the seconds until there is."""
        who, token = account_key(account.platform, account.id), self._rate.seconds
        now = int(self._clock()) * self._rate.again
        full_at = max(self._full_at.get(who, now), now)
        late = full_at + token - now - self._rate.burst * token
        if late <= 0:  # a refused call consumes no token
            self._full_at[who] = full_at + token
        return ceil(late / self._rate.again) if late > 0 else 0


class RateLimiter:
    """The buckets of all accounts, per kind of input."""

    def __init__(self, rates: RateLimits) -> None:
        self.commands = Bucket(rates.commands, rates.clock)
        self.presses = Bucket(rates.presses, rates.clock)
        self.completions = Bucket(rates.completions, rates.clock)
        self.words = Bucket(rates.words, rates.clock)
        self.odd = Bucket(rates.odd, rates.clock)
        self.forgets = Bucket(rates.forgets, rates.clock)
        self.pages = Bucket(rates.pages, rates.clock)


@dataclass(frozen=True, slots=True)
class Access:
    """What this process serves, and to whom."""

    serves: Callable[[str], bool] = lambda _: True
    """Whether a platform (by key) can be written to now; its boards wait until it can."""
    heard: Callable[[], frozenset[str]] | None = None
    """The platforms whose input reaches this process now; clocks stop while there are none. None: all."""
    silent: Callable[[], frozenset[str]] = frozenset
    """The platforms that are served but send no input; people with another platform are notified there."""
    admits: Callable[[Chat], bool] = lambda _: True
    """Whether the bot plays in a chat; elsewhere it answers only `ForgetMe`."""
    robots: Robots = NoRobots()
    """The engine of the robots that people can challenge."""
    in_words: Callable[[Chat], bool] = lambda _: False
    """Whether boards in a group chat must be text only."""
    contact: str = ""
    """How to contact the host, as free text."""
    odd_sentences: bool = False
    """Whether the host wants to hear which sentences are odd."""
    rates: RateLimits = RateLimits()


PAIRS_KEPT = 10_000  # most recent pairs; any other pair counts as having no challenges


class ChallengePauses:
    """Counts challenges by name per challenger and invited player, until one is accepted."""

    def __init__(self, pauses: Pauses, clock: Callable[[], float]) -> None:
        self._pauses, self._clock = pauses, clock
        self._made: LRUCache[tuple[str, PlayerId], tuple[int, float]] = LRUCache(PAIRS_KEPT)
        self._accounts: LRUCache[tuple[PlayerId, PlayerId], frozenset[str]] = LRUCache(PAIRS_KEPT)

    def left(self, challenger: PlayerId, account: Account, invited: PlayerId) -> int:
        """Seconds until `invited` may be challenged by this player and account; 0: now."""
        return max(
            self._left(who, invited) for who in (challenger, account_key(account.platform, account.id))
        )

    def _left(self, challenger: str, invited: PlayerId) -> int:
        count, last = self._made.get((challenger, invited), (0, 0.0))
        return max(0, ceil(last + self._pauses.after(count) - self._clock())) if count else 0

    def count_proposal(self, proposer: PlayerId, account: Account, asked: PlayerId) -> None:
        """Count a match proposed to a player and somebody else as a challenge."""
        for who in (proposer, account_key(account.platform, account.id)):
            self._count(who, asked)

    def count(self, change: Change) -> None:
        """Count a challenge in a stored change, or reset the pair's count when one is accepted."""
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
    """Pauses for players who abandon rated matches at their start, computed from the store."""

    def __init__(self, store: Results, rates: RateLimits) -> None:
        self._store, self._alone, self._pair = store, rates.starts, rates.starts_of_pair

    async def of(self, player: PlayerId, at: int) -> int:
        """Seconds until a player can begin a rated match; 0: now."""
        return _left(await self._store.abandoned_by(player, at - COUNTED_FOR), self._alone, at)

    async def between(self, one: PlayerId, other: PlayerId, at: int) -> int:
        """Seconds until these two can begin a rated match with each other; 0: now."""
        return _left(await self._store.abandoned_between(one, other, at - COUNTED_FOR), self._pair, at)

    async def keep_apart(self, asks: PlayerId, waits: PlayerId, at: int) -> bool:
        """Whether matchmaking must not pair these two in a rated match yet; the reason stays undisclosed."""
        return bool(await self.between(asks, waits, at) or await self.of(waits, at))


def _left(abandoned: Abandoned, pauses: Pauses, at: int) -> int:
    return max(0, abandoned.last + pauses.after(abandoned.number) - at)
