"""What a message on Discord can show."""

from __future__ import annotations

from bot.interface.capabilities import Capabilities

CAPABILITIES = Capabilities(
    text=3000,  # of 4,000 characters, signs that escape others included
    caption=3000,
    alt_text=1024,  # description of a media gallery item
    row_buttons=5,  # of an action row
    choices=25,  # five such rows
    components=39,  # of 40, nested ones counted: boards stand in one more
    edits_any_time=False,  # where the bot is installed by a person, it can only answer presses
)
