"""Which uploads the service takes as photos."""

from __future__ import annotations

import io

from PIL import Image, UnidentifiedImageError

from tests.loopback.telegram.refusals import bad

MOST_BYTES = 10 * 1024 * 1024
MOST_SIDES = 10_000
MOST_RATIO = 20


def measured(data: bytes) -> tuple[int, int]:
    """Width and height of a photo that can be decoded and is within the limits; else `Refusal`."""
    if not data:
        raise bad("file must be non-empty")
    if len(data) > MOST_BYTES:
        raise bad(
            f"file of size {len(data)} bytes is too big for a photo; the maximum size is {MOST_BYTES} bytes"
        )
    try:
        with Image.open(io.BytesIO(data)) as image:
            width, height = image.size
            _check_sides(width, height)
            image.load()
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        raise bad("IMAGE_PROCESS_FAILED") from None
    return width, height


def _check_sides(width: int, height: int) -> None:
    if width + height > MOST_SIDES or max(width, height) > MOST_RATIO * min(width, height):
        raise bad("PHOTO_INVALID_DIMENSIONS")
