"""Replaces messages by the token of an interaction: in one piece, and without a look at what comes back.

The library's own methods make objects of the whole message that Discord returns, and aiohttp sends a form in
a write to the network for each border, header and part of it. Both cost more than the rest of such a call.
What is sent, how often it is tried and what is raised stays the library's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import discord
from discord import InteractionResponseType
from discord.http import handle_message_parameters
from discord.webhook.async_ import async_context, interaction_message_response_params

from bot.interface import Message
from bot.platforms.discord import layout
from bot.platforms.discord.chat_ids import Interaction
from bot.platforms.forms import Field, written


async def answer(interaction: Interaction, message: Message) -> None:
    """Replace the message whose button was pressed, as the first answer to that press."""
    params = interaction_message_response_params(
        type=InteractionResponseType.message_update.value, **layout.changed(message)
    )
    way = interaction.followup
    await async_context.get().create_interaction_response(
        interaction.id,
        interaction.token,
        session=_Whole(way.session, params.multipart, unasked="with_response"),  # type: ignore[arg-type]
        proxy=way.proxy,
        proxy_auth=way.proxy_auth,
        params=params,
    )


async def edit(way: discord.Webhook, message_id: Any, message: Message) -> None:
    """Replace a message that answers the interaction whose token this is."""
    params = handle_message_parameters(**layout.changed(message))
    await async_context.get().edit_webhook_message(
        way.id,
        way.token or "",
        message_id,
        session=_Whole(way.session, params.multipart),  # type: ignore[arg-type]
        proxy=way.proxy,
        proxy_auth=way.proxy_auth,
        payload=params.payload,
        multipart=params.multipart,
        files=params.files,
    )


class _Whole:
    """Stands before the session for one call: a form is sent as one string of bytes."""

    def __init__(self, session: Any, form: Iterable[Mapping[str, Any]] | None, *, unasked: str = "") -> None:
        """Nothing is sent yet.

        Args:
            session: that sends.
            form: the fields, as the library writes them; empty: what is sent is no form.
            unasked: a parameter of the address that is left out.
        """
        self._session, self._form, self._unasked = session, tuple(form or ()), unasked

    def request(
        self, method: str, url: str, *, data: Any, headers: Any, params: Mapping[str, Any] | None, **rest: Any
    ) -> Any:
        """As the session's own."""
        if self._form:
            data, told = written(_field(one) for one in self._form)
            headers = {**headers, **told}
        asked = {name: value for name, value in (params or {}).items() if name != self._unasked}
        return self._session.request(method, url, data=data, headers=headers, params=asked, **rest)


def _field(told: Mapping[str, Any]) -> Field:
    return Field(told["name"], told["value"], told.get("filename", ""), told.get("content_type", ""))
