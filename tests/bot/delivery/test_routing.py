"""Where players are told that they are asked: where they were seen, where they see it, and nowhere else."""

from __future__ import annotations

from bot.interface import Account, Chat, OfferRematch
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, Shown, other, private_chat

LONG_AGO = 301  # seconds, more than five minutes
ADAS, BENS = (Chat("fake", f"{name}/channel", private=False) for name in ("adas", "bens"))
GUILD = Chat("fake", "guild/channel", private=False)


def label_of(shown: Shown) -> str:
    """A move that passes the turn."""
    return next(label for label in House.labels(shown.message) if label.isdigit() and label != "4")


async def apart(house: House) -> dict[Account, Chat]:
    """Ada and Ben play in a channel each, where the other one is not."""
    await house.meet(ADA, BEN)
    await house.type(ADA, "/play sahara", ADAS)
    house.now += 1
    await house.type(BEN, f"/join {house.board(ADAS).code}", BENS)
    return {ADA: ADAS, BEN: BENS}


# After a restart


async def test_the_store_remembers_in_which_channel_each_of_them_is(house: House) -> None:
    chats = await apart(house)
    for _ in range(4):
        house.now += LONG_AGO
        await house.restart()
        house.platform.pings.clear()
        (who,) = house.live(BENS)[-1].message.awaits
        board = house.live(chats[who])[-1]
        await house.press(who, label_of(board), board)
        asked = other(who)
        assert house.platform.pings == [(asked.id, chats[asked].id)]


async def test_who_is_known_from_a_private_chat_is_told_there_without_a_board(house: House) -> None:
    """Ada offered in her private chat, where no board is any more; the match is shown in Ben's channel."""
    await house.meet(ADA, BEN)
    await house.type(ADA, "/play sahara", private_chat(ADA))
    code = house.board(private_chat(ADA)).code
    await house.type(BEN, f"/join {code}", BENS)
    (hers,) = [board for board in await house.store.boards.boards_of(code) if board.private]
    await house.store.boards.drop_board(hers.id)
    house.now += LONG_AGO
    await house.restart()
    house.platform.pings.clear()
    while house.live(BENS)[-1].message.awaits != (BEN,):
        await house.type(ADA, f"/move {label_of(house.live(BENS)[-1])} {code}", private_chat(ADA))
    house.now += LONG_AGO
    board = house.live(BENS)[-1]
    await house.press(BEN, label_of(board), board)
    assert house.platform.pings[-1] == ("ada", "@ada")


async def test_where_nobody_saw_a_player_they_are_told_only_if_nothing_else_is_known(house: House) -> None:
    """Ben's private chat is closed, and the only other board was asked for by a stranger."""
    await house.start_alone()
    (first,) = house.board(private_chat(ADA)).message.awaits
    second = other(first)
    code = house.board(private_chat(ADA)).code
    await house.type(CLEO, f"/board {code}", BENS)
    house.now += LONG_AGO
    house.platform.closed = {f"@{second.id}"}
    house.platform.pings.clear()
    await house.press(first, "1", house.board(private_chat(first)))
    assert house.platform.pings == []
    assert "I cannot write to " in house.board(private_chat(first)).message.text


async def test_who_is_challenged_in_a_channel_and_was_never_seen_is_told_there(house: House) -> None:
    await house.meet(BEN)
    await house.type(ADA, "/play sahara ben", ADAS)
    assert house.platform.pings == [("ben", ADAS.id)]


# Who was to see a board change that cannot be changed


async def by_press(house: House) -> tuple[Chat, Shown, Account]:
    """A match in a chat where the bot can only answer; gives the chat, the board, and whose turn it is."""
    there = Chat("fake", "~group", private=False)
    house.platform.by_press = {there.id}
    await house.meet(ADA, BEN)
    await house.type(ADA, "/play sahara", there)
    await house.press(BEN, "Accept", house.board(there))
    (first,) = house.board(there).message.awaits
    return there, house.board(there), first


async def test_who_is_watching_where_the_board_cannot_be_changed_is_told_elsewhere(house: House) -> None:
    there, board, first = await by_press(house)
    second = other(first)
    await house.type(first, f"/board {board.code}", private_chat(first))
    house.now += LONG_AGO
    await house.type(second, "/help", there)
    await house.press(first, "1", house.board(private_chat(first)))
    assert house.platform.pings == [(second.id, f"@{second.id}")]
    await house.restart()
    assert house.platform.pings == [(second.id, f"@{second.id}")]  # once


