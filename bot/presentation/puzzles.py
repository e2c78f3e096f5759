"""Puzzles as screens: a position in which one move is the best, answers to it, and its solution."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from bot import interface
from bot.domain.puzzles import Puzzle
from bot.interface import Account, Button, Picture, Screen
from bot.presentation.alt_texts import described, length, position
from bot.presentation.lessons import COUNTING
from bot.presentation.phrasing import Phrasing, quoted
from bot.presentation.prompts import Rows, in_rows, place_in, prompt
from games import GAMES
from games.events import MatchId, PlayerId
from games.game import View
from games.match import MatchView, Phase
from games.words import Words

PLAYERS = PlayerId("first"), PlayerId("second")


@dataclass(frozen=True, slots=True)
class Attempt:
    """How far somebody is with a puzzle."""

    puzzle: Puzzle
    view: View
    """Of the seat to move."""
    game: str | None
    """Of which game the puzzles are that follow; None: of any."""
    words: Words = ()
    """Chosen so far."""
    page: int = 0
    """Of the choices, from 0."""
    of_day: bool = False
    """It is shown to a whole chat, whose puzzle of the day it is; answers are for those who give them."""
    wrong: str | None = None
    """The answer that was given and is not the best, in notation."""


def puzzle_page(attempt: Attempt, phrasing: Phrasing, *, text_only: bool = False) -> Screen:
    """The position with the choices that follow the words chosen so far, and what a wrong answer costs.

    Args:
        attempt: whose solution it does not tell.
        phrasing: the reader's.
        text_only: without a picture; the text tells all that it would show.
    """
    texts, puzzle = phrasing.texts, attempt.puzzle
    match = _frame(attempt)
    place = place_in(match, attempt.words)
    rows = tuple(
        tuple(_of_puzzle(button, attempt) for button in row)
        for row in prompt(match, place, attempt.page, phrasing)
    )
    lines = []
    if attempt.wrong is not None:
        cost = _cost(puzzle, puzzle.costs[attempt.wrong], phrasing)
        lines.append(texts("puzzle.wrong", move=quoted(attempt.wrong), cost=cost))
        lines += _reasons(attempt, attempt.wrong, named_as_in_rules(phrasing))
        lines += _punished(attempt, attempt.wrong, named_as_in_rules(phrasing))
    me = named_as_in_rules(phrasing).seat(match, attempt.view.to_act[0])
    lines.append(texts("puzzle.question", name=me))
    if attempt.of_day:
        lines.append(texts("puzzle.of_day"))
    ways = [] if attempt.of_day else [_another(attempt, phrasing)]
    if attempt.wrong is not None:
        ways.append(Button(texts("button.solve"), interface.SolvePuzzle(puzzle.code, attempt.game)))
    rows = (*rows, *in_rows(ways))
    return _screen(attempt, place.words, lines, rows, phrasing, solved=False, text_only=text_only)


def solved_page(attempt: Attempt, phrasing: Phrasing, *, found: bool, text_only: bool = False) -> Screen:
    """The solution and its reason.

    Args:
        attempt: of the one who has found the solution, or wants to know it.
        phrasing: theirs.
        found: they found it.
        text_only: as in `puzzle_page`.
    """
    texts, puzzle = phrasing.texts, attempt.puzzle
    lines = [texts("puzzle.right" if found else "puzzle.solution", move=quoted(puzzle.best))]
    lines += _reasons(attempt, puzzle.best, named_as_in_rules(phrasing)) or [texts("hint.quiet")]
    if line := _line(attempt, puzzle.best, named_as_in_rules(phrasing)):
        lines.append(texts("puzzle.line", plies=line))
    cost = _cost(puzzle, puzzle.costs[puzzle.tempting], phrasing)
    tempting = [texts("puzzle.tempting", move=quoted(puzzle.tempting), cost=cost)]
    lines.append(" ".join([*tempting, *_punished(attempt, puzzle.tempting, named_as_in_rules(phrasing))]))
    lines.append(texts("puzzle.others", cost=_cost(puzzle, puzzle.next_best, phrasing)))
    rows = in_rows([_another(attempt, phrasing, "main")])
    words = tuple(puzzle.best.split())
    return _screen(attempt, words, lines, rows, phrasing, solved=True, text_only=text_only)


def _screen(
    attempt: Attempt,
    words: Words,
    lines: Sequence[str],
    rows: Rows,
    phrasing: Phrasing,
    *,
    solved: bool,
    text_only: bool,
) -> Screen:
    kind = "title.puzzle_of_day" if attempt.of_day else "title.puzzle"
    title = phrasing.texts(kind, game=phrasing.game(attempt.puzzle.game))
    return position_screen(
        _frame(attempt), attempt.view, title, words, lines, rows, phrasing, solved=solved, text_only=text_only
    )


def position_screen(
    match: MatchView,
    view: View,
    title: str,
    words: Words,
    lines: Sequence[str],
    rows: Rows,
    phrasing: Phrasing,
    *,
    solved: bool,
    text_only: bool,
) -> Screen:
    """A position of no match: picture, sentences, buttons.

    Args:
        match: as `frame` makes it.
        view: of the position.
        title: of the message.
        words: chosen so far.
        lines: what is said.
        rows: the buttons.
        phrasing: the reader's.
        solved: nothing is asked any more.
        text_only: without a picture; the text tells all that it would show.
    """
    named = named_as_in_rules(phrasing)
    rules = phrasing.house_rules(match.game, match.house_rules)
    lines = [*([phrasing.texts("challenge.house_rules", rules=rules)] if rules else []), *lines]
    limits, after = phrasing.capabilities, lines if text_only else ()
    room = limits.text - length([title]) if text_only else limits.alt_text
    if solved:
        told = position(match, view, named, after, room)
    else:
        told = described(match, view, named, place_in(match, words), after, room)
    picture = Picture(match.game, view, named.plain_names(match), words, " ".join(told))
    return Screen(
        title=title,
        text="\n".join(told if text_only else lines),
        picture=None if text_only else picture,
        rows=rows,
        text_only=text_only,
    )


def _reasons(attempt: Attempt, notation: str, named: Phrasing) -> list[str]:
    """What speaks for a move, as far as it shows at once."""
    game = attempt.puzzle.game
    facts = attempt.view.tell_purpose(GAMES[game].parse(notation))
    return named.describe(game, named.names(_frame(attempt)), facts)


def _punished(attempt: Attempt, notation: str, named: Phrasing) -> list[str]:
    """What follows a wrong move, where that shows what is wrong with it."""
    game, match = attempt.puzzle.game, _frame(attempt)
    told = []
    for ply in attempt.puzzle.follow_up(notation):
        name, why = named.seat(match, ply.seat), named.describe(game, named.names(match), ply.facts)
        told.append(" ".join([named.texts("puzzle.then", name=name, move=quoted(ply.notation)), *why]))
    return told


def _line(attempt: Attempt, notation: str, named: Phrasing) -> str:
    """What follows the best move, as `Sun 2, Moon 4`."""
    match, plies = _frame(attempt), attempt.puzzle.follow_up(notation)
    return ", ".join(f"{named.seat(match, ply.seat)} {quoted(ply.notation)}" for ply in plies)


def _cost(puzzle: Puzzle, cost: float, phrasing: Phrasing) -> str:
    """In beans, or in hundredths of a win."""
    if puzzle.game in COUNTING:
        return phrasing.texts("puzzle.beans", count=round(cost))
    return phrasing.texts("puzzle.chance", number=phrasing.texts.number(round(100 * cost)))


def _another(attempt: Attempt, phrasing: Phrasing, style: Literal["plain", "main"] = "plain") -> Button:
    request = interface.ShowPuzzle(attempt.game, attempt.puzzle.code)
    return Button(phrasing.texts("button.another_puzzle"), request, style)


def _of_puzzle(button: Button, attempt: Attempt) -> Button:
    """A button of a choice, for a puzzle in place of a match."""
    asked = button.request
    if not isinstance(asked, interface.Choose):
        raise TypeError("a choice has buttons for choices only")
    answer = interface.AnswerPuzzle(attempt.puzzle.code, attempt.game, asked.words, asked.final, asked.page)
    return replace(button, request=answer)


def named_as_in_rules(phrasing: Phrasing) -> Phrasing:
    """With the names of the signs that the seats have in pictures: nobody of them is there."""
    called = zip(PLAYERS, (phrasing.texts("puzzle.sun"), phrasing.texts("puzzle.moon")), strict=True)
    return replace(phrasing, cast={player: Account("", player, name) for player, name in called})


def _frame(attempt: Attempt) -> MatchView:
    puzzle = attempt.puzzle
    return frame(puzzle.code, puzzle.game, puzzle.house_rules, attempt.view)


def frame(code: str, game: str, house_rules: Mapping[str, str], view: View) -> MatchView:
    """A match that the position could be of, for what is shown of matches."""
    return MatchView(
        match=MatchId(code),
        version=0,
        phase=Phase.RUNNING,
        viewer=view.viewer,
        game=game,
        house_rules=house_rules,
        challenger=PLAYERS[0],
        invited=PLAYERS[1],
        players=PLAYERS,
        view=view,
        awaited=view.to_act,
        offer=None,
        take_back=None,
        can_take_back=(),
        late=(),
        clock=0,
        rated=False,
        forewarned=False,
        ending=None,
        seal="",
        words="",
        since=0,
    )
