"""Lines that are no command: what the button does that is called so, and what is possible instead."""

from __future__ import annotations

from bot import interface, presentation
from bot.handlers.context import Asker
from bot.interface import InvalidCommand, Request
from bot.texts import folded
from games.game import InvalidNotation
from games.match import MatchView, Phase

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


async def pressed(asker: Asker, line: InvalidCommand) -> Request:
    """The request of the button that is called as the line reads; the line itself if there is none."""
    said = folded(line.said)
    for key, request in BUTTONS.items():
        if folded(asker.texts(key)) == said:
            return request
    for match in await _due(asker):
        if words := presentation.words_of_button(match, said, asker.phrasing):
            return interface.TypeMove(words, match.match)
    return line


async def possible_instead(asker: Asker, line: InvalidCommand) -> str:
    """What can be moved in the match here that waits for the person; "" without one."""
    for match in await _due(asker):
        phrasing = await asker.naming(match.players or ())
        return presentation.refusal(InvalidNotation(line.said, ""), phrasing, match)
    return ""


async def _due(asker: Asker) -> list[MatchView]:
    """The person's matches in a private chat in which it is their turn."""
    rows = await asker.matches_here([Phase.RUNNING]) if asker.chat.private else ()
    due = [row.match for row in rows if asker.player in row.awaited]
    matches = [await asker.services.matches.load(match) for match in due]
    return [match.seen_by(match.seat_of(asker.player)) for match in matches]
