"""Tournaments of a chat: their pages, their matches, and the job that runs them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from bot import presentation
from bot.delivery.match_screens import MatchScreens
from bot.delivery.routing import ChatRouter, chat_of, derived_id, new_board
from bot.domain import match_requests, tournaments
from bot.domain.courses import Course, course
from bot.domain.tournaments import OPEN_FOR
from bot.handlers.transactions import DealKeys, MatchTransactions
from bot.interface import (
    Adapter,
    Chat,
    InteractionRequired,
    Link,
    OfferChallenge,
    RetryLater,
    Screen,
    Unreachable,
)
from bot.interface.screens import DisplayPreferences
from bot.presentation import Phrasing
from bot.repositories.accounts import AccountRepository
from games.events import MatchId, PlayerId
from games.match import Match
from storage.boards import Board, Notice
from storage.errors import PeopleChanged, PressedBefore, VersionConflict
from storage.jobs import Job
from storage.sql.store import Store
from storage.tournaments import NOBODY, UNDER_WAY, Pairing, Tournament

log = logging.getLogger(__name__)


class TournamentPages:
    """Builds the pages of tournaments, with names and languages."""

    def __init__(self, store: Store, accounts: AccountRepository, screens: MatchScreens) -> None:
        self._store, self._accounts, self._screens = store, accounts, screens

    async def for_all(self, tournament: Tournament) -> Screen:
        """The page that is posted in the chat of the tournament."""
        return await self._page(tournament, await self._shared(tournament), None)

    async def sign_up(self, tournament: Tournament) -> Screen:
        """The sign-up page, open or closed."""
        chosen = await self._shared(tournament)
        shown = presentation.sign_up_page(tournament, await self._phrasing(tournament, chosen))
        return self._screens.page(shown, chosen)

    async def for_reader(
        self, tournament: Tournament, reader: PlayerId, chosen: DisplayPreferences
    ) -> Screen:
        """The page for one reader, with buttons to the other tournaments of the place."""
        under_way = await self._store.tournaments.tournaments_under_way(tournament.platform, tournament.place)
        others = [one for one in under_way if one.id != tournament.id]
        return await self._page(tournament, chosen, reader, others)

    async def crosstable(
        self, tournament: Tournament, reader: PlayerId, chosen: DisplayPreferences
    ) -> Screen:
        """The crosstable, with links to the matches of the round."""
        shown = presentation.crosstable_page(
            tournament,
            await self._phrasing(tournament, chosen),
            await self._links(tournament),
            reader=reader,
            text_only=chosen.text_only,
        )
        return self._screens.page(shown, chosen)

    async def _links(self, tournament: Tournament) -> list[Link]:
        """Links to the boards of the round's matches in the place of the tournament."""
        links = []
        for one in tournament.pairings:
            if one.round != tournament.round or not one.match:
                continue
            boards = [board for board in await self._store.boards.boards_of(one.match) if board.message]
            there = [
                board
                for board in boards
                if not board.private
                and board.moved_to is None
                and (board.platform, chat_of(board).place) == (tournament.platform, tournament.place)
            ]
            if there:
                board = max(there, key=lambda each: each.made)
                links.append(Link(one.match, chat_of(board), board.message or "", one.match))
        return links

    async def _shared(self, tournament: Tournament) -> DisplayPreferences:
        """Preferences of the chat; without a chosen language, that of the players."""
        chat = Chat(tournament.platform, tournament.chat, private=False)
        return await self._screens.preferences_shared(chat, _people(tournament))

    async def _page(
        self,
        tournament: Tournament,
        chosen: DisplayPreferences,
        reader: PlayerId | None,
        others: Sequence[Tournament] = (),
    ) -> Screen:
        phrasing = await self._phrasing(tournament, chosen)
        shown = presentation.tournament_page(
            tournament, phrasing, reader=reader, text_only=chosen.text_only, others=others
        )
        return self._screens.page(shown, chosen)

    async def _phrasing(self, tournament: Tournament, chosen: DisplayPreferences) -> Phrasing:
        cast = await self._accounts.cast(_people(tournament), tournament.platform)
        return Phrasing(chosen.texts, cast)


def _people(told: Tournament) -> tuple[PlayerId, ...]:
    """The organiser, and all present and former players."""
    return (told.organiser, *(one.player for one in told.entrants))


