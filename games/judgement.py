"""What a move cost, as robots judge it, the store keeps it, and people read it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a move cost the seat that made it."""

    cost: float
    """In the difference that the game counts where its robot does, else in chances to win, 0 to 1."""
    better: str | None
    """In notation, what the strongest robot would have played; None where it would have played the same."""
    exact: bool = False
    """Whether the cost is known, as the game was played to its end for every move; else it is estimated."""
    laid_open: float | None = None
    """The same from what both seats knew together; None where that is no more, or nothing that counts."""
