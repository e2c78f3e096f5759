"""From what somebody did to an `Interaction` and its request: commands, links, files, answers, bare moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

import telegram
from telegram import MessageEntity
from telegram.error import TelegramError

from bot import interface
from bot.domain import commands
from bot.interface import (
    Account,
    Button,
    Chat,
    Incoming,
    InvalidCommand,
    OfferChallenge,
    PickGame,
    Request,
    Screen,
    ShowProfile,
)
from bot.interface.registry import COMMANDS
from bot.platforms import callback_data
from bot.platforms.telegram import chat_ids
from bot.platforms.telegram.calls import Fields
from bot.platforms.telegram.people import KnownUsers
from bot.texts import LANGUAGES, Texts
from games.events import MatchId, match_id_of

_NAMED = (MessageEntity.MENTION, MessageEntity.TEXT_MENTION)

_ABOUT_PEOPLE = ("/play", "/profile")
AboutPerson = OfferChallenge | PickGame | ShowProfile
Acting = (
    OfferChallenge
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
"""What changes something at once when it is typed: not when somebody else's message is forwarded."""
SETTINGS = "settings"
"""The payload of a link to somebody's own settings."""

_LINKED: Mapping[str, Request] = {
    SETTINGS: interface.ShowSettings(),
    "matches": interface.ListMatches(),
    "puzzle": interface.ShowPuzzle(None),
    "learn": interface.ShowLesson(None),
    "profile": ShowProfile(None),
    "history": interface.ShowHistory(),
    "leaderboard": interface.ShowLeaderboard(None, everywhere=False),
    "privacy": interface.ShowPrivacy(),
    "forget": interface.ForgetMe(sure=False),
    "play": interface.PickGame(None),
}
"""What links lead to by a payload of one word."""
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
"""Likewise by a word, a `_`, and a game or the code of a match."""

QUESTION = "ask.move"
"""The sentence that asks for a move; a reply to it is one."""


@dataclass(frozen=True, slots=True)
class Interaction:
    """A press or a typed line."""

    account: Account
    chat: Chat
    press: str
    """Its id; the same however often Telegram delivers it."""
    query: str | None = None
    """A press: to be answered by this id, or the button seems dead."""
    message: str | None = None
    """The pressed message, as the dispatcher knows it."""
    ephemeral: bool = False
    """Only this person sees the pressed message."""
    typed: int | None = None
    """Telegram's number of a typed line that all can see."""
    typed_alone: int | None = None
    """Its number of one that only the bot sees."""

    def asks(
        self, request: Request, chat: Chat | None = None, *, manages: bool = False, apart: bool = False
    ) -> Incoming:
        """The request as it is handed in.

        Args:
            request: what is asked.
            chat: as if it was asked there, by a line.
            manages: as in `Incoming`.
            apart: what they choose can be shown to them beside the board.
        """
        if chat is not None:
            return Incoming(self.account, chat, request, self.press)
        beside: Literal["", "beside"] = "beside" if apart else ""
        return Incoming(
            self.account, self.chat, request, self.press, self.message, self.ephemeral, manages, apart=beside
        )

    @property
    def among_many(self) -> bool:
        """It was asked on a message for all of a group, or by a line there."""
        return not (self.chat.private or self.chat.fixed or self.ephemeral)

    @property
    def cause(self) -> Fields:
        """Why we may write to this person alone in a group: a press of late, or a line that only we saw."""
        if self.query is not None:
            return {"callback_query_id": self.query}
        if self.typed_alone is not None:
            return {"reply_parameters": {"ephemeral_message_id": self.typed_alone}}
        return {}

    @property
    def own_chat(self) -> Chat:
        """Where the bot is alone with this person."""
        return chat_ids.private_chat(self.account.id)


def pressed(account: Account, query: telegram.CallbackQuery) -> Interaction | None:
    """A press on a message of ours, or that was sent by way of us; None where no message was pressed."""
    message = query.message
    if query.inline_message_id is not None:
        place = chat_ids.inline_chat(query.inline_message_id)
        return Interaction(account, place, query.id, query.id, place.id)
    if message is None:
        return None
    chat, number = chat_ids.chat_of(message), message.api_kwargs.get("ephemeral_message_id")
    if number is not None:
        note = chat_ids.ephemeral_id(message.chat.id, int(account.id), int(number))
        return Interaction(account, chat, query.id, query.id, note, ephemeral=True)
    return Interaction(
        account, chat, query.id, query.id, chat_ids.message_id(message.chat.id, message.message_id)
    )


def typed(account: Account, message: telegram.Message) -> Interaction:
    """A line that somebody wrote."""
    chat, number = chat_ids.chat_of(message), message.api_kwargs.get("ephemeral_message_id")
    if number is not None:
        # Such numbers are used again some day: the time tells which one is meant.
        note = chat_ids.ephemeral_id(message.chat.id, int(account.id), int(number))
        press = f"{note}@{message.date.timestamp():.0f}"
        return Interaction(account, chat, press, typed_alone=int(number))
    press = chat_ids.message_id(message.chat.id, message.message_id)
    return Interaction(account, chat, press, typed=message.message_id)


# Lines


