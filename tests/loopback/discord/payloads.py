"""Users, guilds, channels and messages as JSON."""

from __future__ import annotations

import mimetypes

from tests.loopback.discord.refusals import Body
from tests.loopback.discord.snowflakes import iso
from tests.loopback.discord.world import (
    DM,
    EPHEMERAL,
    GROUP,
    THREAD,
    USUAL,
    Attachment,
    Channel,
    Guild,
    Interaction,
    Message,
    User,
    World,
)

FILE_LIMIT = 10 * 1024 * 1024
PNG = b"\x89PNG\r\n\x1a\n"


def user(who: User) -> Body:
    """An account as others see it."""
    return {
        "id": str(who.id),
        "username": who.name.lower(),
        "global_name": None if who.bot else who.name,
        "discriminator": "0000" if who.bot else "0",
        "avatar": None,
        "public_flags": who.flags,
        "bot": who.bot,
    }


def member(who: User, guild: Guild, with_user: bool = True) -> Body:
    """A member of a guild; within resolved data it comes without the user."""
    permissions = guild.bot_permissions if who.bot else guild.people_permissions
    shape: Body = {
        "avatar": None,
        "banner": None,
        "communication_disabled_until": None,
        "flags": 0,
        "joined_at": "2029-01-01T00:00:00+00:00",
        "nick": None,
        "pending": False,
        "permissions": str(permissions),
        "premium_since": None,
        "roles": [],
    }
    return shape | ({"user": user(who), "deaf": False, "mute": False} if with_user else {})


def channel(place: Channel) -> Body:
    """A channel, whole or as interactions carry it."""
    shape: Body = {"id": str(place.id), "type": place.kind, "last_message_id": _text(place.last_message)}
    if place.kind in (DM, GROUP):
        shape |= {"flags": 0, "recipients": [user(who) for who in place.people.values()]}
        if place.kind == GROUP:
            owner = next(iter(place.people))
            shape |= {"name": None, "icon": None, "owner_id": str(owner)}
        return shape
    assert place.guild
    shape |= {
        "guild_id": str(place.guild.id),
        "name": place.name,
        "flags": 0,
        "rate_limit_per_user": 0,
        "parent_id": _text(place.parent.id if place.parent else None),
        "permissions": str(place.guild.people_permissions),
    }
    if place.kind == THREAD:
        return shape | _thread(place)
    denied = {"id": str(place.guild.id), "type": 0, "allow": "0", "deny": str(place.denied)}
    overwrites = [denied] if place.denied else []
    return shape | {"position": 0, "nsfw": False, "topic": None, "permission_overwrites": overwrites}


def _thread(place: Channel) -> Body:
    assert place.guild
    return {
        "owner_id": str(next(iter(place.guild.members), place.guild.id)),
        "message_count": 0,
        "member_count": 1,
        "total_message_sent": 0,
        "thread_metadata": {
            "archived": False,
            "auto_archive_duration": 1440,
            "archive_timestamp": "2029-01-01T00:00:00+00:00",
            "locked": False,
        },
    }


def guild(place: Guild, bot: User, *, joined: bool = False) -> Body:
    """A guild as GUILD_CREATE brings it; only that of one just joined does not tell of outages."""
    channels = [channel(one) for one in place.channels.values()]
    outage = {} if joined else {"unavailable": False}
    return outage | {
        "id": str(place.id),
        "name": place.name,
        "icon": None,
        "owner_id": str(next(iter(place.members), bot.id)),
        "preferred_locale": place.locale,
        "member_count": len(place.members) + 1,
        "joined_at": "2029-01-01T00:00:00+00:00",
        "large": False,
        "features": [],
        "system_channel_id": _text(place.system),
        "roles": [_role(place, number) for number in range(place.roles + 1)],
        "members": [member(bot, place)],
        "channels": [one for one in channels if one["type"] != THREAD],
        "threads": [one for one in channels if one["type"] == THREAD],
        "emojis": [],
        "stickers": [],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "system_channel_flags": 0,
    }


