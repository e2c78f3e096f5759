"""Forms that carry files (RFC 7578), in one piece: aiohttp would write borders and parts one by one."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import IO, NamedTuple


class Field(NamedTuple):
    """One part of a form. Names are ours: nothing in them would have to be escaped."""

    name: str
    value: str | bytes | IO[bytes]
    filename: str = ""
    """"": it is no file."""
    media_type: str = ""


def written(fields: Iterable[Field]) -> tuple[bytes, dict[str, str]]:
    """A form, and the headers that tell of it."""
    border, parts = secrets.token_hex(16), []
    for name, value, filename, media_type in fields:
        head = f'--{border}\r\nContent-Disposition: form-data; name="{name}"'
        if filename:
            head = f'{head}; filename="{filename}"\r\nContent-Type: {media_type}'
        said = value.encode() if isinstance(value, str) else value
        parts += [f"{head}\r\n\r\n".encode(), said if isinstance(said, bytes) else said.read(), b"\r\n"]
    body = b"".join([*parts, f"--{border}--\r\n".encode()])
    return body, {"Content-Type": f"multipart/form-data; boundary={border}"}
