"""The barest bot on the unmodified library: a picture with a button, redrawn at each press."""

from __future__ import annotations

import io
import sys
from functools import cache
from typing import Any

from PIL import Image
from telegram import (
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InputMediaPhoto,
    InputTextMessageContent,
    Update,
)
from telegram.ext import Application, CallbackQueryHandler, CommandHandler, ContextTypes, InlineQueryHandler

Bot = Application[Any, Any, Any, Any, Any, Any]


@cache
def picture(colour: str, size: tuple[int, int] = (120, 80)) -> bytes:
    """A PNG of one colour."""
    data = io.BytesIO()
    Image.new("RGB", size, colour).save(data, "PNG")
    return data.getvalue()


def button(label: str = "Go", data: str = "go") -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup([[InlineKeyboardButton(label, callback_data=data)]])


async def start(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    assert update.effective_message is not None
    assert update.effective_user is not None
    caption = f"<b>For</b> {update.effective_user.mention_html()}"
    await update.effective_message.reply_photo(
        picture("navy"), caption=caption, parse_mode="HTML", reply_markup=button()
    )


async def press(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    query = update.callback_query
    assert query is not None
    await query.answer(f"pressed {query.data}")
    if query.inline_message_id is not None:
        await query.edit_message_text("taken")
    else:
        await query.edit_message_media(InputMediaPhoto(picture("teal"), caption="redrawn"))


async def offer(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    query = update.inline_query
    assert query is not None
    content = InputTextMessageContent(f"Who plays {query.query}?")
    await query.answer([InlineQueryResultArticle("1", query.query, content, reply_markup=button("Accept"))])


def build(token: str, address: str) -> Bot:
    """The bot, pointed at a server such as http://127.0.0.1:PORT."""
    builder = Application.builder().token(token)
    bot: Bot = builder.base_url(f"{address}/bot").base_file_url(f"{address}/file/bot").build()
    bot.add_handler(CommandHandler("start", start))
    bot.add_handler(CallbackQueryHandler(press))
    bot.add_handler(InlineQueryHandler(offer))
    return bot


if __name__ == "__main__":
    build(*sys.argv[1:3]).run_polling(poll_interval=0, stop_signals=None)
