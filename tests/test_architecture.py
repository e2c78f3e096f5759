"""The floors of the house: who may import whom. Read from the import statements, type-only ones included."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests import ROOT

WINGS = ("games", "renderers", "storage", "bot")
FILES = sorted(path for wing in WINGS for path in (ROOT / wing).rglob("*.py"))
GAME_ROOMS = {
    "record",
    "replay",
    "game",
    "dice",
    "words",
    "events",
    "match",
    "requests",
    "catalog",
    "__init__",
}  # all others are games
PAINTER_ROOMS = {
    "theme",
    "canvas",
    "picture",
    "png",
    "lettering",
    "wood",
    "plates",
    "marks",
    "hatching",
    "shelf",
    "gif",
    "clip",
    "tables",
    "__init__",
}

LIBRARIES: dict[str, str | tuple[str, ...]] = {  # each may be imported in these places only
    "discord": "bot/platforms/discord",
    "telegram": "bot/platforms/telegram",
    "aiohttp": ("bot/platforms/", "bot/runtime/monitor.py"),
    "prometheus_client": "bot/runtime/metrics.py",
    "pythonjsonlogger": "bot/runtime/logs.py",
    "pydantic_settings": "bot/runtime/settings.py",
    "babel": "bot/texts",
    "openskill": "bot/domain/ratings.py",
    "PIL": "renderers/",
    "sqlite3": "storage/",
    "aiosqlite": "storage/",
    "isal": "renderers/",
    "filelock": "storage/",
}


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports; `from a import b` counts as a.b where that is one."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                yield name if is_module(name) else str(node.module)


def is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


@cache
def imported() -> dict[str, set[str]]:
    """Every module of ours, and what it imports."""
    return {module_of(path): set(imports(path)) for path in FILES}


STANDARD = set(sys.stdlib_module_names) | {"__future__"}


def within(module: str, *places: str) -> bool:
    return any(module == place or module.startswith(f"{place}.") for place in places)


def offenders(*rooms: str, never: tuple[str, ...]) -> list[str]:
    return [
        f"{module} imports {name}"
        for module, names in imported().items()
        if within(module, *rooms)
        for name in sorted(names)
        if within(name, *never)
    ]


def games_of_the_house() -> list[str]:
    rooms = (
        path for path in (ROOT / "games").iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()
    )
    return [f"games.{path.stem}" for path in rooms if path.stem not in GAME_ROOMS]


def painters() -> list[str]:
    folder = ROOT / "renderers"
    rooms = (path for path in folder.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists())
    return [f"renderers.{path.stem}" for path in rooms if path.stem not in PAINTER_ROOMS]


def test_every_file_is_read() -> None:
    assert {"games.match", "bot.handlers.dispatcher", "storage.store", "renderers.picture"} <= set(imported())
    assert "games.sahara" in games_of_the_house()
    assert "renderers.sahara" in painters()


def test_the_rules_need_nothing_but_the_standard_library() -> None:
    strangers = [
        f"{module} imports {name}"
        for module, names in imported().items()
        if within(module, "games")
        for name in names
        if not within(name, "games") and name.split(".")[0] not in STANDARD
    ]
    assert strangers == []


def test_the_rules_have_no_clock_no_chance_no_log() -> None:
    assert (
        offenders("games", never=("asyncio", "time", "datetime", "random", "secrets", "logging", "os")) == []
    )


def test_no_game_knows_another_and_the_promise_knows_no_game() -> None:
    games = games_of_the_house()
    for game in games:
        others = tuple(other for other in games if other != game)
        assert offenders(game, never=(*others, "games.match", "games.catalog")) == []
    promise = ("games.game", "games.dice", "games.words", "games.events", "games.actions")
    assert offenders(*promise, never=(*games, "games.match", "games.catalog")) == []


def test_what_cannot_see_a_match_cannot_leak_one() -> None:
    assert offenders("renderers", never=("games.match", "games.catalog", "storage", "bot")) == []
    for painter in painters():
        others = tuple(other for other in painters() if other != painter)
        assert offenders(painter, never=(*others, "renderers.picture")) == []


def test_the_log_does_not_play() -> None:
    never = ("renderers", "bot", "games.match", "games.catalog", *games_of_the_house())
    assert offenders("storage", never=never) == []


def test_the_presenter_is_pure() -> None:
    never = ("storage", "renderers", "asyncio", "time", "datetime", "random", "logging")
    assert offenders("bot.presentation", "bot.texts", "bot.interface", never=never) == []


def test_right_of_the_wall_nobody_names_a_state() -> None:
    """Presenter, painters, texts and adapters are given views; the only states they meet are imagined."""
    right = (
        "renderers",
        "bot.presentation",
        "bot.texts",
        "bot.interface",
        "bot.platforms",
        "bot.delivery.image_cache",
    )
    for path in FILES:
        if not within(module_of(path), *right):
            continue
        names = {node.id for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Name)}
        assert "State" not in names, path


def test_adapters_show_screens_whatever_they_show() -> None:
    house = ("runtime", "handlers", "delivery", "presentation", "repositories")
    never = ("games", "renderers", "storage", *(f"bot.{room}" for room in house))
    allowed = {"games.words", "games.events"}  # names of types
    found = [line for line in offenders("bot.platforms", never=never) if line.split()[-1] not in allowed]
    assert found == []


def test_no_adapter_knows_another() -> None:
    adapters = [module for module in imported() if re.fullmatch(r"bot\.platforms\.\w+\.adapter", module)]
    assert "bot.platforms.web.adapter" in adapters
    for adapter in adapters:
        others = tuple(other for other in adapters if other != adapter)
        assert offenders(adapter, never=others) == []


@pytest.mark.parametrize("library", LIBRARIES)
def test_libraries_stay_at_the_door(library: str) -> None:
    strays = [
        path
        for path in FILES
        if any(within(name, library) for name in imported()[module_of(path)])
        and not str(path.relative_to(ROOT)).startswith(LIBRARIES[library])
    ]
    assert strays == []


def test_sql_stays_in_storage() -> None:
    words = ("SELECT ", "INSERT ", "UPDATE ", "DELETE FROM", "CREATE TABLE", "PRAGMA ")
    for path in FILES:
        if not within(module_of(path), "storage"):
            assert not [word for word in words if word in path.read_text()], path


def test_only_the_app_builds() -> None:
    adapters = [module for module in imported() if re.fullmatch(r"bot\.platforms\.\w+\.adapter", module)]
    building = ("storage.sqlite.store", "storage.sqlite.chat_log", *adapters)
    builders = {line.split()[0] for line in offenders("bot", "games", "renderers", never=building)}
    assert builders == {"bot.runtime.app"}


def test_no_import_goes_in_a_circle() -> None:
    done: set[str] = set()

    def visit(module: str, trail: tuple[str, ...]) -> None:
        assert module not in trail, " → ".join((*trail, module))
        if module in done:
            return
        for name in imported()[module]:
            if name in imported() and name != module:
                visit(name, (*trail, module))
        done.add(module)

    for module in imported():
        visit(module, ())


def test_importing_does_no_work() -> None:
    """At the top of a file stand definitions and constants: no loop, no `with`, no bare call."""
    for path in FILES:
        if path.name == "__main__.py":
            continue
        for node in ast.parse(path.read_text()).body:
            work = isinstance(node, (ast.For, ast.While, ast.With, ast.Try)) or (
                isinstance(node, ast.Expr) and isinstance(node.value, (ast.Call, ast.Await))
            )
            assert not work, f"{path}:{node.lineno}"


def test_files_and_functions_keep_their_size() -> None:
    for path in FILES:
        text = path.read_text()
        assert text.startswith('"""'), f"{path} has no caption"
        assert text.count("\n") <= 400, path
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                assert (node.end_lineno or 0) - node.lineno < 60, f"{path}:{node.lineno}"
