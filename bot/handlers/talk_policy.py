"""Who may say what to whom: asked before anything is kept."""

from __future__ import annotations

from bot.delivery.routing import places_of
from bot.domain import talking
from bot.domain.robot_players import is_robot
from bot.handlers.context import MatchContext
from bot.handlers.rate_limit import Bucket
from bot.handlers.responses import Refusal
from bot.interface import Account
from bot.repositories.accounts import AccountRepository
from bot.repositories.preferences import PreferencesRepository
from games.events import PlayerId
from games.match import Match, Phase
from storage.sql.store import Store


class TalkPolicy:
    """Applies the rules of chats, and those that hold everywhere. What readers want stays with them."""

    def __init__(
        self, store: Store, accounts: AccountRepository, preferences: PreferencesRepository, pace: Bucket
    ) -> None:
        self._store, self._accounts, self._preferences = store, accounts, preferences
        self._pace = pace

    async def opponent(self, context: MatchContext, match: Match, player: PlayerId) -> PlayerId:
        """To whom a player of a match can say something.

        Raises:
            Refusal: to nobody, and why.
        """
        opponent = next((other for other in match.players or () if other != player), None)
        if opponent is None:  # who played each other are one player by now
            raise Refusal("no.talk_alone")
        if is_robot(opponent):
            raise Refusal("no.robot_deaf")
        if match.phase is Phase.OVER and context.at - match.since > talking.HEARD_FOR:
            raise Refusal("no.said_late")
        if not await self._accounts.accounts(opponent):
            raise Refusal("no.gone_opponent")
        await require_heard(self._store, self._preferences, context, match)
        return opponent

    def check_words(self, said: str) -> None:
        """A message must not be empty, and not too long.

        Raises:
            Refusal: they are not.
        """
        if not said:
            raise Refusal("no.empty_words")
        if talking.is_too_long(said):
            raise Refusal("no.long_words", most_words=talking.MOST_CHARACTERS)

    def check_pace(self, account: Account) -> None:
        """One who says a lot has to wait.

        Raises:
            Refusal: they have to.
        """
        if wait := self._pace.take(account):
            raise Refusal("no.words_pace", count=wait)

    async def places(self, context: MatchContext, match: Match) -> set[tuple[str, str]]:
        """The chats of many whose rules hold, see `places_heard`."""
        return await places_heard(self._store, context, match)


async def require_heard(
    store: Store, preferences: PreferencesRepository, context: MatchContext, match: Match
) -> None:
    """No chat of this match hides messages of whoever asks.

    Raises:
        Refusal: one does, and why.
    """
    for place in await places_heard(store, context, match):
        if not (await preferences.of_chat(*place)).words:
            raise Refusal("no.words_off")
        if context.player in await store.talk.silenced_in(*place):
            raise Refusal("no.words_hidden")


async def may_read(
    store: Store, preferences: PreferencesRepository, context: MatchContext, match: Match, speaker: PlayerId
) -> bool:
    """Whether whoever asks may still read what a player of a match has said; their own they always may."""
    reader = context.player
    if reader == speaker:
        return True
    if not (await preferences.of(reader)).words or await preferences.blocks(reader, speaker):
        return False
    if speaker in await store.talk.muted_by(reader):
        return False
    for place in await places_heard(store, context, match):
        if not (await preferences.of_chat(*place)).words or speaker in await store.talk.silenced_in(*place):
            return False
    return True


async def places_heard(store: Store, context: MatchContext, match: Match) -> set[tuple[str, str]]:
    """The chats of many whose rules hold: where somebody speaks, and where a match is shown and played.

    A board that a spectator has brought to a chat of theirs is none of that: no messages come there. But who
    has acted nowhere yet may be told wherever there is a board.
    """
    boards = list(await store.boards.boards_of(match.opened.match))
    seen = await store.matches.seen_in(match.opened.match)
    if {one.player for one in seen} >= {*(match.players or ())}:
        acted = {(one.platform, one.chat) for one in seen}
        boards = [board for board in boards if (board.platform, board.chat) in acted]
    here = set() if context.place is None else {(context.chat.platform, context.place)}
    return places_of(boards) | here
