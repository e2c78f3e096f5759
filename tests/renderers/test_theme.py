"""Themes: one palette each, and enough contrast to read by."""

from __future__ import annotations

import pytest

from bot import interface
from renderers.theme import ON_DARK, RGB, THEMES, Theme, palette

MOST_COLOURS = 256  # PNG, PLTE: entries of an indexed picture
READABLE = 4.5  # WCAG 2.2, success criterion 1.4.3: contrast of text

EACH_THEME = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def luminance(colour: RGB) -> float:
    """Relative luminance (WCAG 2.2)."""
    linear = [c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: RGB, two: RGB) -> float:
    dark, light = sorted((luminance(one), luminance(two)))
    return (light + 0.05) / (dark + 0.05)


@EACH_THEME
def test_a_palette_fits_into_an_indexed_picture(theme: Theme) -> None:
    assert len(palette(theme)) <= MOST_COLOURS
    assert all(0 <= channel <= 255 for colour in palette(theme) for channel in colour)


@EACH_THEME
def test_a_ramp_rises_from_dark_to_light(theme: Theme) -> None:
    for ramp in (theme.ground, theme.wood, theme.bean, theme.other_bean, theme.key, theme.sign):
        lights = [luminance(colour) for colour in ramp.entries()]
        assert lights == sorted(lights)
        assert (ramp.entries()[0], ramp.entries()[-1]) == (ramp.dark, ramp.light)


@EACH_THEME
def test_what_is_written_can_be_read(theme: Theme) -> None:
    wood = theme.wood.at(204)
    assert contrast(theme.ink, theme.ground.light) >= READABLE
    assert contrast(theme.wood.at(22), wood) >= READABLE
    assert contrast(theme.key.dark, theme.key.light) >= READABLE
    assert contrast(theme.sign.dark, theme.sign.light) >= READABLE
    assert contrast(theme.sign.dark, wood) >= 3  # WCAG 2.2, 1.4.11: contrast of signs


def test_people_choose_among_just_these_themes() -> None:
    """The bot names them without knowing the painters, who have others for dark pages."""
    assert {*THEMES} - {*ON_DARK.values()} | {"dark"} == {*interface.THEMES}


@pytest.mark.parametrize(("name", "on_dark"), ON_DARK.items())
def test_no_picture_glares_on_a_dark_page(name: str, on_dark: str) -> None:
    """What is large in it is darker, and its style is the same: what a reader has chosen a theme for."""
    theme, darker = THEMES[name], THEMES[on_dark]
    for material in ("ground", "wood"):
        light, dimmed = (luminance(getattr(one, material).light) for one in (theme, darker))
        assert dimmed < 0.85 * light
    assert luminance(darker.ground.light) < 0.05
    assert darker.style == theme.style


@EACH_THEME
def test_what_words_call_red_is_red_and_its_sign_is_read_on_it(theme: Theme) -> None:
    red, green, blue = theme.red
    assert red > 3 * max(green, blue)
    assert contrast(theme.red, theme.key.light) >= READABLE
