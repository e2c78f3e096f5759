"""What a start costs until the web chat answers, beside importing the libraries that it cannot do without.

`python -m benchmarks.start`: CPU of processes of their own, by turns, so that the ratio holds on any machine.
Both find their modules compiled, as an installed bot does: the first start of each is not counted.
"""

from __future__ import annotations

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

ROUNDS = 5
LIBRARIES = "import aiohttp.web, PIL.Image, pydantic_settings"
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


def importing() -> float:
    """Seconds of CPU of a process that imports the libraries, and no more."""
    before = spent()
    subprocess.run((sys.executable, "-c", LIBRARIES), check=True)
    return spent() - before


def main() -> None:
    """Print both, and their ratio."""
    starts, imports = [], []
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    for _ in range(1 + ROUNDS):
        with tempfile.TemporaryDirectory() as folder:
            starts.append(answering(Path(folder)))
        imports.append(importing())
    starts, imports = starts[1:], imports[1:]
    print(f"until the web chat answers: {statistics.median(starts):.2f} s of CPU")
    print(f"importing aiohttp, Pillow and pydantic-settings: {statistics.median(imports):.2f} s")
    ratio = statistics.median(one / other for one, other in zip(starts, imports, strict=True))
    print(START.row("start until the web chat answers, importing its libraries = 1", ratio))


if __name__ == "__main__":
    main()
