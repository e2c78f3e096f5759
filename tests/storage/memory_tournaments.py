"""The tournaments of the store in memory."""

from __future__ import annotations

from dataclasses import replace

from games.events import MatchId, PlayerId
from storage.merged_players import FormerPlayers
from storage.results import MatchResult
from storage.tournaments import Tournament, merged


class MemoryTournaments:
    """Part of `MemoryStore`."""

    tournaments: dict[str, Tournament]
    results: dict[MatchId, MatchResult]
    former: FormerPlayers

    async def tournament(self, key: str) -> Tournament | None:
        return merged(self.tournaments[key], self.former) if key in self.tournaments else None

    async def tournament_in(self, platform: str, place: str) -> Tournament | None:
        there = [one for one in self.tournaments.values() if (one.platform, one.place) == (platform, place)]
        newest = max(there, key=lambda one: one.made, default=None)
        return merged(newest, self.former) if newest else None

    async def tournaments_due(self, at: int) -> tuple[str, ...]:
        due = [one for one in self.tournaments.values() if one.due <= at]
        return tuple(one.id for one in sorted(due, key=lambda one: one.due))

    async def put_tournament(self, tournament: Tournament) -> None:
        self.tournaments[tournament.id] = tournament
        self.call_tournaments()

    async def delay_tournaments(self, seconds: int) -> None:
        for one in self.tournaments.values():
            if one.stage == "running":
                due = one.due + seconds if one.due == one.ends else one.due
                self.tournaments[one.id] = replace(one, ends=one.ends + seconds, due=due)

    def call_tournaments(self) -> None:
        """Whatever does not know of the end of a match is due."""
        for one in self.tournaments.values():
            ended = any(
                pairing.match in self.results and not pairing.outcome and pairing.round == one.round
                for pairing in one.pairings
            )
            if one.stage == "running" and ended:
                self.tournaments[one.id] = replace(one, due=0)

    def move_tournaments(self, platform: str, old: str, new: str) -> None:
        for one in self.tournaments.values():
            if (one.platform, one.place) == (platform, old):
                chat = new + one.chat.removeprefix(old)
                self.tournaments[one.id] = replace(one, place=new, chat=chat)

    def forget_entrant(self, players: set[PlayerId]) -> None:
        for one in self.tournaments.values():
            entrants = tuple(
                replace(entrant, gone=entrant.gone or entrant.player in players) for entrant in one.entrants
            )
            self.tournaments[one.id] = replace(one, entrants=entrants)
