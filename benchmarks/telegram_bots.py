"""The bots under test on Telegram: the whole one, and the barest one on the same library.

`python -m benchmarks.telegram_bots KIND [SAMPLE]`, with TELEGRAM_TOKEN and TELEGRAM_API_URL as the bot itself
has them. The kinds: `whole`, whose pace counts a thousand seconds for each, so that nothing is held back;
`bare`, which answers a press and sends one fixed picture with its text and buttons, several updates at a
time, on the library's own transport.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
import signal
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from telegram import BotCommand, InlineKeyboardButton, InlineKeyboardMarkup, InputMediaPhoto, Update
from telegram.ext import Application, CallbackQueryHandler, CommandHandler, ContextTypes

from bot.handlers.access import Access
from bot.platforms.telegram.adapter import TelegramAdapter
from bot.runtime.composition import build_bot
from bot.runtime.databases import STORE_FILE
from storage.sqlite.database import open_store
from tests.bot.memory_platform import UNHURRIED

Bot = Application[Any, Any, Any, Any, Any, Any]
SPEED = 1000


@dataclass(frozen=True, slots=True)
class Sample:
    """A board as the whole bot showed it once: what the bare one shows for ever."""

    text: str
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

    def keyboard(self) -> InlineKeyboardMarkup:
        """The buttons."""
        return InlineKeyboardMarkup(
            [[InlineKeyboardButton(label, callback_data=said) for label, said in row] for row in self.rows]
        )


def bare(sample: Sample) -> Bot:
    """A bot that knows nothing of matches, not yet started."""

    async def play(update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        assert update.effective_message is not None
        await update.effective_message.reply_photo(
            sample.picture, caption=sample.text, reply_markup=sample.keyboard()
        )

    async def press(update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        query = update.callback_query
        assert query is not None
        await query.answer()
        await query.edit_message_media(
            InputMediaPhoto(sample.picture, caption=sample.text), reply_markup=sample.keyboard()
        )

    async def register(bot: Bot) -> None:
        await bot.bot.set_my_commands([BotCommand("play", "Show the board")])

    builder = Application.builder().token(os.environ["TELEGRAM_TOKEN"])
    builder = builder.base_url(f"{os.environ['TELEGRAM_API_URL']}/bot").concurrent_updates(True)
    made: Bot = builder.post_init(register).build()
    made.add_handlers([CommandHandler("play", play), CallbackQueryHandler(press)])
    return made


async def run_whole() -> None:
    """The store on the disk, the dispatcher and the adapter, put together as the command line does it."""
    gc.freeze()  # likewise, once everything is loaded
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    store = await open_store(Path(os.environ["TISCHRAND_DATA"]) / STORE_FILE)
    adapter = TelegramAdapter(
        os.environ["TELEGRAM_TOKEN"],
        os.environ["TELEGRAM_API_URL"],
        clock=lambda: SPEED * time.monotonic(),
    )
    dispatcher = build_bot(
        store,
        {adapter.platform: adapter},
        clock=lambda: int(time.time()),
        access=Access(rates=UNHURRIED),
    )
    adapter.connect(dispatcher)
    await dispatcher.start()
    await adapter.start()
    await dispatcher.services.boards.catch_up()
    await stop.wait()
    await adapter.stop()
    await dispatcher.close()
    await store.close()


def main(kind: str, *sample: str) -> None:
    """Run one bot."""
    logging.basicConfig(level=os.environ.get("TISCHRAND_LOG_LEVEL", "WARNING"))
    if kind == "whole":
        asyncio.run(run_whole())
    else:
        bare(Sample.read(Path(*sample))).run_polling()


if __name__ == "__main__":
    main(*sys.argv[1:])
