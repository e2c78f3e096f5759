"""What a message of the web chat can show: whatever there is."""

from __future__ import annotations

from bot.interface.capabilities import Capabilities

CAPABILITIES = Capabilities()
