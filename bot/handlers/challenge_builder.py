"""The challenge builder: a challenge is put together by buttons, which carry all choices, then sent."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from bot import interface, presentation
from bot.domain import robot_players
from bot.domain.refusals import Refused
from bot.handlers.challenges import level_for, offer_challenge, player_named
from bot.handlers.context import RequestContext, answers
from bot.interface import Account, Answer, BuildChallenge, Note, Post, Screen, Update
from bot.interface.requests import AGAINST_WHOM, BACK, OVERVIEW, SEND, TERMS, WHICH_GAME
from bot.presentation import ChallengeBuilder
from bot.presentation.challenge_builder import Draft, owner_of, robot_id
from games import GAMES
from games.events import PlayerId

MOST_OFFERED = 8  # people listed by name
ANY_GAME = next(iter(GAMES))  # placeholder until a game is chosen


@answers(interface.PickGame)
async def pick_game(context: RequestContext, request: interface.PickGame) -> Answer:
    against = interface.ROBOT if context.robots and context.chat.private else None
    if request.opponent is not None:
        player = await player_named(context, request.opponent)
        against = person.id if (person := await _account(context, player)) else None
    return Note(await _page(context, Draft(ANY_GAME, against), WHICH_GAME), succeeded=False)


@answers(interface.PickOpponent)
async def pick_opponent(context: RequestContext, request: interface.PickOpponent) -> Answer:
    alone = context.chat.private and request.game in context.robots
    draft = Draft(request.game, interface.ROBOT if alone else None)
    return Note(await _page(context, draft, AGAINST_WHOM), succeeded=False)


@answers(interface.PickRobot)
async def pick_robot(context: RequestContext, request: interface.PickRobot) -> Answer:
    context.require_robot_for(request.game)
    level = robot_players.asked_level(request.level) if request.level else None
    draft = Draft(request.game or ANY_GAME, robot_id(level) if level else interface.ROBOT)
    if request.game:
        draft = await _with_level(context, draft)
    page = await _page(context, draft, OVERVIEW if request.game else WHICH_GAME)
    return Note(page, succeeded=False)


async def _with_level(context: RequestContext, draft: Draft) -> Draft:
    if draft.against != interface.ROBOT:
        return draft
    return replace(draft, against=robot_id(str(await level_for(context, draft.game))))


@answers(interface.BuildChallenge)
async def build_challenge(context: RequestContext, request: BuildChallenge) -> Answer:
    if request.owner != owner_of(context.player):
        raise Refused("no.not_your_challenge")
    draft = await _with_level(context, Draft.of(request))
    if request.page != SEND:
        page = await _page(context, draft, request.page)
        return Update(page)
    answer = await offer_challenge(context, draft.offer)
    if not isinstance(answer, Post):
        return answer  # the builder keeps its choices
    sent = presentation.sent_page(await _builder(context, draft), context.phrasing)
    return replace(answer, pressed=sent)


async def _page(context: RequestContext, draft: Draft, number: int) -> Screen:
    builder, phrasing = await _builder(context, draft), context.phrasing
    if TERMS <= number < TERMS + len(draft.rules):
        return presentation.term_page(builder, draft.rules[number - TERMS], phrasing)
    if number == AGAINST_WHOM:
        people = await _people(context)
        robots = draft.game in context.robots
        links = context.services.pages.are_served
        return presentation.against_whom_page(builder, people, phrasing, robots=robots, links=links)
    if number in (OVERVIEW, BACK):
        return presentation.overview_page(builder, phrasing)
    return presentation.which_game_page(builder, phrasing)


async def _builder(context: RequestContext, draft: Draft) -> ChallengeBuilder:
    person = None
    if draft.against and draft.against != interface.BY_LINK and not draft.level:
        with suppress(Refused):  # deleted meanwhile; sending the challenge reports that
            player = await context.services.accounts.find(context.chat.platform, draft.against)
            person = await _account(context, player)
    return ChallengeBuilder(draft, owner_of(context.player), context.chat.private, person)


async def _account(context: RequestContext, player: PlayerId) -> Account | None:
    return (await context.services.accounts.of([player], context.chat.platform)).get(player)


async def _people(context: RequestContext) -> tuple[Account, ...]:
    """People offered by name: those present and, if only this player sees it, recent opponents."""
    people = {person.id: person for person in context.incoming.present}
    if context.chat.private or context.incoming.ephemeral:
        played = await context.services.accounts.recent_opponents(context.player, context.chat.platform)
        people |= {person.id: person for person in played.values()}
    return tuple(people.values())[:MOST_OFFERED]
