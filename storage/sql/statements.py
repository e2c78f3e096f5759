"""Queries and statements of the store, by name.

They are told in SQLite's words where these are shorter; `storage.postgres.dialect` tells PostgreSQL the
same. What it does not know is not said: no `INSERT OR REPLACE`, no `UPDATE OR IGNORE`, and behind
`ON CONFLICT … DO UPDATE` every column that is read is named with its table.
"""

# ruff: noqa: S608 - only constants of this file are put together

from __future__ import annotations

from storage.errors import PeopleChanged, PressedBefore, VersionConflict
from storage.sql.guard_statements import DROP_LATE_BOARD, DROP_LATE_REVIEW, OF_ACTING
from storage.sql.result_statements import (
    ADD_RESULT,
    CLEAR_RATINGS,
    DROP_RATING,
    PUT_JOINED_RATING,
    PUT_RATING,
    RATE_RESULT,
)
from storage.sql.statement import Statement, revised, upsert

_MATCH = """
    match, version, game, phase, player, opponent, awaited, also_awaited, since, offer, take_back, late
"""
_BOARD = "id, match, platform, chat, private, message, player, shown, moved_to, notified, question, made"
_READ_BOARD = f"{_BOARD}, leased_by, leased_until"
_PERSON = "platform, account, player, name, language, handle"
_CHOSEN = "language, theme, text_only, reminders, quiet_from, quiet_to, zone, words, away"
_PREFERENCES = f"player, {_CHOSEN}"
_DAILY_PUZZLE = "platform, place, chat, zone, due"
_CHAT_SETTINGS = "platform, place, language, theme, text_only, challengers, words, seeks, results, threads"
_SEEN = "player, platform, chat, private, at"
# Asked

EVENTS_OF_MATCH = "SELECT version, kind, body FROM events WHERE match = ? AND version > ? ORDER BY version"
MATCH_OF_PRESS = "SELECT match FROM presses WHERE press = ?"
MATCH = f"SELECT {_MATCH} FROM matches WHERE match = ?"
_MATCHES_OF_PLAYER = f"""
    SELECT {_MATCH} FROM matches
    WHERE player IN (SELECT value FROM json_each(?)) AND phase IN (SELECT value FROM json_each(?))
    UNION
    SELECT {_MATCH} FROM matches
    WHERE opponent IN (SELECT value FROM json_each(?)) AND phase IN (SELECT value FROM json_each(?))
"""
MATCHES_OF_PLAYER = f"{_MATCHES_OF_PLAYER} ORDER BY since, match"
NEWEST_OF_PLAYER = f"{_MATCHES_OF_PLAYER} ORDER BY since DESC, match DESC LIMIT ?"
SEEN_IN_MATCH = f"SELECT {_SEEN} FROM seen WHERE match = ? ORDER BY player, platform, chat"
LAST_SEEN = f"""
    SELECT {_SEEN} FROM seen WHERE player IN (SELECT value FROM json_each(?))
    ORDER BY at DESC, platform, chat LIMIT 1
"""
BOARDS_OF_MATCH = f"SELECT {_READ_BOARD} FROM boards WHERE match = ? ORDER BY id"
BOARDS_BEHIND = f"SELECT {_READ_BOARD} FROM boards WHERE behind = 1 ORDER BY id"
LEASED_BOARDS = """
    SELECT id FROM boards WHERE leased_by = ? AND id IN (SELECT value FROM json_each(?))
"""
CLAIMED_BOARDS = f"""
    SELECT {_READ_BOARD} FROM boards
    WHERE behind = 1 AND platform = ? AND id > ? AND leased_by = ? AND leased_until >= ? ORDER BY id LIMIT 32
"""
COUNT_BOARDS_BEHIND = "SELECT count(*) AS count FROM boards WHERE behind = 1"
BOARDS_IN_PLACE = f"""
    SELECT {_READ_BOARD} FROM boards WHERE platform = ? AND chat = ?
    UNION ALL
    SELECT {_READ_BOARD} FROM boards WHERE platform = ? AND chat >= ? || '/' AND chat < ? || '0'
    ORDER BY id
"""  # '0' comes right after '/': the second part is all that begins with it, and needs no pattern
MATCHES_IN_CHAT = f"""
    SELECT {_MATCH} FROM matches
    WHERE match IN (SELECT match FROM boards WHERE platform = ? AND chat = ?)
        AND phase IN (SELECT value FROM json_each(?))
    ORDER BY since, match
"""
PERSON = f"SELECT {_PERSON} FROM people WHERE platform = ? AND account = ?"
PERSON_WITH = f"SELECT {_PERSON} FROM people WHERE platform = ? AND handle = ? AND handle <> '' LIMIT 1"
PEOPLE_NAMED = f"SELECT {_PERSON} FROM people WHERE platform = ? AND folded = ? LIMIT 2"
PEOPLE_OF_PLAYERS = f"""
    SELECT {_PERSON} FROM people WHERE player IN (SELECT value FROM json_each(?))
    ORDER BY player, platform, account
"""
LINK_CODE = "SELECT digest, platform, account, expires, used FROM link_codes WHERE digest = ?"
WRONG_CODES_OF = "SELECT count, since FROM wrong_codes WHERE platform = ? AND account = ?"
RECORDS_OF = "SELECT id, player, at, text FROM records WHERE player = ? ORDER BY at, id"
RECORD = "SELECT id, player, at, text FROM records WHERE id = ?"
REVIEW = "SELECT moves FROM reviews WHERE match = ? AND seat = ?"
PREFERENCES = f"SELECT {_PREFERENCES}, revision FROM preferences WHERE player = ?"
BLOCKED_BY = "SELECT player, blocked, since FROM blocks WHERE player = ? ORDER BY since, blocked"
CHAT_SETTINGS = f"SELECT {_CHAT_SETTINGS}, revision FROM chat_settings WHERE platform = ? AND place = ?"
DAILY_PUZZLE = f"SELECT {_DAILY_PUZZLE} FROM daily_puzzles WHERE platform = ? AND place = ?"
DAILY_PUZZLES_DUE = f"SELECT {_DAILY_PUZZLE} FROM daily_puzzles WHERE due <= ? ORDER BY due"
FORMER_PLAYERS = "SELECT former, player FROM former_players WHERE former > ''"  # all of them, by the key

