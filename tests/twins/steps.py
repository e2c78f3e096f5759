"""What people do in both worlds at once: they ask, press, type wrong things, play, wait and give up."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from bot import interface
from bot.domain import commands
from bot.interface import Account, Button, Chat, Choose, Request, Screen
from games.words import Words
from tests.bot.memory_platform import private_chat
from tests.games.tries import moves_to_try
from tests.games.walks import Case
from tests.twins.world import World

Doing = Callable[[World], Awaitable[object]]


@dataclass(frozen=True)
class Step:
    """Something that happens in both worlds."""

    name: str
    one: Doing
    two: Doing
    answered: bool = True
    """What is answered has to be the same; otherwise only what others get."""
    request: Request | None = None
    who: Account | None = None
    alone: Chat | None = None
    """Where messages may be edited in one world only: a private chat, in which just that was asked."""


ASKS = (
    *("/board {code}", "/hand {code}", "/matches", "/history", "/watch", "/watch {code}", "/profile"),
    *("/profile Ben", "/leaderboard {game}", "/settings", "/draw {code}", "/takeback {code}", "/help"),
    *("/more_time {code}", "/hint {code}", "/replay {code}", "/verify {code}", "/export {code}"),
    *(
        "/say {code}",
        "/rematch {code}",
        "/resign {code}",
        "/move 99 {code}",
        "/review {code}",
        "/matches show",
    ),
    *("/where {code}", "/where 4 {code}", "/where position {code}"),
    *("/seek", "/seek {game}", "/tournament", "/rules {game}", "/join K7QF2M", "/moderate"),
)
"""What somebody may ask whenever they like."""

AFTERWARDS = (
    *(
        "/verify {code}",
        "/export {code}",
        "/review {code}",
        "/replay {code}",
        "/board {code}",
        "/hand {code}",
    ),
    *("/rematch {code}", "/history", "/profile Ben", "/leaderboard {game}", "/watch"),
)
"""What people ask most when a match is over."""

OPEN = (
    "/board {code}",
    "/draw {code}",
    "/takeback {code}",
    "/more_time {code}",
    "/matches show",
    "/replay {code}",
    "/where position {code}",
)
"""What somebody who knows the secret asks where others read."""

LAYS_OPEN = (
    *(interface.VerifyDeal, interface.ExportMatch, interface.ReplayBoth, interface.AskReview),
    *(interface.ShowMoment, interface.PlayOn),
)
"""What may lay everything open to those who played, once a match is over."""

IN_PRIVATE = (
    *("/hint", "/matches", "/history", "/move 99", "/replay", "/resign", "/help", "/leaderboard"),
    *("/profile", "/settings", "/rules", "/puzzle", "/learn", "/export", "/verify"),
)
"""What nobody else learns of."""

BEGUN = ("/move ", "/move", "/move 99 ", "/board ", "/hand ", "/replay ", "/verify ", "/say ", "/")
"""Of commands that somebody is typing."""


def same(name: str, doing: Doing) -> Step:
    """The same in both worlds."""
    return Step(name, doing, doing)


def unanswered(step: Step) -> Step:
    """Done by somebody who may know the secret."""
    return replace(step, answered=False)


def asking(who: Account, chat: Chat, line: str) -> Step:
    """A command."""
    step = same(f"{who.name} types {line} in {chat.id}", lambda world: world.type(who, line, chat))
    return replace(step, request=commands.read(line), who=who)


def completing(who: Account, chat: Chat, line: str) -> Step:
    """A command that is half typed."""
    return same(f"{who.name} begins {line!r}", lambda world: world.dispatcher.complete(who, chat, line))


def standing(who: Account, rng: random.Random) -> Step:
    """An admin puts up the list of what goes on in the channel or takes it away, or somebody deletes it."""
    if rng.random() < 0.2:
        return same("somebody deletes the list", lambda world: world.lose_standing())
    on = rng.random() < 0.8
    name = f"{who.name} {'puts the list up' if on else 'takes the list away'}"
    return same(name, lambda world: world.ask_as_admin(who, interface.KeepStanding(on)))


def at_the_table(who: Account) -> Step:
    """The page of the match."""
    return same(
        f"{who.name} looks at the page",
        lambda world: world.dispatcher.see_match("fake", who.id, world.code),
    )


def in_private(who: Account, one: str, two: str) -> Step:
    """Something that nobody else learns of, and that is another thing in each world."""
    chat = private_chat(who)
    return Step(
        f"{who.name} types {one} or {two} in private",
        lambda world: world.type(who, one, chat),
        lambda world: world.type(who, two, chat),
        answered=False,
        alone=chat,
    )


def moving(who: Account, one: str, two: str, code: str) -> Step:
    """A move, typed in the own private chat; what was chosen in secret may be another in each world."""
    both = asking(who, private_chat(who), f"/move {one} {code}")
    return (
        both if one == two else replace(both, two=asking(who, private_chat(who), f"/move {two} {code}").two)
    )


def half_choosing(who: Account, version: int, one: Words, two: Words) -> Step:
    """The first word of a move, on the own board in the private chat where there is one, else on a note."""
    chat = private_chat(who)

    def doing(words: Words) -> Doing:
        async def choose(world: World) -> None:
            boards = [each.id for each in world.platform.in_chat(chat) if each.message.rows]
            asked = Choose(world.code, version, words, final=False, page=0)
            if boards:
                await world.ask(who, asked, chat, message=boards[-1])
            else:
                await world.ask_on_note(who, asked)

        return choose

    return Step(f"{who.name} begins to choose {one} or {two}", doing(one), doing(two), answered=False)


def waiting(seconds: int) -> Step:
    """Time passes, and what is due is done."""
    return same(f"{seconds} seconds pass", lambda world: world.wait(seconds))


def resigning(who: Account) -> Step:
    """Somebody gives up; the answer is a public board."""
    return same(
        f"{who.name} resigns",
        lambda world: world.ask(who, interface.Resign(world.code, sure=True), world.place),
    )


def playing_on(who: Account, number: int) -> Step:
    """Who played offers to play on from a position of the finished match, and takes that back."""

    async def offer(world: World) -> None:
        for against in (None, interface.OPPONENT):
            await world.ask(who, interface.PlayOn(world.code, number, against), world.place)
        offered = world.platform.in_chat(world.place)[-1].message
        requests = [button.request for button in _buttons(offered)]
        for request in requests:
            if isinstance(request, interface.CancelChallenge) and request.match != world.code:
                await world.ask(who, request, world.place)

    return unanswered(same(f"{who.name} plays on from ply {number}", offer))


def pressing(world: World, who: Account, chat: Chat, rng: random.Random) -> Step | None:
    """Any button of a message that somebody can read, disabled ones and old boards included."""
    notes = world.notes.get(who.id, [])
    if notes and rng.random() < 0.4:
        return _pressing_note(who, notes[-1], rng)
    shown = [each for each in world.platform.in_chat(chat) if each.message.rows]
    if not shown:
        return None
    board = shown[-1] if rng.random() < 0.8 else rng.choice(shown)
    button = rng.choice(_buttons(board.message))
    step = same(
        f"{who.name} presses {button.label!r} of message {board.id} in {chat.id}",
        lambda world: world.ask(who, button.request, chat, message=board.id),
    )
    return replace(step, request=button.request, who=who)


def _pressing_note(who: Account, note: Screen, rng: random.Random) -> Step | None:
    buttons = [button for button in _buttons(note) if not button.disabled]
    if not buttons:
        return None
    button = rng.choice(buttons)
    step = same(
        f"{who.name} presses {button.label!r} of a note",
        lambda world: world.press_note(who, button.label, note),
    )
    return replace(step, request=button.request, who=who)


def _buttons(message: Screen) -> list[Button]:
    return [button for row in message.rows for button in row]


async def wrong_move(world: World, case: Case, who: Account, rng: random.Random) -> Step:
    """A move of any kind, legal or not: typed, or made up as if a button had been pressed."""
    match = await world.match()
    assert match.state
    move = str(rng.choice(list(moves_to_try(case, match.state, rng))))
    chat = rng.choice((world.place, private_chat(who)))
    if rng.random() < 0.5:
        return asking(who, chat, f"/move {move} {world.code}")
    words = tuple(move.split())
    version = max(0, match.version - rng.choice((0, 0, 0, 1, 2)))
    made_up = Choose(
        world.code, version, words[: rng.randint(0, len(words))], rng.random() < 0.5, rng.choice((0, 0, 1))
    )
    shown = [each.id for each in world.platform.in_chat(chat) if each.message.rows]
    return same(
        f"{who.name} makes {made_up} up in {chat.id}",
        lambda world: world.ask(who, made_up, chat, message=shown[-1] if shown else None),
    )
