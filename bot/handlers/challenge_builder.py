"""Challenges put together by buttons. Nothing is kept: what is chosen stands in the buttons themselves."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from bot import interface, presentation
from bot.domain.challenge_builder import Draft, owner_of, read, robot
from bot.handlers.challenges import ChallengeHandler
from bot.handlers.context import RequestContext
from bot.handlers.request_table import answers
from bot.handlers.responses import Refusal, note, private, unpainted
from bot.interface import Account, BuildChallenge, Response, Robots, Screen
from bot.interface.requests import AGAINST_WHOM, BACK, OVERVIEW, SEND, TERMS, WHICH_GAME
from bot.presentation import Building, Phrasing
from bot.repositories.accounts import AccountRepository, UnknownPerson
from games import GAMES
from games.events import PlayerId

MOST_OFFERED = 8  # people by name
ANY_GAME = next(iter(GAMES))  # stands in a challenge whose game is still to be chosen


class ChallengeBuilderHandler:
    """Asks for one part of a challenge after the other, and sends it."""

    def __init__(self, accounts: AccountRepository, challenges: ChallengeHandler, robots: Robots) -> None:
        self._accounts, self._challenges, self._robots = accounts, challenges, robots

    # Ways in: each opens a message of its own

    @answers(interface.PickGame)
    async def pick_game(self, context: RequestContext, request: interface.PickGame) -> Response:
        """Which game is it to be, with this person or with whoever is chosen afterwards?"""
        against = robot() if self._robots.games and context.chat.private else None
        if request.opponent is not None:
            player = await self._challenges.named(context, request.opponent)
            against = person.id if (person := await self._account(context, player)) else None
        return private(await self._page(context, Draft(ANY_GAME, against), WHICH_GAME), succeeded=False)

    @answers(interface.PickOpponent)
    async def pick_opponent(self, context: RequestContext, request: interface.PickOpponent) -> Response:
        """Who is it to be?"""
        alone = context.chat.private and request.game in self._robots.games
        draft = Draft(request.game, robot() if alone else None)
        return private(await self._page(context, draft, AGAINST_WHOM), succeeded=False)

    @answers(interface.PickRobot)
    async def pick_robot(self, context: RequestContext, request: interface.PickRobot) -> Response:
        """The robot; which game, if that is not settled?"""
        if not self._robots.games:
            raise Refusal("no.robots_off")
        if request.game and request.game not in self._robots.games:
            raise Refusal("no.no_robot")
        draft = Draft(request.game or ANY_GAME, robot())
        page = await self._page(context, draft, OVERVIEW if request.game else WHICH_GAME)
        return private(page, succeeded=False)

    # In place of the pressed message

    @answers(interface.BuildChallenge)
    async def build(self, context: RequestContext, request: BuildChallenge) -> Response:
        """Do what a button of the message says, for whoever it was made for."""
        if request.owner != owner_of(context.player):
            return note(context.texts("no.not_your_challenge"))
        draft = read(request)
        if request.page != SEND:
            page = await self._page(context, draft, request.page)
            return Response(update=unpainted(page))
        answer = await self._challenges.offer(context, draft.request)
        if answer.post is None:
            return answer  # what is chosen still stands there
        sent = presentation.sent_page(await self._building(context, draft), Phrasing(context.texts, {}))
        return replace(answer, update=unpainted(sent))

    async def _page(self, context: RequestContext, draft: Draft, number: int) -> Screen:
        building, phrasing = await self._building(context, draft), Phrasing(context.texts, {})
        if TERMS <= number < TERMS + len(draft.choices):
            return presentation.term_page(building, draft.choices[number - TERMS], phrasing)
        if number == AGAINST_WHOM:
            people = await self._people(context)
            robots = draft.game in self._robots.games
            return presentation.against_whom_page(building, people, phrasing, robots=robots)
        if number in (OVERVIEW, BACK):
            return presentation.overview_page(building, phrasing)
        return presentation.which_game_page(building, phrasing)

    async def _building(self, context: RequestContext, draft: Draft) -> Building:
        person = None
        if draft.against and not draft.level:
            with suppress(UnknownPerson):  # they were forgotten meanwhile, which is said when it is sent
                person = await self._person(context, draft.against)
        return Building(draft, owner_of(context.player), context.chat.private, person)

    async def _person(self, context: RequestContext, against: str) -> Account | None:
        """The account of a person who is named.

        Raises:
            UnknownPerson: nobody is called like that.
        """
        return await self._account(context, await self._accounts.find(context.chat.platform, against))

    async def _account(self, context: RequestContext, player: PlayerId) -> Account | None:
        return (await self._accounts.cast([player], context.chat.platform)).get(player)

    async def _people(self, context: RequestContext) -> tuple[Account, ...]:
        """Who is offered by name: those who are here; and whom they have played, told to them alone."""
        people = {person.id: person for person in context.incoming.present}
        if context.chat.private or context.incoming.ephemeral:
            played = await self._accounts.recent_opponents(context.player, context.chat.platform)
            people |= {person.id: person for person in played.values()}
        return tuple(people.values())[:MOST_OFFERED]
