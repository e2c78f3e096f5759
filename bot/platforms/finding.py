"""What an examination has found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Finding:
    """One line for the host."""

    kind: Literal["ok", "note", "wrong"]
    """`wrong`: the bot cannot serve like this."""
    text: str
    """What is so, and what to do about it; never the value of a secret."""
