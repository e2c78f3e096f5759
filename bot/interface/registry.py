"""What a request is: one class, with the verb of its buttons and the command that people type.

From this follow the payloads of buttons (`bot.platforms.callback_data`), the commands and how they are read
(`bot.domain.commands`), and their completion. The handler of a request is the method that `answers` it
(`bot.handlers.context`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Protocol, TypeVar, dataclass_transform

from bot.texts import Texts
from games.actions import Action
from games.events import MatchId, PlayerId


class Request:
    """Something that a person asks."""

    __slots__ = ()


class MatchRequest(Request):
    """A request about a match."""

    __slots__ = ()
    match: MatchId | None
    """None: the one that is meant has to be found out."""
    phases: ClassVar[Sequence[str]] = ("running",)
    """Of the matches that can be meant, and whose codes its command is completed with."""

    def about(self, match: MatchId) -> MatchRequest:
        """The same about this match."""
        request: Any = self
        about: MatchRequest = replace(request, match=match)
        return about


class PlainAction(Protocol):
    """A class of actions whose only field is the player."""

    def __call__(self, player: PlayerId) -> Action:
        """The action of this player."""


class MatchAction(MatchRequest):
    """A request that the match itself decides, see `bot.domain.match_requests`."""

    __slots__ = ()
    action: ClassVar[PlainAction]
    """What it asks of the match, where it asks just this."""


class OnBoards(MatchRequest):
    """A request that no other message than a board has buttons for."""

    __slots__ = ()


class AboutGame(Request):
    """A request that names a game."""

    __slots__ = ()
    game: str | None


class AtPlace(Request):
    """A request about a chat, or made in one, that need not be the one where its button was pressed."""

    __slots__ = ()
    place: str | None
    """The chat, see `Chat.place`; None: the one where it is asked."""


class ForManagers(Request):
    """A request whose answer may depend on whether somebody is an admin of the chat."""

    __slots__ = ()


class Showable(Request):
    """A request whose answer can be shown to all who are here, see `ShowToAll`."""

    __slots__ = ()


class BuilderRequest(Request):
    """A request of somebody who puts a challenge together by buttons."""

    __slots__ = ()


class ModerationRequest(ForManagers, AtPlace):
    """A request of an admin about matches and messages."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Option:
    """One place behind a command."""

    name: str
    required: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    """One command; its options stand in this order where they have no names."""

    name: str
    options: tuple[Option, ...]
    request: type[Request]

    def usage(self, texts: Texts) -> str:
        """As `/move WORDS [match]`, in the language of the reader."""
        called = ((option, texts(f"place.{option.name}")) for option in self.options)
        places = (name.upper() if option.required else f"[{name}]" for option, name in called)
        return " ".join([f"/{self.name}", *places])


REQUESTS: list[type[Request]] = []
"""All of them."""
VERBS: dict[str, type[Request]] = {}
"""Those that a button can make, by verb."""
COMMANDS: dict[str, Command] = {}
"""All commands by name, in the order of the menu, which is that of the classes."""

Kind = TypeVar("Kind", bound=Request)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def request(verb: str = "", command: str = "") -> Callable[[type[Kind]], type[Kind]]:
    """Make a class a request: a frozen dataclass that is known by its verb and its command.

    Args:
        verb: of its buttons; "" where no button makes it. Buttons stand in chats for ever: never change it.
        command: how it is typed, as `/move WORDS [match]`: in brackets what may be left out. The first place
            is the first field. `show` at the end asks for the answer to be shown to all.
    """

    def registered(kind: type[Kind]) -> type[Kind]:
        made = dataclass(frozen=True, slots=True)(kind)
        REQUESTS.append(made)
        if verb:
            VERBS[verb] = made
        if command:
            name, *places = command.removeprefix("/").split()
            options = tuple(Option(place.strip("[]").lower(), place.isupper()) for place in places)
            COMMANDS[name] = Command(name, options, made)
        return made

    return registered


def match_of(request: Request) -> MatchId | None:
    """The match that a request names, if it names one."""
    return request.match if isinstance(request, MatchRequest) else None


def place_of(request: Request) -> str | None:
    """The chat that a request names as its place, if it names one."""
    return request.place if isinstance(request, AtPlace) else None
