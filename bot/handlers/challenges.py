"""Challenges: put together, made, placed on boards, answered, and made again after a match."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace

from bot import interface, presentation
from bot.delivery.routing import ChatRouter, PresenceTracker, new_board
from bot.domain import match_requests, robot_players
from bot.domain.terms import parted
from bot.handlers.challenge_policy import ChallengePolicy
from bot.handlers.context import MatchContext, RequestContext
from bot.handlers.deals import DealKeys, dealt_boards
from bot.handlers.match_transaction import MatchTransactions
from bot.handlers.moves import MoveHandler
from bot.handlers.request_table import answers
from bot.handlers.responses import Refusal, ResponseBuilder, note
from bot.interface import Account, Answer, BuildChallenge, Note, Post, Robots, Screen, Update
from bot.interface.requests import AGAINST_WHOM, BACK, OVERVIEW, SEND, TERMS, WHICH_GAME
from bot.presentation import Building, Phrasing
from bot.presentation.challenge_builder import Draft, owner_of, robot
from bot.repositories.accounts import AccountRepository, UnknownPerson
from bot.repositories.matches import MatchRepository
from games import GAMES
from games.actions import Reason, RefusedByMatch
from games.events import ChallengeOffered, MatchId, PlayerId
from games.game import Refused
from games.match import Decision, Match, Phase
from storage.boards import Board, Notice
from storage.errors import PressedBefore, VersionConflict
from storage.sql.store import Store


class ChallengePlacement:
    """Finds the chats."""

    def __init__(
        self, store: Store, router: ChatRouter, presence: PresenceTracker, policy: ChallengePolicy
    ) -> None:
        self._store, self._router, self._presence, self._policy = store, router, presence, policy

    async def boards(
        self, context: RequestContext, match: Match, before: MatchId | None
    ) -> tuple[Board, ...]:
        """The new boards of a challenge, the one in this chat first.

        Args:
            context: who challenges, and where.
            match: the challenge, or what it is where a robot has accepted it.
            before: the match that is played again.
        """
        opened = match.opened
        if match.players:
            return (context.new_board(opened.match), *await dealt_boards(self._router, context, match, ()))
        notice = Notice(opened.invited, question=1) if opened.invited else None
        if notice is None:
            return (context.new_board(opened.match),)
        player, platform = notice.player, context.chat.platform
        here = not context.chat.private and not context.chat.fixed
        reach = await self._router.reach(player)
        if here and reach.reads_first(platform):
            return (context.new_board(opened.match, notice),)
        there = await self._there(context, opened, notice, before)
        own = context.new_board(opened.match)
        if there and there.id != own.id:
            return own, there
        if here and platform in reach.platforms:  # nothing else is open to the bot
            return (replace(own, notice=notice),)
        self._presence.mark_unreached(player, opened.match)
        return (own,)

    async def _there(
        self, context: RequestContext, opened: ChallengeOffered, notice: Notice, before: MatchId | None
    ) -> Board | None:
        """Where the invited person is told who is not told here."""
        player, platform = notice.player, context.chat.platform
        if (await self._router.reach(player)).reads_first(platform):
            before = None
        played = await self._where_they_played(context, opened, notice, before) if before else None
        return played or await self._router.private_board(
            player, opened.match, prefer=platform, after=context.press, at=context.at, notice=notice
        )

    async def _where_they_played(
        self, context: RequestContext, opened: ChallengeOffered, notice: Notice, before: MatchId
    ) -> Board | None:
        """The challenge where the invited person is told of the match that is played again."""
        reach = await self._router.reach(notice.player, before)
        chat = reach.chat_to_notify(await self._store.boards.boards_of(before))
        if chat is None or not await self._policy.lets_in(chat):
            return None
        reader = notice.player if chat.private else None
        return new_board(chat, opened.match, reader, after=context.press, at=context.at, notice=notice)


class ChallengeOpener:
    """Stores new challenges and shows them."""

    def __init__(
        self,
        store: Store,
        transactions: MatchTransactions,
        responses: ResponseBuilder,
        placement: ChallengePlacement,
        policy: ChallengePolicy,
    ) -> None:
        self._store, self._transactions = store, transactions
        self._responses, self._placement, self._policy = responses, placement, policy

    async def open(self, context: RequestContext, begun: Decision, before: MatchId | None = None) -> Post:
        """Store a challenge and show it.

        Args:
            context: who challenges, and where.
            begun: the challenge, and whatever follows from it at once.
            before: the match that is played again.

        Raises:
            VersionConflict: the id is taken.
            Refusal: they cannot challenge now.
        """
        opened = begun.after.opened
        await self._policy.require_allowed(context, opened)
        boards = await self._placement.boards(context, begun.after, before)
        async with self._transactions.begin(opened.match, new=True, read=context.read) as transaction:
            try:
                await transaction.open(begun, press=context.press, boards=boards, seen=context.seen)
                return await self._responses.post(context, transaction.match, boards[0])
            except PressedBefore:
                pass
        return await self._show_again(context, opened)

    async def _show_again(self, context: RequestContext, opened: ChallengeOffered) -> Post:
        """The challenge that the same press made already, on its board here."""
        match_id = await self._store.matches.pressed(context.press) or opened.match
        async with self._transactions.begin(match_id) as transaction:
            made = context.new_board(match_id)
            board = next((board for board in transaction.boards if board.id == made.id), made)
            return await self._responses.post(context, transaction.match, board)


_HANDLE = re.compile(r"@[0-9A-Za-z_]{3,32}")
"""What a platform hands in for whoever was named by a handle that is nobody's here."""


