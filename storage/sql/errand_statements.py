"""What is asked of the table of errands, and written to it."""

from __future__ import annotations

from storage.sql.statement import Statement

ERRANDS = "SELECT kind, match, platform, place, chat FROM errands ORDER BY match, kind"
ADD_ERRAND = Statement(
    "INSERT OR IGNORE INTO errands (kind, match, platform, place, chat) VALUES (?, ?, ?, ?, ?)"
)
DROP_ERRAND = Statement("DELETE FROM errands WHERE kind = ? AND match = ? AND platform = ? AND place = ?")
