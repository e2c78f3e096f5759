"""All that a store says of what is in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from games.events import PlayerId
from storage import codec
from storage.jobs import Job, notice_of
from storage.people import ChatSettings
from tests.storage.facts import boards_behind, deadlines_due, deadlines_of, notices_due

PHASES = ("challenge", "running", "over", "cancelled", "expired", "declined")
GAMES = ("sahara", "sato", "sator", "stacko")
PLACES = (("discord", "1985527309947371525"), ("telegram", "-1001"), ("web", "channel"))
NEW = {("MatchRow", "due"), ("ChatSettings", "puzzles"), ("ChatSettings", "zone")}
"""Fields that values of the old version did not have."""
REPORTED = "SELECT id FROM remarks WHERE reported IS NOT NULL ORDER BY reported DESC, number DESC"


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    if is_dataclass(value) and not isinstance(value, type):
        names = [field.name for field in fields(value) if (type(value).__name__, field.name) not in NEW]
        return {name: plain(getattr(value, name)) for name in names}
    if isinstance(value, dict):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, set | frozenset):
        return sorted(plain(one) for one in value)
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]
    return value


async def told(store: Any, matches: Sequence[str], players: Sequence[str]) -> dict[str, Any]:
    """By subject, then by match, player or place.

    Args:
        store: with a part a subject.
        matches: all of them.
        players: all that there are now.
    """
    parts: Any = (of_match, matches), (of_player, players), (of_place, PLACES)
    about = {tell.__name__: {str(key): plain(await tell(store, key)) for key in keys} for tell, keys in parts}
    return {**about, "of_all": plain(await of_all(store))}


async def of_match(store: Any, match: Any) -> dict[str, Any]:
    """What its people see of it."""
    return {
        "events": [codec.dump(event) for event in await store.matches.load(match)],
        "row": await store.matches.row(match),
        "drawn": (await store.matches.drawn_for(match)).hex(),
        "seen": await store.matches.seen_in(match),
        "boards": await store.boards.boards_of(match),
        "deadlines": list(map(_deadline, await deadlines_of(store, match))),
        "result": await store.results.result(match),
        "reviews": [await store.results.review(match, seat) for seat in (0, 1)],
        "tournament": await store.tournaments.tournament_of(match),
    }


def _deadline(job: Job) -> dict[str, Any]:
    """As the old version told it."""
    when = {"began": job.since, "due": job.due}
    return {"match": job.match, "kind": job.kind, "seat": job.seat, **when}


def _notice(job: Job) -> dict[str, Any]:
    """As the old version told it."""
    when = {"since": job.since, "due": job.due, "told": job.kind == "told"}
    return {"match": job.match, "notice": notice_of(job), **when}


async def of_player(store: Any, player: PlayerId) -> dict[str, Any]:
    """What is theirs."""
    going_on = await store.matches.matches_of(player, PHASES[:2])
    return {
        "accounts": await store.people.people([player]),
        "matches": await store.matches.matches_of(player, PHASES),
        "finished": await store.matches.finished_of(player, most=100, skip=0),
        "open": sorted(({"row": plain(one), "due": one.due} for one in going_on), key=str),
        "last seen": await store.matches.last_seen(player),
        "preferences": await store.settings.preferences(player),
        "blocked": await store.settings.blocked_by(player),
        "muted": await store.talk.muted_by(player),
        "remarks": await store.talk.remarks_of(player),
        "results": await store.results.results_of(player, newest=100),
        "rated": await store.results.rated_results_of(player),
        "ratings": await store.results.ratings_of(player),
        "abandoned": await store.results.abandoned_by(player, 0),
        "records": await store.results.records_of(player),
        "seeks": await store.seeks.seeks_of(player, 0),
        "met": await store.seeks.count_under_way(player),
        "tournaments": [
            await store.tournaments.tournament(key)
            for key in sorted(await store.tournaments.tournaments_of(player))
        ],
        "told": await store.jobs.notice_times(player, 0),
        "withdrawn before": await store.matches.challenged_before(player, 0),
    }


async def of_place(store: Any, place: tuple[str, str]) -> dict[str, Any]:
    """What is chosen for a chat, and stands there."""
    return {
        "settings": await store.settings.chat_settings(*place),
        "puzzle": _puzzle(await store.settings.chat_settings(*place)),
        "silenced": await store.talk.silenced_in(*place),
        "boards": await store.boards.boards_in(*place),
        "reported": await store.talk.reported_in(*place, most=100),
        "tournaments": await store.tournaments.tournaments_under_way(*place),
    }


def _puzzle(chosen: ChatSettings) -> dict[str, Any]:
    """As the old version told it."""
    where = {"platform": chosen.platform, "place": chosen.place}
    return {**where, "chat": chosen.puzzles, "zone": chosen.zone}


async def of_all(store: Any) -> dict[str, Any]:
    """The rest."""
    return {
        "people": await store.people.count_people(),
        "running": await store.matches.count_running(),
        "behind": [board.id for board in await boards_behind(store)],
        "reported": [await store.talk.remark(row["id"]) for row in await store.database.rows(REPORTED)],
        "leaders": [await store.results.leaders(game, None, since=0, most=100) for game in GAMES],
        "due": list(map(_deadline, await deadlines_due(store))),
        "notices": list(map(_notice, await notices_due(store))),
        "last beat": await store.jobs.last_beat(),
        "last heard": await store.jobs.last_heard(),
        "bots": await store.jobs.bots(),
        "code": await store.people.link_code("5e" * 32),
        "seeks": await store.seeks.seeks(0, most=100),
    }
