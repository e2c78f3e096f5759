"""Who may challenge whom, and how often."""

from __future__ import annotations

from bot.domain.deadlines import EXPIRES_AFTER
from bot.domain.match_requests import MOST_OPEN
from bot.domain.robot_players import MOST_OPEN_WITH_ROBOTS, is_robot
from bot.handlers.context import MatchContext, RequestContext
from bot.handlers.responses import Refusal
from bot.handlers.talking import require_heard
from bot.interface import Chat
from bot.presentation import Phrasing
from games.events import ChallengeOffered, PlayerId
from games.match import Match, Phase


async def require_allowed(context: RequestContext, opened: ChallengeOffered) -> None:
    """This person can challenge here and now.

    Raises:
        Refusal: they cannot, and why.
    """
    if await context.store.matches.pressed(context.press):
        return  # the same press again gets the same answer again
    await require_open_chat(context)
    invited = opened.invited
    if is_robot(invited):
        await require_robot(context, context.player, opened.game)
        return
    if invited is not None and not await context.services.accounts.accounts(invited):
        raise Refusal("no.forgotten_opponent")
    if invited is not None and await context.services.preferences.blocks(invited, context.player):
        raise Refusal("no.not_taking", name=await _name(context, invited))
    rows = await context.store.matches.matches_of(context.player, (Phase.CHALLENGE.value,))
    number = sum(row.players[0] == context.player for row in rows)
    if number >= MOST_OPEN:
        raise Refusal("no.too_many_challenges", most=MOST_OPEN, to_matches=True)
    number += await context.store.matches.challenged_before(context.player, context.at - EXPIRES_AFTER)
    if number >= MOST_OPEN:
        raise Refusal("no.too_many_before", most=MOST_OPEN)
    account = context.incoming.account
    if invited is not None and (wait := context.services.pauses.left(context.player, account, invited)):
        raise await _pause(context, "no.challenged_lately", wait, invited)
    if opened.rated:
        await _require_rated(context, invited)


async def require_robot(context: RequestContext, player: PlayerId, game: str) -> None:
    """A robot plays a game with this person now.

    Raises:
        Refusal: none does, and why.
    """
    if not context.services.access.robots.games:
        raise Refusal("no.robots_off")
    if game not in context.services.access.robots.games:
        raise Refusal("no.no_robot")
    rows = await context.store.matches.matches_of(player, (Phase.RUNNING.value,))
    if sum(any(map(is_robot, row.players)) for row in rows) >= MOST_OPEN_WITH_ROBOTS:
        raise Refusal("no.too_many_robots", most=MOST_OPEN_WITH_ROBOTS, to_matches=True)


async def lets_in(context: RequestContext, chat: Chat) -> bool:
    """Whether a challenge that was made elsewhere may be shown in a chat."""
    return (
        chat.private
        or (await context.services.preferences.of_chat(chat.platform, chat.place)).challengers == "everyone"
    )


async def require_welcome(context: RequestContext, match: Match) -> None:
    """This person can take a challenge.

    Somebody who challenges a person by name whom they have blocked wants to play with them all the same.

    Raises:
        Refusal: they cannot, and why.
    """
    challenger = match.opened.challenger
    since = await context.services.preferences.blocks_since(challenger, context.player)
    if match.phase is not Phase.CHALLENGE or context.player == challenger:
        return
    if since is not None and (match.opened.invited is None or since > match.opened.at):
        raise Refusal("no.not_taking", name=await _name(context, challenger))
    if match.opened.rated:
        await _require_rated(context, challenger, begins=True)


async def require_words(context: MatchContext, match: Match) -> None:
    """Words that go into a deal stand on the board, so they are taken only where their author may speak.

    Raises:
        Refusal: they may not, and why.
    """
    if match.phase is Phase.CHALLENGE and not await context.store.matches.pressed(context.press):
        await require_heard(context.store, context.services.preferences, context, match)


async def require_open_chat(context: RequestContext) -> None:
    """This person may challenge in this chat.

    Raises:
        Refusal: nobody may, or not they.
    """
    if context.place is None:
        return
    match (await context.services.preferences.of_chat(context.chat.platform, context.place)).challengers:
        case "nobody":
            raise Refusal("no.challenges_nobody")
        case "managers" if not (context.incoming.manages or context.incoming.manages_chat):
            raise Refusal("no.challenges_managers", managers_only=True)


async def _require_rated(context: RequestContext, other: PlayerId | None, *, begins: bool = False) -> None:
    """A rated match can begin.

    Args:
        context: of the person who challenges, or accepts.
        other: with whom, if that is known.
        begins: it would begin now, so that the other one must be able to begin it, too.

    Raises:
        Refusal: not yet.
    """
    asks, at = context.player, context.at
    if wait := await context.services.starts.of(asks, at):
        raise await _pause(context, "no.gave_up_lately", wait)
    if other is None:
        return
    if wait := await context.services.starts.between(asks, other, at):
        raise await _pause(context, "no.gave_up_both_lately", wait, other)
    if begins and (wait := await context.services.starts.of(other, at)):
        raise await _pause(context, "no.cannot_begin_yet", wait, other)


async def _pause(context: RequestContext, key: str, wait: int, player: PlayerId | None = None) -> Refusal:
    """For so many seconds; `player` is the other one."""
    time = context.texts.duration(wait)
    return Refusal(key, time=time, name=await _name(context, player) if player else "")


async def _name(context: RequestContext, player: PlayerId) -> str:
    cast = await context.services.accounts.cast([player], context.chat.platform)
    return Phrasing(context.texts, cast).name(player)
