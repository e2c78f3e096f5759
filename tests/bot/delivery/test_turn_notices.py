"""Who is notified, where, and how often: at most once a turn, and only who is not watching."""

from __future__ import annotations

import pytest

from bot.interface import Account, Chat, RetryLater
from games.events import MatchId
from storage.boards import ChatId
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, Shown, other, private_chat

LONG_AGO = 301  # seconds, more than five minutes


async def privately(house: House) -> Account:
    """Ada and Ben play from their private chats; gives whose turn it is."""
    await house.start_alone()
    house.platform.pings.clear()
    (first,) = house.board(private_chat(ADA)).message.awaits
    return first


# In a channel


async def test_after_a_pause_the_turn_passes_with_one_fresh_board_that_mentions_them(house: House) -> None:
    await house.start()
    old, first = house.board(), house.to_act()
    house.now += LONG_AGO
    assert (await house.press(first, "1")).updated.image
    fresh = house.board()
    assert fresh.id != old.id
    assert house.platform.pings == [(other(first).id, CHANNEL.id)]
    assert fresh.message.awaits == (other(first),)
    assert house.platform.in_chat(CHANNEL) == [fresh]


@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize(("put_on", "pause"), [(-3 * 86_400, LONG_AGO), (3 * 86_400 - 60, 0)])
async def test_who_watches_does_so_neither_longer_nor_shorter_where_the_clock_is_put_on_or_back(
    house: House, put_on: int, pause: int, *, restart: bool
) -> None:
    first = await house.start()
    house.set_clock(put_on)
    if restart and pause:  # what was stored before then seems to lie ahead
        await house.restart()
    house.now += pause
    await house.press(first, "1")
    assert house.platform.pings == ([(other(first).id, CHANNEL.id)] if pause else [])


async def test_who_acted_in_another_chat_is_not_watching_here(house: House) -> None:
    first = await house.start()
    house.now += LONG_AGO
    await house.type(other(first), "/help", private_chat(other(first)))
    await house.press(first, "1")
    assert house.platform.pings == [(other(first).id, CHANNEL.id)]


async def test_a_draw_offer_notifies_once_and_so_does_the_end_of_the_match(house: House) -> None:
    await house.start()
    house.now += LONG_AGO
    await house.press(ADA, "Offer draw")
    house.now += LONG_AGO
    assert house.platform.pings == [(BEN.id, CHANNEL.id)]
    await house.press(BEN, "Accept draw")
    assert house.platform.pings == [(BEN.id, CHANNEL.id), (ADA.id, CHANNEL.id)]
    assert len(house.live()) == 1


async def test_the_fresh_board_stands_where_they_were_seen_last(house: House) -> None:
    first, second = await house.start(), other(house.to_act())
    bar = channel("bar")
    code = house.board().code
    await house.type(CLEO, f"/board {code}", bar)
    house.now += 1
    await house.press(second, "My view", house.board(CHANNEL))
    house.now += LONG_AGO
    await house.press(first, "1", house.board(bar))
    assert house.platform.pings == [(second.id, CHANNEL.id)]


async def test_no_board_that_a_stranger_asks_for_draws_a_notice(house: House) -> None:
    first = await house.start()
    code = house.board().code
    for number in range(6):
        house.now += LONG_AGO
        await house.type(CLEO, f"/board {code}", channel(f"bar {number}"))
    await house.restart()
    house.now += LONG_AGO
    await house.press(first, "1", house.live(channel("bar 0"))[-1])
    assert house.platform.pings == [(other(first).id, CHANNEL.id)]


def channel(name: str) -> Chat:
    return Chat("fake", name, private=False)


# In private chats


async def test_a_board_that_is_about_to_be_deleted_is_not_changed_before(house: House) -> None:
    first = await privately(house)
    old = house.board(private_chat(other(first)))
    house.now += LONG_AGO
    calls = house.platform.calls
    await house.press(first, "1", house.board(private_chat(first)))
    assert house.platform.calls == calls + 2  # the fresh board, then the old one is deleted
    assert old.id not in house.platform.messages
    assert house.platform.pings == [(other(first).id, private_chat(other(first)).id)]


async def test_a_board_that_stands_has_nobody_to_notify_any_more(house: House) -> None:
    first, code = await house.start(), house.board().code
    house.now += LONG_AGO
    await house.press(first, "1")
    (board,) = await house.store.boards.boards_of(MatchId(code))
    assert (board.message, board.notice, board.moved_to) == (house.board().id, None, None)


async def test_where_they_have_a_private_board_the_channel_stays_quiet(house: House) -> None:
    await house.start("/play stacko")
    house.platform.pings.clear()
    house.now += LONG_AGO
    first, public = house.to_act(), house.board()
    await house.press(first, "1", house.board(private_chat(first)))
    second = other(first)
    assert house.platform.pings == [(second.id, private_chat(second).id)]
    assert house.board().id == public.id
    assert second.name in house.board().message.text


