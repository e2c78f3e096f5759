"""How long to wait before the next try of something that fails."""

from __future__ import annotations


class Backoff:
    """Waits that double with each failure in a row, up to a limit."""

    __slots__ = ("_first", "_last", "_longest")

    def __init__(self, first: float, longest: float) -> None:
        """No failure yet.

        Args:
            first: seconds to wait after the first failure.
            longest: seconds that no wait exceeds, unless more is asked for.
        """
        self._first, self._longest = first, longest
        self._last = 0.0

    @property
    def failed(self) -> bool:
        """Something has failed since the last reset."""
        return self._last > 0

    def next_wait(self, at_least: float = 0.0) -> float:
        """Count a failure.

        Args:
            at_least: seconds that the other side asks for.

        Returns:
            The seconds to wait before the next try.
        """
        self._last = max(at_least, min(2 * self._last or self._first, self._longest))
        return self._last

    def reset(self) -> None:
        """It has succeeded: the next failure is a first one again."""
        self._last = 0.0
