"""Which match people have opened in a frame of their platform."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable

from bot.interface import Share
from bot.platforms.web.passes import hashed
from games.events import MatchId

Read = Callable[[str], Awaitable[str]]
"""`Front.shared_value`."""

KEPT = 50  # launches in one instance
LETTERS = 16  # of a hash: enough to tell the people in one instance apart


class Launches:
    """The last matches of the people in each instance.

    They survive a restart, and are deleted an hour after the last launch in an instance. Accounts are hashed.
    """

    def __init__(self, read: Read, share: Share) -> None:
        self._read, self._share = read, share

    async def note(self, instance: str, account: str, match: MatchId) -> None:
        """Remember that a person has opened a match."""

        def changed(text: str) -> str:
            launches = _parsed(text)
            launches.pop(_person(instance, account), None)
            launches[_person(instance, account)] = match
            return json.dumps(dict(list(launches.items())[-KEPT:]))

        await self._share(_name(instance), changed)

    async def match_of(self, instance: str, account: str) -> MatchId | None:
        """The match that a person has opened; else the last one that anybody has opened there."""
        found = _parsed(await self._read(_name(instance)))
        last = next(reversed(found.values()), None)
        return found.get(_person(instance, account), last)


def _parsed(text: str) -> dict[str, MatchId]:
    launches: dict[str, MatchId] = json.loads(text or "{}")
    return launches


def _name(instance: str) -> str:
    return f"launches {hashed(instance)}"


def _person(instance: str, account: str) -> str:
    return hashed(f"{instance} {account}")[:LETTERS]