def _role(place: Guild, number: int) -> Body:
    """The first is everyone's, and has the id of the guild."""
    name = f"role {number}" if number else "@everyone"
    return {
        "id": str(place.id + number),
        "name": name,
        "permissions": str(place.people_permissions & place.bot_permissions),
        "position": number,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def attachment(file: Attachment, message: Message, cdn: str) -> Body:
    """A stored file of a message with its address."""
    return attached(file, message.channel, cdn) | ({"ephemeral": True} if message.reader else {})


def attached(file: Attachment, chat: Channel, cdn: str) -> Body:
    """A stored file with its address."""
    url = f"{cdn}/attachments/{chat.id}/{file.id}/{file.name}"
    shape: Body = {"id": str(file.id), "filename": file.name, "size": len(file.data)}
    shape |= {"url": url, "proxy_url": url}
    if file.description is not None:
        shape["description"] = file.description
    if file.data.startswith(PNG):
        width, height = (int.from_bytes(file.data[at : at + 4], "big") for at in (16, 20))
        shape |= {"content_type": "image/png", "width": width, "height": height}
    elif kind := mimetypes.guess_type(file.name)[0]:
        shape["content_type"] = kind
    return shape


def message(shown: Message, cdn: str, world: World) -> Body:
    """A message as it stands."""
    stored = [attachment(file, shown, cdn) for file in shown.attachments]
    files = {file["filename"]: file for file in stored}
    shape: Body = {
        "id": str(shown.id),
        "channel_id": str(shown.channel.id),
        "type": 20 if shown.interaction and shown.interaction.kind == 2 else 0,
        "author": user(shown.author),
        "content": shown.content,
        "timestamp": iso(shown.created),
        "edited_timestamp": None if shown.edited is None else iso(shown.edited),
        "tts": False,
        "mention_everyone": False,
        "mentions": [user(who) for who in shown.mentioned],
        "mention_roles": [],
        "attachments": stored,
        "embeds": shown.embeds,
        "components": [_resolved(component, files) for component in shown.components],
        "pinned": False,
        "flags": shown.flags | (EPHEMERAL if shown.reader else 0),
    }
    if shown.interaction:
        shape |= {
            "application_id": str(world.bot.id),
            "webhook_id": str(world.bot.id),
            "interaction_metadata": _metadata(shown.interaction),
        }
    return shape


def _metadata(interaction: Interaction) -> Body:
    return {
        "id": str(interaction.id),
        "type": interaction.kind,
        "user": user(interaction.user),
        "authorizing_integration_owners": interaction.owners,
    }


def _resolved(component: Body, files: dict[str, Body]) -> Body:
    """A component in which each `attachment://` address is that of the stored file."""
    shape = dict(component)
    for name in ("components", "items"):
        if name in shape:
            shape[name] = [_resolved(child, files) for child in shape[name]]
    for name in ("accessory", "component"):
        if name in shape:
            shape[name] = _resolved(shape[name], files)
    for name in ("media", "file"):
        if name in shape:
            shape[name] = _media(shape[name], files)
    return shape


def _media(media: Body, files: dict[str, Body]) -> Body:
    file = files.get(media["url"].removeprefix("attachment://"))
    if file is None or not media["url"].startswith("attachment://"):
        return media
    return {
        "url": file["url"],
        "proxy_url": file["url"],
        "width": file.get("width", 0),
        "height": file.get("height", 0),
        "content_type": file.get("content_type"),
        "attachment_id": file["id"],
        "loading_state": 2,
    }


def interaction(event: Interaction, world: World, cdn: str) -> Body:
    """What a person did, as the gateway hands it out."""
    place = event.channel
    shape: Body = {
        "id": str(event.id),
        "application_id": str(world.bot.id),
        "type": event.kind,
        "token": event.token,
        "version": 1,
        "data": event.data,
        "channel_id": str(place.id),
        "channel": channel(place),
        "context": place.context,
        "locale": event.user.locale,
        "app_permissions": str(place.bot_permissions if place.bot_in else USUAL),
        "authorizing_integration_owners": event.owners,
        "attachment_size_limit": FILE_LIMIT,
        "entitlements": [],
        "entitlement_sku_ids": [],
    }
    if place.guild:
        shape |= {
            "guild_id": str(place.guild.id),
            "guild": {"id": str(place.guild.id), "locale": place.guild.locale, "features": []},
            "guild_locale": place.guild.locale,
            "member": member(event.user, place.guild)
            | {"permissions": str(place.permissions_of(event.user))},
        }
    else:
        shape["user"] = user(event.user)
    if event.message:
        shape["message"] = message(event.message, cdn, world)
    return shape


def _text(number: int | None) -> str | None:
    return None if number is None else str(number)
