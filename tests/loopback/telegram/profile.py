"""What the bot says of itself: commands by scope and language, descriptions, names, menu buttons."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Any

from tests.loopback.telegram.calls import Call
from tests.loopback.telegram.content import Json, canonical
from tests.loopback.telegram.keyboards import read_web_app
from tests.loopback.telegram.refusals import bad
from tests.loopback.telegram.world import Chat, User

SAID = {
    "Description": ("description", 512),
    "ShortDescription": ("short_description", 120),
}
"""What can be set in each language: the parameter, and how long it may be."""
MOST_COMMANDS = 100


class Profile:
    """The bot's settings, as BotFather and the methods know them."""

    def __init__(self) -> None:
        self.commands: dict[tuple[str, str], list[Json]] = {}
        """By scope, as canonical JSON, and language."""
        self.said: defaultdict[str, dict[str, str]] = defaultdict(dict)
        self.menus: dict[int, Json] = {}

    def set_commands(self, call: Call) -> bool:
        key, commands = self._key(call), call.value("commands", "commands")
        if len(commands) > MOST_COMMANDS:
            raise bad("BOT_COMMANDS_TOO_MUCH")
        self.commands[key] = [_command(command) for command in commands]
        return True

    def _key(self, call: Call) -> tuple[str, str]:
        scope = call.value("scope", "BotCommandScope") or {"type": "default"}
        return canonical(scope), _language(call)

    def shown_commands(self, user: User, chat: Chat) -> list[Json]:
        """The commands that this person is offered in this chat: the narrowest scope that has any."""
        general = "all_private_chats" if chat.kind == "private" else "all_group_chats"
        scopes: tuple[Json, ...] = (
            {"type": "chat_member", "chat_id": chat.id, "user_id": user.id},
            {"type": "chat", "chat_id": chat.id},
            {"type": general},
            {"type": "default"},
        )
        for scope in scopes:
            for language in (user.language or "", ""):
                if commands := self.commands.get((canonical(scope), language)):
                    return commands
        return []

    def say(self, what: str, call: Call) -> bool:
        """setMyDescription and its like."""
        name, most = SAID[what]
        if len(call.text(name)) > most:
            raise bad(f"{name.replace('_', ' ')} is too long")
        self.said[what][_language(call)] = call.text(name)
        return True

    def tell(self, what: str, call: Call) -> Json:
        return {SAID[what][0]: self.said[what].get(_language(call), "")}

    def set_menu(self, call: Call) -> bool:
        button = call.value("menu_button", "menu button") or {"type": "default"}
        if button["type"] == "web_app":
            if not str(button.get("text", "")).strip():
                raise bad("menu button text must be non-empty")
            read_web_app(button.get("web_app"), "menu button")
        self.menus[call.integer("chat_id")] = button
        return True

    def get_menu(self, call: Call) -> Json:
        return self.menus.get(call.integer("chat_id"), {"type": "default"})


def _language(call: Call) -> str:
    language = call.text("language_code")
    if language and not re.fullmatch("[a-z]{2}", language):
        raise bad("invalid language code specified")
    return language


def _command(command: Any) -> Json:
    name, text = (
        str(command.get("command", "")).strip().removeprefix("/"),
        str(command.get("description", "")),
    )
    if not name:
        raise bad("command must be non-empty")
    if len(name) > 32:
        raise bad("command length must not exceed 32")
    if not re.fullmatch("[a-z0-9_]+", name):
        raise bad("BOT_COMMAND_INVALID")
    if not text.strip():
        raise bad("command description must be non-empty")
    if len(text.strip()) > 256:
        raise bad("command description length must not exceed 256")
    whispered = {"is_ephemeral": True} if command.get("is_ephemeral") is True else {}
    return {"command": name, "description": text.strip()} | whispered
