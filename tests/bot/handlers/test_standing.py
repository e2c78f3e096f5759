"""The standing message of a chat: one message that lists what goes on there, and is kept up to date."""

from __future__ import annotations

import asyncio

import pytest

from bot.domain.puzzles import puzzles
from bot.interface import Account, AnswerPuzzle, ChangeChat, Chat, Screen, Unreachable
from storage.boards import ChatId
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, Shown, private_chat

pytestmark = pytest.mark.house(managers=[ADA])

DAY = 86_400  # seconds
EMPTY = "No match is running in this chat now."
CHALLENGED = "Sahara: Ada has challenged Ben"


async def stood(house: House) -> Shown:
    """The message after an admin has asked for it."""
    answer = await house.type(ADA, "/standing")
    assert "keep the list up to date" in answer.noted.text
    return house.board()


def standing(house: House, shown: Shown) -> Screen:
    return house.platform.messages[shown.id].message


async def test_it_follows_challenges_turns_and_ends(house: House) -> None:
    shown = await stood(house)
    assert standing(house, shown).text == EMPTY
    await house.wait(60)
    await house.meet(BEN)
    await house.type(ADA, "/play sahara Ben")
    board = house.board()
    await house.wait(1)
    assert standing(house, shown).text == f"{CHALLENGED} ({board.code})."
    await house.press(BEN, "Accept", board)
    await house.wait(60)
    line = standing(house, shown).text
    assert line.startswith((f"Sahara: Ada – Ben ({board.code}).", f"Sahara: Ben – Ada ({board.code})."))
    assert "is to move, since " in line
    ((since, _),) = standing(house, shown).moments
    assert since in line, "platforms tell it in each reader's time zone"
    await house.type(BEN, "/resign")
    await house.press_note(BEN, "Yes, resign", house.notes[BEN.id][-1])
    await house.wait(60)
    assert standing(house, shown).text == EMPTY


async def test_an_open_challenge_is_accepted_there(house: House) -> None:
    shown = await stood(house)
    await house.wait(60)
    await house.type(ADA, "/play sahara")
    board = house.board()
    await house.wait(1)
    await house.press(BEN, f"Accept {board.code}", house.platform.messages[shown.id])
    await house.wait(60)
    assert "is to move" in standing(house, shown).text


@pytest.mark.parametrize("known", [True, False])
async def test_what_is_accepted_there_makes_no_board_of_it(
    house: House, monkeypatch: pytest.MonkeyPatch, *, known: bool
) -> None:
    """Neither when its message is stored, nor when it is pressed before that."""
    await house.meet(BEN)
    await house.type(ADA, "/play sahara")
    board, post = house.board(), house.platform.post

    async def pressed(chat: Chat, message: Screen, nonce: str, answer: str | None = None) -> str:
        posted = await post(chat, message, nonce, answer)
        monkeypatch.undo()
        await house.press(BEN, f"Accept {board.code}", house.platform.messages[posted])
        return posted

    if not known:
        monkeypatch.setattr(house.platform, "post", pressed)
    shown = await stood(house)
    if known:
        await house.press(BEN, f"Accept {board.code}", house.platform.messages[shown.id])
    assert {one.message for one in await house.store.boards.boards_of(board.code)} == {board.id}
    assert "is to move" not in standing(house, shown).text, "it is edited once a minute"
    await house.wait(60)
    assert "is to move" in standing(house, shown).text
    assert len(house.platform.in_chat(CHANNEL)) == 2


async def test_it_is_edited_once_a_minute_at_most_and_notifies_nobody(house: House) -> None:
    shown = await stood(house)
    for _ in range(3):
        await house.type(ADA, "/play sahara")
        await house.wait(10)
    assert house.platform.messages[shown.id].edits == 0
    await house.wait(30)
    assert house.platform.messages[shown.id].edits == 1
    assert standing(house, shown).text.count("is looking for an opponent") == 3
    assert house.platform.pings == []
    assert not standing(house, shown).awaits


