"""Names of people: any Unicode becomes one readable line."""

from __future__ import annotations

import unicodedata
from importlib.util import find_spec, module_from_spec
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderers import picture
from renderers.lettering import ELLIPSIS, SHAPED_SCRIPTS, fitted, legible, lettered, width
from tests.examples import examples
from tests.games.by_hand import dealt

SUBSTITUTE = "Player 1"

ANY_TEXT = st.text(st.characters(), max_size=300)  # lone surrogates too


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada", "Ada"),
        ("Đặng Thị Ngọc", "Đặng Thị Ngọc"),
        ("Юрий Ωmega", "Юрий Ωmega"),
        ("王小明", "王小明"),
        ("ひらがな", "ひらがな"),
        ("محمد", "محمد"),
        ("नमस्ते", "नमस्ते"),
        ("דוד לוי", "דוד לוי"),
        ("สมชาย", "สมชาย"),
        ("ⴰⵎⴰⵣⵉⵖ", "amazigh"),
        ("𝓐𝓭𝓪", "Ada"),
        ("Ada 🦊", "Ada"),
        ("🦊", "fox"),
        ("Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L", "ZAL"),
        ("two\nlines\tand  blanks ", "two lines and blanks"),
        ("\u202eabc\u200b\u2066", "abc"),
        ("a\ud800b", "ab"),
    ],
)
def test_a_name_is_shown_as_well_as_the_fonts_allow(name: str, shown: str) -> None:
    assert legible(name, SUBSTITUTE) == shown


@pytest.fixture
def without_cjk(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module once more, with caches of its own, as installed without the extra `cjk`."""
    spec = find_spec("renderers.lettering")
    assert spec
    assert spec.loader
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if "cjk" in name else find_spec(name))
    lettering = module_from_spec(spec)
    spec.loader.exec_module(lettering)
    return lettering


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("山田太郎", "山田太郎"),
        ("レート 対局 引き分け", "レート 対局 引き分け"),
        ("王小明", "王小明"),
        ("张小明", "ZhangXiaoMing"),
        ("김철수", "GimCheolSu"),
    ],
)
def test_without_the_extra_japanese_is_drawn_and_no_name_by_halves(
    without_cjk: ModuleType, name: str, shown: str
) -> None:
    assert without_cjk.legible(name, SUBSTITUTE) == shown
    assert without_cjk.lettered(shown, 34).getbbox() is not None


@pytest.mark.parametrize(
    "name", ["", "   ", "\n", "\u200b\u200d", "\u202e", "\U000e0041", "\ud83e", "\u0301"]
)
def test_a_name_of_nothing_is_replaced(name: str) -> None:
    assert legible(name, SUBSTITUTE) == SUBSTITUTE


@examples(60)
@given(ANY_TEXT)
def test_whatever_is_shown_is_one_line_without_controls_and_loose_marks(name: str) -> None:
    shown = legible(name, SUBSTITUTE)
    assert shown
    assert shown == " ".join(shown.split())
    free = [
        character for character in shown if not unicodedata.name(character, "").startswith(SHAPED_SCRIPTS)
    ]
    assert not [character for character in free if unicodedata.category(character)[0] in "CM"]
    assert not [character for character in shown if unicodedata.category(character)[0] == "C"]
    assert lettered(fitted(shown, 34, 400), 34).getbbox() is not None


@examples(5)
@given(ANY_TEXT, ANY_TEXT)
def test_any_two_names_can_be_painted(first: str, second: str) -> None:
    assert picture.paint("sahara", dealt("sahara").view(None), (first, second)).startswith(b"\x89PNG")


@given(st.text("iMwÅ Я…", min_size=1, max_size=60), st.integers(30, 400))
def test_a_line_never_is_wider_than_its_room(text: str, room: int) -> None:
    short = fitted(text, 34, room)
    assert width(short, 34) <= room
    assert short == text or (short.endswith(ELLIPSIS) and text.startswith(short[:-1]))


def test_digits_stand_in_the_middle_of_their_line() -> None:
    for size in (24, 35, 42, 64):
        line = lettered("180", size)
        _, top, _, bottom = line.getbbox() or (0, 0, 0, 0)
        assert abs(top - (line.height - bottom)) <= 2
        assert bottom - top == pytest.approx(0.73 * size, abs=2.5)
