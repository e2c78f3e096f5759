"""Chat messages between opponents, and the rules for them."""

from __future__ import annotations

from bot import interface, presentation
from bot.delivery.routing import derived_id, places_of
from bot.domain import remarks
from bot.domain.players import is_robot
from bot.domain.refusals import Refused
from bot.handlers import responses
from bot.handlers.context import MatchContext, RequestContext, answers
from bot.handlers.jobs.remarks import listens_to
from bot.handlers.responses import privately
from bot.interface import Answer, Note, Screen
from games.actions import Reason, RefusedByMatch
from games.events import PlayerId
from games.match import Match, Phase
from storage.remarks import Remark


async def _opponent(context: MatchContext, match: Match, player: PlayerId) -> PlayerId:
    if match.players is None:
        raise RefusedByMatch(Reason.NOT_RUNNING)
    if player not in match.players:
        raise RefusedByMatch(Reason.NO_SEAT)
    opponent = next((other for other in match.players if other != player), None)
    if opponent is None:  # the two accounts were linked to one player since
        raise Refused("no.talk_alone")
    if is_robot(opponent):
        raise Refused("no.robot_deaf")
    if match.phase is Phase.OVER and context.at - match.since > remarks.HEARD_FOR:
        raise Refused("no.said_late")
    if not await context.services.accounts.accounts(opponent):
        raise Refused("no.gone_opponent")
    await require_heard(context, match)
    return opponent


async def require_heard(context: MatchContext, match: Match) -> None:
    """Require that no chat of the match has turned player chat off or hides this player's messages."""
    for place in await places_heard(context, match):
        if not (await context.services.preferences.of_chat(*place)).words:
            raise Refused("no.words_off")
        if _speaker(context) in await context.store.talk.silenced_in(*place):
            raise Refused("no.words_hidden")


def _speaker(context: MatchContext) -> PlayerId:
    """The person, also if their channel plays: what they say is their own."""
    return context.voter or context.player


async def may_read(context: MatchContext, match: Match, speaker: PlayerId) -> bool:
    """Whether the requesting player may read the speaker's messages; their own they always may."""
    if context.player == speaker:
        return True
    if not await listens_to(context.services, context.player, speaker):
        return False
    for place in await places_heard(context, match):
        allows = (await context.services.preferences.of_chat(*place)).words
        if not allows or speaker in await context.store.talk.silenced_in(*place):
            return False
    return True


async def places_heard(context: MatchContext, match: Match) -> set[tuple[str, str]]:
    """The places whose chat rules apply: this one, and those where the match is shown and played.

    Boards that spectators brought elsewhere do not count, since no messages are posted there. While a player
    has not acted yet, all boards count, because that player may be notified at any of them.
    """
    boards = list(await context.store.boards.boards_of(match.opened.match))
    seen = await context.store.matches.seen_in(match.opened.match)
    if {one.player for one in seen} >= {*(match.players or ())}:
        acted = {(one.platform, one.chat) for one in seen}
        boards = [board for board in boards if (board.platform, board.chat) in acted]
    here = set() if context.place is None else {(context.chat.platform, context.place)}
    return places_of(boards) | here


@answers(interface.ShowPhrases)
async def phrases(context: MatchContext, _: interface.ShowPhrases) -> Answer:
    match = await context.match()
    opponent = await _opponent(context, match, context.player)
    muted = opponent in await context.store.talk.muted_by(_speaker(context))
    phrasing = await context.naming([opponent])
    return Note(presentation.phrases_page(context.match_id, opponent, phrasing, muted=muted))


@answers(interface.SayPhrase)
async def say_phrase(context: MatchContext, request: interface.SayPhrase) -> Answer:
    if request.phrase not in remarks.PHRASES:
        raise Refused("no.unreadable")
    return await _say(context, request.phrase, phrase=True)


@answers(interface.SayWords)
async def say_words(context: MatchContext, request: interface.SayWords) -> Answer:
    if key := remarks.phrase_of(request.words):
        return await _say(context, key, phrase=True)
    return await _say(context, remarks.tidied(request.words), phrase=False)


async def _say(context: MatchContext, said: str, *, phrase: bool) -> Answer:
    if not said:
        raise Refused("no.empty_words")
    if remarks.is_too_long(said):
        raise Refused("no.long_words", most_words=remarks.MOST_CHARACTERS)
    match = await context.match()
    opponent = await _opponent(context, match, context.player)
    number = derived_id(f"words of {context.press}")
    if await context.store.talk.remark(number) is None:
        if wait := context.services.limits.words.take(context.incoming.account):
            raise Refused("no.words_pace", count=wait)
        until = context.at + remarks.KEPT_FOR
        speaker, match_id = _speaker(context), context.match_id
        remark = Remark(number, match_id, speaker, opponent, said, phrase, context.at, until)
        await context.store.talk.add_remark(remark)
        context.services.intake.wake()
    phrasing = await context.naming([opponent])
    return responses.page(context, Screen(context.texts("note.said", name=phrasing.name(opponent))))


@answers(interface.MutePlayer)
async def mute(context: RequestContext, request: interface.MutePlayer) -> Answer:
    player = request.player
    if player == context.player:
        raise Refused("no.mute_yourself")
    if request.on and not await context.services.accounts.accounts(player):
        raise Refused("no.unreadable")
    change = context.store.talk.put_mute if request.on else context.store.talk.drop_mute
    await change(context.player, player)
    done = presentation.muted_page(player, await context.naming([player]), on=request.on)
    # Replace the player's own note; a pressed chat message stays as it is.
    return privately(done, in_place=context.incoming.ephemeral)
