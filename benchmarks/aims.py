"""What the figures of benchmarks are held against: all are ratios of one run, or CPU of this process.

Each benchmark says its figures that have an aim after its own table; `python -m benchmarks` puts all in one.
"""

from __future__ import annotations

from dataclasses import dataclass

MARK = "aim |"
"""Lines of a benchmark that begin with it are rows of that table."""


@dataclass(frozen=True, slots=True)
class Aim:
    """How large a figure is to be."""

    value: float
    most: bool = False
    """The figure is to be so large at most, not at least."""

    def row(self, what: str, figure: float) -> str:
        """What was measured, the figure, the aim, and whether it holds."""
        holds = figure <= self.value if self.most else figure >= self.value
        wanted = f"{'at most' if self.most else 'at least'} {self.value:g}"
        return f"{MARK} {what:<66}| {figure:>8.3g} | {wanted:<13}| {'holds' if holds else 'missed'}"


def at_least(value: float) -> Aim:
    """So large, or larger."""
    return Aim(value)


def at_most(value: float) -> Aim:
    """So large, or smaller."""
    return Aim(value, most=True)
