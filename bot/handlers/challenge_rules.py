"""Who may challenge whom, and where; who may accept. Each function refuses with a reason."""

from __future__ import annotations

from bot.domain.deadlines import EXPIRES_AFTER
from bot.domain.match_requests import MOST_OPEN
from bot.domain.players import is_robot
from bot.domain.refusals import Refused
from bot.domain.robot_players import MOST_OPEN_WITH_ROBOTS
from bot.domain.terms import Terms
from bot.domain.terms_parser import terms
from bot.handlers.context import RequestContext
from bot.interface import Chat
from games.events import ChallengeOffered, PlayerId
from games.match import Match, Phase
from games.words import Words


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
    if invited is not None and await _is_blocked(context, invited):
        raise Refused("no.not_taking", name=await context.name_of(invited))
    await _require_few(context)
    account = context.incoming.account
    if invited is not None and (wait := context.services.pauses.left(context.player, account, invited)):
        raise await pause(context, "no.challenged_lately", wait, invited)
    if opened.rated:
        await _require_rated(context, invited)


async def _require_few(context: RequestContext) -> None:
    """Refuse who has too many unanswered challenges, counting those of a player who was just deleted."""
    rows = await context.store.matches.matches_of(context.player, (Phase.CHALLENGE,))
    number = sum(row.players[0] == context.player for row in rows)
    if number >= MOST_OPEN:
        raise Refused("no.too_many_challenges", most=MOST_OPEN)
    number += await context.store.matches.challenged_before(context.player, context.at - EXPIRES_AFTER)
    if number >= MOST_OPEN:
        raise Refused("no.too_many_before", most=MOST_OPEN)


async def _is_blocked(context: RequestContext, invited: PlayerId) -> bool:
    """Whether somebody takes no challenges of this player, or of the person who asks for a channel."""
    asks = filter(None, (context.player, context.voter))
    return any([await context.services.preferences.blocks(invited, who) for who in asks])


async def require_robot(context: RequestContext, game: str) -> None:
    context.require_robot_for(game)
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
    """Refuse whom the challenger has blocked, unless they were invited by name afterwards."""
    challenger = match.opened.challenger
    if match.phase is not Phase.CHALLENGE or context.player == challenger:
        return
    since = await context.services.preferences.blocks_since(challenger, context.player)
    if since is not None and (match.opened.invited is None or since > match.opened.at):
        raise Refused("no.not_taking", name=await context.name_of(challenger))
    if match.opened.rated:
        await _require_rated(context, challenger, begins=True)


def terms_of_equals(game: str, words: Words, refusal: str) -> Terms:
    """Terms by which nobody has a head start, and a lot decides who begins; `refusal` is for any other."""
    agreed = terms(game, words)
    if agreed.head_start:
        raise Refused("no.head_start")
    if agreed.begins != "lot":
        raise Refused(refusal)
    return agreed


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
        raise await pause(context, "no.gave_up_lately", wait)
    if other is None:
        return
    if wait := await context.services.starts.between(asks, other, at):
        raise await pause(context, "no.gave_up_both_lately", wait, other)
    if begins and (wait := await context.services.starts.of(other, at)):
        raise await pause(context, "no.cannot_begin_yet", wait, other)


async def pause(context: RequestContext, key: str, wait: int, player: PlayerId | None = None) -> Refused:
    """The refusal of what has to wait so many seconds."""
    time = context.texts.duration(wait)
    return Refused(key, time=time, name=await context.name_of(player) if player else "")
