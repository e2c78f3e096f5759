"""The tutorials of the documents, followed word by word on a copy of the project."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from games import GAMES
from tests import ROOT

COPIED = ("bot", "games", "renderers", "robots", "storage", "tests", "tools", "docs", "pyproject.toml")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.png", "golden")
BLOCK = re.compile(r'^```(\w+) title="([^"]+)"\n(.*?)^```$', re.MULTILINE | re.DOTALL)


def copied(tree: Path) -> Path:
    """The project, without what these tests do not need."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tree / name, ignore=LEFT_OUT)
        else:
            shutil.copy(ROOT / name, tree)
    return tree


def steps(page: str) -> Iterator[tuple[str, str, str]]:
    """The blocks that have a title, in their order: kind, title, and what they hold."""
    for block in BLOCK.finditer((ROOT / "docs/develop" / page).read_text()):
        yield block[1], block[2], block[3]


def follow(page: str, tree: Path) -> None:
    """Do in the tree what the blocks of a page say."""
    for kind, title, text in steps(page):
        if title == "shell":
            path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
            env = {**os.environ, "PATH": path, "PYTHONPATH": str(tree)}
            subprocess.run(["bash", "-euc", text], cwd=tree, env=env, check=True)
        elif kind == "diff":
            change(tree / title, text.splitlines())
        else:
            (tree / title).parent.mkdir(exist_ok=True, parents=True)
            (tree / title).write_text(text)


def change(file: Path, lines: list[str]) -> None:
    """Apply a change to the one place that it fits."""
    before, after = ("".join(f"{line[1:]}\n" for line in lines if line[0] in kept) for kept in (" -", " +"))
    assert file.read_text().count(before) == 1, f"{file.name} has not exactly one place for {lines}"
    file.write_text(file.read_text().replace(before, after))


def said_by(tree: Path, *arguments: str) -> str:
    """What Python says in the tree."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
    )
    return done.stdout + done.stderr


def outcome(tree: Path, *tests: str) -> str:
    """What pytest says in the tree."""
    return said_by(tree, "-m", "pytest", "-n0", "-p", "no:cacheprovider", *tests)


def passes(tree: Path, *tests: str) -> None:
    """Some tests were chosen in the tree, and all of them passed."""
    said = outcome(tree, *tests)
    assert " failed" not in said, said[-5000:]
    assert " error" not in said, said[-5000:]
    assert re.search(r"\d+ passed", said), said[-5000:]


def test_an_engine_takes_no_more_lines_than_the_tutorial_says() -> None:
    page = (ROOT / "docs/develop/new-game.md").read_text()
    promised = re.search(r"takes (\d+) lines", page)
    (engine,) = (text for _, title, text in steps("new-game.md") if title == "games/pebbles.py")
    assert promised
    assert sum(bool(line.strip()) for line in engine.splitlines()) <= int(promised[1]) <= 60


PICTURE = """
from games import GAMES, Dice
from renderers import picture
game = GAMES["pebbles"]
state = game.deal(game.options(), Dice.from_seed(bytes(32)))
for theme in ("light", "dark", "contrast", "large"):
    before, after = state, state.play(0, game.parse("3"))
    names = ("Ada", "Ben")
    shown = [picture.paint("pebbles", each.view(None), names, theme=theme) for each in (before, after)]
    assert all(each.startswith(b"\\x89PNG") for each in shown) and shown[0] != shown[1]
"""


WITH_EACH_GAME = (
    "tests/bot/presentation",
    "tests/bot/domain/test_puzzles.py",
    "tests/bot/delivery/test_result_summary.py",
    *(f"tests/bot/handlers/test_{name}.py" for name in ("challenge_builder", "profiles", "puzzles", "races")),
    "tests/bot/platforms/telegram/test_inline.py",
    "tests/bot/runtime/test_commands.py",
    "tests/renderers/test_clip.py",
    "tests/renderers/test_every_game.py",
    "tests/robots/test_robots.py",
)
"""Tests that look at all games: none of them may want more of a new one than the tutorial gives it."""
NOT_OF_OTHERS = f"not ({' or '.join(GAMES)})"
"""What they hold of one of the other games, the other tests have held already."""


@pytest.mark.long
@pytest.mark.timeout(600)
def test_your_first_game_is_dealt_played_painted_and_shown(tmp_path: Path) -> None:
    tree = copied(tmp_path)
    follow("new-game.md", tree)
    assert said_by(tree, "-c", PICTURE) == ""
    passes(tree, "tests/games", "-k", "pebbles")
    passes(tree, "tests/test_architecture.py")
    passes(tree, *WITH_EACH_GAME, "-k", NOT_OF_OTHERS)
    passes(tree, "tests/bot/platforms/test_matches.py", "-m", "long", "-k", "pebbles")
    said = outcome(tree, "tests/bot/texts")
    assert set(re.findall(r"FAILED \S+::(\w+)", said)) == {"test_every_language_passes"}


CHECKED = "tests/bot/texts/test_languages.py::test_every_language_passes"
WITH_EACH_LANGUAGE = (
    "tests/bot/texts",
    *(
        f"tests/bot/domain/test_{name}.py"
        for name in ("commands", "odd_sentences", "settings_parser", "themes")
    ),
)
"""Tests that look at all languages."""

IN_SWEDISH = """
import asyncio, sys
from dataclasses import replace
from pathlib import Path
from tests.bot.memory_platform import ADA, House

async def main():
    async with House(Path(sys.argv[1])) as house:
        await house.type(ADA, "/settings language=sv")
        await house.type(ADA, "/settings")
        await house.type(ADA, "/play sahara")
        shown = house.platform.messages.values()
        print(*(label for one in shown for label in house.labels(one.message)))

asyncio.run(main())
"""


@pytest.mark.long
@pytest.mark.timeout(300)
def test_your_first_language_is_spoken_and_no_test_misses_anything(tmp_path: Path) -> None:
    tree = copied(tmp_path)
    follow("new-language.md", tree)
    passes(tree, *WITH_EACH_LANGUAGE, "--deselect", f"{CHECKED}[sv]")
    said = said_by(tree, "-m", "tools.languages", "sv", "--only", "translated")
    assert "sv/house.po button.decline: not translated" in said
    assert "button.accept:" not in said
    assert "Acceptera" in said_by(tree, "-c", IN_SWEDISH, str(tmp_path))


@pytest.mark.long
@pytest.mark.timeout(300)
def test_your_first_platform_keeps_the_contract_of_adapters(tmp_path: Path) -> None:
    tree = copied(tmp_path)
    follow("new-platform.md", tree)
    passes(tree, "tests/bot/platforms/test_adapter_contract.py", "-k", "console")
    passes(tree, "tests/test_architecture.py", "tests/bot/runtime/test_platforms.py")
    done = subprocess.run(
        [sys.executable, "-m", "bot", "run", "--data", str(tmp_path / "data")],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree), "TISCHRAND_CONSOLE": "true"},
        input="/play sahara robot begins=me\n1 4\n",
        capture_output=True,
        text=True,
    )
    assert "Me sowed hollow 4, ended in the store and moves again." in done.stdout
