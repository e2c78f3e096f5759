"""The puzzle of the day on the real platforms: all see it, and what somebody answers concerns nobody else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.domain.puzzles import DAILY_HOUR, Puzzle, puzzles
from bot.domain.time_zones import day_begun
from bot.handlers.dispatcher import Dispatcher
from storage.people import DailyPuzzle
from tests.bot.platforms.discord.setup import table as discord_table
from tests.bot.platforms.telegram.setup import table as telegram_table
from tests.bot.platforms.web.running import web_bot
from tests.bot.platforms.web.visitor import labels, visitors
from tests.loopback.telegram.showing import Shown

TOLD = ("Right!", "Not the best", "The best move", "tempting", "costs")
"""What nobody reads who has not answered."""


@pytest.fixture
def puzzle(monkeypatch: pytest.MonkeyPatch) -> Puzzle:
    """That of any day: one of Sahara, where one button is a whole move."""
    found = next(one for one in puzzles().values() if one.game == "sahara")
    monkeypatch.setattr("bot.handlers.jobs.chats.of_day", lambda *_: found)
    return found


def worst(puzzle: Puzzle) -> str:
    return max(puzzle.costs, key=puzzle.costs.__getitem__)


def saying(told: str) -> Callable[[Shown], bool]:
    return lambda one: told in one.text


async def post(dispatcher: Dispatcher, platform: str, chat: str, now: int) -> None:
    """It is after nine in the zone of the chat."""
    zone = "UTC" if day_begun(DAILY_HOUR, "UTC", now) else "Etc/GMT-12"
    daily = DailyPuzzle(platform, chat.partition("/")[0], chat, zone)
    await dispatcher.worker._store.settings.put_daily_puzzle(daily, now)
    dispatcher.worker.look()
    await dispatcher.worker.settled()


async def test_on_discord_the_answers_are_ephemeral(tmp_path: Path, puzzle: Puzzle) -> None:
    async with discord_table(tmp_path) as there:
        ben, others = there.person("Ben"), (there.person("Ada"), there.person("Cleo"))
        assert there.channel.guild
        place = f"{there.channel.guild.id}/{there.channel.id}"
        await post(there.dispatcher, "discord", place, there.now)
        board = there.board()
        assert "Press your move: only you see the answer." in board.text
        for label, told in ((worst(puzzle), "Not the best"), (puzzle.best, "Right!")):
            asked = ben.press(board, label)
            await asked
            (note,) = asked.replies
            assert note.ephemeral
            assert told in note.text
        assert there.discord.messages(there.channel) == [board]
        for person in others:
            assert person.pinged == []
            assert not any(word in str(person.messages()) for word in TOLD)


async def test_on_telegram_only_those_who_answer_see_what_comes_of_it(tmp_path: Path, puzzle: Puzzle) -> None:
    async with telegram_table(tmp_path) as there:
        there.start_all()
        await post(there.dispatcher, "telegram", str(there.group.id), there.now())
        board = await there.ben.sees(saying("only you see the answer"), there.group)
        for label, told in ((worst(puzzle), "Not the best"), (puzzle.best, "Right!")):
            await there.ben.press(board, label)
            assert (await there.ben.sees(saying(told), there.group)).ephemeral
        await there.settled()
        assert there.ben.now(board) == board
        for person in (there.ada, there.cleo):
            (seen,) = person.messages()
            assert not seen.notified
            assert not any(word in str(seen) for word in TOLD)


async def test_in_the_web_chat_the_answers_are_notes(tmp_path: Path, puzzle: Puzzle) -> None:
    async with (
        web_bot(tmp_path) as (adapter, dispatcher),
        visitors(adapter.name, "Ada", "Ben") as (ada, ben),
    ):
        await post(dispatcher, "web", "channel", dispatcher.services.clock())
        await ben.ping()
        board = ben.board()
        assert set(puzzle.costs) == set(labels(board))
        for label, told in ((worst(puzzle), "Not the best"), (puzzle.best, "Right!")):
            await ben.press(board, label)
            assert told in ben.notes[-1]["text"]
        await ada.ping()
        assert ada.board() == board
        assert not any(word in frame for frame in ada.received for word in TOLD)
