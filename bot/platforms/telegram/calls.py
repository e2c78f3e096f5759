"""Calls that carry a board, and fetch what happened: with plain values both ways.

For these the library would make an object of each message in the answer, of which nobody reads more than what
its picture is called.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

import telegram
from telegram.request import RequestData

from bot.interface import Image

Result = dict[str, Any] | list[dict[str, Any]] | bool
"""What Telegram tells: True where there is nothing else to tell."""

_UPLOADED = "board"
"""What a picture is called in the call that brings it."""


@dataclass(frozen=True, slots=True)
class Fields:
    """What a call carries; to our transport, which alone reads it, the same as the library's own."""

    values: dict[str, Any]
    multipart_data: dict[str, tuple[str, bytes, str]]

    @property
    def contains_files(self) -> bool:
        """Whether something is uploaded."""
        return bool(self.multipart_data)

    @property
    def json_parameters(self) -> dict[str, str]:
        """Each by itself, for a form."""
        return {
            key: value if isinstance(value, str) else json.dumps(value) for key, value in self.values.items()
        }

    @property
    def json_payload(self) -> bytes:
        """All of them at once."""
        return json.dumps(self.values).encode()


async def call(
    bot: telegram.Bot,
    name: str,
    values: Mapping[str, Any],
    *,
    upload: Image | None = None,
    patience: float | None = None,
) -> Result:
    """Make a call by Telegram's name for it, and give its result as Telegram tells it.

    Args:
        bot: started.
        name: such as `editMessageMedia`.
        values: what JSON can hold; None is left out.
        upload: a picture that goes with it, see `photo`.
        patience: seconds for all of it, where that is not as always.

    Raises:
        TelegramError
    """
    told = {key: value for key, value in values.items() if value is not None}
    files = {_UPLOADED: (upload.name, upload.data, "image/png")} if upload else {}
    more = {} if patience is None else {"read_timeout": patience}
    data = cast(RequestData, Fields(told, files))
    result: Result = await bot.request.post(f"{bot.base_url}/{name}", data, **more)
    return result


def photo(caption: str, file: str | None) -> dict[str, str]:
    """A picture with its caption, in HTML style: one that Telegram has, or that is uploaded."""
    return {
        "type": "photo",
        "media": file or f"attach://{_UPLOADED}",
        "caption": caption,
        "parse_mode": telegram.constants.ParseMode.HTML,
    }
