"""What the host can set: by environment or `.env`; flags of the command line win."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, HttpUrl, SecretStr
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

WEB_PORT = 8321
WEBHOOK_PORT = 8443
PREFIX = "TISCHRAND_"


def _is_token(value: SecretStr) -> SecretStr:
    """A token is one word; whatever else was pasted with it would be refused far from here."""
    plain = value.get_secret_value().strip()
    if not re.fullmatch(r"[\w.:-]+", plain, re.ASCII):
        raise ValueError("this is no token: paste the token alone, without blanks or quotation marks")
    return SecretStr(plain)


Token = Annotated[SecretStr, AfterValidator(_is_token)]


def _is_webhook_secret(value: SecretStr) -> SecretStr:
    """Telegram repeats it in a header and takes nothing else."""
    plain = value.get_secret_value().strip()
    if not re.fullmatch(r"[\w-]{1,256}", plain, re.ASCII):
        raise ValueError("this is no secret for a webhook: 1 to 256 of A-Z, a-z, 0-9, _ and -")
    return SecretStr(plain)


WebhookSecret = Annotated[SecretStr, AfterValidator(_is_webhook_secret)]


def _words(value: object) -> object:
    """A list as it stands in a variable: parted by commas or blanks."""
    return tuple(value.replace(",", " ").split()) if isinstance(value, str) else value


def _are_chats(entries: tuple[str, ...]) -> tuple[str, ...]:
    for entry in entries:
        if not re.fullmatch(r"(discord|telegram|web):[^\s:,]+", entry, re.ASCII):
            raise ValueError(
                f"“{entry[:40]}” is no chat: write discord:ID of a server, server/channel or @user, "
                "telegram:ID of a group or person, parted by commas"
            )
    return entries


Chats = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_words), AfterValidator(_are_chats)]


def _of_platform(variable: str, default: object = None, **limits: Any) -> Any:
    """A setting of a foreign platform: it has the name that is usual there, without our prefix."""
    return Field(default=default, validation_alias=variable, **limits)


class Settings(BaseSettings):
    """Each field is a variable, see `variable`; `.env.example` explains them to the host.

    An empty variable counts as not set. No value appears in an error.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file=".env",
        env_ignore_empty=True,
        extra="ignore",
        hide_input_in_errors=True,
    )

    data: Path = Path("data")
    """The folder of the databases; made when it is missing."""
    port: int = Field(default=WEB_PORT, ge=0, le=65535)
    """Of the local web chat on 127.0.0.1; 0 takes any free one."""
    browser: bool = True
    """Open the page of the local web chat in a browser when it is ready."""
    web: bool = False
    """Open the local web chat beside the foreign platforms, too."""
    monitor_port: int | None = Field(default=None, ge=0, le=65535)
    """Of `/health` and `/metrics` on 127.0.0.1; 0 takes any free one; None: there are none."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    """How much is written to standard error."""
    log_format: Literal["text", "json"] = "text"
    """Lines to read, or one JSON object a line."""

    allowed_chats: Chats = ()
    """The only chats with several people in which the bot plays; none named: all of them."""
    blocked_chats: Chats = ()
    """Chats, also private ones, in which it does not play."""

    discord_token: Token | None = _of_platform("DISCORD_TOKEN")
    """Of the bot on Discord; None: it is not on Discord."""
    discord_api_url: HttpUrl | None = _of_platform("DISCORD_API_URL")
    """Where requests to Discord go instead, such as `http://127.0.0.1:8080/api/v10`."""

    telegram_token: Token | None = _of_platform("TELEGRAM_TOKEN")
    """Of the bot on Telegram; None: it is not on Telegram."""
    telegram_api_url: HttpUrl | None = _of_platform("TELEGRAM_API_URL")
    """Where requests to Telegram go instead, such as `http://127.0.0.1:8081`."""
    telegram_webhook_url: HttpUrl | None = _of_platform("TELEGRAM_WEBHOOK_URL")
    """Where Telegram brings updates to, as Telegram calls it; None: they are fetched by long polling."""
    telegram_webhook_port: int = _of_platform("TELEGRAM_WEBHOOK_PORT", WEBHOOK_PORT, ge=0, le=65535)
    """On 127.0.0.1, where a proxy hands on what comes to that address; 0 takes any free one."""
    telegram_webhook_secret: WebhookSecret | None = _of_platform("TELEGRAM_WEBHOOK_SECRET")
    """By which Telegram shows that it is Telegram; None: a new one is drawn at every start."""

    def secrets(self) -> tuple[str, ...]:
        """What must never be written anywhere."""
        values = (getattr(self, name) for name in type(self).model_fields)
        return tuple(value.get_secret_value() for value in values if isinstance(value, SecretStr))


def variable(name: str) -> str:
    """The variable of a field; of anything else, what errors call it."""
    field: FieldInfo | None = Settings.model_fields.get(name)
    if field is None:
        return name
    return str(field.validation_alias or f"{PREFIX}{name.upper()}")
