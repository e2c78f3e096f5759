"""Completions of a partly typed command."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, islice

from bot import interface, presentation
from bot.delivery.match_lists import ListReader
from bot.domain import commands, match_requests, remarks, settings_parser
from bot.domain.commands import PLACES
from bot.domain.refusals import Refused
from bot.domain.robot_players import LEVELS
from bot.domain.terms import choices
from bot.handlers import matches
from bot.handlers.matches import SeveralMatches
from bot.handlers.services import Services
from bot.interface import ROBOT, Chat, Completion
from bot.interface.registry import COMMANDS, MatchAction, MatchRequest, Option
from bot.presentation import Phrasing
from bot.texts import Texts
from games import GAMES
from games.events import MatchId, PlayerId
from games.game import HEAD_START
from games.game import Refused as GameRefused
from games.match import Phase
from games.words import Tree, Words
from storage.matches import MatchRow

MOST = 25  # Discord, autocomplete
MOST_OVER = 4 * MOST  # finished matches of a player that are considered, the newest

_JOIN = interface.AcceptChallenge(MatchId(""))  # a challenge whose code has not been typed yet


@dataclass(frozen=True, slots=True)
class Typist:
    """The person who types a command, and where; typing alone stores nobody."""

    services: Services
    player: PlayerId
    chat: Chat
    texts: Texts
    now: int
    """Seconds since 1970."""


async def complete(typist: Typist, typed: str, match: MatchId | None) -> tuple[Completion, ...]:
    """Complete a command; at most 25 completions, () if none is known.

    `match` is the match that is meant, if known.
    """
    before, _, prefix = typed.rpartition(" ")
    said = before.split()
    words: Words = (_command_of(said[0]), *(word.lower() for word in said[1:])) if said else ()
    offered = await _words_after(typist, words, prefix, match)
    rows = await _matches_after(typist, words, before, prefix) if match is None else ()
    by_code: dict[str, MatchRow] = {row.match: row for row in rows}
    fitting = [word for word in (*offered, *by_code) if word.lower().startswith(prefix.lower())][:MOST]
    descriptions = await _descriptions(typist, [by_code[word] for word in fitting if word in by_code])
    return tuple(Completion(" ".join((*said, word)), descriptions.get(word, "")) for word in fitting)


def _command_of(first: str) -> str:
    """The name of the command that a first word calls, in any language; "" for none."""
    slash, name = first[:1], first[1:].lower()
    return commands.called().get(name, "") if slash == "/" else ""


async def _words_after(typist: Typist, words: Words, prefix: str, match: MatchId | None) -> Words:
    match words:
        case ():
            return tuple(f"/{name}" for name in COMMANDS)
        case ("move", *said):
            return await _moves(typist, tuple(said), prefix, match)
        case ("say", *said):
            return _phrases(tuple(said), typist.texts)
    return _arguments(words)


async def _matches_after(typist: Typist, words: Words, before: str, prefix: str) -> Sequence[MatchRow]:
    """The player's matches whose codes may come next, because they would not refuse the request.

    The most urgent come first or, for requests about finished matches, the last changed.
    """
    request = _JOIN if words == ("join",) else commands.read(before)
    if not isinstance(request, MatchRequest) or request.match:
        return ()
    services, player = typist.services, typist.player
    if Phase.OVER.value in request.phases:
        return await services.store.matches.matches_of(player, request.phases, newest=MOST_OVER)
    open_ones = await services.lists.open_matches(player) if request.phases else ()
    rows = [row for row in open_ones if row.phase in request.phases]
    if not isinstance(request, MatchAction):
        return rows
    begun = [row for row in rows if row.match.startswith(prefix.upper())]
    return [row for row in begun[:MOST] if await _grants(typist, row.match, request)]


async def _grants(typist: Typist, match: MatchId, request: MatchAction) -> bool:
    try:
        match_requests.decide(await typist.services.matches.load(match), typist.player, request, typist.now)
    except GameRefused:
        return False
    return True


async def _descriptions(typist: Typist, rows: Sequence[MatchRow]) -> dict[str, str]:
    """A short description of each match, by code."""
    reader = ListReader(typist.player, typist.chat.platform, typist.texts, typist.now)
    listed = await typist.services.lists.listed(rows, reader)
    return {each.match: presentation.in_short(each, Phrasing(typist.texts, {})) for each in listed}


async def _moves(typist: Typist, words: Words, prefix: str, named: MatchId | None) -> Words:
    """Continuations of the typed words to legal moves, from this player's own view."""
    services, player = typist.services, typist.player
    try:
        meant = await matches.meant(services, player, typist.chat, interface.ShowHand(named))
        match = await services.matches.load(meant)
    except (Refused, SeveralMatches):
        return ()
    seat = match.seat_of(player)
    if seat not in match.awaited:
        return ()
    place = presentation.legal_moves(match.seen_by(seat)).after(words)
    return _ways_on(place, prefix.lower()) if place else ()


def _ways_on(place: Tree, prefix: str) -> Words:
    """The rest of each move; if there are more than `MOST`, only up to the next choice."""
    branches = [branch for word, branch in place.branches.items() if word.startswith(prefix)]
    ends = list(islice(chain.from_iterable(branch.ends() for branch in branches), MOST + 1))
    if len(ends) > MOST:
        ends = [branch.settled() for branch in branches]
    return tuple(" ".join(end.words[len(place.words) :]) for end in ends)


def _phrases(said: Words, texts: Texts) -> Words:
    phrases = [remarks.phrase(key, texts).split() for key in remarks.PHRASES]
    return tuple(
        " ".join(phrase[len(said) :])
        for phrase in phrases
        if len(phrase) > len(said) and " ".join(phrase[: len(said)]).lower() == " ".join(said)
    )


def _arguments(words: Words) -> Words:
    given = {word.partition("=")[0] for word in words}
    match words:
        case (name,) if (command := COMMANDS.get(name)) and command.options[:1] == (Option("game"),):
            return (*GAMES, *PLACES) if Option("where") in command.options else tuple(GAMES)
        case ("leaderboard", game) if game in GAMES:
            return PLACES
        case ("settings", *_):
            return tuple(
                f"{setting}={value}"
                for setting in settings_parser.PERSONAL
                if setting not in given
                for value in settings_parser.CHOICES.get(setting, ())
            )
        case ("seek", game, *_) if game in GAMES:
            return _rules_of(game, {*given, "begins", HEAD_START})
        case ("play", game, *said) if game in GAMES:
            robot = () if said else (ROBOT,)
            asks_level = ROBOT in given and "level" not in given
            levels = [f"level={level}" for level in LEVELS] if asks_level else []
            return (*robot, *levels, *_rules_of(game, given))
    return ()


def _rules_of(game: str, chosen: set[str]) -> Words:
    rules = [rule for rule in choices(game) if rule.word not in chosen]
    return tuple(f"{rule.word}={value}" for rule in rules for value in rule.values)