# Written

ADD_PRESS = Statement(
    """
    INSERT INTO presses (press, match, counted)
    VALUES (?, ?, coalesce((SELECT at FROM heartbeat WHERE id = 1), 0))
    """,
    PressedBefore,
)
ADD_EVENT = Statement("INSERT INTO events (match, version, kind, body) VALUES (?, ?, ?, ?)", VersionConflict)
PUT_MATCH = Statement(
    f"""
    INSERT INTO matches ({_MATCH}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
    ON CONFLICT (match) DO UPDATE SET
        version = excluded.version,
        phase = excluded.phase,
        player = excluded.player,
        opponent = excluded.opponent,
        awaited = excluded.awaited,
        also_awaited = excluded.also_awaited,
        since = excluded.since,
        offer = excluded.offer,
        take_back = excluded.take_back,
        late = excluded.late,
        changes = coalesce(?13, matches.changes) + 1
    """,
    VersionConflict,
)
PUT_SEEN = Statement(
    f"""
    INSERT INTO seen (match, {_SEEN}) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (match, player, platform, chat) DO UPDATE SET at = max(seen.at, excluded.at)
    """
)
PUT_BOARD = Statement(
    # A fact that comes late does not lower `shown`, unless it is about another message.
    f"""
    INSERT INTO boards ({_BOARD}, latest)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT version FROM matches WHERE match = ?))
    ON CONFLICT (id) DO UPDATE SET
        match = excluded.match,
        platform = excluded.platform,
        chat = excluded.chat,
        private = excluded.private,
        shown = CASE
            WHEN boards.message IS excluded.message THEN max(boards.shown, excluded.shown)
            ELSE excluded.shown
        END,
        message = excluded.message,
        player = excluded.player,
        moved_to = excluded.moved_to,
        notified = excluded.notified,
        question = excluded.question,
        made = excluded.made,
        latest = excluded.latest
    """
)
# Whoever has locked a row is changing it: nobody waits for what they may well have taken.
_LEASE = "UPDATE boards SET leased_by = ?1, leased_until = ?2 WHERE id IN (SELECT id FROM boards WHERE"
_IS_FREE = "(leased_by IS NULL OR leased_by = ?1 OR leased_until <= ?3)"
_FREE = f"{_IS_FREE} /* SKIP LOCKED */)"
LEASE_MATCH = Statement(f"{_LEASE} match = ?4 AND {_FREE}")
LEASE_BOARDS = Statement(f"{_LEASE} id IN (SELECT value FROM json_each(?4)) AND {_FREE}")
_FEW = "ORDER BY id LIMIT 32 /* SKIP LOCKED */)"
_BEHIND = f"{_LEASE} behind = 1 AND platform = ?4 AND id > ?5"
CLAIM_BEHIND = Statement(f"{_BEHIND} AND {_IS_FREE} {_FEW}")
CLAIM_LEFT = Statement(f"{_BEHIND} AND leased_by IS NOT NULL AND leased_until <= ?3 {_FEW}")
# Where somebody could not take it to show what they have stored, it is left as by a process that died.
GIVE_BACK_BOARD = Statement(
    """
    UPDATE boards SET leased_until = 0, leased_by = CASE WHEN behind = 1 AND latest > ?3 THEN leased_by END
    WHERE id = ?1 AND leased_by = ?2
    """
)
MARK_SHOWN = Statement("UPDATE boards SET shown = ?1 WHERE id = ?2 AND shown < ?1")
DROP_BOARD = Statement("DELETE FROM boards WHERE id = ?")
MOVE_BOARDS = Statement(
    """
    UPDATE boards SET
        id = CASE WHEN message IS NULL THEN id ELSE id || '+' END,
        chat = ? || substr(chat, length(?) + 1),
        message = NULL,
        shown = CASE
            WHEN (SELECT phase FROM matches WHERE matches.match = boards.match)
                IN (SELECT value FROM json_each(?))
            THEN 0 ELSE latest
        END
    WHERE id IN (
        SELECT id FROM boards WHERE platform = ? AND chat = ?
        UNION ALL
        SELECT id FROM boards WHERE platform = ? AND chat >= ? || '/' AND chat < ? || '0'
    )
    """
)
MOVE_SEEN = Statement("UPDATE OR REPLACE seen SET chat = ? WHERE platform = ? AND chat = ?")
MOVE_SEEN_OF_MATCH = Statement(
    "UPDATE OR REPLACE seen SET chat = ? WHERE match = ? AND platform = ? AND chat = ?"
)
MOVE_SEEN_INSIDE = Statement(
    """
    UPDATE OR REPLACE seen SET chat = ? || substr(chat, length(?) + 1)
    WHERE platform = ? AND chat >= ? || '/' AND chat < ? || '0'
    """
)
PUT_PERSON = Statement(
    f"""
    INSERT INTO people ({_PERSON}, folded) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (platform, account) DO UPDATE SET
        name = excluded.name,
        folded = excluded.folded,
        language = excluded.language,
        handle = excluded.handle
    """
)
PUT_LINK_CODE = Statement(
    """
    INSERT INTO link_codes (digest, platform, account, expires, used) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (platform, account) DO UPDATE SET
        digest = excluded.digest,
        expires = excluded.expires,
        used = excluded.used
    """
)
PUT_WRONG_CODES = Statement(
    """
    INSERT INTO wrong_codes (platform, account, count, since) VALUES (?, ?, ?, ?)
    ON CONFLICT (platform, account) DO UPDATE SET count = excluded.count, since = excluded.since
    """
)
FOLLOW_PLAYER = Statement("UPDATE former_players SET player = ? WHERE player = ?")
ADD_FORMER_PLAYER = Statement("INSERT INTO former_players (player, former) VALUES (?, ?)")
MOVE_ACCOUNTS = Statement("UPDATE people SET player = ? WHERE player = ?")

