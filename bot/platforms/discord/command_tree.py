"""The commands as Discord's menu has them, made from the table that all platforms share."""

from __future__ import annotations

import inspect
import logging
import re
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import discord
from discord import AppCommandOptionType, app_commands
from discord.app_commands import Choice, locale_str

from bot.domain import commands
from bot.interface import (
    ROBOT,
    Completion,
    Front,
    InvalidCommand,
    OfferChallenge,
    PickGame,
    PickRobot,
    Problem,
    Request,
    SayWords,
    ShowProfile,
    TypeMove,
)
from bot.interface.capabilities import whole
from bot.interface.registry import COMMANDS, Command, Option
from bot.platforms.discord import option_kinds
from bot.platforms.discord.attachments import imported
from bot.platforms.discord.chat_ids import Interaction, account_of, asker, chat_of, said
from bot.platforms.discord.context_menus import AT_PEOPLE, replay_from
from bot.platforms.discord.errors import DROPPED, passing
from bot.texts import DEFAULT, texts_for
from games.events import MatchId

log = logging.getLogger(__name__)

Hear = Callable[[Interaction, Request], Awaitable[None]]
"""Takes a request and answers the interaction."""

Complete = Callable[[Interaction, str], Coroutine[Any, Any, list[Choice[str]]]]

AGAIN = 30.0  # seconds until commands that could not be registered are registered again
CHOICE_MAX = 100  # characters of a choice's name and value
OPTION_NAME = re.compile(r"[-'\w]{1,32}")
"""In lower case, as Discord takes it; of the letters that we have, `\\w` are those that it means."""
COMPLETED = ("house_rules", "code", "words", "phrase", "match", "changes")
"""The options that are completed as they are typed."""

EVERYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
BY_ANYONE = app_commands.AppInstallationType(guild=True, user=True)

_KINDS: dict[AppCommandOptionType, Any] = {
    AppCommandOptionType.string: str,
    AppCommandOptionType.user: discord.User,
    AppCommandOptionType.attachment: discord.Attachment,
}


async def register(tree: app_commands.CommandTree[Any], sleep: Callable[[float], Awaitable[None]]) -> None:
    """Bring the commands in Discord's menus up to date; the same ones again count as nothing there."""
    while True:
        try:
            await tree.sync()
        except (discord.HTTPException, *DROPPED) as error:
            if isinstance(error, discord.HTTPException) and not passing(error):
                log.error("Discord refuses the commands: %s", error)
                return
            log.warning("the commands could not be registered, once more in %s s: %s", AGAIN, error)
            await sleep(AGAIN)
        else:
            return


