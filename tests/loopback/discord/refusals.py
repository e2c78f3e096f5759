"""What the service says when it refuses: the codes, words and shapes of the real one."""

from __future__ import annotations

from typing import Any

Body = dict[str, Any]
Path = tuple[str | int, ...]
"""Where in a body a mistake is, from the outside in."""

KNOWN = {
    0: (401, "401: Unauthorized"),
    10002: (404, "Unknown Application"),
    10003: (404, "Unknown Channel"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10015: (404, "Unknown Webhook"),
    10063: (404, "Unknown application command"),
    10062: (404, "Unknown interaction"),
    20012: (403, "You are not authorized to perform this action on this application"),
    30032: (400, "Maximum number of application commands reached (100)"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    40094: (400, "This interaction has reached the maximum number of follow up messages."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50024: (400, "Cannot execute action on this channel type"),
    160004: (400, "A thread has already been created for this message"),
    50027: (401, "Invalid Webhook Token"),
    50033: (400, "Invalid Recipient(s)"),
    50035: (400, "Invalid Form Body"),
    50109: (400, "The request body contains invalid JSON."),
    50240: (
        400,
        "You cannot remove this app's Entry Point command in a bulk update operation. Please include the"
        " Entry Point command in your update request or delete it separately.",
    ),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
}


class Refusal(Exception):
    """A request that is not done; `body` is what the bot is told."""

    def __init__(self, code: int, errors: Body | None = None, **more: Any) -> None:
        self.status, message = KNOWN[code]
        self.code = code
        self.body: Body = {"message": message, "code": code, **more}
        if errors:
            self.body["errors"] = errors
        super().__init__(f"{code} {message} {errors or ''}")


class Form:
    """The mistakes of one body, or of the part of it at `base`, gathered by their paths."""

    def __init__(self, base: Path = ()) -> None:
        self._base = base
        self._errors: Body = {}

    def add(self, path: Path, code: str, message: str) -> None:
        """Note a mistake there."""
        place = self._errors
        for step in self._base + path:
            place = place.setdefault(str(step), {})
        place.setdefault("_errors", []).append({"code": code, "message": message})

    def close(self) -> None:
        """Refuse the body if there was any mistake (`Refusal` 50035)."""
        if self._errors:
            raise Refusal(50035, self._errors)

    def mapping(self, path: Path, value: object) -> bool:
        """There must be an object."""
        if not isinstance(value, dict):
            self.add(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return isinstance(value, dict)

    def choice(self, path: Path, value: object, allowed: tuple[object, ...]) -> bool:
        """It must be one of these."""
        if value not in allowed or isinstance(value, bool):
            self.add(path, "BASE_TYPE_CHOICES", f"Value of field must be one of {allowed}.")
            return False
        return True
