"""Which method of which handler answers which request."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, TypeVar

from bot import interface
from bot.domain.commands import QUOTED
from bot.interface.registry import REQUESTS, AboutGame, Request
from games import GAMES

Method = TypeVar("Method", bound=Callable[..., Awaitable[interface.Answer]])
Handler = Callable[[Any, Any], Awaitable[interface.Answer]]
"""From the context of a request, a `MatchContext` if it is about a match, and the request to the answer."""


def answers(*kinds: type[Request]) -> Callable[[Method], Method]:
    """Say of a method of a handler which requests it answers, or by their base which kinds of them."""

    def marked(method: Method) -> Method:
        vars(method)["answers"] = kinds
        return method

    return marked


def request_table(handlers: Iterable[object]) -> Mapping[type[Request], Handler]:
    """By type of request, what answers it: the method that names it, else the one that names its base."""
    named = {
        kind: getattr(handler, name)
        for handler in handlers
        for name, method in vars(type(handler)).items()
        for kind in getattr(method, "answers", ())
    }
    return {kind: next(named[base] for base in kind.__mro__ if base in named) for kind in REQUESTS}


def understood(request: Request) -> Request:
    """What is asked; a button may name a game that is not there any more."""
    if not isinstance(request, AboutGame) or request.game is None or request.game in GAMES:
        return request
    return interface.InvalidCommand("unknown_game", "", request.game[:QUOTED])