class ChallengeHandler:
    """Everything before a match."""

    def __init__(
        self,
        matches: MatchRepository,
        accounts: AccountRepository,
        moves: MoveHandler,
        policy: ChallengePolicy,
        opener: ChallengeOpener,
        keys: DealKeys,
    ) -> None:
        self._matches, self._accounts, self._moves = matches, accounts, moves
        self._policy, self._opener, self._keys = policy, opener, keys

    @answers(interface.OfferChallenge)
    async def offer(self, context: RequestContext, request: interface.OfferChallenge) -> Answer:
        """Challenge somebody, or everybody who sees it."""
        try:
            request, invited = await self._invited(context, request)
            opened = match_requests.challenge(
                request,
                context.player,
                invited,
                draws=self._keys.draw(),
                at=context.at,
                zone=context.preferences.zone,
            )
        except RefusedByMatch:
            return note(context.texts("no.yourself"))
        except Refused as wrong:
            told = presentation.refusal(wrong, Phrasing(context.texts, {}), asked=request.game)
            return replace(note(told), for_all=True)
        try:
            begun = match_requests.begin(opened, bring=self._keys.acceptance)
            return await self._opener.open(context, begun)
        except VersionConflict:  # The id is taken, a chance of one in many millions: draw another one.
            return await self.offer(context, request)

    async def _invited(
        self, context: RequestContext, request: interface.OfferChallenge
    ) -> tuple[interface.OfferChallenge, PlayerId | None]:
        """Who is challenged, and to what: words beside a name are house rules, unless all is a name.

        Raises:
            UnknownPerson: nobody is called like that.
            UnknownLevel, SaidTwice: no robot is of that level.
            Refusal: two robots are to play each other.
        """
        name, rules = parted(request.game, request.opponent or "")
        named = robot_players.named_in(name or None, request.house_rules)
        if named > 1:
            raise Refusal("no.robots_alone")
        if named:
            level, house_rules = robot_players.parted(request.house_rules + rules)
            return replace(request, house_rules=house_rules), robot_players.robot_player(level)
        if request.opponent is None:
            return request, None
        platform = context.chat.platform
        if rules:
            try:
                return request, await self._accounts.find(platform, request.opponent)
            except UnknownPerson:
                request = replace(request, opponent=name, house_rules=request.house_rules + rules)
        return request, await self.named(context, name)

    async def named(self, context: RequestContext, name: str) -> PlayerId:
        """Who is meant by a name; by the handle of nobody here, whoever comes with it.

        Raises:
            UnknownPerson: nobody is called like that.
        """
        platform = context.chat.platform
        try:
            return await self._accounts.find(platform, name)
        except UnknownPerson:
            if not _HANDLE.fullmatch(name):
                raise
            return await self._accounts.invite(platform, name.removeprefix("@"), context.at)

    @answers(interface.CallRobot)
    async def call_robot(self, context: MatchContext, request: interface.CallRobot) -> Answer:
        """Let the robot take a challenge that nobody has taken yet; others may play it on their own."""
        match = await self._matches.load(context.match_id, context.read)
        if match.phase is Phase.CHALLENGE:
            await self._policy.require_robot(context.player, match.opened.game)
            if context.player != match.opened.challenger:
                return await self._offer_own_match(context, match)
        return await self._moves.act(context, request)

    async def _offer_own_match(self, context: RequestContext, match: Match) -> Answer:
        """To somebody who pressed what is the challenger's to press."""
        challenger, game = match.opened.challenger, match.opened.game
        phrasing = Phrasing(context.texts, await self._accounts.cast([challenger], context.chat.platform))
        told = context.texts("no.not_yours_to_give", name=phrasing.name(challenger))
        return Note(presentation.pick_robot_level_page(game, phrasing, [told]), succeeded=False)

    @answers(interface.AcceptChallenge)
    async def accept(self, context: MatchContext, request: interface.AcceptChallenge) -> Answer:
        """Take a challenge, unless it is from somebody who wants to play with others."""
        match = await self._matches.load(context.match_id, context.read)
        await self._policy.require_welcome(context, match)
        if request.own_words:
            await self._policy.require_words(context, match)
        return await self._moves.act(context, request)

    @answers(interface.DeclineChallenge)
    async def decline(self, context: MatchContext, request: interface.DeclineChallenge) -> Answer:
        """Refuse a challenge; where the board is not their own, a note offers to block the challenger."""
        answer = await self._moves.act(context, request)
        if context.chat.private or context.incoming.ephemeral:
            return answer
        match answer:
            case Update(note=None):
                return replace(answer, note=await self._way_to_block(context))
            case Note(succeeded=True):
                return Note(await self._way_to_block(context))
        return answer

    async def _way_to_block(self, context: MatchContext) -> Screen:
        challenger = (await self._matches.load(context.match_id, context.read)).opened.challenger
        phrasing = Phrasing(context.texts, await self._accounts.cast([challenger], context.chat.platform))
        return presentation.declined(challenger, phrasing)


