"""A second opinion on Discord: permissions, private replies, lasting buttons in another model of it."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord

from bot.delivery.background import Timing
from bot.handlers.access import Access
from bot.handlers.dispatcher import Dispatcher
from bot.platforms.discord import commands
from bot.platforms.discord.adapter import DiscordAdapter
from bot.platforms.discord.client import Client
from bot.runtime.composition import build_bot
from storage.sql.store import Store
from tests.bot.memory_platform import UNHURRIED
from tests.loopback.discord import limits
from tests.storage.sqlite.prepared import opened

MOST_PRESSES = 400


@dataclass
class Table:
    """A guild with a channel and three people, and the bot in it."""

    env: simcord.Env
    dispatcher: Dispatcher
    channel: Any
    people: dict[str, Any]

    @property
    def board(self) -> discord.Message:
        """The newest message that all can see."""
        public = [message for message in self.channel.history() if not message.flags.ephemeral]
        return public[-1]  # type: ignore[no-any-return]

    async def begin(self, **line: Any) -> None:
        await self.people["ada"].slash(self.channel, "play", **line)
        await self.people["ben"].click(self.board, label="Accept")


def calls(env: simcord.Env) -> list[str]:
    return [f"{entry.method} {entry.path}" for entry in env.http_requests]


def text(message: Any) -> str:
    """What stands in a message."""
    raw = [part if isinstance(part, dict) else part.to_dict() for part in message.components]
    return limits.texts(raw)[0]


def labels(message: discord.Message) -> list[str]:
    parts = [
        part
        for outer in message.components
        for part in (outer.children if isinstance(outer, discord.components.Container) else [outer])
    ]
    rows = [part for part in parts if isinstance(part, discord.ActionRow)]
    buttons = (one for row in rows for one in row.children if isinstance(one, discord.Button))
    return [button.label or "" for button in buttons if not button.disabled]


async def at_once(_: float) -> None:
    """Wait for nothing: that other model would do so in earnest before each of its steps."""
    await asyncio.sleep(0)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await opened(tmp_path / "play.db")
    yield store
    await store.close()


async def connected(store: Store, first: int = 1) -> tuple[Dispatcher, Client]:
    """A bot as after a start: nothing in its memory; draws begin with a number."""
    draws = itertools.count(first)
    adapter = DiscordAdapter("token", patience=60.0)
    dispatcher = build_bot(
        store,
        {"discord": adapter},
        clock=lambda: 1_000_000,
        draw=lambda size: bytes((next(draws) * 37 + step * 11) % 256 for step in range(size)),
        timing=Timing(sleep=at_once),
        access=Access(rates=UNHURRIED),
    )
    adapter.connect(dispatcher)
    await dispatcher.start()
    return dispatcher, adapter.prepared()


@asynccontextmanager
async def table(store: Store) -> AsyncIterator[Table]:
    dispatcher, client = await connected(store)
    async with simcord.run(client, shard_count=1) as env:
        await commands.register(client, at_once)
        guild = env.create_guild()
        channel = guild.create_text_channel("general")
        people = {name: guild.add_member(env.create_user(name)) for name in ("ada", "ben", "cleo")}
        yield Table(env, dispatcher, channel, people)


@pytest.mark.long
async def test_a_match_is_pressed_to_its_end_by_one_call_a_press(store: Store) -> None:
    async with table(store) as there:
        await there.begin(game="sahara")
        before = len(calls(there.env))
        for pressed in range(MOST_PRESSES):
            if "Rematch" in labels(there.board):
                break
            name = text(there.board).rpartition("It is ")[2].partition("'s turn")[0]
            hollow = next(label for label in labels(there.board) if label.isdigit())
            await there.people[name].click(there.board, label=hollow)
            assert len(calls(there.env)) == before + pressed + 1
        assert "Rematch" in labels(there.board)
        assert all(call.endswith("/callback") for call in calls(there.env)[before:])
        assert len(there.channel.history()) == 1


async def test_what_is_refused_is_said_to_one_person_alone(store: Store) -> None:
    async with table(store) as there:
        await there.begin(game="sahara")
        refused = await there.people["cleo"].click(there.board, label="1")
        assert refused.ephemeral
        assert "You do not play in this match" in text(refused.response)
        assert len(there.channel.history()) == 1


async def test_buttons_outlive_the_bot(store: Store) -> None:
    async with table(store) as there:
        await there.begin(game="sahara")
        _, client = await connected(store, 51)
        await there.env.restart_bot(client)
        name = text(there.board).rpartition("It is ")[2].partition("'s turn")[0]
        played = await there.people[name].click(there.board, label="4")
        assert played.acknowledged
        assert f"{name} sowed hollow 4" in text(there.board)


async def test_with_closed_private_chats_my_view_is_a_reply_that_nobody_else_sees(store: Store) -> None:
    async with table(store) as there:
        there.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
        await there.begin(game="sator")
        await there.dispatcher.worker.settled()
        assert "press My view" in text(there.board)
        shown = await there.people["ada"].click(there.board, label="My view")
        assert shown.ephemeral
        own = next(
            message
            for message in there.channel.history(viewer=there.people["ada"])
            if message.id == shown.response.id
        )
        assert not [m for m in there.channel.history(viewer=there.people["ben"]) if m.id == own.id]
        choice = next(label for label in labels(own) if label not in ("Offer draw", "Resign", "Rules"))
        chosen = await there.people["ada"].click(own, label=choice)
        assert chosen.acknowledged
