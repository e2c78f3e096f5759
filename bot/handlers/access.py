"""Access control: who is served, and how much a person may ask for."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

from cachetools import LRUCache

from bot.domain.terms import DAY
from bot.interface import Account, Chat, Robots

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

    robots: Robots
    """The engine of the robots that people can challenge."""
    serves: Callable[[str], bool] = lambda _: True
    """Whether a platform (by key) can be written to now; its boards wait until it can."""
    heard: Callable[[], frozenset[str]] | None = None
    """The platforms whose input reaches this process now; clocks stop while there are none. None: all."""
    silent: Callable[[], frozenset[str]] = frozenset
    """The platforms that are served but send no input; people with another platform are notified there."""
    admits: Callable[[Chat], bool] = lambda _: True
    """Whether the bot plays in a chat; elsewhere it answers only `ForgetMe`."""
    in_words: Callable[[Chat], bool] = lambda _: False
    """Whether boards in a group chat must be text only."""
    contact: str = ""
    """How to contact the host, as free text."""
    odd_sentences: bool = False
    """Whether the host wants to hear which sentences are odd."""
    rates: RateLimits = RateLimits()
