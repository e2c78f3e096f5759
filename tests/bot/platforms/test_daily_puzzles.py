"""The puzzle of the day on each platform: all see it, and what somebody answers concerns nobody else."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.domain.puzzles import DAILY_HOUR, puzzles
from bot.domain.time_zones import day_begun
from storage.people import DailyPuzzle
from tests.bot.platforms.across_people import DiscordGuest, TelegramGuest
from tests.bot.platforms.across_setup import PLATFORMS, across, all_on

TOLD = ("Right!", "Not the best", "The best move", "tempting", "costs")
"""What nobody reads who has not answered."""


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_who_answers_is_told_so_alone(
    platform: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = next(one for one in puzzles().values() if one.game == "sahara")  # one button is a whole move
    monkeypatch.setattr("bot.handlers.jobs.chats.of_day", lambda *_: puzzle)
    async with across(tmp_path, all_on(platform)) as there:
        ada, ben, cleo = (there.guest(name) for name in ("Ada", "Ben", "Cleo"))
        zone = "UTC" if day_begun(DAILY_HOUR, "UTC", there.now()) else "Etc/GMT-12"
        chat = there.place(platform)
        daily = DailyPuzzle(platform, chat.partition("/")[0], chat, zone)
        await there.store.settings.put_daily_puzzle(daily, there.now())
        there.dispatcher.worker.look()
        await there.settled()
        board = ben.board()
        assert "only you see the answer" in board.text
        assert set(puzzle.costs) <= set(board.labels)
        worst = max(puzzle.costs, key=puzzle.costs.__getitem__)
        for label, told in ((worst, "Not the best"), (puzzle.best, "Right!")):
            await there.press(ben, board, label)
            assert told in "\n".join(ben.notes())
        assert ben.board() == board
        for guest in (ada, cleo):
            assert guest.board() == board
            assert not any(word in guest.received() for word in TOLD)
            if isinstance(guest, DiscordGuest):
                assert guest.person.pinged == []
            if isinstance(guest, TelegramGuest):
                assert guest.person.notifications == []
