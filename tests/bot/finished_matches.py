"""Matches of Ada that are played in a house for a while, and end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.interface import Account, Chat, Choose, Resign
from games.events import MatchId, PlayerId
from storage.boards import ChatId
from storage.changes import Change
from storage.matches import MatchRow, Seen
from storage.results import Rating, Strength
from storage.sql import results
from storage.sql.store import Store
from tests.bot.memory_platform import ADA, CHANNEL, House, Shown
from tests.storage.facts import OPENED


async def begun(
    house: House,
    opponent: Account,
    line: str = "/play sahara",
    plies: int = 4,
    *,
    host: Account = ADA,
    chat: Chat = CHANNEL,
) -> MatchId:
    """A match of Ada and somebody, with a few plies; gives its code."""
    await house.type(host, line, chat)
    await house.press(opponent, "Accept", house.board(chat))
    for _ in range(plies):
        shown = house.board(chat)
        (awaited,) = shown.message.awaits
        await house.ask(awaited, move_on(shown), chat, message=shown.id)
    return MatchId(house.board(chat).message.title.split()[-1])


def move_on(shown: Shown) -> Choose:
    """The first move that a board offers as a whole."""
    requests = [button.request for row in shown.message.rows for button in row]
    return next(request for request in requests if isinstance(request, Choose) and request.final)


async def given_up(
    house: House,
    opponent: Account,
    line: str = "/play sahara",
    plies: int = 4,
    *,
    host: Account = ADA,
    chat: Chat = CHANNEL,
) -> MatchId:
    """A match that Ada began, played a little, and gave up."""
    code = await begun(house, opponent, line, plies, host=host, chat=chat)
    await house.ask(host, Resign(code, sure=True), chat, message=house.board(chat).id)
    return code


async def players(house: House, *people: Account) -> Sequence[PlayerId]:
    known = [await house.store.people.person(one.platform, one.id) for one in people]
    return [one.player for one in known if one]


async def rate(house: House, values: dict[Account, float], *, game: str = "sahara") -> None:
    """Give these people settled ratings, and let them have acted in the channel."""
    for who, value in values.items():
        await house.meet(who)
        (player,) = await players(house, who)
        code = MatchId(f"{game}{value:.0f}")
        row = MatchRow(code, 1, game, "over", (player, PlayerId("nobody")), (), 100)
        rating = Rating(
            player, game, Strength(value, 90.0), 0.06, False, won=7, drawn=1, lost=4, first=50, last=100
        )
        seen = Seen(player, "fake", ChatId(CHANNEL.id), False, 100)
        await house.store.append(Change(row, (replace(OPENED, match=code),), seen=seen))
        await put_rating(house.store, rating)


async def put_rating(store: Store, rating: Rating) -> None:
    """Give somebody a rating that no match has made, in place of theirs."""
    await store.database.store([results.put_rating(rating)])
