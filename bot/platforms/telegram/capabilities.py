"""Limits of a message on Telegram."""

from __future__ import annotations

from bot.interface import Capabilities

CAPABILITIES = Capabilities(
    text=3900,  # of 4,096 units
    caption=900,  # of 1,024 units, mentions included
    row_buttons=8,
    choices=70,  # a column of a table in each row
    whole_moves=16,  # the rate limit of a group favours one redraw a move over one redraw a word
    components=100,  # buttons; nothing else counts
    widgets=True,  # since Bot API 10.4
)
