"""People in SQLite: how they are asked for and written, and as rows."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Sequence

from games.events import PlayerId
from storage.accounts import ANYHOW, Basis, LinkCode, Person, WrongCodes
from storage.results import CAPPED, Rating
from storage.sql import list_statements, notices, remarks, result_statements, seeks, statements
from storage.sql.database import Row
from storage.sql.group_commit import Write
from storage.sql.guard_statements import (
    ADD_GONE,
    REFUSE_OPPONENTS,
    REFUSE_RATED,
    REFUSE_UNDER_WAY,
    TAKE_PEOPLE,
)
from storage.sql.part import Part, stand_in
from storage.sql.results import from_rating
from storage.sql.tournament_statements import FORGET_ENTRANTS, FORGET_ORGANISERS


class SqlAccounts(Part):
    """The `Accounts` of a database."""

    async def person(self, platform: str, account: str) -> Person | None:
        """An account by the platform's id."""
        row = await self._one(statements.PERSON, platform, account)
        return Person(*row) if row else None

    async def person_with(self, platform: str, handle: str) -> Person | None:
        """An account by its handle there, any case; None for the empty one."""
        row = await self._one(statements.PERSON_WITH, platform, handle)
        return Person(*row) if row else None

    async def person_named(self, platform: str, name: str) -> Person | None:
        """An account by its name there, any case; None also where several have it."""
        rows = await self._database.rows(statements.PEOPLE_NAMED, (platform, fold_name(name)))
        return Person(*rows[0]) if len(rows) == 1 else None

    async def people(self, players: Sequence[PlayerId]) -> tuple[Person, ...]:
        """The accounts of these players, by player, platform and account."""
        rows = await self._database.rows(statements.PEOPLE_OF_PLAYERS, (json.dumps(list(players)),))
        return tuple(Person(*row) for row in rows)

    async def count_people(self) -> int:
        """How many players have accounts."""
        return await self._count(list_statements.COUNT_PEOPLE)

    async def put_person(self, person: Person) -> None:
        """Add an account or new facts about a known one."""
        await self._group.write({statements.PUT_PERSON: [_from_person(person)]})

    async def add_person(self, person: Person) -> None:
        """Likewise for an account that was not known a moment ago."""
        account = (person.platform, person.account)
        known_by = stand_in(await self._digest_of(*account))
        await self._group.write(
            {
                statements.PUT_PERSON: [_from_person(person)],
                statements.RETURN_BLOCKED: [(*account, known_by)],
                statements.DROP_BLOCKS_OF: [(known_by,)],
                **remarks.returned(account, known_by),
            }
        )

    # Two accounts of one person

    async def put_link_code(self, code: LinkCode) -> None:
        """Add a code, or new facts about a known one."""
        await self._group.write({statements.PUT_LINK_CODE: [_from_code(code)]})

    async def link_code(self, digest: str) -> LinkCode | None:
        """A code by its hash."""
        row = await self._one(statements.LINK_CODE, digest)
        return LinkCode(**{**dict(row), "used": bool(row["used"])}) if row else None

    async def wrong_codes(self, platform: str, account: str) -> WrongCodes | None:
        """The wrong codes of an account as they were put last."""
        row = await self._one(statements.WRONG_CODES_OF, platform, await self._digest_of(platform, account))
        return WrongCodes(platform, account, row["count"], row["since"]) if row else None

    async def put_wrong_codes(self, wrong: WrongCodes) -> None:
        """Note the wrong codes of an account in place of those before."""
        digest = await self._digest_of(wrong.platform, wrong.account)
        row = (wrong.platform, digest, wrong.count, wrong.since)
        await self._group.write({statements.PUT_WRONG_CODES: [row]})

    async def join_players(
        self,
        old: PlayerId,
        player: PlayerId,
        code: LinkCode | None,
        ratings: Sequence[Rating] = (),
        *,
        basis: Basis = ANYHOW,
    ) -> None:
        """Make one player of two; the caller may take it for durable when this returns."""
        known = await self._former_players()
        opponents = (await self._ids_of(old), await self._ids_of(player))
        await self._group.write(
            {
                **_taken(basis),
                REFUSE_OPPONENTS: [] if basis.people is None else [opponents],
                REFUSE_RATED: [] if basis.rated is None else [(old, player, basis.rated)],
                ADD_GONE: [(old,)],
                statements.PUT_LINK_CODE: [] if code is None else [_from_code(code)],
                statements.FOLLOW_PLAYER: [(player, old)],
                statements.ADD_FORMER_PLAYER: [(player, old)],
                statements.MOVE_ACCOUNTS: [(player, old)],
                statements.MOVE_RECORDS: [(player, old)],
                result_statements.CLEAR_RATINGS: [(old,), (player,)],
                result_statements.PUT_JOINED_RATING: [from_rating(rating) for rating in ratings],
                statements.MOVE_PREFERENCES: [(player, old)],
                statements.MOVE_BLOCKS: [(player, old)],
                statements.MOVE_BLOCKED: [(player, old)],
                statements.DROP_PREFERENCES: [(old,)],
                statements.DROP_BLOCKS_BY: [(old,)],
                statements.DROP_BLOCKS_OF: [(old,)],
                **remarks.joined(player, old),
                **seeks.joined(player, old),
                **notices.joined(player, old),
            }
        )
        known.join(old, player)

    async def part_account(
        self, player: PlayerId, platform: str, fresh: PlayerId, at: int, *, basis: Basis = ANYHOW
    ) -> None:
        """Make a player of their own of somebody's account on a platform; durable when this returns."""
        digests = await self._digests_of(player, platform)
        await self._group.write(
            {
                **_taken(basis),
                statements.COPY_PREFERENCES: [(fresh, player)],
                statements.COPY_BLOCKS: [(fresh, player)],
                statements.COPY_BLOCKED: [(fresh, player)],
                **remarks.parted(player, fresh),
                statements.PART_BOARDS: [(platform, player, player)],
                statements.PART_SEEN: [(platform, player, player)],
                statements.PART_DIGEST: [(digest, player, at + CAPPED) for digest in digests],
                statements.PART_ACCOUNT: [(fresh, player, platform)],
            }
        )

    async def forget_player(self, player: PlayerId, at: int, *, basis: Basis = ANYHOW) -> bool:
        """Delete what is kept about a person; False if files still hold it, as somebody reads them."""
        ids, digests = await self._ids_of(player), await self._digests_of(player)
        stand_ins = [stand_in(digest) for digest in digests]
        await self._group.write(
            {
                **_taken(basis),
                REFUSE_UNDER_WAY: [] if basis.under_way is None else [(ids, basis.under_way)],
                ADD_GONE: [(player,)],
                statements.FORGET_CODES: [(player,)],
                statements.FORGET_BOARDS: [(player, player)],
                statements.FORGET_SEEN: [(player, player)],
                statements.FORGET_RATINGS: [(player,)],
                statements.FORGET_PREFERENCES: [(player,)],
                statements.COPY_BLOCKED: [(each, player) for each in stand_ins],
                statements.FORGET_BLOCKS: [(player, player)],
                statements.FORGET_RECORDS: [(player,)],
                statements.FORGET_REVIEWS: [(player, player)],
                **remarks.forgotten(player, stand_ins),
                **seeks.forgotten(player),
                **notices.forgotten(player),
                FORGET_ENTRANTS: [(player, player)],
                FORGET_ORGANISERS: [(player, player)],
                statements.KEEP_DIGEST: [(digest, player, at + CAPPED) for digest in digests],
                statements.FORGET_ACCOUNTS: [(player,)],
            }
        )
        return await self._database.wipe()


def fold_name(name: str) -> str:
    """A name as it is compared: without case, and however its accents are written.

    The canonical caseless match of the Unicode Standard, section 3.13.
    """
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", name).casefold())


def _taken(basis: Basis) -> Write:
    """Whoever changes who is who locks the people, where they are still the known ones."""
    return {TAKE_PEOPLE: [] if basis.people is None else [(1, basis.people + 1)]}


def _from_code(code: LinkCode) -> Row:
    return (code.digest, code.platform, code.account, code.expires, int(code.used))


def _from_person(person: Person) -> Row:
    names = (person.name, person.language, person.handle, fold_name(person.name))
    return (person.platform, person.account, person.player, *names)
