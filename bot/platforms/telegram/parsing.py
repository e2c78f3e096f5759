"""Parses what is typed into a request: commands, bare moves, answers to the bot, files."""

from __future__ import annotations

from dataclasses import replace

import telegram
from telegram import MessageEntity
from telegram.error import TelegramError

from bot import interface
from bot.domain import commands
from bot.interface import Button, InvalidCommand, OfferChallenge, Request, Screen
from bot.interface.registry import COMMANDS
from bot.platforms import callback_data
from bot.platforms.telegram import chat_ids, links
from bot.platforms.telegram.people import KnownUsers
from bot.texts import Texts, translations

AboutPerson = OfferChallenge | interface.PickGame | interface.ShowProfile
"""Requests that may name a person."""
Acting = (
    OfferChallenge
    | interface.ProposeMatch
    | interface.AcceptChallenge
    | interface.TypeMove
    | interface.SayWords
    | interface.OfferDraw
    | interface.RequestTakeback
    | interface.GiveTime
    | interface.TellAway
    | interface.OfferRematch
    | interface.ChangeSettings
    | interface.LinkAccounts
    | interface.SeekOpponent
)
"""Requests that take effect at once when typed; a forwarded line asks for confirmation first."""

QUESTION = "ask.move"
"""Key of the text that asks for a move; a reply to such a message is read as a move."""

_NAMED = (MessageEntity.MENTION, MessageEntity.TEXT_MENTION)


def request_of(message: telegram.Message, bot: telegram.User, people: KnownUsers) -> Request | None:
    """Parse the request of a message; None if the message is not for the bot."""
    if (message.text or "").startswith("/"):
        return _commanded(message, bot, people)
    return _said(message, bot)


def _commanded(message: telegram.Message, bot: telegram.User, people: KnownUsers) -> Request | None:
    private = _is_private(message)
    name, addressee, rest = _command(message.text or "")
    if addressee not in ("", (bot.username or "").lower()):
        return None
    if name == "/start" and (private or addressee):
        return links.request_of(rest)
    if name in ("/play", "/profile"):
        return _about_person(message, name, bot, people)
    if name == "/pair":
        return _pair(message, bot, people)
    request = commands.read(f"{name} {rest}")
    if name[1:].lower() not in COMMANDS:
        return request if private or addressee else None  # in a group it may be meant for another bot
    return request


def _said(message: telegram.Message, bot: telegram.User) -> Request | None:
    """The request of a line that is no command, such as a bare move."""
    text = message.text
    if not text:
        return None
    if _is_answer(message, bot):
        return commands.read(f"/move {text}")
    if _is_private(message):
        return commands.read_bare(text)
    if message.forward_origin is not None:
        return None
    return commands.read_reply(text) if _replies_to(message, bot) else commands.read_talk(text)


def _command(text: str) -> tuple[str, str, str]:
    """Split a line such as `/play@bot sahara` into name, addressee and rest; all "" if it is no command."""
    if not text.startswith("/"):
        return "", "", ""
    command, *rest = text.split(maxsplit=1)
    name, _, addressee = command.partition("@")
    return name, addressee.lower(), rest[0].strip() if rest else ""


def is_to_us(message: telegram.Message, bot: telegram.User) -> bool:
    """Whether a message is a command for this bot: addressed to it, or unaddressed and known."""
    name, addressee, _ = _command(message.text or "")
    if addressee:
        return addressee == (bot.username or "").lower()
    return name[1:].lower() in COMMANDS


def _is_private(message: telegram.Message) -> bool:
    return message.chat.type == telegram.Chat.PRIVATE


def _is_answer(message: telegram.Message, bot: telegram.User) -> bool:
    """Whether a message replies to the bot's question for a move."""
    asked = message.reply_to_message
    questions = translations(QUESTION).values()
    return asked is not None and _replies_to(message, bot) and asked.text in questions


def _replies_to(message: telegram.Message, bot: telegram.User) -> bool:
    answered = message.reply_to_message
    return answered is not None and answered.from_user is not None and answered.from_user.id == bot.id


def asked_first(request: Acting, texts: Texts) -> Screen:
    """Ask whether a forwarded line is meant as a request; refuse it if it does not fit into a button."""
    try:
        fits = callback_data.decode(callback_data.encode(request)) == request
    except callback_data.TooLong:
        fits = False
    if not fits:
        return Screen(texts("no.forwarded"))
    buttons = (
        Button(texts("button.forwarded"), request),
        Button(texts("button.never_mind"), interface.Dismiss()),
    )
    return Screen(texts("ask.forwarded"), rows=(buttons,))


# People in a line


def named_in(request: Request) -> str | None:
    """The person named in a challenge or in a request for a profile."""
    match request:
        case OfferChallenge(opponent=person) | interface.PickGame(opponent=person):
            return person
        case interface.ShowProfile(person=person):
            return person
        case _:
            return None


