"""A move said among people, without a command, is played if it is plainly one; talk is never answered."""

from __future__ import annotations

import re

import pytest

from bot import presentation
from bot.domain import commands
from bot.interface import Account, Chat, Choose
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, Seen, other, private_chat

pytestmark = pytest.mark.house(meet=(ADA, BEN, CLEO))


async def say(house: House, who: Account, line: str, chat: Chat = CHANNEL) -> Seen:
    said = commands.read_talk(line)
    assert said
    return await house.ask(who, said, chat)


async def test_a_bare_move_of_whoever_is_awaited_is_played_as_if_it_had_been_commanded(house: House) -> None:
    mover = await house.start()
    answer = await say(house, mover, "3")
    assert answer.succeeded
    assert answer.noted.text == "Played: 3."
    assert house.to_act() == other(mover)


async def test_a_move_that_is_not_possible_and_one_out_of_turn_are_answered_to_this_person_alone(
    house: House,
) -> None:
    mover = await house.start()
    await say(house, mover, "3")
    await say(house, other(mover), "1")
    before = [shown.message for shown in house.platform.in_chat(CHANNEL)]
    for who, line, told in [
        (mover, "3", "hollow 3 is empty"),
        (other(mover), "4", f"It is {mover.name}'s turn"),
    ]:
        answer = await say(house, who, line)
        assert not answer.succeeded
        assert told in answer.noted.text
    assert [shown.message for shown in house.platform.in_chat(CHANNEL)] == before


async def test_the_beginning_of_a_move_is_as_its_button_and_a_word_that_only_looks_like_one_is_talk(
    house: House,
) -> None:
    await house.start("/play sator")
    for who in (ADA, BEN):
        await house.type(who, "/move hide b d", private_chat(who))
    mover, code = house.to_act(), house.board().code
    match = await house.services.matches.load(code)
    seat = match.awaited[0]
    begins = next(iter(presentation.legal_moves(match.seen_by(seat)).branches))
    answer = await say(house, mover, begins)
    offered = [button.request for row in answer.noted.rows for button in row]
    assert any(isinstance(one, Choose) and one.words[0] == begins and one.words[1:] for one in offered)
    assert await say(house, mover, "z9") == Seen()
    assert await say(house, other(mover), begins) == Seen()


@pytest.mark.parametrize("line", ["3", "a1-a2", "draw", "z9"])
async def test_who_does_not_play_here_and_what_no_match_here_knows_is_talk(house: House, line: str) -> None:
    await house.start("/play sato")
    for who, chat in [(CLEO, CHANNEL), (ADA, CHANNEL), (ADA, Chat("fake", "hall", private=False))]:
        assert await say(house, who, line, chat) == Seen()


async def test_a_lone_number_that_is_no_move_is_answered_to_whoever_is_to_move(house: House) -> None:
    mover = await house.start("/play sahara")
    answer = await say(house, mover, "9")
    assert not answer.succeeded
    assert re.search("\u201c9\u201d is not one of this match's moves. Possible: .+", answer.noted.text)
    assert await say(house, other(mover), "9") == Seen()


async def test_a_place_for_the_only_stone_is_typed_as_its_button_is_called(house: House) -> None:
    """Sato, first turn: the stone that was drawn need not be named."""
    mover = await house.start("/play sato")
    match = await house.services.matches.load(house.board().code)
    (stone, places) = next(iter(presentation.legal_moves(match.seen_by(match.awaited[0])).branches.items()))
    place = next(iter(places.branches))
    answer = await say(house, mover, place)
    offered = [button.request for row in answer.noted.rows for button in row]
    assert any(isinstance(one, Choose) and one.words[:2] == (stone, place) for one in offered)


async def test_of_two_matches_the_one_that_knows_the_move_is_meant(house: House) -> None:
    first = await house.start()
    code = house.board().code
    while await house.start("/play stacko") != first:
        pass
    answer = await say(house, first, "draw")
    assert answer.succeeded
    assert code not in [shown.code for shown in house.live() if first not in shown.message.awaits]


async def test_where_two_matches_can_be_meant_the_player_is_asked_alone(house: House) -> None:
    first = await house.start()
    while await house.start() != first:
        pass
    answer = await say(house, first, "3")
    assert "Which match" in answer.noted.text
    assert not answer.succeeded
