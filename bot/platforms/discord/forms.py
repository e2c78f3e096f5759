"""Forms: where people type something without a command."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from discord import TextStyle, ui

from bot import interface
from bot.interface import InputForm
from bot.interface.registry import Request
from bot.platforms import callback_data
from bot.platforms.discord.interactions import Interaction
from bot.texts import whole


async def show(interaction: Interaction, title: str, form: InputForm) -> None:
    """Open a form as the first answer."""
    modal = ui.Modal(title=title, custom_id=callback_data.encode(form.request))
    modal.stop()  # the library need not store it: what is typed is read from custom ids
    for field in form.fields:
        typed: ui.TextInput[ui.Modal] = ui.TextInput(
            style=TextStyle.paragraph,
            custom_id=field.name,
            required=field.required,
            max_length=field.most,
        )
        modal.add_item(ui.Label(text=field.label, component=typed))
    await interaction.response.send_modal(modal)


def filled(interaction: Interaction, request: Request) -> Request:
    """The request of a form with what was typed into it; any other one is unchanged.

    The only form so far is that of `TellOdd`.
    """
    if not isinstance(request, interface.TellOdd):
        return request
    typed = dict(_typed(interaction.data or {}))
    return replace(request, sentence=typed.get("sentence", ""), better=typed.get("better", ""))


def _typed(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The name and the value of each field, without line breaks."""
    for label in data.get("components", ()):
        field = label.get("component", {})
        yield str(field.get("custom_id")), " ".join(whole(str(field.get("value") or "")).split())
