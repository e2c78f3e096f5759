"""Where a new challenge is shown: in this chat, and to the invited person where they are not in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.delivery.routing import ChatRouter, PresenceTracker, new_board
from bot.handlers.challenge_policy import ChallengePolicy
from bot.handlers.context import RequestContext
from games.events import ChallengeOffered, MatchId
from games.match import Match
from storage.boards import Board, Notice
from storage.sql.store import Store


class ChallengePlacement:
    """Finds the chats."""

    def __init__(
        self, store: Store, router: ChatRouter, presence: PresenceTracker, policy: ChallengePolicy
    ) -> None:
        self._store, self._router, self._presence, self._policy = store, router, presence, policy

    async def boards(
        self, context: RequestContext, match: Match, before: MatchId | None
    ) -> tuple[Board, ...]:
        """The new boards of a challenge, the one in this chat first.

        Args:
            context: who challenges, and where.
            match: the challenge, or what it is where a robot has accepted it.
            before: the match that is played again.
        """
        opened = match.opened
        if match.players:
            return (context.new_board(opened.match), *await dealt_boards(self._router, context, match, ()))
        notice = Notice(opened.invited, question=1) if opened.invited else None
        if notice is None:
            return (context.new_board(opened.match),)
        player, platform = notice.player, context.chat.platform
        here = not context.chat.private and not context.chat.fixed
        reach = await self._router.reach(player)
        if here and reach.reads_first(platform):
            return (context.new_board(opened.match, notice),)
        there = await self._there(context, opened, notice, before)
        own = context.new_board(opened.match)
        if there and there.id != own.id:
            return own, there
        if here and platform in reach.platforms:  # nothing else is open to the bot
            return (replace(own, notice=notice),)
        self._presence.mark_unreached(player, opened.match)
        return (own,)

    async def _there(
        self, context: RequestContext, opened: ChallengeOffered, notice: Notice, before: MatchId | None
    ) -> Board | None:
        """Where the invited person is told who is not told here."""
        player, platform = notice.player, context.chat.platform
        if (await self._router.reach(player)).reads_first(platform):
            before = None
        played = await self._where_they_played(context, opened, notice, before) if before else None
        return played or await self._router.private_board(
            player, opened.match, prefer=platform, after=context.press, at=context.at, notice=notice
        )

    async def _where_they_played(
        self, context: RequestContext, opened: ChallengeOffered, notice: Notice, before: MatchId
    ) -> Board | None:
        """The challenge where the invited person is told of the match that is played again."""
        reach = await self._router.reach(notice.player, before)
        chat = reach.chat_to_notify(await self._store.boards.boards_of(before))
        if chat is None or not await self._policy.lets_in(chat):
            return None
        reader = notice.player if chat.private else None
        return new_board(chat, opened.match, reader, after=context.press, at=context.at, notice=notice)


async def dealt_boards(
    router: ChatRouter, context: RequestContext, match: Match, known: Sequence[Board]
) -> list[Board]:
    """Where a game keeps secrets, each seat gets a board of its own as soon as it is dealt.

    Args:
        router: knows the private chats.
        context: whose request has it dealt, and where.
        match: as it was dealt.
        known: the boards that show it already.
    """
    if not match.players or match.plays_openly:
        return []
    there = {board.player for board in known}
    if context.chat.private:
        there.add(context.player)
    boards = [
        await router.private_board(
            player, match.opened.match, prefer=context.chat.platform, after=context.press, at=context.at
        )
        for player in match.players
        if player not in there
    ]
    return [board for board in boards if board]
