"""Challenges and rematches: offered, accepted, declined, given to the robot."""

from __future__ import annotations

import re
from dataclasses import replace

from bot import interface, presentation
from bot.delivery.routing import new_board
from bot.domain import match_requests, robot_players, teams
from bot.domain.players import is_team
from bot.domain.refusals import Refused
from bot.domain.terms import SHORTEST_VOTE, VOTE
from bot.domain.terms_parser import split_off_terms
from bot.handlers import moves, responses, seat_links
from bot.handlers.challenge_rules import lets_in, require_allowed, require_robot, require_welcome
from bot.handlers.context import MatchContext, RequestContext, answers
from bot.handlers.moves import dealt_boards
from bot.handlers.talking import require_heard
from bot.handlers.teams import as_team, join_team, team_here
from bot.handlers.transactions import match_transaction, open_match
from bot.interface import Answer, Note, Post, Screen, Update
from bot.texts import folded
from games.actions import Reason, RefusedByMatch
from games.events import ChallengeOffered, MatchId, PlayerId
from games.match import Match, Phase
from games.words import Words
from storage.boards import Board, Notice
from storage.errors import PressedBefore

_HANDLE = re.compile(r"@[0-9A-Za-z_]{3,32}")
"""A handle, as platforms pass it if no known account has it."""


ENDED_UNPLAYED = (Phase.DECLINED, Phase.CANCELLED, Phase.EXPIRED)


@answers(interface.OfferChallenge)
async def offer_challenge(context: RequestContext, request: interface.OfferChallenge) -> Answer:
    plays, rules = teams.split_off_channel(request.house_rules)
    if plays:
        request, context = replace(request, house_rules=_with_vote(rules, context)), await as_team(context)
    if (by_link := seat_links.without_name(request)) is not None:
        return await seat_links.challenge_by_link(context, by_link)
    return await post_challenge(context, await _offered(context, request))


def _with_vote(rules: Words, context: RequestContext) -> Words:
    """The rules; a vote is short, unless they say how long, where a board changes soon after a press only."""
    named = any(word.startswith(f"{VOTE.word}=") for word in rules)
    return rules if named or not context.chat.by_press_only else (*rules, SHORTEST_VOTE)


async def _offered(context: RequestContext, request: interface.OfferChallenge) -> ChallengeOffered:
    try:
        request, invited = await _invited(context, request)
        return match_requests.challenge(request, context.player, invited, context.start())
    except RefusedByMatch:
        raise Refused("no.yourself") from None


async def _invited(
    context: RequestContext, request: interface.OfferChallenge
) -> tuple[interface.OfferChallenge, PlayerId | None]:
    """Split the request into house rules and the invited player.

    Words beside a name are house rules, unless all of it is the name of an account.
    """
    request = replace(request, house_rules=robot_players.with_level(request.house_rules))
    name, rules = split_off_terms(request.game, request.opponent or "")
    named = robot_players.named_in(name or None, request.house_rules)
    if named > 1:
        raise Refused("no.robots_alone")
    if named:
        level, house_rules = robot_players.split_off_level(request.house_rules + rules)
        return replace(request, house_rules=house_rules), await _robot(context, request.game, level)
    if request.opponent is None:
        return request, None
    platform = context.chat.platform
    if rules:
        try:
            return request, await context.services.accounts.find(platform, request.opponent)
        except Refused:
            request = replace(request, opponent=name, house_rules=request.house_rules + rules)
    return request, await player_named(context, name)


async def player_named(context: RequestContext, name: str) -> PlayerId:
    """Find a player by name; an unknown handle is invited as a player to come."""
    platform = context.chat.platform
    try:
        return await context.services.accounts.find(platform, name)
    except Refused:
        if not _HANDLE.fullmatch(name):
            raise
        return await context.services.accounts.invite(platform, name.removeprefix("@"), context.at)


async def _robot(context: RequestContext, game: str, level: str | None) -> PlayerId:
    """The robot of a level, as somebody asks for it."""
    if level == robot_players.OWN:
        return await _own_robot(context, game)
    return robot_players.robot_player(int(level) if level else await level_for(context, game))


async def _own_robot(context: RequestContext, game: str) -> PlayerId:
    last = await context.store.results.last_against(context.player, game, robot_players.OWN_ID)
    return robot_players.own_robot(robot_players.own_level(context.player, last))


async def level_for(context: RequestContext, game: str) -> int:
    """The level of a robot that somebody asks for without naming one."""
    return robot_players.level_after(await context.store.results.wins_over_robots(context.player, game))


async def post_challenge(
    context: RequestContext, opened: ChallengeOffered, before: MatchId | None = None
) -> Post:
    """Store a challenge and post its board.

    Raises:
        VersionConflict: the id is taken, by chance or by the opponent's rematch; the dispatcher tries again.
    """
    await require_allowed(context, opened)
    services, press = context.services, context.press
    begun = match_requests.open_challenge(opened, make_entropy=services.keys.acceptance)
    boards = await _challenge_boards(context, begun.after, before)
    opening = open_match(services, begun, boards, press=press, seen=context.seen, read=context.read)
    try:
        async with opening as transaction:
            return await responses.post(context, transaction.match, boards[0])
    except PressedBefore:
        return await _show_again(context, opened)


