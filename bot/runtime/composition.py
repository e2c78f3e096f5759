"""Builds the bot, once and in order: each part gets what it needs when it is made, and nothing later."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import get_args

from bot.delivery.board_synchronizer import BoardSynchronizer
from bot.delivery.claims import Claims
from bot.delivery.digests import DigestPoster
from bot.delivery.heartbeat import Heartbeat
from bot.delivery.match_lists import MatchLists
from bot.delivery.match_screens import MatchScreens
from bot.delivery.match_threads import ThreadOpener
from bot.delivery.routing import ChatRouter, PresenceTracker
from bot.delivery.shared_values import SharedValues
from bot.delivery.table_links import TableLinks
from bot.delivery.telling import Teller
from bot.delivery.timing import Timing
from bot.delivery.turn_notices import TurnNotifier
from bot.delivery.worker import Do, JobIntake, Worker
from bot.handlers.absences import AbsenceHandler
from bot.handlers.access import Access, RateLimiter
from bot.handlers.accounts import (
    AccountDeletionHandler,
    AccountLinkingHandler,
    AccountUnlinkingHandler,
    DataCopyHandler,
    LinkCodes,
)
from bot.handlers.challenge_policy import ChallengePauses, ChallengePolicy, StartPauses
from bot.handlers.challenges import (
    ChallengeBuilderHandler,
    ChallengeHandler,
    ChallengeOpener,
    ChallengePlacement,
    RematchHandler,
)
from bot.handlers.deadline_handler import DeadlineHandler
from bot.handlers.deals import DealKeys
from bot.handlers.dispatcher import Dispatcher, Middleware
from bot.handlers.help import HelpHandler, LessonHandler, PuzzleHandler
from bot.handlers.inbox import InboxHandler
from bot.handlers.match_resolver import MatchResolver
from bot.handlers.match_transaction import MatchTransactions
from bot.handlers.moderation import ModerationHandler
from bot.handlers.moves import MoveHandler, ReplyTargets
from bot.handlers.notice_teller import NoticeTeller
from bot.handlers.preferences import PreferencesHandler
from bot.handlers.profiles import ProfileHandler
from bot.handlers.replays import RecordImportHandler, ReplayHandler, VerificationHandler
from bot.handlers.responses import ResponseBuilder
from bot.handlers.reviews import HintHandler, ReviewHandler
from bot.handlers.robot_handler import RobotHandler
from bot.handlers.seeks import SeekHandler, SeekMeetings
from bot.handlers.services import Services
from bot.handlers.showing import ShowingHandler
from bot.handlers.table_pages import TablePageHandler
from bot.handlers.talking import TalkHandler, TalkPolicy
from bot.handlers.tournaments import TournamentHandler, TournamentMatches, TournamentPages, TournamentRunner
from bot.handlers.watching import WatchHandler
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
    """The bot, on no platform yet.

    Args:
        store: what has happened.
        adapters: the platforms by key, for the boards that nobody pressed.
        clock: the time in seconds since 1970.
        draw: so many random bytes, for seeds and ids.
        timing: how failing boards wait.
        access: who and what is served.
        middleware: what stands around every request, the outermost last.
    """
    timing = replace(timing, clock=clock)
    services = _services(store, adapters, clock, draw, timing, access)
    does = _does(services, timing)
    worker = Worker(services.intake, does, services.heartbeat, [services.tournaments.wake])
    return Dispatcher(services, worker, _handlers(services), middleware)


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
    intake = JobIntake(store, lambda: [one for one in adapters if access.serves(one)], clock)
    accounts = AccountRepository(store, draw)
    preferences = PreferencesRepository(store.settings, access.in_words)
    matches, lists, tables = MatchRepository(store), MatchLists(store, accounts), TableLinks()
    presence, pauses = PresenceTracker(clock, rates.clock), ChallengePauses(rates.pauses, rates.clock)
    router = ChatRouter(store, accounts, adapters, presence, access.serves, heartbeat.hears)
    screens = MatchScreens(store, matches, accounts, presence, preferences, access.robots, tables)
    notifier = TurnNotifier(store, matches, router, presence, preferences)
    boards = BoardSynchronizer(store, adapters, screens, notifier, presence, intake, timing)

    def after_commit(change: Change) -> None:
        """What follows a change of a match that is stored, in this process."""
        boards.saved(change.shown)
        router.mark_unreached(change.boards)
        pauses.heed(change)
        tables.changed(change.row.match)
        if change.result:
            tournaments.wake()
        intake.committed(change)

    transactions = MatchTransactions(store, matches, boards, after_commit)
    keys, claims = DealKeys(draw), Claims(store, clock)
    pages = TournamentPages(store, accounts, screens)
    rounds = TournamentMatches(store, transactions, router, keys)
    tournaments = TournamentRunner(store, adapters, pages, rounds, clock, claims.alone)
    teller = Teller(store, adapters, router, matches, screens, preferences)
    digests = DigestPoster(store, adapters, router, matches, lists, screens)
    notices, starts = NoticeTeller(store, transactions, notifier, digests), StartPauses(store.results, rates)
    limits, resolver, shared = RateLimiter(rates), MatchResolver(store), SharedValues(store)
    reviews = Reviews(store.results, access.robots)
    return Services(
        *(store, adapters, clock, draw, access, matches, accounts, preferences, reviews, presence, router),
        *(lists, screens, notifier, boards, teller, heartbeat, intake, claims, shared, transactions),
        *(resolver, keys, limits, pauses, starts, tables, notices, pages, tournaments),
    )


def _does(services: Services, timing: Timing) -> Mapping[JobKind, Do]:
    """How what is stored as a job is done."""
    store, matches, screens, teller = services.store, services.matches, services.screens, services.teller
    transactions, notifier, boards = services.transactions, services.notifier, services.boards
    preferences, clock, access = services.preferences, services.clock, services.access
    threads = ThreadOpener(store.boards, matches, screens, preferences, teller, boards)
    deadlines = DeadlineHandler(transactions, notifier, preferences.reminding, clock)
    robots = RobotHandler(transactions, notifier, matches, preferences, access.robots, clock, timing)
    return {
        **teller.does,
        **dict.fromkeys(get_args(Kind), deadlines.settle),
        "board": boards.show,
        "robot": robots.act,
        "notice": services.notices.tell,
        "retell": lambda job: boards.redraw_matches([MatchId(job.key)]),
        "thread": threads.open,
    }


def _handlers(services: Services) -> Sequence[object]:
    """Whatever answers requests."""
    store, matches, accounts, screens = services.store, services.matches, services.accounts, services.screens
    preferences, boards, presence = services.preferences, services.boards, services.presence
    transactions, router, notifier = services.transactions, services.router, services.notifier
    wake, runner, robots = services.intake.wake, services.tournaments, services.access.robots
    keys, tables, past = services.keys, services.tables, Replays(store, matches)
    responses = ResponseBuilder(store.boards, matches, screens, boards, services.lists)
    inbox = InboxHandler(services.lists, responses)
    moves = MoveHandler(transactions, ReplyTargets(store.boards, presence), responses, notifier, router, keys)
    replays = ReplayHandler(store, past, screens, responses)
    policy = ChallengePolicy(store, accounts, preferences, robots, services.pauses, services.starts)
    placement = ChallengePlacement(store, router, presence, policy)
    opener = ChallengeOpener(store, transactions, responses, placement, policy)
    meetings = SeekMeetings(transactions, responses, router, keys, preferences)
    challenges = ChallengeHandler(matches, accounts, moves, policy, opener, keys)
    rules = HelpHandler(screens, inbox, services.access.contact)
    profiles = ProfileHandler(store.results, accounts, screens)
    watching = WatchHandler(store, matches, accounts, responses, router, boards)
    talk = TalkPolicy(store, accounts, preferences, services.limits.words)
    codes = LinkCodes(store, services.draw)
    return (
        rules,
        inbox,
        challenges,
        ChallengeBuilderHandler(accounts, challenges, robots),
        RematchHandler(store, matches, responses, opener, challenges, keys),
        moves,
        AbsenceHandler(store, preferences, transactions),
        responses,
        HintHandler(matches, screens, responses, robots),
        ReviewHandler(services.reviews, past, screens, responses, robots),
        PuzzleHandler(screens),
        LessonHandler(screens),
        SeekHandler(store, preferences, meetings, services.starts),
        watching,
        ShowingHandler(rules, inbox, profiles, watching, preferences),
        profiles,
        PreferencesHandler(store, accounts, preferences, boards, services.teller),
        replays,
        VerificationHandler(store, matches, preferences, screens, responses),
        RecordImportHandler(store.results, replays),
        AccountLinkingHandler(codes, accounts, preferences, boards, presence, wake),
        AccountUnlinkingHandler(store.boards, accounts, tables, boards, presence, wake),
        AccountDeletionHandler(store.matches, accounts, tables, transactions, notifier, runner.locked),
        DataCopyHandler(store),
        TalkHandler(store, matches, accounts, talk, responses, wake),
        ModerationHandler(store, accounts, transactions, services.teller, wake),
        TournamentHandler(store, policy, services.tournament_pages, runner),
        TablePageHandler(store, matches, accounts, router, screens, preferences, tables),
    )
