"""What players say to each other: kept, and carried to where the opponent is."""

from __future__ import annotations

from collections.abc import Callable

from bot import interface, presentation
from bot.delivery.routing import derived_id
from bot.domain import talking
from bot.handlers.context import MatchContext, RequestContext
from bot.handlers.request_table import answers
from bot.handlers.responses import Refusal, ResponseBuilder, note, private, turned, unpainted
from bot.handlers.talk_policy import TalkPolicy
from bot.interface import Message, Response
from bot.presentation import Phrasing
from bot.repositories.accounts import AccountRepository
from bot.repositories.matches import MatchRepository
from games.actions import Reason, RefusedByMatch
from games.events import PlayerId
from games.match import Match
from storage.sql.store import Store
from storage.talk import Remark


class TalkHandler:
    """Takes what somebody says, and what they do not want to hear."""

    def __init__(
        self,
        store: Store,
        matches: MatchRepository,
        accounts: AccountRepository,
        policy: TalkPolicy,
        responses: ResponseBuilder,
        wake: Callable[[], None],
    ) -> None:
        self._store, self._matches, self._accounts = store, matches, accounts
        self._policy, self._responses, self._wake = policy, responses, wake

    @answers(interface.ShowPhrases)
    async def phrases(self, context: MatchContext, _: interface.ShowPhrases) -> Response:
        """What can be said by a button."""
        match = await self._matches.load(context.match_id)
        if reason := _no_player(match, context.player):
            return await self._responses.refuse(context, match, RefusedByMatch(reason), None)
        opponent = await self._policy.opponent(context, match, context.player)
        muted = opponent in await self._store.talk.muted_by(context.player)
        phrasing = await self._phrasing(context, opponent)
        return private(presentation.phrases_page(context.match_id, opponent, phrasing, muted=muted))

    @answers(interface.SayPhrase)
    async def say_phrase(self, context: MatchContext, request: interface.SayPhrase) -> Response:
        """Say a set phrase."""
        if request.phrase not in talking.PHRASES:
            return note(context.texts("no.unreadable"))
        return await self._say(context, request.phrase, phrase=True)

    @answers(interface.SayWords)
    async def say_words(self, context: MatchContext, request: interface.SayWords) -> Response:
        """Send a message of one's own; one that reads like a set phrase is that phrase."""
        if key := talking.phrase_of(request.words):
            return await self._say(context, key, phrase=True)
        return await self._say(context, talking.tidied(request.words), phrase=False)

    async def _say(self, context: MatchContext, said: str, *, phrase: bool) -> Response:
        self._policy.check_words(said)
        match = await self._matches.load(context.match_id)
        if reason := _no_player(match, context.player):
            return await self._responses.refuse(context, match, RefusedByMatch(reason), None)
        opponent = await self._policy.opponent(context, match, context.player)
        number = derived_id(f"words of {context.press}")
        if await self._store.talk.remark(number) is None:
            self._policy.check_pace(context.incoming.account)
            until = context.at + talking.KEPT_FOR
            who = (context.match_id, context.player, opponent)
            await self._store.talk.add_remark(Remark(number, *who, said, phrase, context.at, until))
            self._wake()
        phrasing = await self._phrasing(context, opponent)
        told = context.texts("note.said", name=phrasing.name(opponent))
        return turned(Message(told), in_place=context.own)

    @answers(interface.MutePlayer)
    async def mute(self, context: RequestContext, request: interface.MutePlayer) -> Response:
        """Read somebody's messages no more, or again."""
        player = request.player
        if player == context.player:
            raise Refusal("no.mute_yourself")
        if request.on and not await self._accounts.accounts(player):
            return note(context.texts("no.unreadable"))
        change = self._store.talk.put_mute if request.on else self._store.talk.drop_mute
        await change(context.player, player)
        done = presentation.muted_page(player, await self._phrasing(context, player), on=request.on)
        # In place of an own note; a message that somebody wrote stays as it is.
        return turned(unpainted(done), in_place=context.incoming.ephemeral)

    async def _phrasing(self, context: RequestContext, *players: PlayerId) -> Phrasing:
        return Phrasing(context.texts, await self._accounts.cast(players, context.chat.platform))


def _no_player(match: Match, player: PlayerId) -> Reason | None:
    """Why somebody has nothing to say in a match."""
    if match.players is None:
        return Reason.NOT_RUNNING
    return None if player in match.players else Reason.NO_SEAT