async def test_what_goes_on_elsewhere_is_not_listed(house: House) -> None:
    shown = await stood(house)
    await house.wait(60)
    await house.meet(BEN)
    await house.type(CLEO, "/play sahara Ben", private_chat(CLEO))
    await house.wait(60)
    assert standing(house, shown).text == EMPTY


async def test_one_that_was_deleted_is_posted_anew(house: House) -> None:
    shown = await stood(house)
    del house.platform.messages[shown.id]
    await house.type(ADA, "/play sahara")
    await house.wait(60)
    (fresh,) = [one for one in house.platform.in_chat(CHANNEL) if "is looking for an" in one.message.text]
    assert fresh.id != shown.id


async def test_a_chat_that_cannot_be_written_to_has_none_any_more(house: House) -> None:
    await stood(house)
    await house.type(ADA, "/play sahara")
    house.platform.closed = {CHANNEL.id}
    await house.wait(60)
    assert await house.stored('INSERT INTO "standing_messages"') == []


async def test_asked_for_again_it_stands_below_and_the_old_one_is_gone(house: House) -> None:
    first = await stood(house)
    await house.wait(60)
    second = await stood(house)
    assert house.platform.in_chat(CHANNEL) == [second]
    assert second.id != first.id


async def test_it_is_taken_away_by_its_button(house: House) -> None:
    await stood(house)
    await house.press_note(ADA, "Take it away", house.notes[ADA.id][-1])
    assert house.platform.in_chat(CHANNEL) == []
    await house.type(ADA, "/play sahara")
    await house.wait(120)
    assert len(house.platform.in_chat(CHANNEL)) == 1, "the challenge alone"


async def test_only_admins_of_a_group_may_ask_for_it(house: House) -> None:
    assert "Only admins" in (await house.type(BEN, "/standing")).noted.text
    assert "in the group or channel" in (await house.type(ADA, "/standing", private_chat(ADA))).noted.text
    house.platform.unposted = {CHANNEL.id}
    assert "I cannot write in this channel" in (await house.type(ADA, "/standing")).noted.text
    assert house.platform.messages == {}