# What people and chats have chosen

PUT_PREFERENCES = Statement(revised("preferences", _PREFERENCES, "player"), PeopleChanged)
DROP_RECORD = Statement("DELETE FROM records WHERE id = ?")  # put again, it is the newest
PUT_RECORD = Statement("INSERT INTO records (id, player, at, text) VALUES (?, ?, ?, ?)")
MOVE_RECORDS = Statement("UPDATE records SET player = ? WHERE player = ?")
PUT_REVIEW = Statement(upsert("reviews", "match, seat, player, moves", "match, seat"))
PUT_BLOCK = Statement("INSERT OR IGNORE INTO blocks (player, blocked, since) VALUES (?, ?, ?)")
DROP_BLOCK = Statement("DELETE FROM blocks WHERE player = ? AND blocked = ?")
PUT_CHAT_SETTINGS = Statement(revised("chat_settings", _CHAT_SETTINGS, "platform, place"), PeopleChanged)
MOVE_CHAT_SETTINGS = Statement(
    "UPDATE OR REPLACE chat_settings SET place = ? WHERE platform = ? AND place = ?"
)
PUT_DAILY_PUZZLE = Statement(upsert("daily_puzzles", _DAILY_PUZZLE, "platform, place"))
SETTLE_DAILY_PUZZLE = Statement(
    "UPDATE daily_puzzles SET due = ? WHERE platform = ? AND place = ? AND chat = ? AND due = ?"
)
DROP_DAILY_PUZZLE = Statement("DELETE FROM daily_puzzles WHERE platform = ? AND place = ?")
MOVE_DAILY_PUZZLE = Statement(
    """
    UPDATE OR REPLACE daily_puzzles SET place = ?, chat = ? || substr(chat, length(place) + 1)
    WHERE platform = ? AND place = ?
    """
)
# What would be there twice, or block itself, is not moved; it goes with the next three.
MOVE_PREFERENCES = Statement(
    """
    UPDATE preferences SET player = ?1
    WHERE player = ?2 AND NOT EXISTS (SELECT 1 FROM preferences WHERE player = ?1)
    """
)
MOVE_BLOCKS = Statement(
    """
    UPDATE blocks SET player = ?1 WHERE player = ?2 AND blocked <> ?1 AND NOT EXISTS (
        SELECT 1 FROM blocks AS there WHERE there.player = ?1 AND there.blocked = blocks.blocked
    )
    """
)
MOVE_BLOCKED = Statement(
    """
    UPDATE blocks SET blocked = ?1 WHERE blocked = ?2 AND player <> ?1 AND NOT EXISTS (
        SELECT 1 FROM blocks AS there WHERE there.blocked = ?1 AND there.player = blocks.player
    )
    """
)
# Who was forgotten is there again: what others have decided about the account holds for whoever has it now.
RETURN_BLOCKED = Statement(
    """
    INSERT OR IGNORE INTO blocks (blocked, player, since)
    SELECT people.player, blocks.player, since
    FROM blocks JOIN people ON platform = ? AND account = ? WHERE blocked = ?
    """
)
DROP_PREFERENCES = Statement("DELETE FROM preferences WHERE player = ?")
DROP_BLOCKS_BY = Statement("DELETE FROM blocks WHERE player = ?")
DROP_BLOCKS_OF = Statement("DELETE FROM blocks WHERE blocked = ?")

