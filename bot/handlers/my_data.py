"""A copy of what is kept about a player, for them alone."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from typing import Any

from bot import interface
from bot.domain import robot_players
from bot.handlers.context import RequestContext, answers
from bot.interface import Answer, File, Note, Screen, ShowMyData
from bot.texts import joined
from games.catalog import GAMES
from games.events import Event, PlayerId
from games.game import Seat
from games.match import Match, Phase, fold
from games.replay import positions
from storage.errors import StoreError
from storage.puzzles import PuzzleTry

MOST = 500  # matches, the last changed ones

Data = dict[str, Any]


@answers(interface.ShowMyData)
async def show_my_data(context: RequestContext, _: ShowMyData) -> Answer:
    player, store, logs = context.player, context.store, await _logs(context)
    matches = [fold(log) for log in logs]
    sections: Data = {  # in the order of the list *What I keep*
        "accounts": _each(await store.people.people([player]), "platform account name handle language"),
        "choices": await _choices(context),
        "matches": [_match(match, log, context) for match, log in zip(matches, logs, strict=True)],
        "records": _each(await store.results.records_of(player), "at text"),
        "reviews": await _reviews(context, matches),
        "searches": _each(await store.seeks.seeks_of(player, context.at), "game terms ratings until"),
        "puzzles": [_puzzle(one) for one in await store.puzzles.tries_of(player)],
        "votes": _each(await store.votes.votes_of(player), "match words"),
        "plans": await _plans(context, matches),
        "messages": _each(await store.talk.remarks_of(player), "match said at until"),
        "results": await _results(context),
        "places": await _places(context, matches),
    }
    data = json.dumps(sections, ensure_ascii=False, indent=1, default=str).encode()
    file = File("my-data.json", data, "application/json", context.texts("title.my_data"))
    text = context.texts("my_data.text", count=len(matches), most=MOST)
    return Note(Screen(text, context.texts("title.my_data"), file=file))


async def _logs(context: RequestContext) -> list[Sequence[Event]]:
    logs: list[Sequence[Event]] = []
    for row in await context.store.matches.matches_of(context.player, tuple(Phase), newest=MOST):
        with suppress(StoreError):
            logs.append(await context.store.matches.load(row.match))
    return logs


async def _choices(context: RequestContext) -> Data:
    chosen = await context.store.settings.preferences(context.player)
    blocked = [one.blocked for one in await context.store.settings.blocked_by(context.player)]
    muted = await context.store.talk.muted_by(context.player)
    return {
        **_plain(chosen, "language theme text reminders quiet zone words named pages away"),
        "blocked": await _names(context, blocked),
        "muted": await _names(context, muted),
    }


async def _names(context: RequestContext, players: Sequence[PlayerId]) -> list[str]:
    return sorted({one.name for one in await context.store.people.people(players)})


async def _reviews(context: RequestContext, matches: Sequence[Match]) -> list[Data]:
    reviews: list[Data] = []
    for match in matches:
        seat = match.seat_of(context.player)
        moves = await context.store.results.review(match.opened.match, seat) if seat is not None else ()
        if moves:
            reviews.append({"match": match.opened.match, "moves": _each(moves, "cost better exact")})
    return reviews


async def _results(context: RequestContext) -> Data:
    results = await context.store.results.results_of(context.player, newest=MOST)
    return {
        "matches": _each(results, "match game reason counts ended"),
        "ratings": [
            {"rating": round(one.strength.value), **_plain(one, "game won drawn lost")}
            for one in await context.store.results.ratings_of(context.player)
        ],
        "robot_levels": await _robot_levels(context),
        "tournaments": await context.store.tournaments.tournaments_of(context.player),
    }


async def _robot_levels(context: RequestContext) -> Data:
    """By game, the next level of a robot that follows the player's results."""
    results, player = context.store.results, context.player
    last = {game: await results.last_against(player, game, robot_players.OWN_ID) for game in GAMES}
    return {game: robot_players.own_level(player, result) for game, result in last.items() if result}


async def _places(context: RequestContext, matches: Sequence[Match]) -> list[Data]:
    places: list[Data] = []
    for match in matches:
        key = match.opened.match
        seen = [one for one in await context.store.matches.seen_in(key) if one.player == context.player]
        boards = [one for one in await context.store.boards.boards_of(key) if one.player == context.player]
        there = _each(seen, "platform chat at") + _each(boards, "platform chat message")
        places += [{"match": key} | place for place in there]
    return places


async def _plans(context: RequestContext, matches: Sequence[Match]) -> list[Data]:
    plans: list[Data] = []
    for match in matches:
        if match.phase is not Phase.RUNNING:
            continue
        plan = (await context.services.matches.read(match.opened.match)).plan
        if plan and plan.lines and plan.seat == match.seat_of(context.player):
            plans.append({"match": match.opened.match, "lines": [", ".join(line) for line in plan.lines]})
    return plans


def _plain(value: object, names: str) -> Data:
    """The named fields of a value; `names` is separated by spaces."""
    return {name: getattr(value, name) for name in names.split()}


def _each(values: Iterable[object], names: str) -> list[Data]:
    return [_plain(value, names) for value in values]


def _puzzle(tried: PuzzleTry) -> Data:
    """A puzzle of the day that the player tried."""
    return {"day": date.fromordinal(tried.day), **_plain(tried, "platform chat outcome at")}


def _match(match: Match, log: Sequence[Event], context: RequestContext) -> Data:
    seat, opened = match.seat_of(context.player), match.opened
    data: Data = {
        "match": opened.match,
        "game": opened.game,
        "house_rules": dict(opened.house_rules),
        "began": opened.at,
        "phase": match.phase,
    }
    if seat is not None:
        data |= {"seat": seat + 1, "turns": list(_turns(match, log, seat, context))}
    return data


def _turns(match: Match, log: Sequence[Event], seat: Seat, context: RequestContext) -> Iterator[Data]:
    phrasing, own = context.phrasing, context.incoming.account.name
    opponent = context.texts("my_data.opponent")
    names = (own, opponent) if seat == 0 else (opponent, own)
    for position in positions(log):
        facts = position.state.view(seat).tell_turn() if position.ply else ()
        sentences = phrasing.describe(match.opened.game, names, facts)
        yield {"at": position.at, "told": joined(sentences)}
