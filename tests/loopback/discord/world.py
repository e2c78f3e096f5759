"""Who and what there is: users, guilds, channels, messages, interactions, kept as data."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.loopback.core.clock import Clock
from tests.loopback.core.signal import Signal
from tests.loopback.discord.refusals import Body, Refusal
from tests.loopback.discord.snowflakes import Snowflakes

EPHEMERAL, LOADING, COMPONENTS_V2 = 1 << 6, 1 << 7, 1 << 15
SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS = 1 << 2, 1 << 12
VIEW, SEND, EMBED, ATTACH, HISTORY = 1 << 10, 1 << 11, 1 << 14, 1 << 15, 1 << 16
CREATE_THREADS, SEND_IN_THREADS, EXTERNAL_APPS, PIN = 1 << 35, 1 << 38, 1 << 50, 1 << 51
USUAL = VIEW | SEND | EMBED | ATTACH | HISTORY | CREATE_THREADS | SEND_IN_THREADS | EXTERNAL_APPS
TEXT, DM, GROUP, THREAD = 0, 1, 3, 11
GUILD_CONTEXT, BOT_DM_CONTEXT, PRIVATE_CONTEXT = 0, 1, 2
FIRST_ANSWER_S, TOKEN_LIFE_S, NONCE_LIFE_S = 3.0, 900.0, 300.0


@dataclass(eq=False, slots=True)
class User:
    """An account; `apps` says whether it has installed the bot for itself."""

    id: int
    name: str
    bot: bool = False
    locale: str = "en-US"
    apps: bool = False
    flags: int = 0
    dms_closed: bool = False


@dataclass(eq=False, slots=True)
class Guild:
    """A server; `installed` says whether the bot is in it."""

    id: int
    name: str
    installed: bool
    members: dict[int, User] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    locale: str = "en-US"
    bot_permissions: int = USUAL
    people_permissions: int = USUAL
    system: int | None = None
    """The channel of its own messages."""
    roles: int = 0
    """How many there are beside that of everyone; nobody has them."""


@dataclass(eq=False, slots=True)
class Channel:
    """A place where messages are: channel or thread of a guild, DM with the bot, group of people."""

    id: int
    kind: int
    name: str
    guild: Guild | None = None
    parent: Channel | None = None
    people: dict[int, User] = field(default_factory=dict)
    denied: int = 0
    allowed: dict[int, int] = field(default_factory=dict)
    """What single people may do here alone, by their id."""
    last_message: int | None = None

    @property
    def bot_in(self) -> bool:
        """Whether the bot may reach it by its own token."""
        return self.guild.installed if self.guild else self.kind == DM

    @property
    def bot_permissions(self) -> int:
        """What the bot may do here."""
        allowed = self.guild.bot_permissions if self.guild else USUAL
        denied = self.denied | (self.parent.denied if self.parent else 0)
        return allowed & ~denied

    def permissions_of(self, person: User) -> int:
        """What everybody may do in the guild, and what is allowed to this person here alone."""
        everywhere = self.guild.people_permissions if self.guild else USUAL
        above = self.parent.allowed.get(person.id, 0) if self.parent else 0
        return everywhere | above | self.allowed.get(person.id, 0)

    @property
    def readers(self) -> dict[int, User]:
        """The people who see its public messages."""
        return self.guild.members if self.guild else self.people

    @property
    def context(self) -> int:
        """As interactions name the kind of place."""
        if self.guild:
            return GUILD_CONTEXT
        return BOT_DM_CONTEXT if self.kind == DM else PRIVATE_CONTEXT


@dataclass(eq=False, slots=True)
class Attachment:
    """A stored file."""

    id: int
    name: str
    data: bytes
    description: str | None = None

    @property
    def digest(self) -> str:
        """Tells whether two files are the same."""
        return hashlib.sha256(self.data).hexdigest()


@dataclass(eq=False, slots=True)
class Message:
    """A message as it stands; with a `reader` it is ephemeral and nobody else's."""

    id: int
    channel: Channel
    author: User
    created: float
    content: str = ""
    components: list[Body] = field(default_factory=list)
    embeds: list[Body] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    edited: float | None = None
    reader: User | None = None
    interaction: Interaction | None = None
    pings: frozenset[int] = frozenset()
    mentioned: tuple[User, ...] = ()
    pinned: bool = False

    @property
    def readers(self) -> dict[int, User]:
        """Who sees it."""
        return {self.reader.id: self.reader} if self.reader else self.channel.readers


@dataclass(eq=False, slots=True)
class Interaction:
    """Something a person did, and what the bot has answered so far."""

    id: int
    token: str
    kind: int
    user: User
    channel: Channel
    data: Body
    created: float
    owners: dict[str, str]
    message: Message | None = None
    answer: int | None = None
    original: Message | None = None
    replies: list[Message] = field(default_factory=list)
    followups: int = 0
    choices: list[Body] | None = None
    form: Body | None = None
    """That the answer has opened."""
    instance: str | None = None
    """Of the Activity that the answer has opened."""
    signal: Signal = field(default_factory=Signal)

    @property
    def guest(self) -> bool:
        """Whether the bot is here for this person only, and not in the place itself."""
        return "0" not in self.owners

    @property
    def forced_private(self) -> bool:
        """Whether the place lets such answers be seen by nobody else."""
        guild = self.channel.guild
        return self.guest and guild is not None and not guild.people_permissions & EXTERNAL_APPS