# Forgotten

_HIS = "player IN (SELECT ? UNION ALL SELECT former FROM former_players WHERE player = ?)"
_OF_HIS_ACCOUNTS = "(platform, account) IN (SELECT platform, account FROM people WHERE player = ?)"
FORGET_CODES = Statement(f"DELETE FROM link_codes WHERE {_OF_HIS_ACCOUNTS}")
FORGET_BOARDS = Statement(f"DELETE FROM boards WHERE {_HIS}")
FORGET_SEEN = Statement(f"DELETE FROM seen WHERE {_HIS}")
FORGET_RATINGS = Statement("DELETE FROM ratings WHERE player = ?")
FORGET_PREFERENCES = Statement("DELETE FROM preferences WHERE player = ?")
FORGET_BLOCKS = Statement("DELETE FROM blocks WHERE player = ? OR blocked = ?")
FORGET_RECORDS = Statement("DELETE FROM records WHERE player = ?")
FORGET_REVIEWS = Statement(f"DELETE FROM reviews WHERE {_HIS}")
KEEP_DIGEST = Statement(upsert("forgotten_accounts", "digest, player, until", "digest, player"))
FORGET_ACCOUNTS = Statement("DELETE FROM people WHERE player = ?")

# An account of its own again

COPY_PREFERENCES = Statement(
    f"INSERT INTO preferences ({_PREFERENCES}) SELECT ?, {_CHOSEN} FROM preferences WHERE player = ?"
)
COPY_BLOCKS = Statement(
    "INSERT OR IGNORE INTO blocks (player, blocked, since) "
    "SELECT ?, blocked, since FROM blocks WHERE player = ?"
)
COPY_BLOCKED = Statement(
    "INSERT OR IGNORE INTO blocks (blocked, player, since) "
    "SELECT ?, player, since FROM blocks WHERE blocked = ?"
)
PART_BOARDS = Statement(f"DELETE FROM boards WHERE +platform = ? AND {_HIS}")
PART_SEEN = Statement(f"DELETE FROM seen WHERE +platform = ? AND {_HIS}")  # +: by the player's index
PART_DIGEST = Statement(KEEP_DIGEST.sql)
PART_ACCOUNT = Statement("UPDATE people SET player = ? WHERE player = ? AND platform = ?")

