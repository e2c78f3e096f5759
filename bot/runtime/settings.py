"""The host's settings, from the environment or `.env`; flags of the command line take precedence."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import parse_qs, unquote, urlsplit

from dotenv import dotenv_values
from dotenv.parser import parse_stream
from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationInfo
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.platforms.settings import plain
from bot.runtime.platforms import PLATFORMS, PlatformSettings

PREFIX = "TISCHRAND_"
ENV_FILE = ".env"
EXAMPLE = Path(__file__).with_name("env.example")
"""All settings, explained; `tischrand init` writes this."""


class UnreadableEnvFile(Exception):
    """The file of settings cannot be read; the message is for the host and contains no values."""


def _words(value: object) -> object:
    """Split a list at commas or blanks."""
    return tuple(value.replace(",", " ").split()) if isinstance(value, str) else value


def _checked_chats(entries: tuple[str, ...]) -> tuple[str, ...]:
    keys = [platform.key for platform in PLATFORMS]
    for entry in entries:
        if not re.fullmatch(rf"({'|'.join(keys)}):[^\s:,]+", entry, re.ASCII):
            ways = ", ".join(platform.chats for platform in PLATFORMS)
            raise ValueError(f"“{entry[:40]}” is no chat: write {ways}, separated by commas")
    return entries


def _checked_database_url(url: SecretStr | None) -> SecretStr | None:
    if url is not None:
        check_postgres_url(url.get_secret_value())
    return url


def check_postgres_url(url: str) -> None:
    """Check that a URL names a database, and that its password has no unescaped `@` or `/`.

    Raises:
        ValueError: the check failed; the message repeats nothing of the URL.
    """
    wrong = (
        "write postgresql://ACCOUNT:PASSWORD@HOST/DATABASE; in the password %40 for @, %2F for / and so on"
    )
    try:
        parts = urlsplit(url)
    except ValueError:
        raise ValueError(wrong) from None  # its text quotes the URL
    named = parts.scheme in ("postgresql", "postgres") and parts.path.strip("/")
    if not named or not parts.netloc.count("@") == url.count("@") <= 1:
        raise ValueError(wrong)


def _checked_backup_folder(folder: Path | None, known: ValidationInfo) -> Path | None:
    if folder is not None and known.data.get("database_url") is not None:
        raise ValueError("the bot copies no PostgreSQL database; leave this empty and use pg_dump")
    return folder


Chats = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_words), AfterValidator(_checked_chats)]


class Settings(PlatformSettings, BaseSettings):
    """All settings. Each field has a variable, see `variable`; `.env.example` explains them to the host.

    An empty variable counts as not set. Errors contain no values.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file=ENV_FILE,
        env_ignore_empty=True,
        extra="ignore",
        hide_input_in_errors=True,
    )

    data: Path = Path("data")
    """The folder of the databases; created if it is missing."""
    database_url: Annotated[SecretStr | None, AfterValidator(_checked_database_url)] = None
    """URL of a PostgreSQL database in place of the SQLite file in that folder."""
    take_over: bool = False
    """Whether the bot of the token may take over a database of another bot."""
    contact: str = Field(default="", max_length=200)
    """How to contact the host; shown by `/privacy`."""
    odd_sentences: bool = False
    """Whether readers can tell which sentences of the bot are odd."""
    backup_folder: Annotated[Path | None, AfterValidator(_checked_backup_folder)] = None
    """Folder for copies of the database that the running bot makes; None: it makes none."""
    backup_hours: int = Field(default=24, ge=1, le=8760)
    backup_keep: int = Field(default=7, ge=1)
    monitor_port: int | None = Field(default=None, ge=0, le=65535)
    """Port of `/health`, `/ready` and `/metrics` on 127.0.0.1; 0 takes any free one; None: there are none."""
    table_port: int = Field(default=8322, ge=0, le=65535)
    """Port on 127.0.0.1 to which a proxy forwards `public_url`; 0 takes any free one."""
    log_level: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(str.upper)] = "INFO"
    """The lowest level that is logged."""
    log_format: Literal["text", "json"] = "text"
    """Readable lines, or one JSON object per line."""

    robot_processes: int = Field(default=1, ge=0, le=64)
    """Number of robots that think at the same time; 0: there are no robots."""

    allowed_chats: Chats = ()
    """The only chats with several people in which the bot plays; empty: all of them."""
    blocked_chats: Chats = ()
    """Chats, including private ones, in which it does not play."""

    def secrets(self) -> frozenset[str]:
        """The values that must never be logged or shown."""
        values = (getattr(self, name) for name in type(self).model_fields)
        found = [value.get_secret_value() for value in values if isinstance(value, SecretStr)]
        url = urlsplit(plain(self.database_url))
        for password in filter(None, (url.password, *parse_qs(url.query).get("password", []))):
            found += [password, unquote(password)]
        return frozenset(found)


