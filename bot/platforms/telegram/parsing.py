"""Parses updates into an `Interaction` and its request: commands, links, files, answers, bare moves."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import telegram
from telegram import MessageEntity
from telegram.error import TelegramError

from bot import interface
from bot.domain import commands
from bot.interface import Account, Button, Chat, Incoming, InvalidCommand, OfferChallenge, Request, Screen
from bot.interface.registry import COMMANDS
from bot.platforms import callback_data
from bot.platforms.telegram import chat_ids, layout
from bot.platforms.telegram.calls import Fields
from bot.platforms.telegram.people import KnownUsers
from bot.texts import Texts, translations
from games.events import MATCH_ID, MatchId, match_id_of

_NAMED = (MessageEntity.MENTION, MessageEntity.TEXT_MENTION)

_ABOUT_PEOPLE = ("/play", "/profile")
AboutPerson = OfferChallenge | interface.PickGame | interface.ShowProfile
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
SETTINGS = "settings"
"""The payload of a link to the user's own settings."""

_LINKED: Mapping[str, Request] = {
    SETTINGS: interface.ShowSettings(),
    "matches": interface.ListMatches(),
    "puzzle": interface.ShowPuzzle(None),
    "learn": interface.ShowLesson(None),
    "profile": interface.ShowProfile(None),
    "history": interface.ShowHistory(),
    "leaderboard": interface.ShowLeaderboard(None, everywhere=False),
    "privacy": interface.ShowPrivacy(),
    "forget": interface.ForgetMe(sure=False),
    "play": interface.PickGame(None),
}
"""Requests by one-word payload of a link."""
_OF_GAMES: Mapping[str, Callable[[str], Request]] = {
    "rules": interface.ShowRules,
    "play": interface.PickOpponent,
    "learn": interface.ShowLesson,
}
_OF_MATCHES: Mapping[str, Callable[[MatchId], Request]] = {
    "join": interface.ShowBoard,
    "board": interface.ShowBoard,
    "hand": interface.ShowHand,
}
"""Requests for payloads of a word, a `_`, and a game (`_OF_GAMES`) or the code of a match."""

_ON = re.compile(rf"({MATCH_ID.pattern})_([0-9]{{1,4}})")
"""After `on_`: a match, and the number of plies until the position from which to play on."""

QUESTION = "ask.move"
"""Key of the text that asks for a move; a reply to such a message is read as a move."""


@dataclass(frozen=True, slots=True)
class Interaction:
    """A press or a typed line."""

    account: Account
    chat: Chat
    press: str
    """Its id, the same at each delivery of the update."""
    query: str | None = None
    """The id of the callback query of a press, which has to be answered or the button seems dead."""
    message: str | None = None
    """The dispatcher's id of the pressed message."""
    ephemeral: bool = False
    """Only this person sees the pressed message."""
    typed: int | None = None
    """Telegram's id of a typed line that everyone in the chat sees."""
    touched: bool = False
    """It is a touch in a widget, which is answered in another way than a press on a button."""
    whispered: int | None = None
    """Telegram's id of a typed line that only the bot sees; it may be answered by an ephemeral message."""

    def asks(self, request: Request) -> Incoming:
        """Wrap a request for the dispatcher."""
        return Incoming(self.account, self.chat, request, self.press, self.message, self.ephemeral)

    @property
    def cause(self) -> Fields:
        """The field of an ephemeral message that names the press to which it replies."""
        return {"callback_query_id": self.query} if self.query and not self.touched else {}

    @property
    def among_many(self) -> bool:
        """Whether it is a press on a message that a whole group sees, or a line typed in a group."""
        return not (self.chat.private or self.chat.fixed or self.ephemeral)

    @property
    def own_chat(self) -> Chat:
        """The private chat with this person."""
        return chat_ids.private_chat(self.account.id)


