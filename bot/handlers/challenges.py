"""Challenges: permissions, the challenge builder, boards, acceptance, and rematches."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from functools import partial

from bot import interface, presentation
from bot.delivery.routing import new_board
from bot.domain import match_requests, robot_players
from bot.domain.deadlines import EXPIRES_AFTER
from bot.domain.match_requests import MOST_OPEN
from bot.domain.refusals import Refused
from bot.domain.robot_players import MOST_OPEN_WITH_ROBOTS, is_robot
from bot.domain.terms import parted
from bot.handlers import moves, responses
from bot.handlers.context import MatchContext, RequestContext, answers
from bot.handlers.moves import dealt_boards
from bot.handlers.talking import require_heard
from bot.interface import Account, Answer, BuildChallenge, Chat, Note, Post, Screen, Update
from bot.interface.requests import AGAINST_WHOM, BACK, OVERVIEW, SEND, TERMS, WHICH_GAME
from bot.presentation import ChallengeBuilder
from bot.presentation.challenge_builder import Draft, owner_of, robot_id
from games import GAMES
from games.actions import Reason, RefusedByMatch
from games.events import ChallengeOffered, MatchId, PlayerId
from games.match import Match, Phase
from storage.boards import Board, Notice
from storage.errors import PressedBefore, VersionConflict


async def require_allowed(context: RequestContext, opened: ChallengeOffered) -> None:
    if await context.store.matches.pressed(context.press):
        return  # a repeated press gets the same answer
    await require_open_chat(context)
    invited = opened.invited
    if is_robot(invited):
        await require_robot(context, opened.game)
        return
    if invited is not None and not await context.services.accounts.accounts(invited):
        raise Refused("no.forgotten_opponent")
    if invited is not None and await context.services.preferences.blocks(invited, context.player):
        raise Refused("no.not_taking", name=await _name(context, invited))
    rows = await context.store.matches.matches_of(context.player, (Phase.CHALLENGE,))
    number = sum(row.players[0] == context.player for row in rows)
    if number >= MOST_OPEN:
        raise Refused("no.too_many_challenges", most=MOST_OPEN)
    number += await context.store.matches.challenged_before(context.player, context.at - EXPIRES_AFTER)
    if number >= MOST_OPEN:
        raise Refused("no.too_many_before", most=MOST_OPEN)
    account = context.incoming.account
    if invited is not None and (wait := context.services.pauses.left(context.player, account, invited)):
        raise await _pause(context, "no.challenged_lately", wait, invited)
    if opened.rated:
        await _require_rated(context, invited)


async def require_robot(context: RequestContext, game: str) -> None:
    if not context.robots:
        raise Refused("no.robots_off")
    if game not in context.robots:
        raise Refused("no.no_robot")
    rows = await context.store.matches.matches_of(context.player, (Phase.RUNNING,))
    if sum(any(map(is_robot, row.players)) for row in rows) >= MOST_OPEN_WITH_ROBOTS:
        raise Refused("no.too_many_robots", most=MOST_OPEN_WITH_ROBOTS)


async def lets_in(context: RequestContext, chat: Chat) -> bool:
    """Whether challenges that were made elsewhere may be shown in a chat."""
    return (
        chat.private
        or (await context.services.preferences.of_chat(chat.platform, chat.place)).challengers == "everyone"
    )


async def require_welcome(context: RequestContext, match: Match) -> None:
    """Inviting a player by name overrides an earlier block of that player."""
    challenger = match.opened.challenger
    since = await context.services.preferences.blocks_since(challenger, context.player)
    if match.phase is not Phase.CHALLENGE or context.player == challenger:
        return
    if since is not None and (match.opened.invited is None or since > match.opened.at):
        raise Refused("no.not_taking", name=await _name(context, challenger))
    if match.opened.rated:
        await _require_rated(context, challenger, begins=True)


async def require_open_chat(context: RequestContext) -> None:
    if context.place is None:
        return
    match (await context.services.preferences.of_chat(context.chat.platform, context.place)).challengers:
        case "nobody":
            raise Refused("no.challenges_nobody")
        case "managers" if not (context.incoming.manages or context.incoming.manages_chat):
            raise Refused("no.challenges_managers", managers_only=True)


async def _require_rated(context: RequestContext, other: PlayerId | None, *, begins: bool = False) -> None:
    """Refuse for a pause after abandoned rated matches; `begins`: `other` must be able to begin now, too."""
    asks, at = context.player, context.at
    if wait := await context.services.starts.of(asks, at):
        raise await _pause(context, "no.gave_up_lately", wait)
    if other is None:
        return
    if wait := await context.services.starts.between(asks, other, at):
        raise await _pause(context, "no.gave_up_both_lately", wait, other)
    if begins and (wait := await context.services.starts.of(other, at)):
        raise await _pause(context, "no.cannot_begin_yet", wait, other)


async def _pause(context: RequestContext, key: str, wait: int, player: PlayerId | None = None) -> Refused:
    time = context.texts.duration(wait)
    return Refused(key, time=time, name=await _name(context, player) if player else "")


async def _name(context: RequestContext, player: PlayerId) -> str:
    return (await context.naming([player])).name(player)


async def _challenge_boards(
    context: RequestContext, before: MatchId | None, match: Match
) -> tuple[Board, ...]:
    """The boards of a challenge, or of the match if a robot has accepted it; the one in this chat first.

    `before` is the previous match, for a rematch.
    """
    opened = match.opened
    if match.players:
        return (
            context.new_board(opened.match),
            *await dealt_boards(context, match, ()),
        )
    notice = Notice(opened.invited, question=1) if opened.invited else None
    if notice is None:
        return (context.new_board(opened.match),)
    player, platform = notice.player, context.chat.platform
    here = not context.chat.private and not context.chat.fixed
    reach = await context.services.router.reach(player)
    if here and reach.reads_first(platform):
        return (context.new_board(opened.match, notice),)
    there = await _there(context, opened, notice, before)
    own = context.new_board(opened.match)
    if there and there.id != own.id:
        return own, there
    if here and platform in reach.platforms:  # the bot can reach them nowhere else
        return (replace(own, notice=notice),)
    context.services.presence.mark_unreached(player, opened.match)
    return (own,)


async def _there(
    context: RequestContext, opened: ChallengeOffered, notice: Notice, before: MatchId | None
) -> Board | None:
    player, platform = notice.player, context.chat.platform
    if (await context.services.router.reach(player)).reads_first(platform):
        before = None
    played = await _where_they_played(context, opened, notice, before) if before else None
    return played or await context.services.router.private_board(
        player, opened.match, prefer=platform, after=context.press, at=context.at, notice=notice
    )


async def _where_they_played(
    context: RequestContext, opened: ChallengeOffered, notice: Notice, before: MatchId
) -> Board | None:
    """A board of the challenge in the chat where the invited player is notified of the previous match."""
    reach = await context.services.router.reach(notice.player, before)
    chat = reach.chat_to_notify(await context.store.boards.boards_of(before))
    if chat is None or not await lets_in(context, chat):
        return None
    reader = notice.player if chat.private else None
    return new_board(chat, opened.match, reader, after=context.press, at=context.at, notice=notice)


async def _open(context: RequestContext, opened: ChallengeOffered, before: MatchId | None = None) -> Post:
    """Store a challenge and post its board.

    Raises:
        VersionConflict: the id is taken.
    """
    await require_allowed(context, opened)
    boards = partial(_challenge_boards, context, before)
    open_match = partial(context.services.transactions.open_match, press=context.press, seen=context.seen)
    try:
        async with open_match(opened, None, boards, read=context.read) as transaction:
            return await responses.post(context, transaction.match, transaction.boards[0])
    except PressedBefore:
        return await _show_again(context, opened)


async def _show_again(context: RequestContext, opened: ChallengeOffered) -> Post:
    match_id = await context.store.matches.pressed(context.press) or opened.match
    async with context.services.transactions.begin(match_id) as transaction:
        made = context.new_board(match_id)
        board = next((board for board in transaction.boards if board.id == made.id), made)
        return await responses.post(context, transaction.match, board)


_HANDLE = re.compile(r"@[0-9A-Za-z_]{3,32}")
"""A handle, as platforms pass it if no known account has it."""


@answers(interface.OfferChallenge)
async def offer_challenge(context: RequestContext, request: interface.OfferChallenge) -> Answer:
    try:
        request, invited = await _invited(context, request)
        opened = match_requests.challenge(
            request,
            context.player,
            invited,
            chance=context.services.keys.draw(),
            at=context.at,
            zone=context.preferences.zone,
        )
    except RefusedByMatch:
        raise Refused("no.yourself") from None
    try:
        return await _open(context, opened)
    except VersionConflict:  # The id is taken (one in many millions): draw another one.
        return await offer_challenge(context, request)


async def _invited(
    context: RequestContext, request: interface.OfferChallenge
) -> tuple[interface.OfferChallenge, PlayerId | None]:
    """Split the request into house rules and the invited player.

    Words beside a name are house rules, unless all of it is the name of an account.
    """
    request = replace(request, house_rules=robot_players.with_level(request.house_rules))
    name, rules = parted(request.game, request.opponent or "")
    named = robot_players.named_in(name or None, request.house_rules)
    if named > 1:
        raise Refused("no.robots_alone")
    if named:
        level, house_rules = robot_players.parted(request.house_rules + rules)
        level = level or await _level_for(context, request.game)
        return replace(request, house_rules=house_rules), robot_players.robot_player(level)
    if request.opponent is None:
        return request, None
    platform = context.chat.platform
    if rules:
        try:
            return request, await context.services.accounts.find(platform, request.opponent)
        except Refused:
            request = replace(request, opponent=name, house_rules=request.house_rules + rules)
    return request, await _named(context, name)


async def _named(context: RequestContext, name: str) -> PlayerId:
    """Find a player by name; an unknown handle is invited as a player to come."""
    platform = context.chat.platform
    try:
        return await context.services.accounts.find(platform, name)
    except Refused:
        if not _HANDLE.fullmatch(name):
            raise
        return await context.services.accounts.invite(platform, name.removeprefix("@"), context.at)


@answers(interface.CallRobot)
async def call_robot(context: MatchContext, request: interface.CallRobot) -> Answer:
    match = await context.match()
    if match.phase is Phase.CHALLENGE:
        await require_robot(context, match.opened.game)
        if context.player != match.opened.challenger:
            return await _offer_own_match(context, match)
        if not request.level:
            request = replace(request, level=await _level_for(context, match.opened.game))
    return await moves.act(context, request)


async def _offer_own_match(context: RequestContext, match: Match) -> Answer:
    challenger, game = match.opened.challenger, match.opened.game
    phrasing = await context.naming([challenger])
    told = context.texts("no.not_yours_to_give", name=phrasing.name(challenger))
    return Note(presentation.pick_robot_level_page(game, phrasing, [told]), succeeded=False)


@answers(interface.AcceptChallenge)
async def accept_challenge(context: MatchContext, request: interface.AcceptChallenge) -> Answer:
    match = await context.match()
    await require_welcome(context, match)
    appear = request.own_words and match.phase is Phase.CHALLENGE  # on the board
    if appear and not await context.store.matches.pressed(context.press):
        await require_heard(context, match)
    return await moves.act(context, request)


@answers(interface.DeclineChallenge)
async def decline_challenge(context: MatchContext, request: interface.DeclineChallenge) -> Answer:
    """Decline a challenge; on a board that is not private, a note offers to block the challenger."""
    answer = await moves.act(context, request)
    if context.chat.private or context.incoming.ephemeral:
        return answer
    match answer:
        case Update(note=None):
            return replace(answer, note=await _way_to_block(context))
        case Note(succeeded=True):
            return Note(await _way_to_block(context))
    return answer


async def _way_to_block(context: MatchContext) -> Screen:
    challenger = (await context.match()).opened.challenger
    phrasing = await context.naming([challenger])
    return presentation.declined(challenger, phrasing)


MOST_OFFERED = 8  # people listed by name
ANY_GAME = next(iter(GAMES))  # placeholder until a game is chosen


@answers(interface.PickGame)
async def pick_game(context: RequestContext, request: interface.PickGame) -> Answer:
    against = interface.ROBOT if context.robots and context.chat.private else None
    if request.opponent is not None:
        player = await _named(context, request.opponent)
        against = person.id if (person := await _account(context, player)) else None
    return Note(await _page(context, Draft(ANY_GAME, against), WHICH_GAME), succeeded=False)


@answers(interface.PickOpponent)
async def pick_opponent(context: RequestContext, request: interface.PickOpponent) -> Answer:
    alone = context.chat.private and request.game in context.robots
    draft = Draft(request.game, interface.ROBOT if alone else None)
    return Note(await _page(context, draft, AGAINST_WHOM), succeeded=False)


@answers(interface.PickRobot)
async def pick_robot(context: RequestContext, request: interface.PickRobot) -> Answer:
    if not context.robots:
        raise Refused("no.robots_off")
    if request.game and request.game not in context.robots:
        raise Refused("no.no_robot")
    level, _ = robot_players.parted((f"level={request.level}",) if request.level else ())
    draft = Draft(request.game or ANY_GAME, robot_id(level) if level else interface.ROBOT)
    if request.game:
        draft = await _with_level(context, draft)
    page = await _page(context, draft, OVERVIEW if request.game else WHICH_GAME)
    return Note(page, succeeded=False)


async def _with_level(context: RequestContext, draft: Draft) -> Draft:
    if draft.against != interface.ROBOT:
        return draft
    return replace(draft, against=robot_id(await _level_for(context, draft.game)))


async def _level_for(context: RequestContext, game: str) -> int:
    """The level of a robot that somebody asks for without naming one."""
    return robot_players.level_after(await context.store.results.wins_over_robots(context.player, game))


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
        return presentation.against_whom_page(builder, people, phrasing, robots=robots)
    if number in (OVERVIEW, BACK):
        return presentation.overview_page(builder, phrasing)
    return presentation.which_game_page(builder, phrasing)


async def _builder(context: RequestContext, draft: Draft) -> ChallengeBuilder:
    person = None
    if draft.against and not draft.level:
        with suppress(Refused):  # deleted meanwhile; sending the challenge reports that
            player = await context.services.accounts.find(context.chat.platform, draft.against)
            person = await _account(context, player)
    return ChallengeBuilder(draft, owner_of(context.player), context.chat.private, person)


async def _account(context: RequestContext, player: PlayerId) -> Account | None:
    return (await context.services.accounts.cast([player], context.chat.platform)).get(player)


async def _people(context: RequestContext) -> tuple[Account, ...]:
    """People offered by name: those present and, if only this player sees it, recent opponents."""
    people = {person.id: person for person in context.incoming.present}
    if context.chat.private or context.incoming.ephemeral:
        played = await context.services.accounts.recent_opponents(context.player, context.chat.platform)
        people |= {person.id: person for person in played.values()}
    return tuple(people.values())[:MOST_OFFERED]


ENDED_UNPLAYED = (Phase.DECLINED, Phase.CANCELLED, Phase.EXPIRED)


@answers(interface.OfferRematch)
async def offer_rematch(context: MatchContext, request: interface.OfferRematch) -> Answer:
    """Offer a rematch; each match has one, and a second request accepts it or shows it again.

    An expired challenge is repeated in the same way.
    """
    match = await context.match()
    offer = match_requests.repeat if match.phase is Phase.EXPIRED else match_requests.rematch
    try:
        opened = offer(
            match,
            context.player,
            chance=context.services.keys.draw(),
            at=context.at,
            zone=context.preferences.zone,
        )
    except RefusedByMatch as refused:
        if refused.reason is Reason.OWN_CHALLENGE:
            raise Refused("no.yourself") from None
        raise
    drawn = await context.store.matches.drawn_for(context.match_id)
    for code in match_requests.rematch_ids(drawn):
        row = await context.store.matches.row(code)
        if row is None:
            try:
                return await _open(context, replace(opened, match=code), before=context.match_id)
            except VersionConflict:  # The opponent was quicker.
                return await offer_rematch(context, request)
        if row.phase == Phase.CHALLENGE and context.player in row.awaited:
            return await accept_challenge(context.about(code), interface.AcceptChallenge(code))
        if row.phase not in ENDED_UNPLAYED:
            return await responses.post_new_board(context.about(code))
    raise Refused("no.no_more_rematches")
