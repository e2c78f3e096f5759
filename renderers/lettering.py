"""Lettering: the fonts, and names of people in whatever script, tamed to one readable line."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock

from anyascii import anyascii
from cachetools import LRUCache, cached
from PIL import Image, ImageDraw, ImageFont, features

from renderers.canvas import stepped, weight

ELLIPSIS = "…"
SPELT_HALF = ("1⁄2", "½")  # what compatibility forms make of a half, which points are written with
LONGEST = 128  # characters of a name that are looked at: far more than a picture has room for
PLAIN_SCRIPTS = ("LATIN", "GREEK", "CYRILLIC")  # one glyph after another, without shaping
EAST_ASIAN_SCRIPTS = ("CJK", "HANGUL", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA")
SHAPED_SCRIPTS = ("ARABIC", "DEVANAGARI", "HEBREW", "THAI")  # marks are parts of their letters
MISSING = "\U0010ffff"  # never a character, so that every font shows for it how it shows what it lacks
PROBE = 34  # pixels at which a glyph is compared with that: as large as names, whose font is open anyhow
DIGIT = 0.727  # height of a digit of Inter, in parts of the font size
FONTS = 8  # that are kept open: each takes up to a megabyte, and 2 ms to open again; lines are kept anyhow
LENGTHS = 1024  # that are kept
LINES_ROOM = 2**20  # bytes of lines that are kept: a name takes 7 KB, and 0.2 ms to draw again
BOLDER = 0.02  # what is added around a regular weight, in parts of the font size
MARGIN = 2  # pixels at both ends of a line: some letters lean out of their width

_AXES: Mapping[str, tuple[int, ...]] = {
    "fontpkg_inter": (28, 700),
    "fontpkg_noto_sans_devanagari": (700, 100),
    "fontpkg_noto_sans": (100, 700),
    "fontpkg_noto_sans_arabic": (700, 100),
    "fontpkg_noto_sans_thai": (700, 100),
    "fontpkg_arimo": (700,),
}
"""Their packages, in the order in which they are asked for a character, with their axes: Inter's optical size
and weight, width and weight of Noto Sans, weight and width of its others. Noto Sans itself has letters of
Devanagari, but not shaped; Arimo has those of Hebrew."""

_SHAPED = frozenset(
    {
        "fontpkg_arimo",
        "fontpkg_noto_sans_arabic",
        "fontpkg_noto_sans_devanagari",
        "fontpkg_noto_sans_thai",
    }
)
"""Letters that join, stack or run from right to left: drawn by Raqm, which Pillow's wheels contain."""

_JAPANESE = "pylopdf_fonts_jp"
"""Kana and the Han characters that are used in Japan, in a regular weight."""
_CJK = "noto_cjk_sans_jp_bold"
"""The package of the extra `cjk`, in place of that: all Han characters, kana and hangul."""


@cache
def _families() -> tuple[str, ...]:
    shaping = features.check("raqm")
    plain = (family for family in _AXES if shaping or family not in _SHAPED)
    return (*plain, _CJK if find_spec(_CJK) else _JAPANESE)


@lru_cache(maxsize=FONTS)
def _font(family: str, size: int) -> ImageFont.FreeTypeFont:
    """A bold font of `size` pixels.

    The basic layout is part of every Pillow: most pictures do not depend on shaping libraries.
    """
    layout = ImageFont.Layout.RAQM if family in _SHAPED else ImageFont.Layout.BASIC
    font = ImageFont.truetype(_file(family), size, layout_engine=layout)
    if family in _AXES:
        font.set_variation_by_axes(list(_AXES[family]))
    return font


@cache
def _file(family: str) -> Path:
    """The one upright font of a package without serifs."""
    # fontpkg.path() says the same, but reads the metadata of all that is installed for it.
    spec = find_spec(family)
    folders = (spec and spec.submodule_search_locations) or ()
    (path,) = (
        path
        for folder in folders
        for path in Path(folder).rglob("*.[ot]tf")
        if not any(style in path.stem for style in ("Italic", "Serif"))
    )
    return path


