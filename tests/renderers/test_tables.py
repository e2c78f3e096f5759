"""Tables as pictures: they hold whatever people are called, stay small, and tell apart what they must."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from renderers import tables
from renderers.canvas import Box
from renderers.rows import Career, Crossing, Headings, Outcome, Standing
from renderers.theme import THEMES, Theme, mixed
from tests.renderers.test_theme import contrast

MOST_BYTES = 64 * 1024
HEADINGS = Headings("Name", "Rating", "Matches", "won", "drawn", "lost")
LONG = Headings(*["Donaudampfschifffahrtsgesellschaft"] * 6)
NAMES = (
    "Ada",
    "محمد عبد الله",
    "山田太郎",
    "김철수",
    "🎲🔥",
    "\u200b",
    "",
    "M" * 200,
    "👩‍🚀" * 40,
    "WMBQ@&%8" * 4,
)
OUTCOMES: tuple[Outcome, ...] = ("won", "drawn", "lost")

sizes = pytest.mark.parametrize(
    "theme",
    ["large", *(pytest.param(name, marks=pytest.mark.long) for name in ("light", "dark", "contrast"))],
)
"""Themes whose letters differ in size; the others, which differ in colour, take their time."""

standing = Standing(1, "Ada", 1743, False, 48, 27, 3, 18)
career = Career("Sato", 1743, False, 48, 27, 3, 18, OUTCOMES)


def opened(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    assert (image.format, image.mode, image.width) == ("PNG", "P", tables.WIDTH)
    assert len(data) <= MOST_BYTES
    return image.convert("RGB")


def ranking(*rows: Standing, headings: Headings = HEADINGS, theme: str = "light") -> Image.Image:
    return opened(tables.leaderboard(rows, title="Sato", headings=headings, theme=theme))


def card(*careers: Career, name: str = "Ada", theme: str = "light") -> Image.Image:
    return opened(tables.profile(name, careers, headings=HEADINGS, theme=theme))


def changed(one: Image.Image, two: Image.Image) -> Box:
    """What differs between two pictures of one size."""
    box = ImageChops.difference(one, two).getbbox()
    assert box
    return Box(*box)


def grey(image: Image.Image) -> bytes:
    """For eyes that see no colour, lightness apart: only shapes are left."""
    return image.convert("L").point(lambda tone: 255 if tone > 127 else 0).tobytes()


@sizes
@pytest.mark.parametrize("headings", [HEADINGS, LONG], ids=["short", "long"])
def test_the_widest_leaderboard_is_small_and_keeps_its_margins(theme: str, headings: Headings) -> None:
    widest = Standing(1, "WMBQ@&%8" * 8, 99999, True, 12345, 6789, 1234, 4567)
    rows = [replace(widest, rank=rank) for rank in range(1, tables.MOST_ROWS + 1)]
    image = ranking(*rows, headings=headings, theme=theme)
    ground = image.crop((0, 0, 1, 1)).resize(image.size)
    drawn = changed(image, ground)
    assert drawn.left > 8
    assert drawn.right < tables.WIDTH - 8


@sizes
def test_any_name_has_a_place_in_both_tables(theme: str) -> None:
    rows = [replace(standing, rank=rank, name=name) for rank, name in enumerate(NAMES, start=1)]
    full = ranking(*rows, theme=theme)
    for name in NAMES[-3:]:
        assert card(career, name=name, theme=theme).height < full.height


def test_a_name_never_reaches_the_numbers() -> None:
    """The only pixels that a longer name changes lie left of the ratings."""
    box = changed(ranking(replace(standing, name="l")), ranking(replace(standing, name="W" * 99)))
    numbers = changed(ranking(standing), ranking(replace(standing, rating=8888)))
    assert box.right < numbers.left


def test_numbers_stand_below_one_another_whether_they_are_sure_or_not() -> None:
    both = ranking(standing, replace(standing, provisional=True))
    other = ranking(replace(standing, rating=1748), replace(standing, rating=1748, provisional=True))
    last_digit = changed(both, other)
    assert last_digit.size[0] < 30


def test_a_provisional_rating_is_marked() -> None:
    unsure = replace(standing, provisional=True)
    assert ranking(standing, unsure) != ranking(unsure, unsure)
    assert card(career) != card(replace(career, provisional=True))


def test_the_readers_own_row_is_framed() -> None:
    plain, own = (ranking(standing, replace(standing, own=own)) for own in (False, True))
    assert grey(plain) != grey(own)


@pytest.mark.parametrize("theme", THEMES)
def test_the_first_three_have_medals_of_metal_on_which_their_places_are_read(theme: str) -> None:
    medals, ink = THEMES[theme].medals, THEMES[theme].wood.dark
    plain = ranking(replace(standing, rank=4), theme=theme)
    for rank, medal in enumerate(medals, start=1):
        image = ranking(replace(standing, rank=rank), theme=theme)
        colours = image.crop(changed(plain, image)).getcolors() or []
        assert max(colours)[1] == medal
    assert all(contrast(ink, medal) >= 4.5 for medal in medals)  # WCAG 2.2, success criterion 1.4.3


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_what_matters_less_is_quieter_and_yet_read(theme: Theme) -> None:
    for ink, ground in ((theme.ink, theme.ground.light), (theme.key.dark, theme.key.light)):
        assert 4.5 <= contrast(mixed(ink, ground, tables.QUIET), ground) < contrast(ink, ground)


def test_a_half_is_written_as_it_is_told() -> None:
    """Not as three characters, as compatibility forms have it."""
    row = Crossing(1, "Ada", "1", ("",))
    long, short = (
        tables.crosstable([row], title="Sato", name="Name", points="", legend=legend)
        for legend in ("1⁄2", "½")
    )
    assert long == short


def test_where_nothing_is_to_be_explained_there_is_no_legend() -> None:
    row = Crossing(1, "Ada", "1", ("",))
    empty, dash = (
        tables.crosstable([row], title="Sato", name="Name", points="", legend=legend) for legend in ("", "–")
    )
    assert empty != dash


def test_the_legend_gives_each_word_the_room_that_it_needs() -> None:
    words = replace(HEADINGS, won="gewonnen", drawn="unentschieden", lost="verloren")
    shown = ranking(standing, headings=words, theme="large")
    assert shown != ranking(standing, headings=replace(words, drawn="unentschiede"), theme="large")


@pytest.mark.parametrize("theme", THEMES)
def test_outcomes_differ_in_shape_as_well_as_in_colour(theme: str) -> None:
    pictures = [grey(card(replace(career, last=(outcome,)), theme=theme)) for outcome in OUTCOMES]
    assert all(one != two for one, two in combinations(pictures, 2))


def test_the_newest_results_are_shown() -> None:
    newest: tuple[Outcome, ...] = ("won", "lost") * (tables.MOST_LAST // 2)
    older: tuple[Outcome, ...] = ("drawn",) * 30
    assert card(replace(career, last=older + newest)) == card(replace(career, last=newest))
    assert card(replace(career, last=older)) != card(replace(career, last=newest))


def test_every_game_and_every_row_makes_it_higher_and_none_is_left_out() -> None:
    assert len({card(*[career] * games).height for games in range(5)}) == 5
    assert len({ranking(*[standing] * rows).height for rows in (0, 1, 2, 15, 16)}) == 5


@pytest.mark.parametrize("theme", THEMES)
def test_four_games_are_small(theme: str) -> None:
    card(*[replace(career, game="Donaudampfschifffahrtsgesellschaft")] * 4, name="WMBQ@&%8" * 9, theme=theme)


def test_equal_tables_are_equal_bytes() -> None:
    first, second = (tables.leaderboard([standing], title="Sato", headings=HEADINGS) for _ in range(2))
    assert first == second


def test_too_many_rows_and_unknown_themes_are_refused_with_what_is_allowed() -> None:
    with pytest.raises(ValueError, match="at most 16 rows, not 17"):
        ranking(*[standing] * 17)
    with pytest.raises(ValueError, match="no theme 'plaid'; there are: light, dark"):
        ranking(standing, theme="plaid")
    with pytest.raises(ValueError, match="no theme 'plaid'; there are: light, dark"):
        card(career, theme="plaid")


def test_the_standings_of_a_tournament_are_a_table_with_halves_of_points() -> None:
    rows = [
        Standing(1, "Ada", "3½", False, "11¼", 3, 1, 0),
        Standing(2, "Ben", "3", False, "8", 3, 0, 1, own=True),
    ]
    image = opened(tables.leaderboard(rows, title="Sato", headings=HEADINGS))
    halved = replace(rows[0], rating="3")
    assert changed(image, opened(tables.leaderboard([halved, rows[1]], title="Sato", headings=HEADINGS)))


def test_who_has_left_is_told_in_words_beside_their_name() -> None:
    plain, left = (ranking(replace(standing, remark=remark)) for remark in ("", "has left"))
    assert grey(plain) != grey(left)
    numbers = changed(ranking(standing), ranking(replace(standing, rating=8888)))
    assert changed(plain, left).right < numbers.left


def crossed(*rows: Crossing, theme: str = "light") -> Image.Image:
    return opened(
        tables.crosstable(rows, title="Sato", name="Name", points="Points", legend="+ bye", theme=theme)
    )


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", [1, 3, tables.MOST_ROWS])
def test_a_crosstable_keeps_its_margins_however_many_play(theme: str, size: int) -> None:
    row = Crossing(1, "WMBQ@&%8" * 8, "12½", ("½",) * size, remark="×")
    image = crossed(*(replace(row, rank=rank) for rank in range(1, size + 1)), theme=theme)
    ground = image.crop((0, 0, 1, 1)).resize(image.size)
    drawn = changed(image, ground)
    assert drawn.left > 8
    assert drawn.right < tables.WIDTH - 8


def test_each_result_has_a_place_of_its_own_in_a_crosstable() -> None:
    row = Crossing(1, "Ada", "1", ("", "1"))
    other = replace(row, rank=2, cells=("0", ""))
    pictures = [crossed(replace(row, cells=("", told)), other) for told in ("", "0", "½", "1", "…")]
    assert all(grey(one) != grey(two) for one, two in combinations(pictures, 2))
    assert grey(crossed(row, other)) != grey(crossed(replace(row, cells=("+", "1")), other))


def test_a_crosstable_holds_no_more_than_a_phone_shows() -> None:
    with pytest.raises(ValueError, match="at most"):
        crossed(*[Crossing(1, "Ada", "1", ())] * (tables.MOST_ROWS + 1))
