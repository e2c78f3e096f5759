"""What the bots under test share: the board that bare ones show for ever, and how the whole one is run.

`benchmarks.discord_bots` and `benchmarks.telegram_bots` run one of them each, so that neither loads the
library of the other.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
import signal
import time
from collections.abc import Callable, Coroutine
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bot.handlers.access import Access
from bot.runtime.composition import build_bot
from bot.runtime.databases import STORE_FILE
from storage.sqlite.database import open_store
from tests.bot.memory_platform import NO_ROBOTS, UNHURRIED


@dataclass(frozen=True, slots=True)
class Sample:
    """A board as the whole bot showed it once."""

    text: str
    alt: str
    rows: list[list[tuple[str, str]]]
    """Labels and payloads."""
    picture: bytes

    def write(self, path: Path) -> None:
        """Keep it for another process: a file, and the picture beside it."""
        path.with_suffix(".png").write_bytes(self.picture)
        told = {name: value for name, value in asdict(self).items() if name != "picture"}
        path.write_text(json.dumps(told))

    @classmethod
    def read(cls, path: Path) -> Sample:
        """What `write` has kept."""
        return cls(**json.loads(path.read_text()), picture=path.with_suffix(".png").read_bytes())


async def run_whole(adapter: Any) -> None:
    """The store on the disk, the dispatcher and an adapter, put together as the command line does it."""
    gc.freeze()  # likewise, once everything is loaded
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    store = await open_store(Path(os.environ["TISCHRAND_DATA"]) / STORE_FILE)
    dispatcher = build_bot(
        store,
        {adapter.platform: adapter},
        clock=lambda: int(time.time()),
        access=Access(NO_ROBOTS, rates=UNHURRIED),
    )
    adapter.connect(dispatcher)
    await dispatcher.start()
    await adapter.start()
    await dispatcher.services.boards.catch_up()
    await stop.wait()
    await adapter.stop()
    await dispatcher.close()
    await store.close()


def run(
    whole: Callable[[], Any],
    bare: Callable[[str, Sample], Coroutine[Any, Any, None]],
    kind: str,
    *sample: str,
) -> None:
    """Run one bot until the process is ended: the whole one with its adapter, or a bare one."""
    logging.basicConfig(level=os.environ.get("TISCHRAND_LOG_LEVEL", "WARNING"))

    async def running() -> None:
        await (run_whole(whole()) if kind == "whole" else bare(kind, Sample.read(Path(*sample))))

    asyncio.run(running())
