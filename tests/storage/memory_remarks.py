"""What players say to each other, in memory: the contract in its shortest form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games.events import MatchId, PlayerId
from storage.boards import Board, BoardId
from storage.errands import Errand
from storage.remarks import Posted, Remark
from tests.storage.memory_errands import add_errands
from tests.storage.memory_news import require_there


class MemoryRemarks:
    """The part of a `MemoryStore` that keeps them."""

    remarks: dict[str, Remark]
    mutes: set[tuple[PlayerId, PlayerId]]
    silences: set[tuple[str, str, PlayerId]]
    boards: dict[BoardId, Board]
    gone: set[PlayerId]
    waiting: dict[tuple[str, ...], Errand]

    async def add_remark(self, remark: Remark) -> None:
        require_there(self.gone, remark.player)
        self.remarks.setdefault(remark.id, remark)

    async def remark(self, number: str) -> Remark | None:
        return self.remarks.get(number)

    async def remarks_waiting(self) -> tuple[Remark, ...]:
        return tuple(one for one in self.remarks.values() if one.posted is None)

    async def remarks_of(self, player: PlayerId) -> tuple[Remark, ...]:
        return tuple(one for one in self.remarks.values() if one.player == player)

    async def post_remark(self, number: str, posted: Posted) -> None:
        if number in self.remarks:
            self.remarks[number] = replace(self.remarks[number], posted=posted)

    async def drop_remark(self, number: str) -> None:
        self.remarks.pop(number, None)

    async def report_remark(
        self, number: str, reporter: PlayerId, at: int, until: int, *told: Errand
    ) -> None:
        add_errands(self.waiting, told)
        known = self.remarks.get(number)
        if known and known.reported is None:
            longer = max(known.until, until)
            self.remarks[number] = replace(known, reporter=reporter, reported=at, until=longer)

    async def reported_remarks(self, *, most: int) -> tuple[Remark, ...]:
        found = [one for one in self.remarks.values() if one.reported is not None]
        found.sort(key=lambda one: one.reported or 0)
        return tuple(found[::-1][:most])

    async def reported_in(self, platform: str, place: str, *, most: int) -> tuple[Remark, ...]:
        here = {
            board.match
            for board in self.boards.values()
            if board.platform == platform and f"{board.chat}/".startswith(f"{place}/") and not board.private
        }
        reported = await self.reported_remarks(most=len(self.remarks))
        return tuple([one for one in reported if one.match in here][:most])

    async def muted_by(self, player: PlayerId) -> tuple[PlayerId, ...]:
        return tuple(sorted(muted for who, muted in self.mutes if who == player))

    async def put_mute(self, player: PlayerId, muted: PlayerId) -> None:
        require_there(self.gone, player)
        self.mutes.add((player, muted))

    async def drop_mute(self, player: PlayerId, muted: PlayerId) -> None:
        self.mutes.discard((player, muted))

    async def silenced_in(self, platform: str, place: str) -> tuple[PlayerId, ...]:
        return tuple(sorted(who for *there, who in self.silences if there == [platform, place]))

    async def put_silence(self, platform: str, place: str, player: PlayerId) -> None:
        self.silences.add((platform, place, player))

    async def drop_silence(self, platform: str, place: str, player: PlayerId) -> None:
        self.silences.discard((platform, place, player))

    def join_remarks(self, old: PlayerId, player: PlayerId) -> None:
        become: Mapping[PlayerId | None, PlayerId] = {old: player}
        for key, one in self.remarks.items():
            self.remarks[key] = replace(
                one,
                player=become.get(one.player, one.player),
                reader=become.get(one.reader, one.reader),
                reporter=become.get(one.reporter, one.reporter),
            )
        pairs = {(become.get(who, who), become.get(muted, muted)) for who, muted in self.mutes}
        self.mutes = {(who, muted) for who, muted in pairs if who != muted}
        self.silences = {(one[0], one[1], become.get(one[2], one[2])) for one in self.silences}

    def part_remarks(self, player: PlayerId, fresh: PlayerId) -> None:
        become = {player: fresh}
        theirs = {pair for pair in self.mutes if player in pair}
        self.mutes |= {(become.get(who, who), become.get(muted, muted)) for who, muted in theirs}
        self.silences |= {(one[0], one[1], fresh) for one in self.silences if one[2] == player}

    def hand_on_silence(self, old: PlayerId, new: PlayerId) -> None:
        self.mutes |= {(who, new) for who, muted in self.mutes if muted == old}
        self.silences |= {(one[0], one[1], new) for one in self.silences if one[2] == old}

    def forget_remarks(self, player: PlayerId) -> None:
        self.remarks = {
            key: one
            for key, one in self.remarks.items()
            if one.player != player and (one.reader != player or one.reported is not None)
        }
        self.mutes = {pair for pair in self.mutes if player not in pair}
        self.silences = {one for one in self.silences if one[2] != player}


def remark(number: str, match: MatchId, player: PlayerId, reader: PlayerId, *, until: int = 900) -> Remark:
    """Said at a time before all others in the tests."""
    return Remark(number, match, player, reader, f"words of {number}", False, 100, until)