@dataclass(eq=False, slots=True)
class Instance:
    """An Activity that runs in a channel, and who is in it."""

    id: str
    launch: int
    channel: Channel
    users: dict[int, User] = field(default_factory=dict)


Watcher = Callable[[str, Message], None]
"""Is told "create", "update" or "delete" and the message."""


class World:
    """All of it, and who wants to know when a message changes."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.snowflake = Snowflakes(clock)
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Message] = {}
        self.uploads: list[Attachment] = []
        self.interactions: dict[int, Interaction] = {}
        self.by_token: dict[str, Interaction] = {}
        self.commands: list[Body] = []
        self.embedded = False
        """Whether Activities are enabled for the application."""
        self.instances: dict[str, Instance] = {}
        self.codes: dict[str, User] = {}
        self.bearers: dict[str, User] = {}
        self.nonces: dict[str, tuple[float, int]] = {}
        self.watchers: list[Watcher] = []
        self.signal = Signal()
        self.bot = self.user("Table", bot=True)

    def user(self, name: str, **more: Any) -> User:
        """A new account."""
        user = User(self.snowflake(), name, **more)
        self.users[user.id] = user
        return user

    def upload(self, name: str, data: bytes) -> Attachment:
        """A file that a person is about to send."""
        self.uploads.append(Attachment(self.snowflake(), name, data))
        return self.uploads[-1]

    def guild(self, name: str, *members: User, installed: bool = True) -> Guild:
        """A new server."""
        guild = Guild(self.snowflake(), name, installed, {user.id: user for user in members})
        self.guilds[guild.id] = guild
        return guild

    def channel(
        self, kind: int, name: str, guild: Guild | None = None, parent: Channel | None = None
    ) -> Channel:
        """A new place."""
        channel = Channel(self.snowflake(), kind, name, guild, parent)
        self.channels[channel.id] = channel
        if guild:
            guild.channels[channel.id] = channel
        return channel

    def private(self, kind: int, *people: User) -> Channel:
        """A new DM with the bot, or a group of people."""
        channel = self.channel(kind, ", ".join(user.name for user in people))
        channel.people = {user.id: user for user in people}
        return channel

    def dm(self, user: User) -> Channel:
        """The one DM of the bot with this person."""
        for channel in self.channels.values():
            if channel.kind == DM and user.id in channel.people:
                return channel
        return self.private(DM, user)

    def join(self, channel: Channel, user: User) -> Instance:
        """Somebody opens the Activity: the one that runs in the channel, else a new one."""
        running = (one for one in self.instances.values() if one.channel is channel and one.users)
        if (found := next(running, None)) is None:
            launch = self.snowflake()
            place = f"gc-{channel.guild.id}-{channel.id}" if channel.guild else f"pc-{channel.id}"
            found = Instance(f"i-{launch}-{place}", launch, channel)
            self.instances[found.id] = found
        found.users[user.id] = user
        return found

    def tell(self, change: str, message: Message) -> None:
        """Let the watchers know that a message was created, updated or deleted."""
        for watcher in self.watchers:
            watcher(change, message)
        self.signal.give()

    def message_of(self, channel: Channel, message_id: int) -> Message:
        """A message that the bot may touch with its own token; `Refusal` 10008 otherwise."""
        message = self.messages.get(message_id)
        if message is None or message.channel is not channel or message.reader is not None:
            raise Refusal(10008)
        return message

    def reach(self, channel_id: int, needed: int = VIEW) -> Channel:
        """A channel in which the bot may do this; `Refusal` 10003, 50001 or 50013 otherwise."""
        channel = self.channels.get(channel_id)
        if channel is None:
            raise Refusal(10003)
        if not channel.bot_in or not channel.bot_permissions & VIEW:
            raise Refusal(50001)
        if needed & ~channel.bot_permissions:
            raise Refusal(50013)
        return channel

    def remove(self, message: Message) -> None:
        """Delete a message."""
        self.messages.pop(message.id, None)
        self.tell("delete", message)

    def forget_interactions(self) -> None:
        """Drop those whose tokens no longer live; they are unknown from then on, as they were useless."""
        now = self.clock.now()
        old = [one for one in self.interactions.values() if now - one.created > TOKEN_LIFE_S]
        for interaction in old:
            del self.interactions[interaction.id], self.by_token[interaction.token]

    def shares_guild(self, user: User) -> bool:
        """Whether the bot and this person meet anywhere."""
        return any(guild.installed and user.id in guild.members for guild in self.guilds.values())
