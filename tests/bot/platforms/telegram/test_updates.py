"""Updates count once, are lost never, and come by polling or by webhook."""

from __future__ import annotations

import asyncio
import socket

import aiohttp
import pytest
from telegram import Bot
from yarl import URL

from bot.interface import AcceptChallenge, Answer, Button, Dismiss, Incoming, Note, Screen
from bot.platforms.spec import CannotStart
from bot.platforms.telegram.adapter import TelegramAdapter
from bot.platforms.telegram.updates import SECRET_HEADER, Webhook, read
from games.events import MatchId
from tests.bot.conftest import Scripted
from tests.bot.platforms.telegram.setup import Stage, Table, choices, stage
from tests.loopback.telegram.refusals import conflict

ROWS = ((Button("Accept", AcceptChallenge(MatchId("K7QF2M"))), Button("No", Dismiss())),)

TOO_LATE = b'{"update_id": 1, "message": {"message_id": 1, "date": 18446744073709551616}}'
"""At a date that no clock shows."""


async def test_a_press_that_comes_again_counts_once(there: Table) -> None:
    await there.begin("sahara")
    (mover, shown) = there.to_press()[0]
    press = mover.tap(shown, choices(shown)[0].label)
    await there.telegram.until(lambda: press.answers)
    await there.settled()
    seen = there.cleo.latest(there.group)
    await there.close()  # a new process knows nothing of what the old one has dealt with
    await there.open()
    again = next(one for one in there.telegram.updates.sent if one.body.get("id") == press.id)
    there.telegram.updates.repeat(again)
    await there.telegram.until(lambda: len(press.answers) == 2)
    await there.settled()
    now = there.cleo.latest(there.group)
    assert (now.text, now.labels, now.sha256) == (seen.text, seen.labels, seen.sha256)


async def test_what_was_not_dealt_with_comes_again_after_the_end(scene: Stage, front: Scripted) -> None:
    begun, never = asyncio.Event(), asyncio.Event()

    async def hang(incoming: Incoming) -> Answer:
        begun.set()
        await never.wait()
        return None

    front.on(AcceptChallenge, hang)
    shown = await scene.posted(Screen("challenge", rows=ROWS))
    lost = scene.ada.tap(shown, "Accept")
    await begun.wait()
    await scene.ada.press(shown, "No")  # others are not held up
    await scene.adapter.stop()
    assert not lost.answers
    front.on(AcceptChallenge, Note(Screen("Joined.")))
    await scene.adapter.start()
    await scene.telegram.until(lambda: lost.answers)
    assert lost.answers[0].text == "Joined."
    kinds = [type(one.request).__name__ for one in front.asked]
    assert kinds == ["AcceptChallenge", "Dismiss", "AcceptChallenge"]


async def test_the_last_word_confirms_what_was_dealt_with(scene: Stage) -> None:
    shown = await scene.posted(Screen("challenge", rows=ROWS))
    await scene.ada.press(shown, "No")
    await scene.adapter.stop()
    assert scene.telegram.updates.waiting == []


async def test_presses_of_many_are_dealt_with_at_the_same_time(scene: Stage, front: Scripted) -> None:
    together = asyncio.Barrier(20)

    async def meet(incoming: Incoming) -> Answer:
        await together.wait()
        return None

    front.on(Dismiss, meet)
    shown = await scene.posted(Screen("challenge", rows=ROWS))
    pressed = [scene.ada.tap(shown, "No") for _ in range(20)]
    await scene.telegram.until(lambda: all(press.answers for press in pressed))


async def test_stopping_waits_for_what_is_being_answered(scene: Stage, front: Scripted) -> None:
    begun = asyncio.Event()

    async def slow(incoming: Incoming) -> Answer:
        begun.set()
        await asyncio.sleep(0)
        return Note(Screen("Done."))

    front.on(Dismiss, slow)
    shown = await scene.posted(Screen("challenge", rows=ROWS))
    press = scene.ada.tap(shown, "No")
    await begun.wait()
    await scene.adapter.stop()
    assert press.answers
    assert press.answers[0].text == "Done."
    assert not scene.adapter.connected


async def test_a_stop_that_is_given_up_gives_up_what_is_being_answered(scene: Stage, front: Scripted) -> None:
    """Nothing may go on when the store is closed."""
    begun, given_up = asyncio.Event(), asyncio.Event()

    async def endless(_: Incoming) -> Answer:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            given_up.set()
        return None

    front.on(Dismiss, endless)
    scene.ada.tap(await scene.posted(Screen("challenge", rows=ROWS)), "No")
    await begun.wait()
    stopping = asyncio.create_task(scene.adapter.stop())
    await asyncio.sleep(0)
    stopping.cancel()
    await asyncio.gather(stopping, return_exceptions=True)
    assert given_up.is_set()


@pytest.mark.parametrize("code", [429, 500, 502])
async def test_polling_goes_on_after_a_fault(scene: Stage, code: int) -> None:
    scene.telegram.faults.answer("getUpdates", code, times=3)
    shown = await scene.posted(Screen("challenge", rows=ROWS))
    for _ in range(3):
        await scene.ada.press(shown, "No")
    assert scene.adapter.connected
    assert scene.adapter.name == f"@{scene.telegram.bot_name}"


async def test_an_update_that_cannot_be_read_is_left_out_and_said_once(
    front: Scripted, caplog: pytest.LogCaptureFixture
) -> None:
    async with stage(front) as there:
        shown = await there.posted(Screen("challenge", rows=ROWS))
        there.telegram.updates.add("callback_query", {"data": "secret words"}, "nowhere")
        await there.ada.press(shown, "No")
        await there.telegram.until(lambda: there.telegram.updates.confirmed)
        assert there.adapter.connected
    assert [one.getMessage() for one in caplog.records if "left out" in one.getMessage()] == [
        "an update that cannot be read is left out"
    ]
    assert "secret words" not in caplog.text


