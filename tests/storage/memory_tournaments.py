"""The tournaments of the store in memory."""

from __future__ import annotations

from dataclasses import replace

from games.events import MatchId, PlayerId
from storage.merged_players import FormerPlayers
from storage.results import MatchResult
from storage.tournaments import NOBODY, UNDER_WAY, Tournament, merged


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

    async def tournaments_under_way(self, platform: str, place: str) -> tuple[Tournament, ...]:
        there = [
            merged(one, self.former)
            for one in self.tournaments.values()
            if (one.platform, one.place) == (platform, place) and one.stage in UNDER_WAY
        ]
        return tuple(sorted(there, key=lambda one: (-one.made, one.id)))

    async def tournament_of(self, match: MatchId) -> Tournament | None:
        of_it = (
            one.id for one in self.tournaments.values() if match in {each.match for each in one.pairings}
        )
        key = next(of_it, None)
        return await self.tournament(key) if key else None

    async def tournaments_of(self, player: PlayerId) -> tuple[str, ...]:
        told = [merged(one, self.former) for one in self.tournaments.values()]
        return tuple(sorted(one.id for one in told if player in {entrant.player for entrant in one.entrants}))

    async def tournaments_due(self, at: int) -> tuple[str, ...]:
        due = [one for one in self.tournaments.values() if one.due <= at]
        return tuple(one.id for one in sorted(due, key=lambda one: one.due))

    async def put_tournament(self, tournament: Tournament) -> None:
        known = self.tournaments.get(tournament.id, tournament)
        self.tournaments[tournament.id] = replace(tournament, organiser=known.organiser)
        self.call_tournaments()

    async def take_tournament(self, key: str, organiser: PlayerId) -> None:
        if (one := self.tournaments.get(key)) and one.organiser == NOBODY:
            self.tournaments[key] = replace(one, organiser=organiser)

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
            if one.stage in UNDER_WAY and one.organiser in players:
                leaderless = replace(one, entrants=entrants, organiser=NOBODY, told=-1, due=0)
                self.tournaments[one.id] = leaderless
