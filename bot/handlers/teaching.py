"""Help, rules, lessons and puzzles."""

from __future__ import annotations

from bot import interface, presentation
from bot.domain import commands
from bot.domain.guided import steps
from bot.domain.puzzles import Puzzle, following, puzzles
from bot.domain.refusals import Refused
from bot.handlers import matches, responses
from bot.handlers.context import RequestContext, answers
from bot.interface import Answer, Note, Screen
from bot.presentation import Attempt, Guided
from bot.presentation.pages import example
from games import GAMES


@answers(interface.Help)
async def show_help(context: RequestContext, request: interface.Help) -> Answer:
    if request.first and await context.services.lists.open_matches(context.player):
        return await matches.list_matches(context, interface.ListMatches())
    page = presentation.welcome_page if request.first else presentation.help_page
    return Note(page(context.phrasing, robots=bool(context.robots)))


@answers(interface.ShowPrivacy)
async def privacy(context: RequestContext, _: interface.ShowPrivacy) -> Answer:
    return Note(presentation.privacy_page(context.services.access.contact, context.phrasing))


@answers(interface.Dismiss)
async def dismiss(context: RequestContext, _: interface.Dismiss) -> Answer:
    return responses.page(context, Screen(context.texts("note.never_mind")))


@answers(interface.InvalidCommand)
async def misspoken(context: RequestContext, request: interface.InvalidCommand) -> Answer:
    page = presentation.no_command if request.problem == "no_command" else presentation.misspoken
    suggested = presentation.suggesting(
        page(request, context.phrasing), request.instead, commands.meant_by(request), context.texts
    )
    return Note(suggested, succeeded=False)


@answers(interface.InvalidPayload)
async def unreadable(context: RequestContext, _: interface.InvalidPayload) -> Answer:
    raise Refused("no.unreadable")


@answers(interface.ShowRules)
async def rules(context: RequestContext, request: interface.ShowRules) -> Answer:
    phrasing = context.phrasing
    if request.game is None or request.game not in GAMES:
        return Note(presentation.games_page(phrasing))
    pages = GAMES[request.game].rule_pages
    number = min(max(request.page, 1), len(pages))
    page = pages[number - 1]
    shown = presentation.rules_page(
        request.game,
        page.key,
        example(request.game, page),
        phrasing,
        page=number,
        pages=len(pages),
        robots=request.game in context.robots,
        text_only=context.preferences.text_only,
    )
    return responses.page(context, shown, in_place=bool(request.page))


@answers(interface.ShowLegend)
async def legend(context: RequestContext, request: interface.ShowLegend) -> Answer:
    phrasing = context.phrasing
    if request.game not in GAMES:
        return Note(presentation.games_page(phrasing))
    return Note(presentation.legend_page(request.game, phrasing))


@answers(interface.ShowLesson)
async def show_lesson(context: RequestContext, request: interface.ShowLesson) -> Answer:
    known = steps(request.game) if request.game else ()
    if not request.game or not known:
        taught = tuple(key for key in GAMES if steps(key))
        return Note(presentation.lessons_page(taught, context.phrasing))
    number = min(max(request.step, 1), len(known))
    step = known[number - 1]
    return _lesson_page(context, Guided(step, number, view=step.view()), anew=not request.step)


@answers(interface.AnswerLesson)
async def answer_lesson(context: RequestContext, request: interface.AnswerLesson) -> Answer:
    known = steps(request.game)
    if not 1 <= request.step <= len(known):
        return await show_lesson(context, interface.ShowLesson(request.game))
    step, number = known[request.step - 1], request.step
    after = step.after(request.words) if request.final else None
    if after is None:
        guided = Guided(step, number, view=step.view(), words=request.words, page=request.page)
        return _lesson_page(context, guided)
    if not step.is_right(request.words):
        return _lesson_page(context, Guided(step, number, view=step.view(), wrong=True))
    done = presentation.lesson_done_page(
        Guided(step, number, view=after),
        context.phrasing,
        robots=step.game in context.robots,
        text_only=context.preferences.text_only,
    )
    return responses.page(context, done)


def _lesson_page(context: RequestContext, guided: Guided, *, anew: bool = False) -> Answer:
    text_only = context.preferences.text_only
    screen = presentation.lesson_page(guided, context.phrasing, text_only=text_only)
    return responses.page(context, screen, in_place=not anew)


@answers(interface.ShowPuzzle)
async def show_puzzle(context: RequestContext, request: interface.ShowPuzzle) -> Answer:
    puzzle = following(request.game, request.after, int(context.digest, 16))
    if puzzle is None:
        raise Refused("no.no_puzzle")
    return _puzzle_page(context, Attempt(puzzle, request.game, view=puzzle.view()))


@answers(interface.AnswerPuzzle)
async def answer_puzzle(context: RequestContext, request: interface.AnswerPuzzle) -> Answer:
    puzzle = _known(request.puzzle)
    attempt = Attempt(puzzle, request.game, view=puzzle.view(), words=request.words, page=request.page)
    notation = " ".join(request.words)
    if not request.final or notation not in puzzle.costs:
        return _puzzle_page(context, attempt)
    if notation == puzzle.best:
        return _solution(context, attempt, found=True)
    return _puzzle_page(context, Attempt(puzzle, request.game, view=attempt.view, wrong=notation))


@answers(interface.SolvePuzzle)
async def solve_puzzle(context: RequestContext, request: interface.SolvePuzzle) -> Answer:
    puzzle = _known(request.puzzle)
    return _solution(context, Attempt(puzzle, request.game, view=puzzle.view()), found=False)


def _puzzle_page(context: RequestContext, attempt: Attempt) -> Answer:
    text_only = context.preferences.text_only
    screen = presentation.puzzle_page(attempt, context.phrasing, text_only=text_only)
    return responses.page(context, screen)


def _solution(context: RequestContext, attempt: Attempt, *, found: bool) -> Answer:
    text_only = context.preferences.text_only
    screen = presentation.solved_page(attempt, context.phrasing, found=found, text_only=text_only)
    return responses.page(context, screen)


def _known(code: str) -> Puzzle:
    """The puzzle of a button; other installations may have different puzzles."""
    puzzle = puzzles().get(code)
    if puzzle is None:
        raise Refused("no.no_puzzle")
    return puzzle
