"""The bot of `benchmarks.crowd`: as the command line runs it, but its clock is fast and its caches are small.

`python -m benchmarks.crowd_bot SPEED KEPT FILE`: whatever is forgotten after a time is forgotten so many
times as soon, no cache keeps more than so many entries (0: as many as usual), and at SIGUSR1 a census of all
that the process keeps is written to the file.
"""

from __future__ import annotations

import asyncio
import functools
import gc
import importlib
import json
import os
import signal
import sys
import time
import tracemalloc
from collections import Counter, deque
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any
from weakref import WeakValueDictionary

import cachetools
import psutil  # type: ignore[import-untyped]

OURS = ("bot", "storage", "renderers", "games", "robots")
LIBRARIES = (
    "aiohttp",
    "discord",
    "telegram.ext",
    "pydantic_settings",
    "PIL.Image",
    "babel.dates",
)
CLOCKED = ("bot.delivery.background", "bot.handlers.access", "bot.platforms.telegram.adapter")
"""Whoever takes a clock, or a way to wait, unless one is given."""
SIZED = (dict, set, list, deque, WeakValueDictionary, cachetools.Cache)
HEAVY = 20_000  # bytes of what is kept by its weight, for each entry of another cache
TOLD = 15  # lines of the tracer of memory


def load(speed: int, kept: int) -> None:
    """Load the bot: whatever can be given a clock is given one that runs so many times as fast."""
    for name in LIBRARIES:
        importlib.import_module(name)
    usual, usual_sleep, began = time.monotonic, asyncio.sleep, time.monotonic()
    time.monotonic = lambda: began + (usual() - began) * speed
    asyncio.sleep = lambda seconds: usual_sleep(seconds / speed)  # type: ignore[assignment]
    for name in CLOCKED:
        importlib.import_module(name)
    time.monotonic, asyncio.sleep = usual, usual_sleep
    boards: Any = importlib.import_module("bot.delivery.board_tracker")
    boards.BOARDS_KEPT = min(boards.BOARDS_KEPT, kept)
    shrink_private_channels(kept)
    app: Any = importlib.import_module("bot.runtime.app")
    start = time.time()
    clock = lambda: int(start + (time.time() - start) * speed)  # noqa: E731
    app.bot_service = functools.partial(app.bot_service, clock=clock)


def shrink(kept: int) -> None:
    """No cache that has a bound keeps more than so many entries."""
    usual, usual_init = functools.lru_cache, cachetools.Cache.__init__

    def small(maxsize: Any = 128, typed: bool = False) -> Any:
        return usual(maxsize if maxsize is None or callable(maxsize) else min(maxsize, kept), typed)

    def init(self: Any, maxsize: float, getsizeof: Any = None) -> None:
        usual_init(self, min(maxsize, kept * HEAVY if getsizeof else kept), getsizeof)

    for holder, name, new in ((functools, "lru_cache", small), (cachetools.Cache, "__init__", init)):
        setattr(holder, name, new)


def shrink_private_channels(kept: int) -> None:
    """Likewise of Discord's private channels, and with them of people: the library keeps the newest 128."""
    state: Any = importlib.import_module("discord.state").ConnectionState
    usual = state._add_private_channel

    def add(self: Any, channel: Any) -> None:
        usual(self, channel)
        while len(self._private_channels) > kept:
            self._remove_private_channel(next(iter(self._private_channels.values())))

    state._add_private_channel = add


def census() -> dict[str, Any]:
    """What the process keeps now."""
    gc.unfreeze()  # what stays for ever is not looked at otherwise
    gc.collect()
    kept, process = gc.get_objects(), psutil.Process()
    sizes = Counter[str]()
    for name, held in collections(kept):
        sizes[name] += len(held)
    for name, function in caches():
        sizes[name] += function.cache_info().currsize
    kinds = Counter(f"{type(one).__module__}.{type(one).__qualname__}" for one in kept)
    return {
        "megabytes": process.memory_info().rss / 2**20,
        "open files": process.num_fds(),
        "tasks": len(asyncio.all_tasks()),
        "sizes": sizes,
        "kinds": {name: count for name, count in kinds.items() if count >= 10},
        "web": next((one.name for one in kept if type(one).__name__ == "WebAdapter"), ""),
        "memory": traced(),
    }


def collections(kept: list[Any]) -> Iterator[tuple[str, Any]]:
    """All that has a length, by where it is kept; a cache with a bound has a name that says so."""
    for one in kept:
        if isinstance(one, ModuleType):
            holder, parts = one.__name__, vars(one)
        elif isinstance(one, type) or not type(one).__module__.startswith(OURS):
            continue
        else:
            holder, parts = f"{type(one).__module__}.{type(one).__qualname__}", attributes(one)
        if holder.startswith(OURS):
            for name, value in parts.items():
                if isinstance(value, SIZED):
                    bound = "" if not isinstance(value, cachetools.Cache) else " (bounded)"
                    yield f"{holder}.{name}{bound}", value


def attributes(one: Any) -> dict[str, Any]:
    """Of an object, with slots or without."""
    slots = [name for kind in type(one).__mro__ for name in getattr(kind, "__slots__", ())]
    found = {name: getattr(one, name) for name in slots if hasattr(one, name)}
    return found | (vars(one) if hasattr(one, "__dict__") else {})


def caches() -> Iterator[tuple[str, Any]]:
    """The functions of our modules that remember what they gave."""
    for module in [one for name, one in sys.modules.items() if name.startswith(OURS)]:
        for holder in (module, *(one for one in vars(module).values() if isinstance(one, type))):
            for name, value in vars(holder).items():
                if hasattr(value, "cache_parameters") and value.__module__ == module.__name__:
                    bound = "" if value.cache_parameters()["maxsize"] is None else " (bounded)"
                    yield f"{module.__name__}.{name}(){bound}", value


def traced() -> list[str]:
    """Where most memory was asked for, if that is traced (PYTHONTRACEMALLOC=1)."""
    if not tracemalloc.is_tracing():
        return []
    return [str(line) for line in tracemalloc.take_snapshot().statistics("lineno")[:TOLD]]


def write(file: Path) -> None:
    """All at once, for whoever looks whether it is there."""
    fresh = file.with_suffix(".new")
    fresh.write_text(json.dumps(census()))
    fresh.replace(file)


def main(speed: str, kept: str, file: str) -> int:
    """The command line."""
    most = int(kept) or sys.maxsize
    shrink(most)
    load(int(speed), most)
    command: Callable[[list[str]], int] = importlib.import_module("bot.__main__").main
    signal.signal(signal.SIGUSR1, lambda *_: write(Path(file)))
    return command(["run"])


if __name__ == "__main__":
    print(os.getpid())
    sys.exit(main(*sys.argv[1:]))