def pressed(account: Account, query: telegram.CallbackQuery) -> Interaction | None:
    """The interaction of a press on a message of the bot, inline or not; None if it names no message."""

    def on(chat: Chat, shown: str, *, ephemeral: bool = False) -> Interaction:
        return Interaction(account, chat, query.id, query.id, shown, ephemeral)

    message = query.message
    if query.inline_message_id is not None:
        inline = chat_ids.inline_chat(query.inline_message_id)
        return on(inline, inline.id)
    if message is None:
        return None
    note = _ephemeral_id(account, message)
    if note is None:
        id_of = chat_ids.widget_id if "widget" in message.api_kwargs else chat_ids.message_id
        chat, board = chat_ids.chat_of(message), id_of(message.chat.id, message.message_id)
        if "touched" in message.api_kwargs:
            return Interaction(account, chat, f"touch {query.id}", query.id, board, touched=True)
        return on(chat, board)
    # A chat of two people looks like the private chat of one of them: nothing may be sent there.
    elsewhere = message.chat.type == telegram.Chat.PRIVATE or _is_from_elsewhere(query)
    return on(chat_ids.inline_chat(note) if elsewhere else chat_ids.chat_of(message), note, ephemeral=True)


def _is_from_elsewhere(query: telegram.CallbackQuery) -> bool:
    return query.data is not None and query.data.endswith(layout.ELSEWHERE)


def typed(account: Account, message: telegram.Message) -> Interaction:
    """The interaction of a typed line."""
    chat, note = chat_ids.chat_of(message), _ephemeral_id(account, message)
    if note is None:
        press = chat_ids.message_id(message.chat.id, message.message_id)
        return Interaction(account, chat, press, typed=message.message_id)
    # Telegram reuses these ids; the time makes the press unique.
    press = f"{note}@{message.date.timestamp():.0f}"
    return Interaction(account, chat, press, whispered=chat_ids.number_of(note))


def _ephemeral_id(account: Account, message: telegram.MaybeInaccessibleMessage) -> str | None:
    """The id of a message that only this person sees; None if it is an ordinary one."""
    number = message.api_kwargs.get("ephemeral_message_id")
    if number is None:
        return None
    return chat_ids.ephemeral_id(message.chat.id, int(account.id), int(number))


# Lines


def request_of(message: telegram.Message, bot: telegram.User, people: KnownUsers) -> Request | None:
    """Parse the request of a message; None if the message is not for the bot."""
    text, private = message.text or "", message.chat.type == telegram.Chat.PRIVATE
    if not text.startswith("/"):
        if text and _is_answer(message, bot):
            return commands.read(f"/move {text}")
        if text and private:
            return commands.read_bare(text)
        if not text or message.forward_origin is not None:
            return None
        return commands.read_reply(text) if _replies_to(message, bot) else commands.read_talk(text)
    name, addressee, rest = _command(text)
    if addressee not in ("", (bot.username or "").lower()):
        return None
    if name == "/start" and (private or addressee):
        return started(rest)
    if name in _ABOUT_PEOPLE:
        return _about_person(message, name, bot, people)
    if name == "/pair":
        return _pair(message, bot, people)
    request = commands.read(f"{name} {rest}")
    if name[1:].lower() not in COMMANDS:
        return request if private or addressee else None  # in a group it may be meant for another bot
    return request


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


def is_to_us(message: telegram.Message, bot: telegram.User) -> bool:
    """Whether a message is a command for this bot: addressed to it, or unaddressed and known."""
    name, addressee, _ = _command(message.text or "")
    if addressee:
        return addressee == (bot.username or "").lower()
    return name[1:].lower() in COMMANDS


def started(payload: str) -> Request:
    """Parse the payload of a link into the private chat. No link changes anything by itself."""
    if not payload:
        return interface.Help(first=True)
    if payload in _LINKED:
        return _LINKED[payload]
    kind, _, value = payload.partition("_")
    if kind == "puzzle" and value.isalnum():
        return interface.AnswerPuzzle(value, None, (), final=False, page=0)
    if kind in _OF_GAMES and value.isalnum():
        return _OF_GAMES[kind](value.lower())
    if kind == "on" and (position := _ON.fullmatch(value)):
        return interface.PlayOn(MatchId(position[1]), int(position[2]), None)
    if kind in _OF_MATCHES and (code := match_id_of(value)):
        return _OF_MATCHES[kind](code)
    return interface.Help()


def named_in(request: Request) -> str | None:
    """The person named in a challenge or in a request for a profile."""
    match request:
        case (
            OfferChallenge(opponent=person)
            | interface.PickGame(opponent=person)
            | interface.ShowProfile(person=person)
        ):
            return person
    return None


