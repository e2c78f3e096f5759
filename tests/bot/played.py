"""Matches of Ada that are played in a house for a while, and end."""

from __future__ import annotations

from collections.abc import Sequence

from bot.screen import Account, Choose, GiveUp
from games.events import MatchId, PlayerId
from tests.bot.playground import ADA, CHANNEL, House


async def begun(house: House, opponent: Account, line: str = "/play sahara", plies: int = 4) -> MatchId:
    """A match of Ada and somebody, with a few plies; gives its code."""
    await house.type(ADA, line)
    await house.press(opponent, "Accept")
    for _ in range(plies):
        shown = house.board()
        move = next(
            button
            for row in shown.message.rows
            for button in row
            if isinstance(button.request, Choose) and button.request.final
        )
        await house.ask(house.to_act(), move.request, CHANNEL, message=shown.id)
    return house.board().message.title.split()[-1]


async def given_up(house: House, opponent: Account, line: str = "/play sahara", plies: int = 4) -> MatchId:
    """A match that Ada began, played a little, and gave up."""
    code = await begun(house, opponent, line, plies)
    await house.ask(ADA, GiveUp(code, sure=True), CHANNEL, message=house.board().id)
    return code


async def players(house: House, *people: Account) -> Sequence[PlayerId]:
    return [known.player for one in people if (known := await house.store.person("fake", one.id))]
