"""The people: they see what they were sent, press what they see, and wait for what comes."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from tests.loopback.core.signal import PATIENCE, Signal
from tests.loopback.discord import acts, payloads
from tests.loopback.discord.application import Application
from tests.loopback.discord.gateway import Gateway
from tests.loopback.discord.record import Record, told
from tests.loopback.discord.refusals import Body
from tests.loopback.discord.rest import Log
from tests.loopback.discord.sight import Button, Shown, look
from tests.loopback.discord.world import Channel, Interaction, Message, User, World

COMMAND, COMPONENT, AUTOCOMPLETE, SUBMIT = 2, 3, 4, 5
T = TypeVar("T")


@dataclass(slots=True)
class Hall:
    """What all people share: the world, the way to the bot, and how long they wait at most."""

    world: World
    gateway: Gateway
    application: Application
    log: Log
    guard_s: float = PATIENCE
    recording: bool = True
    people: dict[int, Person] = field(default_factory=dict)
    public: Record = field(default_factory=Record)

    def changed(self, change: str, message: Message) -> None:
        """Let everybody see what became of a message."""
        shown, shape = look(message), self._shape(message)
        if shape and message.reader is None:
            self.public.note(message.channel, change, told(message, shape, sorted(message.pings)))
        for reader in message.readers:
            if person := self.people.get(reader):
                person.notice(change, message, shown, shape)

    def _shape(self, message: Message) -> Body | None:
        return payloads.message(message, self.gateway.cdn, self.world) if self.recording else None

    def forget(self, chat: Channel) -> None:
        """A chat is gone, with all that was in it."""
        for person in self.people.values():
            person.lose(chat)

    def send(self, interaction: Interaction) -> None:
        """Hand an interaction to the bot."""
        data = payloads.interaction(interaction, self.world, self.gateway.cdn)
        if self.application.url:
            self.application.send(data)
        else:
            self.gateway.dispatch("INTERACTION_CREATE", data, interaction.channel.guild)

    def missed(self, what: str) -> str:
        """Why somebody waited in vain."""
        return f"{what} within {self.guard_s} s; the last requests were:\n{self.log.tail()}"


class Asked:
    """Something a person did; awaited, it is answered, be it by a deferral."""

    def __init__(self, hall: Hall, interaction: Interaction) -> None:
        self._hall = hall
        self.interaction = interaction

    def __await__(self) -> Generator[Any, None, Asked]:
        return self.acknowledged().__await__()

    async def acknowledged(self) -> Asked:
        """Wait for the first answer."""
        await self.until(lambda: self.interaction.answer is not None, "no answer")
        return self

    async def reply(self) -> Shown:
        """Wait for a message that says something: the first answer's, or the newest that followed it."""
        return await self.until(lambda: self._said(), "no reply")

    def _said(self) -> Shown | None:
        alive = self._hall.world.messages
        shown = [look(one) for one in self.interaction.replies if one.id in alive]
        return next((one for one in reversed(shown) if not one.thinking), None)

    async def until(self, look_for: Callable[[], T | None], what: str) -> T:
        """Wait until something is true of the answers."""
        guard = self._hall.guard_s
        return await self.interaction.signal.until(look_for, lambda: self._hall.missed(what), guard)

    @property
    def kind(self) -> int | None:
        """The type of the first answer."""
        return self.interaction.answer

    @property
    def replies(self) -> list[Shown]:
        """Messages that answered it, as they stand."""
        alive = self._hall.world.messages
        return [look(one) for one in self.interaction.replies if one.id in alive]

    @property
    def choices(self) -> list[tuple[str, Any]]:
        """Names and values that an autocomplete offered."""
        return [(choice["name"], choice["value"]) for choice in self.interaction.choices or []]


