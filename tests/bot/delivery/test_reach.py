"""What is running, what is heard, and who is reached: where words and notices go while a platform is away."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from bot.delivery.routing import ChatRouter, PresenceTracker
from bot.interface import Account
from games.events import PlayerId
from tests.bot.memory_platform import Platform
from tests.storage.facts import ADA, BOB, M, board

HERE, THERE = (Account(platform, "ada", "Ada") for platform in ("here", "there"))


class Accounts:
    """Ada has an account on two platforms; nobody knows where she was last."""

    shared = False

    @property
    def matches(self) -> Accounts:
        return self

    async def accounts(self, player: PlayerId) -> tuple[Account, ...]:
        return (HERE, THERE)

    async def last_seen(self, player: PlayerId) -> None:
        return None


def routed(*adapters: str, serves: set[str], hears: set[str]) -> tuple[ChatRouter, PresenceTracker]:
    """A router of these platforms, and what it knows of people."""
    accounts, presence = cast("Any", Accounts()), PresenceTracker(lambda: 1000, lambda: 0.0)
    platforms = {name: Platform() for name in adapters}
    return ChatRouter(
        accounts, accounts, platforms, presence, serves.__contains__, hears.__contains__
    ), presence


async def test_a_platform_with_an_outage_is_not_the_first_that_is_tried_although_it_is_preferred() -> None:
    router, _ = routed("here", "there", serves={"here", "there"}, hears={"there"})
    found = (await router.reach(ADA)).private_chat(prefer="here")
    assert found
    assert found[0] == THERE


def test_whoever_reads_on_a_platform_that_does_not_run_is_noted_as_away() -> None:
    router, presence = routed("here", "there", serves={"here"}, hears=set())
    router.mark_unreached(
        [
            replace(board("one", M), platform="there", player=ADA),
            replace(board("two", M), platform="here", player=BOB),
        ]
    )
    assert [presence.why_unreached(who, M) for who in (ADA, BOB)] == ["away", None]
