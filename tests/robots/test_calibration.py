"""How chances are held against results."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest
from PIL import Image

from tools.calibration import Line, Told, errors, fitted, main, picture, tenths


def matches(line: Line, count: int) -> list[list[Told]]:
    """Matches in which what is told wins as the line says."""
    rng = random.Random(1)
    told = (rng.random() for _ in range(count * 5))
    results = [Told(chance, float(rng.random() < line.at(chance))) for chance in told]
    return [results[start : start + 5] for start in range(0, len(results), 5)]


@pytest.mark.long
@pytest.mark.parametrize("line", [Line(0.0, 1.0), Line(-0.7, 1.6), Line(0.3, 0.6)])
def test_the_line_is_found_again(line: Line) -> None:
    played = matches(line, 1500)
    found = fitted([told for match in played for told in match])
    error = errors(played)
    assert 0 < error.slope < 0.06
    assert abs(found.slope - line.slope) < 4 * error.slope
    assert abs(found.intercept - line.intercept) < 4 * error.intercept


def test_a_draw_counts_half() -> None:
    assert fitted([Told(0.3, 0.5), Told(0.7, 0.5), Told(0.6, 0.5)]) == pytest.approx((0, 0), abs=1e-9)


def test_tenths_hold_what_was_told_and_what_came_of_it() -> None:
    assert tenths([Told(0.11, 0), Told(0.15, 1), Told(1, 1)]) == [(pytest.approx(0.13), 0.5, 2), (1, 1, 1)]


def test_the_picture_shows_the_line() -> None:
    drawn = picture([Told(0.1, 0), Told(0.9, 1)], Line(0.0, 3.0))
    diagonal = picture([Told(0.1, 0), Told(0.9, 1)], Line(0.0, 1.0))
    assert drawn.size == diagonal.size
    assert drawn.tobytes() != diagonal.tobytes()


def test_the_command_plays_and_tells_and_draws(tmp_path: Path) -> None:
    told: list[str] = []
    wanted = ["stacko", "--level", "1", "--matches", "2", "--each", "30", "--processes", "1"]
    main([*wanted, "--picture", str(tmp_path / "curve.png")], told.append)
    assert "slope" in told[-1]
    assert not math.isnan(float(told[-1].split("slope ")[1].split()[0]))
    with Image.open(tmp_path / "curve.png") as drawn:
        assert drawn.format == "PNG"
