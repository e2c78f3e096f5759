"""The bots under test on Telegram: the whole one, and the barest one on the same library.

`python -m benchmarks.telegram_bots KIND [SAMPLE]`, with TELEGRAM_TOKEN and TELEGRAM_API_URL as the bot itself
has them. The kinds: `whole`, whose pace counts a thousand seconds for each, so that nothing is held back;
`bare`, which answers a press and sends one fixed picture with its text and buttons, several updates at a
time, on the library's own transport.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from typing import Any

from telegram import BotCommand, InlineKeyboardButton, InlineKeyboardMarkup, InputMediaPhoto, Update
from telegram.ext import Application, CallbackQueryHandler, CommandHandler, ContextTypes

from benchmarks.bots import Sample, run
from bot.platforms.telegram.adapter import TelegramAdapter

Bot = Application[Any, Any, Any, Any, Any, Any]
SPEED = 1000


def keyboard_of(sample: Sample) -> InlineKeyboardMarkup:
    """The buttons."""
    return InlineKeyboardMarkup(
        [[InlineKeyboardButton(label, callback_data=said) for label, said in row] for row in sample.rows]
    )


async def register(bot: Bot) -> None:
    """The one command."""
    await bot.bot.set_my_commands([BotCommand("play", "Show the board")])


def bare(sample: Sample) -> Bot:
    """A bot that knows nothing of matches, not yet started."""

    async def play(update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        assert update.effective_message is not None
        await update.effective_message.reply_photo(
            sample.picture, caption=sample.text, reply_markup=keyboard_of(sample)
        )

    async def press(update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        query = update.callback_query
        assert query is not None
        await query.answer()
        await query.edit_message_media(
            InputMediaPhoto(sample.picture, caption=sample.text), reply_markup=keyboard_of(sample)
        )

    builder = Application.builder().token(os.environ["TELEGRAM_TOKEN"])
    builder = builder.base_url(f"{os.environ['TELEGRAM_API_URL']}/bot").concurrent_updates(True)
    made: Bot = builder.build()
    made.add_handlers([CommandHandler("play", play), CallbackQueryHandler(press)])
    return made


async def run_bare(_: str, sample: Sample) -> None:
    """Until the process is ended."""
    bot = bare(sample)
    async with bot:
        await register(bot)
        await bot.start()
        assert bot.updater
        await bot.updater.start_polling()
        await asyncio.Event().wait()


def whole() -> TelegramAdapter:
    """The adapter of the whole bot."""
    token, url = os.environ["TELEGRAM_TOKEN"], os.environ["TELEGRAM_API_URL"]
    return TelegramAdapter(token, url, clock=lambda: SPEED * time.monotonic())


if __name__ == "__main__":
    run(whole, run_bare, *sys.argv[1:])
