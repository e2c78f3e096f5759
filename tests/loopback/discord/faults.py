"""What goes wrong with requests when a test orders it: refusals, breakdowns, lost and slow answers."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from tests.loopback.core.hold import Hold
from tests.loopback.discord.refusals import Body

When = Literal["before", "after"]
"""Whether it happens before the request has had its effect, or after."""


@dataclass(slots=True)
class Fault:
    """One order: what happens to the next requests like this."""

    method: str
    path: re.Pattern[str]
    times: int
    when: When
    status: int | None = None
    """The answer instead of the true one; none: the connection is dropped."""
    body: Body | str = field(default_factory=dict)
    """In JSON, or a page."""
    headers: dict[str, str] = field(default_factory=dict)
    hold: Hold | None = None
    struck: int = 0
    """How many requests it has met."""


class Faults:
    """The orders of a test, the oldest first; paths are regular expressions, searched from `/api/v10` on."""

    def __init__(self) -> None:
        self._orders: list[Fault] = []

    def limit(
        self, method: str, path: str, retry_after: float = 0.05, times: int = 1, everywhere: bool = False,
        via: bool = True, tells: bool = True,
    ) -> Fault:  # fmt: skip
        """429; without `via` Cloudflare refuses it, with a page; `tells`: the body says how long to wait."""
        body: Body | str = {"message": "You are being rate limited.", "global": everywhere} | (
            {"retry_after": retry_after} if tells else {}
        )
        if not via:
            body = "<html><title>Access denied</title>error code: 1015</html>"
        headers = {"Retry-After": str(max(1, round(retry_after)))}
        headers["X-RateLimit-Scope"] = "global" if everywhere else "user"
        if everywhere:
            headers["X-RateLimit-Global"] = "true"
        if via:
            headers["Via"] = "1.1 google"
        return self._order(Fault(method, re.compile(path), times, "before", 429, body, headers))

    def fail(self, method: str, path: str, status: int = 500, times: int = 1, when: When = "before") -> Fault:
        """500, 502, 503 and the like, with or without the effect."""
        body = {"message": f"{status}: Internal Server Error", "code": 0}
        return self._order(Fault(method, re.compile(path), times, when, status, body))

    def refuse(self, method: str, path: str, status: int, code: int, message: str, times: int = 1) -> Fault:
        """Any other answer of the service, as it stands."""
        body = {"message": message, "code": code}
        return self._order(Fault(method, re.compile(path), times, "before", status, body))

    def drop(self, method: str, path: str, times: int = 1, when: When = "before") -> Fault:
        """The connection ends without an answer, with or without the effect."""
        return self._order(Fault(method, re.compile(path), times, when))

    def hold(self, method: str, path: str, when: When = "before") -> Hold:
        """Answers wait until the test releases them."""
        hold = Hold()
        self._order(Fault(method, re.compile(path), 1_000_000, when, hold=hold))
        return hold

    def clear(self) -> None:
        """Forget every order; what waits goes on."""
        for order in self._orders:
            if order.hold:
                order.hold.release()
        self._orders.clear()

    def strike(self, method: str, path: str, when: When) -> Fault | None:
        """The order that this request meets, counted down."""
        for order in self._orders:
            if order.when == when and order.method == method and order.path.search(path):
                if order.hold and order.hold.released.is_set():
                    continue
                order.times -= 1
                order.struck += 1
                if not order.times:
                    self._orders.remove(order)
                return order
        return None

    def _order(self, fault: Fault) -> Fault:
        self._orders.append(fault)
        return fault
