"""Builds the bot, once and in order: each part gets all its dependencies when it is created."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import get_args

from bot.delivery.background import Timing
from bot.delivery.board_synchronizer import BoardSynchronizer
from bot.delivery.claims import Claims, SharedValues
from bot.delivery.heartbeat import Heartbeat
from bot.delivery.match_lists import MatchLists
from bot.delivery.match_screens import MatchScreens, TableLinks
from bot.delivery.routing import ChatRouter, PresenceTracker
from bot.delivery.turn_notices import TurnNotifier
from bot.delivery.worker import JobFunction, JobIntake, Worker
from bot.handlers.access import Access, ChallengePauses, RateLimiter, StartPauses
from bot.handlers.dispatcher import Dispatcher, Middleware
from bot.handlers.jobs import chats, deadlines, notices, people, remarks, robots, threads, tournaments
from bot.handlers.reviews import Reviews
from bot.handlers.services import Services
from bot.handlers.transactions import DealKeys, MatchTransactions
from bot.interface import Adapter
from bot.interface.screens import with_buttons_of
from bot.repositories.accounts import AccountRepository
from bot.repositories.matches import MatchRepository
from bot.repositories.preferences import PreferencesRepository
from bot.runtime.platforms import PLATFORMS
from games.events import MatchId
from storage.jobs import Job, JobKind, Kind
from storage.sql.store import Store

JobHandler = Callable[[Services, Job], Awaitable[int | None]] | Callable[[Services, Job], Awaitable[None]]


def build_bot(
    store: Store,
    adapters: Mapping[str, Adapter],
    *,
    clock: Callable[[], int],
    draw: Callable[[int], bytes] = secrets.token_bytes,
    timing: Timing = Timing(),
    access: Access = Access(),
    middleware: Sequence[Middleware] = (),
) -> Dispatcher:
    """Build the bot, not yet on any platform.

    Args:
        store: the matches and all other data.
        adapters: adapters by platform, for updates that are not answers to presses.
        clock: the time in seconds since 1970.
        draw: returns a number of random bytes, for seeds and ids.
        timing: clocks and waiting of the jobs.
        access: who and what is served.
        middleware: wraps every request; the last one is the outermost.
    """
    timing = replace(timing, clock=clock)
    services = _services(store, adapters, clock, draw, timing, access)
    worker = Worker(services.intake, _job_functions(services), services.heartbeat)
    return Dispatcher(services, worker, middleware)


def _services(
    store: Store,
    adapters: Mapping[str, Adapter],
    clock: Callable[[], int],
    draw: Callable[[int], bytes],
    timing: Timing,
    access: Access,
) -> Services:
    rates = access.rates
    heard = access.heard or (lambda: frozenset(adapters))
    heartbeat = Heartbeat(store, clock, heard, access.silent)
    intake = JobIntake(store, lambda: list(filter(access.serves, adapters)), clock)
    accounts = AccountRepository(store, draw)
    preferences = PreferencesRepository(store.settings, access.in_words)
    matches = MatchRepository(store)
    lists = MatchLists(store, accounts)
    tables = TableLinks()
    presence = PresenceTracker(clock, rates.clock)
    pauses = ChallengePauses(rates.pauses, rates.clock)
    router = ChatRouter(store, accounts, adapters, presence, access.serves, heartbeat.hears)
    limits = {platform.key: with_buttons_of(platform.capabilities) for platform in PLATFORMS}
    screens = MatchScreens(store, matches, accounts, presence, preferences, access.robots, tables, limits)
    notifier = TurnNotifier(store, matches, router, presence, preferences)
    boards = BoardSynchronizer(store, adapters, screens, notifier, presence, intake, timing)
    keys = DealKeys(draw)
    transactions = MatchTransactions(store, matches, boards, router, intake, keys, pauses, tables)
    return Services(
        store=store,
        adapters=adapters,
        clock=clock,
        draw=draw,
        access=access,
        matches=matches,
        accounts=accounts,
        preferences=preferences,
        reviews=Reviews(store.results, access.robots),
        presence=presence,
        router=router,
        lists=lists,
        screens=screens,
        notifier=notifier,
        boards=boards,
        heartbeat=heartbeat,
        intake=intake,
        claims=Claims(store, clock),
        shared=SharedValues(store),
        transactions=transactions,
        keys=keys,
        limits=RateLimiter(rates),
        pauses=pauses,
        starts=StartPauses(store.results, rates),
        tables=tables,
        timing=timing,
    )


def _job_functions(services: Services) -> Mapping[JobKind, JobFunction]:
    """The function for each kind of stored job."""
    boards = services.boards
    handlers: Mapping[JobKind, JobHandler] = {
        **dict.fromkeys(get_args(Kind), deadlines.settle),
        "robot": robots.act,
        "notice": notices.send_notices,
        "result": chats.post_result,
        "stopped": chats.tell_of_end,
        "reported": chats.tell_of_report,
        "puzzle": chats.post_puzzle,
        "remarks": remarks.deliver_remarks,
        "thread": threads.open_threads,
        "lost": people.tell_of_loss,
        "linked": people.tell_of_link,
        "unlinked": people.tell_of_unlinking,
        "tournament": tournaments.advance,
    }
    return {
        **{kind: partial(do, services) for kind, do in handlers.items()},
        "board": boards.show,
        "retell": lambda job: boards.redraw_matches([MatchId(job.key)]),
    }
