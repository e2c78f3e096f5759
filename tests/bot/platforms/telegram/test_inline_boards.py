"""Matches that are played on a message which somebody sent by way of the bot, in a chat without it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bot.delivery.routing import PRESENT_FOR
from bot.interface import AcceptChallenge, BuildChallenge, OfferChallenge, OfferRematch, ShowBoard
from bot.interface.requests import OVERVIEW, SEND
from bot.platforms.callback_data import encode
from bot.platforms.telegram.pace import PRIVATE, PRIVATE_SECONDS
from bot.platforms.telegram.sender import PICTURED_WITHIN
from bot.presentation.challenge_builder import owner_of
from bot.texts import texts_for
from games.events import MatchId
from tests.bot.platforms.telegram.setup import Table, choices, table
from tests.loopback.telegram.limits import Flood, Rate
from tests.loopback.telegram.people import Person
from tests.loopback.telegram.showing import Shown

SAY = texts_for("en")


@asynccontextmanager
async def hosted(folder: Path, *, flood: Flood | None = None) -> AsyncIterator[Table]:
    """A bot whose host, Cleo, takes its pictures."""
    async with table(folder, flood=flood) as there:
        await there.close()
        there.cleo.private.bot, there.picture_chat = "member", there.cleo.id
        await there.open()
        yield there


def mover(there: Table, board: Shown) -> Person:
    people = (there.ada, there.ben)
    return next(one for one in people if SAY("turn.one", name=one.user.first_name) in board.text)


async def play(there: Table, board: Shown, presses: int = 1) -> Shown:
    for _ in range(presses):
        await mover(there, board).press(board, choices(board)[0].label)
        await there.settled()
        board = there.ada.still(board)
    return board


def sent_to(there: Table, *methods: str) -> list[str]:
    return [call.method for call in there.telegram.calls if call.method in methods]


async def test_the_message_shows_pictures_that_were_brought_by_the_chat_of_the_host(tmp_path: Path) -> None:
    async with hosted(tmp_path) as there:
        board = await there.send_board()
        assert board.sha256 is not None
        after = await play(there, board)
        assert after.sha256 not in (None, board.sha256)
        assert (
            after.text.count(SAY("turn.one", name="Ada")) + after.text.count(SAY("turn.one", name="Ben")) == 1
        )
        edits = [call for call in there.telegram.calls if call.method == "editMessageMedia"]
        assert edits
        assert not any(call.uploaded for call in edits)
        assert there.cleo.messages(there.cleo.private) == []  # each was taken away again
        assert there.cleo.notifications == []


async def test_a_match_is_pressed_to_its_end_where_nobody_has_started_the_bot(there: Table) -> None:
    board, presses = await there.send_board("sahara target=30"), 0
    while choices(board):
        board = await play(there, board)
        presses += 1
    assert presses > 10
    assert SAY("button.rematch") in board.labels
    assert {one.chat for person in (there.ada, there.ben) for one in person.messages()} == {board.chat}
    assert there.ben.still(board).text == board.text


async def offer_draw(there: Table, board: Shown) -> None:
    """Ada does so behind *More*, which only she sees."""
    await there.ada.press(board, SAY("button.more"))
    panel = await there.ada.sees(lambda one: SAY("button.draw") in one.labels, board.chat)
    await there.ada.press(panel, SAY("button.draw"))
    await there.settled()


async def test_a_picture_that_telegram_has_is_not_brought_again_and_a_forgotten_one_is(
    tmp_path: Path,
) -> None:
    async with hosted(tmp_path) as there:
        board = await there.send_board()
        brought = len(sent_to(there, "sendPhoto"))
        await offer_draw(there, board)  # other words below the same picture
        await there.settled()
        assert there.ada.still(board).sha256 == board.sha256
        assert len(sent_to(there, "sendPhoto")) == brought
        there.telegram.service.world.pictures.clear()
        await there.ben.press(there.ada.still(board), SAY("button.decline_draw"))
        await there.settled()
        assert SAY("offer.stands", name="Ada") not in there.ada.still(board).text
        assert len(sent_to(there, "sendPhoto")) == brought + 1


async def test_where_the_host_takes_no_pictures_any_more_the_words_go_on_alone(tmp_path: Path) -> None:
    async with hosted(tmp_path) as there:
        board = await there.send_board()
        there.cleo.block()
        after = await play(there, board)
        assert "in hollows 1 to 6" in after.text
        assert after.sha256 == board.sha256


async def test_of_pictures_that_come_too_fast_the_newest_is_shown(tmp_path: Path) -> None:
    flood = Flood(group=None, private=Rate(2, 10.0))
    async with hosted(tmp_path, flood=flood) as there:
        board = await play(there, await there.send_board(), 4)
        brought = len(sent_to(there, "sendPhoto"))
        assert there.ada.still(await play(there, board)).sha256 != board.sha256
        assert len(sent_to(there, "sendPhoto")) == brought + 1


async def test_twelve_boards_at_once_are_in_words_where_pictures_would_be_late(tmp_path: Path) -> None:
    async with hosted(tmp_path, flood=Flood()) as there:
        boards = [await there.send_board() for _ in range(12)]
        there.telegram.clock.advance(60.0)
        before = there.telegram.clock.now()
        presses = [mover(there, board).press(board, choices(board)[0].label) for board in boards]
        await asyncio.gather(*presses)
        await there.settled()
        assert all(there.ada.still(board).text != board.text for board in boards)
        assert there.telegram.clock.now() - before <= 10.0
        assert not [call for call in there.telegram.calls if call.status == 429]


async def test_a_picture_that_has_to_wait_keeps_its_place_before_the_next_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hosted(tmp_path, flood=Flood()) as there:
        both, sleep, waits = asyncio.Barrier(2), there.sleep, list[float]()

        async def sleep_when_both_wait(seconds: float) -> None:
            waits.append(seconds)
            await both.wait()
            await sleep(seconds)

        await there.close()
        monkeypatch.setattr(there, "sleep", sleep_when_both_wait)
        await there.open()
        first, one, another = [await there.send_board() for _ in range(3)]
        there.telegram.clock.advance(60.0)
        for _ in range(PRIVATE):
            first = await play(there, first)
            there.telegram.clock.advance(0.3)
        there.telegram.clock.advance(PRIVATE_SECONDS - PICTURED_WITHIN)
        presses = [
            mover(there, board).press(board, choices(board)[number].label)
            for number, board in enumerate((one, another), 1)
        ]
        await asyncio.gather(*presses)
        await there.settled()
        sooner, later = waits
        assert later == pytest.approx(sooner + 0.3, abs=0.01)


async def test_after_a_kill_the_board_goes_on_where_it_stands_and_who_was_away_is_told_in_private(
    there: Table,
) -> None:
    there.start_all()
    board = await there.send_board()
    await there.close()
    there.telegram.clock.advance(PRESENT_FOR + 60)
    await there.open()
    waiting = there.ben if mover(there, board) is there.ada else there.ada
    while mover(there, board) is not waiting:
        board = await play(there, board)
    told = await waiting.sees(lambda one: bool(choices(one)), waiting.private)
    assert told.notified
    await waiting.press(told, choices(told)[0].label)
    await there.settled()
    assert there.ada.still(board).text != board.text
    assert sum(one.chat is board.chat for one in there.ada.messages()) == 1


async def test_a_match_whose_message_was_deleted_goes_on_in_private(there: Table) -> None:
    there.start_all()
    board = await there.send_board()
    press = mover(there, board).tap(board, choices(board)[0].label)
    there.telegram.service.world.remove(board.message)
    await there.telegram.until(lambda: press.answers)
    await there.settled()
    for person in (there.ada, there.ben):
        own = person.messages(person.private)
        assert any("can no longer write in the chat" in one.text for one in own)
        assert any(one.sha256 for one in own)


async def test_the_match_that_is_played_again_takes_the_place_of_the_old_one(there: Table) -> None:
    there.ben.private.bot = "member"
    board = await there.send_board()
    await offer_draw(there, board)
    await there.ben.press(there.ada.still(board), SAY("button.accept_draw"))
    await there.settled()
    over, chat = there.ada.still(board), f"inline:{board.message.inline_id}"
    (old,) = await there.store.boards.boards_in("telegram", chat)
    await there.ada.press(over, SAY("button.rematch"))
    await there.settled()
    again = there.ada.still(board)
    assert (SAY("button.accept") in again.labels, over.text != again.text) == (True, True)
    asked = await there.ben.sees(lambda one: SAY("button.accept") in one.labels, there.ben.private)
    assert asked.notified
    await there.ben.press(again, SAY("button.accept"))
    await there.settled()
    assert choices(there.ada.still(board))
    (stored,) = await there.store.boards.boards_in("telegram", chat)
    assert stored.match != old.match


async def test_who_offered_long_ago_is_told_in_private_that_the_match_has_begun(there: Table) -> None:
    """Without feedback the bot hears of an offer when it is accepted: who made it may be anywhere by then."""
    there.telegram.settings.inline_feedback = False
    there.start_all()
    chat = there.telegram.between(there.ada, there.ben)
    sent = there.ada.choose(await there.ada.inline("sahara begins=me", chat), chat)
    await there.ben.press(sent, SAY("button.accept"))
    await there.settled()
    told = await there.ada.sees(lambda one: bool(choices(one)), there.ada.private)
    assert told.notified


@pytest.mark.parametrize("said", ["@{bot} sahara", "/play@{bot} SAHARA", "@{bot} /play sahara"])
async def test_a_guest_plays_by_the_one_message_that_it_may_say(there: Table, said: str) -> None:
    chat = there.telegram.between(there.ada, there.ben)
    answer = await there.ada.summon(chat, said.format(bot=there.telegram.bot_name))
    await there.accept(chat)
    await play(there, there.ada.still(answer))


async def test_a_guest_that_does_not_understand_says_how_it_is_called_and_stores_nothing(
    there: Table,
) -> None:
    chat = there.telegram.between(there.ada, there.ben)
    answer = await there.ada.summon(chat, f"@{there.telegram.bot_name} what is this?")
    assert "sahara, sator, stacko, sato" in answer.text
    assert answer.labels == (SAY("button.open_private"),)
    assert await there.store.people.person("telegram", str(there.ada.id)) is None


async def test_who_wants_to_be_forgotten_is_named_on_the_message_no_more(there: Table) -> None:
    there.ada.private.bot = "member"
    board = await there.send_board()
    assert "Ada" in board.text
    there.ada.say(there.ada.private, "/forget_me")
    asked = await there.ada.sees(lambda one: bool(one.labels), there.ada.private)
    await there.ada.press(asked, asked.labels[0])
    await there.settled()
    after = there.ada.still(board)
    assert "Ada" not in after.text
    assert not choices(after)


async def test_a_bystander_who_presses_is_told_so_alone_and_the_message_stays(there: Table) -> None:
    place = there.telegram.service.world.new_chat(
        "people", "", [one.user for one in (there.ada, there.ben, there.cleo)]
    )
    board = await there.send_board(chat=place)
    answer = await there.cleo.press(board, choices(board)[0].label)
    assert answer.text == SAY("no.no_seat", first="Ada", second="Ben")
    await there.settled()
    assert there.ada.still(board) == board


async def test_no_press_that_was_made_up_puts_another_match_in_the_place_of_one_that_goes_on(
    there: Table,
) -> None:
    """A client that was tampered with sends what it likes."""
    place = there.telegram.service.world.new_chat(
        "people", "", [one.user for one in (there.ada, there.ben, there.cleo)]
    )
    board = await there.send_board(chat=place)
    there.start_all()
    there.cleo.say(there.cleo.private, "/play sahara")
    own = (await there.cleo.sees(lambda one: "Share" in one.labels)).key("Share").query
    cleo = await there.store.people.person("telegram", str(there.cleo.id))
    assert cleo is not None
    built = BuildChallenge(owner_of(cleo.player), "sahara", None, (), OVERVIEW)
    for made_up in (
        ShowBoard(MatchId(own)),
        OfferChallenge("sahara", None, ()),
        OfferRematch(MatchId(own)),
        AcceptChallenge(MatchId(own)),
        built,
        replace(built, page=SEND),
    ):
        answer = await there.cleo.press(board, payload=encode(made_up))
        assert answer.text == SAY("no.unreadable")
    await there.settled()
    assert there.ada.still(board) == board


async def test_who_presses_on_a_note_is_at_its_board_and_needs_no_word_in_private(there: Table) -> None:
    there.start_all()
    board = await there.send_board()
    waiting = there.ben if mover(there, board) is there.ada else there.ada
    await waiting.press(board, SAY("button.more"))
    panel = await waiting.sees(lambda one: SAY("button.rules") in one.labels, board.chat)
    there.telegram.clock.advance(PRESENT_FOR + 60)
    await waiting.press(panel, SAY("button.rules"))
    while mover(there, board) is not waiting:
        board = await play(there, board)
    assert waiting.messages(waiting.private) == []
