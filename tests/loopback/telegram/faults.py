"""Faults that a test orders for calls to come: errors, delays, cut connections, broken uploads."""

from __future__ import annotations

from dataclasses import dataclass

from tests.loopback.core.hold import Hold
from tests.loopback.telegram.refusals import Refusal, broken, flooded


@dataclass(frozen=True, slots=True)
class Fault:
    """What happens to one call."""

    refusal: Refusal | None = None
    hold: Hold | None = None
    cut: str = ""
    """Where the connection ends: "before" or "after" the effect, or within the "upload"."""


class Faults:
    """Orders by method, each for one call; "*" is for any method but getUpdates."""

    def __init__(self) -> None:
        self._orders: dict[str, list[Fault]] = {}
        self._holds: list[Hold] = []

    def answer(self, method: str, code: int, *, times: int = 1, retry_after: int = 1) -> None:
        """The next calls are answered with 429, 500, 502, 503 or 504, and have no effect."""
        refusal = flooded(retry_after) if code == 429 else broken(code)
        self._order(method, Fault(refusal), times)

    def refuse(self, method: str, refusal: Refusal, *, times: int = 1) -> None:
        """The next calls are answered with this refusal."""
        self._order(method, Fault(refusal), times)

    def hold(self, method: str, *, times: int = 1) -> Hold:
        """The next calls wait, before their effect, until they are released."""
        hold = Hold()
        self._holds.append(hold)
        self._order(method, Fault(hold=hold), times)
        return hold

    def cut(self, method: str, *, after_effect: bool = False, times: int = 1) -> None:
        """The connections of the next calls end without an answer, before or after the effect."""
        self._order(method, Fault(cut="after" if after_effect else "before"), times)

    def break_upload(self, method: str, *, times: int = 1) -> None:
        """The connections of the next calls end while their bodies are being read."""
        self._order(method, Fault(cut="upload"), times)

    def clear(self) -> None:
        """Forget all orders and release whoever waits."""
        self._orders.clear()
        for hold in self._holds:
            hold.release()

    @property
    def pending(self) -> int:
        """Orders that no call has met yet."""
        return sum(map(len, self._orders.values()))

    def take(self, method: str) -> Fault:
        """What the call that has just come is in for."""
        for name in (method, "*") if method != "getUpdates" else (method,):
            if self._orders.get(name):
                return self._orders[name].pop(0)
        return Fault()

    def _order(self, method: str, fault: Fault, times: int) -> None:
        self._orders.setdefault(method, []).extend([fault] * times)