class CommandTree(app_commands.CommandTree[Any]):
    """All commands, in all kinds of chats, for guilds and for people who installed the bot for themselves."""

    def __init__(self, client: discord.Client, front: Front, hear: Hear) -> None:
        super().__init__(client, allowed_contexts=EVERYWHERE, allowed_installs=BY_ANYONE)
        self._front, self._hear = front, hear
        for command in COMMANDS.values():
            self.add_command(self._slash(command))
        for name in AT_PEOPLE:
            self.add_command(app_commands.ContextMenu(name=_said(name), callback=self._person_menu(name)))
        self.add_command(app_commands.ContextMenu(name=_said("menu.replay"), callback=self._replay_menu()))

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """A command that is not ours any more, as an old client may still show it; or a mistake of ours."""
        name = said(interaction, "name")
        problem: Problem = "unknown_command"
        if not isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            log.error("the command %s could not be dealt with", name, exc_info=error)
            problem = "not_prepared"
        asked = interaction.type is discord.InteractionType.application_command
        if asked and not interaction.response.is_done():
            await self._hear(interaction, InvalidCommand(problem, name[: commands.QUOTED], ""))

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Whether the library can read it: options of another kind than ours are answered here.

        An old menu may ask how to complete what is not there any more: nothing is offered.
        """
        command = COMMANDS.get(said(interaction, "name"))
        if interaction.type is discord.InteractionType.autocomplete:
            known = {option.name for option in command.options} if command else set[str]()
            if _focused(interaction) in known.intersection(COMPLETED) and option_kinds.as_ours(interaction):
                return True
            await _offer_nothing(interaction)
            return False
        if option_kinds.as_ours(interaction):
            return True
        await self._hear(interaction, InvalidCommand("missing", command.name if command else "play", ""))
        return False

    def _slash(self, command: Command) -> app_commands.Command[Any, ..., None]:
        async def run(interaction: Interaction, **options: Any) -> None:
            await self._hear(interaction, await self._request(command, options))

        # The library reads the options off the signature: here they come from the table.
        run.__signature__ = _signature(command)  # type: ignore[attr-defined]
        names = [option.name for option in command.options]
        app_commands.describe(**{name: _said(f"option.{name}") for name in names})(run)
        app_commands.rename(**{name: locale_str(name, key=f"place.{name}") for name in names})(run)
        if "game" in names:
            app_commands.choices(game=_games())(run)
        if "where" in names:
            places = [Choice(name=_said(f"choice.{word}"), value=word) for word in commands.PLACES]
            app_commands.choices(where=places)(run)
        if "show" in names:
            app_commands.choices(show=[Choice(name=_said("choice.show"), value=commands.SHOW[0])])(run)
        made: app_commands.Command[Any, ..., None] = app_commands.Command(
            name=locale_str(command.name, key=f"command.{command.name}.name"),
            description=_said(f"command.{command.name}"),
            callback=run,
        )
        for option in command.options:
            if option.name in COMPLETED:
                made.autocomplete(option.name)(self._completion(command, option))
        return made

    async def _request(self, command: Command, given: dict[str, Any]) -> Request:
        """What the options ask for."""
        if command.name == "play":
            opponent: discord.User | discord.Member | None = given.get("opponent")
            if opponent is not None and opponent.bot and not self._is_us(opponent):
                return _no_bot(opponent)
            house_rules = given.get("house_rules") or ""
            if len(house_rules) > commands.LINE_MAX_CHARACTERS:
                return InvalidCommand("too_long", "play", "")
            if given.get("game") is None:
                return PickGame(await self._met(opponent)) if not self._is_us(opponent) else PickRobot(None)
            return OfferChallenge(given["game"], await self._met(opponent), tuple(house_rules.split()))
        if command.name == "profile":
            person: discord.User | discord.Member | None = given.get("person")
            if person is not None and person.bot:
                return _no_bot(person, command.name)
            return ShowProfile(await self._met(person))
        if command.name == "import":
            return await imported(given.get("record"))
        words = [str(value) for option in command.options if (value := given.get(option.name)) is not None]
        request = commands.read(" ".join([f"/{command.name}", *words]))
        match = (given.get("match") or "").strip().upper()
        if isinstance(request, TypeMove) and match:  # It has a field of its own here.
            return TypeMove(tuple(given["words"].split()), MatchId(match))
        if isinstance(request, SayWords) and match and given.get("phrase"):
            return SayWords(tuple(given["phrase"].split()), MatchId(match))
        return request

    async def _met(self, user: discord.User | discord.Member | None) -> str | None:
        """The id of a person whom the dispatcher knows from now on; the bot itself is the robot."""
        if user is None:
            return None
        if self._is_us(user):
            return ROBOT
        await self._front.meet(account_of(user))
        return str(user.id)

    def _is_us(self, user: discord.User | discord.Member | None) -> bool:
        return user is not None and self.client.user is not None and user.id == self.client.user.id

    def _person_menu(self, name: str) -> Callable[[Interaction, discord.User], Coroutine[Any, Any, None]]:
        command, of_robot, asks = AT_PEOPLE[name]

        async def chosen(interaction: Interaction, user: discord.User) -> None:
            if user.bot and not (of_robot and self._is_us(user)):
                await self._hear(interaction, _no_bot(user, command))
            else:
                await self._hear(interaction, asks(await self._met(user) or ""))

        return chosen

    def _replay_menu(self) -> Callable[[Interaction, discord.Message], Coroutine[Any, Any, None]]:
        async def chosen(interaction: Interaction, message: discord.Message) -> None:
            await self._hear(interaction, replay_from(interaction, message))

        return chosen

    def _completion(self, command: Command, option: Option) -> Complete:
        async def complete(interaction: Interaction, typed: str) -> list[Choice[str]]:
            asked = _line(command, option, interaction, typed := whole(typed))
            if asked is None:
                return []
            named = _named_match(interaction) if option.name == "words" else None
            found = await self._front.complete(asker(interaction), chat_of(interaction), asked, named)
            if option.name == "words":
                found = tuple(one for one in found if not one.told)  # codes have a field of their own
            # What stands before the option in the line is not part of its value.
            start = len(asked) - len(typed)
            return [choice for choice in (_choice(one, start) for one in found) if choice is not None]

        return complete


class Translator(app_commands.Translator):
    """Names and descriptions in the languages that we speak, of those that Discord has: it has no Catalan.

    Commands keep their names, for every sentence of ours calls them so.
    """

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """None where we have no other words than those of the default language."""
        texts = texts_for(locale.value)
        key = string.extras.get("key")
        if texts.language == DEFAULT or key is None:
            return None
        told = texts.get(key, string.message)
        if context.location is app_commands.TranslationContextLocation.parameter_name:
            told = told.lower().replace(" ", "_")
            if not OPTION_NAME.fullmatch(told):
                return None
        return None if told == string.message else told


def _said(key: str) -> locale_str:
    """A sentence of ours in the default language, with the key of its translations."""
    return locale_str(texts_for(DEFAULT)(key), key=key)


def _signature(command: Command) -> inspect.Signature:
    """As if somebody had written a function with these options."""
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    first = inspect.Parameter("interaction", kind, annotation=Interaction)
    options = [_parameter(option) for option in command.options]
    return inspect.Signature([first, *sorted(options, key=lambda option: option.default is None)])


def _parameter(option: Option) -> inspect.Parameter:
    given = inspect.Parameter.empty if option.required else None
    kind = _KINDS[option_kinds.of(option.name)]
    annotation = kind if option.required else kind | None
    return inspect.Parameter(
        option.name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=given, annotation=annotation
    )


def _games() -> list[Choice[str]]:
    return [Choice(name=_said(f"{key}.name"), value=key) for key, _, _ in commands.games(DEFAULT)]


def _line(command: Command, option: Option, interaction: Interaction, typed: str) -> str | None:
    """The command as if it was typed so far, up to this option; None where that depends on another one."""
    if option.name == "house_rules":
        game = getattr(interaction.namespace, "game", None)
        return f"/{command.name} {game} {typed}" if game else None
    if option.name == "match" and command.options[0] is not option:
        return f"/hand {typed}"  # of the running matches, as if nothing stood before it
    return f"/{command.name} {typed}"


def _focused(interaction: Interaction) -> str:
    """The option that is being typed."""
    return next((str(one.get("name")) for one in option_kinds.options(interaction) if one.get("focused")), "")


def _named_match(interaction: Interaction) -> MatchId | None:
    """What stands in the field of the match at present."""
    return MatchId(str(getattr(interaction.namespace, "match", None) or "").strip().upper()) or None


async def _offer_nothing(interaction: Interaction) -> None:
    try:
        await interaction.response.autocomplete([])
    except (discord.HTTPException, *DROPPED):
        log.info("nothing could be offered to go on with %s", said(interaction, "name"))


def _choice(found: Completion, start: int) -> Choice[str] | None:
    """What Discord shows and what it sends; a value that is too long cannot be offered."""
    value = found.line[start:]
    name = f"{value} · {found.told}" if found.told else value
    return Choice(name=name[:CHOICE_MAX], value=value) if 0 < len(value) <= CHOICE_MAX else None


def _no_bot(user: discord.User | discord.Member, command: str = "play") -> InvalidCommand:
    return InvalidCommand("a_bot", command, account_of(user).name[: commands.QUOTED])
