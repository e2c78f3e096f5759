"""Runs tournaments: announces their rounds, opens their matches, counts the results."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from bot.delivery.routing import derived_id, new_board
from bot.domain import match_requests, tournaments
from bot.domain.tournaments import OPEN_FOR, Course, course
from bot.handlers.jobs.posting import REFUSED, digest, try_to_edit
from bot.handlers.services import Services
from bot.handlers.tournament_pages import page_for_all, sign_up_page
from bot.handlers.transactions import open_match
from bot.interface import Chat, Delivery, OfferChallenge, RetryLater
from games.events import MatchId, PlayerId
from games.match import Match
from storage.boards import Board, Notice
from storage.errors import PeopleChanged, PressedBefore, VersionConflict
from storage.jobs import Job
from storage.people import NOBODY
from storage.tournaments import UNFINISHED, Pairing, Tournament

log = logging.getLogger(__name__)

TRIES = 5  # per job, after concurrent changes
SIGN_UP_SHOWN = "tournament "
"""Begins what adapters report as delivered when they have shown the message in which people sign up."""

Courses = Mapping[MatchId, Course]


async def advance(services: Services, job: Job) -> int | None:
    """Advance a tournament, and return when its job is due again; None if it is over.

    The end of one of its matches makes the job due earlier.

    Raises:
        RetryLater: the chat could not be notified yet, or others kept changing the tournament.
    """
    for _ in range(TRIES):
        with suppress(VersionConflict, PeopleChanged):  # somebody joined or left meanwhile
            tournament = await services.store.tournaments.tournament(job.key)
            return None if tournament is None else await _advance(services, tournament, services.clock())
    raise RetryLater(1.0)


async def _advance(services: Services, known: Tournament, now: int) -> int | None:
    tournament, courses = known, await _courses(services, known, now)
    if tournament.stage == "open" and now >= tournament.made + OPEN_FOR:  # nobody began it
        tournament = tournaments.cancelled(tournament)
    elif tournament.stage == "running":
        tournament = await _with_results(services, tournament, courses, now)
    if tournament != known:
        await services.store.tournaments.put_tournament(tournament)
    later = await _follow(services, tournament) or await _announce(services, tournament)
    if tournament.stage == "running":
        await open_matches(services, tournament, now)
    if later is not None:
        raise later
    return _due(tournament, courses, now)


async def _courses(services: Services, tournament: Tournament, now: int) -> Courses:
    """The courses of the matches of this round and the previous one."""
    recent = [one.match for one in tournament.pairings if one.match and one.round >= tournament.round - 1]
    logs = {match: await services.store.matches.load(match) for match in recent}
    return {match: course(log, now) for match, log in logs.items() if log}


async def _with_results(services: Services, tournament: Tournament, courses: Courses, now: int) -> Tournament:
    undecided = [one.match for one in tournament.pairings if one.match and one.outcome is None]
    results = {match: await services.store.results.result(match) for match in undecided}
    known = {match: result for match, result in results.items() if result}
    return tournaments.advanced(tournament, known, courses, now, await apart_in(services, tournament))


async def _follow(services: Services, tournament: Tournament) -> RetryLater | None:
    """Show the sign-ups, or the results of a round, in its message; return the error if to be retried."""
    if not tournament.message or tournament.told < 0:
        return None
    if tournament.told:
        page = await page_for_all(services, tournaments.as_of(tournament, tournament.told))
    else:
        page = await sign_up_page(services, tournament)
    if (shown := digest(page)) == tournament.shown:
        return None
    try:
        await try_to_edit(services, _chat(tournament), tournament.message, page)
    except RetryLater as fault:
        return fault
    await services.store.tournaments.note_told(tournament, tournament.told, tournament.message, shown)
    return None


def sign_up_delivery(tournament: Tournament) -> Delivery:
    """With this, adapters report the message in which people sign up."""
    return Delivery(f"{SIGN_UP_SHOWN}{tournament.id}")


async def sign_up_delivered(services: Services, delivery: Delivery, message: str | None) -> None:
    """Follow the message in which people sign up; post it later if that has failed."""
    tournament = await services.store.tournaments.tournament(delivery.board.removeprefix(SIGN_UP_SHOWN))
    if tournament is None or tournament.told or tournament.message:
        return
    await services.store.tournaments.note_told(tournament, 0 if message else -1, message or "", "")
    if message is None:
        job = Job("tournament", tournament.id, services.clock(), tournament.platform)
        await services.store.jobs.put(job)
        services.intake.wake()


def _chat(tournament: Tournament) -> Chat:
    return Chat(tournament.platform, tournament.chat, private=False)


async def _announce(services: Services, tournament: Tournament) -> RetryLater | None:
    """Post a new round or the end in the chat; return the error if this must be retried."""
    ended = tournament.stage not in UNFINISHED and tournament.round > 0  # before that, the sign-up says so
    if tournament.told >= tournament.round and not ended:
        return None
    left = " without an organiser" if tournament.organiser == NOBODY else ""
    name = f"{tournament.stage} {tournament.round} of the tournament {tournament.id}{left}"
    page, message = await page_for_all(services, tournament), ""
    try:
        adapter = services.adapters[tournament.platform]
        message = await adapter.post(_chat(tournament), page, derived_id(name))
    except RetryLater as fault:
        return fault
    except REFUSED:
        log.info("the chat of a tournament cannot be written to any more")
    followed = message if tournament.stage in UNFINISHED else ""
    await services.store.tournaments.note_told(tournament, tournament.round, followed, digest(page))
    return None


async def apart_in(services: Services, tournament: Tournament) -> tournaments.Apart:
    """The pairs in which a present player has blocked the other."""
    present = [one.player for one in tournament.entrants if not one.gone]
    blocks = [await services.store.settings.blocked_by(player) for player in present]
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


# Matches


async def open_matches(services: Services, tournament: Tournament, at: int) -> None:
    """Open the matches of the round that do not exist yet; ids follow from round and table."""
    for one in tournament.pairings:
        if one.round == tournament.round and one.match and one.second:
            await _open(services, tournament, one, one.match, one.second, at)


async def _open(
    services: Services, tournament: Tournament, pairing: Pairing, match: MatchId, second: PlayerId, at: int
) -> None:
    first = pairing.first
    if pairing.outcome is not None or first == second or await services.store.matches.row(match):
        return
    press = f"house:tournament {tournament.id}:{match}"
    here, there = [(await services.store.settings.preferences(one)).zone for one in (first, second)]
    asked = OfferChallenge(tournament.game, None, tuple(tournament.terms.split()))
    keys = services.keys
    offered = match_requests.challenge(asked, first, second, keys.start(at, here))
    offered = replace(offered, match=match, first=first)
    begun = match_requests.open_accepted(offered, second, there, make_entropy=keys.acceptance)
    boards = await _boards(services, tournament, begun.after, press=press, at=at)
    with suppress(PressedBefore, VersionConflict):  # It exists already.
        async with open_match(services, begun, boards, press=press):
            pass


async def _boards(
    services: Services, tournament: Tournament, match: Match, *, press: str, at: int
) -> list[Board]:
    """A board in the chat of the tournament, and private ones for the seats of a game with secrets.

    The boards notify the players to move. A player to move who was last active on another platform gets
    a private board there.
    """
    chat, match_id = _chat(tournament), match.opened.match
    boards = [new_board(chat, match_id, None, after=press, at=at)]
    for seat, player in enumerate(match.players or ()):
        question = match.question(seat) if seat in match.awaited else None
        notice = Notice(player, question) if question else None
        alone = not match.plays_openly or (
            seat in match.awaited
            and not (await services.router.reach(player)).reads_first(tournament.platform)
        )
        own = None
        if alone:
            own = await services.router.private_board(
                player, match_id, prefer=tournament.platform, after=press, at=at, notice=notice
            )
        if own:
            boards.append(own)
        elif notice and boards[0].notice is None:
            boards[0] = replace(boards[0], notice=notice)
    return boards
