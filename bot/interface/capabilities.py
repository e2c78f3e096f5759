"""What a platform can show and do: values that each platform declares and screens are made for.

And how long a text is for it, and what of it can be shown at all.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields

UNLIMITED = 1 << 30
"""A limit that no screen comes near."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Capabilities:
    """Limits of a message, and what becomes of it later.

    Lengths are in UTF-16 units. They hold for what a screen says: what the adapter adds (mentions, signs that
    escape others) has its room beside them.
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
    """Buttons for one decision; where more could be chosen, they are grouped."""
    whole_moves: int = 0
    """Whole moves that a board for all offers at once; where more are possible, word by word."""
    components: int = UNLIMITED
    """A text, a picture, each row and each button, together."""
    ephemeral: bool = True
    """A message in a chat of many can be seen by one person alone."""
    picture_to_text: bool = True
    """A message with a picture can become one without; else `MessageKindFixed`."""
    edits_any_time: bool = True
    """A message can be edited without a press on it; else `InteractionRequired`."""


def common(platforms: Iterable[Capabilities]) -> Capabilities:
    """The strictest of several: what all of them can show and do."""
    known = tuple(platforms)
    strictest = {field.name: min(getattr(one, field.name) for one in known) for field in fields(Capabilities)}
    return Capabilities(**strictest)


EVERYWHERE = Capabilities(
    text=3000,
    caption=900,
    alt_text=1024,
    row_buttons=5,
    choices=25,
    components=39,
    picture_to_text=False,
    edits_any_time=False,
)
"""What every platform can show and do: for screens that are made before it is known where they are shown, or
that several platforms show."""


def units(text: str) -> int:
    """The length of a text in UTF-16 units, as Telegram counts; no platform counts more."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def whole(text: str) -> str:
    """The text with a ? for each half character: JSON can write those, and nothing else can keep them."""
    return text.encode("utf-8", "replace").decode()