@cached(LRUCache(LINES_ROOM, weight), lock=Lock())
def lettered(text: str, size: int) -> Image.Image:
    """A line of text as a mask, mode L, whose digits and capitals stand in the middle of its height.

    It is shared: do not paint on it.
    """
    height = 2 * round(0.75 * size)
    baseline = height / 2 + DIGIT / 2 * size
    mask = Image.new("L", (math.ceil(width(text, size)) + 2 * MARGIN, height))
    draw, x = ImageDraw.Draw(mask), float(MARGIN)
    for family, run in _runs(text):
        bolder = BOLDER * size if family == _JAPANESE else 0
        draw.text((x, baseline), run, 255, _font(family, size), anchor="ls", stroke_width=bolder)
        x += _length(family, run, size)
    return stepped(mask)


def width(text: str, size: int) -> float:
    """How wide a line of text is, in pixels."""
    return sum(_length(family, run, size) for family, run in _runs(text))


@lru_cache(maxsize=LENGTHS)
def _length(family: str, run: str, size: int) -> float:
    # Kept, as telling it loads each letter, which takes a third as long as drawing it.
    return _font(family, size).getlength(run)


def fitted(text: str, size: int, room: float) -> str:
    """The text, shortened with an ellipsis if it is wider than `room` pixels."""
    if width(text, size) <= room:
        return text
    kept = text
    while kept and width(kept + ELLIPSIS, size) > room:
        kept = kept[:-1].rstrip()
    return kept + ELLIPSIS


def _runs(text: str) -> Iterator[tuple[str, str]]:
    """The text in pieces of one font family each, from left to right."""
    runs: list[tuple[str, str]] = []
    for character in text:
        family = _family(character)
        last, run = runs[-1] if runs else ("", "")
        if family == last or (character == " " and last in _SHAPED):
            runs[-1] = (last, run + character)
        else:
            runs.append((family, character))
    return iter(runs[::-1] if unicodedata.bidirectional(text[:1] or " ") in ("R", "AL") else runs)


@lru_cache(maxsize=256)
def legible(name: str, substitute: str) -> str:
    """The name in characters that the fonts have, or `substitute` when nothing of it is left.

    Letters of other scripts are transliterated, and so are emoji if there is nothing else. Marks that melt
    into no letter, controls and marks of direction are dropped.
    """
    text = unicodedata.normalize("NFKC", name[:LONGEST]).replace(*SPELT_HALF)[:LONGEST]
    lacking = any(_script(one) in EAST_ASIAN_SCRIPTS and not _family(one) for one in text)
    for spelling in (_latin if lacking else _spelt, _described):
        plain = " ".join("".join(map(spelling, text)).split())
        if plain:
            return plain
    return substitute


def _spelt(character: str) -> str:
    """The character, its letters in Latin, a blank, or nothing."""
    category = unicodedata.category(character)
    if category in ("Cc", "Zs", "Zl", "Zp"):
        return " "
    if category[0] == "C" or _script(character) == "COMBINING":
        return ""
    family = _family(character)
    if (family in _SHAPED and _script(character) in SHAPED_SCRIPTS) or (
        family in (_JAPANESE, _CJK) and category[0] == "L"
    ):
        return character
    drawn = category[0] in "NPS" or (category[0] == "L" and _script(character) in PLAIN_SCRIPTS)
    if drawn and family:
        return character
    return "" if category[0] == "S" else anyascii(character)


def _latin(character: str) -> str:
    """The same, without East Asian letters: a name is not drawn half in these and half in Latin."""
    return anyascii(character) if _script(character) in EAST_ASIAN_SCRIPTS else _spelt(character)


def _described(character: str) -> str:
    """What an emoji shows, in words."""
    return anyascii(character).replace(":", " ").replace("_", " ") if character.isprintable() else ""


def _script(character: str) -> str:
    """The first word of its name in Unicode: a script, or COMBINING for a mark that melted into no letter."""
    return unicodedata.name(character, "").partition(" ")[0]


@lru_cache(maxsize=4096)
def _family(character: str) -> str:
    """The first family that has the character, or ""."""
    return next((family for family in _families() if _has(family, character)), "")


def _has(family: str, character: str) -> bool:
    font = _font(family, PROBE)
    return character == " " or _drawn(font, character) != _drawn(font, MISSING)


def _drawn(font: ImageFont.FreeTypeFont, character: str) -> tuple[tuple[int, int], bytes]:
    mask = font.getmask(character)
    return mask.size, bytes(mask)
