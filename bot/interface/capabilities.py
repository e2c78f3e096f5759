"""What platforms can show, and how people want to see it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.texts import Texts

THEMES = ("light", "dark", "contrast", "large")
"""The themes of pictures."""


@dataclass(frozen=True, slots=True)
class DisplayPreferences:
    """The preferences of a person or of a group chat."""

    texts: Texts
    theme: str = ""
    """One of `THEMES`; empty for light. All but `light` and `dark` are darker on a dark page."""
    text_only: bool = False
    """Whether boards are described in text, without a picture."""
    changes: bool = False
    """Whether that text has the latest turn first, and a board the position only on request."""
    zone: str = "UTC"
    """IANA name of the time zone."""
    touch: bool = False
    """Whether boards in a private chat can be touched, on platforms with widgets."""


UNLIMITED = 1 << 30
"""No practical limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Capabilities:
    """Limits of a message and of its later edits.

    Lengths are in UTF-16 units and apply to the texts of a screen. Mentions and escape characters that the
    adapter adds have extra room.
    """

    text: int = UNLIMITED
    """Title and text of a message without a picture."""
    caption: int = UNLIMITED
    """Title and text of a message with a picture."""
    alt_text: int = UNLIMITED
    """Description of a picture."""
    row_buttons: int = UNLIMITED
    """Buttons in a row."""
    choices: int = UNLIMITED
    """Buttons for one decision; more choices are grouped."""
    whole_moves: int = 0
    """Most whole moves that a shared board offers at once; more moves are chosen word by word."""
    components: int = UNLIMITED
    """Components in all: the text, the picture, each row and each button."""
    widgets: bool = False
    """A board in a private chat can be drawn there, and touched."""
    tracks: bool = False
    """A replay has a `Track`, which leads to any position."""
    lists_moves: bool = False
    """A board has a `MoveList` beside it."""


EVERYWHERE = Capabilities(
    text=3000,
    caption=900,
    alt_text=1024,
    row_buttons=5,
    choices=25,
    components=39,
)
"""The capabilities of every platform: for screens whose platform is not known yet, or that several platforms
show."""


def with_buttons_of(platform: Capabilities) -> Capabilities:
    """The capabilities for boards there: the buttons of the platform, and texts that fit everywhere."""
    return replace(
        EVERYWHERE,
        row_buttons=platform.row_buttons,
        choices=platform.choices,
        whole_moves=platform.whole_moves,
        components=platform.components,
        widgets=platform.widgets,
        lists_moves=platform.lists_moves,
    )
