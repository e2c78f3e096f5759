"""What people choose for themselves, for a chat that they manage, and whose challenges they do not want."""

from __future__ import annotations

from dataclasses import replace

from bot import interface, presentation
from bot.delivery.board_synchronizer import BoardSynchronizer
from bot.delivery.telling import Teller
from bot.delivery.turn_notices import GOING_ON
from bot.domain.commands import QUOTED
from bot.domain.exercises import HOUR
from bot.domain.settings_parser import (
    BLOCKING,
    DAILY,
    OF_CHATS,
    OFF,
    ON,
    PERSONAL,
    RESULTS,
    NotAllowed,
    Pairs,
    adjusted,
    adjusted_chat,
    as_words,
    choices,
    pairs,
)
from bot.domain.time_zones import REGIONS, next_hour, zones_of
from bot.handlers.context import RequestContext
from bot.handlers.request_table import answers
from bot.handlers.responses import Refusal, note, turned
from bot.interface import Answer, InteractionRequired, Note, RetryLater, Screen, Unreachable
from bot.presentation import Phrasing, ShownSettings
from bot.presentation import preferences as pages
from bot.repositories.accounts import AccountRepository
from bot.repositories.preferences import MOST_BLOCKED, PreferencesRepository, TooManyBlocked
from games.events import PlayerId
from storage.people import DailyPuzzle, Preferences
from storage.sql.store import Store

UNDER_WAY = tuple(phase.value for phase in GOING_ON)
PAGE_OF = {"quiet": pages.QUIET, "zone": pages.QUIET, "block": pages.BLOCKS, "unblock": pages.BLOCKS}
"""Where what was changed stands, if not on the first page."""
MUTED_LISTED = 5  # people with a button beside those who are blocked; who is heard again makes room