class TournamentMatches:
    """Opens the matches of tournaments; ids follow from round and table, so a restart opens none twice."""

    def __init__(
        self, store: Store, transactions: MatchTransactions, router: ChatRouter, keys: DealKeys
    ) -> None:
        self._store, self._transactions = store, transactions
        self._router, self._keys = router, keys

    async def open(self, tournament: Tournament, at: int) -> None:
        """Open the matches of the current round that do not exist yet."""
        for one in tournament.pairings:
            if one.round == tournament.round and one.match and one.second:
                await self._open(tournament, one, one.match, one.second, at)

    async def _open(
        self, tournament: Tournament, pairing: Pairing, match_id: MatchId, second: PlayerId, at: int
    ) -> None:
        if pairing.outcome is not None or pairing.first == second or await self._store.matches.row(match_id):
            return
        first, press = pairing.first, f"house:tournament {tournament.id}:{match_id}"
        here, there = [(await self._store.settings.preferences(one)).zone for one in (first, second)]
        asked, draws = (
            OfferChallenge(tournament.game, None, tuple(tournament.terms.split())),
            self._keys.draw(),
        )
        offered = match_requests.challenge(asked, first, second, draws=draws, at=at, zone=here)
        offered = replace(offered, match=match_id, first=first)
        boards = partial(self._boards, tournament, press, at)
        with suppress(PressedBefore, VersionConflict):  # It exists already.
            async with self._transactions.open_match(offered, (second, there), boards, press=press):
                pass

    async def _boards(self, tournament: Tournament, press: str, at: int, match: Match) -> list[Board]:
        """A board in the chat of the tournament, and private ones for the seats of a game with secrets.

        The boards notify the players to move. A player to move who was last active on another platform gets
        a private board there.
        """
        chat, match_id = Chat(tournament.platform, tournament.chat, private=False), match.opened.match
        if match.players is None:
            return []
        players = match.players
        own = [
            await self._router.private_board(player, match_id, prefer=tournament.platform, after=press, at=at)
            for seat, player in enumerate(players)
            if not match.plays_openly
            or (
                seat in match.awaited
                and not (await self._router.reach(player)).reads_first(tournament.platform)
            )
        ]
        boards = [new_board(chat, match_id, None, after=press, at=at), *filter(None, own)]
        told = [board.player for board in boards]
        for seat in match.awaited:
            player, question = players[seat], match.question(seat)
            place = told.index(player) if player in told else 0
            if question and boards[place].notice is None:
                boards[place] = replace(boards[place], notice=Notice(player, question))
        return boards


Courses = Mapping[MatchId, Course]
TRIES = 5  # per job, after concurrent changes


class TournamentRunner:
    """Runs the jobs of tournaments."""

    def __init__(
        self,
        store: Store,
        adapters: Mapping[str, Adapter],
        pages: TournamentPages,
        matches: TournamentMatches,
        clock: Callable[[], int],
    ) -> None:
        self._store, self._adapters, self._pages, self._matches = store, adapters, pages, matches
        self._clock = clock

    async def go_on(self, job: Job) -> int | None:
        """Advance a tournament, and return when its job is due again; None if it is over.

        The end of one of its matches makes the job due earlier.

        Raises:
            RetryLater: the chat could not be notified yet, or others kept changing the tournament.
        """
        for _ in range(TRIES):
            with suppress(VersionConflict, PeopleChanged):  # somebody joined or left meanwhile
                tournament = await self._store.tournaments.tournament(job.key)
                return None if tournament is None else await self._go_on(tournament, self._clock())
        raise RetryLater(1.0)

    async def _go_on(self, tournament: Tournament, now: int) -> int | None:
        known, courses = tournament, await self._courses(tournament, now)
        if tournament.stage == "open" and now >= tournament.made + OPEN_FOR:  # nobody began it
            tournament = tournaments.cancelled(tournament)
        elif tournament.stage == "running":
            tournament = await self._went_on(tournament, courses, now)
        if tournament != known:
            await self._store.tournaments.put_tournament(tournament)
        if tournament.stage == "cancelled" and not tournament.round:
            return None
        later = await self._tell(tournament)
        if tournament.stage == "running":
            await self._matches.open(tournament, now)
        if later is not None:
            raise later
        return _due(tournament, courses, now)

    async def _courses(self, tournament: Tournament, now: int) -> Courses:
        """The courses of the matches of this round and the previous one."""
        recent = [one.match for one in tournament.pairings if one.match and one.round >= tournament.round - 1]
        logs = {match: await self._store.matches.load(match) for match in recent}
        return {match: course(log, now) for match, log in logs.items() if log}

    async def _went_on(self, tournament: Tournament, courses: Courses, now: int) -> Tournament:
        open_ones = [one.match for one in tournament.pairings if one.match and one.outcome is None]
        results = {match: await self._store.results.result(match) for match in open_ones}
        known = {match: result for match, result in results.items() if result}
        apart = await apart_in(self._store, tournament)
        return tournaments.advanced(tournament, known, courses, now, apart)

    async def _tell(self, tournament: Tournament) -> RetryLater | None:
        """Post a new round or the end in the chat; return the error if this must be retried."""
        if tournament.stage in UNDER_WAY and tournament.told >= tournament.round:
            return None
        chat = Chat(tournament.platform, tournament.chat, private=False)
        left = " without an organiser" if tournament.organiser == NOBODY else ""
        news = f"{tournament.stage} {tournament.round} of the tournament {tournament.id}{left}"
        try:
            message = await self._pages.for_all(tournament)
            await self._adapters[chat.platform].post(chat, message, derived_id(news))
        except RetryLater as fault:
            return fault
        except (InteractionRequired, Unreachable):
            log.info("the chat of a tournament cannot be written to any more")
        await self._store.tournaments.note_told(tournament)
        return None


async def apart_in(store: Store, tournament: Tournament) -> tournaments.Apart:
    """The pairs in which a present player has blocked the other."""
    there = [one.player for one in tournament.entrants if not one.gone]
    blocks = [await store.settings.blocked_by(player) for player in there]
    return {frozenset((block.player, block.blocked)) for each in blocks for block in each}


def _due(tournament: Tournament, courses: Courses, now: int) -> int | None:
    """When the job is due again unless a match ends earlier, in seconds since 1970; None if it is over."""
    if tournament.stage == "open":
        return tournament.made + OPEN_FOR
    if tournament.stage != "running":
        return None
    if all(one.outcome for one in tournament.pairings):  # nothing to wait for
        return now
    return min(tournament.ends, tournaments.dead_at(tournament, courses))
