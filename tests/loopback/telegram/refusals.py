"""What the Bot API answers instead of a result: code, description and, for some, parameters."""

from __future__ import annotations

import math

STALE_QUERY = "query is too old and response timeout expired or query ID is invalid"
NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)


class Refusal(Exception):
    """A method that was not carried out; nothing has changed."""

    def __init__(self, code: int, description: str, **parameters: int) -> None:
        super().__init__(description)
        self.code, self.description, self.parameters = code, description, parameters


def bad(description: str, **parameters: int) -> Refusal:
    return Refusal(400, f"Bad Request: {description}", **parameters)


def forbidden(description: str) -> Refusal:
    return Refusal(403, f"Forbidden: {description}")


def conflict(description: str) -> Refusal:
    return Refusal(409, f"Conflict: {description}")


def flooded(seconds: float) -> Refusal:
    """To be tried again after so many seconds, whole ones, at least one."""
    wait = max(1, math.ceil(seconds))
    return Refusal(429, f"Too Many Requests: retry after {wait}", retry_after=wait)


def broken(code: int) -> Refusal:
    """A fault of the service itself, as its gateways word it."""
    words = {
        500: "Internal Server Error",
        502: "Bad Gateway",
        503: "Service Unavailable",
        504: "Gateway Timeout",
    }
    return Refusal(code, words[code])
