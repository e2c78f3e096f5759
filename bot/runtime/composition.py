"""Builds the bot, once and in order: each part gets all its dependencies when it is created."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import get_args

from bot.delivery.board_synchronizer import BoardSynchronizer
from bot.delivery.claims import Claims, SharedValues
from bot.delivery.heartbeat import Heartbeat
from bot.delivery.match_lists import MatchLists
from bot.delivery.match_screens import MatchScreens, TableLinks
from bot.delivery.routing import ChatRouter, PresenceTracker
from bot.delivery.telling import Teller
from bot.delivery.turn_notices import TurnNotifier
from bot.delivery.worker import Do, JobIntake, Timing, Worker
from bot.handlers.access import Access, ChallengePauses, RateLimiter, StartPauses
from bot.handlers.dispatcher import Dispatcher, Middleware
from bot.handlers.due import DeadlineHandler, NoticeTeller, RobotHandler
from bot.handlers.services import Services
from bot.handlers.tournaments import TournamentMatches, TournamentPages, TournamentRunner
from bot.handlers.transactions import AfterCommit, DealKeys, MatchTransactions
from bot.interface import Adapter
from bot.repositories.accounts import AccountRepository
from bot.repositories.matches import MatchRepository
from bot.repositories.preferences import PreferencesRepository
from bot.repositories.replays import Replays
from bot.repositories.reviews import Reviews
from games.events import MatchId
from storage.changes import Change
from storage.jobs import JobKind, Kind
from storage.sql.store import Store


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
    does = _does(services, timing)
    worker = Worker(services.intake, does, services.heartbeat)
    return Dispatcher(services, worker, middleware)


def _services(
    store: Store,
    adapters: Mapping[str, Adapter],
    clock: Callable[[], int],
    draw: Callable[[int], bytes],
    timing: Timing,
    access: Access,
) -> Services:
    rates, heard = access.rates, access.heard or (lambda: frozenset(adapters))
    heartbeat = Heartbeat(store, clock, heard, access.silent)
    intake = JobIntake(store, lambda: list(filter(access.serves, adapters)), clock)
    accounts, tables = AccountRepository(store, draw), TableLinks()
    preferences = PreferencesRepository(store.settings, access.in_words)
    matches, lists = MatchRepository(store), MatchLists(store, accounts)
    presence, pauses = PresenceTracker(clock, rates.clock), ChallengePauses(rates.pauses, rates.clock)
    router = ChatRouter(store, accounts, adapters, presence, access.serves, heartbeat.hears)
    screens = MatchScreens(store, matches, accounts, presence, preferences, access.robots, tables)
    notifier = TurnNotifier(store, matches, router, presence, preferences)
    boards = BoardSynchronizer(store, adapters, screens, notifier, presence, intake, timing)
    keys, after_commit = DealKeys(draw), _after_commit(boards, router, pauses, tables, intake)
    transactions = MatchTransactions(store, matches, boards, keys, after_commit)
    teller = Teller(store, adapters, router, matches, lists, screens, preferences, boards)
    return Services(
        store=store,
        adapters=adapters,
        clock=clock,
        draw=draw,
        access=access,
        matches=matches,
        accounts=accounts,
        preferences=preferences,
        replays=Replays(store, matches),
        reviews=Reviews(store.results, access.robots),
        presence=presence,
        router=router,
        lists=lists,
        screens=screens,
        notifier=notifier,
        boards=boards,
        teller=teller,
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
        notices=NoticeTeller(store, transactions, notifier, teller),
        tournament_pages=TournamentPages(store, accounts, screens),
    )


def _after_commit(
    boards: BoardSynchronizer,
    router: ChatRouter,
    pauses: ChallengePauses,
    tables: TableLinks,
    intake: JobIntake,
) -> AfterCommit:
    """The function called in this process after a change of a match was stored."""

    def after_commit(change: Change) -> None:
        boards.saved(change.shown)
        router.mark_unreached(change.boards)
        pauses.count(change)
        tables.changed(change.row.match)
        intake.committed(change)

    return after_commit


def _does(services: Services, timing: Timing) -> Mapping[JobKind, Do]:
    """The function for each kind of stored job."""
    store, matches, preferences = services.store, services.matches, services.preferences
    transactions, notifier, boards = services.transactions, services.notifier, services.boards
    clock, robots, pages = services.clock, services.access.robots, services.tournament_pages
    deadlines = DeadlineHandler(transactions, notifier, preferences.reminding, clock)
    players = RobotHandler(transactions, notifier, matches, preferences, robots, clock, timing)
    rounds = TournamentMatches(store, transactions, services.router, services.keys)
    tournaments = TournamentRunner(store, services.adapters, pages, rounds, clock)
    return {
        **services.teller.does,
        **dict.fromkeys(get_args(Kind), deadlines.settle),
        "board": boards.show,
        "robot": players.act,
        "notice": services.notices.tell,
        "retell": lambda job: boards.redraw_matches([MatchId(job.key)]),
        "tournament": tournaments.go_on,
    }