def variable(name: str) -> str:
    """The name of a field's variable; any other name unchanged."""
    field: FieldInfo | None = Settings.model_fields.get(name)
    if field is None:
        return name
    return str(field.validation_alias or f"{PREFIX}{name.upper()}")


def changed(settings: Settings) -> set[str]:
    """The fields that differ from their defaults; a file of `tischrand init` sets every field."""
    fields = Settings.model_fields.items()
    return {name for name, field in fields if getattr(settings, name) != field.get_default()}


def check_env_file(path: Path | None = None) -> bool:
    """Check that every line can be read; return whether the file exists.

    The library would silently skip unreadable lines.

    Args:
        path: a file that has to exist; None: `.env`, if it exists.

    Raises:
        UnreadableEnvFile: the file or one of its lines cannot be read.
    """
    file = path or Path(ENV_FILE)
    known = {variable(field) for field in Settings.model_fields}
    try:
        with file.open(encoding="utf-8") as opened:
            entries = list(parse_stream(opened))
    except FileNotFoundError:
        if path is not None:
            raise UnreadableEnvFile(f"{path} does not exist; tischrand init {path} writes it") from None
        return False
    except UnicodeDecodeError:
        text = f"{file} is not in UTF-8: save it again as UTF-8 (not as UTF-16 or Latin-1)"
        raise UnreadableEnvFile(text) from None
    except OSError as error:
        raise UnreadableEnvFile(f"{file.absolute()} cannot be read: {error.strerror}") from error
    for entry in entries:
        text, ours = entry.original.string, (entry.key or "").upper() in known
        if entry.error or (ours and "\n" in text.strip()):  # no setting takes several lines
            line = entry.original.line + text[: -len(text.lstrip())].count("\n")
            hint = "write NAME=value, and close each quotation mark that opens"
            raise UnreadableEnvFile(f"{file}, line {line}, cannot be read: {hint}")
    return True


def write_example(file: Path) -> None:
    """Write a new file with all settings, readable by its owner only.

    Raises:
        OSError: it cannot be written; FileExistsError: it exists already.
    """
    with open(file, "x", encoding="utf-8", opener=partial(os.open, mode=0o600)) as written:
        try:
            written.write(EXAMPLE.read_text("utf-8"))
            written.flush()
        except OSError:
            file.unlink()  # for example a full disk: half a file would block the next attempt
            raise


def misspelt(path: Path | None = None) -> Iterator[str]:
    """Messages for the host about names in the environment or a file that are not settings.

    These are names similar to a variable's, and all names with our prefix.
    """
    known = [variable(name) for name in Settings.model_fields]
    in_file = dotenv_values(path or ENV_FILE, interpolate=False)
    for name in sorted({name.upper() for name in (*os.environ, *in_file)} - set(known)):
        if nearest := difflib.get_close_matches(name, known, n=1, cutoff=0.85):
            yield f"there is no setting {name}; is {nearest[0]} meant?"
        elif name.startswith(PREFIX):
            yield f"there is no setting {name}; `tischrand init` writes a file with all of them"