async def _show_again(context: RequestContext, opened: ChallengeOffered) -> Post:
    match_id = await context.store.matches.pressed(context.press) or opened.match
    async with match_transaction(context.services, match_id) as transaction:
        made = context.new_board(match_id)
        board = next((board for board in transaction.boards if board.id == made.id), made)
        return await responses.post(context, transaction.match, board)


async def _challenge_boards(
    context: RequestContext, match: Match, before: MatchId | None
) -> tuple[Board, ...]:
    """The boards of a challenge, or of the match if a robot has accepted it; the one in this chat first.

    `before` is the previous match, for a rematch.
    """
    opened, chat = match.opened, context.chat
    own = context.new_board(opened.match)
    if match.players:
        return own, *await dealt_boards(context, match, ())
    if opened.invited is None:
        return (own,)
    notice = Notice(opened.invited, question=1)
    reach = await context.services.router.reach(opened.invited)
    here, reads_here = not (chat.private or chat.fixed), reach.reads_first(chat.platform)
    if here and reads_here:
        return (replace(own, notice=notice),)
    there = None
    if before and not reads_here:
        there = await _where_they_played(context, opened, notice, before)
    there = there or await context.private_board(opened.invited, opened.match, notice=notice)
    if there and there.id != own.id:
        return own, there
    if here and chat.platform in reach.platforms:  # the bot can reach them nowhere else
        return (replace(own, notice=notice),)
    context.services.presence.mark_unreached(opened.invited, opened.match)
    return (own,)


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


@answers(interface.AcceptChallenge)
async def accept_challenge(context: MatchContext, request: interface.AcceptChallenge) -> Answer:
    match = await context.match()
    if folded(request.own_words) in teams.names():
        return await accept_as_channel(context)
    if is_team(match.opened.invited) and await team_here(context, match) == match.opened.invited:
        context = await as_team(context)
    await require_welcome(context, match)
    appear = request.own_words and match.phase is Phase.CHALLENGE  # on the board
    if appear and not await context.store.matches.pressed(context.press):
        await require_heard(context, match)
    return await moves.act(context, request)


@answers(interface.AcceptListed)
async def accept_listed(context: MatchContext, _: interface.AcceptListed) -> Answer:
    return await accept_challenge(context, interface.AcceptChallenge(context.match_id))


@answers(interface.TakeSide)
async def take_side(context: MatchContext, _: interface.TakeSide) -> Answer:
    """Accept a challenge as this channel or, once it plays, belong to its team."""
    match = await context.match()
    return await (join_team(context) if match.players else accept_as_channel(context))


async def accept_as_channel(context: MatchContext) -> Answer:
    match = await context.match()
    if match.phase is Phase.CHALLENGE and not match.opened.vote:
        raise Refused("team.not_asked", game=match.opened.game)
    return await moves.act(await as_team(context), interface.AcceptChallenge(context.match_id))


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


@answers(interface.CallRobot)
async def call_robot(context: MatchContext, request: interface.CallRobot) -> Answer:
    match = await context.match()
    if match.phase is Phase.CHALLENGE:
        await require_robot(context, match.opened.game)
        if context.player != match.opened.challenger:
            return await _offer_own_match(context, match)
        if not request.level:
            request = replace(request, level=await level_for(context, match.opened.game))
    return await moves.act(context, request)


async def _offer_own_match(context: RequestContext, match: Match) -> Answer:
    challenger, game = match.opened.challenger, match.opened.game
    phrasing = await context.naming([challenger])
    problem = context.texts("no.not_yours_to_give", name=phrasing.name(challenger))
    return Note(presentation.pick_robot_level_page(game, phrasing, [problem]), succeeded=False)


async def with_own_robot(context: RequestContext, opened: ChallengeOffered) -> ChallengeOffered:
    """A challenge to a robot of one's own level, at the level that it has by now; any other as it is."""
    if not robot_players.is_own(opened.invited):
        return opened
    robot = await _own_robot(context, opened.game)
    return replace(opened, invited=robot, first=robot if opened.first == opened.invited else opened.first)


@answers(interface.OfferRematch)
async def offer_rematch(context: MatchContext, request: interface.OfferRematch) -> Answer:
    """Offer a rematch; each match has one, and a second request accepts it or shows it again.

    An expired challenge is repeated in the same way.
    """
    match = await context.match()
    offer = match_requests.repeat if match.phase is Phase.EXPIRED else match_requests.rematch
    try:
        opened = offer(match, context.player, context.start())
    except RefusedByMatch as refused:
        if refused.reason is Reason.OWN_CHALLENGE:
            raise Refused("no.yourself") from None
        raise
    drawn = await context.store.matches.drawn_for(context.match_id)
    for code in match_requests.rematch_ids(drawn):
        row = await context.store.matches.row(code)
        if row is None:
            opened = await with_own_robot(context, replace(opened, match=code))
            return await post_challenge(context, opened, before=context.match_id)
        if row.phase == Phase.CHALLENGE and context.player in row.awaited:
            return await accept_challenge(context.about(code), interface.AcceptChallenge(code))
        if row.phase not in ENDED_UNPLAYED:
            return await responses.post_new_board(context.about(code))
    raise Refused("no.no_more_rematches")
