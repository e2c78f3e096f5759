"""The application's commands and menus, made from the table that all platforms share, and their requests.

They are registered and parsed as plain values: the library's command tree would need a function with a
signature for each, and assumes that options arrive as they are registered now.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import discord
from discord import AppCommandOptionType, AppCommandType
from discord.app_commands import Choice

from bot import interface
from bot.domain import commands
from bot.interface import ROBOT, Completion, Front, InvalidCommand, Request, Sleep
from bot.interface.invalid import Problem
from bot.interface.registry import COMMANDS, Command, Option
from bot.platforms import callback_data
from bot.platforms.discord.errors import DROPPED, passing
from bot.platforms.discord.interactions import Interaction, account_of, asker, chat_of, data_field, message_id
from bot.texts import DEFAULT, LANGUAGES, texts_for, whole
from games.events import MatchId

log = logging.getLogger(__name__)

Payload = Mapping[str, Any]
Given = dict[str, str]
"""The values of a command's options, by name; for people and files, their ids."""

AGAIN = 30.0  # seconds until a failed registration is retried
FETCHED_WITHIN = 2.0  # seconds for fetching an attached file; Discord allows three for an answer
CHOICE_MAX = 100  # characters of a choice's name and value
OPTION_NAME = re.compile(r"[-'\w\u0900-\u097f\u0e00-\u0e7f]{1,32}")  # marks of Devanagari and Thai are no \w
"""Lower case, as Discord requires; for the letters used here, `\\w` matches those that it allows."""
COMPLETED = ("house_rules", "code", "words", "phrase", "match", "changes")
"""Options with autocompletion."""

_KINDS = {
    **dict.fromkeys(("opponent", "one", "other"), AppCommandOptionType.user),
    "person": AppCommandOptionType.user,
    "record": AppCommandOptionType.attachment,
}
"""Types of the options that are not text."""
_EVERYWHERE = {"contexts": [0, 1, 2], "integration_types": [0, 1]}
"""Usable in guilds, in DMs with the bot and in all others; installable by guilds and by users."""


def _challenge(person: str) -> Request:
    return interface.PickRobot(None) if person == ROBOT else interface.PickGame(person)


AT_PEOPLE: Mapping[str, tuple[str, Callable[[str], Request]]] = {
    "menu.challenge": ("play", _challenge),
    "menu.profile": ("profile", interface.ShowProfile),
    "menu.show_match": ("board", interface.ShowMatchWith),
}
"""User menus: the command that asks for the same, and the request. Discord allows at most five."""
AT_MESSAGES = "menu.replay"
ENTRY_POINT, BY_US = 4, 1
"""The type of the command that opens the Activity; its handler is the bot and not Discord."""
LAUNCH = "launch"
_KEPT = ("id", "type", "name", "description", "handler", "contexts", "integration_types")
"""Fields that the entry point keeps while the bot does not use it."""


# As they are registered


async def register(client: discord.Client, sleep: Sleep, *, launches: bool = False) -> None:
    """Update the commands in Discord's menus; unchanged ones do not count against its limit.

    `launches`: whether the entry point of the Activity is ours.
    """
    while True:
        try:
            await _update(client.http, client.application_id or 0, launches=launches)
        except (discord.HTTPException, *DROPPED) as error:
            if isinstance(error, discord.HTTPException) and not passing(error):
                log.error("Discord refuses the commands: %s", error)
                return
            log.warning("the commands could not be registered, once more in %s s: %s", AGAIN, error)
            await sleep(AGAIN)
        else:
            return