# In this order, for a redelivered press is both counted and stale, and has to be refused as counted.
OF_MATCHES = (
    *(PUT_PERSON, ADD_PRESS, *OF_ACTING, ADD_EVENT, PUT_MATCH, PUT_SEEN),
    *(ADD_RESULT, RATE_RESULT, PUT_RATING),
)
OF_BOARDS = (
    *(PUT_BOARD, DROP_LATE_BOARD, MARK_SHOWN, LEASE_MATCH, LEASE_BOARDS, GIVE_BACK_BOARD, DROP_BOARD),
    *(CLAIM_BEHIND, CLAIM_LEFT),
    *(MOVE_BOARDS, MOVE_SEEN, MOVE_SEEN_INSIDE, MOVE_SEEN_OF_MATCH),
)
OF_LINKS = (
    PUT_LINK_CODE,
    PUT_WRONG_CODES,
    FOLLOW_PLAYER,
    ADD_FORMER_PLAYER,
    MOVE_ACCOUNTS,
    CLEAR_RATINGS,
    DROP_RATING,
    PUT_JOINED_RATING,
)
OF_FORGETTING = (
    *(COPY_PREFERENCES, COPY_BLOCKS, COPY_BLOCKED),  # first: what others decided stays
    FORGET_CODES,
    FORGET_BOARDS,
    FORGET_SEEN,
    FORGET_RATINGS,
    FORGET_PREFERENCES,
    FORGET_BLOCKS,
    FORGET_RECORDS,
    FORGET_REVIEWS,
    KEEP_DIGEST,
    FORGET_ACCOUNTS,
    *(PART_BOARDS, PART_SEEN, PART_DIGEST, PART_ACCOUNT),
)  # accounts last: others look there
OF_SETTINGS = (
    *(PUT_PREFERENCES, PUT_BLOCK, DROP_BLOCK, PUT_CHAT_SETTINGS, MOVE_CHAT_SETTINGS),
    *(MOVE_PREFERENCES, MOVE_BLOCKS, MOVE_BLOCKED, RETURN_BLOCKED),
    *(DROP_PREFERENCES, DROP_BLOCKS_BY, DROP_BLOCKS_OF),
    *(DROP_RECORD, PUT_RECORD, MOVE_RECORDS, PUT_REVIEW, DROP_LATE_REVIEW),
    *(PUT_DAILY_PUZZLE, SETTLE_DAILY_PUZZLE, DROP_DAILY_PUZZLE, MOVE_DAILY_PUZZLE),
)
