"""Which match a request means if it names none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot import interface, presentation
from bot.domain.players import is_robot, is_team
from bot.domain.refusals import Refused
from bot.domain.remarks import fit_button
from bot.handlers.context import Asker, RequestContext
from bot.handlers.match_lists import listed, most_urgent_first
from bot.interface import Answer, Note
from games import GAMES
from games.events import MatchId, match_id_of
from games.game import InvalidNotation
from games.match import UNDER_WAY, MatchView, Phase
from games.words import Words
from storage.matches import MatchRow

MOST_LISTED = 25  # Discord, five rows of five buttons


class SeveralMatches(Exception):
    """The player must say which match is meant."""

    def __init__(self, rows: tuple[MatchRow, ...]) -> None:
        self.rows = rows
        super().__init__(len(rows))


class MereTalk(Exception):
    """What was said among people is no move of any match here."""


async def meant(asker: Asker, request: interface.MatchRequest, front: MatchId | None = None) -> MatchId:
    """The match that a request names or means; of several of the player's that in front of them.

    Raises:
        Refused: there is none.
        SeveralMatches: the player has to say which.
        MereTalk: it was said among people and can be meant for none.
    """
    try:
        return await _meant(asker, request, front)
    except SeveralMatches as several:
        if request.match is None and front in [row.match for row in several.rows]:
            return front
        raise


async def _meant(asker: Asker, request: interface.MatchRequest, front: MatchId | None) -> MatchId:
    if request.match is not None:
        by_game = request.match.lower() in GAMES
        return await _of_game(asker, request.match, request.phases) if by_game else request.match
    match request:
        case interface.ShowBoard():
            return await _shown(asker)
        case interface.ShowPhrases() | interface.SayWords():
            return await _spoken_in(asker)
        case interface.TypeMove(words=words, aside=True):
            return await _played_aside(asker, words, front)
    finished_only = isinstance(request, interface.VerifyDeal)
    phases = [Phase.OVER] if finished_only else [Phase(phase) for phase in request.phases]
    rows = await _candidates(asker, *phases, alone=isinstance(request, interface.OpenPage))
    if Phase.OVER in phases:
        return _only(rows[:1], "no.no_replay_here" if Phase.RUNNING in phases else "no.no_finished_match")
    match request:
        case interface.AskHint():
            rows = tuple(row for row in rows if any(map(is_robot, row.players))) or rows
        case interface.PlanMoves():
            rows = tuple(row for row in rows if asker.player not in row.awaited) or rows[:1]
        case interface.TypeMove(words=words):
            written = tuple(row for row in rows if _can_parse(row.game, " ".join(words)))
            rows = written or await _begun_by(asker, rows, words, front)
    return _only(rows, "no.no_match_here")


async def _of_game(asker: Asker, named: MatchId, phases: Sequence[str]) -> MatchId:
    """The player's match of the game that is named in place of a code; of finished ones the last.

    Raises:
        SeveralMatches: there are several, or only matches of other games.
    """
    begun = [phase for phase in phases if phase != Phase.CHALLENGE]
    newest = MOST_LISTED if Phase.OVER in begun else None
    everywhere = await asker.store.matches.matches_of(asker.player, begun, newest=newest)
    rows = {row.match: row for row in (*everywhere, *await _own(asker, await asker.matches_here(begun)))}
    found = tuple(row for row in rows.values() if row.game == named.lower())
    if rows and len(found) != 1 and not (found and newest):
        raise SeveralMatches(found or tuple(rows.values()))
    return found[0].match if found else named


Typed = interface.TypeMove | interface.SayWords | interface.PlanMoves | interface.AskWhere
"""Requests of words that may end with the code of a match."""


async def split_off_match(asker: Asker, typed: Typed) -> interface.Request:
    """Take the code of a match that the player can see off the end, or off the beginning of a move.

    Any other such word belongs to the move or the message, even if it looks like a code.
    """
    if typed.match is not None or not typed.words:
        return typed
    ways = [(typed.words[-1], typed.words[:-1])]
    if isinstance(typed, interface.TypeMove):
        ways.append((typed.words[0], typed.words[1:]))
    for word, others in ways:
        code = match_id_of(word)
        if code is not None and await _sees(asker, code):
            if not others and not isinstance(typed, interface.PlanMoves | interface.AskWhere):
                return _without_words(typed, code)
            return replace(typed, words=others, match=code)
    return typed


def _without_words(typed: interface.TypeMove | interface.SayWords, code: MatchId) -> interface.Request:
    if isinstance(typed, interface.SayWords):
        return interface.ShowPhrases(code)
    return interface.InvalidCommand("missing", "move")


async def _spoken_in(asker: Asker) -> MatchId:
    """The match whose opponent gets the message: the running one with the newest turn, else the last one."""
    running = await _with_people(asker, Phase.RUNNING)
    if len({frozenset(row.players) for row in running}) > 1:
        raise SeveralMatches(running)
    rows = running or await _with_people(asker, Phase.OVER)
    return _only(tuple(sorted(rows, key=lambda row: row.since)[-1:]), "no.nobody_to_hear")


async def plays_a_person(asker: Asker) -> bool:
    """Whether the player has somebody to talk to alone with the bot, where only the bot reads."""
    return asker.chat.private and bool(await _with_people(asker, Phase.RUNNING))


async def _with_people(asker: Asker, phase: Phase) -> tuple[MatchRow, ...]:
    """The matches of the player or the channel against people; only those shown here, if there are any."""
    here = await _own(asker, _between_people(await asker.matches_here([phase])))
    if here:
        return here
    newest = MOST_LISTED if phase is Phase.OVER else None
    return _between_people(await asker.store.matches.matches_of(asker.player, [phase], newest=newest))


def _between_people(rows: Iterable[MatchRow]) -> tuple[MatchRow, ...]:
    return tuple(row for row in rows if not any(map(is_robot, row.players)))


async def _sees(asker: Asker, match: MatchId) -> bool:
    row = await asker.store.matches.row(match)
    if row is None or asker.player in row.players:
        return row is not None
    if any(map(is_team, row.players)) and await asker.store.votes.seat_of(match, asker.player) is not None:
        return True
    here = await asker.matches_here([row.phase])
    return any(shown.match == match for shown in here)


async def _candidates(asker: Asker, *phases: Phase, alone: bool = False) -> tuple[MatchRow, ...]:
    """The player's matches that this chat shows.

    If `phases` includes finished matches, the last changed comes first, and only the newest are considered.
    With `alone` (only the player sees the answer), a single match elsewhere is used if none is shown here.

    Raises:
        SeveralMatches: none is shown here, but the player has others elsewhere.
    """
    here = await asker.matches_here(phases)
    own = await _own(asker, here)
    if own:
        return own[::-1] if Phase.OVER in phases else own
    newest = MOST_LISTED if Phase.OVER in phases else None
    elsewhere = await asker.store.matches.matches_of(asker.player, phases, newest=newest)
    if len(elsewhere) == 1 and alone:
        return elsewhere
    if elsewhere:
        raise SeveralMatches(elsewhere)
    return ()


async def _own(asker: Asker, here: Sequence[MatchRow]) -> tuple[MatchRow, ...]:
    """The matches that the player, or else the channel where they are, plays."""
    own = tuple(row for row in here if asker.player in row.players)
    if own or asker.chat.private or not any(is_team(player) for row in here for player in row.players):
        return own
    team = await asker.services.accounts.team_of(asker.chat)
    return tuple(row for row in here if team in row.players)


async def _shown(asker: Asker) -> MatchId:
    """The match whose board anyone can ask for: the player's own here, else any other in the chat."""
    here = await asker.matches_here(UNDER_WAY)
    own = tuple(row for row in here if asker.player in row.players)
    if own or here:
        return _only(own or here, "no.no_board_here")
    rows = await _candidates(asker, Phase.RUNNING, alone=asker.chat.private)
    return _only(rows, "no.no_board_here")


