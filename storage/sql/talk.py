"""What players say to each other, who does not want to hear whom, and what was reported."""

# ruff: noqa: S608 - only constants of this file are put together

from __future__ import annotations

from dataclasses import dataclass

from games.events import MatchId, PlayerId
from storage.jobs import Job
from storage.sql.database import Record, Rows, Statement
from storage.sql.part import NOT_GONE, Part
from storage.sql.queue import to_put
from storage.sql.schema import REMARKS
from storage.talk import Posted, Remark

_ALL = ", ".join(REMARKS.names[1:])
_REMARK = f"SELECT {_ALL} FROM remarks WHERE id = ?1"
_WAITING = f"SELECT {_ALL} FROM remarks WHERE match = ?1 AND message IS NULL ORDER BY number"
_OF_PLAYER = f"SELECT {_ALL} FROM remarks WHERE player = ?1 ORDER BY number"
_REPORTED = f"""
    SELECT {_ALL} FROM remarks WHERE reported IS NOT NULL ORDER BY reported DESC, number DESC LIMIT ?1
"""
_REPORTED_IN = f"""
    SELECT {_ALL} FROM remarks
    WHERE reported IS NOT NULL AND match IN (
        SELECT match FROM boards WHERE platform = ?1 AND chat = ?2 AND private = 0
        UNION
        SELECT match FROM boards
        WHERE platform = ?1 AND chat >= ?2 || '/' AND chat < ?2 || '0' AND private = 0
    )
    ORDER BY reported DESC, number DESC LIMIT ?3
"""
_MUTED_BY = "SELECT muted FROM mutes WHERE player = ?1 ORDER BY muted"
_SILENCED_IN = "SELECT player FROM silences WHERE platform = ?1 AND place = ?2 ORDER BY player"
_PEOPLE_OF = "SELECT platform, account, name FROM people WHERE player = ?1 ORDER BY platform, account"

_ADD = Statement(
    """
    INSERT INTO remarks (id, match, player, reader, said, phrase, at, until)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (id) DO NOTHING
    """
)
_POST = Statement("UPDATE remarks SET platform = ?2, chat = ?3, private = ?4, message = ?5 WHERE id = ?1")
_REPORT = Statement(
    """
    UPDATE remarks SET reporter = ?2, reported = ?3, until = CASE WHEN until < ?4 THEN ?4 ELSE until END
    WHERE id = ?1 AND reported IS NULL
    """
)
_DROP = Statement("DELETE FROM remarks WHERE id = ?1")
_PUT_MUTE = Statement("INSERT INTO mutes (player, muted) VALUES (?1, ?2) ON CONFLICT DO NOTHING")
_DROP_MUTE = Statement("DELETE FROM mutes WHERE player = ?1 AND muted = ?2")
_PUT_SILENCE = Statement(
    "INSERT INTO silences (platform, place, player) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING"
)
_DROP_SILENCE = Statement("DELETE FROM silences WHERE platform = ?1 AND place = ?2 AND player = ?3")


class Talk(Part):
    """The part of the store that keeps what players say, and who does not want to hear whom."""

    async def add_remark(self, remark: Remark) -> None:
        """Keep a new one, which is to be delivered; its id may be known."""
        who = (remark.id, remark.match, remark.player, remark.reader)
        row = (*who, remark.said, remark.phrase, remark.at, remark.until)
        waiting = Job("remarks", remark.match, remark.at)
        await self._write((NOT_GONE, (remark.player,)), (_ADD, row), *to_put([waiting]))

    async def remark(self, number: str) -> Remark | None:
        """One by its id."""
        row = await self._one(_REMARK, number)
        return _to_remark(row) if row else None

    async def remarks_waiting(self, match: MatchId) -> tuple[Remark, ...]:
        """All of a match that are still to be delivered, the oldest first."""
        return await self._remarks(_WAITING, match)

    async def remarks_of(self, player: PlayerId) -> tuple[Remark, ...]:
        """All that a player has said, the oldest first."""
        return await self._remarks(_OF_PLAYER, player)

    async def post_remark(self, number: str, posted: Posted) -> None:
        """Note where one stands now: it is delivered."""
        row = (number, posted.platform, posted.chat, posted.private, posted.message)
        await self._write((_POST, row))

    async def drop_remark(self, number: str) -> None:
        """Delete one."""
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

    async def reported_remarks(self, *, most: int) -> tuple[Remark, ...]:
        """So many of those that were reported, the latest report first."""
        return await self._remarks(_REPORTED, most)

    async def reported_in(self, platform: str, place: str, *, most: int) -> tuple[Remark, ...]:
        """Likewise of the matches that have a board for all in a place, see `ChatSettings.place`."""
        return await self._remarks(_REPORTED_IN, platform, place, most)

    # Who does not hear whom

    async def muted_by(self, player: PlayerId) -> tuple[PlayerId, ...]:
        """Whose words a player does not want to read."""
        return tuple(row["muted"] for row in await self._rows(_MUTED_BY, player))

    async def put_mute(self, player: PlayerId, muted: PlayerId) -> None:
        """A player does not want to read another's words any more."""
        await self._write((NOT_GONE, (player,)), (_PUT_MUTE, (player, muted)))

    async def drop_mute(self, player: PlayerId, muted: PlayerId) -> None:
        """They want to again."""
        await self._write((_DROP_MUTE, (player, muted)))

    async def silenced_in(self, platform: str, place: str) -> tuple[PlayerId, ...]:
        """Whose words are hidden in the matches of a place, by its admins."""
        return tuple(row["player"] for row in await self._rows(_SILENCED_IN, platform, place))

    async def put_silence(self, platform: str, place: str, player: PlayerId) -> None:
        """Hide somebody's words there."""
        await self._write((_PUT_SILENCE, (platform, place, player)))

    async def drop_silence(self, platform: str, place: str, player: PlayerId) -> None:
        """Hide them no more."""
        await self._write((_DROP_SILENCE, (platform, place, player)))

    async def _remarks(self, query: str, *parameters: object) -> tuple[Remark, ...]:
        return tuple(map(_to_remark, await self._rows(query, *parameters)))


def _to_remark(row: Record) -> Remark:
    there = (row["platform"], row["chat"], bool(row["private"]), row["message"])
    posted = None if row["message"] is None else Posted(*there)
    who = (row["id"], row["match"], row["player"], row["reader"])
    what = (row["said"], bool(row["phrase"]), row["at"], row["until"])
    return Remark(*who, *what, posted, row["reporter"], row["reported"])


# For the host


@dataclass(frozen=True, slots=True)
class ReportedWords:
    """Words of a player that somebody has reported; people as `Ben (discord 17)`."""

    match: str
    player: str
    reader: str
    reporter: str
    said: str
    """As it was typed; of a set phrase its key."""
    phrase: bool
    reported: int
    """When, in seconds since 1970."""


async def reports(rows: Rows, *, most: int) -> tuple[ReportedWords, ...]:
    """So many reports, the latest first."""
    return tuple([await _report(rows, row) for row in await rows(_REPORTED, (most,))])


async def _report(rows: Rows, row: Record) -> ReportedWords:
    return ReportedWords(
        match=row["match"],
        player=await _person(rows, row["player"]),
        reader=await _person(rows, row["reader"]),
        reporter=await _person(rows, row["reporter"]),
        said=row["said"],
        phrase=bool(row["phrase"]),
        reported=row["reported"],
    )


async def _person(rows: Rows, player: str) -> str:
    people = await rows(_PEOPLE_OF, (player,))
    return ", ".join(f"{row['name']} ({row['platform']} {row['account']})" for row in people) or "someone"
