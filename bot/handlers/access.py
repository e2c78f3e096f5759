"""Who and what the bot serves, as its host has set it up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.handlers.rate_limit import RateLimits
from bot.interface import Chat, NoRobots, Robots


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