class PreferencesHandler:
    """Shows the pages of settings, and does what their buttons say."""

    def __init__(
        self,
        store: Store,
        accounts: AccountRepository,
        preferences: PreferencesRepository,
        boards: BoardSynchronizer,
        teller: Teller,
    ) -> None:
        self._store, self._accounts, self._preferences = store, accounts, preferences
        self._synchronizer, self._teller = boards, teller

    @answers(interface.ShowSettings)
    async def show(self, context: RequestContext, request: interface.ShowSettings) -> Answer:
        """A page of settings; in place of the pressed one."""
        page = await self._page(context, request)
        return self._shown(context, page) if request.page else Note(page)

    # Pages

    async def _page(self, context: RequestContext, request: interface.ShowSettings) -> Screen:
        texts, place = context.texts, request.place or context.place
        number = request.number
        match request.page:
            case pages.CHAT if place is not None:
                return await self._chat_page(context, place)
            case pages.QUIET:
                return presentation.quiet_page(await self._settings(context, place), texts)
            case pages.FROM:
                return presentation.hours_page(None, place, texts)
            case pages.TO:
                return presentation.hours_page(number % len(pages.HOURS), place, texts)
            case pages.ZONE:
                return presentation.regions_page(REGIONS, place, texts)
            case str(region) if region in REGIONS:
                zones = zones_of(region)
                return presentation.zones_page(region, zones, _last(number, len(zones)), place, texts)
            case pages.BLOCKS:
                return await self._blocks_page(context, place, number)
        blocked = await self._preferences.blocked_by(context.player)
        return presentation.settings_page(await self._settings(context, place), len(blocked), texts)

    async def _settings(self, context: RequestContext, place: str | None) -> ShownSettings:
        values = as_words(await self._preferences.of(context.player))
        return ShownSettings(values, choices(), place, manages=place is not None and context.incoming.manages)

    async def _chat_page(self, context: RequestContext, place: str) -> Screen:
        self._must_manage(context)
        values = as_words(await self._preferences.of_chat(context.chat.platform, place))
        daily = await self._store.settings.daily_puzzle(context.chat.platform, place)
        values |= {DAILY: ON, "zone": daily.zone} if daily else {DAILY: OFF}
        if context.in_channel:
            chosen = (await self._preferences.of_chat(context.chat.platform, place)).results
            values[RESULTS] = ("here" if chosen == context.chat.id else "elsewhere") if chosen else OFF
        return presentation.chat_page(ShownSettings(values, choices(), place), place, context.texts)

    async def _blocks_page(self, context: RequestContext, place: str | None, number: int) -> Screen:
        blocked = [block.blocked for block in await self._preferences.blocked_by(context.player)]
        muted = (await self._store.talk.muted_by(context.player))[:MUTED_LISTED]
        cast = await self._accounts.cast([*blocked, *muted], context.chat.platform)
        number = _last(number, len(blocked))
        return presentation.blocks_page(blocked, number, place, Phrasing(context.texts, cast), muted)

    @staticmethod
    def _shown(context: RequestContext, page: Screen) -> Answer:
        return turned(page, in_place=context.own)

    # Changes

    @answers(interface.ChangeSettings)
    async def change(self, context: RequestContext, request: interface.ChangeSettings) -> Answer:
        """All of what was said, or nothing where a part of it is not allowed."""
        try:
            said = pairs(request.words, (*PERSONAL, *BLOCKING))
            preferences = tuple(pair for pair in said if pair[0] in PERSONAL)
            adjusted(await self._preferences.of(context.player), preferences)
            await self._block_by_name(context, tuple(pair for pair in said if pair[0] in BLOCKING))
            context = await self._adjust(context, preferences) if preferences else context
        except NotAllowed as wrong:
            shown = await self._settings(context, None)
            return note(presentation.not_allowed(wrong.setting, wrong.said[:QUOTED], shown, context.texts))
        name = PAGE_OF.get(said[-1][0], pages.MINE) if said else pages.MINE
        return self._shown(
            context, await self._page(context, interface.ShowSettings(name, place=request.place))
        )

    async def _adjust(self, context: RequestContext, said: Pairs) -> RequestContext:
        """Store what is chosen and redraw the person's boards; the context with their new preferences."""
        before = await self._preferences.of(context.player)
        after = await self._preferences.change(context.player, lambda chosen: adjusted(chosen, said))
        if _looks(before) != _looks(after):
            for row in await self._store.matches.matches_of(context.player, UNDER_WAY):
                boards = await self._store.boards.boards_of(row.match)
                await self._synchronizer.redraw([board for board in boards if board.player == context.player])
        return replace(
            context,
            preferences=await self._preferences.display_of(context.player, context.incoming.account.language),
        )

    @answers(interface.ChangeChat)
    async def change_chat(self, context: RequestContext, request: interface.ChangeChat) -> Answer:
        """What is chosen for a chat, by an admin."""
        self._must_manage(context)
        try:
            said = dict(pairs(request.words, (*OF_CHATS, DAILY, RESULTS)))
            daily, results = said.pop(DAILY, None), said.pop(RESULTS, None)
            await self._preferences.change_chat(
                context.chat.platform,
                request.place,
                lambda chosen: adjusted_chat(chosen, tuple(said.items())),
            )
            if daily is not None:
                await self._change_daily(context, request.place, on=daily == ON)
            if results is not None:
                await self._change_results(context, request.place, on=results == ON)
        except NotAllowed:
            return note(context.texts("no.unreadable"))  # no button of ours says so
        return self._shown(context, await self._chat_page(context, request.place))

    async def _change_daily(self, context: RequestContext, place: str, *, on: bool) -> None:
        """A puzzle each day, by the clock of whoever asks for it; where they ask, if that is in the place."""
        platform = context.chat.platform
        if not on:
            await self._store.settings.drop_daily_puzzle(platform, place)
            return
        chat = context.chat.id if context.place == place else place
        zone = (await self._preferences.of(context.player)).zone
        due = next_hour(HOUR, zone, context.at)
        await self._store.settings.put_daily_puzzle(DailyPuzzle(platform, place, chat, zone), due)

    async def _change_results(self, context: RequestContext, place: str, *, on: bool) -> None:
        """Results of matches are told where somebody asks for it, or nowhere any more."""
        if not on:
            await self._teller.stop_results(context.chat.platform, place)
            return
        if not context.in_channel or context.place != place:
            raise Refusal("no.unreadable")  # no button of ours says so
        try:
            await self._teller.choose_results(context.chat, context.press)
        except (Unreachable, InteractionRequired, RetryLater):
            raise Refusal("no.results_here") from None

    @staticmethod
    def _must_manage(context: RequestContext) -> None:
        if not context.incoming.manages:
            raise Refusal("no.not_manager")

    # Blocks

    async def _block_by_name(self, context: RequestContext, said: Pairs) -> None:
        for setting, name in said:
            player = await self._accounts.find(context.chat.platform, name)
            await self._block(context, player, on=setting == "block")

    @answers(interface.BlockPlayer)
    async def block(self, context: RequestContext, request: interface.BlockPlayer) -> Answer:
        """Keep somebody's challenges away, or let them through again."""
        player = request.player
        if request.on and not await self._accounts.accounts(player):
            return note(context.texts("no.unreadable"))
        await self._block(context, player, on=request.on)
        if not request.on:
            return self._shown(context, await self._blocks_page(context, request.place, 0))
        phrasing = Phrasing(context.texts, await self._accounts.cast([player], context.chat.platform))
        done = Screen(context.texts("note.blocked", name=phrasing.name(player)))
        # Where it is pressed on a board, the board stays.
        return self._shown(context, done) if context.incoming.ephemeral else Note(done)

    async def _block(self, context: RequestContext, player: PlayerId, *, on: bool) -> None:
        if player == context.player:
            raise Refusal("no.block_yourself")
        if not on:
            await self._preferences.unblock(context.player, player)
            return
        try:
            await self._preferences.block(context.player, player, context.at)
        except TooManyBlocked:
            raise Refusal("no.block_full", most=MOST_BLOCKED) from None


def _looks(chosen: Preferences) -> tuple[str, str, bool]:
    """What one sees of a choice."""
    return chosen.language, chosen.theme, chosen.text_only


def _last(number: int, count: int) -> int:
    """The page that was asked for, or the last one there is."""
    return min(number, max(0, count - 1) // pages.LISTED)