def request_of(message: telegram.Message, bot: telegram.User, people: KnownUsers) -> Request | None:
    """What a message asks for; None where it is not for us."""
    text, private = message.text or "", message.chat.type == telegram.Chat.PRIVATE
    if not text.startswith("/"):
        if text and _is_answer(message, bot):
            return commands.read(f"/move {text}")
        return commands.read_bare(text) if text and private else None
    name, addressee, rest = _command(text)
    if addressee not in ("", (bot.username or "").lower()):
        return None
    if name == "/start" and (private or addressee):
        return started(rest)
    if name in _ABOUT_PEOPLE:
        return _about_person(message, name, bot, people)
    request = commands.read(f"{name} {rest}")
    if isinstance(request, InvalidCommand) and request.problem in ("unknown_command", "no_command"):
        return request if private or addressee else None  # in a group it may be meant for another bot
    return request


def asked_first(request: Acting, texts: Texts) -> Screen:
    """Ask the person who has forwarded a line whether they want it, with a button where it fits into one."""
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
    """Whether it is a command to this bot, as far as its name tells."""
    name, addressee, _ = _command(message.text or "")
    if addressee:
        return addressee == (bot.username or "").lower()
    return name[1:].lower() in COMMANDS


def started(payload: str) -> Request:
    """What a link into the private chat asks for. None begins or changes anything by itself."""
    if not payload:
        return interface.Help(first=True)
    if payload in _LINKED:
        return _LINKED[payload]
    kind, _, value = payload.partition("_")
    if kind == "puzzle" and value.isalnum():
        return interface.AnswerPuzzle(value, None, (), final=False, page=0)
    if kind in _OF_GAMES and value.isalnum():
        return _OF_GAMES[kind](value.lower())
    if kind in _OF_MATCHES and (code := match_id_of(value)):
        return _OF_MATCHES[kind](code)
    return interface.Help()


def named_in(request: Request) -> str | None:
    """The person that a request is about."""
    match request:
        case OfferChallenge(opponent=person) | PickGame(opponent=person) | ShowProfile(person=person):
            return person
    return None


def payload_of(request: Request) -> str:
    """The payload of a link that asks the same in the private chat, as far as there is one."""
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
        case _ if isinstance(request, interface.MatchRequest):
            code = interface.match_of(request)
            return f"hand_{code}" if code else "matches"
        case _:
            return next((payload for payload, linked in _LINKED.items() if linked == request), "help")


def _command(text: str) -> tuple[str, str, str]:
    """Name, addressee and rest of a line such as `/play@bot sahara`; all "" where it is no command."""
    if not text.startswith("/"):
        return "", "", ""
    command, *rest = text.split(maxsplit=1)
    name, _, addressee = command.partition("@")
    return name, addressee.lower(), rest[0].strip() if rest else ""


def _is_answer(message: telegram.Message, bot: telegram.User) -> bool:
    """It replies to our question for a move."""
    asked = message.reply_to_message
    if asked is None or asked.from_user is None or asked.from_user.id != bot.id:
        return False
    return any(asked.text == texts(QUESTION) for texts in LANGUAGES.values())


def _about_person(message: telegram.Message, name: str, bot: telegram.User, people: KnownUsers) -> Request:
    """A challenge or a profile; a person without a username who is mentioned is meant by their id.

    Where nobody is named, the author of the message that is replied to is meant.
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
            person = people.heard(user).id
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
        case PickGame() if person == interface.ROBOT:
            return interface.PickRobot(None)
        case OfferChallenge() | PickGame() if person:
            return replace(request, opponent=person)
        case ShowProfile() if person:
            return replace(request, person=person)
    return request


def _answered(
    message: telegram.Message, bot: telegram.User, people: KnownUsers
) -> str | InvalidCommand | None:
    """The id of the author of the message that is replied to in a group; why not, where that is no person.

    What the bot itself wrote, a post of the channel behind the group, and what opens a topic are no person's:
    every line below them is such a reply.
    """
    wrote = message.reply_to_message
    if wrote is None or message.chat.type == telegram.Chat.PRIVATE:
        return None
    if wrote.forum_topic_created is not None or wrote.is_automatic_forward:
        return None
    if wrote.sender_chat is not None:
        return InvalidCommand("unnamed", "", "")
    user = wrote.from_user
    if user is None or user.id == bot.id:
        return None
    if user.is_bot:
        return InvalidCommand("a_bot", "", chat_ids.account_of(user).name[: commands.QUOTED])
    return people.heard(user).id


def _without(text: str, entity: MessageEntity) -> str:
    """The text without a stretch of it; offsets are in UTF-16 units."""
    units, size = text.encode("utf-16-le"), 2
    start, end = size * entity.offset, size * (entity.offset + entity.length)
    return (units[:start] + units[end:]).decode("utf-16-le")


# Files


async def imported(message: telegram.Message, bot: telegram.Bot) -> Request | None:
    """The record that comes with `/import`; None where no file does. One that is too large is not fetched."""
    document = _document(message, bot.username)
    if document is None:
        return None
    if (document.file_size or 0) > commands.RECORD_MAX_BYTES:
        return InvalidCommand("file_too_large", "import", "")
    try:
        file = await bot.get_file(document.file_id)
        return interface.ImportRecord(bytes(await file.download_as_bytearray()))
    except TelegramError:
        return InvalidCommand("file_lost", "import", "")


def _document(message: telegram.Message, username: str) -> telegram.Document | None:
    """The file of a message with this command below it, or of the message that the command answers."""
    name, addressee, pasted = _command(message.text or message.caption or "")
    if name.lower() != "/import" or addressee not in ("", username.lower()):
        return None
    if message.document is not None:
        return message.document
    answered = message.reply_to_message
    return answered.document if answered is not None and not pasted else None
