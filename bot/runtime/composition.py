"""Builds the bot, once and in order: each part gets all its dependencies when it is created."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import get_args

from bot.delivery.background import Timing
from bot.delivery.board_synchronizer import BoardSynchronizer
from bot.delivery.board_tracker import BoardTracker
from bot.delivery.claims import Claims, JobIntake
from bot.delivery.fallbacks import Fallbacks
from bot.delivery.heartbeat import Heartbeat
from bot.delivery.match_screens import MatchScreens, ServedPages
from bot.delivery.routing import ChatRouter, PresenceTracker
from bot.delivery.shared_values import SharedValues
from bot.delivery.turn_notices import TurnNotifier
from bot.delivery.worker import JobFunction, Worker
from bot.handlers.access import Access, RateLimiter
from bot.handlers.deal_keys import DealKeys
from bot.handlers.dispatcher import Dispatcher, Middleware
from bot.handlers.jobs import (
    chats,
    deadlines,
    notices,
    people,
    plans,
    puzzles,
    remarks,
    reminders,
    reviews,
    robots,
    standing,
    threads,
    tournaments,
)
from bot.handlers.pauses import ChallengePauses, StartPauses
from bot.handlers.reviews import Reviews
from bot.handlers.services import Services
from bot.interface import Adapter, with_buttons_of
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
    access: Access,
    draw: Callable[[int], bytes] = secrets.token_bytes,
    timing: Timing = Timing(),
    middleware: Sequence[Middleware] = (),
) -> Dispatcher:
    """Build the bot, not yet on any platform.

    Args:
        store: the matches and all other data.
        adapters: adapters by platform, for updates that are not answers to presses.
        clock: the time in seconds since 1970.
        access: who and what is served.
        draw: returns a number of random bytes, for seeds and ids.
        timing: clocks and waiting of the jobs.
        middleware: wraps every request; the last one is the outermost.
    """
    timing = replace(timing, clock=clock)
    services = _services(store, adapters, clock, draw, timing, access)
    worker = Worker(services.intake, _job_functions(services, timing), services.heartbeat)
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
    accounts = AccountRepository(store, draw)
    preferences = PreferencesRepository(store.settings, access.in_words)
    matches = MatchRepository(store)
    pages = ServedPages()
    presence = PresenceTracker(clock, rates.clock)
    router = ChatRouter(store, accounts, adapters, presence, access.serves, heartbeat.hears)
    intake = JobIntake(store, router.running, clock)
    limits = {platform.key: with_buttons_of(platform.capabilities) for platform in PLATFORMS}
    notifier = TurnNotifier(store, matches, accounts, router, presence, preferences)
    screens = MatchScreens(store, matches, accounts, presence, preferences, access.robots, pages, limits)
    boards = BoardTracker(store, adapters, screens, notifier, presence, intake, timing)
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
        screens=screens,
        notifier=notifier,
        boards=boards,
        heartbeat=heartbeat,
        intake=intake,
        claims=Claims(store, clock),
        shared=SharedValues(store),
        keys=DealKeys(draw),
        limits=RateLimiter(rates),
        pauses=ChallengePauses(rates.pauses, rates.clock),
        starts=StartPauses(store.results, rates),
        pages=pages,
        timing=timing,
    )


def _job_functions(services: Services, timing: Timing) -> Mapping[JobKind, JobFunction]:
    """The function for each kind of stored job."""
    store, notifier, presence, boards = services.store, services.notifier, services.presence, services.boards
    fallbacks = Fallbacks(store, services.matches, notifier, services.router, presence)
    adapters, screens = services.adapters, services.screens
    synchronizer = BoardSynchronizer(boards, store, adapters, screens, notifier, fallbacks, presence, timing)
    handlers: Mapping[JobKind, JobHandler] = {
        **dict.fromkeys(get_args(Kind), deadlines.settle),
        "robot": robots.act,
        "notice": notices.send_notices,
        "result": chats.post_result,
        "stopped": chats.tell_of_end,
        "reported": chats.tell_of_report,
        "puzzle": puzzles.post_puzzle,
        "solvers": puzzles.show_solvers,
        "remarks": remarks.deliver_remarks,
        "thread": threads.open_threads,
        "lost": people.tell_of_loss,
        "linked": people.tell_of_accounts,
        "unlinked": people.tell_of_accounts,
        "tournament": tournaments.advance,
        "review": reviews.finish,
        "standing": standing.keep_up,
        "planned": plans.tell_of_plan,
        "short": reminders.tell_of_short_time,
    }
    return {
        **{kind: partial(do, services) for kind, do in handlers.items()},
        "board": synchronizer.show,
        "retell": lambda job: boards.redraw_matches([MatchId(job.about)]),
    }