def test_an_update_is_read_without_half_characters() -> None:
    who = {"id": 5, "is_bot": False, "first_name": "D\ud800"}
    written = {
        "message_id": 1,
        "date": 1,
        "chat": {"id": 5, "type": "private"},
        "from": who,
        "text": "/say 👍\udc4d",
    }
    told = read({"update_id": 1, "message": written}, Bot("1:a")).message
    assert told
    assert told.from_user
    assert (told.from_user.first_name, told.text) == ("D?", "/say 👍?")


async def test_whose_updates_another_program_fetches_is_told_what_to_do(
    front: Scripted, caplog: pytest.LogCaptureFixture
) -> None:
    async with stage(front) as there:
        shown = await there.posted(Screen("challenge", rows=ROWS))
        there.telegram.faults.refuse("getUpdates", conflict("terminated by other getUpdates request"))
        for _ in range(2):
            await there.ada.press(shown, "No")
        assert there.adapter.connected
    told = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert len(told) == 1
    assert "stop that program" in told[0]
    assert "TELEGRAM_TOKEN" in told[0]


async def test_a_token_that_is_taken_back_ends_the_run(scene: Stage) -> None:
    scene.telegram.token = scene.telegram.token.swapcase()
    scene.ada.say(scene.ada.private, "/help")  # ends the poll that is waiting
    async with asyncio.timeout(20):
        await scene.adapter.running()
    assert not scene.adapter.connected


async def test_a_fault_of_ours_is_logged_and_ends_nothing(
    front: Scripted, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(incoming: Incoming) -> Answer:
        raise RuntimeError("a mistake")

    front.on(AcceptChallenge, broken)
    async with stage(front) as there:
        shown = await there.posted(Screen("challenge", rows=ROWS))
        await there.ada.press(shown, "Accept")
        await there.ada.press(shown, "No")
    assert "a mistake" in caplog.text


# By webhook


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def hook(port: int) -> Webhook:
    return Webhook(f"http://127.0.0.1:{port}/telegram", "the-secret", port=port)


async def test_updates_come_by_webhook(front: Scripted) -> None:
    async with stage(front, webhook=hook(free_port())) as there:
        assert there.adapter.connected
        shown = await there.posted(Screen("challenge", rows=ROWS))
        await there.ada.press(shown, "No")
        assert there.telegram.calls.count("getUpdates") == 0
        assert there.telegram.webhook.hook is not None
        assert there.telegram.webhook.hook.secret == hook(0).secret


async def test_who_does_not_know_the_secret_is_not_heard(front: Scripted) -> None:
    webhook = hook(free_port())
    update = {"update_id": 1, "message": {"message_id": 1, "date": 0, "text": "/help"}}
    async with stage(front, webhook=webhook), aiohttp.ClientSession() as session:
        for headers in ({}, {SECRET_HEADER: "another"}):
            async with session.post(webhook.url, json=update, headers=headers) as answer:
                assert answer.status == 403
        for body in (b"nonsense", b"[]", b'{"update_id": 1, "message": 5}', TOO_LATE, b"[" * 9999):
            known = {SECRET_HEADER: webhook.secret, "Content-Type": "application/json"}
            async with session.post(webhook.url, data=body, headers=known) as answer:
                assert answer.status == 400
        assert front.asked == []


async def test_a_secret_that_is_no_text_is_wrong_like_any_other(
    front: Scripted, caplog: pytest.LogCaptureFixture
) -> None:
    webhook = hook(free_port())
    async with stage(front, webhook=webhook):
        reader, writer = await asyncio.open_connection(webhook.host, webhook.port)
        head = f"POST {URL(webhook.url).path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
        writer.write(f"{head}{SECRET_HEADER}: ".encode() + b"\xff\r\nContent-Length: 0\r\n\r\n")
        assert (await reader.readline()).split()[1] == b"403"
        writer.close()
    assert "Traceback" not in caplog.text


async def test_a_webhook_update_is_taken_when_it_was_dealt_with(front: Scripted) -> None:
    begun, gate = asyncio.Event(), asyncio.Event()

    async def wait(incoming: Incoming) -> Answer:
        begun.set()
        await gate.wait()
        return None

    front.on(Dismiss, wait)
    async with stage(front, webhook=hook(free_port())) as there:
        shown = await there.posted(Screen("challenge", rows=ROWS))
        press = there.ada.tap(shown, "No")
        await begun.wait()
        assert len(there.telegram.updates.waiting) == 1
        gate.set()
        await there.telegram.until(lambda: press.answers and not there.telegram.updates.waiting)


async def test_polling_takes_over_from_a_webhook(front: Scripted) -> None:
    async with stage(front, webhook=hook(free_port())) as there:
        shown = await there.posted(Screen("challenge", rows=ROWS))
        await there.adapter.stop()
        polling = TelegramAdapter(there.telegram.token, there.telegram.url)
        polling.connect(front)
        await polling.start()
        await there.ada.press(shown, "No")
        await polling.stop()


async def test_a_taken_port_is_said(front: Scripted) -> None:
    webhook = hook(free_port())
    async with stage(front, webhook=webhook) as there:
        second = TelegramAdapter(there.telegram.token, there.telegram.url, webhook=webhook)
        second.connect(front)
        with pytest.raises(CannotStart):
            await second.start()