async def _update(http: discord.http.HTTPClient, application: int, *, launches: bool) -> None:
    """Replace all commands.

    Once Activities are enabled, Discord has made an entry point, and refuses a list without it. Before that,
    it may refuse ours. Ours is deleted when it is no longer wanted.
    """
    found: Iterable[Payload] = await http.get_global_commands(application)
    known = next((dict(one) for one in found if one["type"] == ENTRY_POINT), {})
    if known.get("handler") == BY_US and not launches:
        await http.delete_global_command(application, known["id"])
        known = {}
    entry: list[Any] = [{key: known[key] for key in _KEPT if key in known}] if known else []
    *menus, launch = payload()
    if launches:
        ours = {**launch, **({"id": known["id"]} if known else {})}
        try:
            await http.bulk_upsert_global_commands(application, payload=[*menus, ours])
        except discord.HTTPException as error:
            if error.status == 429 or error.status >= 500:
                raise
            log.error("Discord refuses the command that opens the Activity; tischrand doctor says more")
        else:
            return
    await http.bulk_upsert_global_commands(application, payload=[*menus, *entry])


def payload() -> list[Any]:
    """All commands and menus, and last our entry point.

    Command names are not localized: texts refer to them by these names.
    """
    menus = _Menus()
    return [*menus.payload(), menus.entry_point()]


class _Menus:
    """What is registered, in all languages; their catalogues are kept no longer than it."""

    def __init__(self) -> None:
        spoken = {locale.value: texts_for(locale.value).language for locale in discord.Locale}
        texts = {language: LANGUAGES[language].unkept() for language in spoken.values()}
        self._texts = {locale: texts[language] for locale, language in spoken.items()}

    def entry_point(self) -> Payload:
        named = {"type": ENTRY_POINT, "name": LAUNCH, "handler": BY_US}
        return {**named, **self._text("description", "option.launch"), **_EVERYWHERE}

    def payload(self) -> list[Any]:
        menus = [(AppCommandType.user, name) for name in AT_PEOPLE] + [(AppCommandType.message, AT_MESSAGES)]
        return [
            *map(self._slash, COMMANDS.values()),
            *({"type": kind.value, **self._text("name", name), **_EVERYWHERE} for kind, name in menus),
        ]

    def _slash(self, command: Command) -> Payload:
        required_first = sorted(command.options, key=lambda option: not option.required)
        return {
            "type": AppCommandType.chat_input.value,
            "name": command.name,
            **self._text("description", f"command.{command.name}"),
            "options": [self._option(option) for option in required_first],
            **_EVERYWHERE,
        }

    def _option(self, option: Option) -> Payload:
        known = {
            "game": [self._choice(f"{key}.name", key) for key, _, _ in commands.games(texts_for(DEFAULT))],
            "where": [self._choice(f"choice.{word}", word) for word in commands.PLACES],
            "show": [self._choice("choice.show", commands.SHOW)],
        }
        return {
            "type": _KINDS.get(option.name, AppCommandOptionType.string).value,
            "name": option.name,
            "name_localizations": self._localizations(f"place.{option.name}", option.name, _as_option_name),
            **self._text("description", f"option.{option.name}"),
            "required": option.required,
            **({"autocomplete": True} if option.name in COMPLETED else {}),
            **({"choices": known[option.name]} if option.name in known else {}),
        }

    def _choice(self, key: str, value: str) -> Payload:
        return {**self._text("name", key), "value": value}

    def _text(self, field: str, key: str) -> Payload:
        """A text in the default language, localized for those languages that Discord has (not Catalan)."""
        text = texts_for(DEFAULT)(key)
        return {field: text, f"{field}_localizations": self._localizations(key, text)}

    def _localizations(self, key: str, text: str, fitting: Callable[[str], str] = str) -> dict[str, str]:
        """The localizations that differ from `text`, by Discord's locales."""
        known = {name: texts for name, texts in self._texts.items() if texts.language != DEFAULT}
        words = {name: fitting(texts.get(key, text)) for name, texts in known.items()}
        return {name: said for name, said in words.items() if said not in ("", text)}


def _as_option_name(text: str) -> str:
    name = text.lower().replace(" ", "_")
    return name if OPTION_NAME.fullmatch(name) else ""


# What they ask