async def test_once_it_is_known_that_a_chat_changes_by_press_only_the_notice_comes_with_the_move(
    house: House,
) -> None:
    there, board, first = await by_press(house)
    second = other(first)
    house.services.presence.mark_closed("fake", there.id)
    await house.type(first, f"/board {board.code}", private_chat(first))
    calls = house.platform.calls
    await house.press(first, "1", house.board(private_chat(first)))
    assert house.platform.pings == [(second.id, f"@{second.id}")]
    assert house.platform.calls == calls + 2  # the notice, and the board of the chat in vain


async def test_where_the_press_itself_changes_the_board_who_is_watching_sees_it(house: House) -> None:
    there, board, first = await by_press(house)
    house.services.presence.mark_closed("fake", there.id)
    calls = house.platform.calls
    await house.press(first, "1", board)
    assert house.platform.pings == []
    assert house.platform.calls == calls


async def test_where_a_press_posts_the_board_of_a_rematch_who_is_watching_sees_that(house: House) -> None:
    there, board, _ = await by_press(house)
    await house.resign(BEN, board.code)
    await house.type(ADA, f"/board {board.code}", private_chat(ADA))
    await house.press(ADA, "Rematch", house.board(private_chat(ADA)))
    house.now += LONG_AGO
    house.services.presence.mark_closed("fake", there.id)
    await house.type(ADA, "/help", there)
    house.platform.pings.clear()
    await house.ask(BEN, OfferRematch(board.code), there, message=board.id)
    assert house.board(there).message.awaits
    assert house.platform.pings == []


async def test_who_watches_there_while_they_may_take_a_ply_back_is_told_elsewhere(house: House) -> None:
    there, board, first = await by_press(house)
    second = other(first)
    await house.press(first, "1", board)
    await house.press(first, "Take move back", house.board(there))
    await house.type(second, f"/board {board.code}", private_chat(second))
    house.now += LONG_AGO
    await house.type(first, "/help", there)
    house.platform.pings.clear()
    await house.press(second, "Allow take-back", house.board(private_chat(second)))
    assert house.platform.pings == [(first.id, f"@{first.id}")]


async def test_whoever_moves_again_there_is_not_told_of_their_own_turn(house: House) -> None:
    there, _, first = await by_press(house)
    await house.type(first, "/move 4", there)
    assert house.platform.pings == []


async def test_an_edit_that_a_private_chat_refuses_becomes_a_notice_elsewhere(house: House) -> None:
    first = await house.start("/play stacko")
    second = other(first)
    house.now += LONG_AGO
    await house.type(second, "/help", private_chat(second))
    house.platform.closed = {f"@{second.id}"}
    house.platform.pings.clear()
    await house.press(first, "1", house.board(private_chat(first)))
    assert house.platform.pings == [(second.id, CHANNEL.id)]
    assert house.board().message.awaits == (second,)


async def test_a_refused_edit_tells_nobody_who_saw_the_change_in_another_chat(house: House) -> None:
    first = await house.start("/play stacko")
    second = other(first)
    house.now += LONG_AGO
    for chat in (private_chat(second), CHANNEL):
        await house.type(second, "/help", chat)
    house.platform.closed = {f"@{second.id}"}
    house.platform.pings.clear()
    await house.press(first, "1", house.board(private_chat(first)))
    assert house.platform.pings == []


# A chat that was lost, and is back


async def test_a_lost_chat_is_open_as_soon_as_somebody_is_heard_there(house: House) -> None:
    await house.meet(ADA, BEN)
    await house.type(ADA, "/play sahara", GUILD)
    await house.press(BEN, "Accept", house.board(GUILD))
    code = house.board(GUILD).code
    await house.dispatcher.lost("fake", "guild")
    await house.dispatcher.worker.settled()
    await house.type(ADA, f"/board {code}", GUILD)
    number = len(house.platform.in_chat(GUILD))
    for _ in range(3):
        board = house.board(GUILD)
        (who,) = board.message.awaits
        await house.type(who, f"/move {label_of(board)}", GUILD)
    assert len(house.platform.in_chat(GUILD)) == number  # edited in place


async def test_a_channel_where_nothing_can_be_posted_is_not_open_because_somebody_types_there(
    house: House,
) -> None:
    first = await house.start()
    house.now += LONG_AGO
    house.platform.unposted = {CHANNEL.id}
    await house.type(first, "/move 1")
    assert house.services.presence.is_closed("fake", CHANNEL.id)
    await house.type(ADA, "/help")
    assert house.services.presence.is_closed("fake", CHANNEL.id)
