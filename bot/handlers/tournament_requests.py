"""Requests about tournaments: open, join, leave, show, begin, end, take over."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from bot import interface, presentation
from bot.domain import tournaments
from bot.domain.refusals import Refused
from bot.domain.tournaments import OPEN_FOR
from bot.handlers import responses
from bot.handlers.answer_places import is_on_board
from bot.handlers.challenge_rules import require_open_chat, terms_of_equals
from bot.handlers.context import RequestContext, answers
from bot.handlers.jobs.posting import digest
from bot.handlers.jobs.tournaments import apart_in, sign_up_delivery
from bot.handlers.tournament_pages import crosstable_page, page_for_reader, sign_up_page
from bot.interface import Answer, Post, Screen, Update, place_of
from games.events import PlayerId
from storage.errors import VersionConflict
from storage.people import NOBODY
from storage.tournaments import UNFINISHED, Entrant, Tournament

MOST_AT_ONCE = 5  # tournaments of a chat that are open or running
Change = Callable[[Tournament], Tournament]


@answers(interface.OpenTournament)
async def open_tournament(context: RequestContext, request: interface.OpenTournament) -> Answer:
    if context.place is None:
        raise Refused("tournament.no.private")
    terms_of_equals(request.game, request.terms, "tournament.no.begins")
    await require_open_chat(context)
    key = context.id_by_press()
    if known := await context.store.tournaments.tournament(key):  # the same press again
        return await _posted(context, known)
    others = await context.store.tournaments.tournaments_under_way(context.chat.platform, context.place)
    if len(others) >= MOST_AT_ONCE:
        raise Refused("tournament.no.many", most=MOST_AT_ONCE)
    if any(one.stage == "open" and one.organiser == context.player for one in others):
        raise Refused("tournament.no.here")
    opened = Tournament(
        id=key,
        platform=context.chat.platform,
        place=context.place,
        chat=context.chat.id,
        game=request.game,
        style="round" if request.style == "round" else "swiss",
        rounds=request.rounds,
        terms=" ".join(request.terms),
        organiser=context.player,
        made=context.at,
        entrants=(Entrant(context.player),),
    )
    with suppress(VersionConflict):  # the same press again
        await context.store.tournaments.put_tournament(opened, look_at=context.at + OPEN_FOR)
    return await _posted(context, opened)


async def _posted(context: RequestContext, opened: Tournament) -> Post:
    """The sign-up page in answer to its command; where it cannot be changed later, it is not followed."""
    followed = None if context.chat.by_press_only else sign_up_delivery(opened)
    return Post(await sign_up_page(context.services, opened), followed)


@answers(interface.ShowTournament)
async def show_tournament(context: RequestContext, request: interface.ShowTournament) -> Answer:
    if request.tournament is None and context.place is None:
        raise Refused("tournament.no.private")
    where = (context.chat.platform, context.place or "")
    if request.tournament:
        return await _shown(context, await _known(context, request.tournament))
    newest = next(iter(await context.store.tournaments.tournaments_under_way(*where)), None)
    tournament = newest or await context.store.tournaments.tournament_in(*where)
    if tournament is None:
        return responses.page(context, presentation.no_tournament_page(context.phrasing))
    return await _shown(context, tournament)


@answers(interface.ShowCrosstable)
async def show_crosstable(context: RequestContext, request: interface.ShowCrosstable) -> Answer:
    page = await crosstable_page(context, await _known(context, request.tournament))
    return responses.page(context, page)


@answers(interface.JoinTournament)
async def join_tournament(context: RequestContext, request: interface.JoinTournament) -> Answer:
    known = await _known(context, request.tournament)
    if not _is_there(context, known, context.place):
        raise Refused("tournament.no.elsewhere")
    return await _change(context, request.tournament, lambda known: tournaments.joined(known, context.player))


@answers(interface.LeaveTournament)
async def leave_tournament(context: RequestContext, request: interface.LeaveTournament) -> Answer:
    return await _change(
        context, request.tournament, lambda known: tournaments.withdrawn(known, context.player)
    )


@answers(interface.BeginTournament)
async def begin_tournament(context: RequestContext, request: interface.BeginTournament) -> Answer:
    """Begin the first round, seeded by the lower bounds of the ratings."""
    strength = dict[PlayerId, float]()
    apart: tournaments.Apart = ()
    if known := await context.store.tournaments.tournament(request.tournament):
        apart = await apart_in(context.services, known)
        for one in known.entrants:
            ratings = await context.store.results.ratings_of(one.player)
            strength[one.player] = next((one.low for one in ratings if one.game == known.game), 0.0)
    return await _change(
        context,
        request.tournament,
        lambda known: tournaments.started(known, strength, context.at, apart),
        organiser=True,
    )


@answers(interface.EndTournament)
async def end_tournament(context: RequestContext, request: interface.EndTournament) -> Answer:
    if request.sure:
        await _change(context, request.tournament, tournaments.cancelled, organiser=True)
        return responses.page(context, Screen(context.texts("note.done")))  # the chat is told more
    known = await _known(context, request.tournament)
    if not may_organise(context, known, request.place):
        raise Refused("tournament.no.not_yours", managers_only=True)
    if known.stage not in UNFINISHED:
        raise Refused("tournament.no.over")
    page = presentation.end_tournament_page(request, known, context.phrasing)
    return responses.page(context, page)


@answers(interface.TakeTournament)
async def take_tournament(context: RequestContext, request: interface.TakeTournament) -> Answer:
    known = await _known(context, request.tournament)
    if not (context.incoming.manages and _is_there(context, known, context.place)):
        raise Refused("no.not_moderator", managers_only=True)
    if known.organiser != NOBODY or known.stage not in UNFINISHED:
        raise Refused("tournament.no.taken")
    await context.store.tournaments.take_tournament(known.id, context.player)
    return await _shown(context, await _known(context, known.id))


async def _known(context: RequestContext, key: str) -> Tournament:
    known = await context.store.tournaments.tournament(key)
    if known is None:
        raise Refused("tournament.no.none")
    return known


async def _shown(context: RequestContext, tournament: Tournament) -> Answer:
    page = await page_for_reader(context, tournament)
    return responses.page(context, page, in_place=context.own and not await is_on_board(context))


async def _change(context: RequestContext, key: str, change: Change, *, organiser: bool = False) -> Answer:
    place = place_of(context.incoming.request) or context.place
    while True:  # many may join at once: each change is made to the newest state
        known = await _known(context, key)
        if organiser and not may_organise(context, known, place):
            raise Refused("tournament.no.not_yours", managers_only=True)
        after = change(known)
        with suppress(VersionConflict):
            await context.store.tournaments.put_tournament(after, look_at=context.at)
            break
    answer = await _changed(context, known, after)
    context.services.intake.wake()
    return answer


async def _changed(context: RequestContext, known: Tournament, after: Tournament) -> Answer:
    """The pressed sign-up page, brought up to date, or a page for this person; the others follow by a job."""
    if context.own or context.incoming.message is None or known.stage != "open":
        return await _shown(context, after)
    page = await sign_up_page(context.services, after)
    if context.incoming.message == known.message:  # the answer shows it
        await context.store.tournaments.note_told(known, known.told, known.message, digest(page))
    return Update(page)


def may_organise(context: RequestContext, known: Tournament, place: str | None) -> bool:
    """Whether the player is the organiser or an admin of the place; always true once it is over.

    Where everybody is an admin, nobody leads what somebody else has opened.
    """
    incoming = context.incoming
    manages = incoming.manages and (not incoming.all_manage or known.organiser == NOBODY)
    led = context.player == known.organiser or (manages and _is_there(context, known, place))
    return led or known.stage not in UNFINISHED


def _is_there(context: RequestContext, known: Tournament, place: str | None) -> bool:
    return (context.chat.platform, place) == (known.platform, known.place)
