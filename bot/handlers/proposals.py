"""Matches proposed to two others: whoever agrees first challenges the other.

Nothing is stored until then: the buttons name the two, the terms and the id of the match, so that a proposal
survives restarts and is answered once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot import interface, presentation
from bot.domain import match_requests, robot_players
from bot.domain.proposals import room_for_terms, short, unshortened
from bot.domain.refusals import Refused
from bot.domain.terms_parser import briefly
from bot.handlers.challenge_rules import pause, require_open_chat, terms_of_equals
from bot.handlers.challenges import (
    ENDED_UNPLAYED,
    accept_challenge,
    decline_challenge,
    offer_challenge,
    player_named,
    post_challenge,
)
from bot.handlers.context import RequestContext, answers
from bot.handlers.transactions import open_match
from bot.interface import (
    Account,
    AgreeToMatch,
    Answer,
    OfferChallenge,
    Post,
    ProposeMatch,
    RefuseMatch,
    Update,
)
from bot.presentation import Phrasing, Proposal
from games import actions
from games.events import ChallengeOffered, MatchId, PlayerId, match_id_of
from games.match import Decision, Phase
from games.words import Words
from storage.errors import PressedBefore
from storage.matches import MatchRow


@answers(ProposeMatch)
async def propose_match(context: RequestContext, request: ProposeMatch) -> Answer:
    """Propose a match; anybody may who may challenge here. To oneself and another, it is a challenge."""
    if context.place is None:
        raise Refused("no.pair_private")
    agreed = terms_of_equals(request.game, request.house_rules, "no.pair_begins")
    players = [await _person(context, name) for name in (request.one, request.other)]
    if players[0] == players[1]:
        raise Refused("no.pair_same", name=await context.name_of(players[0]))
    known = await context.services.accounts.of(players, context.chat.platform)
    people = [known[player] for player in players]
    if context.player in players:
        opponent = people[1 - players.index(context.player)]
        return await offer_challenge(context, OfferChallenge(request.game, opponent.id, request.house_rules))
    await require_open_chat(context)
    await _require_patience(context, players)
    words = _brief(request, people)
    proposal = Proposal(request.game, agreed, (players[0], players[1]))
    return Post(await _page(context, proposal, context.id_by_press(), people, words))


async def _person(context: RequestContext, name: str) -> PlayerId:
    if robot_players.named_in(name, ()):
        raise Refused("no.pair_robot")
    return await player_named(context, name)


async def _require_patience(context: RequestContext, players: list[PlayerId]) -> None:
    """Refuse whom one of the two has blocked, without saying who, and whoever asks too often."""
    services, account = context.services, context.incoming.account
    for player in players:
        if await services.preferences.blocks(player, context.player):
            raise Refused("no.pair_off")
        if wait := services.pauses.left(context.player, account, player):
            raise await pause(context, "no.challenged_lately", wait, player)
    for player in players:
        services.pauses.count_proposal(context.player, account, player)


def _brief(request: ProposeMatch, people: list[Account]) -> Words:
    """The house rules as they fit into a button."""
    words = briefly(request.game, tuple(" ".join(request.house_rules).replace(",", " ").split()))
    room = room_for_terms(request.game, _ids(people))
    if len(" ".join(words).encode()) > room:
        raise Refused("no.pair_terms", most=room)
    return words


def _ids(people: list[Account]) -> Words:
    return tuple(f"@{one.handle}" if one.awaited else short(one.id) for one in people)


async def _page(
    context: RequestContext, proposal: Proposal, code: MatchId, people: list[Account], words: Words
) -> interface.Screen:
    fields = (code, proposal.game, _ids(people), words)
    phrasing = await _phrasing(context, proposal.people, context.player)
    return presentation.proposal_page(
        proposal, context.player, AgreeToMatch(*fields), RefuseMatch(*fields), phrasing
    )


async def _phrasing(
    context: RequestContext, people: tuple[PlayerId, PlayerId], *others: PlayerId
) -> Phrasing:
    """In the language of the chat: everybody there reads the message."""
    shown = await context.services.screens.preferences_shared(context.chat, people)
    return Phrasing.of(shown, await context.services.accounts.of((*people, *others), context.chat.platform))


# Answers


@dataclass(frozen=True, slots=True)
class _Answered:
    """A proposal that one of the two answers."""

    proposal: Proposal
    other: PlayerId
    row: MatchRow | None
    """The match, if one of them has answered already."""


@answers(AgreeToMatch)
async def agree_to_match(context: RequestContext, request: AgreeToMatch) -> Answer:
    known = await _answered(context, request)
    await _require_peace(context, known.other)
    if known.row is None or await context.store.matches.pressed(context.press):
        answer = await post_challenge(context, _challenge(context, request, known.other))
        phrasing = await _phrasing(context, known.proposal.people)
        agreed = presentation.agreed_page(known.proposal, context.player, known.other, phrasing)
        return replace(answer, pressed=agreed)
    if known.row.phase == Phase.CHALLENGE and context.player in known.row.awaited:
        return await accept_challenge(context.about(request.code), interface.AcceptChallenge(request.code))
    raise await _settled(context, known.other, known.row)


@answers(RefuseMatch)
async def refuse_match(context: RequestContext, request: RefuseMatch) -> Answer:
    """Refuse a proposed match: the match is stored as withdrawn, so that nobody can begin it any more."""
    known = await _answered(context, request)
    if known.row and known.row.phase == Phase.CHALLENGE and context.player in known.row.awaited:
        return await decline_challenge(context.about(request.code), interface.DeclineChallenge(request.code))
    if known.row and not await context.store.matches.pressed(context.press):
        raise await _settled(context, known.other, known.row)
    opened = _challenge(context, request, known.other)
    begun = match_requests.open_challenge(opened, make_entropy=context.services.keys.acceptance)
    withdrawn = begun.after.decide(actions.CancelChallenge(context.player), context.at)
    try:
        ended = Decision((*begun.events, *withdrawn.events), withdrawn.after)
        async with open_match(context.services, ended, (), press=context.press):
            pass
    except PressedBefore:  # the same press again
        pass
    phrasing = await _phrasing(context, known.proposal.people)
    return Update(presentation.refused_match_page(known.proposal, context.player, phrasing))


async def _answered(context: RequestContext, request: AgreeToMatch | RefuseMatch) -> _Answered:
    if match_id_of(request.code) != request.code:  # forged
        raise Refused("no.unreadable")
    found = [await _player(context, word) for word in request.people]
    people = tuple(player for player in found if player)
    if len(people) != 2:
        raise Refused("no.pair_gone")
    if context.player not in people:
        raise Refused("no.pair_others", names=await _names(context, people))
    if people[0] == people[1]:
        raise Refused("no.yourself")
    other = people[1 - people.index(context.player)]
    agreed = terms_of_equals(request.game, request.terms, "no.pair_begins")
    proposal = Proposal(request.game, agreed, (people[0], people[1]))
    return _Answered(proposal, other, await context.store.matches.row(request.code))


async def _player(context: RequestContext, word: str) -> PlayerId | None:
    if word.startswith("@"):
        return await player_named(context, word)
    return await context.services.accounts.player_of(context.chat.platform, unshortened(word))


async def _names(context: RequestContext, people: tuple[PlayerId, ...]) -> str:
    phrasing = await context.naming(people)
    return context.texts.listed([phrasing.name(player) for player in people])


async def _require_peace(context: RequestContext, other: PlayerId) -> None:
    """Refuse if one of the two has blocked the other; who has is not said."""
    if await context.services.preferences.has_block_between(context.player, other):
        raise Refused("no.pair_off")


def _challenge(
    context: RequestContext, request: AgreeToMatch | RefuseMatch, other: PlayerId
) -> ChallengeOffered:
    asked = OfferChallenge(request.game, None, request.terms)
    opened = match_requests.challenge(asked, context.player, other, context.start())
    return replace(opened, match=request.code)


async def _settled(context: RequestContext, other: PlayerId, row: MatchRow) -> Refused:
    """Why an answer comes too late, or must wait for the other."""
    name = await context.name_of(other)
    if row.phase == Phase.CHALLENGE:
        return Refused("no.pair_waits", name=name)
    return Refused("no.pair_over" if row.phase in ENDED_UNPLAYED else "no.pair_begun", name=name)
