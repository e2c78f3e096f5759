"""What goes wrong in a life: each trouble by its name, with its own chance, so that one can be left out."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Collection, Coroutine
from typing import Any

from tests.loopback.telegram.refusals import bad
from tests.simulation.world import EVERYWHERE, World

Trouble = Callable[[World, random.Random], Coroutine[Any, Any, None]]
TROUBLES: dict[str, Trouble] = {}
ONLY_ON = {
    **dict.fromkeys(("discord_fails", "gateway_ends", "channel_deleted", "dms_closed"), "discord"),
    **dict.fromkeys(("telegram_fails", "widgets_refused", "group_moves", "bot_blocked"), "telegram"),
}
AFTERWARDS = 20.0  # seconds that a trouble may be felt after its end


def trouble(does: Trouble) -> Trouble:
    """Know it by its name."""
    TROUBLES[does.__name__] = does
    return does


def possible(platforms: Collection[str]) -> list[str]:
    """The troubles that a bot can have that is on these platforms."""
    return [name for name in TROUBLES if ONLY_ON.get(name) in (None, *platforms)]


@trouble
async def crash(world: World, chance: random.Random) -> None:
    """The process dies, often in the middle of what it does; it comes back after a while."""
    away = chance.choice((0.1, 1.0, 5.0, 90.0, 900.0))
    world.trouble(EVERYWHERE, away + AFTERWARDS)
    bot = chance.choice(world.bots)
    if bot.process is not None:
        bot.process.kill(after=chance.choice((0, chance.randrange(1, 60), chance.randrange(1, 600))))
        bot.back_after = away


@trouble
async def restart(world: World, chance: random.Random) -> None:
    """The host stops the bot, and starts it again."""
    world.trouble(EVERYWHERE, AFTERWARDS)
    bot = chance.choice(world.bots)
    if bot.process is not None and not bot.process.ended:
        bot.back_after = chance.choice((0.5, 5.0, 300.0))
        if not await bot.process.stop(within=30.0):
            world.story.broken.append("the bot did not end within 30 s")


@trouble
async def suspend(world: World, chance: random.Random) -> None:
    """The machine of the bot sleeps."""
    process, seconds = chance.choice(world.bots).process, chance.choice((3.0, 30.0, 200.0, 1800.0))
    if process is None or process.ended:
        return
    world.trouble(EVERYWHERE, seconds + 2 * AFTERWARDS)
    process.owner.stopped = True
    await asyncio.sleep(seconds)
    world.loop.resume(process.owner)


@trouble
async def clock(world: World, chance: random.Random) -> None:
    """The clock of the bot's machine is put on or back a little."""
    world.put_on += chance.choice((-40, -5, 5, 40))
    world.put_on_at_most = max(world.put_on_at_most, abs(world.put_on))


@trouble
async def store_fails(world: World, chance: random.Random) -> None:
    """Commits fail for a moment: before anything was written, or after all of it was."""
    world.trouble(EVERYWHERE, AFTERWARDS)
    times, after = chance.randrange(1, 5), chance.random() < 0.5
    world.disk.fail(times, after=after)
    await asyncio.sleep(3.0)
    world.disk.heal()


@trouble
async def discord_fails(world: World, chance: random.Random) -> None:
    """Calls to Discord are answered by errors, or not at all, before or after their effect."""
    world.trouble("discord", AFTERWARDS)
    faults, when = world.discord.faults, chance.choice(("before", "after"))
    for _ in range(chance.randrange(1, 4)):
        method = chance.choice(("POST", "PATCH"))
        kind: Any = chance.choice((500, 502, "drop", "limit"))
        if kind == "drop":
            faults.drop(method, "", when=when)  # type: ignore[arg-type]
        elif kind == "limit":
            faults.limit(method, "", retry_after=chance.choice((0.2, 2.0)))
        else:
            faults.fail(method, "", kind, when=when)  # type: ignore[arg-type]
    await asyncio.sleep(10.0)
    faults.clear()


@trouble
async def telegram_fails(world: World, chance: random.Random) -> None:
    """Calls to Telegram are answered by errors, or not at all, before or after their effect."""
    world.trouble("telegram", AFTERWARDS)
    faults = world.telegram.faults
    for _ in range(chance.randrange(1, 4)):
        kind: Any = chance.choice((429, 500, 502, "cut", "late"))
        if isinstance(kind, int):
            faults.answer("*", kind, retry_after=chance.choice((1, 3)))
        else:
            faults.cut("*", after_effect=kind == "late")
    await asyncio.sleep(10.0)
    faults.clear()


