"""The messages that show matches.

A board that is behind its match, or is to make way for another board, has a job. The transaction that makes
a board fall behind also puts its job.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from games.events import MatchId
from storage.boards import Board, BoardId, Notice
from storage.errors import VersionConflict
from storage.jobs import NEVER, UNCLAIMED, Claim
from storage.sql import jobs, standing
from storage.sql.database import Line, Lines, Part, Record, Row, Statement, listed, reader
from storage.sql.jobs import COLUMNS
from storage.sql.matches import SEEN
from storage.sql.table import Table, inside

# `notified`, `question`: the player that its posting notifies, and the version of the match that asks them.
# `answer`: a token, valid for minutes, to find the message again if its id was lost.
BOARDS = Table(
    "boards",
    """
        *id text, match text REFERENCES matches, platform text, chat text, private integer,
        message text?, player text?, shown integer, moved_to text?, notified text?, question integer?,
        made integer, answer text?
    """,
    constraints="UNIQUE (platform, chat, message)",
    indexes="(match); (player) WHERE player IS NOT NULL",
)
TABLES = (BOARDS,)
BOARD_JOB = "id || ' ' || match || ' ' || platform || ':' || chat"
"""As `job_of` has it."""

BOARDS_OF_MATCH = f"{BOARDS.select} WHERE match = ?1 ORDER BY id"
_COUNT_BEHIND = "SELECT count(*) FROM jobs WHERE kind = 'board' AND platform >= '' AND due >= 0"
_IN_PLACE = f"{BOARDS.select} WHERE platform = ?1 AND {inside('?2')} ORDER BY id"

_TO_BOARD = reader(Board, "notice")

# A message belongs to one board: the one that was put last.
_GIVE_WAY = Statement("DELETE FROM boards WHERE platform = ?1 AND chat = ?2 AND message = ?3 AND id <> ?4")
# A late update does not lower `shown`, unless it is about another message.
_SHOWN = """
    CASE
        WHEN boards.shown > excluded.shown
            AND coalesce(boards.message, '') = coalesce(excluded.message, boards.message, '')
        THEN boards.shown ELSE excluded.shown
    END
"""
# Another process may have posted a board since it was read: a message that is known stays known.
_MESSAGE = "coalesce(excluded.message, boards.message)"
_PUT = Statement(f"{BOARDS.insert('player', 'notified')} {BOARDS.replace(shown=_SHOWN, message=_MESSAGE)}")
# Boards that were being sent when their player was forgotten, or unlinked the account that they were sent to.
_DROP_LATE = Statement(
    """
    DELETE FROM boards WHERE id = ?1 AND NOT EXISTS (
        SELECT 1 FROM people WHERE people.player = boards.player AND people.platform = boards.platform
    )
    """
)
_MARK_SHOWN = Statement("UPDATE boards SET shown = ?2 WHERE id = ?1 AND shown < ?2")

# The job that shows a board. If another process holds it, that one may be showing an older state, so it shows
# the board once more. `since`: since when the board must be redrawn even if its version is current; 0: it is
# merely behind.
_BEHIND = """
    (shown < (SELECT version FROM matches WHERE matches.match = boards.match) OR moved_to IS NOT NULL)
"""
_SERVED = "platform IN (SELECT value FROM json_each(?7))"
_TAKES = """
    (
        jobs.claimed_until <= ?5
        OR excluded.claimed_by IS NOT NULL AND substr(jobs.claimed_by, 1, length(?6)) = ?6
    )
"""
_SHOW = f"""
    INSERT INTO jobs ({COLUMNS}, claimed_by)
    SELECT {BOARD_JOB}, 'board',
        CAST(?2 AS BIGINT), {{since}}, platform,
        coalesce(player, ''), CASE WHEN {_SERVED} THEN 1 ELSE 0 END,
        CASE WHEN {_SERVED} THEN CAST(?4 AS BIGINT) ELSE 0 END, CASE WHEN {_SERVED} THEN ?3 END
    FROM boards WHERE {{which}} ORDER BY id
    ON CONFLICT (key, kind) DO UPDATE SET
        due = excluded.due,
        since = CASE
            WHEN {_TAKES} AND excluded.since < jobs.since THEN jobs.since
            WHEN {_TAKES} THEN excluded.since
            ELSE excluded.due
        END,
        tries = CASE WHEN {_TAKES} THEN excluded.tries ELSE 0 END,
        claimed_by = CASE WHEN {_TAKES} THEN excluded.claimed_by ELSE jobs.claimed_by END,
        claimed_until = CASE WHEN {_TAKES} THEN excluded.claimed_until ELSE jobs.claimed_until END
