"""One request in: lock, decide, store, answer. Store first, then show."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from bot import interface
from bot.delivery.board_synchronizer import Boards
from bot.delivery.leases import LONGEST_ANSWER
from bot.delivery.match_screens import Display
from bot.delivery.presence import Reach
from bot.delivery.routing import Places
from bot.delivery.turn_notices import Notices
from bot.domain.commands import QUOTED
from bot.handlers.account_deletion import Forgetting
from bot.handlers.account_linking import Linking
from bot.handlers.autocomplete import Completer
from bot.handlers.challenge_policy import Manners
from bot.handlers.challenges import Before, Challenges
from bot.handlers.context import Visit
from bot.handlers.deadline_scheduler import Timekeeper
from bot.handlers.help import (
    Asked,
    Information,
    note,
)
from bot.handlers.match_resolver import (
    Finder,
    MayNameNone,
    NoSuchMatch,
    SeveralMatches,
)
from bot.handlers.moves import Acted, Turns
from bot.handlers.preferences import Chosen, PreferencePages
from bot.handlers.profiles import AboutPlayers, Profiles
from bot.handlers.rate_limit import Haste, Rates
from bot.handlers.record_imports import Imports
from bot.handlers.replays import Replays, Retold
from bot.handlers.responses import Answers
from bot.handlers.shared_lock import Gate
from bot.interface import (
    Account,
    Adapter,
    Answer,
    Chat,
    Completion,
    Delivery,
    Incoming,
)
from bot.repositories.accounts import People
from bot.repositories.matches import Archive, UnknownMatch
from bot.repositories.preferences import Wishes
from bot.repositories.replay_cache import Films
from bot.texts import texts_for
from games import GAMES
from games.events import MatchId
from storage.store import Store

log = logging.getLogger(__name__)


class Desk:
    """Where every request is received and every screen handed out (a `Front`)."""

    def __init__(
        self,
        store: Store,
        adapters: Mapping[str, Adapter],
        *,
        clock: Callable[[], int],
        draw: Callable[[int], bytes] = secrets.token_bytes,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        longest_answer: float = LONGEST_ANSWER,
        serves: Callable[[str], bool] = lambda _: True,
        rates: Rates | None = None,
    ) -> None:
        """A desk.

        Args:
            store: what has happened.
            adapters: the platforms by key, for the boards that nobody pressed.
            clock: the time in seconds since 1970.
            draw: so many random bytes, for seeds and ids.
            sleep: how a failing board waits, in seconds.
            longest_answer: the seconds after which an answer that never came back counts as failed.
            serves: whether a platform, by its key, can be written to at present; until it can, boards wait.
            rates: how much one person may ask for; None: as much as people do.
        """
        self._clock, self._draw = clock, draw
        self._reach = reach = Reach(clock)
        self._people = people = People(store, draw)
        self._wishes = wishes = Wishes(store)
        self._haste = Haste(rates or Rates(), clock)
        self._archive = archive = Archive(store)
        self._finder = Finder(store)
        display = Display(store, archive, people, reach, wishes)
        places = Places(store, people, adapters, reach, serves)
        notices = Notices(store, archive, places, reach, wishes)
        self.boards = boards = Boards(
            store, adapters, display, archive.version, notices, reach, sleep=sleep, longest=longest_answer
        )
        self._completer = Completer(store, archive, self._finder, display)
        self._information = Information(store, display)
        self._profiles = Profiles(store, people, display)
        self._answers = answers = Answers(store, archive, display, boards)
        self._turns = turns = Turns(store, archive, boards, answers, notices, places, reach)
        self._gate = Gate()
        self.timekeeper = Timekeeper(store, archive, boards, notices, self._gate, wishes.reminding, clock)
        films = Films(store, archive)
        self._replays = Replays(store, films, display, answers, self._gate)
        self._imports = Imports(store, people, films, self._replays, self._gate)
        self._forgetting = Forgetting(store, people, wishes, archive, boards)
        self._linking = Linking(store, people, archive, boards, places, reach, wishes, draw)
        manners = Manners(store, people, wishes)
        self._challenges = Challenges(
            store, archive, people, boards, answers, turns, places, reach, manners, draw
        )
        self._preferences = PreferencePages(store, people, wishes, boards)

    # The front

    async def meet(self, account: Account) -> None:
        """This person is here."""
        await self._people.meet(account)

    async def handle(self, incoming: Incoming) -> Answer:
        """Answer one request; whatever goes wrong becomes an answer, and nothing is swallowed."""
        texts = texts_for(incoming.account.language)
        try:
            async with self._gate.enter(alone=_is_alone(incoming.request)):
                player = await self._people.meet(incoming.account)
                look = await self._wishes.look(player, incoming.account.language)
                texts = look.texts
                pressed = incoming.message is not None
                if wait := (self._haste.presses if pressed else self._haste.commands).take(player):
                    return replace(note(texts("no.too_fast", count=wait)), language=texts.language)
                self._reach.acts(player, incoming.chat)
                answer = await self._answer(Visit(incoming, player, look, self._clock()))
                return replace(answer, language=texts.language)
        except Exception:
            request, match = self._draw(4).hex(), getattr(incoming.request, "match", None)
            log.exception("request %s failed: %s in %s", request, type(incoming.request).__name__, match)
            return note(texts("no.oops", request=request))

    async def delivered(self, delivery: Delivery, message: str | None) -> None:
        """The board of an answer has been shown, or not."""
        await self.boards.settle(delivery, message)

    async def complete(
        self, account: Account, chat: Chat, typed: str, match: MatchId | None = None
    ) -> tuple[Completion, ...]:
        """What a command typed so far could go on to."""
        player = await self._people.meet(account)
        if self._haste.completions.take(player):
            return ()
        texts = (await self._wishes.look(player, account.language)).texts
        return await self._completer.completions(player, chat, typed, match, texts=texts, now=self._clock())

    async def lost(self, platform: str, place: str) -> None:
        """The bot cannot write there any more."""
        await self.boards.lost(platform, place)

    async def moved(self, platform: str, old: str, new: str) -> None:
        """A chat has another id: its boards come anew."""
        await self.boards.moved(platform, old, new)
        self._wishes.forget()

    # From request to answer

    async def _answer(self, visit: Visit) -> Answer:
        request = _understood(visit.incoming.request)
        try:
            if isinstance(request, MayNameNone):
                match = await self._finder.meant(visit.player, visit.chat, request)
                request = replace(request, match=match)
            return await self._dispatch(visit, request)
        except UnknownMatch as unknown:
            return note(visit.texts("no.unknown_match", match=str(unknown)[:QUOTED]))
        except NoSuchMatch as none:
            return note(visit.texts(none.key))
        except SeveralMatches as several:
            return await self._information.which(visit, several)

    async def _dispatch(self, visit: Visit, request: interface.Request) -> Answer:
        match request:
            case interface.ForgetMe():
                return await self._forgetting.answer(visit, request)
            case interface.LinkAccounts():
                return await self._linking.answer(visit, request)
            case _ if isinstance(request, Before):
                return await self._challenges.answer(visit, request)
            case interface.ShowBoard(match=str(match)):
                return await self._answers.show_board(visit, match)
            case interface.ShowHand(match=str(match)):
                return await self._answers.show_hand(visit, match)
            case interface.VerifyDeal(match=str(match)):
                return await self._answers.verify(visit, match)
            case _ if isinstance(request, AboutPlayers):
                return await self._profiles.answer(visit, request)
            case _ if isinstance(request, Chosen):
                return await self._preferences.answer(visit, request)
            case _ if isinstance(request, Acted):
                return await self._turns.act(visit, request)
        return await self._tell(visit, request)

    async def _tell(self, visit: Visit, request: interface.Request) -> Answer:
        """Answer what changes no match."""
        if isinstance(request, interface.ImportRecord):
            return await self._imports.answer(visit, request)
        if isinstance(request, Retold):
            return await self._replays.answer(visit, request)
        if isinstance(request, Asked):
            return await self._information.answer(visit, request)
        raise TypeError(f"nobody sees to {type(request).__name__}")


def _understood(request: interface.Request) -> interface.Request:
    """What is asked; a button may name a game that is not there any more."""
    game = getattr(request, "game", None)
    if game is None or game in GAMES:
        return request
    return interface.Misspoken("unknown_game", "", game[:QUOTED])


def _is_alone(request: interface.Request) -> bool:
    """Nobody else may act meanwhile: who is who changes."""
    return isinstance(request, interface.LinkAccounts) or request == interface.ForgetMe(sure=True)
