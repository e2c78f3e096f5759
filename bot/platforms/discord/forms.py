"""Forms: where people type something without a command."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from discord.webhook.async_ import async_context, interaction_response_params

from bot import interface
from bot.interface import Field, InputForm
from bot.interface.registry import Request
from bot.platforms import callback_data
from bot.platforms.discord.interactions import Interaction
from bot.texts import whole

OPEN = 9  # the type of an answer that opens a form
LABEL, INPUT, PARAGRAPH = 18, 4, 2  # types of components, and the style of a field of several lines


async def show(interaction: Interaction, title: str, form: InputForm) -> None:
    """Open a form as the first answer."""
    http = interaction.client.http
    await async_context.get().create_interaction_response(
        interaction.id,
        interaction.token,
        session=interaction._session,
        proxy=http.proxy,
        proxy_auth=http.proxy_auth,
        params=interaction_response_params(OPEN, payload(title, form)),
    )


def payload(title: str, form: InputForm) -> dict[str, Any]:
    """A form as Discord takes it."""
    fields = [_field(field) for field in form.fields]
    return {"custom_id": callback_data.encode(form.request), "title": title, "components": fields}


def _field(field: Field) -> dict[str, Any]:
    typed = {
        "type": INPUT,
        "custom_id": field.name,
        "style": PARAGRAPH,
        "required": field.required,
        "max_length": field.most,
    }
    return {"type": LABEL, "label": field.label, "component": typed}


def filled(interaction: Interaction, request: Request) -> Request:
    """The request of a form with what was typed into it; any other one is unchanged."""
    if not isinstance(request, interface.TellOdd):
        return request
    typed = dict(_typed(interaction.data or {}))
    return replace(request, sentence=typed.get("sentence", ""), better=typed.get("better", ""))


def _typed(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The name and the value of each field, without line breaks."""
    for label in data.get("components", ()):
        field = label.get("component", {})
        yield str(field.get("custom_id")), " ".join(whole(str(field.get("value") or "")).split())
