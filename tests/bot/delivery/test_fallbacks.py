"""Where the bot cannot write any more, a match goes on elsewhere, and people are told."""

from __future__ import annotations

import logging
import re

import pytest

from bot import interface
from bot.interface import Account, Chat, Choose, Incoming, RetryLater
from games.events import MatchId
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, other, private_chat

LONG_AGO = 301  # seconds, more than five minutes
GUILD = Chat("fake", "guild_1/channel", private=False)


def told(house: House, who: Account) -> list[str]:
    """What stands in somebody's private chat."""
    return [shown.message.text for shown in house.platform.in_chat(private_chat(who))]


async def chats_of(house: House, code: MatchId) -> set[str]:
    return {board.chat for board in await house.store.boards.boards_of(code)}


async def start_in(house: House, chat: Chat, line: str = "/play sahara") -> str:
    """Ada and Ben begin in this chat; gives the code of the match."""
    await house.meet(ADA, BEN)
    await house.type(ADA, line, chat)
    accepted_in = private_chat(BEN) if chat.private else chat
    await house.press(BEN, "Accept", house.board(accepted_in))
    return house.board(chat).code


# A private chat is closed


@pytest.mark.parametrize(("pause", "pings"), [(0, []), (LONG_AGO, [("ada", CHANNEL.id)])])
async def test_where_a_private_chat_is_closed_the_channel_gives_the_notice(
    house: House, pause: int, pings: list[tuple[str, str]]
) -> None:
    house.platform.closed = {"@ada"}
    await house.meet(ADA, BEN)
    await house.type(ADA, "/play sator")
    house.now += pause
    await house.press(BEN, "Accept")
    assert house.platform.pings == pings
    assert len(house.live()) == 1
    assert "under My view" in house.live()[0].message.text
    assert not house.platform.in_chat(private_chat(ADA))
    assert (await house.press(ADA, "My view")).noted.image


async def test_a_closed_private_chat_is_not_tried_again_at_every_turn(house: House) -> None:
    house.platform.closed = {"@ada", "@ben"}
    await house.start("/play stacko")
    calls = house.platform.calls
    first = house.to_act()
    answer = (await house.press(first, "My view")).noted
    await house.press_note(first, "1", answer)
    await house.settled()
    assert house.platform.calls == calls + 1  # the board in the channel


async def test_the_opponent_is_told_when_nothing_reaches_a_player(house: House) -> None:
    code = await start_in(house, private_chat(ADA), "/play sahara ben")
    (first,) = house.board(private_chat(ADA)).message.awaits
    second = other(first)
    house.now += LONG_AGO
    house.platform.closed = {f"@{second.id}"}
    await house.press(first, "1", house.board(private_chat(first)))
    text = house.board(private_chat(first)).message.text
    assert f"I cannot write to {second.name} in private" in text
    assert f"/hand {code}" in text
    assert house.platform.pings == [("ben", "@ben")]  # the challenge
    answer = (await house.type(second, f"/hand {code}")).noted
    played = await house.press_note(second, "1", answer)
    await house.settled()
    assert played.update
    assert f"{second.name} sowed hollow 1" in house.board(private_chat(first)).message.text


async def test_whoever_opens_their_private_chat_again_gets_a_board_there(house: House) -> None:
    code = await start_in(house, private_chat(ADA), "/play sahara ben")
    (first,) = house.board(private_chat(ADA)).message.awaits
    second = other(first)
    house.now += LONG_AGO
    house.platform.closed = {f"@{second.id}"}
    await house.press(first, "1", house.board(private_chat(first)))
    house.platform.closed.clear()
    await house.type(second, f"/board {code}", private_chat(second))
    await house.press(second, "1", house.board(private_chat(second)))
    text = house.board(private_chat(first)).message.text
    assert f"{second.name} sowed hollow 1" in text
    assert "closed" not in text


async def test_a_challenge_that_cannot_be_brought_is_told_to_the_challenger(house: House) -> None:
    house.platform.closed = {"@ben"}
    await house.meet(BEN)
    for _ in range(2):  # the second time it is known already
        await house.type(ADA, "/play sahara ben", private_chat(ADA))
        text = house.board(private_chat(ADA)).message.text
        code = house.board(private_chat(ADA)).code
        assert "I cannot write to Ben in private" in text
        assert f"/join {code}" in text
    await house.type(BEN, f"/join {code}")
    assert house.board(CHANNEL).message.image


# Nothing new can be posted in a channel


async def test_where_nothing_new_can_be_posted_the_old_board_lives_on(house: House) -> None:
    await house.start()
    board, first = house.board(), house.to_act()
    house.now += LONG_AGO
    house.platform.unposted = {CHANNEL.id}
    await house.type(first, "/move 1")
    second = other(first)
    assert [shown.id for shown in house.live()] == [board.id]
    assert "sowed hollow 1" in house.board().message.text
    assert house.platform.pings == [(second.id, f"@{second.id}")]
    await house.press(second, "1", house.board(private_chat(second)))
    assert f"{second.name} sowed hollow 1" in house.board().message.text


