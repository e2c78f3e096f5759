"""The host's lists of chats: where the bot plays, and what becomes of matches elsewhere."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.interface import (
    Account,
    ChangeSettings,
    Chat,
    ForgetMe,
    Incoming,
    OfferChallenge,
    Request,
    ShowRules,
)
from bot.runtime.app import bot_service
from bot.runtime.chat_access import ChatAccess
from bot.runtime.settings import Settings
from bot.texts import texts_for
from tests.bot.memory_platform import Seen, seen
from tests.bot.platforms.web.running import web_chat
from tests.bot.platforms.web.visitor import visitors
from tests.bot.scripted_platform import Foreign, until

SERVER, GROUP = Chat("discord", "7/8", private=False), Chat("telegram", "-100/3", private=False)
AWAY = Chat("discord", "~7/8", private=False)
PRIVATE = Chat("discord", "@42", private=True)
ADA = Account("discord", "1", "Ada")


def test_without_lists_it_plays_everywhere() -> None:
    assert all(map(ChatAccess().admits, (SERVER, GROUP, AWAY, PRIVATE)))


@pytest.mark.parametrize("entry", ["discord:7", "discord:7/8"])
def test_an_allowed_server_or_channel_is_the_only_one_beside_private_chats(entry: str) -> None:
    chat_access = ChatAccess(allowed=[entry])
    assert all(map(chat_access.admits, (SERVER, AWAY, PRIVATE)))
    assert not chat_access.admits(GROUP)
    assert not chat_access.admits(Chat("discord", "70/8", private=False))
    assert not chat_access.admits(Chat("telegram", "7", private=False))


@pytest.mark.parametrize("entry", ["discord:7", "discord:7/8"])
def test_a_blocked_one_is_blocked_also_where_the_bot_is_installed_by_a_person(entry: str) -> None:
    chat_access = ChatAccess(allowed=["discord:7"], blocked=[entry])
    assert not chat_access.admits(SERVER)
    assert not chat_access.admits(AWAY)


def test_topics_belong_to_their_group_and_private_chats_can_be_blocked() -> None:
    chat_access = ChatAccess(blocked=["telegram:-100", "discord:@42"])
    assert not chat_access.admits(GROUP)
    assert not chat_access.admits(PRIVATE)
    assert chat_access.admits(Chat("discord", "@43", private=True))


def test_boards_that_are_sent_to_unknown_chats_are_played_where_the_host_names_them() -> None:
    sent = Chat("telegram", "inline:AgAAAB", private=False)
    assert ChatAccess().admits(sent)
    assert not ChatAccess(allowed=["telegram:-100"]).admits(sent)
    assert ChatAccess(allowed=["telegram:-100", "telegram:inline"]).admits(sent)
    assert not ChatAccess(blocked=["telegram:inline"]).admits(sent)


def test_lists_are_read_from_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TISCHRAND_BLOCKED_CHATS", "discord:7, telegram:-100 web:lounge")
    assert Settings().blocked_chats == ("discord:7", "telegram:-100", "web:lounge")


@pytest.mark.parametrize("line", ["1234", "irc:7", "discord:"])
def test_what_is_no_chat_is_refused_with_what_is(monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    monkeypatch.setenv("TISCHRAND_ALLOWED_CHATS", line)
    with pytest.raises(ValidationError, match="telegram:ID of a group"):
        Settings()


@asynccontextmanager
async def running(data: Path, adapter: Foreign, *blocked: str) -> AsyncIterator[None]:
    async with bot_service(Settings(data=data, blocked_chats=blocked), adapters=[adapter]) as service:
        await service.start()
        yield


async def ask(adapter: Foreign, request: Request, chat: Chat, press: str) -> Seen:
    assert adapter.front
    answer = seen(await adapter.front.handle(Incoming(ADA, chat, request, press)))
    if answer.delivery:
        await adapter.front.delivered(answer.delivery, f"{chat.id}/{press}")
    return answer


async def test_nothing_is_played_in_a_blocked_chat_and_it_says_so(tmp_path: Path) -> None:
    adapter = Foreign()
    async with bot_service(
        Settings(data=tmp_path, blocked_chats=("discord:9",)), adapters=[adapter]
    ) as serving:
        await serving.start()
        refused = await ask(adapter, OfferChallenge("sahara", None, ()), Chat("discord", "9/1", False), "p1")
        assert refused.note
        assert "does not let me play in this chat" in refused.note.text
        assert refused.post is None
        assert (await ask(adapter, OfferChallenge("sahara", None, ()), SERVER, "p2")).post


async def test_a_refusal_speaks_the_language_that_its_reader_has_chosen(tmp_path: Path) -> None:
    adapter, blocked = Foreign(), Chat("discord", "9/1", private=False)
    async with bot_service(
        Settings(data=tmp_path, blocked_chats=("discord:9",)), adapters=[adapter]
    ) as serving:
        await serving.start()
        await ask(adapter, ChangeSettings(("language=de",)), PRIVATE, "p1")
        refused = await ask(adapter, ShowRules("sahara"), blocked, "p2")
        assert refused.note
        assert refused.note.text == texts_for("de")("no.not_here")


async def test_nothing_is_completed_in_a_blocked_chat(tmp_path: Path) -> None:
    adapter = Foreign()
    async with bot_service(
        Settings(data=tmp_path, blocked_chats=("discord:9",)), adapters=[adapter]
    ) as serving:
        await serving.start()
        assert adapter.front
        assert await adapter.front.complete(ADA, Chat("discord", "9/1", False), "/pl") == ()
        assert await adapter.front.complete(ADA, SERVER, "/pl")


async def test_who_is_shut_out_can_still_be_forgotten(tmp_path: Path) -> None:
    adapter = Foreign()
    async with bot_service(
        Settings(data=tmp_path, blocked_chats=("discord:@42",)), adapters=[adapter]
    ) as serving:
        await serving.start()
        told = [await ask(adapter, ForgetMe(sure), PRIVATE, f"p{sure}") for sure in (False, True)]
        assert [bool(answer.note and answer.note.rows) for answer in told] == [True, False]
        assert told[1].note
        assert "I have forgotten you" in told[1].note.text


async def test_a_challenge_in_a_chat_that_was_blocked_meanwhile_goes_on_by_its_code(tmp_path: Path) -> None:
    adapter = Foreign()
    async with running(tmp_path, adapter):
        await ask(adapter, OfferChallenge("sahara", None, ()), SERVER, "p1")
        assert adapter.front
        await adapter.front.lost("discord", "nowhere")
    again = Foreign()
    async with bot_service(
        Settings(data=tmp_path, blocked_chats=("discord:7",)), adapters=[again]
    ) as serving:
        await serving.start()
        assert again.front
        await again.front.lost("discord", "7/8")  # something happens there
        await until(lambda: again.posted)
    ((chat, message),) = again.posted
    assert chat.private
    assert "/join" in message.text


async def test_the_web_chat_alone_obeys_the_lists_of_chats_as_well(tmp_path: Path) -> None:
    async with (
        web_chat(Settings(data=tmp_path, port=0, blocked_chats=("web:channel",))) as adapter,
        visitors(adapter.name, "Ada") as (ada,),
    ):
        await ada.type("/play sahara")
        (note,) = ada.notes
        assert "does not let me play in this chat" in note["text"]
