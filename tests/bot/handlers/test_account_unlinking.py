"""Joined accounts come apart: one is a new player who sees nothing more, the other keeps all."""

from __future__ import annotations

import pytest

from bot.interface import Account, Incoming, ShowHand, UnlinkAccount
from games.events import MatchId
from tests.bot.handlers.test_account_linking import code_of, link
from tests.bot.memory_platform import ADA, BEN
from tests.bot.two_platforms import ADA_THERE, BEN_THERE, Houses, own_chat

pytestmark = pytest.mark.house(kind=Houses)


async def unlink(house: Houses, who: Account, label: str) -> str:
    """Ask on a private page, and press one of its buttons; gives what that was answered with."""
    assert not (await house.type(who, "/unlink", own_chat(who))).succeeded, "nothing is done yet"
    await house.ask(who, house.button(house.notes[who.id][-1], label).request, own_chat(who))
    return house.note(who)


@pytest.mark.parametrize("asks", [ADA, ADA_THERE])
async def test_the_account_that_is_unlinked_starts_afresh_and_the_other_plays_on(
    house: Houses, asks: Account
) -> None:
    await house.start("/play sator")
    await link(house, ADA, ADA_THERE)
    code = code_of(house.board())
    await house.type(ADA_THERE, f"/hand {code}", own_chat(ADA_THERE))
    house.now += 3600
    told = await unlink(house, asks, "Unlink the account on other")
    assert told == "Ada there on other is a separate account now and starts over."
    await house.dispatcher.worker.settled()
    if asks == ADA:
        assert house.board(own_chat(ADA_THERE)).message.text == told
    for _ in range(2):
        await house.type(ADA_THERE, "/matches", own_chat(ADA_THERE))
        assert "Sator" not in house.note(ADA_THERE)
        await house.type(ADA_THERE, f"/hand {code}", own_chat(ADA_THERE))
        assert "You do not play in this match" in house.note(ADA_THERE)
        await house.type(ADA, f"/hand {code}", own_chat(ADA))
        assert code_of(house.board(own_chat(ADA))) == code
        await house.restart()
    assert all(board.platform == "fake" for board in await house.store.boards.boards_of(MatchId(code)))


async def test_a_board_on_its_way_to_the_account_that_leaves_is_never_brought_up_to_date(
    house: Houses,
) -> None:
    await house.start("/play sator")
    await link(house, ADA, ADA_THERE)
    code = code_of(house.board())
    hand = Incoming(ADA_THERE, own_chat(ADA_THERE), ShowHand(MatchId(code)), "late")
    answer = await house.handle(hand)
    assert answer.delivery
    await unlink(house, ADA, "Unlink the account on other")
    await house.dispatcher.delivered(answer.delivery, "4711")
    assert all(board.platform == "fake" for board in await house.store.boards.boards_of(MatchId(code)))


async def test_blocks_hold_for_the_account_that_leaves_too(house: Houses) -> None:
    await link(house, ADA, ADA_THERE)
    await link(house, BEN, BEN_THERE)
    await house.type(BEN, f"/settings block={ADA.name}", own_chat(BEN))
    await unlink(house, ADA, "Unlink the account on other")
    await house.type(ADA_THERE, f"/play sahara {BEN_THERE.name}", own_chat(ADA_THERE))
    assert "is not taking" in house.note(ADA_THERE)


async def test_who_has_one_account_has_nothing_to_unlink_by_an_old_button_neither(
    house: Houses,
) -> None:
    for _ in range(2):
        await house.type(ADA, "/unlink", own_chat(ADA))
        assert house.note(ADA) == "No other account is joined with this one. /link joins one."
        await house.ask(ADA, UnlinkAccount("other"), own_chat(ADA))
        assert house.note(ADA).startswith("No other account")
        await link(house, ADA, ADA_THERE)
        await unlink(house, ADA, "Unlink the account on fake")
