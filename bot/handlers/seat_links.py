"""Seats by link: a challenge that somebody without an account accepts in a browser.

The link holds the code of the match and a secret that follows from the key of the database, so nothing but
the challenge is stored. It is made to a placeholder, as one to somebody known by a handle only is; the first
browser that takes the seat becomes the player.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from secrets import compare_digest

from bot import presentation
from bot.domain import match_requests
from bot.domain.refusals import Refused
from bot.domain.terms_parser import in_full, split_off_terms
from bot.handlers.challenge_rules import require_allowed
from bot.handlers.context import RequestContext, register
from bot.handlers.services import Services
from bot.handlers.transactions import open_match
from bot.interface import BY_LINK, GUEST, Account, DisplayPreferences, Note, OfferChallenge, Screen
from bot.texts import texts_for
from games.events import MATCH_ID_LENGTH, ChallengeOffered, MatchId, match_id_of
from games.match import Match, Phase
from storage.errors import PressedBefore

SECRET_LETTERS = 40  # 160 bits
MOST_SEATS = 5  # matches and challenges of one browser at a time


def without_name(request: OfferChallenge) -> OfferChallenge | None:
    """The challenge if it is made by a link, without the word that says so; else None."""
    name, rules = split_off_terms(request.game, request.opponent or "")
    if name.lower() == BY_LINK:
        return replace(request, opponent=None, house_rules=request.house_rules + rules)
    words = tuple(word for word in request.house_rules if word.lower() != BY_LINK)
    if request.opponent is not None or len(words) == len(request.house_rules):
        return None
    return replace(request, house_rules=words)


async def challenge_by_link(context: RequestContext, request: OfferChallenge) -> Note:
    """Challenge whoever opens a link, which only the challenger is told."""
    if not context.services.pages.are_served:
        raise Refused("no.seat_off")
    if "rated=yes" in in_full(request.game, request.house_rules):
        raise Refused("no.seat_rated")
    match = await context.store.matches.pressed(context.press) or await _challenge(context, request)
    url = context.services.pages.server.seat_link(await _secret(context.services, match))
    return Note(presentation.seat_link(request.game, url, context.phrasing))


async def _challenge(context: RequestContext, request: OfferChallenge) -> MatchId:
    services = context.services
    opened = await _opened(context, request)
    await require_allowed(context, opened)
    begun = match_requests.open_challenge(opened, make_entropy=services.keys.acceptance)
    board = replace(context.new_board(opened.match), answer=None)
    opening = open_match(services, begun, (board,), press=context.press, seen=context.seen, read=context.read)
    try:
        async with opening:
            return opened.match
    except PressedBefore:
        return await context.store.matches.pressed(context.press) or opened.match


async def _opened(context: RequestContext, request: OfferChallenge) -> ChallengeOffered:
    start = context.start()
    invited = await context.services.accounts.invite(GUEST, match_requests.match_id(start.code), context.at)
    opened = match_requests.challenge(request, context.player, invited, start)
    return replace(opened, rated=False)


async def _secret(services: Services, match: MatchId) -> str:
    drawn = await services.store.matches.drawn_for(match)
    return match + hashlib.sha256(b"seat" + drawn).hexdigest()[:SECRET_LETTERS]


# What the page asks


async def offered(services: Services, secret: str, language: str) -> Screen | str:
    """What is offered behind a link, or a refusal."""
    texts = texts_for(language)
    try:
        match = await _match_of(services, secret)
        await _require_free(services, match)
    except Refused as refused:
        return presentation.refused_page(refused, texts).text
    phrasing = await services.screens.phrasing(match, GUEST, DisplayPreferences(texts))
    return presentation.offered_seat(services.screens.view(match, None), phrasing)


async def take(services: Services, secret: str, account: Account) -> str:
    """Make this account the player to whom the link offers a seat; "" or a refusal."""
    try:
        await _take(services, await _match_of(services, secret), account)
    except Refused as refused:
        return presentation.refused_page(refused, texts_for(account.language)).text
    return ""


def code_in(secret: str) -> MatchId:
    return MatchId(secret[:MATCH_ID_LENGTH])


async def _take(services: Services, match: Match, account: Account) -> None:
    known = await services.accounts.player_of(GUEST, account.id)
    if known is None or known != match.opened.invited:
        await _require_free(services, match)
        if wait := services.limits.commands.take(account):
            raise Refused("no.too_fast", count=wait)
        if known and known == match.opened.challenger:
            raise Refused("no.yourself")
        if known and len(await services.accounts.under_way(known)) >= MOST_SEATS:
            raise Refused("no.seat_many", most=MOST_SEATS)
    await register(services, replace(account, handle=match.opened.match))
    player = await services.accounts.player_of(GUEST, account.id)
    if player != (await services.matches.load(match.opened.match)).opened.invited:  # somebody was faster
        raise Refused("no.seat_taken")


async def _match_of(services: Services, secret: str) -> Match:
    code = match_id_of(code_in(secret))
    expected = await _secret(services, code) if code else ""
    if not code or not compare_digest(secret.encode("utf-8", "replace"), expected.encode()):
        raise Refused("no.seat_link")
    if await services.store.matches.row(code) is None:
        raise Refused("no.seat_link")
    return await services.matches.load(code)


async def _require_free(services: Services, match: Match) -> None:
    invited = match.opened.invited
    people = await services.store.people.people([invited] if invited else [])
    if match.phase is not Phase.CHALLENGE or not all(person.awaited for person in people):
        raise Refused("no.seat_taken")
