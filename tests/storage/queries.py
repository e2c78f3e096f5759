"""All that the store says to its databases, as it is found in the modules of `storage.sql`."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator

import storage.sql
from storage.sql.database import Statement

OF_UPGRADES = ("schema", "second_layout")
"""Modules of what is said once to each database."""


def _said() -> Iterator[tuple[str, str]]:
    for module in pkgutil.iter_modules(storage.sql.__path__):
        for name, value in vars(importlib.import_module(f"storage.sql.{module.name}")).items():
            for place, given in enumerate(value if isinstance(value, list | tuple) else [value]):
                one = given[0] if isinstance(given, tuple) and given else given
                if isinstance(one, Statement):
                    yield f"{module.name}.{name}.{place}", one.sql
                elif (
                    isinstance(one, str) and one.split()[:1] == ["SELECT"] and module.name not in OF_UPGRADES
                ):
                    yield f"{module.name}.{name}.{place}", one


def numbered_anew(query: str) -> str:
    """With parameters from 1 on without a gap; of what is asked at once, each part has some of them."""
    numbers = sorted({*map(int, re.findall(r"\?(\d+)", query))})
    return re.sub(r"\?(\d+)", lambda found: f"?{1 + numbers.index(int(found[1]))}", query)


_ALL = {sql: name.removesuffix(".0") for name, sql in [*_said()][::-1]}  # imported ones once
QUERIES = {
    name: numbered_anew(sql)
    for sql, name in _ALL.items()
    if not any(sql in other and sql != other for other in _ALL)
}
"""By module and name. What begins or lies in another query is looked at there."""


def parameters_of(query: str) -> int:
    """How many it takes."""
    return max(map(int, re.findall(r"\?(\d+)", query)), default=0)


WHOLE = {
    "people._COUNT": "for the host's metrics, by the index of players alone",
    "sentences._ALL": "for the host, on the command line",
    "sentences._MAKE_ROOM": "no more are kept than `MOST_ODD`",
}
"""What reads all of a table that grows, and why that may be."""
