"""The people whom the bot has met, by their accounts, and how two accounts become one player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from games.events import PlayerId
from games.frozen import frozen
from storage.results import Rating

AWAITED = "@"
"""What the ids of accounts begin with of which nothing is known but the handle, see `awaited_id`."""
AWAITED_KEPT = 600
"""Seconds for which such an account is kept before a challenge names it."""
WRONG_CODES_KEPT = 86_400
"""Seconds for which wrong codes are known; they count for less long."""


@frozen
class Person:
    """An account as it was last seen."""

    platform: str
    account: str
    """The platform's own id."""
    player: PlayerId
    name: str
    language: str
    handle: str = ""
    """A name of letters, digits and `_` that nobody else has there, in any case; empty for none."""

    @property
    def awaited(self) -> bool:
        """Nothing is known of them but the handle by which somebody has challenged them."""
        return self.account.startswith(AWAITED)


def awaited_id(at: int, drawn: bytes) -> str:
    """The id of an account that is known by its handle alone since a time; by age, and itself no handle."""
    return f"{AWAITED}{at:08x}.{drawn.hex()}"


@frozen
class LinkCode:
    """A code by which another account can be joined to this one."""

    digest: str
    """The SHA-256 of the code, in hexadecimal."""
    platform: str
    account: str
    """Whose it is: the newest code of an account replaces the one before."""
    expires: int
    """From then on it is no good; in seconds since 1970."""
    used: bool = False
    """It has done its work, or failed to."""


@frozen
class WrongCodes:
    """How often an account typed a code that is no good."""

    platform: str
    account: str
    count: int
    since: int
    """The first time, in seconds since 1970."""


@frozen
class Basis:
    """What was read before somebody decided who is who; None: it may have changed since."""

    people: int | None = None
    """The news about people that were known, see `storage.news`."""
    rated: int | None = None
    """The matches that the ratings of both players count, one by one."""
    under_way: int | None = None
    """The challenges of a player, and their matches that go on."""


ANYHOW = Basis()


class Accounts(Protocol):
    """The part of the store that knows people."""

    async def person(self, platform: str, account: str) -> Person | None:
        """An account by the platform's id."""

    async def person_with(self, platform: str, handle: str) -> Person | None:
        """An account by its handle there, any case; None for the empty one.

        A handle is one person's: of several who were put with it, it is that of the last.
        """

    async def person_named(self, platform: str, name: str) -> Person | None:
        """An account by its name there, any case; None also where several have it."""

    async def people(self, players: Sequence[PlayerId]) -> tuple[Person, ...]:
        """The accounts of these players."""

    async def count_people(self) -> int:
        """How many players have accounts; who has several counts once."""

    async def put_person(self, person: Person) -> None:
        """Add an account or new facts about a known one, which stays the player's whose it is."""

    async def add_person(self, person: Person) -> None:
        """Likewise for an account that was not known a moment ago.

        What others decided about it before it was forgotten, see `forget_player`, holds for whose it is now.
        """

    async def put_link_code(self, code: LinkCode) -> None:
        """Add a code, or new facts about a known one; an older one of the same account is forgotten."""

    async def link_code(self, digest: str) -> LinkCode | None:
        """A code by its hash, also one that is used or expired."""

    async def wrong_codes(self, platform: str, account: str) -> WrongCodes | None:
        """The wrong codes of an account as they were put last."""

    async def put_wrong_codes(self, wrong: WrongCodes) -> None:
        """Note the wrong codes of an account in place of those before."""

    async def join_players(
        self,
        old: PlayerId,
        player: PlayerId,
        code: LinkCode | None,
        ratings: Sequence[Rating] = (),
        *,
        basis: Basis = ANYHOW,
    ) -> None:
        """Make one player of two, in one transaction: all that was `old`'s is `player`'s from now on.

        Accounts move, and the blocks by the old player and of them; what they have chosen for themselves
        moves where the other has chosen nothing. What else is stored keeps the ids it was written with:
        every reading gives the present one, and what is asked for by it is found under all.

        Args:
            old: who is no more.
            player: who they are now.
            code: kept as well, where it is by a code.
            ratings: all that they have from now on, in place of both players'.
            basis: what this was decided about.

        Raises:
            PeopleChanged: that has changed, or they play against each other; nothing was kept.
        """

    async def part_account(
        self, player: PlayerId, platform: str, fresh: PlayerId, at: int, *, basis: Basis = ANYHOW
    ) -> None:
        """Make a player of their own of somebody's account on a platform, in one transaction.

        They begin with the other's choices, and with all blocks and mutes by and of them. What else is
        stored stays the other's; but what they were shown there, and where they acted, is forgotten. As with
        somebody who was forgotten, `Results.rated_between` takes both for one until a `beat` that comes
        `CAPPED` after.

        Args:
            player: whose account it was.
            platform: on which it is.
            fresh: whose it is from now on.
            at: the time, in seconds since 1970.
            basis: what this was decided about.

        Raises:
            PeopleChanged: that has changed; nothing was kept.
        """

    async def forget_player(self, player: PlayerId, at: int, *, basis: Basis = ANYHOW) -> bool:
        """Delete what is kept about a person: accounts, boards, codes, ratings, choices.

        Boards of theirs that are put later are not kept. Log and results stay, with an id that leads to
        nobody, but for what is counted: `Results.rated_between`, `abandoned_by` and `abandoned_between`, and
        `Matches.challenged_before`. For these alone a keyed hash of each account leads to it until a `beat`
        that comes `CAPPED` after this time.

        What others decided about them stays: blocks and mutes of them, and where their words are hidden. It
        is kept under an id made of the keyed hash of each account, and nothing else is known of that.
        Wrong codes are counted on.

        Returns:
            Whether nothing is left in the files either: not while somebody else reads them.

        Raises:
            PeopleChanged: what this was decided about has changed; nothing was kept.
        """
