"""Messages between players, with mutes and reports."""

from __future__ import annotations

from dataclasses import astuple, dataclass

from games.events import MatchId, PlayerId
from storage.jobs import Job
from storage.remarks import Posted, Remark
from storage.sql.database import Part, Record, Rows, Statement, reader
from storage.sql.jobs import to_put
from storage.sql.table import NOT_GONE, Table, inside

REMARKS = Table(
    "remarks",
    """
        number number, id text, match text REFERENCES matches, player text, reader text, said text,
        phrase integer, at integer, until integer, platform text?, chat text?, private integer?,
        message text?, reporter text?, reported integer?
    """,
    constraints="UNIQUE (id)",
    indexes="""
        (match, number) WHERE message IS NULL; (until); (player); (reader);
        (reporter) WHERE reporter IS NOT NULL; (reported) WHERE reported IS NOT NULL;
        (match) WHERE reported IS NOT NULL
    """,
)
MUTES = Table("mutes", "*player text, *muted text", constraints="CHECK (player <> muted)", indexes="(muted)")
SILENCES = Table("silences", "*platform text, *place text, *player text", indexes="(player)")

TABLES = (REMARKS, MUTES, SILENCES)

_REMARK = f"{REMARKS.select} WHERE id = ?1"
_REMARKS_WAITING = f"{REMARKS.select} WHERE match = ?1 AND message IS NULL ORDER BY number"
_REMARKS_OF_PLAYER = f"{REMARKS.select} WHERE player = ?1 ORDER BY number"
_LATEST_REPORTS = "ORDER BY reported DESC, number DESC LIMIT"
_REPORTED = f"{REMARKS.select} WHERE reported IS NOT NULL {_LATEST_REPORTS} ?1"
_REPORTED_IN = f"""
    {REMARKS.select} WHERE reported IS NOT NULL AND match IN (
        SELECT match FROM boards WHERE platform = ?1 AND {inside("?2")} AND private = 0
    )
    {_LATEST_REPORTS} ?3
"""
_MUTED_BY = "SELECT muted FROM mutes WHERE player = ?1 ORDER BY muted"
_SILENCED_IN = "SELECT player FROM silences WHERE platform = ?1 AND place = ?2 ORDER BY player"
_PEOPLE_OF = "SELECT platform, account, name FROM people WHERE player = ?1 ORDER BY platform, account"

_TO_REMARK, _TO_POSTED = reader(Remark, "posted"), reader(Posted)

_POST_REMARK = Statement(
    "UPDATE remarks SET platform = ?2, chat = ?3, private = ?4, message = ?5 WHERE id = ?1"
)
_REPORT_REMARK = Statement(
    """
    UPDATE remarks SET reporter = ?2, reported = ?3, until = CASE WHEN until < ?4 THEN ?4 ELSE until END
    WHERE id = ?1 AND reported IS NULL
    """
)
_DROP_REMARK = Statement("DELETE FROM remarks WHERE id = ?1")


class Talk(Part):
    """The messages between players, with mutes and reports."""

    async def add_remark(self, remark: Remark) -> None:
        """Store a remark and queue its delivery; a stored one with the same id stays as it is."""
        keep = REMARKS.keep(remark, platform=None, chat=None, private=None, message=None)
        waiting = Job("remarks", remark.match, remark.at)
        await self._write((NOT_GONE, (remark.player,)), keep, *to_put([waiting]))

    async def remark(self, number: str) -> Remark | None:
        return await self._first(_to_remark, _REMARK, number)

    async def remarks_waiting(self, match: MatchId) -> tuple[Remark, ...]:
        return await self._all(_to_remark, _REMARKS_WAITING, match)

    async def remarks_of(self, player: PlayerId) -> tuple[Remark, ...]:
        return await self._all(_to_remark, _REMARKS_OF_PLAYER, player)

    async def post_remark(self, number: str, posted: Posted) -> None:
        await self._write((_POST_REMARK, (number, *astuple(posted))))

    async def drop_remark(self, number: str) -> None:
        await self._write((_DROP_REMARK, (number,)))

    async def report_remark(self, number: str, reporter: PlayerId, at: int, until: int, *jobs: Job) -> None:
        """Mark a remark as reported and keep it for longer; a second report changes nothing.

        Args:
            until: the earliest time of deletion, in seconds since 1970.
            jobs: they notify chats of the report.
        """
        await self._write((_REPORT_REMARK, (number, reporter, at, until)), *to_put(jobs))

    async def reported_in(self, platform: str, place: str, *, most: int) -> tuple[Remark, ...]:
        """Reported remarks of matches with a public board in a place, the latest report first."""
        return await self._all(_to_remark, _REPORTED_IN, platform, place, most)

    # Mutes by players, and silences by admins

    async def muted_by(self, player: PlayerId) -> tuple[PlayerId, ...]:
        return tuple(row["muted"] for row in await self._rows(_MUTED_BY, player))

    async def put_mute(self, player: PlayerId, muted: PlayerId) -> None:
        await self._write((NOT_GONE, (player,)), MUTES.keep(player=player, muted=muted))

    async def drop_mute(self, player: PlayerId, muted: PlayerId) -> None:
        await self._write(MUTES.drop(player, muted))

    async def silenced_in(self, platform: str, place: str) -> tuple[PlayerId, ...]:
        return tuple(row["player"] for row in await self._rows(_SILENCED_IN, platform, place))

    async def put_silence(self, platform: str, place: str, player: PlayerId) -> None:
        await self._write(SILENCES.keep(platform=platform, place=place, player=player))

    async def drop_silence(self, platform: str, place: str, player: PlayerId) -> None:
        await self._write(SILENCES.drop(platform, place, player))


def _to_remark(row: Record) -> Remark:
    return _TO_REMARK(row, posted=None if row["message"] is None else _TO_POSTED(row))


# For the host


@dataclass(frozen=True, slots=True)
class ReportedWords:
    """A reported message; people are named as `Ben (discord 17)`."""

    remark: Remark
    player: str
    reader: str
    reporter: str


async def reports(rows: Rows, *, most: int) -> tuple[ReportedWords, ...]:
    """At most `most` reported messages, the latest report first."""
    found = [_to_remark(row) for row in await rows(_REPORTED, (most,))]
    return tuple([ReportedWords(one, *[await _named(rows, who) for who in _people(one)]) for one in found])


def _people(remark: Remark) -> tuple[str, ...]:
    return (remark.player, remark.reader, remark.reporter or "")


async def _named(rows: Rows, player: str) -> str:
    people = await rows(_PEOPLE_OF, (player,))
    return ", ".join(f"{row['name']} ({row['platform']} {row['account']})" for row in people) or "someone"
