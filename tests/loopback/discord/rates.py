"""Rate limits: a bucket for each route and place, told in headers, and one over all."""

from __future__ import annotations

import hashlib
import time
from collections import deque
from dataclasses import dataclass, field

PLENTY = (1000, 1.0)
"""Requests and seconds of a bucket that no test has narrowed."""


@dataclass(slots=True)
class Bucket:
    """A window that opens with its first request. In true time, as the bot waits in true time."""

    limit: int
    per: float
    opened: float = 0.0
    used: int = 0

    def take(self, now: float) -> bool:
        """Count a request; false if there was no room."""
        if now - self.opened >= self.per:
            self.opened, self.used = now, 0
        self.used += 1
        return self.used <= self.limit

    def rest(self, now: float) -> float:
        """Seconds until it is empty again."""
        return max(0.0, self.opened + self.per - now)


@dataclass(slots=True)
class Rates:
    """All buckets; tests narrow them by method and route."""

    narrowed: dict[tuple[str, str], tuple[int, float]] = field(default_factory=dict)
    buckets: dict[tuple[str, str, str], Bucket] = field(default_factory=dict)
    overall: tuple[int, float] | None = None
    """Requests and seconds over all routes but those of interactions."""
    recent: deque[float] = field(default_factory=deque)

    def narrow(self, method: str, route: str, limit: int, per: float) -> None:
        """So many requests in so many seconds, by route as in `/channels/{channel_id}/messages`."""
        self.narrowed[method, route] = (limit, per)
        for key in [key for key in self.buckets if key[:2] == (method, route)]:
            del self.buckets[key]

    def take(self, method: str, route: str, place: str) -> tuple[dict[str, str], float | None]:
        """The headers for a request, and the seconds to wait if it is one too many."""
        now = time.monotonic()
        key = (method, route, place)
        limit, per = self.narrowed.get((method, route), PLENTY)
        bucket = self.buckets.setdefault(key, Bucket(limit, per))
        bucket.limit, bucket.per = limit, per
        fits = bucket.take(now)
        headers = {
            "X-RateLimit-Limit": str(limit),
            "X-RateLimit-Remaining": str(max(0, limit - bucket.used)),
            "X-RateLimit-Reset": f"{time.time() + bucket.rest(now):.3f}",
            "X-RateLimit-Reset-After": f"{bucket.rest(now) + 0.001:.3f}",  # never too early by rounding
            "X-RateLimit-Bucket": hashlib.sha256(f"{method} {route}".encode()).hexdigest()[:32],
        }
        return headers, None if fits else bucket.rest(now)

    def take_overall(self) -> float | None:
        """Count against the limit over all routes; the seconds to wait if it is one too many."""
        if self.overall is None:
            return None
        now = time.monotonic()
        limit, per = self.overall
        while self.recent and now - self.recent[0] >= per:
            self.recent.popleft()
        if len(self.recent) >= limit:
            return self.recent[0] + per - now
        self.recent.append(now)
        return None
