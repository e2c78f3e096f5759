"""Threads for matches on a platform in memory: kills, passing faults, and platforms without threads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from unittest.mock import AsyncMock

import pytest

from bot.interface import Account, ChangeChat, Chat, MessageGone, Resign, RetryLater, Unreachable
from bot.runtime.chat_access import ChatAccess, GuardedAdapter
from tests.bot.memory_platform import ADA, BEN, House, Platform, Shown, other
from tests.storage.facts import jobs_of

GAMES = Chat("fake", "club/games", private=False)


@dataclass
class Threaded(Platform):
    """A platform where a message can begin a thread, in chats but not in threads."""

    people: dict[str, set[str]] = field(default_factory=dict)
    """By thread."""
    trouble: list[Exception] = field(default_factory=list)
    """Raised one by one when a thread is to be opened."""

    async def open_thread(
        self, chat: Chat, message_id: str, name: str, people: Sequence[Account]
    ) -> Chat | None:
        if self.trouble:
            raise self.trouble.pop(0)
        if chat.id.count("/") > 1:
            return None
        thread = f"{chat.id}/{message_id}"
        self.people[thread] = {person.id for person in people}
        return Chat(chat.platform, thread, private=False)


async def with_threads(house: House) -> None:
    await house.ask(ADA, ChangeChat("club", ("threads=on",)), GAMES)


pytestmark = pytest.mark.house(platform=Threaded, managers=[ADA], meet=(ADA, BEN), begin=with_threads)


async def begun(house: House) -> None:
    await house.type(ADA, "/play sahara", GAMES)
    await house.press(BEN, "Accept", house.board(GAMES))
    await house.settled()


def platform(house: House) -> Threaded:
    assert isinstance(house.platform, Threaded)
    return house.platform


def in_threads(house: House) -> list[Shown]:
    return [shown for shown in house.platform.messages.values() if shown.chat.id.count("/") > 1]


async def test_a_kill_before_it_is_known_that_the_thread_is_open_opens_no_second_one(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def killed(*_: object) -> None:
        raise ConnectionError

    with monkeypatch.context() as before:
        before.setattr(house.store.jobs, "done", killed)
        await begun(house)
    assert [job.kind for job in await jobs_of(house.store) if job.kind != "board"] == ["thread"]
    await house.wait(60)
    (board,) = in_threads(house)
    assert platform(house).people == {board.chat.id: {ADA.id, BEN.id}}
    assert house.board(GAMES).message.text == "This match is played in its thread."
    assert await jobs_of(house.store) == ()


async def test_a_passing_fault_only_delays_the_thread(house: House) -> None:
    platform(house).trouble = [RetryLater()]
    await begun(house)
    await house.wait(60)
    assert len(in_threads(house)) == 1


async def test_the_thread_continues_the_new_board_that_is_about_to_replace_the_old_one(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.type(ADA, "/play sahara begins=me", GAMES)
    old = house.board(GAMES)
    await house.wait(3600)  # so that Ada is to be notified by a new board
    with monkeypatch.context() as before:
        before.setattr(house.platform, "post", AsyncMock(side_effect=RetryLater(1)))
        await house.press(BEN, "Accept", old)
        await house.settled()
        assert in_threads(house) == []
    for _ in range(3):
        await house.wait(60)
    (board,) = in_threads(house)
    assert board.chat.id != f"{GAMES.id}/{old.id}"


async def test_a_message_that_is_deleted_meanwhile_leaves_the_match_in_the_channel(house: House) -> None:
    platform(house).trouble = [MessageGone()]
    await begun(house)
    await house.wait(60)
    assert in_threads(house) == []
    assert await jobs_of(house.store) == ()


async def test_a_chat_that_wants_no_threads_gets_none_for_a_match_that_is_shown_there_too(
    house: House,
) -> None:
    await house.type(ADA, "/play sahara", GAMES)
    hall = Chat("fake", "hall", private=False)
    await house.type(BEN, f"/board {house.board(GAMES).code}", hall)
    await house.press(BEN, "Accept", house.board(GAMES))
    await house.settled()
    (board,) = in_threads(house)
    assert board.chat.id.startswith(f"{GAMES.id}/")
    assert house.live(hall)


async def test_who_left_before_the_match_began_is_pinged_first_and_led_to_the_thread_then(
    house: House,
) -> None:
    await house.type(ADA, "/play sahara begins=me", GAMES)
    await house.wait(3600)
    await house.press(BEN, "Accept", house.board(GAMES))
    await house.settled()
    await house.settled()
    assert house.platform.pings == [(ADA.id, GAMES.id)]
    (board,) = in_threads(house)
    assert [who.id for who in board.message.awaits] == [ADA.id]
    texts = {shown.message.text for shown in house.platform.in_chat(GAMES)}
    assert "This match is played in its thread." in texts


async def test_who_is_in_the_channel_does_not_watch_what_is_played_in_the_thread(house: House) -> None:
    await begun(house)
    await house.wait(3600)
    board = in_threads(house)[-1]
    mover = ADA if "It is Ada's turn" in board.message.text else BEN
    house.platform.pings.clear()
    await house.type(other(mover), "/help", GAMES)
    await house.press(mover, "1", board)
    assert [who for who, _ in house.platform.pings] == [other(mover).id]


async def test_the_host_decides_where_threads_are_opened() -> None:
    adapter = GuardedAdapter(Threaded(), ChatAccess(blocked=("fake:hall",)))
    adapter.serves.set()
    assert await adapter.open_thread(GAMES, "1", "a match", ()) == Chat("fake", "club/games/1", private=False)
    with pytest.raises(Unreachable):
        await adapter.open_thread(Chat("fake", "hall", private=False), "1", "a match", ())
    bare = GuardedAdapter(Platform())
    bare.serves.set()
    assert await bare.open_thread(GAMES, "1", "a match", ()) is None


async def test_a_match_that_ends_before_its_thread_is_open_gets_none(house: House) -> None:
    platform(house).trouble = [RetryLater() for _ in range(9)]
    await begun(house)
    assert await jobs_of(house.store)
    await house.ask(ADA, Resign(house.board(GAMES).code, sure=True), GAMES)
    await house.wait(60)
    assert await jobs_of(house.store) == ()
    assert in_threads(house) == []
    assert platform(house).trouble
