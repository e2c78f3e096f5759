"""The bots under test: the whole one, and bare ones on the same library that show one fixed board.

`python -m benchmarks.discord_bots KIND [SAMPLE]`, with DISCORD_TOKEN and DISCORD_API_URL as the bot itself
has them. The kinds: `whole`; `raw` edits the picture and nothing else; `layout` is a realistic handler, a
layout view with text, picture, alt text and as many buttons, read by a dynamic item; `defaults` is the same
with the library's own settings for what it keeps in memory.
"""

from __future__ import annotations

import io
import os
import re
import sys
from typing import Any

import discord
from discord import ui

from benchmarks.bots import Sample, run
from bot.platforms.discord.adapter import DiscordAdapter
from bot.platforms.discord.client import redirect, redirect_gateway

NAME = "board.png"
PLAY = {
    "name": "play",
    "description": "Show the board",
    "type": 1,
    "options": [
        {"name": name, "description": name, "type": 3, "required": name == "game"}
        for name in ("game", "house_rules")
    ],
}


def file_of(sample: Sample) -> discord.File:
    """The picture, to be sent once."""
    return discord.File(io.BytesIO(sample.picture), NAME, description=sample.alt)


class Bare(discord.Client):
    """Answers `/play` with the board, and knows nothing of matches."""

    def __init__(self, sample: Sample, **options: Any) -> None:
        super().__init__(**options)
        self.sample = sample

    async def setup_hook(self) -> None:
        """The one command."""
        await self.http.bulk_upsert_global_commands(self.application_id or 0, [PLAY])

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """A command posts the board."""
        if interaction.type is discord.InteractionType.application_command:
            await interaction.response.send_message(**self.board(), file=file_of(self.sample))

    def board(self) -> dict[str, Any]:
        """All but the picture."""
        raise NotImplementedError


class Raw(Bare):
    """The floor: the picture is replaced, the rest of the message stays."""

    def board(self) -> dict[str, Any]:
        """A text and buttons, sent once."""
        view = ui.View(timeout=None)
        for number, row in enumerate(self.sample.rows):
            for label, custom_id in row:
                view.add_item(ui.Button(label=label, custom_id=custom_id, row=number))
        view.stop()
        return {"content": self.sample.text[:2000], "view": view}

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """A press brings the picture again."""
        if interaction.type is discord.InteractionType.component:
            await interaction.response.edit_message(attachments=[file_of(self.sample)])
        else:
            await super().on_interaction(interaction)


class Press(ui.DynamicItem[ui.Button[Any]], template="(?P<said>.+)"):
    """Any button, as the library's guide to persistent views has it."""

    def __init__(self, label: str, said: str) -> None:
        super().__init__(ui.Button(label=label, custom_id=said))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Press:
        """The button that was pressed."""
        return cls("", match["said"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """A press brings the whole board again."""
        client: Layout = interaction.client
        await interaction.response.edit_message(**client.board(), attachments=[file_of(client.sample)])


class Layout(Bare):
    """A realistic handler: the whole message is made anew."""

    async def setup_hook(self) -> None:
        """Presses are read by the dynamic item."""
        self.add_dynamic_items(Press)
        await super().setup_hook()

    def board(self) -> dict[str, Any]:
        """A fresh view."""
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.TextDisplay(self.sample.text))
        gallery = discord.MediaGalleryItem(f"attachment://{NAME}", description=self.sample.alt)
        view.add_item(ui.MediaGallery(gallery))
        for row in self.sample.rows:
            view.add_item(ui.ActionRow(*(Press(label, custom_id) for label, custom_id in row)))
        return {"view": view}


def bare(kind: str, sample: Sample) -> Bare:
    """A client that was not logged in yet."""
    if kind == "defaults":
        return Layout(sample, intents=discord.Intents.default())
    small = {
        "intents": discord.Intents(guilds=True),
        "member_cache_flags": discord.MemberCacheFlags.none(),
        "max_messages": None,
    }
    return {"raw": Raw, "layout": Layout}[kind](sample, **small)


async def run_bare(kind: str, sample: Sample) -> None:
    """Until the process is ended."""
    redirect(os.environ["DISCORD_API_URL"])
    async with bare(kind, sample) as client:
        await client.login(os.environ["DISCORD_TOKEN"])
        await redirect_gateway(client)
        await client.connect()


def whole() -> DiscordAdapter:
    """The adapter of the whole bot."""
    return DiscordAdapter(os.environ["DISCORD_TOKEN"], os.environ["DISCORD_API_URL"])


if __name__ == "__main__":
    run(whole, run_bare, *sys.argv[1:])
