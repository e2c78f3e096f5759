"""Who and what is served, and how often."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

from cachetools import LRUCache

from bot.interface import Account, Chat, NoRobots, Robots

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
    """Whoever plays, however fast, never gets there; a script does."""
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
    """Between those of the same two people, whoever of them gives up."""
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
    """Those that it serves and does not hear; meanwhile whoever has another one is notified there."""
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
