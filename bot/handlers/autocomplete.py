"""Completions of a partly typed command."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, islice

from bot import interface, presentation
from bot.domain import commands, match_requests, plans, remarks, settings_parser
from bot.domain.commands import PLACES
from bot.domain.refusals import Refused
from bot.domain.robot_players import ASKED_LEVELS
from bot.domain.teams import CHANNEL
from bot.domain.terms import VOTE, choices
from bot.handlers import which_match
from bot.handlers.context import Asker
from bot.handlers.match_lists import listed, open_matches
from bot.handlers.which_match import SeveralMatches
from bot.interface import BY_LINK, ROBOT, Chat, Completion
from bot.interface.registry import COMMANDS, MatchAction, MatchRequest, Option
from bot.texts import Texts, folded
from games import GAMES
from games.events import MatchId
from games.game import HEAD_START, on_offer
from games.game import Refused as GameRefused
from games.match import Match, Phase
from games.words import Tree, Words
from storage.matches import MatchRow

MOST = 25  # completions that Discord takes
MOST_OVER = 4 * MOST  # finished matches of a player that are considered, the newest

_JOIN = interface.AcceptChallenge(MatchId(""))  # a challenge whose code has not been typed yet


async def complete(asker: Asker, typed: str, match: MatchId | None) -> tuple[Completion, ...]:
    """Complete the last word of a command, which may be empty: at most `MOST` completions of the whole line.

    `match` is the match that is meant, if known.
    """
    before, _, prefix = typed.rpartition(" ")
    typed_words = before.split()
    words = _understood(typed_words)
    next_words = await _words_after(asker, words, prefix, match)
    rows = await _matches_after(asker, words, before, prefix) if match is None else ()
    by_code: dict[str, MatchRow] = {row.match: row for row in rows}
    fitting = [word for word in (*next_words, *by_code) if folded(word).startswith(folded(prefix))][:MOST]
    descriptions = await _descriptions(asker, [by_code[word] for word in fitting if word in by_code])
    return tuple(Completion(" ".join((*typed_words, word)), descriptions.get(word, "")) for word in fitting)


def _understood(typed_words: Sequence[str]) -> Words:
    """The words in lower case, after the name of the command, which can be called in any language."""
    if not typed_words:
        return ()
    first, *others = typed_words
    name = commands.called().get(folded(first[1:]), "") if first.startswith("/") else ""
    return (name, *map(folded, others))


async def _words_after(asker: Asker, words: Words, prefix: str, match: MatchId | None) -> Words:
    match words:
        case ():
            return tuple(f"/{name}" for name in COMMANDS)
        case ("move", *begun):
            return await _moves(asker, tuple(begun), prefix, match)
        case ("if", *begun):
            return await _planned(asker, " ".join(begun), prefix, match)
        case ("say", *begun):
            return _phrases(tuple(begun), asker.texts)
        case ("settings", *given):
            return _settings(_named(given))
        case ("leaderboard", game) if game in GAMES:
            return PLACES
        case ("pair", name, _) if name not in GAMES:
            return tuple(GAMES)
        case ("pair", game, *given) | ("pair", _, _, game, *given) | ("seek", game, *given) if game in GAMES:
            return _rules_of(game, _named(given) | {"begins", HEAD_START})
        case ("play", game, *given) if game in GAMES:
            others = () if given else (ROBOT, *((BY_LINK,) if asker.services.pages.are_served else ()))
            named = _named(given)
            return (*others, *_channel(asker.chat, named), *_levels(named), *_rules_of(game, named))
        case (name,):
            return _games(name)
    return ()


def _channel(chat: Chat, given: frozenset[str]) -> Words:
    """The word by which a channel plays as one, then how long it may vote."""
    if CHANNEL not in given:
        return () if chat.private else (CHANNEL,)
    return () if VOTE.word in given else tuple(f"{VOTE.word}={value}" for value in VOTE.values)


def _named(given: Sequence[str]) -> frozenset[str]:
    """The names of options given as `name=value`, and other words as they are."""
    return frozenset(word.partition("=")[0] for word in given)


async def _matches_after(asker: Asker, words: Words, before: str, prefix: str) -> Sequence[MatchRow]:
    """The player's matches whose codes may come next, because they would not refuse the request.

    The most urgent come first or, for requests about finished matches, the last changed.
    """
    request = _JOIN if words == ("join",) else commands.read(before)
    if not isinstance(request, MatchRequest) or request.match or before.endswith(","):
        return ()
    services, player = asker.services, asker.player
    if Phase.OVER.value in request.phases:
        return await services.store.matches.matches_of(player, request.phases, newest=MOST_OVER)
    open_ones = await open_matches(services.store, player) if request.phases else ()
    rows = [row for row in open_ones if row.phase in request.phases]
    if not isinstance(request, MatchAction):
        return rows
    begun = [row for row in rows if row.match.startswith(prefix.upper())]
    return [row for row in begun[:MOST] if await _grants(asker, row.match, request)]


async def _grants(asker: Asker, match: MatchId, request: MatchAction) -> bool:
    try:
        match_requests.decide(await asker.services.matches.load(match), asker.player, request, asker.at)
    except GameRefused:
        return False
    return True


async def _descriptions(asker: Asker, rows: Sequence[MatchRow]) -> dict[str, str]:
    """A short description of each match, by code."""
    return {each.match: presentation.in_short(each, asker.phrasing) for each in await listed(asker, rows)}


async def _moves(asker: Asker, begun: Words, prefix: str, named: MatchId | None) -> Words:
    """Continuations of the words of a move to legal moves, from this player's own view."""
    match = await _meant(asker, interface.ShowHand(named))
    seat = match.seat_of(asker.player) if match else None
    if match is None or seat not in match.awaited:
        return ()
    place = presentation.legal_moves(match.seen_by(seat)).after(begun)
    return _ways_on(place, folded(prefix)) if place else ()


