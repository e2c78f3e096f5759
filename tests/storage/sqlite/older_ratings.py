"""Databases from before ratings were those of Glicko-2."""

from __future__ import annotations

from pathlib import Path

from games.events import MatchId
from storage.sql.results_schema import GLICKO_2
from storage.sql.schema import STEPS
from storage.sqlite.database import Database

WEIGHED = "1500.0, 350.0, 1662.0, 1, 1500.0, 350.0, 1338.0, 1"
NOT_WEIGHED = ", ".join(["NULL"] * 8)


async def make_older(path: Path, *rows: str) -> None:
    """A database from before the step, with these rows."""
    database = await Database.open(path, STEPS[: STEPS.index(GLICKO_2)])
    await database.write(lambda connection: [connection.execute(f"INSERT INTO {row}") for row in rows])
    await database.close()


def ended(match: MatchId, counts: str, weighed: str) -> tuple[str, ...]:
    """The rows of a match of Ada and Bob that is over."""
    return (
        f"events VALUES ('{match}', 1, 'MovePlayed', '{{}}')",
        f"matches VALUES ('{match}', 1, 'sahara', 'over', 'ada', 'bob', NULL, NULL, 200)",
        f"results VALUES (NULL, '{match}', 'sahara', 'target=30', 'ada', 'bob',"
        f" 0, 'rules', 12, 200, '{counts}', {weighed})",
    )


RATED_ADA = "ratings VALUES ('ada', 'sahara', 1662.0, 290.0, 1, 1, 0, 0, 200)"
MET_ADA = "people VALUES ('web', '1', 'ada', 'Ada', 'ada', 'en', '')"
