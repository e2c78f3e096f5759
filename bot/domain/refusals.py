"""Refusals of requests."""

from __future__ import annotations

UNKNOWN_PERSON = "no.unknown_person"


class Refused(Exception):
    """A request is refused; `presentation.refused_page` makes the sentence.

    Attributes:
        reason: the key of the sentence, such as `no.unknown_match`.
        managers_only: whether an admin of the chat would be allowed.
        facts: the values for the placeholders of the sentence.
    """

    def __init__(self, reason: str, *, managers_only: bool = False, **facts: str | int) -> None:
        self.reason, self.managers_only, self.facts = reason, managers_only, facts
        super().__init__(reason)
