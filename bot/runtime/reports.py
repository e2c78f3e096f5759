"""Reported messages as lines for the host's terminal."""

from __future__ import annotations

from bot.domain import talking
from bot.runtime import databases
from bot.runtime.settings import Settings
from bot.texts import DEFAULT, texts_for
from storage.sql.matches import ReportedWords, reports

MOST = 200  # reports shown


async def told(settings: Settings) -> list[str]:
    """A line for each report, the latest first.

    Raises:
        UnusableDatabase: the database cannot be read.
    """
    async with databases.opened(settings) as rows:
        return [_line(one) for one in await reports(rows, most=MOST)]


def _line(report: ReportedWords) -> str:
    texts = texts_for(DEFAULT)
    remark = report.remark
    words = talking.phrase(remark.said, texts) if remark.phrase else remark.said
    who = f"{report.player} to {report.reader} in {remark.match}"
    line = f"{texts.moment(remark.reported or 0)}  {who}: “{words}”, reported by {report.reporter}"
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in line)  # no control characters
