"""What this process knows of boards: what their messages show, and the edits in flight."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from bot.interface import Screen
from storage.boards import Board, BoardId
from storage.jobs import UNCLAIMED, Claim

BOARDS_KEPT = 50_000  # boards with a known state, about 500 bytes each


@dataclass(slots=True)
class BoardState:
    """What this process knows of a board: what its message shows, and the edits in flight."""

    appearance: int | None = None
    """Hash of the screen that its message shows; None: unknown."""
    shown: int = 0
    """The lowest version that its message may show, after the last edit by this process."""
    claim: Claim = UNCLAIMED
    """The claim under which a response shows it."""
    wanted: int = 0
    """The version that it is claimed for."""

    answers: int = 0
    """Number of responses in flight that will change it."""
    answered: Board | None = None
    """The board as it was when the last of them was sent; kept for late reports."""
    since: int = 0
    """When the last of them was sent, in seconds since 1970."""
    missed: bool = False
    """Whether an update was skipped because of them."""

    sending: bool = False
    """Whether an edit that is no response is in flight."""
    together: list[int] = field(default_factory=list)
    """Versions in flight, and those that overlapped with them: any of these may take effect last."""

    @property
    def busy(self) -> bool:
        return self.sending or self.answers > 0

    def shows(self, message: Screen) -> bool:
        return self.appearance == hash(message)

    def appears(self, message: Screen | None) -> None:
        """Note what its message shows now; None: unknown."""
        self.appearance = None if message is None else hash(message)

    @contextmanager
    def send(self, version: int) -> Iterator[None]:
        """Count an edit to this version as in flight inside the block."""
        self._sent(version)
        self.sending = True
        try:
            yield
        except BaseException:
            self.together.remove(version)
            self.appearance = None  # it may have taken effect, or a part of it
            raise
        finally:
            self.sending = False

    def _sent(self, version: int) -> None:
        if not self.busy:
            self.together = []
        self.together.append(version)

    @property
    def alone(self) -> bool:
        """Whether nothing overlapped with the version sent last."""
        return len(self.together) <= 1

    def arrived(self, version: int) -> int:
        """The lowest version that its message may show, now that this one has arrived.

        Platforms keep no order among calls, and reports may come in another order than the effects.
        """
        return min([version, *self.together])

    def answer(self, board: Board, message: Screen, version: int, now: int) -> bool:
        """Count a response as in flight. Returns whether its message shows this already, or is about to."""
        appearance = hash(message)
        shows = self.appearance == appearance and not self.sending
        self._sent(version)
        self.appearance = appearance if shows or self.alone else None
        self.missed = self.missed and self.answers > 0
        self.answered, self.since = board, now
        self.answers += 1
        return shows

    def retract_answer(self, version: int) -> None:
        """Forget the version of a response that was never sent."""
        if version in self.together:
            self.together.remove(version)

    def end_answer(self) -> None:
        self.answers -= 1
        if self.answers <= 0:
            self.revoke_answers()

    def revoke_answers(self) -> None:
        self.answers, self.answered = 0, None


class BoardStates(dict[BoardId, BoardState]):
    """States by board id: all busy ones, and the newest of the others."""

    def __missing__(self, board: BoardId) -> BoardState:
        state = self[board] = BoardState()
        if len(self) > BOARDS_KEPT:
            del self[next((one for one, known in self.items() if not known.busy), board)]
        return state

    def forget(self, board: BoardId) -> None:
        """Forget a dropped board; while it is busy, forget only what it shows and its claim."""
        state = self[board]
        state.appearance, state.claim = None, UNCLAIMED
        if not state.busy:
            del self[board]
