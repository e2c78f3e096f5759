"""What a person's client sends: commands with their options, presses, filled-in forms."""

from __future__ import annotations

from typing import Any

from tests.loopback.discord import payloads
from tests.loopback.discord.components import (
    BUTTON,
    CHECKBOX,
    LABEL,
    RADIO,
    ROW,
    TEXT_INPUT,
    USER_SELECT,
    walk,
)
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
    own = world.commands.get(chat.guild.id, []) if chat.guild and chat.guild.installed else []
    return [*own, *(c for c in world.commands.get(None, []) if owners(world, user, chat, c))]


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
    return data | ({"resolved": found} if found else {}) | _guild_of(asked)


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
    return data | {"resolved": resolved([target], chat.guild)} | _guild_of(asked)


def message_menu(asked: Body, chat: Channel, target: Body) -> Body:
    """The data of a command in the menu of a message, as the client of the person gets that message."""
    data = {"id": asked["id"], "name": asked["name"], "type": 3, "target_id": target["id"]}
    return data | {"resolved": {"messages": {target["id"]: target}}} | _guild_of(asked)


def _guild_of(asked: Body) -> Body:
    return {"guild_id": asked["guild_id"]} if "guild_id" in asked else {}


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


def submission(modal: Body, values: dict[str, Any]) -> Body:
    """The data of a filled-in form; fields are named by their labels or custom ids."""
    left = dict(values)
    filled = [_filled(part, left) for part in modal["components"]]
    if left:
        raise LookupError(f"the form has no field {list(left)}")
    return {"custom_id": modal["custom_id"], "components": [part for part in filled if part]}


def _filled(part: Body, left: dict[str, Any]) -> Body:
    shape: Body = {"type": part["type"], "id": part.get("id", 0)}
    if part["type"] == LABEL:
        shape["component"] = _field(part["component"], part["label"], left)
    elif part["type"] == ROW:
        shape["components"] = [_field(child, child.get("label") or "", left) for child in part["components"]]
    return shape


def _field(part: Body, label: str, left: dict[str, Any]) -> Body:
    value = left.pop(label, left.pop(part["custom_id"], None))
    shape: Body = {"type": part["type"], "custom_id": part["custom_id"], "id": part.get("id", 0)}
    if part["type"] == TEXT_INPUT:
        text = part.get("value") or "" if value is None else str(value)
        if part.get("required", True) and not text:
            raise LookupError(f"the form cannot be sent without {label!r}")
        if len(text) > (part.get("max_length") or 4000):
            raise LookupError(f"{label!r} cannot have {len(text)} characters")
        return shape | {"value": text}
    if part["type"] == CHECKBOX:
        return shape | {"value": bool(value)}
    if part["type"] == RADIO:
        return shape | {"value": value}
    return shape | {"values": [] if value is None else list(value)}


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
