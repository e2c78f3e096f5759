"""What is held against one message: whether each platform takes it whole, and whether it makes sense."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace

from bot.interface import Account, Button, Chat, Screen
from bot.platforms import callback_data
from bot.platforms.discord import layout as discord
from bot.platforms.telegram import layout as telegram
from bot.platforms.web import messages as web
from bot.texts import DEFAULT, texts_for, units
from tests.loopback.core.clock import Clock
from tests.loopback.discord.limits import Draft, Upload, check, texts
from tests.loopback.discord.refusals import Form
from tests.loopback.discord.spec import MESSAGE, check_as
from tests.loopback.discord.world import COMPONENTS_V2
from tests.loopback.telegram.entities import parse_html
from tests.loopback.telegram.keyboards import read_markup
from tests.loopback.telegram.world import User, World

GUILD = Chat("discord", "7/8", private=False)
GROUP = Chat("telegram", "-1001234567890", private=False)
ALONE = Chat("telegram", "1001", private=True)
IDS = {"discord": "123456789012345678", "telegram": "1001"}
"""Of accounts, as long as they can be."""
BOT = "tischrand_test_bot"
TELEGRAM = World(Clock(), User(1, BOT, is_bot=True))
SPARE_KEY = re.compile(r"\b[a-z_]+(?:\.\w+)+")
WIDE_BLANK = re.compile("[。！？] ")
KEYS = frozenset(texts_for(DEFAULT).messages)


def buttons_of(message: Screen) -> list[Button]:
    """In the order in which they are read."""
    return [button for row in message.rows for button in row]


def words_of(message: Screen) -> list[str]:
    """All that somebody reads."""
    pictures = [shown.alt for shown in (message.image, message.file) if shown]
    headline = [message.headline.text] if message.headline else []
    return [message.title, *headline, message.text, *pictures, *_labels(message)]


def hold(message: Screen, language: str, platform: str = "") -> None:
    """Fails where a platform would refuse or shorten the message, or where it makes no sense.

    Args:
        message: which somebody has received.
        language: in which Telegram adds its own words to a challenge.
        platform: where: Telegram has room for more buttons than others.
    """
    makes_sense(message)
    message = replace(message, pings=True)  # with a mention it is longest
    if platform != "telegram":
        _fits_discord(_on("discord", message, GUILD, "8/9"))
    on_telegram = _on("telegram", message, GROUP, f"{GROUP.id}/9")
    _fits_telegram(on_telegram, GROUP, None)
    _fits_telegram(on_telegram, ALONE, telegram.Way(BOT, texts_for(language)))
    assert web.body(message)


def makes_sense(message: Screen) -> None:
    assert message.text.strip(), "no text"
    assert message.title == message.title.strip()
    assert message.image is None or message.image.alt.strip(), "a picture without words"
    for words in words_of(message):
        assert not set("{}") & set(words), f"a place is left: {words}"
        assert not KEYS & set(SPARE_KEY.findall(words)), f"a key is left: {words}"
        assert "None" not in words, f"nothing is told: {words}"
        assert not WIDE_BLANK.search(words), f"a blank where the language has none: {words}"
    for button in buttons_of(message):
        assert button.label.strip(), "a button without a label"
        assert callback_data.decode(callback_data.encode(button.request)) == button.request, button
    said = Counter(button.label.rstrip(" …") for button in buttons_of(message))
    twice = [label for label, count in said.items() if count > 1]
    assert not twice, f"buttons with the same label: {twice}"


def _on(platform: str, message: Screen, chat: Chat, shown_as: str) -> Screen:
    """The same with accounts and links as the platform has them."""
    links = tuple(replace(link, chat=chat, message=shown_as) for link in message.links)
    awaits = tuple(Account(platform, IDS[platform], who.name) for who in message.awaits)
    return replace(message, links=links, awaits=awaits)


def _fits_discord(message: Screen) -> None:
    sent = discord.new(message)
    components = sent["view"].to_components()
    files = [Upload(at, file.filename, file.fp.read()) for at, file in enumerate(sent.get("files", []))]
    listed = [
        {"id": at, "filename": file.filename, "description": file.description}
        for at, file in enumerate(sent.get("files", []))
    ]
    body = {"components": components, "attachments": listed, "flags": COMPONENTS_V2}
    form = Form()
    check_as(MESSAGE, body, form)
    form.close()
    check(Draft(body, tuple(files)))
    (told,) = texts(components)
    assert discord.counting_down(message).strip() in told, "Discord would get less text"
    assert discord.plain(message.title) in told, "Discord would get less of the title"
    attached = [shown for shown in (message.image, message.file) if shown]
    assert all(len(shown.alt) <= discord.ALT_MAX for shown in attached), "Discord would get less alt text"
    assert all(len(words) <= discord.LABEL_MAX for words in _labels(message))


def _fits_telegram(message: Screen, chat: Chat, way: telegram.Way | None) -> None:
    shape = telegram.shape(message, chat, way)
    if shape.markup:
        read_markup(TELEGRAM, json.loads(json.dumps(shape.markup)))
    plain, _ = parse_html(shape.text)
    assert units(plain) <= (telegram.CAPTION_MAX if message.image or message.file else telegram.TEXT_MAX)
    assert _bare(message.text.strip()) in _bare(plain), "Telegram would get less text"
    assert _bare(message.title) in _bare(plain), "Telegram would get less of the title"
    assert all(len(words) <= telegram.LABEL_MAX for words in _labels(message)), _labels(message)
    assert units(telegram.short_note(message)) <= telegram.ALERT_MAX


def _labels(message: Screen) -> list[str]:
    return [button.label for button in buttons_of(message)] + [link.label for link in message.links]


def _bare(text: str) -> str:
    """Without the joiners that keep Telegram from finding links."""
    return text.replace("\u2060", "")
