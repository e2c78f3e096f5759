"""What must not be lost when things go wrong at once: final boards, notices, other matches' boards."""

from __future__ import annotations

import pytest

from bot.handlers import responses
from bot.interface import Chat, Choose, Incoming, RetryLater, ShowBoard
from games.events import MatchId
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, Seen, other, private_chat
from tests.storage.facts import behind

LONG_AGO = 301  # seconds
BAR = Chat("fake", "bar", private=False)


def code_on(house: House, chat: Chat = CHANNEL) -> MatchId:
    return MatchId(house.board(chat).message.title.split()[-1])


async def resign(house: House) -> None:
    loser = house.to_act()
    await house.press(loser, "Resign")
    await house.press_note(loser, "Yes, resign", house.notes[loser.id][-1])
    await house.dispatcher.worker.settled()


async def test_a_final_board_stays_when_both_press_rematch(house: House) -> None:
    await house.start()
    await resign(house)
    final = house.board()
    await house.press(ADA, "Rematch", final)
    await house.press(BEN, "Rematch", final)
    assert house.platform.messages[final.id].message.title == final.message.title
    assert house.board().message.awaits, "the rematch runs on a board of its own"
    assert len(await house.store.boards.boards_of(code_on(house))) == 1


async def test_a_forged_press_takes_no_board_from_another_match(house: House) -> None:
    await house.start()
    one = house.board()
    await house.type(ADA, "/play sahara", BAR)
    await house.press(BEN, "Accept", house.board(BAR))
    for who, version in ((CLEO, 1), (house.to_act(), 1), (house.to_act(), 2)):
        forged = Choose(code_on(house, BAR), version, ("1",), True, 0)
        await house.ask(who, forged, CHANNEL, message=one.id)
        assert house.platform.messages[one.id].message.title == one.message.title
        assert await house.store.boards.boards_of(code_on(house))


async def test_a_refused_press_on_a_message_that_was_no_board_makes_it_none(house: House) -> None:
    """Only what shows more than has happened is set right."""
    await house.start()
    code = code_on(house)
    await resign(house)
    foreign = house.platform.put(CHANNEL, house.board().message, "foreign")
    version = len(await house.store.matches.load(code))
    for shown, adopted in ((version - 1, False), (version, False), (version + 1, True)):
        answer = await house.ask(ADA, Choose(code, shown, ("1",), True, 0), CHANNEL, message=foreign)
        assert (answer.update is not None) is adopted
        known = {board.message for board in await house.store.boards.boards_of(code)}
        assert (foreign in known) is adopted


async def test_the_others_see_what_is_stored_though_the_answer_to_the_press_fails(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.start()
    first = house.to_act()
    house.now += LONG_AGO

    async def broken(*_: object, **__: object) -> Seen:
        raise OSError("no picture")

    monkeypatch.setattr(responses, "update", broken)
    await house.press(first, "1")
    assert house.platform.pings == [(other(first).id, CHANNEL.id)]


async def test_a_notice_on_its_way_is_not_overtaken_by_a_board_that_was_asked_for(house: House) -> None:
    await house.start()
    first, code = house.to_act(), code_on(house)
    house.now += LONG_AGO
    house.platform.faults = [RetryLater(1.0)]
    shown = house.board()
    answer = await house.handled(first, "1", shown)
    await house.deliver(first, answer, CHANNEL, shown.id)
    await house.dispatcher.worker.settled()
    asked = await house.handle(Incoming(CLEO, CHANNEL, ShowBoard(code), "asked"))
    await house.deliver(CLEO, asked, CHANNEL, None)
    await house.wait(2)
    assert house.platform.pings == [(other(first).id, CHANNEL.id)]


async def test_a_board_that_failed_once_is_shown_without_another_event(house: House) -> None:
    await house.start("/play stacko")
    first = house.to_act()
    house.platform.faults = [RuntimeError("once")]
    await house.press(first, "1", house.board(private_chat(first)))
    await house.wait(2)
    await house.restart()
    assert await behind(house.store) == set()


async def test_of_many_finished_matches_the_newest_are_offered(house: House) -> None:
    await house.meet(ADA, BEN)
    codes = []
    for _ in range(27):
        house.now += 10
        await house.type(ADA, "/play sahara")
        await house.press(BEN, "Accept")
        codes.append(code_on(house))
        await resign(house)
    offered = [found.line for found in await house.dispatcher.complete(ADA, CHANNEL, "/rematch ")]
    assert offered == [f"/rematch {code}" for code in reversed(codes[-25:])]


async def test_a_chat_that_has_another_id_gets_its_boards_once_and_silently(house: House) -> None:
    await house.start()
    there = Chat("fake", "supergroup", private=False)
    await house.dispatcher.moved("fake", CHANNEL.id, there.id)
    await house.dispatcher.moved("fake", CHANNEL.id, there.id)
    await house.dispatcher.worker.settled()
    assert len(house.platform.in_chat(there)) == 1
    assert house.platform.pings == []
    (who,) = house.board(there).message.awaits
    await house.press(who, "1", house.board(there))
    assert f"{who.name} sowed hollow 1" in house.board(there).message.text