def payload_of(request: Request) -> str:
    """The payload of the link that comes closest to a request; `help` if none does."""
    match request:
        case interface.ShowRules(game=str(game)):
            return f"rules_{game}"
        case interface.ShowLesson(game=str(game)) | interface.AnswerLesson(game=game):
            return f"learn_{game}"
        case interface.ShowSettings() | interface.ChangeSettings() | interface.ChangeChat():
            return SETTINGS
        case interface.ShowBoard(match=str(match)):
            return f"board_{match}"
        case interface.AnswerPuzzle(puzzle=puzzle) | interface.SolvePuzzle(puzzle=puzzle):
            return f"puzzle_{puzzle}"
        case OfferChallenge(game=game):
            return f"play_{game}"
        case interface.PlayOn(match=match, number=number) if match_id_of(match):
            return f"on_{match}_{number}"
        case _ if isinstance(request, interface.MatchRequest):
            code = interface.match_of(request)
            return f"hand_{code}" if code else "matches"
        case _:
            return next((payload for payload, linked in _LINKED.items() if linked == request), "help")


def _command(text: str) -> tuple[str, str, str]:
    """Split a line such as `/play@bot sahara` into name, addressee and rest; all "" if it is no command."""
    if not text.startswith("/"):
        return "", "", ""
    command, *rest = text.split(maxsplit=1)
    name, _, addressee = command.partition("@")
    return name, addressee.lower(), rest[0].strip() if rest else ""


def _is_answer(message: telegram.Message, bot: telegram.User) -> bool:
    """Whether a message replies to the bot's question for a move."""
    asked = message.reply_to_message
    questions = translations(QUESTION).values()
    return asked is not None and _replies_to(message, bot) and asked.text in questions


def _replies_to(message: telegram.Message, bot: telegram.User) -> bool:
    answered = message.reply_to_message
    return answered is not None and answered.from_user is not None and answered.from_user.id == bot.id


def _about_person(message: telegram.Message, name: str, bot: telegram.User, people: KnownUsers) -> Request:
    """Parse `/play` or `/profile`, where a person can be mentioned by username, or by id without one.

    If nobody is mentioned, the person is the author of the message that the command replies to.
    """
    text, person, is_play = message.text or "", None, name == "/play"
    for entity, words in message.parse_entities(list(_NAMED)).items():
        user = entity.user
        ours = (user is not None and user.id == bot.id) or words.lower() == f"@{bot.username}".lower()
        if ours and is_play:
            person = interface.ROBOT
        elif ours or (user.is_bot if user is not None else is_play and words.lower().endswith("bot")):
            return InvalidCommand("a_bot", name[1:], words[: commands.QUOTED])
        elif user is not None:
            person = people.remember(user).id
        elif is_play:
            person = words
        if person is not None:
            text = _without(text, entity)
            break
    request = commands.read(f"{name} {_command(text)[2]}")
    if person is None and isinstance(request, AboutPerson) and named_in(request) is None:
        answered = _answered(message, bot, people)
        if isinstance(answered, InvalidCommand):
            return replace(answered, command=name[1:])
        person = answered
    match request:
        case interface.PickGame() if person == interface.ROBOT:
            return interface.PickRobot(None)
        case OfferChallenge() | interface.PickGame() if person:
            return replace(request, opponent=person)
        case interface.ShowProfile() if person:
            return replace(request, person=person)
    return request


def _pair(message: telegram.Message, bot: telegram.User, people: KnownUsers) -> Request:
    """Parse `/pair`, where people can be mentioned by username, or by id without one."""
    text, handles = message.text or "", set[str]()
    entities = message.parse_entities(list(_NAMED))
    for entity in sorted(entities, key=lambda each: each.offset, reverse=True):
        user, words = entity.user, entities[entity]
        if user.is_bot if user else words.lower().endswith("bot"):  # as the usernames of all bots do
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


def _answered(
    message: telegram.Message, bot: telegram.User, people: KnownUsers
) -> str | InvalidCommand | None:
    """The id of the author of the message that is replied to in a group.

    None for messages of the bot, posts of the linked channel and the message that opens a topic, as every
    line below them is a reply to them; an `InvalidCommand` for other authors who are no person.
    """
    wrote = message.reply_to_message
    if wrote is None or message.chat.type == telegram.Chat.PRIVATE:
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
