"""Matches followed by those who do not play in them: the spectator's view on a board of their own."""

from __future__ import annotations

from dataclasses import replace

from bot import interface, presentation
from bot.delivery.board_synchronizer import BoardSynchronizer
from bot.delivery.routing import ChatRouter
from bot.handlers.context import MatchContext, RequestContext
from bot.handlers.request_table import answers
from bot.handlers.responses import Refusal, ResponseBuilder, note
from bot.interface import Answer, Chat, Note, ShowHand, ShowRunning, Unwatch, Watch
from bot.presentation import Phrasing
from bot.repositories.accounts import AccountRepository
from bot.repositories.matches import MatchRepository
from games.events import PlayerId
from games.match import Phase
from storage.boards import Board, ChatId
from storage.matches import MatchRow
from storage.sql.store import Store

MOST_LISTED = 8
MOST_WATCHED = 10  # matches at a time, so that nobody keeps the bot busy with boards that nobody reads


class WatchHandler:
    """Whoever has the code of a match may follow it; codes are told where a match is shown."""

    def __init__(
        self,
        store: Store,
        matches: MatchRepository,
        accounts: AccountRepository,
        responses: ResponseBuilder,
        router: ChatRouter,
        boards: BoardSynchronizer,
    ) -> None:
        self._store, self._matches, self._accounts = store, matches, accounts
        self._responses, self._router, self._synchronizer = responses, router, boards

    @answers(interface.ShowRunning)
    async def running(self, context: RequestContext, _: ShowRunning) -> Answer:
        """What everybody in this chat sees running, the latest first; in a private one what they watch."""
        chat = context.chat
        rows = await (self._watched(context.player, chat) if chat.private else self._shown_in(chat))
        listed = rows[::-1][:MOST_LISTED]
        players = [player for row in listed for player in row.players]
        phrasing = Phrasing(context.texts, await self._accounts.cast(players, chat.platform))
        return Note(
            presentation.running_page(
                [(row.match, row.game, row.players) for row in listed],
                phrasing,
                left_out=len(rows) - len(listed),
                watched=chat.private,
            )
        )

    async def played_here(self, context: RequestContext) -> Answer:
        """What this person plays before the eyes of all in this chat, told to all of them."""
        rows = [row for row in await self._shown_in(context.chat) if context.player in row.players]
        listed = rows[::-1][:MOST_LISTED]
        players = [context.player, *(player for row in listed for player in row.players)]
        phrasing = Phrasing(context.texts, await self._accounts.cast(players, context.chat.platform))
        if not rows:
            raise Refusal("watch.none_of_yours")
        page = presentation.running_page(
            [(row.match, row.game, row.players) for row in listed],
            phrasing,
            left_out=len(rows) - len(listed),
            watched=False,
        )
        title = context.texts("title.played_by", name=phrasing.name(context.player))
        return Note(replace(page, title=title))

    @answers(interface.Watch)
    async def watch(self, context: MatchContext, _: Watch) -> Answer:
        """A board in their private chat, which stays up to date."""
        match = await self._matches.load(context.match_id, context.read)
        if match.seat_of(context.player) is not None:
            return await self._responses.show_hand(context, ShowHand(context.match_id))
        if match.phase is not Phase.RUNNING:
            key = "no.watch_over" if match.players else "no.watch_challenge"
            return note(context.texts(key, match=context.match_id))
        chat = await self._private_chat(context)
        watched = await self._watched(context.player, chat)
        if len([row for row in watched if row.match != context.match_id]) >= MOST_WATCHED:
            raise Refusal("no.watch_most", most=MOST_WATCHED)
        if context.chat.private:
            return await self._responses.show_board(context)
        board = await self._router.private_board(
            context.player, context.match_id, prefer=chat.platform, after=context.press, at=context.at
        )
        if board is not None and board.id not in {one.id for one in await self._own_boards(context)}:
            await self._synchronizer.put([board])
        return Note(presentation.watching(context.match_id, Phrasing(context.texts, {})))

    @answers(interface.Unwatch)
    async def unwatch(self, context: MatchContext, _: Unwatch) -> Answer:
        """Their boards stay as they are, and show nothing new."""
        match = await self._matches.load(context.match_id, context.read)
        boards = await self._own_boards(context)
        if not boards or match.seat_of(context.player) is not None:
            return note(context.texts("no.not_watching"))
        self._synchronizer.withdraw(boards)
        for board in boards:
            await self._store.boards.drop_board(board.id)
        return Note(presentation.unwatched(context.match_id, context.texts))

    async def _private_chat(self, context: RequestContext) -> Chat:
        if context.chat.private:
            return context.chat
        found = (await self._router.reach(context.player)).private_chat(context.chat.platform)
        if found is None:
            raise Refusal("no.watch_unreached")
        return found[1]

    async def _own_boards(self, context: MatchContext) -> list[Board]:
        boards = await self._store.boards.boards_of(context.match_id)
        return [board for board in boards if board.private and board.player == context.player]

    async def _shown_in(self, chat: Chat) -> tuple[MatchRow, ...]:
        return await self._store.matches.matches_in(chat.platform, ChatId(chat.id), [Phase.RUNNING.value])

    async def _watched(self, player: PlayerId, chat: Chat) -> tuple[MatchRow, ...]:
        """The matches of others in somebody's private chat."""
        return tuple(row for row in await self._shown_in(chat) if player not in row.players)
