"""The capabilities that each platform declares and that screens are made for.

Also the length of a text as platforms count it, and text that they can encode.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields

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
    ephemeral: bool = True
    """A message in a group chat can be visible to one person alone."""
    picture_to_text: bool = True
    """A message can lose its picture; else `MessageKindFixed`."""
    edits_any_time: bool = True
    """A message can be edited without a press on it; else `InteractionRequired`."""


def common(platforms: Iterable[Capabilities]) -> Capabilities:
    """The capabilities that all of the platforms have: the strictest value of each."""
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
"""The capabilities of every platform: for screens whose platform is not known yet, or that several platforms
show."""


def units(text: str) -> int:
    """The length of a text in UTF-16 units, as Telegram counts; no platform counts higher."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def whole(text: str) -> str:
    """Replace lone surrogates by `?`: JSON can contain them, but UTF-8 cannot."""
    return text.encode("utf-8", "replace").decode()
