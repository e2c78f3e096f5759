"""Which message is a board of which match: nothing that somebody presses takes a board away from another."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.interface import AcceptChallenge, Chat, Choose, Incoming, Resign, Screen
from storage.boards import BoardId, ChatId
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, Shown, other, private_chat

BAR = Chat("fake", "bar", private=False)


def now(house: House, shown: Shown) -> Shown:
    """The message as it stands by now."""
    return house.platform.messages[shown.id]


async def finished(house: House, line: str = "/play sahara") -> Shown:
    """The final board of a match of Ada and Ben in the channel."""
    await house.start(line)
    await house.ask(ADA, Resign(house.board().code, sure=True), CHANNEL, message=house.board().id)
    return house.board()


# Rematches


@pytest.mark.parametrize("line", ["/play sahara", "/play sator"])
async def test_the_final_board_stays_when_both_press_rematch_on_it(house: House, line: str) -> None:
    final = await finished(house, line)
    await house.press(ADA, "Rematch", final)
    challenge = house.board()
    answer = await house.press(BEN, "Rematch", final)
    assert answer.note
    assert answer.succeeded
    assert now(house, final) == final
    assert now(house, challenge).message.image
    assert house.platform.in_chat(CHANNEL)[-1].id == challenge.id
    assert final.id in {board.message for board in await house.store.boards.boards_of(final.code)}
    codes = {shown.code for shown in house.live()}
    assert codes == {final.code, now(house, challenge).code}


async def test_the_final_boards_of_private_chats_stay_too(house: House) -> None:
    await house.start_alone()
    await house.type(ADA, f"/draw {house.board(private_chat(ADA)).code}", private_chat(ADA))
    await house.press(BEN, "Accept draw", house.board(private_chat(BEN)))
    finals = {
        who: next(s for s in house.live(private_chat(who)) if "Rematch" in house.labels(s.message))
        for who in (ADA, BEN)
    }
    await house.press(ADA, "Rematch", finals[ADA])
    await house.press(BEN, "Rematch", finals[BEN])
    for who, final in finals.items():
        assert now(house, final) == final
        rematch = house.live(private_chat(who))[-1]
        assert rematch.message.image
        assert rematch.code != final.code


async def test_a_rematch_asked_for_elsewhere_gets_a_board_where_it_is_accepted(house: House) -> None:
    final = await finished(house)
    await house.type(ADA, f"/rematch {final.code}", BAR)
    assert (await house.press(BEN, "Rematch", final)).post
    assert now(house, final) == final
    assert house.board().code == house.board(BAR).code


async def test_a_rematch_pressed_on_a_view_of_ones_own_leaves_the_view(house: House) -> None:
    final = await finished(house)
    await house.press(ADA, "Rematch", final)
    view = final.message
    answer = await house.press_note(BEN, "Rematch", view)
    assert answer.update is None
    assert answer.note


# Secrets


async def test_who_accepts_in_a_private_chat_gets_no_board_in_another_one(house: House) -> None:
    """As in the chat of their other account on the same platform."""
    theirs = Chat("fake", "@ben's other account", private=True)
    await house.type(ADA, "/play sator")
    await house.type(BEN, f"/join {house.board().code}", theirs)
    assert len(house.live(theirs)) == 1
    assert house.platform.in_chat(private_chat(BEN)) == []


# Forged presses


async def two_matches(house: House) -> tuple[Shown, Shown]:
    await house.start()
    await house.type(ADA, "/play sahara", BAR)
    await house.press(BEN, "Accept", house.board(BAR))
    return house.board(), house.board(BAR)


@pytest.mark.parametrize("who", ["a stranger", "a player"])
async def test_a_press_that_names_another_match_takes_no_message_from_its_own(house: House, who: str) -> None:
    one, two = await two_matches(house)
    (first,) = two.message.awaits
    presser = CLEO if who == "a stranger" else first
    request = Choose(two.code, 2, ("1",), True, 0)
    answer = await house.ask(presser, request, CHANNEL, message=one.id)
    assert answer.note
    assert answer.succeeded == (presser == first)
    assert now(house, one) == one
    assert [board.message for board in await house.store.boards.boards_of(one.code)] == [one.id]
    assert {board.chat for board in await house.store.boards.boards_of(two.code)} == {BAR.id}


async def test_not_even_in_a_private_chat_is_another_match_overwritten(house: House) -> None:
    one, two = await two_matches(house)
    (first,) = two.message.awaits
    await house.type(first, f"/board {one.code}", private_chat(first))
    own = house.board(private_chat(first))
    assert (await house.ask(first, Choose(two.code, 2, ("1",), True, 0), own.chat, message=own.id)).note
    assert now(house, own) == own


async def test_what_is_refused_makes_no_message_a_board(house: House) -> None:
    await house.start()
    board, code = house.board(), house.board().code
    first = house.to_act()
    unknown = replace(board, id="unknown")
    house.platform.messages["unknown"] = unknown
    for who, request in (
        (CLEO, Choose(code, 2, ("1",), True, 0)),
        (other(first), Choose(code, 2, ("1",), True, 0)),
        (first, Choose(code, 1, ("1",), True, 0)),
        (first, AcceptChallenge(code)),
    ):
        answer = await house.ask(who, request, CHANNEL, message="unknown")
        assert answer.note
        assert not answer.update
    assert [known.message for known in await house.store.boards.boards_of(code)] == [board.id]
    await house.ask(first, Choose(code, 2, ("1",), True, 0), CHANNEL, message="unknown")
    assert "sowed hollow 1" in house.platform.messages["unknown"].message.text
    assert {known.message for known in await house.store.boards.boards_of(code)} == {"unknown"}, (
        "one lives in a chat"
    )


async def test_half_a_move_makes_an_unknown_message_a_board_that_goes_on(house: House) -> None:
    await house.start("/play sato variant=open table=small")
    first, shown = house.to_act(), house.board()
    message = house.platform.put(BAR, shown.message, "unknown")
    await house.press(first, "a …", house.board(BAR))
    await house.ask(first, Resign(shown.code, sure=True), CHANNEL)
    assert f"{other(first).name} wins" in house.platform.messages[message].message.text


# Pressed before its id is stored


async def pressed_as_it_is_posted(house: House, patch: pytest.MonkeyPatch) -> Shown:
    """Ada's board of a new match of Sator: she has chosen a file before the bot knew the message's id."""
    post, early = house.platform.post, list[Shown]()

    async def post_and_press(chat: Chat, message: Screen, nonce: str, **more: Any) -> str:
        posted = await post(chat, message, nonce, **more)
        if chat == private_chat(ADA) and not early:
            early.append(house.platform.messages[posted])
            request = house.button(message, "a").request
            answer = await house.handle(Incoming(ADA, chat, request, "early", posted))
            assert answer.update
            await house.deliver(ADA, answer, chat, posted)
        return posted

    patch.setattr(house.platform, "post", post_and_press)
    await house.start("/play sator")
    await house.settled()
    return early[0]


async def test_a_board_that_is_pressed_at_once_goes_on(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    board = await pressed_as_it_is_posted(house, monkeypatch)
    assert [shown.id for shown in house.live(private_chat(ADA))] == [board.id]
    rows = await house.store.boards.boards_of(board.code)
    assert [row.message for row in rows].count(board.id) == 1
    await house.press(ADA, "b", now(house, board))
    await house.ask(BEN, Resign(board.code, sure=True), CHANNEL)
    assert "Ada wins" in now(house, board).message.text


async def test_of_two_boards_that_are_one_message_one_remains(house: House) -> None:
    """As when a press was stored after the id of the message that it was on."""
    await house.start("/play sahara")
    board = house.board()
    (row,) = await house.store.boards.boards_of(board.code)
    await house.store.boards.put_boards([replace(row, id=BoardId("twin"), shown=0)])
    await house.press(ADA, "1", board)
    (row,) = await house.store.boards.boards_of(board.code)
    assert row.message == board.id
    assert "Ben's turn" in now(house, board).message.text


async def test_the_board_whose_message_was_forgotten_is_the_one_that_is_pressed(house: House) -> None:
    """As when the bot was killed after it had posted it; no second board is made of it."""
    await house.start("/play sahara")
    (row,) = await house.store.boards.boards_of(house.board().code)
    lost = replace(row, id=BoardId("lost"), chat=ChatId(BAR.id), message=None)
    await house.store.boards.put_boards([lost])
    (first,) = house.board().message.awaits
    message = house.platform.put(BAR, house.board().message, "lost")
    await house.ask(first, Choose(row.match, 2, ("1",), True, 0), BAR, message=message)
    assert "sowed hollow 1" in house.platform.messages[message].message.text
    rows = await house.store.boards.boards_of(row.match)
    assert [(one.id, one.message) for one in rows if one.chat == BAR.id] == [("lost", message)]
