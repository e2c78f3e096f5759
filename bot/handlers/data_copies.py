"""`/my_data`: a copy of what is kept about a person, as a file for them alone.

It follows the list of *What I keep*, entry by entry. A match is told as its player saw it. What others wrote,
reported or decided about them is not in it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from bot import interface
from bot.handlers.context import RequestContext
from bot.handlers.request_table import answers
from bot.interface import File, Message, Response, ShowMyData
from bot.presentation import Phrasing
from games.events import Event, PlayerId
from games.match import Match, Phase, fold
from games.replay import positions
from storage.errors import StoreError
from storage.sql.store import Store

SECTIONS = (
    *("accounts", "choices", "matches", "records", "reviews", "searches", "messages"),
    *("results", "places"),
)
"""What the file holds, in the order of the list of *What I keep*."""
ALL = tuple(phase.value for phase in Phase)
MOST = 500  # matches, those touched last

Data = dict[str, Any]


class DataCopyHandler:
    """Writes the file."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @answers(interface.ShowMyData)
    async def answer(self, context: RequestContext, _: ShowMyData) -> Response:
        """The file, for this person's eyes alone."""
        player, logs = context.player, await self._logs(context.player)
        matches = [fold(log) for log in logs]
        told: Data = {
            "accounts": await self._accounts_of(player),
            "choices": await self._choices(player),
            "matches": [_match(match, log, context) for match, log in zip(matches, logs, strict=True)],
            "records": [_plain(one, "at text") for one in await self._store.results.records_of(player)],
            "reviews": await self._reviews(player, matches),
            "searches": [
                _plain(one, "game terms ratings until")
                for one in await self._store.seeks.seeks_of(player, context.at)
            ],
            "messages": [
                _plain(one, "match said at until") for one in await self._store.talk.remarks_of(player)
            ],
            "results": await self._results(player),
            "places": await self._places(player, matches),
        }
        data = json.dumps(told, ensure_ascii=False, indent=1, default=str).encode()
        file = File("my-data.json", data, "application/json", context.texts("title.my_data"))
        text = context.texts("my_data.text", count=len(matches), most=MOST)
        return Response(note=Message(text, context.texts("title.my_data"), file=file), succeeded=True)

    async def _logs(self, player: PlayerId) -> list[Sequence[Event]]:
        """Of their matches; one that cannot be read is left out."""
        logs: list[Sequence[Event]] = []
        for row in await self._store.matches.matches_of(player, ALL, newest=MOST):
            try:
                logs.append(await self._store.matches.load(row.match))
            except StoreError:
                continue
        return logs

    async def _accounts_of(self, player: PlayerId) -> list[Data]:
        return [
            _plain(one, "platform account name handle language")
            for one in await self._store.people.people([player])
        ]

    async def _choices(self, player: PlayerId) -> Data:
        """What they have chosen, and whom they block or mute, by the names that `/settings` shows them."""
        chosen = await self._store.settings.preferences(player)
        blocked = [one.blocked for one in await self._store.settings.blocked_by(player)]
        muted = await self._store.talk.muted_by(player)
        return {
            **_plain(chosen, "language theme text_only reminders quiet zone words away"),
            "blocked": await self._names(blocked),
            "muted": await self._names(muted),
        }

    async def _names(self, players: Sequence[PlayerId]) -> list[str]:
        return sorted({one.name for one in await self._store.people.people(players)})

    async def _reviews(self, player: PlayerId, matches: Sequence[Match]) -> list[Data]:
        told = []
        for match in matches:
            seat = match.seat_of(player)
            moves = await self._store.results.review(match.opened.match, seat) if seat is not None else ()
            if moves:
                judged = [_plain(move, "cost better exact") for move in moves]
                told.append({"match": match.opened.match, "moves": judged})
        return told

    async def _results(self, player: PlayerId) -> Data:
        results = await self._store.results.results_of(player, newest=MOST)
        return {
            "matches": [_plain(one, "match game reason counts ended") for one in results],
            "ratings": [
                {"game": one.game, "rating": round(one.strength.value), "won": one.won, "drawn": one.drawn}
                | {"lost": one.lost}
                for one in await self._store.results.ratings_of(player)
            ],
            "tournaments": await self._store.tournaments.tournaments_of(player),
        }

    async def _places(self, player: PlayerId, matches: Sequence[Match]) -> list[Data]:
        """Where they acted, and the messages that are theirs."""
        told = []
        for match in matches:
            key = match.opened.match
            seen = [one for one in await self._store.matches.seen_in(key) if one.player == player]
            told += [{"match": key} | _plain(one, "platform chat at") for one in seen]
            boards = [one for one in await self._store.boards.boards_of(key) if one.player == player]
            told += [{"match": key} | _plain(one, "platform chat message") for one in boards]
        return told


def _plain(value: object, names: str) -> Data:
    """Some fields of a value, by their names."""
    return {name: getattr(value, name) for name in names.split()}


def _match(match: Match, log: Sequence[Event], context: RequestContext) -> Data:
    """A match as its player saw it, turn by turn."""
    seat, opened = match.seat_of(context.player), match.opened
    told: Data = {
        "match": opened.match,
        "game": opened.game,
        "house_rules": dict(opened.house_rules),
        "began": opened.at,
        "phase": match.phase.value,
    }
    return told if seat is None else {**told, "seat": seat + 1, "turns": list(_turns(match, log, context))}


def _turns(match: Match, log: Sequence[Event], context: RequestContext) -> Iterator[Data]:
    seat = match.seat_of(context.player)
    phrasing, own = Phrasing(context.texts, {}), context.incoming.account.name
    opponent = context.texts("my_data.opponent")
    names = (own, opponent) if seat == 0 else (opponent, own)
    for position in positions(log):
        told = position.state.view(seat).tell_turn() if position.ply else ()
        sentences = phrasing.describe(match.opened.game, names, told)
        yield {"at": position.at, "told": " ".join(sentences)}
