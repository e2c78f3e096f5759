"""Lines that are no command: what the button does that is called so, and what is possible instead."""

from __future__ import annotations

from bot import interface, presentation
from bot.handlers.context import RequestContext
from bot.interface import InvalidCommand, Request
from bot.texts import folded
from games.game import InvalidNotation
from games.match import MatchView, Phase

MOST_TRIED = 5  # matches whose buttons a line is compared with

BUTTONS: dict[str, Request] = {
    "button.more": interface.ShowMore(None),
    "button.view": interface.ShowHand(None),
    "button.draw": interface.OfferDraw(None),
    "button.take_back": interface.RequestTakeback(None),
    "button.new_game": interface.PickGame(None),
    "button.robot": interface.PickRobot(None),
    "button.learn": interface.ShowLesson(None),
    "button.matches": interface.ListMatches(),
    "button.privacy": interface.ShowPrivacy(),
    "button.my_profile": interface.ShowProfile(None),
    "button.history": interface.ShowHistory(),
    "title.help": interface.Help(),
}
"""What the buttons do whose names are no names of commands, by the keys of their labels."""


async def pressed(context: RequestContext, line: InvalidCommand) -> Request:
    """The request of the button that is called as the line reads; the line itself if there is none."""
    said = folded(line.said)
    for key, request in BUTTONS.items():
        if folded(context.texts(key)) == said:
            return request
    for match in await _due(context):
        if words := presentation.words_of_button(match, said, context.phrasing):
            return interface.TypeMove(words, match.match)
    return line


async def possible_instead(context: RequestContext, line: InvalidCommand) -> str:
    """What can be moved in a match that waits for the person; "" without one."""
    for match in await _due(context):
        phrasing = await context.naming(match.players or ())
        return presentation.refusal(InvalidNotation(line.said, ""), phrasing, match)
    return ""


async def _due(context: RequestContext) -> list[MatchView]:
    """The person's matches in which it is their turn, in a private chat; first that in front of them."""
    if not context.chat.private:
        return []
    rows = await context.store.matches.matches_of(context.player, [Phase.RUNNING])
    due = [row.match for row in rows if context.player in row.awaited]
    due.sort(key=lambda match: match != context.incoming.front)
    matches = [await context.services.matches.load(match) for match in due[:MOST_TRIED]]
    return [match.seen_by(match.seat_of(context.player)) for match in matches]
