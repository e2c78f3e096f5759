"""Why something that was asked is not done."""

from __future__ import annotations


class Refused(Exception):
    """What was asked is declined; `presentation.refused_page` makes the sentence.

    Attributes:
        reason: the key of the sentence, such as `no.unknown_match`.
        managers_only: an admin of the chat would not be refused.
        facts: what the sentence names.
    """

    def __init__(self, reason: str, *, managers_only: bool = False, **facts: str | int) -> None:
        self.reason, self.managers_only, self.facts = reason, managers_only, facts
        super().__init__(reason)