MOST_OFFERED = 8  # people by name
ANY_GAME = next(iter(GAMES))  # stands in a challenge whose game is still to be chosen


class ChallengeBuilderHandler:
    """Asks for one part of a challenge after the other, and sends it."""

    def __init__(self, accounts: AccountRepository, challenges: ChallengeHandler, robots: Robots) -> None:
        self._accounts, self._challenges, self._robots = accounts, challenges, robots

    # Ways in: each opens a message of its own

    @answers(interface.PickGame)
    async def pick_game(self, context: RequestContext, request: interface.PickGame) -> Answer:
        """Which game is it to be, with this person or with whoever is chosen afterwards?"""
        against = robot() if self._robots.games and context.chat.private else None
        if request.opponent is not None:
            player = await self._challenges.named(context, request.opponent)
            against = person.id if (person := await self._account(context, player)) else None
        return Note(await self._page(context, Draft(ANY_GAME, against), WHICH_GAME), succeeded=False)

    @answers(interface.PickOpponent)
    async def pick_opponent(self, context: RequestContext, request: interface.PickOpponent) -> Answer:
        """Who is it to be?"""
        alone = context.chat.private and request.game in self._robots.games
        draft = Draft(request.game, robot() if alone else None)
        return Note(await self._page(context, draft, AGAINST_WHOM), succeeded=False)

    @answers(interface.PickRobot)
    async def pick_robot(self, context: RequestContext, request: interface.PickRobot) -> Answer:
        """The robot; which game, if that is not settled?"""
        if not self._robots.games:
            raise Refusal("no.robots_off")
        if request.game and request.game not in self._robots.games:
            raise Refusal("no.no_robot")
        draft = Draft(request.game or ANY_GAME, robot())
        page = await self._page(context, draft, OVERVIEW if request.game else WHICH_GAME)
        return Note(page, succeeded=False)

    # In place of the pressed message

    @answers(interface.BuildChallenge)
    async def build(self, context: RequestContext, request: BuildChallenge) -> Answer:
        """Do what a button of the message says, for whoever it was made for."""
        if request.owner != owner_of(context.player):
            return note(context.texts("no.not_your_challenge"))
        draft = Draft.of(request)
        if request.page != SEND:
            page = await self._page(context, draft, request.page)
            return Update(page)
        answer = await self._challenges.offer(context, draft.request)
        if not isinstance(answer, Post):
            return answer  # what is chosen still stands there
        sent = presentation.sent_page(await self._building(context, draft), Phrasing(context.texts, {}))
        return replace(answer, pressed=sent)

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


ENDED_UNPLAYED = (Phase.DECLINED.value, Phase.CANCELLED.value, Phase.EXPIRED.value)


class RematchHandler:
    """Makes of the second who asks for a rematch the one who accepts it."""

    def __init__(
        self,
        store: Store,
        matches: MatchRepository,
        responses: ResponseBuilder,
        opener: ChallengeOpener,
        challenges: ChallengeHandler,
        keys: DealKeys,
    ) -> None:
        self._store, self._matches, self._responses = store, matches, responses
        self._opener, self._challenges, self._keys = opener, challenges, keys

    @answers(interface.OfferRematch)
    async def play_again(self, context: MatchContext, request: interface.OfferRematch) -> Answer:
        """The rematch of a match is one: whoever asks second accepts it, or is shown it again.

        So is the challenge that is made once more because it expired.
        """
        match = await self._matches.load(context.match_id, context.read)
        offered = match_requests.again if match.phase is Phase.EXPIRED else match_requests.rematch
        try:
            opened = offered(
                match, context.player, draws=self._keys.draw(), at=context.at, zone=context.preferences.zone
            )
        except Refused as refused:
            if isinstance(refused, RefusedByMatch) and refused.reason is Reason.OWN_CHALLENGE:
                return note(context.texts("no.yourself"))
            return await self._responses.refuse(context, match, refused, None)
        drawn = await self._store.matches.drawn_for(context.match_id)
        for code in match_requests.rematch_ids(drawn):
            row = await self._store.matches.row(code)
            if row is None:
                try:
                    begun = match_requests.begin(replace(opened, match=code), bring=self._keys.acceptance)
                    return await self._opener.open(context, begun, before=context.match_id)
                except VersionConflict:  # The other one was quicker.
                    return await self.play_again(context, request)
            if row.phase == Phase.CHALLENGE.value and context.player in row.awaited:
                return await self._challenges.accept(context.about(code), interface.AcceptChallenge(code))
            if row.phase not in ENDED_UNPLAYED:
                return await self._responses.show_board(context.about(code))
        return note(context.texts("no.no_more_rematches"))
