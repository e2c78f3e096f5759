"""What is half chosen on a board stays chosen when something else happens in the match."""

from __future__ import annotations

import pytest

from bot.interface import BlockPlayer, Choose
from tests.bot.memory_platform import ADA, BEN, House, Shown, other, private_chat


def choices(shown: Shown) -> list[str]:
    buttons = [button for row in shown.message.rows for button in row if not button.disabled]
    return [button.label for button in buttons if isinstance(button.request, Choose)]


async def half_chosen(house: House, line: str) -> Shown:
    """The private board of whoever has chosen a first word in a match of Ada and Ben."""
    await house.meet(ADA, BEN)
    await house.type(ADA, f"{line} ben", private_chat(ADA))
    await house.press(BEN, "Accept", house.board(private_chat(BEN)))
    chooser = house.board(private_chat(ADA)).message.awaits[0]
    there = private_chat(chooser)
    await house.press(chooser, choices(house.board(there))[0], house.board(there))
    board = house.board(there)
    assert "Back" in choices(board)
    return board


@pytest.mark.parametrize("what", ["Give more time", "Offer draw", "block"])
async def test_what_the_other_player_does_meanwhile_leaves_it_alone(house: House, what: str) -> None:
    chosen = await half_chosen(house, "/play sato variant=open table=small")
    chooser = ADA if chosen.chat == private_chat(ADA) else BEN
    rival, ways = other(chooser), choices(chosen)
    if what == "block":
        match = await house.services.matches.load(chosen.code)
        player = match.opened.challenger if chooser == ADA else match.opened.invited
        assert player
        await house.ask(rival, BlockPlayer(player, True), private_chat(rival))
        await house.services.boards.redraw_matches([match.opened.match])
        await house.settled()
    else:
        await house.press(rival, what, house.board(private_chat(rival)))
    after = house.board(chosen.chat)
    assert after.id == chosen.id
    assert choices(after) == ways
    (way, *_) = (label for label in ways if label != "Back")
    assert (await house.press(chooser, way, after)).succeeded


async def test_a_secret_choice_of_the_other_player_leaves_it_alone(house: House) -> None:
    chosen = await half_chosen(house, "/play sator")
    rival = BEN if chosen.chat == private_chat(ADA) else ADA
    ways = choices(chosen)
    line, *_ = await house.dispatcher.complete(rival, private_chat(rival), "/move ")
    assert (await house.type(rival, line.line, private_chat(rival))).succeeded
    assert choices(house.board(chosen.chat)) == ways


async def test_what_was_chosen_for_an_answered_question_is_forgotten(house: House) -> None:
    chosen = await half_chosen(house, "/play sato variant=open table=small")
    chooser = ADA if chosen.chat == private_chat(ADA) else BEN
    line = "/move"
    for _ in range(4):
        line = (await house.dispatcher.complete(chooser, chosen.chat, f"{line} "))[-1].line
        if (await house.type(chooser, line, chosen.chat)).succeeded:
            break
    shown = house.board(chosen.chat)
    assert choices(shown) != choices(chosen)
    await house.press(other(chooser), "Offer draw", house.board(private_chat(other(chooser))))
    assert choices(house.board(chosen.chat)) == choices(shown)
