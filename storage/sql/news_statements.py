"""Every query and every statement about what is new to others, by name."""

from __future__ import annotations

from storage.news import MOST_NEWS
from storage.sql.statement import Statement

STANDING = """
    SELECT number AS people, (SELECT changes FROM matches WHERE match = ?) AS changes FROM people_epoch
"""
SUBJECTS = f"SELECT subject FROM people_news WHERE number > ? LIMIT {MOST_NEWS + 1}"  # noqa: S608 - a number

DROP_OLD_NEWS = Statement("DELETE FROM people_news WHERE number <= (SELECT number FROM people_epoch) - ?")