async def _planned(asker: Asker, begun: str, prefix: str, named: MatchId | None) -> Words:
    """Continuations of the last ply of a line to plies that may follow the others."""
    match = await _meant(asker, interface.PlanMoves((), named))
    seat = match.seat_of(asker.player) if match else None
    if match is None or seat is None or seat in match.awaited or not match.plays_openly:
        return ()
    view, (*line, words) = match.seen_by(seat).view, begun.split(",")
    try:
        seen = plans.foreseen(match.opened.game, view, line) if view else None
    except (Refused, GameRefused):
        return ()
    place = on_offer(seen, seen.to_act[0]).after(words.split()) if seen and seen.to_act else None
    return _ways_on(place, folded(prefix)) if place else ()


async def _meant(asker: Asker, request: MatchRequest) -> Match | None:
    try:
        return await asker.services.matches.load(await which_match.meant(asker, request))
    except (Refused, SeveralMatches):
        return None


def _ways_on(place: Tree, prefix: str) -> Words:
    """The rest of each move; if there are more than `MOST`, only up to the next choice."""
    branches = [branch for word, branch in place.branches.items() if word.startswith(prefix)]
    ends = list(islice(chain.from_iterable(branch.ends() for branch in branches), MOST + 1))
    if len(ends) > MOST:
        ends = [branch.settled() for branch in branches]
    return tuple(" ".join(end.words[len(place.words) :]) for end in ends)


def _phrases(begun: Words, texts: Texts) -> Words:
    """The rest of each ready-made phrase that begins with these words."""
    phrases = [remarks.phrase(key, texts).split() for key in remarks.PHRASES]
    return tuple(
        " ".join(phrase[len(begun) :])
        for phrase in phrases
        if len(phrase) > len(begun) and folded(" ".join(phrase[: len(begun)])) == " ".join(begun)
    )


def _settings(given: frozenset[str]) -> Words:
    return tuple(
        f"{setting}={value}"
        for setting in settings_parser.PERSONAL
        if setting not in given
        for value in settings_parser.CHOICES.get(setting, ())
    )


def _games(command: str) -> Words:
    """The games, if a command begins with one, and the places, if it can stand without."""
    options = COMMANDS[command].options if command in COMMANDS else ()
    if options[:1] != (Option("game"),):
        return ()
    return (*GAMES, *PLACES) if Option("where") in options else tuple(GAMES)


def _levels(given: frozenset[str]) -> Words:
    """The levels of a robot that was asked for without one."""
    asks_level = ROBOT in given and "level" not in given
    return tuple(f"level={level}" for level in ASKED_LEVELS) if asks_level else ()


def _rules_of(game: str, chosen: frozenset[str]) -> Words:
    rules = [rule for rule in choices(game) if rule.word not in chosen]
    return tuple(f"{rule.word}={value}" for rule in rules for value in rule.values)
