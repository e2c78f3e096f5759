"""Types of settings that platforms have in common."""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import AfterValidator, Field, HttpUrl, SecretStr


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


def address(url: HttpUrl | None) -> str | None:
    """An address as libraries want it, without a slash at its end."""
    return str(url).rstrip("/") if url is not None else None
