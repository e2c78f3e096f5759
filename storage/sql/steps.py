"""A step of a schema."""

from __future__ import annotations

from games.frozen import frozen


@frozen
class Step:
    """One change of the schema, applied once to each database; never edited after a release."""

    name: str
    statements: tuple[str, ...]
