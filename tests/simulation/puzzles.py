"""The puzzle of the day in lives about it: every chat has one, and its message counts who solved it."""

from __future__ import annotations

import re
from typing import Any

from bot.domain.puzzles import DAILY_HOUR
from bot.domain.time_zones import day_begun
from storage.jobs import Job
from storage.people import ChatSettings
from storage.sql.store import Store
from tests.simulation.people import OnDiscord, OnTelegram
from tests.simulation.world import World

SOLVED = """
    SELECT posts.platform, posts.message, (
        SELECT count(*) FROM puzzle_tries AS tries
        WHERE tries.platform = posts.platform AND tries.chat = posts.chat AND tries.day = posts.day
            AND outcome IN ('first', 'later')
    ) FROM puzzle_posts AS posts WHERE closed = 0 AND message <> ''
"""
_COUNTED = re.compile(r"(\d+) (?:person has|people have) solved it so far")


async def set_puzzles(world: World) -> None:
    """Give every chat the puzzle of a day that has begun there."""
    process = world.process
    if process is None or process.service is None:
        return
    services = process.service.dispatcher.services
    await process.run(_set(services.store, _chats(world), world.now()))
    services.intake.wake()


async def _set(store: Store, chats: dict[str, str], now: int) -> None:
    zone = "UTC" if day_begun(DAILY_HOUR, "UTC", now) else "Etc/GMT-12"
    for platform, chat in chats.items():
        place = chat.partition("/")[0]
        await store.settings.put_chat_settings(ChatSettings(platform, place, puzzles=chat, zone=zone))
        await store.jobs.put(Job("puzzle", f"{platform}:{place}", now, platform))


def _chats(world: World) -> dict[str, str]:
    """The group chat of each platform, by the id that the bot knows."""
    chats = {"web": "channel"} if "web" in world.platforms else {}
    for player in world.people.values():
        if isinstance(player, OnDiscord):
            chats["discord"] = f"{player.channel.guild.id}/{player.channel.id}"  # type: ignore[union-attr]
        elif isinstance(player, OnTelegram):
            chats["telegram"] = str(player.group.id)
    return chats


def counted(world: World) -> list[tuple[int, int]]:
    """Of each puzzle of today: how many are said to have solved it, and how many did."""
    texts = _texts(world)
    pairs = []
    for platform, message, solved in world.glance(SOLVED):
        if (text := texts.get((platform, message))) is not None:
            told = _COUNTED.search(text)
            pairs.append((int(told[1]) if told else 0, solved))
    return pairs


def _texts(world: World) -> dict[tuple[str, str], str]:
    """What stands in the chats of Discord and Telegram, by platform and message."""
    found: dict[tuple[str, str], Any] = {}
    for one in world.discord.world.messages.values():
        if one.reader is None:
            place = f"{one.channel.id}/{one.id}"
            found["discord", place] = (one.content, one.components)
    for message in world.telegram.service.world.messages:
        if message.receiver is None and not message.deleted:
            found["telegram", f"{message.chat.id}/{message.id}"] = message.content.text
    return {key: str(text) for key, text in found.items()}
