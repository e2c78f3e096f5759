"""What is known of each board while the bot runs; what is forgotten here, the store knows."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from bot.interface import Backoff, Message
from storage.boards import Board, BoardId

KEPT = 50_000  # boards that were looked at last, at about 500 bytes each
LONGEST_WAIT = 60.0  # seconds between two tries, unless a platform asks for more


@dataclass(slots=True)
class BoardState:
    """One board: what its message shows, who is about to change it, and what waits for it."""

    version: int | None = None
    """The version of the match that its message shows; None: the one that is stored."""
    appearance: int | None = None
    """The hash of what its message certainly shows; None: not known."""
    outdated: bool = False
    """It has to be shown again even if the match has reached no newer version."""
    chat_lost: bool = False
    """The bot cannot write in its chat any more."""
    withdrawn: bool = False
    """It was forgotten while a message of it was on its way: where that arrives, no board stands."""

    task: asyncio.Task[None] | None = None
    """Brings it up to date."""
    seen: int = 0
    """The version of the match when its task looked last."""
    news: bool = False
    """Something has happened since the task looked last."""
    waiting: dict[BoardId, Board] = field(default_factory=dict)
    """Older boards of the same place, by id: they change only if this one cannot be posted."""
    backoff: Backoff = field(default_factory=lambda: Backoff(0.0, LONGEST_WAIT))
    failures: int = 0
    """Unforeseen errors since the task began."""

    leases: int = 0
    """Responses on their way that are about to change it."""
    leased: Board | None = None
    """The board as it was leased last; kept after the time limit, for a response that comes late."""
    missed: bool = False
    """Somebody had to leave it alone for their sake."""
    timer: asyncio.TimerHandle | None = None
    """Ends the leases when the time limit is reached."""

    sending: bool = False
    """An edit of its task is on its way."""
    together: list[int] = field(default_factory=list)
    """The versions on their way, and those that were so at the same time: any of them may arrive last."""

    @property
    def busy(self) -> bool:
        """It is being brought up to date, or a response is about to change it."""
        return self.task is not None or self.leases > 0

    @property
    def empty(self) -> bool:
        """Nothing is known of it that is worth keeping."""
        unknown = self.version is None and self.appearance is None and self.leased is None
        return unknown and not (self.busy or self.outdated or self.chat_lost or self.waiting)

    def shows(self, message: Message) -> bool:
        """Its message certainly shows just this."""
        return self.appearance == hash(message)

    def appears(self, message: Message | None) -> None:
        """Its message shows this now; None: that is not known."""
        self.appearance = None if message is None else hash(message)

    # What is on its way

    def sent(self, version: int) -> None:
        """A message that shows this version sets out."""
        if not (self.sending or self.leases):
            self.together = []
        self.together.append(version)

    @contextmanager
    def send(self, version: int) -> Iterator[None]:
        """An edit of its task that shows this version is on its way meanwhile."""
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

    # Leases

    def lease(self, board: Board, message: Message, version: int, timer: asyncio.TimerHandle) -> bool:
        """One more response is about to change it; gives whether all that is on its way shows the same."""
        shows = self.shows(message) and not self.sending
        self.sent(version)
        self.appears(message if shows or self.alone else None)
        self.outdated = False
        self.missed = self.missed and self.leases > 0
        self.stop_timer()
        self.timer, self.leased = timer, board
        self.leases += 1
        return shows

    def gives_way(self) -> bool:
        """A response is about to change it: nobody else does until then, and `settle` looks again."""
        self.missed = self.missed or self.leases > 0
        return self.leases > 0

    def will_show(self, version: int | None) -> bool:
        """The newest response on its way shows this version."""
        return self.leases > 0 and self.together[-1] == version

    def settles(self) -> None:
        """What became of the last response on its way is known: it can be noted for as long as that takes."""
        if self.leases == 1:
            self.stop_timer()

    def end_lease(self) -> None:
        """One response has been delivered, or has failed."""
        self.leases -= 1
        if self.leases <= 0:
            self.revoke_leases()

    def expire_leases(self) -> None:
        """The time limit is reached."""
        self.timer, self.leases = None, 0

    def revoke_leases(self) -> None:
        """No response is about to change it any more."""
        self.stop_timer()
        self.leases, self.leased = 0, None

    def stop_timer(self) -> None:
        """The leases have no time limit any more."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


class BoardStates:
    """The states of all boards by id: busy ones, and of the others the newest."""

    def __init__(self) -> None:
        self._states: dict[BoardId, BoardState] = {}
        self._unsaved: dict[BoardId, int] = {}  # versions that the store does not know yet

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

    def is_busy(self, board: BoardId) -> bool:
        """A board is being brought up to date, or a response is about to change it."""
        state = self._states.get(board)
        return state is not None and state.busy

    def tasks(self) -> tuple[asyncio.Task[None], ...]:
        """All that bring boards up to date at present."""
        return tuple(state.task for state in self._states.values() if state.task)

    def stop_timers(self) -> None:
        """No lease has a time limit any more."""
        for state in self._states.values():
            state.stop_timer()

    def forget(self, board: BoardId) -> None:
        """A board exists no more; as long as it is busy, only what it shows is forgotten."""
        state = self[board]
        state.version = state.appearance = None
        state.outdated = state.chat_lost = False
        self._unsaved.pop(board, None)
        self.tidy(board)

    def tidy(self, board: BoardId) -> None:
        """Keep no state in which nothing is known."""
        if self[board].empty:
            del self._states[board]

    # Versions

    def version(self, board: Board) -> int:
        """The version of the match that a board shows."""
        state = self._states.get(board.id)
        return board.shown if state is None or state.version is None else state.version

    def is_behind(self, board: Board, version: int) -> bool:
        """A board that was sent this version has to be looked at once more."""
        return self[board.id].outdated or self.version(board) < version

    def note(self, board: BoardId, version: int) -> None:
        """A board shows this version now."""
        self[board].version = self._unsaved[board] = version

    def shown_elsewhere(self, board: BoardId) -> None:
        """Another process may have shown it since: only the store knows what it shows."""
        self[board].version = self[board].appearance = None
        self._unsaved.pop(board, None)

    def unsaved(self, boards: Iterable[Board] | None = None) -> dict[BoardId, int]:
        """By board, the versions shown that the store does not know yet; of these, or of all."""
        if boards is None:
            return dict(self._unsaved)
        return {board.id: self._unsaved[board.id] for board in boards if board.id in self._unsaved}

    def saved(self, versions: Mapping[BoardId, int]) -> None:
        """The store knows these now."""
        for board, version in versions.items():
            if self._unsaved.get(board) == version:
                del self._unsaved[board]
