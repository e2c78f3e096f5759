"""/where: what lies somewhere, told to who asks, from what they may know."""

from __future__ import annotations

import pytest

from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, code_of, private_chat


@pytest.mark.house(start="/play sahara")
async def test_a_hollow_is_told_on_both_sides_with_the_one_that_it_faces(house: House) -> None:
    mover = house.to_act()
    await house.press(mover, "4")
    answer = await house.type(mover, "/where 4")
    assert answer.post is None
    first, second = ("Ben", "Ada") if mover == BEN else ("Ada", "Ben")
    assert house.note(mover) == (
        f"{first}, hollow 4: 0. Opposite, {second}, hollow 3: 3. "
        f"{second}, hollow 4: 3. Opposite, {first}, hollow 3: 3."
    )
    await house.type(mover, "/where store")
    assert "1" in house.note(mover)


@pytest.mark.house(start="/play sahara")
async def test_alone_it_says_what_can_be_asked_and_so_does_a_refusal(house: House) -> None:
    await house.type(ADA, "/where")
    assert house.note(ADA).startswith("Ask for a hollow from 1 to 6")
    for asked in ("7", "c3", "4 5", "part 4"):
        assert not (await house.type(ADA, f"/where {asked}")).succeeded
        assert house.note(ADA).startswith(f"“{asked}” is nothing that can be asked here. Ask for a hollow")
    await house.type(CLEO, f"/where 4 {code_of(house)}")
    assert "hollow 4: 3" in house.note(CLEO)


@pytest.mark.house(start="/play stacko")
async def test_each_is_told_what_they_may_see(house: House) -> None:
    code = code_of(house)
    for who, unseen in ((ADA, BEN), (BEN, ADA)):
        await house.type(who, f"/where 4 {code}", private_chat(who))
        assert f"{who.name}, place 4: part " in house.note(who)
        assert f"{unseen.name}, place 4: a hidden part." in house.note(who)
    await house.type(CLEO, f"/where 4 {code}", CHANNEL)
    assert house.note(CLEO).count("a hidden part") == 2
    told = [house.note(CLEO) for part in range(1, 41) if await house.type(CLEO, f"/where part {part} {code}")]
    assert sum("You do not see where part" in text for text in told) == 39
    assert sum("is offered to" in text for text in told) == 1
    for asked in ("hand", "pile", "discards"):
        assert (await house.type(ADA, f"/where {asked} {code}")).succeeded


@pytest.mark.house(start="/play sator")
async def test_dots_are_told_to_their_owner_alone(house: House) -> None:
    code = code_of(house)
    for who in (ADA, BEN):
        await house.type(who, f"/move hide b d {code}", private_chat(who))
    told = {}
    for who in (ADA, BEN, CLEO):
        told[who.name] = [
            house.note(who) for file in "abcde" if await house.type(who, f"/where {file}1 {code}")
        ]
    assert all("with a hidden dot" in text for text in told["Cleo"])
    assert sum("with a hidden dot" in text for text in (*told["Ada"], *told["Ben"])) == 5
    await house.type(ADA, f"/where c3 {code}")
    assert house.note(ADA) == "c3 is empty."
    assert (await house.type(ADA, f"/where pieces {code}")).succeeded


@pytest.mark.house(start="/play sato variant=hidden table=small")
async def test_supplies_are_told_as_far_as_they_are_seen(house: House) -> None:
    code = code_of(house)
    for who in (ADA, BEN):
        await house.type(who, f"/where supply {code}")
    assert house.note(ADA) != house.note(BEN)
    for asked, told in (
        ("c3", "No stone lies on c3."),
        ("satos", "No such sato is free."),
        ("r", "No such sato is free."),
    ):
        await house.type(ADA, f"/where {asked} {code}")
        assert house.note(ADA) == told
    for asked in ("stack", "c3e"):
        assert (await house.type(ADA, f"/where {asked} {code}")).succeeded
    assert not (await house.type(ADA, f"/where z9 {code}")).succeeded


@pytest.mark.house(start="/play sato variant=split")
async def test_where_all_is_dealt_there_is_no_stack(house: House) -> None:
    await house.type(ADA, f"/where stack {code_of(house)}")
    assert house.note(ADA) == "No stones are left to draw."


@pytest.mark.house(start="/play stacko")
async def test_a_part_that_was_refused_lies_on_the_discards(house: House) -> None:
    code, mover = code_of(house), house.to_act()
    await house.type(CLEO, f"/where hand {code}")
    part = house.note(CLEO).split()[1]
    await house.type(mover, f"/move draw {code}", private_chat(mover))
    await house.type(CLEO, f"/where part {part} {code}")
    assert house.note(CLEO) == f"Part {part} lies on the discards."
