"""Who begins can be agreed: by the challenger, by whoever accepts, or the lot decides."""

from __future__ import annotations

import pytest

from bot.interface import Resign
from tests.bot.memory_platform import ADA, BEN, CHANNEL, House


@pytest.mark.parametrize("opponent", ["", "ben "])
@pytest.mark.parametrize(("begins", "first"), [("me", ADA), ("you", BEN)])
async def test_who_begins_is_told_with_the_challenge_and_so_it_is(
    house: House, opponent: str, begins: str, first: object
) -> None:
    await house.meet(BEN)
    await house.type(ADA, f"/play sahara {opponent}begins={begins}")
    told = "Ada begins" if begins == "me" else "Ben begins" if opponent else "The player who accepts begins"
    assert f"\n{told}.\n" in house.board().message.text
    await house.restart()
    await house.press(BEN, "Accept")
    assert house.to_act() == first
    code = house.board().code
    await house.ask(BEN, Resign(code, sure=True), CHANNEL)
    await house.type(BEN, f"/verify {code}")
    assert "The seats were agreed" in house.note(BEN)
    await house.ask(BEN, Resign(code, sure=True), CHANNEL)
    await house.type(ADA, f"/rematch {code}")
    await house.press(BEN, "Accept")
    assert house.to_act() != first


async def test_where_nothing_is_said_the_lot_decides(house: House) -> None:
    await house.type(ADA, "/play sahara")
    assert "begins" not in house.board().message.text
    await house.type(ADA, "/play sahara begins=lot")
    assert "begins" not in house.board().message.text
    await house.type(ADA, "/play sahara begins=ben")
    assert "begins=lot|me|you" in house.note(ADA)


@pytest.mark.parametrize("begins", ["", " begins=lot", " begins=you"])
async def test_a_head_start_is_for_who_accepts_and_is_never_rated(house: House, begins: str) -> None:
    await house.type(ADA, f"/play sahara head_start=3 rated=yes{begins}")
    told = house.board().message.text
    assert "House rules: 3 beans for the player who begins." in told
    assert "\nThe player who accepts begins.\n" in told
    assert "\nNot rated, because of the head start.\n" in told
    await house.press(BEN, "Accept")
    assert house.to_act() == BEN
    code = house.board().code
    await house.ask(BEN, Resign(code, sure=True), CHANNEL)
    assert "the ratings stay as they are" in house.board().message.text
    await house.type(ADA, f"/rematch {code}")
    await house.press(BEN, "Accept")
    assert house.to_act() == BEN


async def test_a_head_start_can_be_taken_by_who_challenges(house: House) -> None:
    await house.type(ADA, "/play sato head_start=stone begins=me")
    await house.press(BEN, "Accept")
    assert house.to_act() == ADA


@pytest.mark.house(plays=True)
async def test_a_robot_gives_the_head_start_unless_it_is_told_otherwise(house: House) -> None:
    await house.type(ADA, "/play sahara robot head_start=3")
    assert house.to_act() == ADA


SHORT = (
    "If the sides are swapped, the player with the 3 beans ahead keeps them"
    " and gets the side that is short of them."
)


async def test_what_a_swap_of_sides_leaves_of_a_head_start_is_said_where_it_is_chosen(house: House) -> None:
    await house.type(ADA, "/play sahara start=swap head_start=3")
    assert SHORT in house.board().message.text
    await house.press(BEN, "Accept")
    await house.press(BEN, "6")
    assert "Ada may keep the sides (and move next) or swap them" in house.board().message.text
    told = "After a swap, Ben keeps the 3 beans of the head start and gets the side that is short of them."
    assert told in (await house.more(ADA)).text
    await house.press(ADA, "Swap the sides")
    assert "Ada swapped the sides, stores included." in house.board().message.text
    assert "Ben keeps the 3 beans of the head start." in (await house.more(ADA)).text
    for rules in ("start=swap", "head_start=3"):
        await house.type(ADA, f"/play sahara {rules}")
        assert "short of them" not in house.board().message.text
