"""What `/move` is completed to is never refused: whole moves, and codes of matches that take the move."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.handlers.autocomplete import MOST
from bot.interface import Account, Chat, Resign
from tests.bot.memory_platform import ADA, BEN, CHANNEL, House, private_chat


async def offered(house: House, who: Account, typed: str, chat: Chat = CHANNEL) -> list[str]:
    return [found.line for found in await house.dispatcher.complete(who, chat, typed)]


async def begun(house: House, line: str, *, to_move: Account) -> str:
    """The code of a match in which this person is to move."""
    await house.start(line)
    if house.to_act() != to_move:
        await house.press(house.to_act(), "1")
    return house.board().code


@pytest.mark.parametrize("line", ["/play sahara", "/play sator", "/play stacko"])
async def test_every_move_that_is_offered_is_granted(tmp_path: Path, line: str) -> None:
    """Each is played in a match of its own."""
    number, count = 0, 1
    while number < count:
        (tmp_path / str(number)).mkdir()
        async with House(tmp_path / str(number)) as house:
            await house.start(line)
            who = house.platform.in_chat(CHANNEL)[0].message.awaits[0]
            lines = await offered(house, who, "/move ")
            assert (await house.type(who, lines[number])).succeeded, lines[number]
        number, count = number + 1, len(lines)
    assert count > 1


@pytest.mark.parametrize(
    ("own", "called"),
    [
        ("/play ", "/spielen "),
        ("/play sahara t", "/New sahara t"),
        ("/leaderboard ", "/classificació "),
        ("/move ", "/Zug "),
        ("/say ", "/sagen "),
        ("/resign ", "/aufgeben "),
    ],
)
async def test_a_command_called_by_another_name_is_completed_alike(
    house: House, own: str, called: str
) -> None:
    who = await house.start()
    (name, *_), (as_typed, *_) = own.split(), called.split()
    lines = [line.replace(name, as_typed) for line in await offered(house, who, own)]
    assert lines
    assert await offered(house, who, called) == lines


@pytest.mark.parametrize("typed", ["xplay ", "play ", "/unknown ", "xmove ", "/ "])
async def test_what_is_no_command_is_not_completed(house: House, typed: str) -> None:
    assert await offered(house, await house.start(), typed) == []


async def test_where_there_are_too_many_moves_each_step_leads_on_to_one(house: House) -> None:
    who, line = await house.start("/play sato variant=open table=small"), "/move"
    for _ in range(4):
        lines = await offered(house, who, f"{line} ")
        assert 1 <= len(lines) <= MOST
        line = lines[0]
    assert (await house.type(who, line)).succeeded


async def test_a_code_is_offered_behind_a_move_that_its_match_takes(house: House) -> None:
    theirs = await begun(house, "/play sahara", to_move=BEN)
    mine = await begun(house, "/play sahara", to_move=ADA)
    words = " ".join(await offered(house, ADA, "/move ")).split()
    assert not {mine, theirs} & {*words}
    for chat in (CHANNEL, private_chat(ADA)):
        assert await offered(house, ADA, "/move 2 ", chat) == [f"/move 2 {mine}"]
        assert await offered(house, ADA, f"/move 2 {mine[:2].lower()}", chat) == [f"/move 2 {mine}"]
        assert await offered(house, ADA, "/move 9 ", chat) == []
    assert (await house.type(ADA, f"/move 2 {mine}", private_chat(ADA))).succeeded
    assert await offered(house, ADA, "/move 2 ", private_chat(ADA)) == []


async def test_what_one_looks_for_is_completed_like_a_challenge(house: House) -> None:
    """Without what strangers cannot agree on."""
    assert "/seek sato" in await offered(house, ADA, "/seek ")
    rules = await offered(house, ADA, "/seek sato table=small ")
    assert "/seek sato table=small variant=hidden" in rules
    assert not [line for line in rules if "begins=" in line or "table=large" in line or "robot" in line]


async def test_codes_are_offered_for_taking_back_only_where_a_move_can_be_taken_back(house: House) -> None:
    code = await begun(house, "/play sahara", to_move=ADA)
    fresh = await begun(house, "/play sato variant=open table=small", to_move=house.to_act())
    for who in (ADA, BEN):
        for line in await offered(house, who, "/takeback "):
            assert (await house.type(who, line)).succeeded
    assert await offered(house, ADA, f"/takeback {fresh[:3]}") == []
    board = next(shown for shown in house.live() if code in shown.message.title)
    await house.press(ADA, "1", board)
    assert f"/takeback {code}" in await offered(house, ADA, "/takeback ")


async def test_of_many_finished_matches_the_newest_are_offered(house: House) -> None:
    await house.meet(ADA, BEN)
    codes = []
    for _ in range(MOST + 2):
        house.now += 10
        await house.type(ADA, "/play sahara")
        await house.press(BEN, "Accept")
        codes.append(house.board().code)
        await house.ask(ADA, Resign(codes[-1], sure=True), CHANNEL)
    assert await offered(house, ADA, "/rematch ") == [f"/rematch {code}" for code in codes[:1:-1]]
