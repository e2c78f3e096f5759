"""The floors of the project as an allow-list: what a room may import; whatever is not named is forbidden.

Read from the import statements, type-only ones included. A new file without a room fails, too.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from games import GAMES
from renderers.picture import PAINTED
from tests import ROOT

WINGS = ("games", "renderers", "robots", "storage", "bot")
FILES = sorted(path for wing in WINGS for path in (ROOT / wing).rglob("*.py"))

VALUES = "collections dataclasses enum functools itertools math operator re types typing"
"""Of the standard library and beside it: what neither reads a clock nor draws, waits, writes or logs."""

CONTRACT = "games.game games.dice games.words"
MATCH = (
    f"{CONTRACT} games.events games.actions games.catalog games.judgement games.match games.record"
    " games.replay games"
)
CANVAS = "renderers.theme renderers.canvas renderers.lettering renderers.wood"
BOARD_PARTS = f"{CANVAS} renderers.hatching renderers.marks renderers.plates"
FOR_ADAPTERS = "games.events games.words bot.domain.commands bot.interface bot.texts bot.platforms"
FOR_ROBOTS = "robots.robot robots.jit"
GAME = "<game>"
"""Stands for each game that the catalogue lists: `games.sahara` and so on."""
PAINTER = "<painter>"
"""Stands for each painter that `renderers.picture` loads by its name."""
ROBOT = "<robot>"
"""Stands for each robot that `robots.catalog` lists."""

STORED = (
    "storage.people storage.jobs storage.matches storage.boards storage.remarks storage.results storage.seeks"
    " storage.tournaments storage.puzzles storage.standing storage.votes"
    " storage.sentences storage.changes storage.errors"
)
"""What is stored, as values."""
PARTS = (
    "storage.sql.store storage.sql.matches storage.sql.boards storage.sql.people"
    " storage.sql.results storage.sql.settings storage.sql.tournaments"
    " storage.sql.votes storage.sql.jobs"
)
"""Of the store: not its tables, nor what it asks of a database."""

ALLOWED: dict[str, str] = {
    # The rules need nothing but values of the standard library; a game can be deleted.
    "games.game": f"{VALUES} games.dice games.words",
    "games.dice": f"{VALUES} hashlib",
    "games.words": VALUES,
    GAME: f"{VALUES} bisect {CONTRACT}",
    "games.catalog": f"{VALUES} games.game {GAME}",
    "games.events": f"{VALUES} games.game",
    "games.actions": f"{VALUES} games.game games.events",
    "games.match": (
        f"{VALUES} datetime zoneinfo unicodedata {CONTRACT} games.events games.actions games.catalog"
    ),
    "games.record": f"{VALUES} calendar {CONTRACT} games.events games.catalog games.match",
    "games.judgement": VALUES,
    "games.replay": (f"{VALUES} {CONTRACT} games.events games.catalog games.match games.record"),
    "games": f"{CONTRACT} games.catalog",
    # What cannot see a match cannot leak one.
    "renderers.theme": f"{VALUES} PIL",
    "renderers.canvas": f"{VALUES} abc threading PIL cachetools renderers.theme",
    "renderers.lettering": (
        f"{VALUES} importlib pathlib threading unicodedata PIL anyascii cachetools renderers.canvas"
    ),
    "renderers.wood": f"{VALUES} random PIL renderers.canvas renderers.theme",
    "renderers.hatching": f"{VALUES} PIL renderers.canvas renderers.theme",
    "renderers.marks": f"{VALUES} PIL games.game {CANVAS}",
    "renderers.hints": f"{VALUES} PIL games.words {CANVAS} renderers.marks",
    "renderers.plates": f"{VALUES} PIL games.game {CANVAS} renderers.marks",
    "renderers.png": f"{VALUES} struct PIL deflate isal renderers.theme",
    "renderers.gif": f"{VALUES} struct PIL renderers.theme",
    PAINTER: f"{VALUES} random threading PIL cachetools {CONTRACT} {GAME} {BOARD_PARTS} renderers.hints",
    "renderers.picture": (
        f"{VALUES} importlib PIL games.game games.words renderers.canvas renderers.hints renderers.png"
        " renderers.theme"
    ),
    "renderers.clip": (
        f"{VALUES} PIL games.game renderers.canvas renderers.gif renderers.picture renderers.theme"
    ),
    "renderers.widget": f"{VALUES} importlib games.game games.words",
    "renderers.legend": (
        f"{VALUES} importlib PIL {BOARD_PARTS} renderers.hints renderers.png renderers.picture"
    ),
    "renderers.rows": VALUES,
    "renderers.tables": f"{VALUES} PIL {BOARD_PARTS} renderers.png renderers.picture renderers.rows",
    "renderers": "",
    # A robot that cannot see a match cannot cheat.
    "robots.robot": f"{VALUES} hashlib random games.game games.dice",
    ROBOT: (
        f"{VALUES} array bisect heapq importlib math pathlib random struct {CONTRACT} {GAME} {FOR_ROBOTS}"
    ),
    "robots.jit": f"{VALUES} importlib numba",
    "robots.catalog": f"{VALUES} games.game games.judgement {GAME} robots.robot {ROBOT}",
    "robots": "robots.catalog robots.robot",
    # The log stores events; it does not play.
    # Values know no SQL, the SQL knows no driver, and neither database knows the other.
    "storage": f"{VALUES} json games.events games.game",
    "storage.migration": (
        f"{VALUES} hashlib games.events storage.errors storage.jobs storage.people storage.sql"
    ),
    "storage.sql": (
        f"{VALUES} asyncio hmac json secrets unicodedata games.events games.game games.judgement storage"
    ),
    "storage.sqlite": (
        f"{VALUES} asyncio concurrent contextlib errno os pathlib secrets shutil sqlite3 time urllib"
        " filelock storage.errors storage.migration storage.sql"
    ),
    "storage.postgres": (
        f"{VALUES} asyncio contextlib json ssl urllib asyncpg storage.errors storage.migration storage.sql"
    ),
    # The bot, from the lowest room up.
    "bot.texts": f"{VALUES} gettext importlib babel",
    # Of a table to be painted it names the rows, which know no painter.
    "bot.interface": (
        f"{VALUES} asyncio contextlib games.actions games.events games.game games.judgement games.words"
        " renderers.rows bot.texts"
    ),
    "bot.domain": (
        f"{VALUES} contextlib datetime difflib hashlib hmac importlib json zoneinfo {MATCH} {STORED}"
        " bot.interface bot.texts"
    ),
    "bot.repositories": (
        f"{VALUES} asyncio contextlib logging weakref cachetools {MATCH} {STORED} {PARTS}"
        " bot.domain bot.interface bot.texts"
    ),
    "bot.platforms": (
        f"{VALUES} errno ipaddress logging pathlib secrets socket aiohttp pydantic {FOR_ADAPTERS}"
    ),
    "bot.platforms.discord": (
        f"{VALUES} asyncio base64 contextlib inspect io json logging secrets urllib"
        f" aiohttp cachetools discord nacl pydantic yarl {FOR_ADAPTERS}"
    ),
    "bot.platforms.telegram": (
        f"{VALUES} asyncio base64 contextlib hashlib hmac html json logging secrets time urllib weakref"
        " zlib aiohttp cachetools pydantic telegram"
        f" {FOR_ADAPTERS} bot.domain.terms_parser"
    ),
    "bot.platforms.web": (
        f"{VALUES} abc asyncio base64 contextlib hashlib hmac html importlib json logging os pathlib secrets"
        " string struct time unicodedata urllib aiohttp cachetools pydantic yarl"
        f" {FOR_ADAPTERS}"
    ),
    "bot.presentation": (
        f"{VALUES} unicodedata anyascii cachetools {MATCH} bot.domain bot.interface bot.texts"
    ),
    "bot.delivery": (
        f"{VALUES} asyncio contextlib hashlib logging secrets time weakref cachetools {MATCH} {STORED}"
        f" {PARTS} renderers.picture renderers.clip renderers.legend renderers.tables renderers.widget"
        " bot.repositories bot.domain bot.interface bot.texts bot.presentation"
    ),
    "bot.handlers": (
        f"{VALUES} asyncio contextlib datetime hashlib json logging secrets time cachetools {MATCH} {STORED}"
        f" {PARTS} bot.delivery bot.presentation bot.repositories bot.domain bot.interface bot.texts"
    ),
    "bot.runtime": (
        f"{VALUES} asyncio calendar concurrent contextlib contextvars difflib errno gc importlib logging"
        " os pathlib pkgutil secrets shutil signal socket sys tempfile threading time"
        " urllib weakref aiohttp anyio cachetools copy dotenv prometheus_client pydantic pydantic_settings"
        " pythonjsonlogger"
        f" {MATCH} renderers.picture renderers.lettering robots"
        " storage.changes storage.errors storage.jobs storage.migration storage.sentences storage.sql"
        " storage.sqlite storage.postgres"
        " bot.handlers bot.delivery bot.presentation bot.platforms"
        " bot.platforms.discord bot.platforms.telegram bot.platforms.web"
        " bot.repositories bot.domain bot.interface bot.texts"
    ),
    "bot": "",
    "bot.__main__": (
        f"{VALUES} argparse asyncio contextlib gc importlib logging pathlib signal sys webbrowser pydantic"
        f" {MATCH} storage.errors storage.sqlite bot.runtime bot.platforms bot.presentation bot.texts"
    ),
}


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(parsed(path)))


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports; `from a import b` counts as a.b where that is one."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                yield name if is_module(name) else str(node.module)


@cache
def is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


@cache
def imported() -> dict[str, set[str]]:
    """Every module of ours, and what it imports."""
    return {module_of(path): set(imports(path)) - {"__future__"} for path in FILES}


@cache
def listed_in(module: str, wing: str) -> frozenset[str]:
    """The folders and files of a wing that one of its modules lists, as the catalogue lists the games."""
    below = {".".join(name.split(".")[:2]) for name in imported()[module] if name.startswith(f"{wing}.")}
    return frozenset(name for name in below if name not in ALLOWED)


@cache
def room_of(module: str) -> str | None:
    """The room of the allow-list that a module of ours stands in; None: it has no room."""
    parts = module.split(".")
    if module in ("bot", *WINGS):
        return module
    for length in range(len(parts), 0, -1):
        place = ".".join(parts[:length])
        if place in ALLOWED and (place not in WINGS or place == "storage"):
            return place
        if place in listed_in("games.catalog", "games"):
            return GAME
        if place.startswith("renderers.") and place.split(".")[1] in PAINTED:
            return PAINTER
        if place in listed_in("robots.catalog", "robots"):
            return ROBOT
    return None


def allows(allowed: str, module: str, name: str) -> bool:
    """Whether a room with this list may import a module; its own game, painter or room it always may."""
    top = name.split(".")[0]
    if top not in WINGS:
        return top in allowed.split()
    room, own = room_of(name), room_of(module)
    if room == own:
        return room not in (GAME, PAINTER, ROBOT) or name.split(".")[:2] == module.split(".")[:2]
    return room in allowed.split() or name in allowed.split()


def test_every_file_has_a_room() -> None:
    assert [module for module in imported() if room_of(module) is None] == []
    assert room_of("games.sato.turns") == GAME
    assert room_of("renderers.sahara.beans") == PAINTER
    assert room_of("bot.platforms.web.adapter") == "bot.platforms.web"


def test_a_room_imports_only_what_is_allowed() -> None:
    strangers = [
        f"{module} imports {name}"
        for module, names in imported().items()
        if (room := room_of(module)) is not None
        for name in sorted(names)
        if not allows(ALLOWED[room], module, name)
    ]
    assert strangers == []


def test_the_allow_list_forbids() -> None:
    """What used to be a list of forbidden names: a few of them, so that a wide allowance is noticed."""
    assert not allows(ALLOWED[GAME], "games.sahara", "games.sator.state")
    assert not allows(ALLOWED[GAME], "games.sahara", "games.match")
    assert not allows(ALLOWED[GAME], "games.sahara", "time")
    assert not allows(ALLOWED[PAINTER], "renderers.sahara", "renderers.sato")
    assert not allows(ALLOWED["bot.presentation"], "bot.presentation.boards", "storage.boards")
    assert not allows(ALLOWED["bot.presentation"], "bot.presentation.boards", "asyncio")
    assert not allows(
        ALLOWED["bot.platforms.web"], "bot.platforms.web.adapter", "bot.platforms.discord.adapter"
    )
    assert not allows(ALLOWED["bot.platforms.web"], "bot.platforms.web.adapter", "bot.domain.ratings")
    assert not allows(ALLOWED["storage"], "storage.changes", "storage.sql.store")
    assert not allows(ALLOWED["storage.sql"], "storage.sql.store", "storage.sqlite.database")
    assert not allows(ALLOWED["storage.sql"], "storage.sql.store", "sqlite3")
    assert not allows(ALLOWED["storage.sqlite"], "storage.sqlite.database", "storage.postgres.database")
    assert not allows(ALLOWED["bot.domain"], "bot.domain.ratings", "storage.sql.store")
    assert not allows(ALLOWED["bot.handlers"], "bot.handlers.moves", "storage.sql.schema")
    assert not allows(ALLOWED["bot.handlers"], "bot.handlers.moves", "storage.sqlite.database")
    assert not allows(ALLOWED["bot.delivery"], "bot.delivery.routing", "bot.handlers.moves")
    assert allows(ALLOWED["bot.platforms.web"], "bot.platforms.web.adapter", "bot.domain.commands")


def test_no_library_is_allowed_that_nobody_uses() -> None:
    """The list says what is so: a library that has gone leaves it, too."""
    for room, allowed in ALLOWED.items():
        used = {
            name.split(".")[0]
            for module, names in imported().items()
            if room_of(module) == room
            for name in names
        }
        libraries = {word for word in allowed.split() if word.isidentifier()} - set(sys.stdlib_module_names)
        assert libraries - set(WINGS) - used - {"PIL", "cachetools"} == set(), room


def test_right_of_the_wall_nobody_names_a_state() -> None:
    """Presentation, painters, texts and adapters are given views; the only states they meet are imagined."""
    right = ("renderers", "bot.presentation", "bot.texts", "bot.interface", "bot.platforms")
    for path in FILES:
        if not module_of(path).startswith((*right, "bot.delivery.image_cache")):
            continue
        names = {node.id for node in nodes(path) if isinstance(node, ast.Name)}
        assert "State" not in names, path


LISTS = {"games.catalog", "robots.catalog", "renderers.picture"}
"""What lists the games, their robots and their painters."""


def test_what_serves_every_game_names_none() -> None:
    """A new game is an engine, a painter, its sentences and the lines that list it, and perhaps a robot."""
    common = [path for path in FILES if room_of(module_of(path)) not in (GAME, PAINTER, ROBOT, *LISTS)]
    said = [(path, text) for path in common for text in literals(path)]
    said += [(path, path.read_text()) for path in (ROOT / "bot").rglob("static/*.*") if path.suffix != ".png"]
    assert len(said) > len(common)
    assert [
        (path, text) for path, text in said if not GAMES.keys().isdisjoint(re.findall(r"\w+", text))
    ] == []


def literals(path: Path) -> Iterator[str]:
    """The strings of a file that are no docstrings."""
    told = {id(node.value) for node in nodes(path) if isinstance(node, ast.Expr)}
    for node in nodes(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


def test_sql_stays_in_storage() -> None:
    words = ("SELECT ", "INSERT ", "UPDATE ", "DELETE FROM", "CREATE TABLE", "PRAGMA ")
    for path in FILES:
        if not module_of(path).startswith("storage"):
            assert not [word for word in words if word in path.read_text()], path


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
        for node in parsed(path).body:
            work = isinstance(node, (ast.For, ast.While, ast.With, ast.Try)) or (
                isinstance(node, ast.Expr) and isinstance(node.value, (ast.Call, ast.Await))
            )
            assert not work, f"{path}:{node.lineno}"


def test_files_and_functions_keep_their_size() -> None:
    for path in FILES:
        text = path.read_text()
        assert text.startswith('"""'), f"{path} has no caption"
        assert text.count("\n") <= 700, path
        for node in nodes(path):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                assert (node.end_lineno or 0) - node.lineno < 60, f"{path}:{node.lineno}"


def test_services_are_built_of_few_parts() -> None:
    """At most eight parameters; values are dataclasses, whose `__init__` nobody writes."""
    for path in FILES:
        for node in nodes(path):
            if isinstance(node, ast.FunctionDef) and node.name == "__init__":
                parts = [*node.args.args[1:], *node.args.kwonlyargs]
                assert len(parts) <= 8, f"{path}:{node.lineno}: {len(parts)} parameters"
