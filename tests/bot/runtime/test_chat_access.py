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
    ShowPrivacy,
    ShowRules,
)
from bot.platforms.web.spec import WEB
from bot.runtime.app import bot_service
from bot.runtime.chat_access import ChatAccess
from bot.runtime.settings import Settings
from bot.texts import texts_for
from tests.bot.memory_platform import Seen, seen
from tests.bot.platforms.web.visitor import visitors
from tests.bot.scripted_platform import Foreign, until

CHATS = {
    "server": Chat("discord", "7/8", private=False),
    "installed by a person": Chat("discord", "~7/8", private=False),
    "another server": Chat("discord", "70/8", private=False),
    "private": Chat("discord", "@42", private=True),
    "another private": Chat("discord", "@43", private=True),
    "group": Chat("telegram", "-100/3", private=False),
    "another group": Chat("telegram", "7", private=False),
    "sent": Chat("telegram", "inline:AgAAAB", private=False),
}
SERVER, PRIVATE = CHATS["server"], CHATS["private"]
BLOCKED = Chat("discord", "9/1", private=False)
ADA = Account("discord", "1", "Ada")
OFFER = OfferChallenge("sahara", None, ())


@pytest.mark.parametrize(
    ("allowed", "blocked", "shut"),
    [
        ("", "", ""),
        ("discord:7", "", "another server, group, another group, sent"),
        ("discord:7/8", "", "another server, group, another group, sent"),
        ("telegram:-100", "", "server, installed by a person, another server, another group, sent"),
        ("telegram:inline", "", "server, installed by a person, another server, group, another group"),
        ("", "discord:7", "server, installed by a person"),
        ("", "discord:7/8", "server, installed by a person"),
        ("", "telegram:-100 discord:@42", "private, group"),
        ("", "telegram:inline", "sent"),
        (
            "discord:7",
            "discord:7/8",
            "server, installed by a person, another server, group, another group, sent",
        ),
    ],
)
def test_lists_name_servers_channels_groups_and_people(allowed: str, blocked: str, shut: str) -> None:
    """Private chats are open where nothing blocks them, and topics belong to their group."""
    chat_access = ChatAccess(allowed.split(), blocked.split())
    assert ", ".join(name for name, chat in CHATS.items() if not chat_access.admits(chat)) == shut


def test_lists_are_read_from_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TISCHRAND_BLOCKED_CHATS", "discord:7, telegram:-100 web:lounge")
    assert Settings().blocked_chats == ("discord:7", "telegram:-100", "web:lounge")


@pytest.mark.parametrize("line", ["1234", "irc:7", "discord:"])
def test_what_is_no_chat_is_refused_with_what_is(monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    monkeypatch.setenv("TISCHRAND_ALLOWED_CHATS", line)
    with pytest.raises(ValidationError, match="telegram:ID of a group"):
        Settings()


@asynccontextmanager
async def running(data: Path, *blocked: str) -> AsyncIterator[Foreign]:
    adapter = Foreign()
    async with bot_service(Settings(data=data, blocked_chats=blocked), adapters=[adapter]) as service:
        await service.start()
        yield adapter


async def ask(adapter: Foreign, request: Request, chat: Chat, press: str = "p1") -> Seen:
    assert adapter.front
    answer = seen(await adapter.front.handle(Incoming(ADA, chat, request, press)))
    if answer.delivery:
        await adapter.front.delivered(answer.delivery, f"{chat.id}/{press}")
    return answer


async def test_nothing_is_played_or_completed_in_a_blocked_chat_and_its_reader_is_told_so(
    tmp_path: Path,
) -> None:
    async with running(tmp_path, "discord:9") as adapter:
        assert adapter.front
        refused = await ask(adapter, OFFER, BLOCKED)
        assert refused.note
        assert "does not let me play in this chat" in refused.note.text
        assert refused.post is None
        assert await adapter.front.complete(ADA, BLOCKED, "/pl") == ()
        assert (await ask(adapter, OFFER, SERVER, "p2")).post
        assert await adapter.front.complete(ADA, SERVER, "/pl")
        await ask(adapter, ChangeSettings(("language=de",)), PRIVATE, "p3")
        refused = await ask(adapter, ShowRules("sahara"), BLOCKED, "p4")
        assert refused.note
        assert refused.note.text == texts_for("de")("no.not_here")


async def test_whoever_reads_what_is_kept_of_them_is_told_whom_to_ask(tmp_path: Path) -> None:
    adapter = Foreign()
    settings = Settings(data=tmp_path, contact="the host of this bot")
    async with bot_service(settings, adapters=[adapter]) as service:
        await service.start()
        assert "the host of this bot" in (await ask(adapter, ShowPrivacy(), PRIVATE)).noted.text


async def test_who_is_shut_out_can_still_be_forgotten(tmp_path: Path) -> None:
    async with running(tmp_path, "discord:@42") as adapter:
        asked, done = [await ask(adapter, ForgetMe(sure), PRIVATE, f"p{sure}") for sure in (False, True)]
        assert asked.note
        assert asked.note.rows
        assert done.note
        assert "I have forgotten you" in done.note.text


async def test_a_challenge_in_a_chat_that_was_blocked_meanwhile_goes_on_by_its_code(tmp_path: Path) -> None:
    async with running(tmp_path) as adapter:
        await ask(adapter, OFFER, SERVER)
        assert adapter.front
        await adapter.front.lost("discord", "nowhere")
    async with running(tmp_path, "discord:7") as adapter:
        assert adapter.front
        await adapter.front.lost("discord", "7/8")  # something happens there
        await until(lambda: adapter.posted)
    ((chat, message),) = adapter.posted
    assert chat.private
    assert "/join" in message.text


async def test_the_web_chat_alone_obeys_the_lists_of_chats_as_well(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, port=0, blocked_chats=("web:channel",))
    async with bot_service(settings, [WEB]) as service:
        await service.start()
        async with visitors(service.supervisor.adapters[0].name, "Ada") as (ada,):
            await ada.type("/play sahara")
        (note,) = ada.notes
        assert "does not let me play in this chat" in note["text"]
