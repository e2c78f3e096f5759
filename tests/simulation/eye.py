"""What players and an admin notice of a life: messages, pings and waits, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, field, fields

NOTICED = 3.0  # seconds after which somebody has waited for an answer
DAY = 86_400.0
WIDGET, TOUCHED = "board to touch", "touch"
"""What happens only where somebody has asked for boards to touch."""
SEATED = "guest with a page of a match"
"""What happens only where somebody takes a seat by a link."""
STANDS, REFRESHED = "list", "list brought up to date"
"""What happens only where an admin has asked for the standing message of a chat."""


@dataclass(slots=True)
class Tally:
    """The counts of one life or of many; all but `days` are given for each of these in `told`."""

    days: float = 0.0
    """Days that were lived, once for each person."""
    posted: int = 0
    """Messages of the bot that several people read."""
    standing: int = 0
    """Those of them that were still there at the end."""
    private: int = 0
    """Messages of the bot to one person."""
    pings: int = 0
    asked: int = 0
    waited: int = 0
    """How often nothing came within `NOTICED` seconds, though nothing was wrong."""
    doubled: int = 0
    """Messages that told once more what was told, after a failure where no nonce prevents it."""
    unchanged: int = 0
    """Edits that Telegram refused because the message showed that already, but for those that a law makes."""
    tested: Counter[str] = field(default_factory=Counter)
    """How often each law was put to the test."""
    happened: Counter[str] = field(default_factory=Counter)
    """How often each trouble began, and each error was written to the log."""

    def add(self, other: Tally) -> None:
        """Count another life as well."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))

    def told(self) -> str:
        """Three lines: the messages a person and day, the laws, and what happened."""
        counts = [name for each in fields(self) if isinstance(getattr(self, name := each.name), int)]
        days = max(self.days, 1 / DAY)
        shares = ", ".join(f"{name} {getattr(self, name) / days:.1f}" for name in counts)
        return "\n".join(
            (
                f"a person and day (of {self.days:.1f}): {shares}",
                f"laws tested: {_listed(self.tested)}",
                f"happened: {_listed(self.happened)}",
            )
        )


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {times}" for name, times in counts.most_common())


class Eye:
    """Looks on while a life is lived."""

    def __init__(self) -> None:
        self.tally = Tally()
        self._posted: set[Hashable] = set()
        self._private: set[Hashable] = set()
        self._refused = 0

    def posted(self, message: Hashable, *, private: bool) -> None:
        """The bot has sent a message that stays in its chat; each counts once."""
        (self._private if private else self._posted).add(message)

    def deleted(self, message: Hashable) -> None:
        """A message is gone."""
        if message in self._posted:
            self._posted.remove(message)
            self.tally.posted += 1

    def unchanged(self, refused: int, *, by_law: bool = False) -> None:
        """So many edits of messages that showed it already were refused since the life began."""
        if not by_law:
            self.tally.unchanged += refused - self._refused
        self._refused = refused

    def close(self, people: int, seconds: float) -> None:
        """The life has ended, after so many seconds."""
        self.tally.days = people * seconds / DAY
        self.tally.standing = len(self._posted)
        self.tally.posted += len(self._posted)
        self.tally.private = len(self._private)
