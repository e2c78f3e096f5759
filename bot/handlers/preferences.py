"""What people choose for themselves, for a chat that they manage, and whose challenges they do not want."""

from __future__ import annotations

from dataclasses import replace

from bot import interface, presentation
from bot.delivery.board_synchronizer import Boards
from bot.delivery.turn_notices import GOING_ON
from bot.domain.commands import QUOTED
from bot.domain.settings_parser import (
    BLOCKING,
    OF_CHATS,
    PERSONAL,
    NotAllowed,
    Pairs,
    adjusted,
    adjusted_chat,
    choices,
    pairs,
    told,
)
from bot.domain.time_zones import REGIONS, zones_of
from bot.handlers.context import Visit
from bot.handlers.help import note, private
from bot.interface import Answer, Screen
from bot.presentation import Sheet, Voice
from bot.presentation import preferences as pages
from bot.repositories.accounts import People
from bot.repositories.preferences import (
    MOST_BLOCKED,
    TooManyBlocked,
    Wishes,
)
from games.events import PlayerId
from storage.store import Preferences, Store

UNDER_WAY = tuple(phase.value for phase in GOING_ON)
PAGE_OF = {"quiet": pages.QUIET, "zone": pages.QUIET, "block": pages.BLOCKS, "unblock": pages.BLOCKS}
"""Where what was changed stands, if not on the first page."""

Chosen = interface.AskSettings | interface.ChangeSettings | interface.ChangeChat | interface.BlockPlayer


class _Refused(Exception):
    """Why not, in a sentence."""


