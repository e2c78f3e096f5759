"""What is known of each board while the bot runs; what is forgotten here, the store knows."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from bot.delivery.background import STORE_AWAY
from bot.interface import Backoff, Screen
from games.events import MatchId
from storage.boards import Board, BoardId
from storage.errors import StoreUnavailable
from storage.jobs import Claim
from storage.sql.store import Store

log = logging.getLogger(__name__)

KEPT = 50_000  # boards that were looked at last, at about 500 bytes each
LONGEST_WAIT = 60.0  # seconds between two tries, unless a platform asks for more
SAVE_AFTER = 2.0  # seconds until it is stored what boards show, unless the next change takes it along
SAVE_SOON = 0.1  # likewise, where what others have stored meanwhile is to be shown by this process


@dataclass(slots=True)
class BoardState:
    """One board: what its message shows, and what is on its way to it."""

    match: MatchId | None = None
    """Which it shows."""
    version: int | None = None
    """The version of the match that its message shows; None: the one that is stored."""
    appearance: int | None = None
    """The hash of what its message certainly shows; None: not known."""
    chat_lost: bool = False
    """The bot cannot write in its chat any more."""
    withdrawn: bool = False
    """It was forgotten while a message of it was on its way: where that arrives, no board stands."""
    claim: Claim | None = None
    """Under which this process shows it."""
    backoff: Backoff = field(default_factory=lambda: Backoff(0.0, LONGEST_WAIT))

    answers: int = 0
    """Answers on their way that are about to change it."""
    answered: Board | None = None
    """The board as it was when the last of them set out; kept for one that comes late."""
    since: int = 0
    """When that was, in seconds since 1970."""
    missed: bool = False
    """It had to be left alone for their sake."""

    sending: bool = False
    """An edit that answers nothing is on its way."""
    together: list[int] = field(default_factory=list)
    """The versions on their way, and those that were so at the same time: any of them may arrive last."""

    @property
    def busy(self) -> bool:
        """Something is on its way to it."""
        return self.sending or self.answers > 0

    @property
    def empty(self) -> bool:
        """Nothing is known of it that is worth keeping."""
        unknown = self.version is None and self.appearance is None and self.answered is None
        return unknown and not (self.busy or self.chat_lost or self.claim)

    def shows(self, message: Screen) -> bool:
        """Its message certainly shows just this."""
        return self.appearance == hash(message)

    def appears(self, message: Screen | None) -> None:
        """Its message shows this now; None: that is not known."""
        self.appearance = None if message is None else hash(message)

    # What is on its way

    def sent(self, version: int) -> None:
        """A message that shows this version sets out."""
        if not self.busy:
            self.together = []
        self.together.append(version)

    @contextmanager
    def send(self, version: int) -> Iterator[None]:
        """An edit that shows this version is on its way meanwhile."""
        self.sent(version)
        self.sending = True
        try:
            yield
        except BaseException:
            self.together.remove(version)
            raise
        finally:
            self.sending = False

    @property
    def alone(self) -> bool:
        """Nothing else was on its way at the same time as what was sent last."""
        return len(self.together) <= 1

    def arrived(self, version: int) -> int:
        """The version that its message shows at least, now that this one has arrived.

        Platforms keep no order among calls, nor are these reported in the order in which they took effect.
        """
        return min([version, *self.together])

    # Answers

    def answer(self, board: Board, message: Screen, version: int, now: int) -> bool:
        """One more is about to change it; gives whether all that is on its way shows the same."""
        shows = self.shows(message) and not self.sending
        self.sent(version)
        self.appears(message if shows or self.alone else None)
        self.missed = self.missed and self.answers > 0
        self.answered, self.since = board, now
        self.answers += 1
        return shows

    def will_show(self, version: int) -> bool:
        """The newest answer on its way shows this version."""
        return self.answers > 0 and self.together[-1] == version

    def end_answer(self) -> None:
        """One has been delivered, or has failed."""
        self.answers -= 1
        if self.answers <= 0:
            self.revoke_answers()

    def expire_answers(self) -> None:
        """Nobody reported on them in time: what the board shows is not known."""
        self.answers = 0
        self.appears(None)

    def revoke_answers(self) -> None:
        """None is about to change it any more."""
        self.answers, self.answered = 0, None


class BoardStates:
    """The states of all boards by id: busy ones, and of the others the newest."""

    def __init__(self) -> None:
        self._states: dict[BoardId, BoardState] = {}

    def __len__(self) -> int:
        return len(self._states)

    def __getitem__(self, board: BoardId) -> BoardState:
        """The state of a board; where nothing is known yet, an empty one that is kept from now on."""
        state = self._states.pop(board, None) or BoardState()
        self._states[board] = state
        if len(self._states) > KEPT:
            self._drop_oldest()
        return state

    def _drop_oldest(self) -> None:
        """A busy one is kept, and looked at again later."""
        board = next(iter(self._states))
        state = self._states.pop(board)
        if state.busy:
            self._states[board] = state

    def forget(self, board: BoardId) -> None:
        """A board exists no more: while something is on its way to it, only what it shows is forgotten."""
        state = self[board]
        state.version = state.appearance = state.claim = None
        state.chat_lost = False
        self.tidy(board)

    def tidy(self, board: BoardId) -> None:
        """Keep no state in which nothing is known."""
        if self[board].empty:
            del self._states[board]


class ShownVersions:
    """What boards show, and which of their jobs are done with that, until it is stored.

    The next change of a match takes along what its boards show. What no change takes is stored soon after,
    by one task at most.
    """

    def __init__(
        self, store: Store, sleep: Callable[[float], Awaitable[None]], on_done: Callable[[], None]
    ) -> None:
        self._store, self._sleep, self._on_done = store, sleep, on_done
        self._versions: dict[BoardId, int] = {}
        self._jobs: dict[str, str] = {}  # by key: under which claim it is done
        self._task: asyncio.Task[None] | None = None

    def note(self, board: BoardId, version: int) -> None:
        """A board shows this version now."""
        self._versions[board] = version
        self._start()

    def done(self, job: str, claim: str) -> None:
        """A job is done; where it was put anew meanwhile, it is given back then."""
        self._jobs[job] = claim
        self._start()

    def claimed(self, job: str) -> None:
        """A job is to be done once more, under another claim."""
        self._jobs.pop(job, None)

    def unsaved(self, boards: Iterable[Board] | None = None) -> dict[BoardId, int]:
        """By board, the versions shown that the store does not know yet; of these, or of all."""
        if boards is None:
            return dict(self._versions)
        return {board.id: self._versions[board.id] for board in boards if board.id in self._versions}

    def saved(self, versions: Mapping[BoardId, int]) -> None:
        """The store knows these now."""
        for board, version in versions.items():
            if self._versions.get(board) == version:
                del self._versions[board]

    async def close(self) -> None:
        """Store what is unsaved now."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._save()

    def _start(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        """Go on as long as something has been noted meanwhile; what has failed waits for the next note."""
        failed: tuple[dict[BoardId, int], dict[str, str]] = {}, {}
        while (self._versions, self._jobs) != failed:
            await self._sleep(SAVE_SOON if self._store.shared else SAVE_AFTER)
            failed = {}, {}
            try:
                await self._save()
            except StoreUnavailable:
                log.exception("what boards show cannot be stored yet")
                await self._sleep(STORE_AWAY)
            except Exception:  # It is stored with the next change, or shown once more after a restart.
                failed = dict(self._versions), dict(self._jobs)
                log.exception("what %s boards show could not be stored", len(failed[0]))

    async def _save(self) -> None:
        versions, jobs = dict(self._versions), dict(self._jobs)
        if not (versions or jobs):
            return
        await self._store.boards.note_shown(versions, jobs.items())
        self.saved(versions)
        for job, claim in jobs.items():
            if self._jobs.get(job) == claim:
                del self._jobs[job]
        if jobs:
            self._on_done()
