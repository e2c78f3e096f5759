"""One request in: lock, decide, store, answer. Store first, then show."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from bot import interface
from bot.delivery.board_synchronizer import BoardSynchronizer
from bot.delivery.leases import LONGEST_ANSWER
from bot.delivery.match_screens import MatchScreens
from bot.delivery.presence import PresenceTracker
from bot.delivery.routing import ChatRouter
from bot.delivery.turn_notices import TurnNotifier
from bot.domain.commands import QUOTED
from bot.handlers.account_deletion import AccountDeletionHandler
from bot.handlers.account_linking import AccountLinkingHandler
from bot.handlers.autocomplete import Autocompleter
from bot.handlers.challenge_policy import ChallengePolicy
from bot.handlers.challenges import Before, ChallengeHandler
from bot.handlers.context import RequestContext
from bot.handlers.deadline_scheduler import DeadlineScheduler
from bot.handlers.help import (
    Asked,
    HelpHandler,
    note,
)
from bot.handlers.match_resolver import (
    MatchOptional,
    MatchResolver,
    NoSuchMatch,
    SeveralMatches,
)
from bot.handlers.moves import Acted, MoveHandler
from bot.handlers.preferences import Chosen, PreferencesHandler
from bot.handlers.profiles import AboutPlayers, ProfileHandler
from bot.handlers.rate_limit import RateLimiter, RateLimits
from bot.handlers.record_imports import RecordImportHandler
from bot.handlers.replays import ReplayHandler, Retold
from bot.handlers.responses import ResponseBuilder
from bot.handlers.shared_lock import SharedLock
from bot.interface import (
    Account,
    Adapter,
    Chat,
    Completion,
    Delivery,
    Incoming,
    Response,
)
from bot.repositories.accounts import AccountRepository
from bot.repositories.matches import MatchRepository, UnknownMatch
from bot.repositories.preferences import PreferencesRepository
from bot.repositories.replay_cache import ReplayCache
from bot.texts import texts_for
from games import GAMES
from games.events import MatchId
from storage.store import Store

Handle = Callable[[Incoming], Awaitable[Response]]
"""Answers one request."""
Middleware = Callable[[Handle], Handle]
"""Wraps what answers requests, as to count and time them."""

log = logging.getLogger(__name__)


class RequestDispatcher:
    """Where every request is received and every screen handed out (a `Front`)."""

    def __init__(
        self,
        store: Store,
        adapters: Mapping[str, Adapter],
        *,
        clock: Callable[[], int],
        draw: Callable[[int], bytes] = secrets.token_bytes,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        longest_answer: float = LONGEST_ANSWER,
        serves: Callable[[str], bool] = lambda _: True,
        rates: RateLimits | None = None,
        admits: Callable[[Chat], bool] = lambda _: True,
    ) -> None:
        """Nothing is answered yet.

        Args:
            store: what has happened.
            adapters: the platforms by key, for the boards that nobody pressed.
            clock: the time in seconds since 1970.
            draw: so many random bytes, for seeds and ids.
            sleep: how a failing board waits, in seconds.
            longest_answer: the seconds after which an answer that never came back counts as failed.
            serves: whether a platform, by its key, can be written to at present; until it can, boards wait.
            rates: how much one person may ask for; None: as much as people do.
            admits: whether the bot plays in a chat; elsewhere it answers nothing but `ForgetMe`.
        """
        self._clock, self._draw, self._admits = clock, draw, admits
        self._handle: Handle = self._answered
        self._presence = presence = PresenceTracker(clock)
        self._accounts = accounts = AccountRepository(store, draw)
        self._preferences = preferences = PreferencesRepository(store)
        self._limits, self._lock = RateLimiter(rates or RateLimits(), clock), SharedLock()
        self._matches = matches = MatchRepository(store)
        self._resolver = MatchResolver(store)
        screens = MatchScreens(store, matches, accounts, presence, preferences)
        router = ChatRouter(store, accounts, adapters, presence, serves)
        notifier = TurnNotifier(store, matches, router, presence, preferences)
        self.boards = boards = BoardSynchronizer(
            store, adapters, screens, matches.version, notifier, presence, sleep=sleep, longest=longest_answer
        )
        self._autocompleter = Autocompleter(store, matches, self._resolver, screens)
        self._help = HelpHandler(store, screens)
        self._profiles = ProfileHandler(store, accounts, screens)
        self._responses = responses = ResponseBuilder(store, matches, screens, boards)
        self._moves = moves = MoveHandler(store, matches, boards, responses, notifier, router, presence)
        self.scheduler = DeadlineScheduler(
            store, matches, boards, notifier, self._lock, preferences.reminding, clock
        )
        replay_cache = ReplayCache(store, matches)
        self._replays = ReplayHandler(store, replay_cache, screens, responses, self._lock)
        self._imports = RecordImportHandler(store, accounts, replay_cache, self._replays, self._lock)
        self._forgetting = AccountDeletionHandler(store, accounts, preferences, matches, boards)
        self._linking = AccountLinkingHandler(
            store, accounts, matches, boards, router, presence, preferences, draw
        )
        policy = ChallengePolicy(store, accounts, preferences)
        self._challenges = ChallengeHandler(
            store, matches, accounts, boards, responses, moves, router, presence, policy, draw
        )
        self._settings = PreferencesHandler(store, accounts, preferences, boards)

    def wrap(self, middleware: Middleware) -> None:
        """Have it stand around every request from now on, outside of those that stand there."""
        self._handle = middleware(self._handle)

    # The front

    async def meet(self, account: Account) -> None:
        """This person is here."""
        await self._accounts.meet(account)

    async def handle(self, incoming: Incoming) -> Response:
        """Answer one request; whatever goes wrong becomes an answer, and nothing is swallowed."""
        return await self._handle(incoming)

    async def _answered(self, incoming: Incoming) -> Response:
        texts = texts_for(incoming.account.language)
        try:
            async with self._lock.enter(ephemeral=_is_alone(incoming.request)):
                player = await self._accounts.meet(incoming.account)
                preferences = await self._preferences.display_of(player, incoming.account.language)
                texts = preferences.texts
                pressed = incoming.message is not None
                if wait := (self._limits.presses if pressed else self._limits.commands).take(player):
                    return replace(note(texts("no.too_fast", count=wait)), language=texts.language)
                if not isinstance(incoming.request, interface.ForgetMe) and not self._admits(incoming.chat):
                    return replace(note(texts("no.not_here")), language=texts.language)
                self._presence.acts(player, incoming.chat)
                answer = await self._answer(RequestContext(incoming, player, preferences, self._clock()))
                return replace(answer, language=texts.language)
        except Exception:
            request, match = self._draw(4).hex(), getattr(incoming.request, "match", None)
            log.exception("request %s failed: %s in %s", request, type(incoming.request).__name__, match)
            return note(texts("no.oops", request=request))

    async def delivered(self, delivery: Delivery, message: str | None) -> None:
        """The board of an answer has been shown, or not."""
        await self.boards.settle(delivery, message)

    async def complete(
        self, account: Account, chat: Chat, typed: str, match: MatchId | None = None
    ) -> tuple[Completion, ...]:
        """What a command typed so far could go on to."""
        if not self._admits(chat):
            return ()
        player = await self._accounts.meet(account)
        if self._limits.completions.take(player):
            return ()
        texts = (await self._preferences.display_of(player, account.language)).texts
        return await self._autocompleter.completions(
            player, chat, typed, match, texts=texts, now=self._clock()
        )

    async def lost(self, platform: str, place: str) -> None:
        """The bot cannot write there any more."""
        await self.boards.lost(platform, place)

    async def moved(self, platform: str, old: str, new: str) -> None:
        """A chat has another id: its boards come anew."""
        await self.boards.moved(platform, old, new)
        self._preferences.forget()

    # From request to answer

    async def _answer(self, context: RequestContext) -> Response:
        request = _understood(context.incoming.request)
        try:
            if isinstance(request, MatchOptional):
                match = await self._resolver.meant(context.player, context.chat, request)
                request = replace(request, match=match)
            return await self._dispatch(context, request)
        except UnknownMatch as unknown:
            return note(context.texts("no.unknown_match", match=str(unknown)[:QUOTED]))
        except NoSuchMatch as none:
            return note(context.texts(none.key))
        except SeveralMatches as several:
            return await self._help.which(context, several)

    async def _dispatch(self, context: RequestContext, request: interface.Request) -> Response:
        match request:
            case interface.ForgetMe():
                return await self._forgetting.answer(context, request)
            case interface.LinkAccounts():
                return await self._linking.answer(context, request)
            case _ if isinstance(request, Before):
                return await self._challenges.answer(context, request)
            case interface.ShowBoard(match=str(match)):
                return await self._responses.show_board(context, match)
            case interface.ShowHand(match=str(match)):
                return await self._responses.show_hand(context, match)
            case interface.VerifyDeal(match=str(match)):
                return await self._responses.verify(context, match)
            case _ if isinstance(request, AboutPlayers):
                return await self._profiles.answer(context, request)
            case _ if isinstance(request, Chosen):
                return await self._settings.answer(context, request)
            case _ if isinstance(request, Acted):
                return await self._moves.act(context, request)
        return await self._tell(context, request)

    async def _tell(self, context: RequestContext, request: interface.Request) -> Response:
        """Answer what changes no match."""
        if isinstance(request, interface.ImportRecord):
            return await self._imports.answer(context, request)
        if isinstance(request, Retold):
            return await self._replays.answer(context, request)
        if isinstance(request, Asked):
            return await self._help.answer(context, request)
        raise TypeError(f"nobody sees to {type(request).__name__}")


def _understood(request: interface.Request) -> interface.Request:
    """What is asked; a button may name a game that is not there any more."""
    game = getattr(request, "game", None)
    if game is None or game in GAMES:
        return request
    return interface.InvalidCommand("unknown_game", "", game[:QUOTED])


def _is_alone(request: interface.Request) -> bool:
    """Nobody else may act meanwhile: who is who changes."""
    return isinstance(request, interface.LinkAccounts) or request == interface.ForgetMe(sure=True)