class _Problem(Exception):
    """The request of a command or menu is invalid."""

    def __init__(self, problem: Problem, detail: str = "") -> None:
        self.problem: Problem = problem
        self.detail = detail[: commands.QUOTED]


class _Malformed(_Problem):
    """A payload that does not fit the registered commands, such as that of an older menu."""

    def __init__(self) -> None:
        super().__init__("missing")


async def asked(interaction: Interaction, front: Front) -> Request:
    """The request of a command or menu; `InvalidCommand` if it is not valid."""
    name, data = data_field(interaction, "name"), _data(interaction)
    menus = {texts_for(DEFAULT)(key): key for key in (*AT_PEOPLE, AT_MESSAGES)}
    menu, command = menus.get(name), name
    try:
        if name in COMMANDS:
            return await _command(interaction, front, name, _given(data))
        if data.get("type") == ENTRY_POINT:
            return interface.OpenPage(None)
        if menu == AT_MESSAGES:
            command = "replay"
            return _replay_from(interaction, _resolved(data, "messages", data.get("target_id")))
        if menu is not None:
            command, request = AT_PEOPLE[menu]
            user = _resolved(data, "users", data.get("target_id"))
            return request(await _person(interaction, front, user, or_robot=command != "profile"))
        raise _Problem("unknown_command")
    except _Problem as problem:
        return InvalidCommand(problem.problem, command[: commands.QUOTED], problem.detail)


async def picked(interaction: Interaction, request: interface.BuildChallenge, front: Front) -> Request:
    """The request of a user select with the picked person; that of a button, unchanged."""
    data = _data(interaction)
    values = data.get("values") or ()
    if not values:
        return request
    try:
        user = _resolved(data, "users", values[0])
        return interface.with_person(request, await _person(interaction, front, user))
    except _Malformed:
        return request
    except _Problem as problem:
        return InvalidCommand(problem.problem, "play", problem.detail)


async def _command(interaction: Interaction, front: Front, name: str, given: Given) -> Request:
    data, player = _data(interaction), None
    for option in ("opponent", "person", "one", "other"):
        if option in given:
            user = _resolved(data, "users", given[option])
            player = given[option] = await _person(interaction, front, user, or_robot=option != "person")
    if name == "play":
        return _play(player, given.get("game"), given.get("house_rules", ""))
    if name == "profile":
        return interface.ShowProfile(player)
    if "record" in given:
        return await _imported(interaction, _resolved(data, "attachments", given["record"]))
    words = [given[option.name] for option in COMMANDS[name].options if option.name in given]
    request, match = commands.read(" ".join([f"/{name}", *words])), _match_in(given)
    if isinstance(request, interface.TypeMove) and match:  # Here the match has an option of its own.
        typed = commands.read(f"/move {given['words']}")
        return replace(typed, match=match) if isinstance(typed, interface.TypeMove) else typed
    if isinstance(request, interface.SayWords) and match and "phrase" in given:
        return interface.SayWords(tuple(given["phrase"].split()), match)
    return request


def _match_in(given: Given) -> MatchId:
    return MatchId(given.get("match", "").strip().upper())


def _play(opponent: str | None, game: str | None, house_rules: str) -> Request:
    if len(house_rules) > commands.LINE_MAX_CHARACTERS:
        raise _Problem("too_long")
    if game is None:
        return _challenge(opponent) if opponent else interface.PickGame(None)
    return interface.OfferChallenge(game, opponent, tuple(house_rules.split()))


async def _imported(interaction: Interaction, file: Payload) -> Request:
    if file["size"] > commands.RECORD_MAX_BYTES:
        raise _Problem("file_too_large")
    try:
        async with asyncio.timeout(FETCHED_WITHIN):
            return interface.ImportRecord(await interaction.client.http.get_from_cdn(file["url"]))
    except (discord.HTTPException, *DROPPED):
        raise _Problem("file_lost") from None


