"""How boards that cannot be shown yet wait."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

LONGEST_RESPONSE = 120.0  # seconds until a response that nobody reported on counts as failed


@dataclass(frozen=True, slots=True)
class Timing:
    """How to wait, and how long."""

    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    """Waits for so many seconds."""
    longest_response: float = LONGEST_RESPONSE
    """Seconds until a response that nobody reported on counts as failed."""
    elapsed: Callable[[], float] = time.monotonic
    """In seconds; never put back."""
    clock: Callable[[], int] = lambda: int(time.time())
    """In seconds since 1970."""