class PreferencePages:
    """Shows the pages of settings, and does what their buttons say."""

    def __init__(self, store: Store, people: People, wishes: Wishes, boards: Boards) -> None:
        self._store, self._people, self._wishes, self._boards = store, people, wishes, boards

    async def answer(self, visit: Visit, request: Chosen) -> Answer:
        """For this person's eyes alone; in place of the pressed page."""
        try:
            match request:
                case interface.AskSettings():
                    page = await self._page(visit, request)
                    return self._shown(visit, page) if request.page else private(page)
                case interface.ChangeSettings():
                    return await self._change(visit, request)
                case interface.ChangeChat():
                    return await self._change_chat(visit, request)
                case interface.BlockPlayer():
                    return await self._block_by_button(visit, request)
        except _Refused as refused:
            return note(str(refused))

    # Pages

    async def _page(self, visit: Visit, request: interface.AskSettings) -> Screen:
        texts, place = visit.texts, request.place or visit.place
        number = request.number
        match request.page:
            case pages.CHAT if place is not None:
                return await self._chat_page(visit, place)
            case pages.QUIET:
                return presentation.quiet_page(await self._sheet(visit, place), texts)
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
                return await self._blocks_page(visit, place, number)
        blocked = await self._wishes.blocked_by(visit.player)
        return presentation.settings_page(await self._sheet(visit, place), len(blocked), texts)

    async def _sheet(self, visit: Visit, place: str | None) -> Sheet:
        values = told(await self._wishes.of(visit.player))
        return Sheet(values, choices(), place, manages=place is not None and visit.incoming.manages)

    async def _chat_page(self, visit: Visit, place: str) -> Screen:
        self._must_manage(visit)
        values = told(await self._wishes.of_chat(visit.chat.platform, place))
        return presentation.chat_page(Sheet(values, choices(), place), place, visit.texts)

    async def _blocks_page(self, visit: Visit, place: str | None, number: int) -> Screen:
        blocked = [block.blocked for block in await self._wishes.blocked_by(visit.player)]
        voice = Voice(visit.texts, await self._people.cast(blocked, visit.chat.platform))
        return presentation.blocks_page(blocked, _last(number, len(blocked)), place, voice)

    @staticmethod
    def _shown(visit: Visit, page: Screen) -> Answer:
        shown = private(page)
        return Answer(update=shown.note, granted=True) if visit.own else shown

    # Changes

    async def _change(self, visit: Visit, request: interface.ChangeSettings) -> Answer:
        """All of what was said, or nothing where a part of it is not allowed."""
        try:
            said = pairs(request.words, (*PERSONAL, *BLOCKING))
            wishes = tuple(pair for pair in said if pair[0] in PERSONAL)
            adjusted(await self._wishes.of(visit.player), wishes)
            await self._block_by_name(visit, tuple(pair for pair in said if pair[0] in BLOCKING))
            visit = await self._adjust(visit, wishes) if wishes else visit
        except NotAllowed as wrong:
            sheet = await self._sheet(visit, None)
            raise _Refused(
                presentation.not_allowed(wrong.setting, wrong.said[:QUOTED], sheet, visit.texts)
            ) from None
        name = PAGE_OF.get(said[-1][0], pages.MINE) if said else pages.MINE
        return self._shown(visit, await self._page(visit, interface.AskSettings(name, place=request.place)))

    async def _adjust(self, visit: Visit, said: Pairs) -> Visit:
        """Choose, and show it: the visitor as he looks from now on."""
        before = await self._wishes.of(visit.player)
        after = await self._wishes.change(visit.player, lambda chosen: adjusted(chosen, said))
        if _looks(before) != _looks(after):
            for row in await self._store.matches_of(visit.player, UNDER_WAY):
                boards = await self._store.boards_of(row.match)
                self._boards.redraw([board for board in boards if board.player == visit.player])
        return replace(visit, look=await self._wishes.look(visit.player, visit.incoming.account.language))

    async def _change_chat(self, visit: Visit, request: interface.ChangeChat) -> Answer:
        self._must_manage(visit)
        try:
            said = pairs(request.words, OF_CHATS)
            await self._wishes.change_chat(
                visit.chat.platform, request.place, lambda chosen: adjusted_chat(chosen, said)
            )
        except NotAllowed:
            return note(visit.texts("no.unreadable"))  # no button of ours says so
        return self._shown(visit, await self._chat_page(visit, request.place))

    @staticmethod
    def _must_manage(visit: Visit) -> None:
        if not visit.incoming.manages:
            raise _Refused(visit.texts("no.not_manager"))

    # Blocks

    async def _block_by_name(self, visit: Visit, said: Pairs) -> None:
        for setting, name in said:
            player = await self._people.find(visit.chat.platform, name)
            if player is None:
                raise _Refused(visit.texts("no.unknown_person", name=name[:QUOTED]))
            await self._block(visit, player, on=setting == "block")

    async def _block_by_button(self, visit: Visit, request: interface.BlockPlayer) -> Answer:
        player = request.player
        if request.on and not await self._people.accounts(player):
            return note(visit.texts("no.unreadable"))
        await self._block(visit, player, on=request.on)
        if not request.on:
            return self._shown(visit, await self._blocks_page(visit, request.place, 0))
        voice = Voice(visit.texts, await self._people.cast([player], visit.chat.platform))
        done = Screen(visit.texts("note.blocked", name=voice.name(player)))
        # Where it is pressed on a board, the board stays.
        return self._shown(visit, done) if visit.incoming.alone else private(done)

    async def _block(self, visit: Visit, player: PlayerId, *, on: bool) -> None:
        if player == visit.player:
            raise _Refused(visit.texts("no.block_yourself"))
        if not on:
            await self._wishes.unblock(visit.player, player)
            return
        try:
            await self._wishes.block(visit.player, player, visit.at)
        except TooManyBlocked:
            raise _Refused(visit.texts("no.block_full", most=MOST_BLOCKED)) from None


def _looks(chosen: Preferences) -> tuple[str, str, bool]:
    """What one sees of a choice."""
    return chosen.language, chosen.theme, chosen.text_only


def _last(number: int, count: int) -> int:
    """The page that was asked for, or the last one there is."""
    return min(number, max(0, count - 1) // pages.LISTED)