@trouble
async def widgets_refused(world: World, chance: random.Random) -> None:
    """Telegram takes no board to touch, or does not change one, though it is asked rightly."""
    world.trouble("telegram", AFTERWARDS)
    method = chance.choice(("sendWidget", "editMessageWidgetData"))
    world.telegram.faults.refuse(method, bad("INPUT_MEDIA_WIDGET_NOT_ALLOWED"))
    await asyncio.sleep(10.0)
    world.telegram.faults.clear()


@trouble
async def unplugged(world: World, chance: random.Random) -> None:
    """A platform is out of reach, from a moment to many minutes."""
    platform = chance.choice(world.platforms)
    seconds = chance.choice((0.0, 1.0, 20.0, 400.0))
    world.trouble(platform, seconds + 2 * AFTERWARDS)
    world.network.unplug(world.port(platform))
    await asyncio.sleep(seconds)
    world.network.plug_in(world.port(platform))


@trouble
async def gateway_ends(world: World, chance: random.Random) -> None:
    """Discord ends its sessions, resumable or not, or asks to come back."""
    world.trouble("discord", AFTERWARDS)
    kind = chance.randrange(3)
    if kind == 0:
        world.discord.gateway.cut()
    elif kind == 1:
        world.discord.gateway.invalidate(resumable=False)
    else:
        world.discord.gateway.reconnect()


@trouble
async def message_deleted(world: World, chance: random.Random) -> None:
    """Somebody deletes a message of the bot."""
    if "telegram" not in world.platforms or chance.random() < 0.5:
        found = [one for one in world.discord.world.messages.values() if one.reader is None]
        if found:
            world.discord.delete_message(chance.choice(found).id)
    else:
        told = world.telegram.service.world
        standing = [one for one in told.messages if one.sender is told.bot and not one.deleted]
        if standing:
            told.remove(chance.choice(standing))


@trouble
async def list_deleted(world: World, chance: random.Random) -> None:
    """Somebody deletes the standing message of a chat."""
    for (message,) in world.glance("SELECT message FROM standing_messages WHERE message <> ''"):
        for one in world.discord.world.messages.values():
            if f"{one.channel.id}/{one.id}" == message:
                world.discord.delete_message(one.id)
                return
        told = world.telegram.service.world
        for standing in told.messages:
            if f"{standing.chat.id}/{standing.id}" == message and not standing.deleted:
                told.remove(standing)
                return


@trouble
async def dms_closed(world: World, chance: random.Random) -> None:
    """Somebody takes no private messages on Discord, for a while or for good."""
    world.trouble("discord", AFTERWARDS)
    one = chance.choice([one for one in world.people.values() if one.platform == "discord"])
    world.discord.close_dms(one.person)
    world.story.closed[one.name] = world.loop.time()
    if chance.random() < 0.7:
        await asyncio.sleep(chance.choice((5.0, 100.0)))
        world.discord.close_dms(one.person, closed=False)
        world.story.closed.pop(one.name, None)


@trouble
async def bot_blocked(world: World, chance: random.Random) -> None:
    """Somebody blocks the bot on Telegram, for a while or for good."""
    world.trouble("telegram", AFTERWARDS)
    one = chance.choice([one for one in world.people.values() if one.platform == "telegram"])
    one.person.block()
    world.story.closed[one.name] = world.loop.time()
    if chance.random() < 0.7:
        await asyncio.sleep(chance.choice((5.0, 100.0)))
        one.person.unblock()
        world.story.closed.pop(one.name, None)


@trouble
async def group_moves(world: World, chance: random.Random) -> None:
    """A group becomes a supergroup: it has another id, and its messages stay behind."""
    world.trouble("telegram", AFTERWARDS)
    players = [one for one in world.people.values() if one.platform == "telegram"]
    if players[0].group.kind == "group":
        moved = world.telegram.migrate(players[0].group, chance.choice(players).person)
        for player in players:
            player.group = moved


@trouble
async def channel_deleted(world: World, chance: random.Random) -> None:
    """A channel is deleted; people go on in another one."""
    world.trouble("discord", AFTERWARDS)
    players = [one for one in world.people.values() if one.platform == "discord"]
    old, new = players[0].channel, world.discord.channel(players[0].channel.guild, "another")
    for player in players:
        player.channel = new
    world.discord.delete_channel(old)
