"""What a start costs until the bot answers, beside importing the libraries that it cannot do without.

`python -m benchmarks.start`: CPU of processes of their own, by turns, so that the ratio holds on any machine.
All find their modules compiled, as an installed bot does: the first start of each is not counted.
"""

from __future__ import annotations

import asyncio
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

from benchmarks.aims import at_most
from tests.loopback.discord.server import DiscordServer

ROUNDS = 5
WEB_LIBRARIES = "import aiohttp.web, PIL.Image, pydantic_settings"
DISCORD_LIBRARIES = "import aiohttp, discord, PIL.Image, pydantic_settings"
START = at_most(1.3)
PATIENCE = 60.0  # seconds for one start


def spent() -> float:
    """Seconds of CPU of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def answering(folder: Path) -> float:
    """Seconds of CPU of a bot that is ended as soon as its web chat has answered once."""
    before, told = spent(), folder / "told"
    command = (sys.executable, "-m", "bot", "play", "--port", "0", "--no-browser", "--data", str(folder))
    with told.open("w") as out, subprocess.Popen(command, stdout=out, stderr=out) as bot:
        try:
            _wait_for_answer(told)
        finally:
            bot.kill()
    return spent() - before


def _wait_for_answer(told: Path) -> None:
    """Until the bot has named its address and has said anything there."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if address := re.search(r"http://(127\.0\.0\.1:\d+)", told.read_text(encoding="utf-8")):
            with closing(HTTPConnection(address[1], timeout=PATIENCE)) as connection:
                connection.request("GET", "/")
                connection.getresponse().read()
            return
        time.sleep(0.005)
    raise TimeoutError(told.read_text(encoding="utf-8"))


def connecting(folder: Path) -> float:
    """Seconds of CPU of a bot that is ended as soon as it is on Discord, its commands known there."""
    return asyncio.run(_connecting(folder))


async def _connecting(folder: Path) -> float:
    before = spent()
    async with DiscordServer(recording=False) as server:
        bot = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "run", "--data", str(folder)),
            env={**os.environ, **server.environment},
            stderr=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        try:
            await server.connected("play")
        finally:
            bot.kill()
            await bot.wait()
    return spent() - before


def importing(libraries: str) -> float:
    """Seconds of CPU of a process that imports these, and no more."""
    before = spent()
    subprocess.run((sys.executable, "-c", libraries), check=True)
    return spent() - before


def main() -> None:
    """Print what both starts cost, and their ratios."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    kinds = (
        ("until the web chat answers", answering, WEB_LIBRARIES),
        ("until the bot is on Discord", connecting, DISCORD_LIBRARIES),
    )
    for name, start, libraries in kinds:
        starts, imports = [], []
        for _ in range(1 + ROUNDS):
            with tempfile.TemporaryDirectory() as folder:
                starts.append(start(Path(folder)))
            imports.append(importing(libraries))
        starts, imports = starts[1:], imports[1:]
        print(
            f"start {name}: {statistics.median(starts):.2f} s of CPU; {libraries}: "
            f"{statistics.median(imports):.2f} s"
        )
        ratio = statistics.median(one / other for one, other in zip(starts, imports, strict=True))
        print(START.row(f"start {name}, importing its libraries = 1", ratio))


if __name__ == "__main__":
    main()
