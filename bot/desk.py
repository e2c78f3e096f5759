"""One request in: lock, decide, store, answer. Store first, then show."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from bot import screen
from bot.answers import Answers
from bot.archive import Archive, UnknownMatch
from bot.boards import Boards
from bot.challenges import Before, Challenges
from bot.commands import QUOTED
from bot.completion import Completer
from bot.display import Display
from bot.films import Films
from bot.finder import Finder, MayNameNone, NoSuchMatch, SeveralMatches
from bot.forgetting import Forgetting
from bot.gate import Gate
from bot.haste import Haste, Rates
from bot.imports import Imports
from bot.information import Asked, Information, note
from bot.leases import LONGEST_ANSWER
from bot.linking import Linking
from bot.manners import Manners
from bot.notices import Notices
from bot.people import People
from bot.places import Places
from bot.preferences import Chosen, PreferencePages
from bot.profiles import AboutPlayers, Profiles
from bot.reach import Reach
from bot.replays import Replays, Retold
from bot.screen import Account, Adapter, Answer, Chat, Completion, Delivery, Incoming
from bot.texts import texts_for
from bot.timekeeper import Timekeeper
from bot.turns import Acted, Turns
from bot.visit import Visit
from bot.wishes import Wishes
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
        self._replays = Replays(store, films, display, answers)
        self._imports = Imports(store, films, self._replays)
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

    async def _dispatch(self, visit: Visit, request: screen.Request) -> Answer:
        match request:
            case screen.ForgetMe():
                return await self._forgetting.answer(visit, request)
            case screen.LinkAccounts():
                return await self._linking.answer(visit, request)
            case _ if isinstance(request, Before):
                return await self._challenges.answer(visit, request)
            case screen.ShowBoard(match=str(match)):
                return await self._answers.show_board(visit, match)
            case screen.ShowHand(match=str(match)):
                return await self._answers.show_hand(visit, match)
            case screen.VerifyDeal(match=str(match)):
                return await self._answers.verify(visit, match)
            case _ if isinstance(request, AboutPlayers):
                return await self._profiles.answer(visit, request)
            case _ if isinstance(request, Chosen):
                return await self._preferences.answer(visit, request)
            case _ if isinstance(request, Acted):
                return await self._turns.act(visit, request)
        return await self._tell(visit, request)

    async def _tell(self, visit: Visit, request: screen.Request) -> Answer:
        """Answer what changes no match."""
        if isinstance(request, screen.ImportRecord):
            return await self._imports.answer(visit, request)
        if isinstance(request, Retold):
            return await self._replays.answer(visit, request)
        if isinstance(request, Asked):
            return await self._information.answer(visit, request)
        raise TypeError(f"nobody sees to {type(request).__name__}")


def _understood(request: screen.Request) -> screen.Request:
    """What is asked; a button may name a game that is not there any more."""
    game = getattr(request, "game", None)
    if game is None or game in GAMES:
        return request
    return screen.Misspoken("unknown_game", "", game[:QUOTED])


def _is_alone(request: screen.Request) -> bool:
    """Nobody else may act meanwhile: who is who changes."""
    return isinstance(request, screen.LinkAccounts) or request == screen.ForgetMe(sure=True)
