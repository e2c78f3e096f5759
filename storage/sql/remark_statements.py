"""Queries and statements about what players say to each other, by name."""

# ruff: noqa: S608 - only constants of this file are put together

from __future__ import annotations

from storage.sql.statement import Statement

_REMARK = "id, match, player, reader, said, phrase, at, until"
_ALL = f"{_REMARK}, platform, chat, private, message, reporter, reported"

# Asked

REMARK = f"SELECT {_ALL} FROM remarks WHERE id = ?"
REMARKS_WAITING = f"SELECT {_ALL} FROM remarks WHERE waiting = 1 ORDER BY number"
REMARKS_OF = f"SELECT {_ALL} FROM remarks WHERE player = ? ORDER BY number"
REPORTED = f"""
    SELECT {_ALL} FROM remarks WHERE reported > 0 ORDER BY reported DESC, number DESC LIMIT ?
"""
REPORTED_IN = f"""
    SELECT {_ALL} FROM remarks
    WHERE reported IS NOT NULL AND match IN (
        SELECT match FROM boards WHERE platform = ? AND chat = ? AND private = 0
        UNION
        SELECT match FROM boards WHERE platform = ? AND chat >= ? || '/' AND chat < ? || '0' AND private = 0
    )
    ORDER BY reported DESC, number DESC LIMIT ?
"""
MUTED_BY = "SELECT muted FROM mutes WHERE player = ? ORDER BY muted"
SILENCED_IN = "SELECT player FROM silences WHERE platform = ? AND place = ? ORDER BY player"
PEOPLE_OF = "SELECT platform, account, name FROM people WHERE player = ? ORDER BY platform, account"

# Written

ADD_REMARK = Statement(
    f"INSERT INTO remarks ({_REMARK}) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING"
)
POST_REMARK = Statement("UPDATE remarks SET platform = ?, chat = ?, private = ?, message = ? WHERE id = ?")
REPORT_REMARK = Statement(
    "UPDATE remarks SET reporter = ?, reported = ?, until = max(until, ?) WHERE id = ? AND reported IS NULL"
)
DROP_REMARK = Statement("DELETE FROM remarks WHERE id = ?")
DROP_OLD_REMARKS = Statement("DELETE FROM remarks WHERE until <= ?")
PUT_MUTE = Statement("INSERT OR IGNORE INTO mutes (player, muted) VALUES (?, ?)")
DROP_MUTE = Statement("DELETE FROM mutes WHERE player = ? AND muted = ?")
PUT_SILENCE = Statement("INSERT OR IGNORE INTO silences (platform, place, player) VALUES (?, ?, ?)")
DROP_SILENCE = Statement("DELETE FROM silences WHERE platform = ? AND place = ? AND player = ?")
MOVE_SILENCES = Statement("UPDATE OR REPLACE silences SET place = ? WHERE platform = ? AND place = ?")

# Two players become one; what would be there twice, or about itself, is not moved, and dropped then.
MOVE_REMARKS_BY = Statement("UPDATE remarks SET player = ? WHERE player = ?")
MOVE_REMARKS_TO = Statement("UPDATE remarks SET reader = ? WHERE reader = ?")
MOVE_REPORTS = Statement("UPDATE remarks SET reporter = ? WHERE reporter = ?")
MOVE_MUTES = Statement(
    """
    UPDATE mutes SET player = ?1 WHERE player = ?2 AND muted <> ?1 AND NOT EXISTS (
        SELECT 1 FROM mutes AS there WHERE there.player = ?1 AND there.muted = mutes.muted
    )
    """
)
MOVE_MUTED = Statement(
    """
    UPDATE mutes SET muted = ?1 WHERE muted = ?2 AND player <> ?1 AND NOT EXISTS (
        SELECT 1 FROM mutes AS there WHERE there.muted = ?1 AND there.player = mutes.player
    )
    """
)
MOVE_SILENCED = Statement("UPDATE OR REPLACE silences SET player = ? WHERE player = ?")
DROP_MUTES = Statement("DELETE FROM mutes WHERE player = ? OR muted = ?")

# An account becomes a player of its own: whom they do not hear, and who does not hear them, stays so.
COPY_MUTES = Statement("INSERT INTO mutes (player, muted) SELECT ?, muted FROM mutes WHERE player = ?")
COPY_MUTED = Statement(
    "INSERT OR IGNORE INTO mutes (muted, player) SELECT ?, player FROM mutes WHERE muted = ?"
)
COPY_SILENCED = Statement(
    "INSERT OR IGNORE INTO silences (player, platform, place) "
    "SELECT ?, platform, place FROM silences WHERE player = ?"
)

# Who was forgotten is there again.
_THERE = "JOIN people ON people.platform = ? AND account = ?"
RETURN_MUTED = Statement(
    "INSERT OR IGNORE INTO mutes (muted, player) "
    f"SELECT people.player, mutes.player FROM mutes {_THERE} WHERE muted = ?"
)
RETURN_SILENCED = Statement(
    "INSERT OR IGNORE INTO silences (player, platform, place) "
    f"SELECT people.player, silences.platform, place FROM silences {_THERE} WHERE silences.player = ?"
)

# Forgotten; what was said to somebody stays only where it was reported.
FORGET_REMARKS = Statement("DELETE FROM remarks WHERE player = ? OR (reader = ? AND reported IS NULL)")
FORGET_MUTES = Statement("DELETE FROM mutes WHERE player = ? OR muted = ?")
FORGET_SILENCES = Statement("DELETE FROM silences WHERE player = ?")

OF_REMARKS = (
    *(ADD_REMARK, POST_REMARK, REPORT_REMARK, DROP_REMARK, DROP_OLD_REMARKS),
    *(PUT_MUTE, DROP_MUTE, PUT_SILENCE, DROP_SILENCE, MOVE_SILENCES),
    *(MOVE_REMARKS_BY, MOVE_REMARKS_TO, MOVE_REPORTS),
    *(MOVE_MUTES, MOVE_MUTED, MOVE_SILENCED, DROP_MUTES),
    *(COPY_MUTES, COPY_MUTED, COPY_SILENCED, RETURN_MUTED, RETURN_SILENCED),
)
OF_FORGETTING = (FORGET_REMARKS, FORGET_MUTES, FORGET_SILENCES)
