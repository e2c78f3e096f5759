"""A channel of twelve votes against the robot, and one channel against another, to the end of each game."""

from __future__ import annotations

import random

import pytest

from bot.domain.terms import HOUR
from bot.interface import Account, Button, Chat, Screen
from games.match import Match, Phase, fold
from tests.bot.memory_platform import CHANNEL, House, account
from tests.bot.platforms.pressing import sensible
from tests.bot.pressing_players import choices
from tests.bot.two_platforms import ELSEWHERE, Houses
from tests.bot.two_platforms import account as account_there

TWELVE = [account(f"Person{number}") for number in range(12)]
THERE = [account_there(f"Other{number}") for number in range(3)]
MOST_VOTES = 400  # in a match

pytestmark = pytest.mark.house(plays=True, meet=TWELVE)


async def match_of(house: House, chat: Chat = CHANNEL) -> Match:
    return fold(await house.store.matches.load(house.board(chat).code))


async def votes(house: House, who: Account, chance: random.Random, chat: Chat = CHANNEL) -> None:
    """Press choices, on the board for all or one's own view, until it is a vote."""
    shown = house.board(chat)
    screen = shown.message
    if not choices(screen):
        screen = (await house.press(who, "My view", shown)).noted
    if not choices(screen):
        return
    button = pick(screen, chance)
    answer = await house.press(who, button.label, shown) if screen is shown.message else None
    while True:
        answer = answer or await house.press_note(who, button.label, screen, chat)
        told = answer.note or answer.update
        assert told
        if not choices(told):
            assert told.text.startswith("You vote for"), told.text
            return
        screen, answer = told, None
        button = pick(screen, chance)


def pick(screen: Screen, chance: random.Random) -> Button:
    found = choices(screen)
    if screen.image and "tower from the bottom up" in screen.image.alt:
        name = "#channel" if "#channel's tower" in screen.image.alt else "#elsewhere"
        plain = {button.label.split(" ✓")[0]: button for button in found}
        return plain[sensible(screen.image.alt, name, tuple(plain))]
    return chance.choice(found)


@pytest.mark.parametrize(
    "line",
    [
        "sahara",
        pytest.param("sator", marks=pytest.mark.long),
        pytest.param("stacko", marks=pytest.mark.long),
        pytest.param("sato table=small", marks=pytest.mark.long),
        pytest.param("sato variant=hidden table=small", marks=pytest.mark.long),
    ],
)
async def test_twelve_vote_against_the_robot_to_the_end(house: House, line: str) -> None:
    chance = random.Random(7)
    await house.type(TWELVE[0], f"/play {line} channel robot level=1")
    if "Join the team" in house.labels(house.board().message):
        for who in TWELVE:
            await house.press(who, "Join the team")
    for _ in range(MOST_VOTES):
        if (await match_of(house)).phase is Phase.OVER:
            break
        for who in chance.sample(TWELVE, len(TWELVE)):
            await votes(house, who, chance)
        await house.wait(HOUR)
    match = await match_of(house)
    assert match.ending
    assert match.ending.reason == "rules"
    assert house.platform.pings == []
    assert await house.stored('INSERT INTO "votes"') == []


async def is_asked(house: House, chat: Chat) -> bool:
    match, team = await match_of(house), await house.services.accounts.team_of(chat)
    assert team
    return match.seat_of(team) in match.awaited


@pytest.mark.house(Houses, meet=(*TWELVE[:3], *THERE))
@pytest.mark.parametrize("line", ["sahara", pytest.param("sator", marks=pytest.mark.long)])
async def test_two_channels_play_each_other_across_platforms(house: Houses, line: str) -> None:
    chance = random.Random(3)
    await house.type(TWELVE[0], f"/play {line} channel vote=10m")
    code = house.board().code
    await house.type(THERE[0], f"/join {code} channel", ELSEWHERE)
    sides = ((CHANNEL, TWELVE[:3]), (ELSEWHERE, THERE))
    assert "#channel" in house.board(ELSEWHERE).message.title
    assert "#elsewhere" in house.board().message.title
    for chat, people in sides:
        for who in people:
            if "Join the team" in house.labels(house.board(chat).message):
                await house.press(who, "Join the team", house.board(chat))
    for _ in range(MOST_VOTES):
        if (await match_of(house)).phase is Phase.OVER:
            break
        for chat, people in sides:
            for who in people:
                if await is_asked(house, chat):
                    await votes(house, who, chance, chat)
        await house.wait(HOUR)
    match = await match_of(house)
    assert match.ending
    assert match.ending.reason == "rules"
    assert house.pings() == []
