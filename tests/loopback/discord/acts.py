"""What a person's client sends: commands with their options, and presses."""

from __future__ import annotations

from typing import Any

from tests.loopback.discord import payloads
from tests.loopback.discord.components import BUTTON, USER_SELECT, walk
from tests.loopback.discord.refusals import Body
from tests.loopback.discord.world import Attachment, Channel, Guild, Interaction, Message, User, World

STRING, INTEGER, BOOLEAN, USER, NUMBER, ATTACHMENT = 3, 4, 5, 6, 10, 11
TYPES: dict[int, tuple[type, ...]] = {
    STRING: (str,),
    INTEGER: (int,),
    BOOLEAN: (bool,),
    USER: (User,),
    NUMBER: (int, float),
    ATTACHMENT: (Attachment,),
}


def offered(world: World, user: User, chat: Channel) -> list[Body]:
    """The commands that a person's client shows in this chat."""
    return [command for command in world.commands if owners(world, user, chat, command)]


def owners(world: World, user: User, chat: Channel, command: Body | None = None) -> dict[str, str]:
    """Which installations of the bot make something possible here: the guild's ("0"), the person's ("1")."""
    types = (command or {}).get("integration_types") or [0, 1]
    contexts = (command or {}).get("contexts") or [0, 1, 2]
    found: dict[str, str] = {}
    if chat.context not in contexts:
        return found
    if 0 in types and chat.bot_in:
        if chat.guild:
            found["0"] = str(chat.guild.id)
        elif world.shares_guild(user):
            found["0"] = "0"
    if 1 in types and user.apps:
        found["1"] = str(user.id)
    return found


def find(world: World, user: User, chat: Channel, name: str, kind: int) -> Body:
    """The command of this name (`LookupError` if the client would not show it here)."""
    for command in offered(world, user, chat):
        if (command["name"], command["type"]) == (name, kind):
            return command
    raise LookupError(f"{name!r} is not offered to {user.name} in {chat.name!r}")


def command(
    asked: Body, chat: Channel, options: dict[str, Any], focused: str | None = None, cdn: str = ""
) -> Body:
    """The data of a slash command or of its completion; `cdn` hands out what is attached."""
    given, people = [], []
    files = {
        str(file.id): payloads.attached(file, chat, cdn)
        for file in options.values()
        if isinstance(file, Attachment)
    }
    known = {option["name"]: option for option in asked.get("options") or []}
    if unknown := options.keys() - known.keys():
        raise LookupError(f"{asked['name']} has no option {unknown}; it has {list(known)}")
    for name, option in known.items():
        if name not in options:
            if option.get("required") and focused is None:
                raise LookupError(f"{asked['name']} cannot be sent without {name}")
            continue
        value = options[name]
        if isinstance(value, User):
            people.append(value)
        shape = {"name": name, "type": option["type"], "value": _value(option, value, name == focused)}
        given.append(shape | ({"focused": True} if name == focused else {}))
    data = {"id": asked["id"], "name": asked["name"], "type": asked["type"], "options": given}
    found = resolved(people, chat.guild) if people else {}
    found |= {"attachments": files} if files else {}
    return data | ({"resolved": found} if found else {})


def _value(option: Body, value: Any, typed: bool) -> Any:
    """What the client sends for an option; it lets nothing through that the option does not allow."""
    if typed:
        return str(value)
    if not isinstance(value, TYPES[option["type"]]):
        raise LookupError(f"{option['name']} cannot be {value!r}")
    if isinstance(value, User | Attachment):
        return str(value.id)
    choices = {choice["value"]: choice for choice in option.get("choices") or []}
    if choices and value not in choices:
        raise LookupError(f"{option['name']} cannot be {value!r}, only {list(choices)}")
    least, most = option.get("min_length", 0), option.get("max_length", 6000)
    if isinstance(value, str) and not least <= len(value) <= most:
        raise LookupError(f"{option['name']} cannot have {len(value)} characters")
    return value


def menu(asked: Body, chat: Channel, target: User) -> Body:
    """The data of a command in the menu of a person."""
    data = {"id": asked["id"], "name": asked["name"], "type": 2, "target_id": str(target.id)}
    return data | {"resolved": resolved([target], chat.guild)}


def message_menu(asked: Body, chat: Channel, target: Body) -> Body:
    """The data of a command in the menu of a message, as the client of the person gets that message."""
    data = {"id": asked["id"], "name": asked["name"], "type": 3, "target_id": target["id"]}
    return data | {"resolved": {"messages": {target["id"]: target}}}


def resolved(people: list[User], guild: Guild | None) -> Body:
    """The people of a command, with what the guild knows of them."""
    shape: Body = {"users": {str(one.id): payloads.user(one) for one in people}}
    if guild:
        here = [one for one in people if one.id in guild.members or one.bot]
        shape["members"] = {str(one.id): payloads.member(one, guild, with_user=False) for one in here}
    return shape


def component(message: Message, custom_id: str, values: tuple[str | User, ...]) -> Body:
    """The data of a press, or of a choice from a menu (`LookupError` if the client would not allow it)."""
    parts = (part for part in walk(message.components) if part.get("custom_id") == custom_id)
    part = next(parts, {"type": BUTTON, "id": 0})
    data: Body = {"custom_id": custom_id, "component_type": part["type"], "id": part["id"]}
    if part["type"] == BUTTON:
        return data
    if not part.get("min_values", 1) <= len(values) <= part.get("max_values", 1):
        raise LookupError(f"so many cannot be chosen: {len(values)}")
    people = [value for value in values if isinstance(value, User)]
    if people and part["type"] != USER_SELECT:
        raise LookupError("people can be chosen from a menu of people only")
    chosen = [str(value.id) if isinstance(value, User) else value for value in values]
    return (
        data | {"values": chosen} | ({"resolved": resolved(people, message.channel.guild)} if people else {})
    )


def submission(form: Body, typed: dict[str, str]) -> Body:
    """The data of a filled form (`LookupError` if the client would not send it)."""
    fields = {label["component"]["custom_id"]: label["component"] for label in form["components"]}
    if unknown := typed.keys() - fields.keys():
        raise LookupError(f"the form has no field {unknown}; it has {list(fields)}")
    for name, field in fields.items():
        value = typed.get(name, "")
        if len(value) > field.get("max_length", 4000) or (field.get("required", True) and not value):
            raise LookupError(f"{name} cannot be {value!r}")
    filled: list[Body] = []
    for at, name in enumerate(fields):
        field = {"type": 4, "id": 2 * at + 2, "custom_id": name, "value": typed.get(name, "")}
        filled.append({"type": 18, "id": 2 * at + 1, "component": field})
    return {"custom_id": form["custom_id"], "components": filled}


def interaction(
    world: World, user: User, chat: Channel, kind: int, data: Body, owned: dict[str, str],
    message: Message | None = None,
) -> Interaction:  # fmt: skip
    """Something that a person did, known to the service from now on."""
    number = world.snowflake()
    if len(world.interactions) % 1000 == 999:
        world.forget_interactions()
    token = f"aW50ZXJhY3Rpb246{number:x}"
    made = Interaction(number, token, kind, user, chat, data, world.clock.now(), owned, message)
    world.interactions[number] = world.by_token[token] = made
    return made
