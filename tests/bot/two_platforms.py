"""A house on two platforms in memory, with people who have accounts on one or on both."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace

from bot.delivery.background import Timing
from bot.handlers.access import Access
from bot.interface import Account, Chat
from bot.runtime.composition import build_bot
from tests.bot.memory_platform import CHANNEL, House, Platform, Seen, Shown

ELSEWHERE = Chat("other", "elsewhere", private=False)


def account(name: str) -> Account:
    return Account("other", f"{name.lower()} there", f"{name} there")


ADA_THERE, BEN_THERE = account("Ada"), account("Ben")


def own_chat(who: Account) -> Chat:
    return Chat(who.platform, f"@{who.id}", private=True)


@dataclass
class Other(Platform):
    """The second platform."""

    platform: str = "other"

    def private_chat(self, account_id: str) -> Chat:
        return Chat("other", f"@{account_id}", private=True)


class Houses(House):
    """The bot on both platforms."""

    async def __aenter__(self) -> Houses:
        if not hasattr(self, "other"):
            self.other = Other(ids=itertools.count(1000))
        self.store = await self.opened_store()
        self.dispatcher = build_bot(
            self.store,
            {"fake": self.platform, "other": self.other},
            clock=lambda: self.now,
            draw=self.draw,
            timing=Timing(sleep=self.sleep),
            access=Access(
                silent=lambda: frozenset(self.silent),
                rates=replace(self.rates, clock=lambda: self.now - self.put_on),
                robots=self.robots,
            ),
        )
        await self.dispatcher.start()
        await self.services.boards.catch_up()
        await self.dispatcher.worker.settled()
        return self

    def on(self, chat: Chat) -> Platform:
        return self.other if chat.platform == "other" else self.platform

    async def deliver(self, who: Account, answer: Seen, chat: Chat, message: str | None) -> None:
        there, shown = self.on(chat), None
        if answer.update and message:
            shown = message
            there.messages[message] = replace(there.messages[message], message=answer.update)
        if answer.post:
            nonce = answer.delivery.board if answer.delivery else str(next(self.presses))
            shown = there.put(chat, answer.post, nonce)
        if answer.note:
            self.notes.setdefault(who.id, []).append(answer.note)
        if answer.delivery:
            await self.dispatcher.delivered(answer.delivery, shown)

    def board(self, chat: Chat = CHANNEL) -> Shown:
        return self.on(chat).in_chat(chat)[-1]

    def pings(self) -> list[tuple[str, str]]:
        return [*self.platform.pings, *self.other.pings]
