"""What is asked of the table of bots, and written to it."""

from __future__ import annotations

from storage.sql.statement import Statement, upsert

BOTS = "SELECT platform, bot FROM bots WHERE platform > ''"  # all of them, by the key
PUT_BOT = Statement(upsert("bots", "platform, bot", "platform"))
