"""Reply markup: which keyboards the service takes."""

from __future__ import annotations

import re
from typing import Any

from tests.loopback.telegram.content import CHOSEN_CHAT, KEY_KINDS, Json, Key, Keyboard, canonical
from tests.loopback.telegram.refusals import bad
from tests.loopback.telegram.world import World

ROW, ALL, BYTES = 8, 100, 10_240
"""Buttons a row and in all; bytes of the whole markup."""
OTHER_KINDS = ("web_app", "login_url", "copy_text", "callback_game", "pay", "disabled")
CHATS = tuple(f"allow_{kind}_chats" for kind in ("user", "bot", "group", "channel"))
"""To which kinds of chats a button may lead that shares something."""
USER_LINK = re.compile(r"tg://user\?id=(\d+)")
LINK = re.compile(r"(?:https?://)?[^\s/?#]+\.[^\s/?#.]+(?:[/?#]\S*)?|tg://\S+")


def read_markup(world: World, markup: Any, *, private: bool = False) -> tuple[Keyboard, Json | None]:
    """The inline keyboard, and what else may stand in its place: a reply keyboard or a forced reply."""
    if "inline_keyboard" not in markup:
        return (), _other(markup, private=private)
    rows = markup["inline_keyboard"]
    keyboard = tuple(tuple(_key(world, button) for button in row) for row in rows if row)
    too_wide = any(len(row) > ROW for row in keyboard)
    if too_wide or sum(map(len, keyboard)) > ALL or len(canonical(markup).encode()) > BYTES:
        raise bad("reply markup is too long")
    return keyboard, None


def _other(markup: Json, *, private: bool) -> Json | None:
    if markup.get("force_reply") is True:
        if len(markup.get("input_field_placeholder", "")) > 64:
            raise bad("REPLY_MARKUP_PLACEHOLDER_INVALID")
        return markup
    if "keyboard" in markup:
        _check_reply_keyboard(markup["keyboard"], private=private)
        return markup
    return markup if markup.get("remove_keyboard") is True else None


def _check_reply_keyboard(rows: Any, *, private: bool) -> None:
    """Buttons are texts, or objects with one; people are asked for in private chats, by number."""
    buttons: list[Any] = [{"text": one} if isinstance(one, str) else one for row in rows for one in row]
    if not all(isinstance(one, dict) and str(one.get("text") or "").strip() for one in buttons):
        raise bad("keyboard button text must be non-empty")
    wanted = [one["request_users"] for one in buttons if "request_users" in one]
    if wanted and not private:
        raise bad("users can be requested in private chats only")
    numbers = [one.get("request_id") for one in wanted]
    if any(not isinstance(one, int) or not -(2**31) <= one < 2**31 for one in numbers):
        raise bad("can't parse keyboard button: Can't find field \"request_id\"")
    if len(set(numbers)) < len(numbers):
        raise bad("BUTTON_ID_INVALID")
    if any(not 1 <= one.get("max_quantity", 1) <= 10 for one in wanted):
        raise bad("can't parse keyboard button: Invalid max_quantity specified")


def _key(world: World, button: Any) -> Key:
    label = button.get("text")
    if not label.strip():
        raise bad("inline keyboard button text must be non-empty")
    kinds = [kind for kind in KEY_KINDS if button.get(kind) or (kind in button and kind.startswith("switch"))]
    others = [kind for kind in OTHER_KINDS if kind in button]
    if not kinds and not others:
        raise bad("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
    kind = kinds[0] if kinds else others[0]
    if kind == "web_app":
        read_web_app(button[kind], "inline keyboard button")
    more = {name: value for name, value in button.items() if name not in ("text", *KEY_KINDS)}
    if kind == CHOSEN_CHAT:
        return Key(label, kind, _chosen_chat(button[kind]), canonical(more))
    value = str(button[kind]) if kinds else ""
    _check_value(world, kind, value)
    return Key(label, kind, value, canonical(more))


def read_web_app(app: Any, where: str) -> None:
    """A page that a button opens."""
    url = app["url"]
    if not url.startswith("https://"):
        raise bad(f"{where} Web App URL '{url}' is invalid: Only HTTPS links are allowed")


def _chosen_chat(value: Any) -> str:
    if not any(value.get(name) for name in CHATS):
        raise bad("can't parse inline keyboard button: At least one chat type must be allowed")
    return canonical(value)


def _check_value(world: World, kind: str, value: str) -> None:
    if kind == "callback_data" and not 1 <= len(value.encode()) <= 64:
        raise bad("BUTTON_DATA_INVALID")
    if kind == "url":
        user = USER_LINK.fullmatch(value)
        if user and int(user.group(1)) not in world.users:
            raise bad("BUTTON_USER_INVALID")
        if not LINK.fullmatch(value):
            raise bad(f"inline keyboard button URL '{value}' is invalid: Wrong HTTP URL")