async def test_a_kill_while_it_is_edited_loses_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = await stood(house)
    await house.type(ADA, "/play sahara")

    async def killed(*_: object) -> None:
        raise ConnectionError

    with monkeypatch.context() as patch:
        patch.setattr(house.store.standing_messages, "put", killed)
        await house.wait(60)
    house.platform.takes_repeats = True
    await house.restart()
    await house.wait(120)
    assert len([one for one in house.platform.in_chat(CHANNEL) if one.id == shown.id]) == 1
    assert "is looking for an opponent" in standing(house, shown).text


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_a_kill_while_it_is_posted_leaves_one(
    house: House, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """Before its message is known, or before the one that it replaces is deleted."""
    first = await stood(house)

    async def killed(*_: object, **named: object) -> None:
        raise ConnectionError

    with monkeypatch.context() as patch:
        if moment == "before":
            patch.setattr(house.store.standing_messages, "put", killed)
        else:
            patch.setattr(house.platform, "delete", killed)
        await house.type(ADA, "/standing")
        await house.settled()
    await house.type(ADA, "/play sahara")
    await house.restart()
    await house.wait(60)
    (second,) = [one for one in house.platform.in_chat(CHANNEL) if "going on" in one.message.title]
    assert second.id != first.id
    assert "is looking for an opponent" in standing(house, second).text


async def test_what_changes_while_it_is_posted_is_told_a_minute_later(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.meet(BEN)
    posted = house.platform.post

    async def post(chat: Chat, message: Screen, nonce: str, answer: str | None = None) -> str:
        monkeypatch.undo()
        await house.type(BEN, "/play sahara")
        return await posted(chat, message, nonce, answer)

    monkeypatch.setattr(house.platform, "post", post)
    shown = await stood(house)
    assert standing(house, shown).text == EMPTY
    await house.wait(60)
    assert "is looking for an opponent" in standing(house, shown).text


async def test_two_who_ask_for_it_at_once_get_one(house: House) -> None:
    await house.meet(ADA)
    await asyncio.gather(*(house.type(ADA, "/standing") for _ in range(2)))
    await house.settled()
    (shown,) = house.platform.in_chat(CHANNEL)
    await house.wait(60)
    await house.type(ADA, "/play sahara")
    await house.wait(60)
    assert "is looking for an opponent" in standing(house, shown).text


async def test_asked_for_by_the_same_press_again_it_is_still_brought_up_to_date(house: House) -> None:
    await house.type(ADA, "/standing", press="once")
    shown = house.board()
    await house.type(ADA, "/play sahara")
    await house.type(ADA, "/standing", press="once")
    await house.wait(60)
    assert "is looking for an opponent" in standing(house, shown).text


async def test_one_that_cannot_be_edited_any_more_is_posted_anew_in_place_of_the_old_one(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = await stood(house)

    async def refused(*_: object) -> None:
        raise Unreachable

    monkeypatch.setattr(house.platform, "edit", refused)
    await house.type(ADA, "/play sahara")
    await house.wait(60)
    (fresh,) = [one for one in house.platform.in_chat(CHANNEL) if "is looking for an" in one.message.text]
    assert fresh.id != shown.id
    assert shown.id not in house.platform.messages


async def test_a_board_that_is_brought_here_is_listed(house: House) -> None:
    """Though nothing has happened in its match since then."""
    await house.start_alone()
    code = house.board(private_chat(ADA)).code
    shown = await stood(house)
    await house.wait(60)
    assert standing(house, shown).text == EMPTY
    await house.type(ADA, f"/board {code}")
    await house.wait(60)
    assert f"({code})" in standing(house, shown).text


async def test_it_moves_with_its_chat(house: House) -> None:
    await stood(house)
    await house.dispatcher.moved("fake", CHANNEL.id, "new")
    await house.wait(120)
    (fresh,) = [one for one in house.platform.messages.values() if one.chat.id == "new"]
    assert fresh.message.text == EMPTY


async def test_it_tells_who_leads_the_puzzle_of_the_day_of_those_who_agree(house: House) -> None:
    shown = await stood(house)
    await house.ask(ADA, ChangeChat(CHANNEL.place, ("daily=on",)), CHANNEL)
    await house.wait(DAY)
    assert standing(house, shown).text == f"{EMPTY}\nPuzzle of the day: nobody has solved it yet."
    for who, right in ((BEN, False), (CLEO, True), (BEN, True)):
        await answer_puzzle(house, who, right=right)
        await house.wait(1)
    await house.wait(60)
    assert standing(house, shown).text.endswith("Puzzle of the day: 2 people have solved it.")
    for who, told in ((BEN, "Ben leads."), (CLEO, "Cleo leads, with the first try.")):
        await house.type(who, "/settings named=on", private_chat(who))
        await house.wait(60)
        assert standing(house, shown).text.endswith(f"2 people have solved it. {told}")
    await house.forget(CLEO)
    await house.wait(60)
    assert standing(house, shown).text.endswith("1 person has solved it. Ben leads.")
    await house.wait(DAY)
    assert "nobody has solved it yet" in standing(house, shown).text
    assert house.platform.pings == []


async def test_without_a_puzzle_of_the_day_it_tells_of_none(house: House) -> None:
    shown = await stood(house)
    await house.ask(ADA, ChangeChat(CHANNEL.place, ("daily=on",)), CHANNEL)
    await house.wait(DAY)
    await house.ask(ADA, ChangeChat(CHANNEL.place, ("daily=off",)), CHANNEL)
    await house.wait(DAY)
    assert standing(house, shown).text == EMPTY


async def answer_puzzle(house: House, who: Account, *, right: bool) -> None:
    newest, *_ = await house.store.puzzles.posts(CHANNEL.platform, ChatId(CHANNEL.id))
    puzzle = puzzles()[newest.puzzle]
    notation = next(move for move in puzzle.values if (move in puzzle.answers) == right)
    await house.ask(who, AnswerPuzzle(puzzle.code, None, tuple(notation.split()), True, 0), CHANNEL)
