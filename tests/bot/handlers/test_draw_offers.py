"""Draw offers on boards: withdrawn by who made them, and not made again at once."""

from __future__ import annotations

from pathlib import Path

from tests.bot.memory_platform import ADA, BEN, House, private_chat


async def test_an_offer_is_withdrawn_on_the_board_by_whoever_made_it(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        await house.start()
        await house.press(ADA, "Offer draw")
        await house.press(BEN, "Withdraw offer")
        assert house.note(BEN) == "You have no draw offer to withdraw."
        await house.press(ADA, "Withdraw offer")
        assert "offers a draw" not in house.board().message.text
        await house.press(ADA, "Offer draw")
        assert house.note(ADA) == "You may offer a draw again after one more move of your own."
        await house.press(BEN, "Offer draw")
        assert "Ben offers a draw" in house.board().message.text


async def test_who_was_refused_is_told_for_how_long_and_has_no_button_on_an_own_board(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        await house.start()
        code = house.board().code
        await house.press(ADA, "Offer draw")
        await house.press(BEN, "Decline draw")
        await house.type(ADA, f"/draw {code}")
        assert house.note(ADA) == "You may offer a draw again after 5 more moves of your own."
        for who in (ADA, BEN):
            await house.type(who, f"/board {code}", private_chat(who))
            offers = "Offer draw" in house.labels(house.board(private_chat(who)).message)
            assert offers is (who == BEN)
