"""The services of the handlers: built once, in `bot/runtime/composition.py`, and never changed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from cachetools import LRUCache

from bot.delivery.background import Background, Timing
from bot.delivery.board_tracker import BoardTracker
from bot.delivery.claims import Claims, JobIntake
from bot.delivery.heartbeat import Heartbeat
from bot.delivery.match_screens import MatchScreens, ServedPages
from bot.delivery.routing import ChatRouter, PresenceTracker
from bot.delivery.shared_values import SharedValues
from bot.delivery.turn_notices import TurnNotifier
from bot.handlers.access import Access, RateLimiter
from bot.handlers.deal_keys import DealKeys
from bot.handlers.pauses import ChallengePauses, StartPauses
from bot.handlers.reviews import Reviews
from bot.interface import Adapter
from bot.repositories.accounts import AccountRepository
from bot.repositories.matches import MatchRepository
from bot.repositories.preferences import PreferencesRepository
from bot.repositories.replays import ReplayedMatch
from games.events import MatchId
from storage.sql.store import Store

KEPT = 1000  # newest clips
REPLAYS_KEPT = 50  # of about 100 KB each


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """Everything that handlers need."""

    store: Store
    adapters: Mapping[str, Adapter]
    clock: Callable[[], int]
    """Seconds since 1970."""
    draw: Callable[[int], bytes]
    """Random bytes; takes their number."""
    access: Access

    matches: MatchRepository
    accounts: AccountRepository
    preferences: PreferencesRepository
    reviews: Reviews

    presence: PresenceTracker
    router: ChatRouter
    screens: MatchScreens
    notifier: TurnNotifier
    boards: BoardTracker
    heartbeat: Heartbeat
    intake: JobIntake

    claims: Claims
    shared: SharedValues
    keys: DealKeys
    limits: RateLimiter
    pauses: ChallengePauses
    starts: StartPauses
    pages: ServedPages
    timing: Timing

    background: Background = field(default_factory=Background)
    seeking: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while two seeks are paired, so that no seek is used twice."""
    importing: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a record is parsed, so that a large one delays only other imports."""
    clips: LRUCache[tuple[MatchId, str, str], int] = field(default_factory=lambda: LRUCache(KEPT))
    """By match, platform and chat: when the clip was last posted, in seconds since 1970."""
    public_replays: LRUCache[tuple[MatchId, int], ReplayedMatch] = field(
        default_factory=lambda: LRUCache(REPLAYS_KEPT)
    )
    """The matches whose public pages were opened last, by id and version, with all their positions."""
