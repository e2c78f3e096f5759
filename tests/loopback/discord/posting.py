"""How messages come into the world, change, and whom they ping."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tests.loopback.discord import limits
from tests.loopback.discord.components import walk
from tests.loopback.discord.limits import Draft, Upload
from tests.loopback.discord.refusals import Body, Path, Refusal
from tests.loopback.discord.world import (
    ATTACH,
    COMPONENTS_V2,
    DM,
    EPHEMERAL,
    HISTORY,
    LOADING,
    NONCE_LIFE_S,
    SEND,
    SEND_IN_THREADS,
    SUPPRESS_EMBEDS,
    SUPPRESS_NOTIFICATIONS,
    THREAD,
    Attachment,
    Channel,
    Interaction,
    Message,
    World,
)

MENTION = re.compile(r"<@!?(\d+)>")
OLD_S, OLD_WINDOW_S, OLD_EDITS = 3600.0, 6.0, 3
SETTABLE = SUPPRESS_EMBEDS | COMPONENTS_V2
Files = tuple[Upload, ...]


@dataclass(slots=True)
class Post:
    """The post office of one world."""

    world: World
    old_edits: dict[int, list[float]] = field(default_factory=dict)

    def send(self, channel: Channel, body: Body, files: Files) -> Message:
        """A plain message by the bot."""
        self._may_send(channel, body, files)
        draft = Draft(body, files, flags=SETTABLE | SUPPRESS_NOTIFICATIONS)
        limits.check(draft)
        nonce = body.get("nonce") if body.get("enforce_nonce") else None
        if nonce is not None and (sent := self._sent_before(str(nonce))):
            return sent
        message = self._create(channel, draft)
        if nonce is not None:
            self.world.nonces[str(nonce)] = (self.world.clock.now(), message.id)
        return message

    def _may_send(self, channel: Channel, body: Body, files: Files) -> None:
        needed = SEND_IN_THREADS if channel.kind == THREAD else SEND
        if files:
            needed |= ATTACH
        if body.get("message_reference"):
            needed |= HISTORY
        self.world.reach(channel.id, needed)
        if channel.kind == DM:
            for person in channel.people.values():
                if person.dms_closed:
                    raise Refusal(50007)
                if not person.apps and not self.world.shares_guild(person):
                    raise Refusal(50278)

    def _sent_before(self, nonce: str) -> Message | None:
        when, message = self.world.nonces.get(nonce, (0.0, 0))
        if self.world.clock.now() - when > NONCE_LIFE_S:
            return None
        return self.world.messages.get(message)

    def answer(self, interaction: Interaction, body: Body, files: Files, at: Path = ()) -> Message:
        """A message that answers an interaction, first or later."""
        draft = Draft(body, files, flags=limits.ANSWER, at=at)
        limits.check(draft)
        if interaction.channel.id not in self.world.channels:
            raise Refusal(10003)
        private = bool((body.get("flags") or 0) & EPHEMERAL) or interaction.forced_private
        return self._create(interaction.channel, draft, interaction, private)

    def loading(self, interaction: Interaction, private: bool) -> Message:
        """The message that says that the bot is thinking."""
        draft = Draft({"flags": LOADING}, ())
        return self._create(interaction.channel, draft, interaction, private or interaction.forced_private)

    def _create(
        self, channel: Channel, draft: Draft, interaction: Interaction | None = None, private: bool = False
    ) -> Message:
        world = self.world
        message = Message(world.snowflake(), channel, world.bot, world.clock.now(), interaction=interaction)
        message.reader = interaction.user if interaction and private else None
        self._fill(message, draft)
        message.flags = (draft.body.get("flags") or 0) & ~EPHEMERAL
        self._mention(message, draft.body, bool(interaction))
        world.messages[message.id] = message
        channel.last_message = message.id
        world.tell("create", message)
        return message

    def edit(
        self, message: Message, body: Body, files: Files, by_token: bool = False, at: Path = ()
    ) -> Message:
        """Change a message; what the body does not name stays."""
        if message.author is not self.world.bot:
            raise Refusal(50005)
        draft = Draft(body, files, old=message, flags=SETTABLE, at=at)
        limits.check(draft)
        if not by_token:
            self._old(message)
        self._fill(message, draft)
        message.flags = (message.flags | (body.get("flags") or 0) & SETTABLE) & ~LOADING
        if "flags" in body and not (body["flags"] or 0) & SUPPRESS_EMBEDS:
            message.flags &= ~SUPPRESS_EMBEDS
        message.edited = self.world.clock.now()
        self.world.tell("update", message)
        return message

    def _old(self, message: Message) -> None:
        """Count an edit of an old message (`Refusal` 30046)."""
        now = self.world.clock.now()
        if now - message.created <= OLD_S:
            return
        recent = [when for when in self.old_edits.get(message.channel.id, []) if now - when < OLD_WINDOW_S]
        if len(recent) >= OLD_EDITS:
            raise Refusal(30046, retry_after=0.02)
        self.old_edits[message.channel.id] = [*recent, now]

    def _fill(self, message: Message, draft: Draft) -> None:
        body, world = draft.body, self.world
        kept, names = set(draft.kept), draft.uploads()
        entries = {int(entry["id"]): entry for entry in body.get("attachments") or []}
        old = [file for file in message.attachments if file.id in kept]
        for file in old:
            file.description = entries.get(file.id, {}).get("description", file.description)
        new = []
        for upload in draft.files:
            described = entries.get(upload.number, {}).get("description")
            new.append(Attachment(world.snowflake(), names[upload.number], upload.data, described))
        message.attachments = [*old, *new]
        if "content" in body:
            message.content = body["content"] or ""
        if "embeds" in body:
            message.embeds = [{"type": "rich", **embed} for embed in body["embeds"] or []]
        if "components" in body:
            message.components = body["components"] or []
            for number, component in enumerate(walk(message.components), start=1):
                component.setdefault("id", number)

    def _mention(self, message: Message, body: Body, answer: bool) -> None:
        """Who is mentioned, and who of them is told so: decided once, when the message is created."""
        told = "\n".join([message.content, *limits.texts(message.components)])
        ids = dict.fromkeys(int(found) for found in MENTION.findall(told))
        message.mentioned = tuple(self.world.users[one] for one in ids if one in self.world.users)
        allowed = body.get("allowed_mentions")
        if allowed is None or "users" in (allowed.get("parse") or []):
            pinged = message.mentioned
        else:
            listed = {int(one) for one in allowed.get("users") or []}
            pinged = tuple(user for user in message.mentioned if user.id in listed)
        everyone = self._everyone(message, told, allowed, answer)
        called = {user.id for user in pinged if user.id in message.readers} | everyone
        message.pings = frozenset() if message.flags & SUPPRESS_NOTIFICATIONS else frozenset(called)

    def _everyone(self, message: Message, told: str, allowed: Body | None, answer: bool) -> frozenset[int]:
        parse = ((allowed.get("parse") or []) if allowed is not None else []) + ["everyone"] * (
            allowed is None and not answer
        )
        if "everyone" not in parse or not re.search(r"@(?:everyone|here)\b", told) or message.reader:
            return frozenset()
        return frozenset(message.readers)
