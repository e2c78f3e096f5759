"""Types of settings that the platforms share."""

from __future__ import annotations

import re
from ipaddress import IPv4Address
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, Field, HttpUrl, IPvAnyAddress, SecretStr


def _is_token(value: SecretStr) -> SecretStr:
    """Check that a token is one word, so that a bad paste is reported here and not by the platform."""
    plain = value.get_secret_value().strip()
    if not re.fullmatch(r"[\w.:-]+", plain, re.ASCII):
        raise ValueError("this is no token: paste the token alone, without blanks or quotation marks")
    return SecretStr(plain)


Token = Annotated[SecretStr, AfterValidator(_is_token)]


def setting(variable: str, default: object = None, **limits: Any) -> Any:
    """A setting read from a variable with the name usual for its platform, without the bot's prefix."""
    return Field(default=default, validation_alias=variable, **limits)


def _is_reached_safely(url: HttpUrl) -> HttpUrl:
    if url.scheme != "https" and url.host not in ("localhost", "127.0.0.1"):
        raise ValueError("this is no public address: it has to begin with https://")
    return url


HttpsUrl = Annotated[HttpUrl, AfterValidator(_is_reached_safely)]
"""A URL that platforms and browsers use from outside; http is allowed on this machine only."""


def _is_public(url: HttpUrl) -> HttpUrl:
    if url.query or url.fragment:
        raise ValueError("this is no public address: nothing may follow its path")
    return url if str(url).endswith("/") else HttpUrl(f"{url}/")  # relative links of a page need it


PublicUrl = Annotated[HttpsUrl, AfterValidator(_is_public)]


class ListenSettings(BaseModel):
    """The local address of the bot's web servers."""

    listen: IPvAnyAddress = IPv4Address("127.0.0.1")
    """The address to listen on for requests from a proxy; change it if the proxy is on another machine."""


class PublicSettings(BaseModel):
    """The public address of the bot's own pages."""

    public_url: PublicUrl | None = None
    """The URL of the pages of matches in people's browsers; None: there are no pages."""


def plain(secret: SecretStr | None) -> str:
    """The text of a secret; "" if it is not set."""
    return secret.get_secret_value() if secret is not None else ""


def address(url: HttpUrl | None) -> str | None:
    """A URL as libraries expect it, without a trailing slash."""
    return str(url).rstrip("/") if url is not None else None
