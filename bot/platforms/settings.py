"""Types of settings that platforms have in common."""

from __future__ import annotations

import re
from ipaddress import IPv4Address
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, Field, HttpUrl, IPvAnyAddress, SecretStr


def _is_token(value: SecretStr) -> SecretStr:
    """A token is one word; whatever else was pasted with it would be refused far from here."""
    plain = value.get_secret_value().strip()
    if not re.fullmatch(r"[\w.:-]+", plain, re.ASCII):
        raise ValueError("this is no token: paste the token alone, without blanks or quotation marks")
    return SecretStr(plain)


Token = Annotated[SecretStr, AfterValidator(_is_token)]


def setting(variable: str, default: object = None, **limits: Any) -> Any:
    """A setting of a foreign platform: it has the name that is usual there, without our prefix."""
    return Field(default=default, validation_alias=variable, **limits)


def _is_reached_safely(url: HttpUrl) -> HttpUrl:
    if url.scheme != "https" and url.host not in ("localhost", "127.0.0.1"):
        raise ValueError("this is no public address: it has to begin with https://")
    return url


HttpsUrl = Annotated[HttpUrl, AfterValidator(_is_reached_safely)]
"""Where platforms and browsers come in from outside."""


def _is_public(url: HttpUrl) -> HttpUrl:
    if url.query or url.fragment:
        raise ValueError("this is no public address: nothing may follow its path")
    return url if str(url).endswith("/") else HttpUrl(f"{url}/")  # what a page names stands beside it


PublicUrl = Annotated[HttpsUrl, AfterValidator(_is_public)]


class ListenSettings(BaseModel):
    """Where the bot waits for what a proxy hands on."""

    listen: IPvAnyAddress = IPv4Address("127.0.0.1")
    """The address of what platforms bring; another one where the proxy is elsewhere."""


class PublicSettings(BaseModel):
    """Where people reach pages of the bot itself."""

    public_url: PublicUrl | None = None
    """Of the pages of matches, as people's browsers call it; None: there are none."""


def address(url: HttpUrl | None) -> str | None:
    """An address as libraries want it, without a slash at its end."""
    return str(url).rstrip("/") if url is not None else None
