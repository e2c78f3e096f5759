"""Did you mean …? People whom the asker may know by the name that was misspelled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot import interface, presentation
from bot.domain.commands import fits_button, nearest
from bot.domain.refusals import Refused
from bot.domain.terms import parted
from bot.handlers.context import RequestContext
from bot.handlers.matches import UNDER_WAY
from bot.interface import Account, Answer, Note
from bot.interface.registry import Request
from bot.presentation.phrasing import name_of
from storage.boards import ChatId


async def unknown_person(context: RequestContext, request: Request, refused: Refused) -> Answer:
    """Answer that nobody has this name, and suggest a person of this chat or a former opponent."""
    page, known = presentation.refused_page(refused, context.texts), await _known(context)
    near = nearest(str(refused.facts["name"]).removeprefix("@"), known)
    if near is None:
        return Note(page, succeeded=False, for_all=True)  # repeats only what was typed
    person = known[near]
    instead = _about(request, person)
    fitting = instead if instead and fits_button(instead) else None
    return Note(presentation.suggesting(page, name_of(person), fitting, context.texts), succeeded=False)


async def _known(context: RequestContext) -> Mapping[str, Account]:
    """The people whom the asker may know, by all that they are called: those who are here, or own opponents.

    A group sees nothing of the matches that somebody plays elsewhere.
    """
    services, chat = context.services, context.chat
    if chat.private:
        cast = await services.accounts.recent_opponents(context.player, chat.platform)
    else:
        rows = await services.store.matches.matches_in(chat.platform, ChatId(chat.id), UNDER_WAY)
        players = dict.fromkeys(player for row in rows for player in row.players)
        cast = await services.accounts.cast(players, chat.platform)
    people = {account.id: account for account in (*context.incoming.present, *cast.values())}
    others = [each for each in people.values() if each.id != context.incoming.account.id]
    here = [each for each in others if each.platform == chat.platform]
    return {
        name.lower(): person
        for person in here
        for name in (person.name.split()[0], person.handle, person.name)
        if name
    }


def _about(request: Request, person: Account) -> Request | None:
    """The same request about this person; None if it cannot be pressed."""
    match request:
        case interface.OfferChallenge(game=game, opponent=str(opponent), house_rules=rules):
            return replace(request, opponent=person.id, house_rules=(*rules, *parted(game, opponent)[1]))
        case interface.PickGame():
            return replace(request, opponent=person.id)
        case interface.ShowProfile():
            return replace(request, person=person.id)
    return None