async def test_where_nothing_can_be_told_the_board_is_changed_and_nothing_goes_round_in_circles(
    house: House,
) -> None:
    first = await house.start()
    house.now += LONG_AGO
    house.platform.unposted = {CHANNEL.id, "@ada", "@ben"}
    calls = house.platform.calls
    await house.type(first, "/move 1")
    assert house.platform.pings == []
    assert "sowed hollow 1" in house.board().message.text
    assert house.platform.calls - calls == 3  # the channel, the private chat, and the old board in its place


# Boards that change by press only


async def by_press(house: House) -> Account:
    await house.start()
    house.platform.by_press = {CHANNEL.id}
    return house.to_act()


async def test_a_board_that_changes_by_press_only_stays_until_it_is_pressed(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    first = await by_press(house)
    old = house.board()
    await house.type(first, "/move 1")
    assert house.board() == old
    assert house.slept == [wait for wait in house.slept if wait == 2.0]
    assert not [record for record in caplog.records if record.levelno >= logging.INFO]
    await house.press(other(first), "1")  # made on the board as it was
    assert "sowed hollow 1" in house.board().message.text
    assert house.board().id == old.id


async def test_of_two_boards_that_change_by_press_only_each_is_right_when_it_is_pressed(house: House) -> None:
    first = await by_press(house)
    old = house.board()
    await house.type(first, "/board")
    fresh = house.board()
    await house.press(first, "1", old)
    assert "sowed hollow 1" in house.platform.messages[old.id].message.text
    assert "sowed hollow 1" not in house.platform.messages[fresh.id].message.text
    answer = await house.press(first, "1", fresh)
    assert not answer.succeeded
    assert house.note(first).startswith("The match has moved on since.")
    assert "sowed hollow 1" in house.platform.messages[fresh.id].message.text
    assert (await house.press(other(first), "1", house.platform.messages[fresh.id])).succeeded


async def test_a_press_on_a_board_costs_nothing_more_where_only_presses_count(house: House) -> None:
    first = await by_press(house)
    calls = house.platform.calls
    await house.press(first, "1")
    await house.press(other(first), "1")
    assert house.platform.calls == calls


async def test_who_is_away_from_such_a_chat_is_told_in_their_private_chat(house: House) -> None:
    first = await by_press(house)
    second = other(first)
    house.now += LONG_AGO
    await house.press(first, "1")
    assert house.platform.pings == [(second.id, f"@{second.id}")]
    house.now += LONG_AGO
    await house.press(second, "1", house.board(private_chat(second)))
    assert house.platform.pings[1:] == [(first.id, f"@{first.id}")]


async def test_a_move_that_is_typed_there_is_answered_with_a_fresh_board(house: House) -> None:
    first = await by_press(house)
    await house.type(first, "/move 4")  # the first time it is not known yet
    assert (await house.type(first, "/move 1")).post
    assert house.platform.pings == [], "who is watching sees it"
    assert "and captured 4 beans." in house.board().message.text
    await house.press(first, "2")
    assert "sowed hollows 4, 1, 2" in house.board().message.text


# A channel is lost


@pytest.mark.parametrize("how", ["refused", "reported", "reported by the guild"])
async def test_a_match_goes_on_in_private_when_its_channel_is_lost(house: House, how: str) -> None:
    code = MatchId(await start_in(house, GUILD))
    first = house.board(GUILD).message.awaits[0]
    house.platform.closed = {GUILD.id}
    if how == "refused":
        await house.type(first, f"/move 4 {code}", private_chat(first))
    else:
        await house.dispatcher.lost("fake", GUILD.id if how == "reported" else "guild_1")
        await house.settled()
    assert await chats_of(house, code) == {"@ada", "@ben"}
    for who in (ADA, BEN):
        assert len([text for text in told(house, who) if f"match {code} of Sahara" in text]) == 1
        assert len(house.live(private_chat(who))) == 1
    await house.press(first, "1", house.live(private_chat(first))[-1])
    for who in (ADA, BEN):
        assert re.search(r"sowed hollow(s 4,)? 1", house.live(private_chat(who))[-1].message.text)


async def test_who_never_read_the_lost_channel_is_told_nothing(house: House) -> None:
    await house.meet(ADA, BEN)
    await house.type(ADA, "/play sahara", GUILD)
    code = MatchId(house.board(GUILD).code)
    await house.type(BEN, f"/join {code}")
    await house.dispatcher.lost("fake", GUILD.id)
    await house.settled()
    assert await chats_of(house, code) == {"@ada", CHANNEL.id}
    assert len(told(house, ADA)) == 2
    assert told(house, BEN) == []


async def test_only_the_lost_place_is_given_up(house: House) -> None:
    code = MatchId(await start_in(house, Chat("fake", "guildX1/channel", private=False)))
    await house.dispatcher.lost("fake", "guild_1")
    await house.dispatcher.lost("fake", "guild")
    await house.dispatcher.lost("other", "guildX1")
    await house.settled()
    assert await chats_of(house, code) == {"guildX1/channel"}


async def test_who_has_a_private_board_keeps_it_and_is_told_too(house: House) -> None:
    code = await start_in(house, GUILD, "/play sator")
    boards = {who: house.live(private_chat(who)) for who in (ADA, BEN)}
    await house.dispatcher.lost("fake", GUILD.id)
    await house.settled()
    for who in (ADA, BEN):
        assert house.live(private_chat(who)) == boards[who]
        assert f"match {code} of Sator" in told(house, who)[-1]


async def test_a_challenge_in_a_lost_channel_is_told_to_its_challenger(house: House) -> None:
    await house.type(ADA, "/play sahara", GUILD)
    code = house.board(GUILD).code
    await house.dispatcher.lost("fake", "guild_1")
    await house.settled()
    (text,) = told(house, ADA)
    assert f"/join {code}" in text
    await house.type(BEN, f"/join {code}")
    assert house.board(CHANNEL).message.image


async def test_the_loss_of_a_channel_is_told_in_the_language_that_somebody_has_chosen(house: House) -> None:
    await house.type(ADA, "/settings language=de", private_chat(ADA))
    await house.type(ADA, "/play sahara", GUILD)
    await house.dispatcher.lost("fake", "guild_1")
    await house.settled()
    (told,) = house.platform.in_chat(private_chat(ADA))
    assert told.message.text.startswith("In dem Chat, in dem deine Herausforderung")


async def test_a_finished_match_in_a_lost_channel_is_forgotten(house: House) -> None:
    code = MatchId(await start_in(house, GUILD))
    await house.ask(ADA, interface.Resign(code, sure=True), GUILD, message=house.board(GUILD).id)
    calls = house.platform.calls
    await house.dispatcher.lost("fake", "guild_1")
    await house.settled()
    assert await chats_of(house, code) == set()
    assert house.platform.calls == calls


async def test_a_lost_channel_is_told_once_though_the_platform_falters_and_the_bot_dies(house: House) -> None:
    code = MatchId(await start_in(house, GUILD))
    house.platform.closed = {GUILD.id}
    house.platform.faults = [RetryLater(), RetryLater()]
    await house.dispatcher.lost("fake", GUILD.id)
    await house.restart()
    first = next(who for who in (ADA, BEN) if who in awaited(house, code))
    await house.type(first, f"/move 1 {code}", private_chat(first))
    await house.restart()
    for who in (ADA, BEN):
        assert len([text for text in told(house, who) if "I can no longer write" in text]) == 1
        assert len(house.live(private_chat(who))) == 1
        assert re.search(r"sowed hollow(s 4,)? 1", house.live(private_chat(who))[-1].message.text)


def awaited(house: House, code: MatchId) -> tuple[Account, ...]:
    shown = [s for s in house.platform.messages.values() if code in s.message.title and s.message.awaits]
    return shown[-1].message.awaits


async def test_a_player_whom_nothing_reaches_after_the_loss_is_named_to_the_other(house: House) -> None:
    code = MatchId(await start_in(house, GUILD))
    house.platform.closed = {GUILD.id, "@ben"}
    await house.dispatcher.lost("fake", GUILD.id)
    await house.settled()
    assert await chats_of(house, code) == {"@ada"}
    assert "I cannot write to Ben in private" in house.live(private_chat(ADA))[-1].message.text


async def test_a_challenge_that_could_not_be_posted_is_told_to_its_challenger(house: House) -> None:
    house.platform.closed = {CHANNEL.id}
    answer = await house.handle(Incoming(ADA, CHANNEL, interface.OfferChallenge("sahara", None, ()), "p"))
    assert answer.delivery
    await house.dispatcher.delivered(answer.delivery, None)
    await house.settled()
    assert "/join" in told(house, ADA)[-1]


# A platform that does not run


async def test_an_account_on_a_platform_that_does_not_run_is_left_alone(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    away = Account("gone", "ada", "Ada")
    there = Chat("gone", "@ada", private=True)
    offered = (
        await house.handle(Incoming(away, there, interface.OfferChallenge("sator", None, ()), "far away"))
    ).posted
    code = offered.title.split()[-1]
    house.now += LONG_AGO
    await house.type(BEN, f"/join {code}")
    assert house.board().message.image
    hide = house.board(private_chat(BEN))
    for file in ("b", "d"):
        await house.press(BEN, file, hide)
        hide = house.board(private_chat(BEN))
    assert not [button for row in hide.message.rows for button in row if isinstance(button.request, Choose)]
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_a_stranger_is_never_counted_as_a_player_who_is_watching(house: House) -> None:
    first = await house.start()
    house.now += LONG_AGO
    await house.press(CLEO, "More")
    await house.press(first, "1")
    assert house.platform.pings == [(other(first).id, CHANNEL.id)]