def _about_person(message: telegram.Message, name: str, bot: telegram.User, people: KnownUsers) -> Request:
    """Parse `/play` or `/profile`, where a person can be mentioned by username, or by id without one.

    If nobody is mentioned, the person is the author of the message that the command replies to.
    """
    text, person = message.text or "", None
    for entity, words in message.parse_entities(list(_NAMED)).items():
        person = _mentioned(entity.user, words, name, bot, people)
        if person is not None:
            text = _without(text, entity)
            break
    request = commands.read(f"{name} {_command(text)[2]}")
    if person is None and isinstance(request, AboutPerson) and named_in(request) is None:
        person = _answered(message, bot, people)
    if isinstance(person, InvalidCommand):
        return replace(person, command=name[1:])
    return request if person is None else _with_person(request, person)


def _mentioned(
    user: telegram.User | None, words: str, name: str, bot: telegram.User, people: KnownUsers
) -> str | InvalidCommand | None:
    """The id or the username in a mention, `ROBOT` where the bot is challenged, or why it is nobody.

    None for a username in `/profile`, which is read with the command.
    """
    is_play, a_bot = name == "/play", InvalidCommand("a_bot", detail=words[: commands.QUOTED])
    if (user is not None and user.id == bot.id) or words.lower() == f"@{bot.username}".lower():
        return interface.ROBOT if is_play else a_bot
    if user is None and not is_play:
        return None
    if _is_bot(user, words):
        return a_bot
    return words if user is None else people.remember(user).id


def _is_bot(user: telegram.User | None, words: str) -> bool:
    """Whether a mention is that of a bot; the usernames of all bots end alike."""
    return user.is_bot if user is not None else words.lower().endswith("bot")


def _with_person(request: Request, person: str) -> Request:
    match request:
        case interface.PickGame() if person == interface.ROBOT:
            return interface.PickRobot(None)
        case OfferChallenge() | interface.PickGame():
            return replace(request, opponent=person)
        case interface.ShowProfile():
            return replace(request, person=person)
        case _:
            return request


def _answered(
    message: telegram.Message, bot: telegram.User, people: KnownUsers
) -> str | InvalidCommand | None:
    """The id of the author of the message that is replied to in a group.

    None for messages of the bot, posts of the linked channel and the message that opens a topic, as every
    line below them is a reply to them; an `InvalidCommand` for other authors who are no person.
    """
    wrote = message.reply_to_message
    if wrote is None or _is_private(message):
        return None
    if wrote.forum_topic_created is not None or wrote.is_automatic_forward:
        return None
    if wrote.sender_chat is not None:
        return InvalidCommand("no_name")
    user = wrote.from_user
    if user is None or user.id == bot.id:
        return None
    if user.is_bot:
        return InvalidCommand("a_bot", detail=chat_ids.account_of(user).name[: commands.QUOTED])
    return people.remember(user).id


def _pair(message: telegram.Message, bot: telegram.User, people: KnownUsers) -> Request:
    """Parse `/pair`, where people can be mentioned by username, or by id without one."""
    text, handles = message.text or "", set[str]()
    entities = message.parse_entities(list(_NAMED))
    for entity in sorted(entities, key=lambda each: each.offset, reverse=True):
        user, words = entity.user, entities[entity]
        if _is_bot(user, words):
            return InvalidCommand("a_bot", "pair", words[: commands.QUOTED])
        if user is None:
            handles.add(words.removeprefix("@"))
        else:
            text = _without(text, entity, people.remember(user).id)
    request = commands.read(f"/pair {_command(text)[2]}")
    if not isinstance(request, interface.ProposeMatch):
        return request
    one, other = (f"@{name}" if name in handles else name for name in (request.one, request.other))
    return replace(request, one=one, other=other)


def _without(text: str, entity: MessageEntity, instead: str = "") -> str:
    """Remove or replace an entity in a text; its offsets are in UTF-16 units."""
    units, size = text.encode("utf-16-le"), 2
    start, end = size * entity.offset, size * (entity.offset + entity.length)
    return (units[:start] + instead.encode("utf-16-le") + units[end:]).decode("utf-16-le")


# Files


async def imported(message: telegram.Message, bot: telegram.Bot) -> Request | None:
    """Fetch the record that comes with `/import`, unless it is too large; None if there is no file."""
    document = _document(message, bot.username)
    if document is None:
        return None
    if (document.file_size or 0) > commands.RECORD_MAX_BYTES:
        return InvalidCommand("file_too_large", "import")
    try:
        file = await bot.get_file(document.file_id)
        return interface.ImportRecord(bytes(await file.download_as_bytearray()))
    except TelegramError:
        return InvalidCommand("file_lost", "import")


def _document(message: telegram.Message, username: str) -> telegram.Document | None:
    """The file that has `/import` as its caption, or that a message with `/import` replies to."""
    name, addressee, pasted = _command(message.text or message.caption or "")
    if name.lower() != "/import" or addressee not in ("", username.lower()):
        return None
    if message.document is not None:
        return message.document
    answered = message.reply_to_message
    return answered.document if answered is not None and not pasted else None
