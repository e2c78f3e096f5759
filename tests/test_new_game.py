"""A new game is an engine, a painter, its texts and two lines; the shared tests take it up by themselves."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT

COPIED = ("bot", "games", "renderers", "robots", "storage", "tests", "docs", "pyproject.toml")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.png", "golden")

ONE_CASE = "oasis and not 30 and not 40 and not 50"
"""The new game under some of its house rules."""

LAWS = (
    "tests/games/test_every_game.py",
    "tests/bot/presentation/test_press_depth.py",
)
SHOWN = (
    "tests/games/test_every_view.py",
    "tests/bot/presentation",
    "tests/bot/handlers/test_races.py",
    "tests/bot/handlers/test_whole_matches.py",
    "tests/bot/delivery/test_result_summary.py",
    "tests/bot/platforms/telegram/test_inline.py",
    "tests/bot/runtime/test_commands.py",
    "tests/renderers/test_clip.py",
)


def copied(tree: Path) -> Path:
    """The project, without what tests of a new game do not need."""
    for name in filter(lambda name: (ROOT / name).exists(), COPIED):
        source = ROOT / name
        (
            shutil.copytree(source, tree / name, ignore=LEFT_OUT)
            if source.is_dir()
            else shutil.copy(source, tree)
        )
    return tree


def with_a_new_game(tree: Path) -> Path:
    """The project with a copy of Sahara under another name: its engine and its painter are registered."""
    copied(tree)
    for path in (
        *tree.glob("games/sahara/*.py"),
        *tree.glob("renderers/sahara/*"),
        *tree.glob("bot/texts/*/sahara.po"),
    ):
        copy = Path(str(path).replace("sahara", "oasis"))
        copy.parent.mkdir(exist_ok=True)
        copy.write_text(path.read_text().replace("sahara", "oasis").replace("Sahara", "Oasis"))
    register(tree / "games/catalog.py", "from games.oasis import Oasis", "Sahara(), ", "Sahara(), Oasis(), ")
    register(tree / "renderers/picture.py", "", '("sahara", ', '("oasis", "sahara", ')
    return tree


def register(file: Path, imported: str, listed: str, with_it: str) -> None:
    """Import something after the other imports, if it is to be imported, and list it."""
    text = file.read_text()
    assert text.count(listed) == 1
    if imported:
        text = re.sub(r"(?m)^(from games[. ])", rf"{imported}\n\1", text, count=1)
    file.write_text(text.replace(listed, with_it))


def run(tree: Path, tests: tuple[str, ...], chosen: str = "") -> None:
    """Run these tests in another process; fails unless some are chosen and all of them pass."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-n0", "-p", "no:cacheprovider", "-k", chosen, *tests],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-5000:]


@pytest.mark.long
@pytest.mark.timeout(120)
def test_the_laws_of_games_and_of_texts_take_up_a_new_game(tmp_path: Path) -> None:
    tree = with_a_new_game(tmp_path)
    run(tree, LAWS, ONE_CASE)
    # Exceptions of that test name sentences of Sahara, not those of the copy.
    run(tree, ("tests/bot/texts",), "not in_the_order_of_english")


@pytest.mark.long
@pytest.mark.timeout(600)
def test_all_shared_tests_take_up_a_new_game(tmp_path: Path) -> None:
    tree = with_a_new_game(tmp_path)
    run(tree, SHOWN, ONE_CASE)
    run(tree, ("tests/test_architecture.py",))
