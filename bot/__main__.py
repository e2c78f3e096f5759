"""The command line: `tischrand play` runs the local web chat."""

from __future__ import annotations

import argparse
import asyncio
import logging
import signal
import sys
import webbrowser
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from bot.app import web_chat
from bot.settings import WEB_PORT, Settings
from storage.store import UnusableDatabase


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line asks for; the exit code is 0 after a clean stop, 2 for what cannot run."""
    flags = _parser().parse_args(arguments)
    try:
        settings = _settings(flags)
        logging.basicConfig(
            level=settings.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s"
        )
        asyncio.run(_play(settings))
    except ValidationError as error:
        for problem in error.errors():
            name = "_".join(map(str, problem["loc"]))
            print(f"tischrand: TISCHRAND_{name.upper()}: {problem['msg']}", file=sys.stderr)
        return 2
    except (UnusableDatabase, OSError) as error:
        print(f"tischrand: {error}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tischrand", description="Board games for two, in a chat.")
    parser.add_argument("--version", action="version", version=f"tischrand {version('tischrand')}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    play = commands.add_parser("play", help="run the local web chat; needs no token")
    play.add_argument("--port", type=int, help=f"port on 127.0.0.1 (default {WEB_PORT}; 0: any free one)")
    play.add_argument("--data", type=Path, metavar="DIR", help="folder of the databases (default ./data)")
    play.add_argument("--no-browser", action="store_false", dest="browser", default=None, help="open no page")
    return parser


def _settings(flags: argparse.Namespace) -> Settings:
    given: dict[str, Any] = {"port": flags.port, "data": flags.data, "browser": flags.browser}
    return Settings(**{name: value for name, value in given.items() if value is not None})


async def _play(settings: Settings) -> None:
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    async with web_chat(settings) as adapter:
        print(f"Tischrand is ready: {adapter.address}  (Ctrl+C stops it)", flush=True)
        if settings.browser:
            await asyncio.to_thread(webbrowser.open, adapter.address)
        await stop.wait()


if __name__ == "__main__":
    raise SystemExit(main())
