"""The puzzle of the day on each platform: each answers alone, and all see how many solved it, then who."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.domain.puzzles import DAILY_HOUR, Puzzle, puzzles
from bot.domain.time_zones import day_begun, next_hour
from storage.jobs import Job
from storage.people import ChatSettings
from storage.puzzles import POST_EDITED_AFTER
from tests.bot.platforms.across_people import DiscordGuest, Guest, Seen, TelegramGuest
from tests.bot.platforms.across_setup import PLATFORMS, Across, across, all_on

TOLD = ("Right!", "Not yet", "The best move", "tempting", "costs", "Motif", "does it", "streak")
"""What nobody reads who has not answered, before the day is over."""
OF_SAHARA = [one for one in puzzles().values() if one.game == "sahara"]  # one button is a whole move


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_it_is_answered_alone_and_solved_together(
    platform: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = OF_SAHARA[:2]
    async with across(tmp_path, all_on(platform)) as there:
        ada, ben, cleo = (there.guest(name) for name in ("Ada", "Ben", "Cleo"))
        zone = "UTC" if day_begun(DAILY_HOUR, "UTC", there.now()) else "Etc/GMT-12"
        board = await posted(there, platform, zone, first, monkeypatch)
        worst = min(first.values, key=first.values.__getitem__)
        for guest, label, told in (
            (ben, worst, "Not yet"),
            (ben, first.answers[0], "Right!"),
            (cleo, first.answers[0], "Right!"),
        ):
            await there.press(guest, board, label)
            assert told in told_alone(guest)
        assert {(one.board().id, one.board().labels) for one in (ada, ben, cleo)} == {
            (board.id, board.labels)
        }
        assert not any(word in ada.received() for word in TOLD)
        await there.press(ben, await ben.ephemeral("Show my name with puzzles"), "Show my name with puzzles")
        await minute(there)
        counted = ada.board()
        assert (counted.id, counted.labels) == (board.id, board.labels)
        assert "2 people have solved it so far." in counted.text
        assert not any(word in ada.received() for word in TOLD)
        assert not any(name in ada.everything() for name in ("Ben", "Cleo"))

        there.later(next_hour(DAILY_HOUR, zone, there.now()) - there.now())
        new = await posted(there, platform, zone, second, monkeypatch)
        assert "The last puzzle was solved by Ben and 1 other." in new.text
        old = next(one for one in ada.messages(private=False) if one.id == board.id)
        assert "Motif: " in old.text
        assert "Solved by Ben and 1 other." in old.text
        assert "Cleo" not in new.text + old.text
        await there.press(ada, new, "Last solution")
        assert first.answers[0] in told_alone(ada)
        for guest in (ada, ben, cleo):
            assert pings_of(guest) == 0


async def posted(
    there: Across, platform: str, zone: str, puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> Seen:
    """It is nine: the puzzle stands in the channel."""
    monkeypatch.setattr("bot.handlers.jobs.puzzles.of_day", lambda *_: puzzle)
    chat = there.place(platform)
    daily = ChatSettings(platform, chat.partition("/")[0], puzzles=chat, zone=zone)
    await there.store.settings.put_chat_settings(daily)
    await there.store.jobs.put(Job("puzzle", f"{platform}:{daily.place}", there.now(), platform))
    there.dispatcher.worker.look()
    await there.settled()
    board = there.guest("Ben").board()
    assert "only you see the answer" in board.text
    assert set(puzzle.values) <= set(board.labels)
    return board


async def minute(there: Across) -> None:
    there.later(POST_EDITED_AFTER)
    there.dispatcher.worker.look()
    await there.settled()


def told_alone(guest: Guest) -> str:
    return "\n".join([*guest.notes(), *(one.text for one in guest.messages(private=True))])


def pings_of(guest: Guest) -> int:
    """How often something for all notified them."""
    if isinstance(guest, DiscordGuest):
        return len(guest.person.pinged)
    if isinstance(guest, TelegramGuest):
        rung = [one.message for one in guest.person.notifications]
        return sum(message.chat.id == guest.group.id and message.receiver is None for message in rung)
    return 0