async def test_who_plays_in_the_channel_is_watching_though_they_have_a_private_board(house: House) -> None:
    await house.start("/play stacko")
    house.platform.pings.clear()
    first = house.to_act()
    house.now += LONG_AGO
    await house.press(other(first), "My view")
    await house.press(first, "1", house.board(private_chat(first)))
    assert house.platform.pings == []


# Before the match


async def test_a_challenge_notifies_only_whom_it_names(house: House) -> None:
    await house.meet(BEN)
    await house.type(ADA, "/play sahara")
    assert house.platform.pings == []
    await house.type(ADA, "/play sahara ben")
    assert house.platform.pings == [("ben", CHANNEL.id)]
    await house.type(ADA, "/board", private_chat(ADA))
    await house.restart()
    assert house.platform.pings == [("ben", CHANNEL.id)]


async def test_the_first_private_board_is_the_notice(house: House) -> None:
    await house.type(ADA, "/play sator")
    house.now += LONG_AGO
    await house.press(BEN, "Accept")
    assert house.platform.pings == [("ada", "@ada")]
    assert len(house.platform.in_chat(CHANNEL)) == 1


async def test_their_own_board_mentions_them_only_if_it_asks_them_something(house: House) -> None:
    """Not where they are told that the other one begins."""
    await house.meet(BEN)
    await house.type(ADA, "/play stacko ben clock=1h begins=you")
    house.now += LONG_AGO
    house.platform.pings.clear()
    await house.press(BEN, "Accept")
    assert ("ada", "@ada") in house.platform.pings
    assert house.board(private_chat(ADA)).message.awaits == ()
    house.platform.pings.clear()
    await house.wait(3600)
    board = house.board(private_chat(ADA)).message
    assert ("ada", "@ada") in house.platform.pings
    assert "Claim the win" in house.labels(board)
    assert board.awaits == (ADA,)


# Once


async def test_killed_between_storing_and_posting_it_is_told_once_all_the_same(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, board = await house.start(), house.board()
    house.now += LONG_AGO
    house.platform.faults = [RetryLater()] * 3
    monkeypatch.setattr(house.services.intake, "begin", lambda _: None)
    await house.handled(first, "1", board)
    assert house.platform.pings == []
    house.platform.faults = []
    await house.restart()
    assert house.platform.pings == [(other(first).id, CHANNEL.id)]
    await house.restart()
    assert house.platform.pings == [(other(first).id, CHANNEL.id)]
    assert [shown.id for shown in house.live()] == [house.board().id]


async def test_killed_between_posting_and_noting_it_the_message_is_the_same(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, board = await house.start(), house.board()
    house.now += LONG_AGO

    async def broken(*_: object) -> None:
        raise RuntimeError("killed")

    monkeypatch.setattr(house.store.boards, "put_boards", broken)
    await house.handled(first, "1", board)
    await house.dispatcher.worker.settled()
    await house.restart()
    assert house.platform.pings == [(other(first).id, CHANNEL.id)]
    assert len(house.live()) == 1


async def test_a_deleted_board_comes_again_without_notifying_again(house: House) -> None:
    first = await house.start()
    house.now += LONG_AGO
    await house.press(first, "1")
    del house.platform.messages[house.board().id]
    await house.press(other(first), "Offer draw", await private_view(house, other(first)))
    assert house.live()
    assert house.platform.pings == [(other(first).id, CHANNEL.id)]


async def private_view(house: House, who: Account) -> Shown:
    """A board in the private chat of one player."""
    code = next(iter(await house.store.matches.matches_in("fake", ChatId(CHANNEL.id), ["running"]))).match
    await house.type(who, f"/board {code}", private_chat(who))
    return house.board(private_chat(who))


async def test_a_notice_that_comes_too_late_notifies_nobody(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ben is asked while the platform is out; Ben has answered before it is back."""
    first, second, public = await house.start(), other(house.to_act()), house.board()
    view = await private_view(house, first)
    house.now += LONG_AGO
    monkeypatch.setattr(house.services.intake, "begin", lambda _: None)
    await house.handled(first, "1", view)
    await house.type(second, "/move 1")
    await house.restart()
    assert house.platform.pings == []
    assert house.live()[-1].id != public.id
    assert f"{second.name} sowed hollow 1" in house.live()[-1].message.text


async def test_after_a_restart_the_log_tells_who_is_watching(house: House) -> None:
    await house.start()
    await house.press(house.to_act(), "1")
    await house.restart()
    house.now += 300
    label = next(label for label in house.labels(house.board().message) if label.isdigit())
    await house.press(house.to_act(), label)
    assert house.platform.pings == []
