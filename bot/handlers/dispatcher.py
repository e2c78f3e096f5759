"""One request in: lock, decide, store, answer. Store first, then show."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import get_args

from bot import interface, presentation
from bot.delivery.board_synchronizer import BoardSynchronizer
from bot.delivery.claims import Claims
from bot.delivery.digests import DigestPoster
from bot.delivery.heartbeat import Heartbeat
from bot.delivery.match_lists import MatchLists
from bot.delivery.match_screens import MatchScreens
from bot.delivery.match_threads import ThreadOpener
from bot.delivery.routing import ChatRouter, PresenceTracker
from bot.delivery.shared_values import SharedValues
from bot.delivery.telling import Teller
from bot.delivery.timing import Timing
from bot.delivery.turn_notices import TurnNotifier
from bot.delivery.worker import Do, Worker
from bot.domain.commands import QUOTED
from bot.handlers.absences import AbsenceHandler
from bot.handlers.access import Access as Access
from bot.handlers.access import RateLimiter
from bot.handlers.accounts import (
    AccountDeletionHandler,
    AccountLinkingHandler,
    AccountUnlinkingHandler,
    AwaitedPeople,
    DataCopyHandler,
    LinkCodes,
)
from bot.handlers.autocomplete import Autocompleter
from bot.handlers.challenge_policy import ChallengePauses, ChallengePolicy, StartPauses
from bot.handlers.challenges import (
    ChallengeBuilderHandler,
    ChallengeHandler,
    ChallengeOpener,
    ChallengePlacement,
    RematchHandler,
)
from bot.handlers.context import RequestContext
from bot.handlers.deadline_handler import DeadlineHandler
from bot.handlers.deals import DealKeys
from bot.handlers.help import HelpHandler, LessonHandler, PuzzleHandler
from bot.handlers.inbox import InboxHandler
from bot.handlers.match_resolver import MatchResolver, SeveralMatches
from bot.handlers.match_transaction import MatchTransactions
from bot.handlers.moderation import ModerationHandler
from bot.handlers.moves import MoveHandler, ReplyTargets
from bot.handlers.notice_teller import NoticeTeller
from bot.handlers.preferences import PreferencesHandler
from bot.handlers.profiles import ProfileHandler
from bot.handlers.replays import RecordImportHandler, ReplayHandler, VerificationHandler
from bot.handlers.request_reader import RequestReader
from bot.handlers.request_table import request_table, understood
from bot.handlers.responses import Refusal, ResponseBuilder, note, refused
from bot.handlers.reviews import HintHandler, ReviewHandler
from bot.handlers.robot_handler import RobotHandler
from bot.handlers.seeks import SeekHandler, SeekMeetings
from bot.handlers.showing import ShowingHandler
from bot.handlers.table_pages import TablePageHandler
from bot.handlers.talking import TalkHandler, TalkPolicy
from bot.handlers.tournaments import TournamentHandler, TournamentMatches, TournamentPages, TournamentRunner
from bot.handlers.watching import WatchHandler
from bot.interface import (
    Account,
    Adapter,
    AtTable,
    Chat,
    Completion,
    Delivery,
    Forget,
    Incoming,
    Response,
    Screen,
    TablePages,
)
from bot.presentation import Phrasing
from bot.repositories.accounts import AccountRepository, UnknownPerson
from bot.repositories.matches import MatchRepository, UnknownMatch
from bot.repositories.preferences import PreferencesRepository
from bot.repositories.replays import Replays
from bot.texts import texts_for
from games.events import MatchId, PlayerId
from storage.errors import CannotStore, StoreUnavailable
from storage.jobs import JobKind, Kind
from storage.sql.store import Store

Handle = Callable[[Incoming], Awaitable[Response]]
"""Answers one request."""
Middleware = Callable[[Handle], Handle]
"""Wraps what answers requests, as to count and time them."""

log = logging.getLogger(__name__)

FORGET = interface.ForgetMe(sure=True)


class RequestDispatcher:
    """Where every request is received and every screen handed out (a `Front`)."""

    def __init__(
        self,
        store: Store,
        adapters: Mapping[str, Adapter],
        *,
        clock: Callable[[], int],
        draw: Callable[[int], bytes] = secrets.token_bytes,
        timing: Timing = Timing(),
        access: Access = Access(),
    ) -> None:
        """Nothing is answered yet.

        Args:
            store: what has happened.
            adapters: the platforms by key, for the boards that nobody pressed.
            clock: the time in seconds since 1970.
            draw: so many random bytes, for seeds and ids.
            timing: how failing boards wait.
            access: who and what is served.
        """
        self._clock, self._draw, self._access = clock, draw, access
        self._handle: Handle = self._answered
        self._keys, self._robots, timing = DealKeys(draw), access.robots, replace(timing, clock=clock)
        self._presence = presence = PresenceTracker(clock, access.rates.clock)
        self._accounts = accounts = AccountRepository(store, draw)
        self._preferences = preferences = PreferencesRepository(store.settings, access.in_words)
        self._limits = RateLimiter(access.rates)
        self._pauses = ChallengePauses(access.rates.pauses, access.rates.clock)
        self._starts, matches = StartPauses(store.results, access.rates), MatchRepository(store)
        screens = MatchScreens(store, matches, accounts, presence, preferences, access.robots)
        self._resolver, self._matches, lists = MatchResolver(store), matches, MatchLists(store, accounts)
        heard = access.heard or (lambda: frozenset(adapters))
        self.heartbeat = Heartbeat(store, clock, heard, access.silent)
        router = ChatRouter(store, accounts, adapters, presence, access.serves, self.heartbeat.hears)
        self._notifier = notifier = TurnNotifier(store, matches, router, presence, preferences)
        does = dict[JobKind, Do]()
        self.worker = self._worker(store, adapters, does)
        self.boards = boards = BoardSynchronizer(
            store, adapters, screens, notifier, presence, self.worker, timing
        )
        matches.after_commit += [
            lambda change: boards.saved(change.shown),
            lambda change: router.mark_unreached(change.boards),
            self._pauses.heed,
        ]
        awaited = AwaitedPeople(accounts, boards, presence)
        self._reader = RequestReader(matches, accounts, awaited, clock, access.robots)
        transactions = MatchTransactions(store, matches, boards)
        self._autocompleter = Autocompleter(store.matches, matches, self._resolver, lists)
        self._responses = ResponseBuilder(store.boards, matches, screens, boards, lists)
        self._inbox = InboxHandler(lists, self._responses)
        self._claims = claims = Claims(store, clock)
        self.once, self.alone = claims.once, claims.patiently_alone
        self.change_shared = SharedValues(store).change
        targets = ReplyTargets(store.boards, presence)
        moves = MoveHandler(transactions, targets, self._responses, notifier, router, self._keys)
        self._run_with_time(store, adapters, screens, router, transactions)
        does |= self._work_on(store, adapters, screens, router, transactions, timing)
        matches.after_commit.append(self.worker.committed)
        self._answers = request_table(self._built(store, screens, router, moves, transactions))

    def _worker(self, store: Store, adapters: Mapping[str, Adapter], does: Mapping[JobKind, Do]) -> Worker:
        serves, at_each_look = self._access.serves, [lambda: self.tournaments.wake()]
        served = lambda: [one for one in adapters if serves(one)]  # noqa: E731
        return Worker(store, does, served, self.heartbeat, self._clock, at_each_look)

    def _work_on(
        self,
        store: Store,
        adapters: Mapping[str, Adapter],
        screens: MatchScreens,
        router: ChatRouter,
        transactions: MatchTransactions,
        timing: Timing,
    ) -> dict[JobKind, Do]:
        """How what is stored as a job is done."""
        matches, preferences, clock = self._matches, self._preferences, self._clock
        self._teller = teller = Teller(store, adapters, router, matches, screens, preferences)
        threads = ThreadOpener(store.boards, matches, screens, preferences, teller, self.boards)
        deadlines = DeadlineHandler(transactions, self._notifier, preferences.reminding, clock)
        robots = RobotHandler(transactions, self._notifier, matches, preferences, self._robots, clock, timing)
        return {
            **teller.does,
            **dict.fromkeys(get_args(Kind), deadlines.settle),
            "board": self.boards.show,
            "robot": robots.act,
            "notice": self.notices.tell,
            "retell": lambda job: self.boards.redraw_matches([MatchId(job.key)]),
            "thread": threads.open,
        }

    def _run_with_time(
        self,
        store: Store,
        adapters: Mapping[str, Adapter],
        screens: MatchScreens,
        router: ChatRouter,
        transactions: MatchTransactions,
    ) -> None:
        """Notices are told when time has passed; tournaments go on then, or when a match has ended."""
        lists = MatchLists(store, self._accounts)
        digests = DigestPoster(store, adapters, router, self._matches, lists, screens)
        self.notices = NoticeTeller(store, transactions, self._notifier, digests)
        self._pages = TournamentPages(store, self._accounts, screens)
        matches = TournamentMatches(store, transactions, router, self._keys)
        runner = TournamentRunner(store, adapters, self._pages, matches, self._clock)
        self.tournaments, runner.alone = runner, self._claims.alone
        self._matches.after_commit.append(lambda change: runner.wake() if change.result else None)

    def _built(
        self,
        store: Store,
        screens: MatchScreens,
        router: ChatRouter,
        moves: MoveHandler,
        transactions: MatchTransactions,
    ) -> Iterable[object]:
        accounts, preferences, matches = self._accounts, self._preferences, self._matches
        boards, responses, presence = self.boards, self._responses, self._presence
        wake, runner = self.worker.wake, self.tournaments
        reviews, past = store.results, Replays(store, matches)
        replays = ReplayHandler(store, past, screens, responses)
        self.reviews = ReviewHandler(reviews, past, screens, responses, self._robots)
        self._imports = RecordImportHandler(reviews, replays)
        self._table_pages = pages = TablePageHandler(store, matches, accounts, router, screens, preferences)
        policy = ChallengePolicy(store, accounts, preferences, self._robots, self._pauses, self._starts)
        placement = ChallengePlacement(store, router, presence, policy)
        opener = ChallengeOpener(store, transactions, responses, placement, policy)
        meetings = SeekMeetings(transactions, responses, router, self._keys, preferences)
        challenges = ChallengeHandler(matches, accounts, moves, policy, opener, self._keys)
        rules = HelpHandler(screens, self._inbox, self._access.contact)
        profiles = ProfileHandler(store.results, accounts, screens)
        watching = WatchHandler(store, matches, accounts, responses, router, boards)
        talk = TalkPolicy(store, accounts, preferences, self._limits.words)
        codes = LinkCodes(store, self._draw)
        return (
            rules,
            self._inbox,
            challenges,
            ChallengeBuilderHandler(accounts, challenges, self._robots),
            RematchHandler(store, matches, responses, opener, challenges, self._keys),
            moves,
            AbsenceHandler(store, preferences, transactions),
            responses,
            HintHandler(matches, screens, responses, self._robots),
            self.reviews,
            PuzzleHandler(screens),
            LessonHandler(screens),
            SeekHandler(store, preferences, meetings, self._starts),
            watching,
            ShowingHandler(rules, self._inbox, profiles, watching, preferences),
            profiles,
            PreferencesHandler(store, accounts, preferences, boards, self._teller),
            replays,
            VerificationHandler(store, matches, preferences, screens, responses),
            self._imports,
            AccountLinkingHandler(codes, accounts, preferences, boards, presence, wake),
            AccountUnlinkingHandler(store.boards, accounts, pages, boards, presence, wake),
            AccountDeletionHandler(
                store.matches, accounts, pages, transactions, self._notifier, runner.locked
            ),
            DataCopyHandler(store),
            TalkHandler(store, matches, accounts, talk, responses, wake),
            ModerationHandler(store, accounts, transactions, self._teller, wake),
            TournamentHandler(store, policy, self._pages, runner),
            pages,
        )

    def wrap(self, middleware: Middleware) -> None:
        """Have it stand around every request from now on, outside of those that stand there."""
        self._handle = middleware(self._handle)

    # The front

    async def meet(self, account: Account) -> None:
        """This person is here."""
        await self._reader.meet(account)

    def speaks(self, platform: str, place: str, language: str) -> None:
        """What all can see there is in this language, unless another one is chosen for the place."""
        self._preferences.hear_language(platform, place, language)

    async def greeting(
        self, chat: Chat, lacking: Collection[str] = (), *, language: str = "", threads: bool = False
    ) -> Screen | None:
        """What a chat of many is told where the bot has just come to; None where it does not play."""
        if not self._access.admits(chat):
            return None
        texts = (await self._preferences.preferences_of_chat(chat, language)).texts
        told = Phrasing(texts, {}), lacking
        place = chat.place if threads else None
        page = presentation.greeting_page(*told, robots=bool(self.robot_games), threads_in=place)
        return replace(page, language=texts.language)

    @property
    def robot_games(self) -> Collection[str]:
        """The keys of the games that robots play here."""
        return self._robots.games

    def when_forgotten(self, forget: Forget) -> None:
        """Somebody else keeps something of people."""
        self._accounts.on_forget.append(forget)

    async def handle(self, incoming: Incoming) -> Response:
        """Answer one request; whatever goes wrong becomes an answer, and nothing is swallowed."""
        return await self._handle(incoming)

    async def _answered(self, incoming: Incoming) -> Response:
        texts = texts_for(incoming.account.language)
        if incoming.request == FORGET and (wait := self._limits.forgets.take(incoming.account)):
            return note(texts("no.forget_again", time=texts.duration(wait)))
        try:
            context = await self._reader.context(incoming)
            player, texts = context.player, context.texts
            rate = self._limits.commands if incoming.message is None else self._limits.presses
            if wait := rate.take(incoming.account):
                return replace(note(texts("no.too_fast", count=wait)), language=texts.language)
            served = isinstance(incoming.request, interface.ForgetMe)
            if not served and not self._access.admits(incoming.chat):
                return replace(note(texts("no.not_here")), language=texts.language)
            if not incoming.earlier:
                self._presence.record_activity(player, incoming.chat)
            answer = await self._reader.answered(context, self._answer)
            return replace(answer, language=texts.language)
        except StoreUnavailable as fault:
            log.error("%s was not answered", type(incoming.request).__name__, exc_info=fault)
            return note(texts("no.not_stored" if isinstance(fault, CannotStore) else "no.unavailable"))
        except Exception:
            request, match = self._draw(4).hex(), interface.match_of(incoming.request)
            log.exception("request %s failed: %s in %s", request, type(incoming.request).__name__, match)
            return note(texts("no.oops", request=request))

    async def delivered(self, delivery: Delivery, message: str | None) -> None:
        """The board of an answer has been shown, or not."""
        await self.boards.settle(delivery, message)

    async def complete(
        self, account: Account, chat: Chat, typed: str, match: MatchId | None = None
    ) -> tuple[Completion, ...]:
        """What a command typed so far could go on to."""
        if not self._access.admits(chat):
            return ()
        known = await self._accounts.known(account.platform, account.id)
        player = known or PlayerId(f"{account.platform}/{account.id}")  # Who only types is not stored.
        if self._limits.completions.take(account):
            return ()
        texts = (await self._preferences.display_of(player, account.language)).texts
        return await self._autocompleter.completions(
            player, chat, typed, match, texts=texts, now=self._clock()
        )

    async def lost(self, platform: str, place: str) -> None:
        """The bot cannot write there any more."""
        await self.boards.lost(platform, place)

    def opened(self, platform: str, place: str) -> None:
        """The bot can write there again."""
        self._presence.mark_open(platform, place)

    async def moved(self, platform: str, old: str, new: str) -> None:
        """A chat has another id: its boards come anew."""
        await self.boards.moved(platform, old, new)

    def serve_tables(self, pages: TablePages) -> None:
        """From now on matches can be opened as pages."""
        self._table_pages.serve(pages)

    async def at_table(
        self, platform: str, account: str, match: MatchId | None, *, opening: bool = False
    ) -> AtTable | str:
        """A match as the page shows it to somebody; a sentence says why not."""
        who = await self._table_pages.known(platform, account)
        if who is None:
            return texts_for("")("no.table_nobody")
        if opening and (wait := self._limits.commands.take(who.account)):
            return who.texts("no.too_fast", count=wait)
        seen = await self._table_pages.seen(who, match)
        return seen if isinstance(seen, str) or self._access.admits(seen.chat) else who.texts("no.not_here")

    # From request to answer

    async def _answer(self, context: RequestContext) -> Response:
        request = understood(context.incoming.request)
        try:
            if isinstance(request, interface.TypeMove | interface.SayWords):
                request = await self._resolver.parted(context.player, context.chat, request)
                context = replace(context, incoming=replace(context.incoming, request=request))
            if not isinstance(request, interface.MatchRequest):
                await self._resolver.require_place(context.incoming)
                return await self._answers[type(request)](context, request)
            match = await self._resolver.meant(context.player, context.chat, request)
            await self._resolver.require_place(context.incoming, match)
            self.notices.heed(context.player, match, request)
            return await self._answers[type(request)](context.about(match), request)
        except Refusal as refusal:
            return refused(refusal, context.texts)
        except UnknownMatch as unknown:
            return note(context.texts("no.unknown_match", match=presentation.quoted(str(unknown)[:QUOTED])))
        except UnknownPerson as unknown:
            name = presentation.quoted(str(unknown)[:QUOTED])
            return replace(note(context.texts("no.unknown_person", name=name)), for_all=True)
        except SeveralMatches as several:
            return await self._inbox.which(context, several)
