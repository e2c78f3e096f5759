"""Refusals as sentences that name the error and what is allowed."""

from __future__ import annotations

from dataclasses import replace

from bot.domain import commands
from bot.domain.refusals import UNKNOWN_PERSON, Refused
from bot.domain.remarks import MOST_CHARACTERS
from bot.domain.robot_players import LEVELS, UnknownLevel
from bot.domain.terms_parser import DuplicateTerm
from bot.interface import Button, Help, InvalidCommand, ListMatches, PickGame, Request, Screen
from bot.interface.registry import COMMANDS
from bot.presentation.button_rows import in_rows
from bot.presentation.move_names import beside_labels
from bot.presentation.phrasing import Phrasing, quoted
from bot.presentation.prompts import legal_moves
from bot.texts import Texts, folded
from games import GAMES
from games.actions import Reason, RefusedByMatch
from games.events import match_id_of
from games.game import IllegalMove, InvalidNotation, NotYourTurn, UnknownHouseRule, other
from games.game import Refused as GameRefused
from games.match import MOST_GIFTS, MatchView, Phase
from games.match.deal import WORDS_MAX

REPEATED = {"no.unknown_match": "match", UNKNOWN_PERSON: "name"}
"""The fact that repeats user input, by reason."""
NO_MATCH = ("no.no_match_here", "no.no_board_here", "no.no_finished_match", "no.no_replay_here")
TOO_MANY_MATCHES = ("no.too_many_challenges", "no.too_many_robots")
LOST = ("unknown_command", "unknown_game")
"""What those type who need to know what there is."""
MOST_NAMED = 12  # most possible moves in an answer


def refusal(refused: GameRefused, phrasing: Phrasing, match: MatchView | None = None, asked: str = "") -> str:
    """The sentence for a refusal about `match`; `asked` is the move or the game in question."""
    texts = phrasing.texts
    match refused:
        case UnknownHouseRule(text=text, allowed=allowed):
            return texts(
                "no.house_rule", text=quoted(text), game=phrasing.game(asked), allowed=", ".join(allowed)
            )
        case UnknownLevel(level=level):
            return texts("no.robot_level", level=quoted(level), lowest=LEVELS[0], highest=LEVELS[-1])
        case DuplicateTerm(name=name):
            return texts("no.said_twice", name=name)
        case InvalidNotation(text=text) if match:
            first, *others = text.split() or [""]
            if others and match_id_of(first):  # of no match that the person can see
                return texts("no.unknown_match", match=quoted(first))
            return texts("no.such_move", move=quoted(text), possible=_possible(match, text, texts))
        case IllegalMove(reason=reason, facts=facts) if match:
            why = texts(f"{match.game}.illegal.{reason}", **phrasing.words(match.game, facts))
            return texts(
                "no.illegal", move=quoted(asked), reason=why, possible=_possible(match, asked, texts)
            )
        case NotYourTurn(seat=seat) if match:
            return texts("no.not_your_turn", name=phrasing.seat(match, other(seat)))
        case RefusedByMatch(reason=reason) if match:
            return _by_match(reason, match, phrasing)
    raise refused


def refused_page(refused: Refused, texts: Texts) -> Screen:
    """The page of a refusal, with buttons to the person's matches or to a new one if it is about these."""
    facts = {
        name: quoted(str(value)[: commands.QUOTED]) if name == REPEATED.get(refused.reason) else value
        for name, value in refused.facts.items()
    }
    begins = [Button(texts("button.new_game"), PickGame(None), "main")] if refused.reason in NO_MATCH else []
    lists = [_matches_button(texts)] if refused.reason in (*NO_MATCH, *TOO_MANY_MATCHES) else []
    return Screen(texts(refused.reason, **facts), rows=in_rows([*begins, *lists]))


def _matches_button(texts: Texts) -> Button:
    return Button(texts("button.matches"), ListMatches())


def suggesting(page: Screen, name: str, request: Request | None, texts: Texts) -> Screen:
    """The page of a refusal, asking whether this was meant, with the button that does it."""
    if not name:
        return page
    rows = ((Button(name, request, "main"),), *page.rows) if request else page.rows
    return replace(page, text=f"{page.text}\n{texts('did_you_mean', name=quoted(name))}", rows=rows)


def misspoken(request: InvalidCommand, phrasing: Phrasing) -> Screen:
    """The answer to what is no request; to what is no command at all, with the buttons that most look for."""
    helps = Button(phrasing.texts("title.help"), Help())
    if request.problem == "no_command":
        return Screen(phrasing.texts("no.no_command"), rows=((_matches_button(phrasing.texts), helps),))
    known = request.command if request.command in COMMANDS else ""
    text = phrasing.texts(
        f"no.{request.problem}",
        command=quoted(request.command),
        detail=quoted(request.detail),
        usage=COMMANDS[known].usage(phrasing.texts) if known else "",
        games=", ".join(GAMES),
        most=commands.LINE_MAX_CHARACTERS,
        rounds=commands.MOST_ROUNDS,
        most_own=WORDS_MAX,
        most_words=MOST_CHARACTERS,
        bytes=phrasing.texts.number(commands.RECORD_MAX_BYTES),
    )
    return Screen(text, rows=((helps,),) if request.problem in LOST else ())


def unheard(line: str, request: Request | None, texts: Texts) -> Screen:
    """The answer to what may be meant for an opponent, with the line and the button that send it."""
    rows = ((Button(line, request, "main"),),) if request else ()
    return Screen(texts("no.only_i_read", line=quoted(line)), rows=rows)


def _possible(match: MatchView, asked: str, texts: Texts) -> str:
    """The possible continuations after the valid beginning of the requested move."""
    place, words = legal_moves(match), folded(asked).split()
    while True:
        ahead = place.branches
        if words and words[0] in ahead:
            place, words = ahead[words[0]], words[1:]
        elif len(ahead) == 1 and place.move is None:  # such as hide, behind which there is a choice
            (place,), words = ahead.values(), []
        else:
            break
    ways = [" ".join(branch.words) for branch in place.branches.values()] or [" ".join(place.words)]
    named = (beside_labels(match, way, texts) for way in ways[:MOST_NAMED])
    return ", ".join(named) + (", …" if len(ways) > MOST_NAMED else "")


def _by_match(reason: Reason, match: MatchView, phrasing: Phrasing) -> str:
    texts = phrasing.texts
    first, second = phrasing.names(match)
    if reason is Reason.NOT_RUNNING and match.phase is Phase.CHALLENGE:
        return texts("no.not_started")
    if reason is Reason.NOT_INVITED:
        key = "no.not_invited" if match.invited else "no.open_challenge"
        return texts(key, name=phrasing.name(match.invited))
    if reason in (Reason.NOT_YOURS_TO_CANCEL, Reason.NOT_YOURS_TO_REPEAT, Reason.NOT_YOURS_TO_GIVE):
        return texts(f"no.{reason.value}", name=phrasing.name(match.challenger))
    if reason in (Reason.ALREADY_OFFERED, Reason.OWN_OFFER) and match.offer is not None:
        return texts(f"no.{reason.value}", name=phrasing.seat(match, other(match.offer)))
    if reason is Reason.OFFER_TOO_SOON and match.viewer is not None:
        return texts(f"no.{reason.value}", count=match.draw_waits[match.viewer])
    opponent = None if match.viewer is None else phrasing.seat(match, other(match.viewer))
    return texts(f"no.{reason.value}", first=first, second=second, name=opponent, most_times=MOST_GIFTS)