async def _played_aside(asker: Asker, words: Words, front: MatchId | None) -> MatchId:
    """The match of this chat in which the player means what they said as a move.

    It is the one in front of them, else one that awaits them, if possible.
    """
    own = await _own(asker, await asker.matches_here([Phase.RUNNING]))
    team = await asker.services.accounts.team_of(asker.chat) if own else None
    due = [row for row in own if {asker.player, team}.intersection(row.awaited)]
    written = [row for row in own if _can_parse(row.game, " ".join(words))]
    rows = [row for row in written if row.match == front] or [row for row in due if row in written]
    rows = rows or [row for row in due if await _is_of_the_board(asker, row, words)] or written[:1]
    if not rows:
        raise MereTalk
    return _only(tuple(rows), "no.no_match_here")


async def _begun_by(
    asker: Asker, rows: tuple[MatchRow, ...], words: Words, front: MatchId | None
) -> tuple[MatchRow, ...]:
    """The match in which the words are no whole move, but may begin one: that in front, or the first."""
    found = [row for row in rows if row.match == front]
    found = found or [row for row in rows if await _is_of_the_board(asker, row, words)]
    return tuple(found or rows)[:1]


async def _is_of_the_board(asker: Asker, row: MatchRow, words: Words) -> bool:
    """Whether the words begin a move of the player, or are one label or number as on its board."""
    match = await asker.services.matches.load(row.match)
    seats = [match.seat_of(player) for player in row.awaited if player == asker.player]
    return any(_is_shown(match.seen_by(seat), words) for seat in seats)


def _is_shown(match: MatchView, words: Words) -> bool:
    moves = presentation.legal_moves(match)
    if moves.after(words) is not None:
        return True
    if match.view is None or len(words) > 1:
        return False
    numbered = any(map(str.isdigit, moves.branches)) and words[0].isdigit()
    return numbered or bool(match.view.tell_where(words))


def _only(rows: tuple[MatchRow, ...], otherwise: str) -> MatchId:
    if not rows:
        raise Refused(otherwise)
    if len(rows) > 1:
        raise SeveralMatches(rows)
    return rows[0].match


def _can_parse(game: str, notation: str) -> bool:
    try:
        GAMES[game].parse(notation)
    except InvalidNotation:
        return False
    return True


async def ask_which(context: RequestContext, several: SeveralMatches) -> Answer:
    """Ask which match was meant: the most urgent first, or finished ones in the order given."""
    request, rows = context.incoming.request, several.rows
    if all(row.phase != Phase.OVER for row in rows):
        rows = most_urgent_first(rows, context.player)
    offered = await listed(context, rows[:MOST_LISTED])
    wordy = isinstance(request, interface.SayWords) and not fit_button(request.words)

    def named(match: MatchId) -> interface.Request:
        if wordy:
            return interface.ShowPhrases(match)
        return request.about(match) if isinstance(request, interface.MatchRequest) else request

    asked = presentation.which_match(offered, named, context.phrasing, left_out=len(rows) - len(offered))
    if wordy:
        question = context.texts("no.say_which", match=several.rows[0].match)
        asked = replace(asked, text=question)
    return Note(asked, succeeded=False)
