"""What players say to each other, who does not want to hear whom, and what was reported."""

from __future__ import annotations

from dataclasses import astuple, dataclass

from games.events import MatchId, PlayerId
from storage.jobs import Job
from storage.matches import Posted, Remark
from storage.sql.database import Record, Rows, Statement, reader
from storage.sql.part import NOT_GONE, Part
from storage.sql.queue import to_put
from storage.sql.schema import MUTES, REMARKS, SILENCES

_REMARKS = f"SELECT {REMARKS.all} FROM remarks"
_WITH_ID = f"{_REMARKS} WHERE id = ?1"
_WAITING = f"{_REMARKS} WHERE match = ?1 AND message IS NULL ORDER BY number"
_OF_PLAYER = f"{_REMARKS} WHERE player = ?1 ORDER BY number"
_NEWEST = "ORDER BY reported DESC, number DESC LIMIT"
_REPORTED = f"{_REMARKS} WHERE reported IS NOT NULL {_NEWEST} ?1"
_REPORTED_IN = f"""
    {_REMARKS} WHERE reported IS NOT NULL AND match IN (
        SELECT match FROM boards WHERE platform = ?1 AND chat = ?2 AND private = 0
        UNION
        SELECT match FROM boards
        WHERE platform = ?1 AND chat >= ?2 || '/' AND chat < ?2 || '0' AND private = 0
    )
    {_NEWEST} ?3
"""
_MUTED_BY = "SELECT muted FROM mutes WHERE player = ?1 ORDER BY muted"
_SILENCED_IN = "SELECT player FROM silences WHERE platform = ?1 AND place = ?2 ORDER BY player"
_PEOPLE_OF = "SELECT platform, account, name FROM people WHERE player = ?1 ORDER BY platform, account"

_TO_REMARK, _TO_POSTED = reader(Remark, "posted"), reader(Posted)

_ADD = Statement(REMARKS.keep)
_POST = Statement("UPDATE remarks SET platform = ?2, chat = ?3, private = ?4, message = ?5 WHERE id = ?1")
_REPORT = Statement(
    """
    UPDATE remarks SET reporter = ?2, reported = ?3, until = CASE WHEN until < ?4 THEN ?4 ELSE until END
    WHERE id = ?1 AND reported IS NULL
    """
)
_DROP = Statement("DELETE FROM remarks WHERE id = ?1")
_PUT_MUTE, _DROP_MUTE = Statement(MUTES.keep), Statement(MUTES.drop)
_PUT_SILENCE, _DROP_SILENCE = Statement(SILENCES.keep), Statement(SILENCES.drop)


class Talk(Part):
    """The part of the store that keeps what players say, and who does not want to hear whom."""

    async def add_remark(self, remark: Remark) -> None:
        """Keep a new one, which is to be delivered; its id may be known."""
        row = REMARKS.row(remark, platform=None, chat=None, private=None, message=None)
        waiting = Job("remarks", remark.match, remark.at)
        await self._write((NOT_GONE, (remark.player,)), (_ADD, row), *to_put([waiting]))

    async def remark(self, number: str) -> Remark | None:
        return await self._first(_to_remark, _WITH_ID, number)

    async def remarks_waiting(self, match: MatchId) -> tuple[Remark, ...]:
        """All of a match that are still to be delivered, the oldest first."""
        return await self._all(_to_remark, _WAITING, match)

    async def remarks_of(self, player: PlayerId) -> tuple[Remark, ...]:
        """All that a player has said, the oldest first."""
        return await self._all(_to_remark, _OF_PLAYER, player)

    async def post_remark(self, number: str, posted: Posted) -> None:
        """Note where one stands now: it is delivered."""
        await self._write((_POST, (number, *astuple(posted))))

    async def drop_remark(self, number: str) -> None:
        await self._write((_DROP, (number,)))

    async def report_remark(self, number: str, reporter: PlayerId, at: int, until: int, *told: Job) -> None:
        """Note who has reported one, and keep it for longer; nothing of that where somebody was first.

        Args:
            number: its id.
            reporter: who.
            at: when, in seconds since 1970.
            until: when it is deleted.
            told: who is to be told of it.
        """
        await self._write((_REPORT, (number, reporter, at, until)), *to_put(told))

    async def reported_in(self, platform: str, place: str, *, most: int) -> tuple[Remark, ...]:
        """Those reported of the matches with a board for all in a place, the latest report first."""
        return await self._all(_to_remark, _REPORTED_IN, platform, place, most)

    # Who does not hear whom

    async def muted_by(self, player: PlayerId) -> tuple[PlayerId, ...]:
        """Whose words a player does not want to read."""
        return tuple(row["muted"] for row in await self._rows(_MUTED_BY, player))

    async def put_mute(self, player: PlayerId, muted: PlayerId) -> None:
        await self._write((NOT_GONE, (player,)), (_PUT_MUTE, (player, muted)))

    async def drop_mute(self, player: PlayerId, muted: PlayerId) -> None:
        await self._write((_DROP_MUTE, (player, muted)))

    async def silenced_in(self, platform: str, place: str) -> tuple[PlayerId, ...]:
        """Whose words are hidden in the matches of a place, by its admins."""
        return tuple(row["player"] for row in await self._rows(_SILENCED_IN, platform, place))

    async def put_silence(self, platform: str, place: str, player: PlayerId) -> None:
        await self._write((_PUT_SILENCE, (platform, place, player)))

    async def drop_silence(self, platform: str, place: str, player: PlayerId) -> None:
        await self._write((_DROP_SILENCE, (platform, place, player)))


def _to_remark(row: Record) -> Remark:
    return _TO_REMARK(row, posted=None if row["message"] is None else _TO_POSTED(row))


# For the host


@dataclass(frozen=True, slots=True)
class ReportedWords:
    """Words of a player that somebody has reported; people as `Ben (discord 17)`."""

    remark: Remark
    player: str
    reader: str
    reporter: str


async def reports(rows: Rows, *, most: int) -> tuple[ReportedWords, ...]:
    """So many reports, the latest first."""
    found = [_to_remark(row) for row in await rows(_REPORTED, (most,))]
    return tuple([ReportedWords(one, *[await _named(rows, who) for who in _people(one)]) for one in found])


def _people(remark: Remark) -> tuple[str, ...]:
    return (remark.player, remark.reader, remark.reporter or "")


async def _named(rows: Rows, player: str) -> str:
    people = await rows(_PEOPLE_OF, (player,))
    return ", ".join(f"{row['name']} ({row['platform']} {row['account']})" for row in people) or "someone"
