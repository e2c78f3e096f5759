"""Which function answers which request."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from types import FunctionType, ModuleType
from typing import Any, TypeVar

from bot import interface
from bot.domain.commands import QUOTED
from bot.interface.registry import REQUESTS, AboutGame, Request
from games import GAMES

Marked = TypeVar("Marked", bound=Callable[..., Awaitable[interface.Answer]])
Handler = Callable[[Any, Any], Awaitable[interface.Answer]]
"""From the context of a request, a `MatchContext` if it is about a match, and the request to the answer."""


def answers(*kinds: type[Request]) -> Callable[[Marked], Marked]:
    """Say of a function which requests it answers, or by their base which kinds of them."""

    def marked(function: Marked) -> Marked:
        vars(function)["answers"] = kinds
        return function

    return marked


def request_table(modules: Iterable[ModuleType]) -> Mapping[type[Request], Handler]:
    """By type of request, what answers it: the function that names it, else the one that names its base."""
    named = {
        kind: function
        for module in modules
        for function in vars(module).values()
        if isinstance(function, FunctionType)
        for kind in getattr(function, "answers", ())
    }
    return {kind: next(named[base] for base in kind.__mro__ if base in named) for kind in REQUESTS}


def understood(request: Request) -> Request:
    """What is asked; a button may name a game that is not there any more."""
    if not isinstance(request, AboutGame) or request.game is None or request.game in GAMES:
        return request
    return interface.InvalidCommand("unknown_game", "", request.game[:QUOTED])