"""
_THESE = "id IN (SELECT value FROM json_each(?1))"
_SHOW_MATCH = Statement(_SHOW.format(which=f"match = ?1 AND {_BEHIND}", since="0"))
_SHOW_BEHIND = Statement(_SHOW.format(which=f"{_THESE} AND {_BEHIND}", since="0"))
_SHOW_THESE = Statement(_SHOW.format(which=_THESE, since="CAST(?2 AS BIGINT)"))
SHOW_PLACE = Statement(_SHOW.format(which=f"platform = ?1 AND {inside('?8')} AND {_BEHIND}", since="0"))
"""The boards of a chat that are behind; the parameters are those of `to_show`, and the chat."""


def copy_seen(chat: str, which: str) -> Statement:
    """Who acted in these chats also counts as having acted in another one, at the latest of both times."""
    return Statement(
        f"""
        INSERT INTO seen ({SEEN.all})
        SELECT match, player, platform, {chat}, private, at FROM seen WHERE {which}
        ON CONFLICT ({", ".join(SEEN.key)}) DO UPDATE SET at = excluded.at
            WHERE excluded.at > seen.at
        """
    )


_COPY_SEEN_OF_MATCH = copy_seen("?1", "match = ?2 AND platform = ?3 AND chat = ?4")
_DROP_SEEN_OF_MATCH = Statement("DELETE FROM seen WHERE match = ?1 AND platform = ?2 AND chat = ?3")


def job_of(board: Board) -> str:
    """The key of the job that shows a board, see `storage.jobs.Job`; its lane is the match in the chat."""
    return f"{board.id} {board.match} {board.platform}:{board.chat}"


class Boards(Part):
    """The boards of the store."""

    async def boards_of(self, match: MatchId) -> tuple[Board, ...]:
        """The boards that show a match, in the order of their ids."""
        # Read by each press, and for each board that it changes. The rows of a match being played are cached
        # in memory; round trips to the reader thread would make a press 20 % slower.
        return await self._all(to_board, BOARDS_OF_MATCH, match, near=True)

    async def count_boards_behind(self) -> int:
        return await self._number(_COUNT_BEHIND)

    async def boards_in(self, platform: str, place: str) -> tuple[Board, ...]:
        return await self._all(to_board, _IN_PLACE, platform, place)

    async def put_boards(
        self, boards: Sequence[Board], claim: Claim = UNCLAIMED, *, posted: Collection[BoardId] = ()
    ) -> None:
        """Add or update boards of stored matches.

        For the same message, a lower `shown` never replaces a higher one. A message belongs to one board
        only; putting another board with the same message deletes the former.

        Args:
            claim: the claim on the jobs of those that are behind.
            posted: boards that are being shown under a claim of their own: their jobs stay as they are.
        """
        late: Lines = [(_DROP_LATE, (board.id,)) for board in boards if board.player is not None]
        others = listed(board.id for board in boards if board.id not in posted)
        behind = (_SHOW_BEHIND, to_show(others, claim))
        beside = (standing.REFRESH_BESIDE, (listed(board.id for board in boards),))
        await self._write(*put(boards), *late, behind, beside)

    async def show(self, boards: Collection[BoardId], claim: Claim = UNCLAIMED) -> None:
        await self._write((_SHOW_THESE, to_show(listed(boards), claim)))

    async def note_shown(
        self, board: BoardId, version: int, *, job: str = "", claim: str = "", later: bool = False
    ) -> None:
        """Store the version that a board shows now, and the end of the job that was claimed for that.

        If the job was put again meanwhile, it is only released. `later`: with the next write.
        """
        await self._write((_MARK_SHOWN, (board, version)), *jobs.done(job, "board", claim), later=later)

    async def note_answered(self, board: Board, version: int, claim: str) -> bool:
        """Store the version that an answer has shown, and the end of the job that was claimed for that.

        Returns:
            Whether the job has ended. False: another process has put it again, so that it is only released.
        """
        job = job_of(board)
        try:
            await self._write((_MARK_SHOWN, (board.id, version)), jobs.ended(job, "board", claim))
        except VersionConflict:
            await self.note_shown(board.id, version, job=job, claim=claim)
            return False
        return True

    async def drop_board(self, board: BoardId) -> None:
        """Delete a board: its message is gone, or will not change any more."""
        beside = (standing.REFRESH_BESIDE, (listed([board]),))
        await self._write(beside, BOARDS.drop(board))

    async def move_board(self, old: Board, fresh: Board, claim: Claim) -> None:
        """Replace a board with one posted in another chat; the old message will link to the new one.

        Players who acted in the match in the old chat count as having acted in the new one.
        """
        was_in = (old.match, old.platform, old.chat)
        seen = [(_COPY_SEEN_OF_MATCH, (fresh.chat, *was_in)), (_DROP_SEEN_OF_MATCH, was_in)]
        behind = (_SHOW_THESE, to_show(listed([old.id, fresh.id]), claim))
        moved = put([fresh, replace(old, moved_to=fresh.message)])
        await self._write(*moved, *seen, behind, (standing.REFRESH_OF_MATCH, (old.match,)))


def put(boards: Iterable[Board]) -> Iterator[Line]:
    for board in boards:
        notified, question = (board.notice.player, board.notice.question) if board.notice else (None, None)
        if board.message is not None:
            yield _GIVE_WAY, (board.platform, board.chat, board.message, board.id)
        answer = board.answer if board.message is None else None
        yield _PUT, BOARDS.row(board, notified=notified, question=question, answer=answer)


def fall_behind(match: MatchId, claim: Claim) -> Line:
    """The statement that queues the boards that a change of their match leaves behind."""
    return _SHOW_MATCH, to_show(match, claim)


def to_show(which: str, claim: Claim) -> Row:
    """The parameters of the statements that put the jobs of boards."""
    void = NEVER if claim.alone else claim.now  # other claims, if they expire by then
    return (which, claim.now, claim.by, claim.until, void, claim.process, listed(claim.served))


def to_board(row: Record) -> Board:
    notice = None if row["notified"] is None else Notice(row["notified"], row["question"])
    return _TO_BOARD(row, notice=notice)
