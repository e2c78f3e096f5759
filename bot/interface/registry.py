"""The registry of requests: classes with the verb of their buttons and the command that people type.

The payloads of buttons (`bot.platforms.callback_data`), the parsing of commands (`bot.domain.commands`) and
their completion derive from it. The handler of a request is the function that `answers` it
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
    """A request of a person."""

    __slots__ = ()


class MatchRequest(Request):
    """A request about a match."""

    __slots__ = ()
    match: MatchId | None
    """None if the match must be inferred."""
    phases: ClassVar[Sequence[str]] = ("running",)
    """The phases of matches that can be inferred or completed."""

    def about(self, match: MatchId) -> MatchRequest:
        request: Any = self
        about: MatchRequest = replace(request, match=match)
        return about


class PlainAction(Protocol):
    """A class of actions whose only field is the player."""

    def __call__(self, player: PlayerId) -> Action: ...


class MatchAction(MatchRequest):
    """A request that the match decides, see `bot.domain.match_requests`."""

    __slots__ = ()
    action: ClassVar[PlainAction]
    """The action in the match, if it is always the same."""


class OnBoards(MatchRequest):
    """A request with buttons on boards only."""

    __slots__ = ()


class AboutGame(Request):
    """A request that names a game."""

    __slots__ = ()
    game: str | None


class AtPlace(Request):
    """A request about a chat that may differ from the one where its button was pressed."""

    __slots__ = ()
    place: str | None
    """`Chat.place` of the chat; None for the one where the request is made."""


class ForManagers(Request):
    """A request whose answer may depend on whether the person is an admin of the chat."""

    __slots__ = ()


class Showable(Request):
    """A request whose answer can be shown to the whole chat, see `ShowToAll`."""

    __slots__ = ()


class BuilderRequest(Request):
    """A request while a challenge is built by buttons."""

    __slots__ = ()


class ModerationRequest(ForManagers, AtPlace):
    """A request of an admin about matches and messages."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Option:
    """An argument of a command."""

    name: str
    required: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    """A command; the order of its options is that of positional arguments."""

    name: str
    options: tuple[Option, ...]
    request: type[Request]

    def usage(self, texts: Texts) -> str:
        called = ((option, texts(f"place.{option.name}")) for option in self.options)
        places = (texts.upper(name) if option.required else f"[{name}]" for option, name in called)
        return " ".join([f"/{self.name}", *places])


REQUESTS: list[type[Request]] = []
"""All requests."""
VERBS: dict[str, type[Request]] = {}
"""The requests of buttons, by verb."""
VERB_OF: dict[type[Request], str] = {}
"""The inverse of `VERBS`."""
COMMANDS: dict[str, Command] = {}
"""All commands by name, in the order of the classes, which is also the order of the menu."""

Kind = TypeVar("Kind", bound=Request)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def request(verb: str = "", command: str = "") -> Callable[[type[Kind]], type[Kind]]:
    """Make a class a frozen dataclass and register it under its verb and its command.

    Args:
        verb: of its buttons; "" if it has none. Buttons stay in chats for ever: never change it.
        command: its usage, such as `/move WORDS [match]`, with optional arguments in brackets. The first
            argument is the first field. A final `show` asks to show the answer to the whole chat.
    """

    def registered(kind: type[Kind]) -> type[Kind]:
        made = dataclass(frozen=True, slots=True)(kind)
        REQUESTS.append(made)
        if verb:
            VERBS[verb], VERB_OF[made] = made, verb
        if command:
            name, *places = command.removeprefix("/").split()
            options = tuple(Option(place.strip("[]").lower(), place.isupper()) for place in places)
            COMMANDS[name] = Command(name, options, made)
        return made

    return registered


def match_of(request: Request) -> MatchId | None:
    return request.match if isinstance(request, MatchRequest) else None


def place_of(request: Request) -> str | None:
    return request.place if isinstance(request, AtPlace) else None
