"""Tells people in private what became of a match or of their accounts, by messages without boards."""

from __future__ import annotations

from collections.abc import Mapping

from bot import presentation
from bot.delivery.routing import ChatRouter, derived_id
from bot.delivery.worker import NotHere
from bot.interface import Account, Adapter, Chat, Message, Unreachable
from bot.presentation import Phrasing
from bot.repositories.accounts import AccountRepository
from bot.repositories.matches import MatchRepository
from bot.repositories.preferences import PreferencesRepository
from games.events import MatchId, PlayerId
from storage.boards import Board
from storage.jobs import Job


class PrivateTeller:
    """What they are told is made when it is sent."""

    def __init__(
        self,
        adapters: Mapping[str, Adapter],
        router: ChatRouter,
        matches: MatchRepository,
        accounts: AccountRepository,
        preferences: PreferencesRepository,
    ) -> None:
        self._adapters, self._router, self._matches = adapters, router, matches
        self._accounts, self._preferences = accounts, preferences

    async def lost(self, job: Job) -> None:
        """Tell a player why a match goes on elsewhere; where no chat of theirs accepts messages, nothing."""
        code, key, platform, _ = job.about.split("/", 3)
        found = await self._router.private_chat(job.player, platform)
        if found is None:
            return
        account, chat = found
        match = await self._matches.load(MatchId(code))
        preferences = await self._preferences.display_of(job.player, account.language)
        seen, phrasing = match.seen_by(match.seat_of(job.player)), Phrasing(preferences.texts, {})
        await self._post(chat, Message(presentation.lost(key, seen, phrasing)), job)

    async def linked(self, job: Job) -> None:
        """Tell an account with which other one it is one player now, if it still is."""
        accounts = await self._accounts.accounts(job.player)
        other = next((one for one in accounts if one.platform == job.about.partition("/")[0]), None)
        told = next((one for one in accounts if _lane(one) == job.lane), None)
        chat = told and self._router.private_chat_of(told)
        if told and chat and other:
            texts = (await self._preferences.display_of(job.player, told.language)).texts
            await self._post(chat, presentation.linked(other, texts), job)

    async def unlinked(self, job: Job) -> None:
        """Tell an account that it is a player of its own now."""
        accounts = await self._accounts.accounts(job.player)
        told = next((one for one in accounts if _lane(one) == job.lane), None)
        chat = told and self._router.private_chat_of(told)
        if told and chat:
            texts = (await self._preferences.display_of(job.player, told.language)).texts
            await self._post(chat, presentation.unlinked(told, texts), job)

    async def _post(self, chat: Chat, message: Message, job: Job) -> None:
        if not self._router.is_running(chat.platform):
            raise NotHere
        try:
            await self._adapters[chat.platform].post(chat, message, derived_id(f"{job.kind} {job.key}"))
        except Unreachable:
            self._router.mark_closed(chat)


def of_loss(board: Board, player: PlayerId, key: str, at: int) -> Job:
    """Tell a player that a chat refuses a board of a match: by this sentence of the catalogues."""
    return Job("lost", f"{board.match}/{key}/{board.platform}/{board.id} {player}", at, player=player)


def of_joining(told: Account, other: Account, player: PlayerId, at: int) -> Job:
    """Tell an account that another one has joined it."""
    return Job("linked", f"{other.platform}/{at} {_lane(told)}", at, told.platform, player)


def of_parting(told: Account, at: int) -> Job:
    """Tell an account that it was unlinked; whose it is from then on is known when that is stored."""
    return Job("unlinked", f"{at} {_lane(told)}", at, told.platform)


def _lane(account: Account) -> str:
    return f"{account.platform}:{account.id}"
