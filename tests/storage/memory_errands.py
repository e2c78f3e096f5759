"""What chats have asked for, in memory: the contract in its shortest form."""

from __future__ import annotations

from collections.abc import Iterable

from games.events import ChallengeAccepted
from storage.boards import Board, BoardId
from storage.errands import Errand
from storage.settings import ChatSettings
from storage.store import Change


class MemoryBots:
    """The part of a `MemoryStore` that knows as which bot it is used."""

    known: dict[str, str]

    async def bots(self) -> dict[str, str]:
        return dict(self.known)

    async def put_bot(self, platform: str, bot: str) -> None:
        self.known[platform] = bot


class MemoryErrands:
    """The part of a `MemoryStore` that keeps them."""

    waiting: dict[tuple[str, ...], Errand]
    chats: dict[tuple[str, str], ChatSettings]
    boards: dict[BoardId, Board]

    async def errands(self) -> tuple[Errand, ...]:
        return tuple(sorted(self.waiting.values(), key=lambda one: (one.match, one.kind)))

    async def drop_errand(self, errand: Errand) -> None:
        self.waiting.pop(_key(errand), None)

    def note_errands(self, change: Change) -> None:
        add_errands(self.waiting, change.errands)
        match = change.row.match
        accepted = any(isinstance(event, ChallengeAccepted) for event in change.events)
        if accepted and any(chosen.threads for chosen in self.chats.values()):
            self._note(Errand("thread", match))
        if change.result is None:
            return
        known = [board for board in self.boards.values() if board.match == match]
        for board in known:
            place = board.chat.partition("/")[0]
            chosen = self.chats.get((board.platform, place))
            if chosen is None or board.private or not chosen.results:
                continue
            if all((one.platform, one.chat) != (board.platform, chosen.results) for one in known):
                self._note(Errand("result", match, board.platform, place, chosen.results))

    def _note(self, errand: Errand) -> None:
        add_errands(self.waiting, [errand])


def add_errands(waiting: dict[tuple[str, ...], Errand], errands: Iterable[Errand]) -> None:
    for errand in errands:
        waiting.setdefault(_key(errand), errand)


def _key(errand: Errand) -> tuple[str, ...]:
    return (errand.kind, errand.match, errand.platform, errand.place)
