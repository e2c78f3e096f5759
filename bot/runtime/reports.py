"""The messages between players that were reported, for the command line."""

from __future__ import annotations

from bot.domain import remarks
from bot.runtime import databases
from bot.runtime.settings import Settings
from bot.texts import DEFAULT, texts_for
from storage.sql.remarks import ReportedWords
from storage.sql.remarks import reports as stored_reports

MOST_REPORTS = 200


async def reports(settings: Settings) -> list[str]:
    """A line for each report, the latest first.

    Raises:
        UnusableDatabase: the database cannot be read.
    """
    async with databases.opened(settings) as rows:
        return [_line(report) for report in await stored_reports(rows, most=MOST_REPORTS)]


def _line(report: ReportedWords) -> str:
    texts = texts_for(DEFAULT)
    remark = report.remark
    words = remarks.phrase(remark.said, texts) if remark.phrase else remark.said
    people = f"{report.player} to {report.reader} in {remark.match}"
    line = f"{texts.moment(remark.reported or 0)}  {people}: “{words}”, reported by {report.reporter}"
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in line)  # no control characters