async def _person(interaction: Interaction, front: Front, user: Payload, *, or_robot: bool = True) -> str:
    """Introduce a person to the dispatcher and return their id; the bot itself stands for the robot."""
    ours = interaction.client.user
    if or_robot and ours is not None and user["id"] == str(ours.id):
        return ROBOT
    account = account_of(user)
    if user.get("bot"):
        raise _Problem("a_bot", account.name)
    await front.register(account)
    return account.id


def _replay_from(interaction: Interaction, message: Payload) -> Request:
    """A replay from the position of this board: its buttons name the match and mostly its version."""
    buttons = [callback_data.decode(custom_id) for custom_id in _custom_ids(message["components"])]
    shown = [button for button in buttons if not isinstance(button, interface.OpenMatch)]
    match = next(filter(None, map(interface.match_of, shown)), None)
    if message["author"]["id"] != str(interaction.application_id) or match is None:
        raise _Problem("not_a_board")
    version = next((button.version for button in buttons if isinstance(button, interface.Choose)), None)
    return interface.ReplayFrom(match, version, message_id(interaction.channel_id, message["id"]))


def _custom_ids(components: Iterable[Payload]) -> Iterator[str]:
    for component in components:
        if "custom_id" in component:
            yield component["custom_id"]
        yield from _custom_ids(component.get("components", ()))


def _data(interaction: Interaction) -> Payload:
    return interaction.data or {}


def _given(data: Payload) -> Given:
    try:
        given = {one["name"]: one["value"] for one in data.get("options", ())}
        return {name: whole(value) for name, value in given.items()}
    except (LookupError, TypeError, AttributeError):
        raise _Malformed from None


def _resolved(data: Payload, kind: str, key: Any) -> Payload:
    """The object that an id refers to."""
    try:
        found: Payload = data["resolved"][kind][key]
    except (LookupError, TypeError):
        raise _Malformed from None
    return found


# What is offered while somebody types


async def complete(interaction: Interaction, front: Front) -> None:
    """Offer completions of the option being typed; none for an option that only an old menu has."""
    choices = await _choices(interaction, front)
    try:
        await interaction.response.autocomplete(choices)
    except (discord.HTTPException, *DROPPED):
        log.info("what %s could go on with could not be offered", data_field(interaction, "name"))


async def _choices(interaction: Interaction, front: Front) -> list[Choice[str]]:
    data = _data(interaction)
    try:
        given = _given(data)
    except _Malformed:
        return []
    focused = next((one["name"] for one in data.get("options", ()) if one.get("focused")), None)
    command = COMMANDS.get(data_field(interaction, "name"))
    if command is None or focused not in COMPLETED:
        return []
    option = next((one for one in command.options if one.name == focused), None)
    if option is None:
        return []
    typed = given[option.name]
    if (line := _line(command, option, given, typed)) is None:
        return []
    named = _match_in(given) if option.name == "words" else None
    found = await front.complete(asker(interaction), chat_of(interaction), line, named or None)
    if option.name == "words":
        found = tuple(one for one in found if not one.description)  # match codes have an option of their own
    start = len(line) - len(typed)  # The option's value begins after the rest of the line.
    return [choice for choice in (_choice(one, start) for one in found) if choice is not None]


def _line(command: Command, option: Option, given: Given, typed: str) -> str | None:
    """The command as a typed line up to this option; None if an option that it depends on is missing."""
    if option.name == "house_rules":
        return f"/{command.name} {given['game']} {typed}" if given.get("game") else None
    if option.name == "match" and command.options[0] is not option:
        return f"/hand {typed}"  # completes running matches, as a first option does
    return f"/{command.name} {typed}"


def _choice(found: Completion, start: int) -> Choice[str] | None:
    """The choice for a completion; None if its value is empty or too long."""
    value = found.line[start:]
    name = f"{value} · {found.description}" if found.description else value
    return Choice(name=name[:CHOICE_MAX], value=value) if 0 < len(value) <= CHOICE_MAX else None
