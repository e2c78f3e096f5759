"""Did you mean …? People whom the asker may know by the name that was misspelled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot import interface, presentation
from bot.domain.commands import fits_button, nearest
from bot.domain.refusals import Refused
from bot.domain.terms_parser import split_off_terms
from bot.handlers.context import RequestContext
from bot.interface import Account, Answer, Note
from bot.interface.registry import Request
from bot.presentation.phrasing import name_of
from games.match import UNDER_WAY


async def unknown_person(context: RequestContext, request: Request, refused: Refused) -> Answer:
    """Answer that nobody has this name, and suggest a person of this chat or a former opponent."""
    page = presentation.refused_page(refused, context.texts)
    known = await known_people(context)
    near = nearest(str(refused.facts["name"]).removeprefix("@"), known)
    if near is None:
        return Note(page, succeeded=False, for_all=True)  # repeats only what was typed
    person = known[near]
    instead = _about(request, str(refused.facts["name"]), person)
    return Note(presentation.suggesting(page, name_of(person), instead, context.texts), succeeded=False)


async def known_people(context: RequestContext) -> Mapping[str, Account]:
    """People by each of their names in lower case: in a group those of this chat, else recent opponents.

    So a group never learns whom somebody plays elsewhere.
    """
    services, chat = context.services, context.chat
    if chat.private:
        accounts = await services.accounts.recent_opponents(context.player, chat.platform)
    else:
        rows = await context.matches_here(UNDER_WAY)
        players = dict.fromkeys(player for row in rows for player in row.players)
        accounts = await services.accounts.of(players, chat.platform)
    people = {account.id: account for account in (*context.incoming.present, *accounts.values())}
    people.pop(context.incoming.account.id, None)
    known = dict[str, Account]()
    for person in people.values():
        if person.platform == chat.platform:
            for name in filter(None, (person.name, person.handle, *person.name.split()[:1])):
                known.setdefault(name.lower(), person)
    return known


def _about(request: Request, unknown: str, person: Account) -> Request | None:
    """The same request about this person; None if no button can carry it."""
    about: Request | None = None
    match request:
        case interface.ProposeMatch(one=one, other=other):
            one, other = (person.id if name == unknown else name for name in (one, other))
            about = replace(request, one=one, other=other)
        case interface.OfferChallenge(game=game, opponent=str(opponent), house_rules=rules):
            about = replace(
                request, opponent=person.id, house_rules=(*rules, *split_off_terms(game, opponent)[1])
            )
        case interface.PickGame():
            about = replace(request, opponent=person.id)
        case interface.ShowProfile():
            about = replace(request, person=person.id)
    return about if about and fits_button(about) else None