class Person:
    """Somebody with a client, who knows only what came to it."""

    def __init__(self, hall: Hall, user: User) -> None:
        self._hall = hall
        self._signal = Signal()
        self._seen: dict[int, Shown] = {}
        self.user = user
        self.record = Record()
        """Everything received."""
        self.pinged: list[Shown] = []
        """The messages that called for attention, as they were when they came."""
        hall.people[user.id] = self

    @property
    def mention(self) -> str:
        """As it stands in texts."""
        return f"<@{self.user.id}>"

    # What comes

    def notice(self, change: str, message: Message, shown: Shown, shape: Body | None) -> None:
        """A message came, changed or went."""
        if change == "delete":
            self._seen.pop(message.id, None)
        else:
            self._seen[message.id] = shown
        pinged = change == "create" and self.user.id in message.pings
        if pinged:
            self.pinged.append(shown)
        if shape:
            self.record.note(message.channel, change, told(message, shape, pinged))
        self._signal.give()

    def messages(self, chat: Channel | None = None) -> list[Shown]:
        """What is visible in a chat, or anywhere, the oldest first."""
        return [one for one in self._seen.values() if chat in (None, one.chat)]

    def now(self, message: Shown | int) -> Shown:
        """A message as it stands now (`LookupError` if it is gone)."""
        number = message if isinstance(message, int) else message.id
        if number not in self._seen:
            raise LookupError(f"{self.user.name} does not see message {number}")
        return self._seen[number]

    async def until(self, look_for: Callable[[], T | None], what: str = "not seen") -> T:
        """Wait until something is true of what is visible; gives what `look_for` gives."""
        guard = self._hall.guard_s
        return await self._signal.until(
            look_for, lambda: self._hall.missed(f"{self.user.name}: {what}"), guard
        )

    async def sees(self, chat: Channel | None, wanted: str | Callable[[Shown], bool]) -> Shown:
        """Wait for a visible message with this text, or of which this is true; the newest of them."""
        fits = wanted if callable(wanted) else lambda shown: wanted in shown.text
        return await self.until(
            lambda: next((one for one in reversed(self.messages(chat)) if fits(one)), None), f"no {wanted}"
        )

    def lose(self, chat: Channel) -> None:
        """A chat is no longer there."""
        self._seen = {number: shown for number, shown in self._seen.items() if shown.chat is not chat}
        self._signal.give()

    # What the person does

    def use(self, name: str, chat: Channel, **options: Any) -> Asked:
        """A slash command; people are given as `Person` or `User`."""
        asked = acts.find(self._hall.world, self.user, chat, name, 1)
        return self.ask(
            COMMAND, chat, acts.command(asked, chat, _plain(options), cdn=self._hall.gateway.cdn), asked
        )

    def complete(self, name: str, chat: Channel, focused: str, typed: str, **options: Any) -> Asked:
        """Type into an option that completes; the others as far as they are filled in."""
        asked = acts.find(self._hall.world, self.user, chat, name, 1)
        option = next(o for o in asked.get("options") or [] if o["name"] == focused)
        if not option.get("autocomplete"):
            raise LookupError(f"{focused} does not complete")
        data = acts.command(asked, chat, _plain(options) | {focused: typed}, focused)
        return self.ask(AUTOCOMPLETE, chat, data, asked)

    def forge(
        self, name: str, chat: Channel, *, kind: int = 1, completing: bool = False, **data: Any
    ) -> Asked:
        """A command with data that no client of the service would send."""
        asked = acts.find(self._hall.world, self.user, chat, name, kind)
        sent = {"id": asked["id"], "name": name, "type": kind} | data
        return self.ask(AUTOCOMPLETE if completing else COMMAND, chat, sent, asked)

    def launch(self, chat: Channel, name: str = "launch") -> Asked:
        """The entry point of the Activity, from the menu of apps."""
        asked = acts.find(self._hall.world, self.user, chat, name, 4)
        return self.ask(COMMAND, chat, {"id": asked["id"], "name": name, "type": 4}, asked)

    def join(self, chat: Channel) -> str:
        """Join the Activity in a channel, as its card there offers; gives the id of the instance."""
        return self._hall.world.join(chat, self.user).id

    def leave(self, instance: str) -> None:
        """Close the Activity."""
        del self._hall.world.instances[instance].users[self.user.id]

    def authorize(self) -> str:
        """What the client answers when the page in its frame asks who opens it."""
        code = f"code-{self._hall.world.snowflake():x}"
        self._hall.world.codes[code] = self.user
        return code

    def menu(self, name: str, target: Person | User, chat: Channel) -> Asked:
        """A command from the menu of a person."""
        asked = acts.find(self._hall.world, self.user, chat, name, 2)
        whom = target.user if isinstance(target, Person) else target
        return self.ask(COMMAND, chat, acts.menu(asked, chat, whom), asked)

    def menu_at(self, name: str, message: Shown | int, chat: Channel) -> Asked:
        """A command from the menu of a message that is visible to this person."""
        asked = acts.find(self._hall.world, self.user, chat, name, 3)
        target = self._hall.world.messages[self.now(message).id]
        shape = payloads.message(target, self._hall.gateway.cdn, self._hall.world)
        return self.ask(COMMAND, chat, acts.message_menu(asked, chat, shape), asked)

    def press(self, message: Shown | int, button: str | Button = "", custom_id: str | None = None) -> Asked:
        """Press a button by its label, as it was on this sight of it, or any custom id, forged even."""
        now = self.now(message)
        if custom_id is None:
            known = message if isinstance(message, Shown) else now
            found = button if isinstance(button, Button) else known.button(button)
            if found.disabled or found.custom_id is None:
                raise LookupError(f"{found.label!r} cannot be pressed")
            custom_id = found.custom_id
        return self._touch(now, custom_id)

    def choose(self, message: Shown | int, custom_id: str, *values: str | User | Person) -> Asked:
        """Choose from a menu of a message."""
        chosen = (value.user if isinstance(value, Person) else value for value in values)
        return self._touch(self.now(message), custom_id, *chosen)

    def _touch(self, shown: Shown, custom_id: str, *values: str | User) -> Asked:
        message = self._hall.world.messages[shown.id]
        data = acts.component(message, custom_id, values)
        return self.ask(COMPONENT, shown.chat, data, message=message)

    def fill(self, asked: Asked, custom_id: str = "", **typed: str) -> Asked:
        """Fill in the form that something has opened, and send it; `custom_id`: a forged one."""
        made = asked.interaction
        data = acts.submission(made.form or {"components": [], "custom_id": ""}, typed)
        return self.ask(
            SUBMIT, made.channel, data | ({"custom_id": custom_id} if custom_id else {}), message=made.message
        )

    def press_again(self, asked: Asked) -> Asked:
        """The same interaction is delivered a second time."""
        self._hall.send(asked.interaction)
        return asked

    def ask(
        self,
        kind: int,
        chat: Channel,
        data: Body,
        command: Body | None = None,
        message: Message | None = None,
    ) -> Asked:
        world = self._hall.world
        owned = acts.owners(world, self.user, chat, command)
        if message and message.interaction:
            owned = message.interaction.owners
        interaction = acts.interaction(world, self.user, chat, kind, data, owned, message)
        self._hall.send(interaction)
        return Asked(self._hall, interaction)


def _plain(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value.user if isinstance(value, Person) else value for name, value in options.items()}
