"""Dispatches requests to their handlers. A change is stored first, then shown."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from functools import partial

from bot import interface, presentation
from bot.delivery.worker import Worker
from bot.domain.refusals import UNKNOWN_PERSON, Refused
from bot.handlers import (
    absences,
    accounts,
    advice,
    answer_places,
    autocomplete,
    button_names,
    challenge_builder,
    challenges,
    fairness,
    match_pages,
    matches,
    moderation,
    moves,
    my_data,
    odd_sentences,
    plans,
    play_on,
    preferences,
    profiles,
    proposals,
    public_pages,
    puzzles,
    questions,
    record_imports,
    replays,
    responses,
    seat_links,
    seeks,
    shared_messages,
    suggestions,
    talking,
    teaching,
    teams,
    tournament_requests,
    which_match,
)
from bot.handlers.context import (
    Asker,
    MatchContext,
    RequestContext,
    context_of,
    register,
    request_table,
    with_known_game,
)
from bot.handlers.jobs import notices, reviews, tournaments
from bot.handlers.responses import note
from bot.handlers.services import Services
from bot.handlers.which_match import MereTalk, SeveralMatches
from bot.interface import (
    GUEST,
    Account,
    Alone,
    Answer,
    Chat,
    Completion,
    Delivery,
    DisplayPreferences,
    Forget,
    Incoming,
    Looks,
    Note,
    PageServer,
    PublicMatch,
    Screen,
    SeenMatch,
    SharedMessage,
    Update,
)
from bot.interface.registry import Request
from bot.presentation import Phrasing
from bot.texts import texts_for
from games import GAMES
from games.events import MatchId, PlayerId, match_id_of
from games.game import Refused as GameRefused
from games.record import UnreadableRecord
from storage.errors import CannotStore, PeopleChanged, StoreUnavailable, VersionConflict, retried

Handle = Callable[[Incoming], Awaitable[Answer]]
"""Answers one request."""
Middleware = Callable[[Handle], Handle]
"""Wraps a `Handle`, for example to count and time requests."""

log = logging.getLogger(__name__)

HANDLERS = (
    absences,
    accounts,
    advice,
    challenge_builder,
    challenges,
    fairness,
    match_pages,
    matches,
    moderation,
    moves,
    my_data,
    odd_sentences,
    play_on,
    plans,
    preferences,
    profiles,
    proposals,
    puzzles,
    questions,
    record_imports,
    replays,
    responses,
    seeks,
    talking,
    teaching,
    tournament_requests,
)
"""The modules with the handlers, see `answers`."""
FORGET = interface.ForgetMe(sure=True)
CHANGED = (PeopleChanged, VersionConflict)
"""Raised if the data behind a decision changed meanwhile, or a drawn id is taken; nothing was stored."""


class Dispatcher:
    """Receives every request of the adapters (implements `Front`)."""

    def __init__(self, services: Services, worker: Worker, middleware: Sequence[Middleware] = ()) -> None:
        self.services = services
        self.worker = worker
        self._handlers = request_table(HANDLERS)
        self._handle: Handle = self._answered
        for wrap in middleware:
            self._handle = wrap(self._handle)

    async def start(self) -> None:
        """Credit the downtime to running clocks, and start the worker."""
        await self.services.heartbeat.come_back()
        self.worker.start()

    async def close(self) -> None:
        """Stop; unfinished jobs stay in the store."""
        await self.worker.close()
        services = self.services
        for part in (services.background, services.reviews, services.boards):
            await part.close()

    # From request to answer

    async def handle(self, incoming: Incoming) -> Answer:
        return await self._handle(incoming)

    async def _answered(self, incoming: Incoming) -> Answer:
        """Answer in the language of the person, also that they have to wait or that something went wrong."""
        texts = texts_for(incoming.account.language)
        answer: Answer
        try:
            if incoming.request == FORGET and (wait := self.services.limits.forgets.take(incoming.account)):
                answer = note(texts("no.forget_again", time=texts.duration(wait)))
            else:
                try:
                    context = await context_of(self.services, incoming)
                except PeopleChanged:
                    context = await retried(PeopleChanged, partial(context_of, self.services, incoming))
                texts = context.preferences.texts
                answer = self._turned_away(context) or await self._admitted(context)
        except StoreUnavailable as fault:
            log.error("%s was not answered", type(incoming.request).__name__, exc_info=fault)
            answer = note(texts("no.not_stored" if isinstance(fault, CannotStore) else "no.unavailable"))
        except Exception:
            request, match = self.services.draw(4).hex(), incoming.match
            log.exception("request %s failed: %s in %s", request, type(incoming.request).__name__, match)
            answer = note(texts("no.oops", request=request))
        return answer and replace(answer, language=texts.language)

    def _turned_away(self, context: RequestContext) -> Note | None:
        """Refuse those who ask too often, and chats that the host does not serve."""
        incoming, limits = context.incoming, self.services.limits
        rate = limits.commands if incoming.message is None else limits.presses
        if wait := rate.take(incoming.account):
            return note(context.texts("no.too_fast", count=wait))
        anywhere = isinstance(incoming.request, interface.ForgetMe)
        if not anywhere and not self.services.access.admits(incoming.chat):
            return note(context.texts("no.not_here"))
        return None

    async def _admitted(self, context: RequestContext) -> Answer:
        """Handle a request, again with what is read anew as long as its data changes meanwhile."""
        if not context.incoming.earlier:
            self.services.presence.record_activity(context.player, context.chat)
        try:
            return await self._handled(context)
        except CHANGED:
            return await retried(CHANGED, partial(self._read_and_handled, context.incoming))

    async def _read_and_handled(self, incoming: Incoming) -> Answer:
        return await self._handled(await context_of(self.services, incoming))

    async def _handled(self, context: RequestContext) -> Answer:
        request = with_known_game(context.incoming.request)
        try:
            context, request = await _located(context, request)
            answer = await self._handlers[type(request)](context, request)
        except Refused as refused:
            if refused.reason == UNKNOWN_PERSON:
                return await suggestions.unknown_person(context, request, refused)
            page = presentation.refused_page(refused, context.texts)
            answer = Note(page, succeeded=False, managers_only=refused.managers_only)
        except GameRefused as refused:
            answer = await responses.answer_refusal(context, refused)
        except UnreadableRecord as wrong:
            return note(presentation.unreadable(wrong, context.phrasing))
        except SeveralMatches as several:
            return await which_match.ask_which(context, several)
        except MereTalk:
            return None
        match = context.match_id if isinstance(context, MatchContext) else context.incoming.match
        return replace(answer, match=match) if isinstance(answer, Update | Note) else answer

    # Other calls of adapters, see `Front`

    @property
    def robot_games(self) -> Collection[str]:
        return self.services.access.robots.games

    async def own_view(
        self, chat: Chat, account: str, match: MatchId, note: str, *, more: bool = False
    ) -> Screen | None:
        return await match_pages.own_view(self.services, chat, account, match, note, more=more)

    async def shared_view(self, seen: SharedMessage, language: str) -> Screen | None:
        return await shared_messages.made_again(self.services, seen, language)

    async def register(self, account: Account) -> None:
        await register(self.services, account)

    def speaks(self, platform: str, place: str, language: str) -> None:
        self.services.preferences.hear_language(platform, place, language)

    async def greeting(
        self, chat: Chat, lacking: Collection[str] = (), *, language: str = "", threads: bool = False
    ) -> Screen | None:
        if not self.services.access.admits(chat):
            return None
        texts = (await self.services.preferences.display_of_chat(chat, language)).texts
        phrasing, place = Phrasing(texts, {}), chat.place if threads else None
        page = presentation.greeting_page(phrasing, lacking, robots=bool(self.robot_games), threads_in=place)
        return replace(page, language=texts.language)

    def when_forgotten(self, forget: Forget) -> None:
        self.services.accounts.on_forget.append(forget)

    async def delivered(self, delivery: Delivery, message: str | None, *, tried: bool = True) -> None:
        if delivery.board.startswith(tournaments.SIGN_UP_SHOWN):
            await tournaments.sign_up_delivered(self.services, delivery, message)
        elif not delivery.board.startswith(reviews.ANNOUNCED):
            await self.services.boards.settle(delivery, message, tried=tried)
        elif message is not None:
            await self.services.store.jobs.put(reviews.job_of(delivery, message, self.services.clock()))
            self.services.intake.wake()

    async def complete(
        self, account: Account, chat: Chat, typed: str, match: MatchId | None = None
    ) -> tuple[Completion, ...]:
        if not self.services.access.admits(chat):
            return ()
        if self.services.limits.completions.take(account):
            return ()
        player, preferences = await self._known(account)
        typist = Asker(self.services, player, chat, preferences, self.services.clock())
        return await autocomplete.complete(typist, typed, match)

    async def looks(self, account: Account) -> Looks:
        try:
            _, preferences = await self._known(account)
        except StoreUnavailable:
            return Looks(texts_for(account.language).language, None)
        return Looks(preferences.texts.language, preferences.theme)

    async def _known(self, account: Account) -> tuple[PlayerId, DisplayPreferences]:
        """The player of an account, and how they are answered; coming or typing alone stores nobody."""
        known = await self.services.accounts.player_of(account.platform, account.id)
        player = known or PlayerId(f"{account.platform}/{account.id}")
        return player, await self.services.preferences.display_of(player, account.language)

    async def lost(self, platform: str, place: str) -> None:
        await self.services.boards.lose_chat(platform, place)

    def opened(self, platform: str, place: str) -> None:
        self.services.presence.mark_open(platform, place)

    async def moved(self, platform: str, old: str, new: str) -> None:
        await self.services.boards.rename_chat(platform, old, new)

    # Several processes

    async def once(self, name: str, do: Callable[[], Awaitable[None]]) -> bool:
        return await self.services.claims.once(name, do)

    async def shared_value(self, name: str) -> str:
        return await self.services.shared.value(name)

    async def change_shared(self, name: str, change: Callable[[str], str]) -> None:
        await self.services.shared.change(name, change)

    def alone(self, name: str, among: str = "") -> AbstractAsyncContextManager[Alone]:
        return self.services.claims.alone(name, among)

    # Pages of matches

    async def launched(self, account: Account, instance: str, match: MatchId) -> None:
        await self.services.pages.server.launched(account, instance, match)

    def serve_pages(self, pages: PageServer) -> None:
        self.services.pages.serve(pages)

    async def see_match(
        self, platform: str, account: str, match: MatchId | None, *, opening: bool = False
    ) -> SeenMatch | str:
        who = await match_pages.visitor(self.services, platform, account)
        if who is None:
            return texts_for("")("no.table_nobody")
        if opening and (wait := self.services.limits.commands.take(who.account)):
            return who.texts("no.too_fast", count=wait)
        seen = await match_pages.seen_by(self.services, who, match)
        admitted = isinstance(seen, str) or self.services.access.admits(seen.chat)
        return seen if admitted else who.texts("no.not_here")

    def slow_down(self, address: str) -> int:
        return public_pages.slow_down(self.services, address)

    async def see_public(self, match: MatchId, language: str, place: int | None) -> PublicMatch | None:
        return await public_pages.see(self.services, match, language, place)

    async def public_record(self, match: MatchId) -> str | None:
        return await public_pages.record_of(self.services, match)

    async def offered_seat(self, secret: str, language: str, guest: str) -> Screen | SeenMatch | str:
        offered = await seat_links.offered(self.services, secret, language)
        if isinstance(offered, Screen) or not guest:
            return offered
        seen = await self.see_match(GUEST, guest, match_id_of(seat_links.code_in(secret)))
        return offered if isinstance(seen, str) else seen

    async def take_seat(self, secret: str, account: Account) -> SeenMatch | str:
        refusal = await seat_links.take(self.services, secret, account)
        if refusal:
            return refusal
        match = seat_links.code_in(secret)
        chat = Chat(account.platform, f"@{account.id}", private=True)
        accepts = interface.AcceptChallenge(match)
        await self.handle(Incoming(account, chat, accepts, f"{account.id}/seat {match}"))
        return await self.see_match(account.platform, account.id, match, opening=True)


async def _located(context: RequestContext, request: Request) -> tuple[RequestContext, Request]:
    """Find the match that is meant, if any; a typed line may end with its code."""
    if isinstance(request, interface.InvalidCommand) and request.said:
        request = await button_names.pressed(context, request)
        context = replace(context, incoming=replace(context.incoming, request=request))
    if isinstance(request, which_match.Typed):
        request = await which_match.split_off_match(context, request)
        context = replace(context, incoming=replace(context.incoming, request=request))
    if not isinstance(request, interface.MatchRequest):
        await answer_places.require_place(context)
        return context, request
    match = request.match
    if match is None or match.lower() in GAMES:  # a press has its code: a file less on its way
        match = await which_match.meant(context, request, context.incoming.front)
    if context.chat.fixed:
        await answer_places.require_place(context, match)
    about = context.about(match)
    # Where there are no votes, no channel will ever play.
    if isinstance(request, teams.FOR_A_TEAM) and (await about.services.matches.kept(match)).match.opened.vote:
        about = await teams.on_behalf(about, request)
    if isinstance(request, notices.LOOKS):
        notices.note_look(about)
    return about, request
