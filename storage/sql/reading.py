"""One read a press: everything that is decided about, as of one commit and in one round trip."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from games.events import MatchId, PlayerId
from storage.boards import Board
from storage.matches import Audience, MatchReading, PressReading
from storage.people import ChatSettings, Person, Preferences, real_accounts
from storage.sql.boards import BOARDS_OF_MATCH, to_board
from storage.sql.database import Record
from storage.sql.jobs import CREDITED, DEADLINES_OF_MATCH, to_deadline
from storage.sql.matches import FORMER_OF_MATCH, to_events
from storage.sql.part import Part
from storage.sql.people import PERSON
from storage.sql.schema import CHAT_SETTINGS, PREFERENCES
from storage.sql.settings import to_chat_settings, to_preferences

# Of a match (?1), of which the events up to a version (?2) are known.
_STANDING = f"""
    SELECT changes, player, opponent, ({CREDITED}) AS credited
    FROM matches WHERE match = ?1
"""
_EVENTS = "SELECT version, kind, body FROM events WHERE match = ?1 AND version > ?2 ORDER BY version"
_READERS = """
    SELECT player FROM matches WHERE match = ?1 UNION ALL SELECT opponent FROM matches WHERE match = ?1
    UNION ALL SELECT player FROM boards WHERE match = ?1
"""
_PEOPLE = f"SELECT {PERSON} FROM people WHERE player IN ({_READERS})"
_PREFERENCES = f"SELECT {PREFERENCES.all} FROM preferences WHERE player IN ({_READERS})"
_CHATS = f"""
    SELECT {CHAT_SETTINGS.all} FROM chat_settings WHERE (platform, place) IN (
        SELECT platform, substr(chat, 1, instr(chat || '/', '/') - 1)
        FROM boards WHERE match = ?1 AND private = 0
    )
"""
_MATCH = (
    *(_STANDING, _EVENTS, FORMER_OF_MATCH, DEADLINES_OF_MATCH, BOARDS_OF_MATCH),
    *(_PEOPLE, _PREFERENCES, _CHATS),
)


def _of_account(platform: int, account: int, handle: int) -> tuple[str, str]:
    """The accounts of the player who has an account, with the one of a handle; and what they have chosen."""
    theirs = f"SELECT player FROM people WHERE account = ?{account} AND platform = ?{platform}"
    people = f"""
        SELECT {PERSON} FROM people WHERE player IN ({theirs})
        UNION ALL
        SELECT {PERSON} FROM people
        WHERE lower(handle) = lower(?{handle}) AND platform = ?{platform} AND handle <> ''
    """
    return people, f"SELECT {PREFERENCES.all} FROM preferences WHERE player IN ({theirs})"


_ACCOUNT = _of_account(1, 2, 3)
_PRESS = (*_MATCH, *_of_account(3, 4, 5), "SELECT 1 AS one FROM presses WHERE press = ?6")


class Readings(Part):
    """The part of the store that reads what belongs to several subjects."""

    async def read_match(self, match: MatchId, version: int = 0) -> MatchReading | None:
        """A match of which the events up to a version are known; None where there is none.

        Raises:
            UnreadableLog: its log was written by another version, or damaged.
        """
        # The rows of a match that is played lie in memory.
        return _to_match(match, await self._database.at_once(_MATCH, (match, version), near=version > 0))

    async def read_press(
        self,
        platform: str,
        account: str,
        handle: str,
        *,
        press: str,
        match: MatchId | None = None,
        version: int = 0,
    ) -> PressReading:
        """Who presses, and the match that the press names, of which the events up to a version are known.

        Raises:
            UnreadableLog: likewise.
        """
        who = (platform, account, handle)
        if match is None:
            people, chosen = await self._database.at_once(_ACCOUNT, who, near=True)
            return _to_press(platform, account, people, chosen)
        *of_match, people, chosen, pressed = await self._database.at_once(
            _PRESS, (match, version, *who, press), near=version > 0
        )
        return _to_press(platform, account, people, chosen, bool(pressed), _to_match(match, of_match))


def _to_press(
    platform: str,
    account: str,
    people: Sequence[Record],
    chosen: Sequence[Record],
    pressed: bool = False,
    match: MatchReading | None = None,
) -> PressReading:
    found = sorted({Person(**dict(row)) for row in people}, key=_in_order)
    person = next((one for one in found if (one.platform, one.account) == (platform, account)), None)
    theirs = real_accounts([one for one in found if person and one.player == person.player])
    awaited = next((one for one in found if one.awaited and one not in theirs), None)
    if person and awaited and awaited.player == person.player:
        awaited = None
    preferences = _chosen(person.player, chosen) if person else None
    return PressReading(person, theirs, preferences, awaited, pressed, match)


def _to_match(match: MatchId, found: Sequence[Sequence[Record]]) -> MatchReading | None:
    standing, events, former, deadlines, boards, people, chosen, chats = found
    if not standing:
        return None
    players = tuple(filter(None, (standing[0]["player"], standing[0]["opponent"])))
    shown = tuple(map(to_board, boards))
    readers = {*players, *(board.player for board in shown if board.player)}
    return MatchReading(
        match=match,
        changes=standing[0]["changes"],
        players=players,
        events=to_events(match, events, former),
        deadlines=tuple(map(to_deadline, deadlines)),
        credited=int(standing[0]["credited"]),
        boards=shown,
        audience=Audience(
            people=_by_player(readers, sorted([Person(**dict(row)) for row in people], key=_in_order)),
            preferences={player: _chosen(player, chosen) for player in readers},
            chats={
                (one.platform, one.place): one
                for one in (
                    *(
                        ChatSettings(board.platform, _place(board), revision=0)
                        for board in shown
                        if not board.private
                    ),
                    *map(to_chat_settings, chats),
                )
            },
        ),
    )


_in_order = attrgetter("player", "platform", "account")


def _place(board: Board) -> str:
    """What its chat shares its settings with, see `Chat.place`."""
    return board.chat.partition("/")[0]


def _by_player(players: set[PlayerId], people: Sequence[Person]) -> dict[PlayerId, tuple[Person, ...]]:
    theirs: dict[PlayerId, list[Person]] = {player: [] for player in players}
    for person in people:
        theirs[person.player].append(person)
    return {player: real_accounts(accounts) for player, accounts in theirs.items()}


def _chosen(player: PlayerId, rows: Sequence[Record]) -> Preferences:
    row = next((row for row in rows if row["player"] == player), None)
    return to_preferences(row) if row else Preferences(player, revision=0)
