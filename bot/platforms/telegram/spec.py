"""The `PlatformSpec` of Telegram; does not import the library of the platform."""

from __future__ import annotations

import hmac
import re
from typing import Annotated

from pydantic import AfterValidator, HttpUrl, SecretStr

from bot.interface import PlatformAdapter
from bot.platforms.settings import HttpsUrl, ListenSettings, PublicSettings, Token, address, plain, setting
from bot.platforms.spec import Finding, Host, PlatformSpec
from bot.platforms.telegram.capabilities import CAPABILITIES

WEBHOOK_PORT = 8443
WEBHOOK = b"tischrand webhook"  # the purpose, for deriving the secret


def _is_webhook_secret(value: SecretStr) -> SecretStr:
    """Check the characters and length that Telegram allows for the secret."""
    plain = value.get_secret_value().strip()
    if not re.fullmatch(r"[\w-]{1,256}", plain, re.ASCII):
        raise ValueError("this is no secret for a webhook: 1 to 256 of A-Z, a-z, 0-9, _ and -")
    return SecretStr(plain)


WebhookSecret = Annotated[SecretStr, AfterValidator(_is_webhook_secret)]


class TelegramSettings(PublicSettings, ListenSettings):
    """Settings for Telegram."""

    telegram_token: Token | None = setting("TELEGRAM_TOKEN")
    """The bot's token; None: the bot is not on Telegram."""
    telegram_api_url: HttpUrl | None = setting("TELEGRAM_API_URL")
    """Base URL of another Bot API server, e.g. `http://127.0.0.1:8081`."""
    telegram_webhook_url: HttpsUrl | None = setting("TELEGRAM_WEBHOOK_URL")
    """The URL to which Telegram sends updates; None: they are fetched by long polling."""
    telegram_webhook_port: int = setting("TELEGRAM_WEBHOOK_PORT", WEBHOOK_PORT, ge=0, le=65535)
    """The local port to which a proxy forwards these updates; 0: any free one."""
    telegram_webhook_secret: WebhookSecret | None = setting("TELEGRAM_WEBHOOK_SECRET")
    """The secret by which Telegram authenticates; None: derived from the token, because all processes of the
    bot need the same one."""
    telegram_picture_chat: int | None = setting("TELEGRAM_PICTURE_CHAT")
    """The chat in which pictures for inline boards are uploaded; None: those boards are text only."""


async def _build(settings: TelegramSettings, _: Host) -> PlatformAdapter:
    from bot.platforms.telegram.adapter import TelegramAdapter
    from bot.platforms.telegram.updates import Webhook

    webhook = None
    if settings.telegram_webhook_url is not None:
        follows = hmac.digest(plain(settings.telegram_token).encode(), WEBHOOK, "sha256").hex()
        proof = plain(settings.telegram_webhook_secret) or follows
        url, port = str(settings.telegram_webhook_url), settings.telegram_webhook_port
        webhook = Webhook(url, proof, str(settings.listen), port)
    return TelegramAdapter(
        plain(settings.telegram_token),
        address(settings.telegram_api_url),
        webhook=webhook,
        pages=str(settings.public_url) if settings.public_url else None,
        picture_chat=settings.telegram_picture_chat,
    )


async def _check(settings: TelegramSettings) -> list[Finding]:
    from bot.platforms.telegram.check import check

    url = settings.telegram_webhook_url
    return await check(
        plain(settings.telegram_token),
        address(settings.telegram_api_url),
        str(url) if url else None,
        settings.telegram_picture_chat,
    )


def _bot(settings: TelegramSettings) -> str | None:
    """The id of the bot: the number before the colon of its token."""
    number = plain(settings.telegram_token).partition(":")[0]
    return number if number.isascii() and number.isdigit() else None


TELEGRAM = PlatformSpec(
    key="telegram",
    title="Telegram",
    settings=TelegramSettings,
    token="TELEGRAM_TOKEN",  # noqa: S106 (the name of a variable)
    wanted=lambda settings: settings.telegram_token is not None,
    build=_build,
    check=_check,
    bot=_bot,
    secrets=(r"\d{6,} : [\w-]{30,}",),  # the token of a bot
    chats="telegram:ID of a group or person",
    capabilities=CAPABILITIES,
    deep_link=lambda name, payload: f"https://t.me/{name.removeprefix('@')}?start={payload}",
    in_words=lambda settings, chat: chat.fixed and settings.telegram_picture_chat is None,
)
