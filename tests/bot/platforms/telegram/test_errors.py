"""What goes wrong at Telegram, and what becomes of it: said in the words of the bot, and made good."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from bot.interface import AcceptChallenge, Account, Button, Chat, MessageGone, RetryLater, Screen, Unreachable
from bot.platforms.spec import CannotStart
from bot.platforms.telegram.adapter import TelegramAdapter
from games.events import MatchId
from tests.bot.conftest import Scripted, board_image
from tests.bot.platforms.telegram.setup import Stage, Table, choices, stage, table
from tests.loopback.telegram.refusals import Refusal, bad, forbidden
from tests.loopback.telegram.server import TelegramServer
from tests.storage.facts import jobs_of

BOARD = Screen("The board.", "Sahara", board_image("sienna", "the board"))
TEXT = Screen("Only words.")
ACCEPT = ((Button("Accept", AcceptChallenge(MatchId("K7QF2M"))),),)


REFUSED = (
    (forbidden("bot was kicked from the supergroup chat"), Unreachable),
    (forbidden("bot was blocked by the user"), Unreachable),
    (bad("chat not found"), Unreachable),
    (bad("not enough rights to send photos to the chat"), Unreachable),
    (bad("TOPIC_CLOSED"), Unreachable),
    (bad("message thread not found"), Unreachable),
    (Refusal(429, "Too Many Requests: retry after 7", retry_after=7), RetryLater),
    (Refusal(500, "Internal Server Error"), RetryLater),
    (Refusal(502, "Bad Gateway"), RetryLater),
    (Refusal(401, "Unauthorized"), RetryLater),
)
GONE = ("message to edit not found", "message can't be edited", "MESSAGE_ID_INVALID")


async def test_a_refused_board_is_said_in_the_words_of_the_bot(scene: Stage) -> None:
    for refusal, expected in REFUSED:
        scene.telegram.faults.refuse("sendPhoto", refusal)
        with pytest.raises(expected):
            await scene.adapter.post(scene.place, BOARD, str(refusal))
        scene.telegram.clock.advance(60)
    shown = await scene.posted(BOARD)
    for reason in GONE:
        scene.telegram.faults.refuse("editMessageMedia", bad(reason))
        with pytest.raises(MessageGone):
            await scene.adapter.edit(scene.place, scene.number(shown), BOARD)


async def test_what_is_shown_already_is_no_fault(scene: Stage) -> None:
    shown = await scene.posted(BOARD)
    for _ in range(2):
        await scene.adapter.edit(scene.place, scene.number(shown), BOARD)
    assert any("not modified" in call.description for call in scene.telegram.calls.refused())


async def test_a_text_becomes_a_photo_and_a_photo_keeps_its_picture_under_other_words(scene: Stage) -> None:
    shown = await scene.posted(TEXT)
    number = scene.number(shown)
    await scene.adapter.edit(scene.place, number, BOARD)
    board = scene.ada.still(shown)
    assert (board.text, board.sha256 is not None) == ("Sahara\nThe board.", True)
    await scene.adapter.edit(scene.place, number, TEXT)
    retired = scene.ada.still(shown)
    assert (retired.text, retired.sha256, retired.labels) == ("Only words.", board.sha256, ())


async def test_telegrams_patience_is_asked_for_and_kept_for_the_chat_alone(scene: Stage) -> None:
    scene.ada.private.bot = "member"
    scene.telegram.faults.answer("sendMessage", 429, retry_after=30)
    for _ in range(2):
        with pytest.raises(RetryLater) as hiccup:
            await scene.adapter.post(scene.place, TEXT, "nonce")
        assert hiccup.value.after == 30.0
    assert scene.telegram.calls.count("sendMessage") == 1
    await scene.adapter.post(scene.adapter.private_chat(str(scene.ada.id)), TEXT, "other")


@pytest.mark.parametrize("method", ["sendMessage", "sendPhoto"])
async def test_a_broken_connection_or_upload_is_a_hiccup_and_posts_nothing(scene: Stage, method: str) -> None:
    message = BOARD if method == "sendPhoto" else TEXT
    scene.telegram.faults.break_upload(method)
    with pytest.raises(RetryLater):
        await scene.adapter.post(scene.place, message, "nonce")
    assert scene.ada.messages(scene.group) == []
    posted = await scene.adapter.post(scene.place, message, "nonce")
    assert await scene.adapter.post(scene.place, message, "nonce") == posted
    assert len(scene.ada.messages(scene.group)) == 1


async def test_an_answer_to_a_press_is_tried_again(scene: Stage) -> None:
    shown = await scene.posted(Screen("challenge", rows=ACCEPT))
    scene.telegram.faults.cut("answerCallbackQuery")
    await scene.ada.press(shown, "Accept")


async def test_a_picture_that_telegram_has_is_not_sent_again(scene: Stage) -> None:
    await scene.posted(BOARD)
    scene.ada.private.bot = "member"
    await scene.adapter.post(scene.adapter.private_chat(str(scene.ada.id)), BOARD, "other")
    assert [call.uploaded > 0 for call in scene.telegram.calls if call.method == "sendPhoto"] == [
        True,
        False,
    ]
    scene.telegram.service.world.pictures.clear()  # Telegram forgets it
    await scene.adapter.post(scene.place, BOARD, "third")
    assert scene.ada.latest(scene.group).picture == BOARD.image.data  # type: ignore[union-attr]


async def test_nobody_is_notified_unless_they_are_called(scene: Stage) -> None:
    await scene.posted(TEXT)
    assert scene.ada.notifications == []
    ada = Account("telegram", str(scene.ada.id), "Ada")
    await scene.posted(Screen("Ada's turn.", awaits=(ada,), pings=True))
    assert [one.text for one in scene.ada.notifications] == ["Ada's turn.\nAda"]
    assert scene.ben.notifications == []


# Chats that go, come, and change their names


async def test_whoever_blocks_the_bot_or_throws_it_out_is_reported_as_lost(
    scene: Stage, front: Scripted
) -> None:
    lost: asyncio.Queue[tuple[str, str]] = asyncio.Queue()

    async def note(platform: str, place: str) -> None:
        await lost.put((platform, place))

    front.lost = note  # type: ignore[method-assign]
    scene.ada.start()
    scene.ada.block()
    scene.ben.remove_bot(scene.group)
    assert await lost.get() == ("telegram", str(scene.ada.id))
    assert await lost.get() == ("telegram", str(scene.group.id))
    with pytest.raises(Unreachable):
        await scene.adapter.post(scene.adapter.private_chat(str(scene.ada.id)), TEXT, "n")


async def test_whoever_lets_the_bot_in_again_is_told_of_the_next_turn(there: Table) -> None:
    there.start_all()
    await there.begin_in_private("sahara")
    (mover, shown) = there.to_press()[0]
    other = next(one for one in (there.ada, there.ben) if one is not mover)
    other.block()
    await there.settled()
    other.unblock()
    there.telegram.clock.advance(600)
    await mover.press(shown, choices(shown)[0].label)
    await there.settled()
    fresh = await other.sees(lambda one: bool(one.sha256) and bool(choices(one)), other.private)
    assert fresh.id != shown.id


async def test_a_group_that_became_a_supergroup_gets_its_board_anew(tmp_path: Path) -> None:
    async with table(tmp_path, small=True) as there:
        there.start_all()
        await there.begin("sahara")
        (mover, shown) = there.to_press()[0]
        key = choices(shown)[0]
        there.group = there.telegram.migrate(there.group, there.ada)
        mover.say(mover.private, f"/move {key.label} {key.value.split(':')[1]}")
        fresh = await there.cleo.sees(lambda one: bool(one.sha256), there.group)
        await there.settled()
        (other, shown) = there.to_press()[0]
        assert (other is mover, shown.id) == (False, fresh.id)
        await other.press(shown, choices(shown)[0].label)
        await there.settled()
        boards = [one for one in there.cleo.messages(there.group) if one.sha256]
        assert [one.id for one in boards] == [fresh.id]
        assert boards[0].sha256 != fresh.sha256


async def test_the_bot_is_told_what_a_group_is_called_now(front: Scripted) -> None:
    moved: list[tuple[str, str, str]] = []

    async def note(platform: str, old: str, new: str) -> None:
        moved.append((platform, old, new))

    front.moved = note  # type: ignore[method-assign]
    async with stage(front, small=True) as there:
        shown = await there.posted(BOARD)
        new = there.telegram.migrate(there.group, there.ada)
        with pytest.raises(MessageGone):
            await there.adapter.edit(there.place, there.number(shown), TEXT)
        posted = await there.adapter.post(there.place, BOARD, "again")
        assert posted.startswith(f"{new.id}/")
        await there.adapter.edit(there.place, posted, TEXT)
        await there.telegram.dealt_with()
        assert moved == [("telegram", str(there.group.id), str(new.id))]


@pytest.mark.parametrize("faulty", ["sendMessage", "editMessageMedia", "*"])
async def test_a_match_goes_on_through_faults(there: Table, faulty: str) -> None:
    there.telegram.faults.answer(faulty, 502, times=2)
    there.telegram.faults.cut(faulty, times=2)
    begun = asyncio.create_task(there.begin("sahara"))
    while not begun.done():
        put_off = [job.due for job in await jobs_of(there.store) if job.due > there.now()]
        if put_off:
            there.telegram.clock.advance(min(put_off) - there.now())
            there.dispatcher.worker.look()
        await asyncio.sleep(0)
    assert "Sahara" in (await begun).text


# Starting


async def test_a_refused_token_is_refused_for_good_and_named_nowhere(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    async with TelegramServer() as telegram:
        adapter = TelegramAdapter("123456:secret-that-nobody-sees", telegram.url)
        with pytest.raises(CannotStart) as refused:
            await adapter.start()
        assert refused.value.for_good
        assert "secret" not in str(refused.value)
        assert refused.value.__cause__ is None
    assert "secret-that-nobody" not in caplog.text


async def test_a_telegram_that_is_away_may_be_there_later(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    adapter = TelegramAdapter("123456:secret-that-nobody-sees", "http://127.0.0.1:9")
    with pytest.raises(CannotStart) as refused:
        await adapter.start()
    assert not refused.value.for_good
    assert not adapter.connected
    assert "secret" not in str(refused.value)
    assert "secret-that-nobody" not in caplog.text


@pytest.mark.parametrize("private", [False, True])
async def test_after_two_days_a_message_cannot_be_deleted_and_can_still_be_changed(
    scene: Stage, private: bool
) -> None:
    scene.ada.private.bot = "member"
    chat = Chat("telegram", str(scene.ada.id), private=True) if private else scene.place
    old = await scene.adapter.post(chat, BOARD, "n1")
    scene.telegram.clock.advance(48 * 3600 + 1)
    with pytest.raises(Unreachable):
        await scene.adapter.delete(chat, old)
    await scene.adapter.edit(chat, old, TEXT)


async def test_a_board_that_has_stood_for_two_days_becomes_a_line_and_a_younger_one_is_deleted(
    there: Table,
) -> None:
    board = await there.begin("sahara")
    code = board.text.split("\n")[0].split()[-1]
    there.telegram.clock.advance(48 * 3600 + 1)
    for left in (["The board is further down."], ["The board is further down."]):
        standing = there.ada.latest(there.group)
        there.ada.say(there.group, f"/board {code}")
        await there.ada.sees(lambda one: bool(choices(one)) and one.id > standing.id, there.group)  # noqa: B023
        await there.settled()
        messages = [one for one in there.ada.messages(there.group) if one.id >= board.id]
        lines = [one.text for one in messages if not choices(one)]
        assert [text for text in lines if "further down" in text] == left
        assert len([one for one in messages if choices(one)]) == 1


async def test_what_a_gateway_says_in_place_of_telegram_is_no_riddle(
    front: Scripted, caplog: pytest.LogCaptureFixture
) -> None:
    async with stage(front) as there:
        shown = await there.posted(TEXT)
        for method in ("getUpdates", "answerCallbackQuery", "setMyCommands"):
            there.telegram.faults.answer(method, 502)
        there.telegram.faults.answer("sendMessage", 504)
        with pytest.raises(RetryLater):
            await there.adapter.post(there.place, TEXT, "another nonce")
        there.telegram.faults.answer("editMessageText", 503)
        with pytest.raises(RetryLater):
            await there.adapter.edit(there.place, there.number(shown), Screen("Others."))
    assert [record for record in caplog.records if record.exc_info] == []
