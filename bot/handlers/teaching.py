"""Help, rules, lessons and puzzles."""

from __future__ import annotations

from dataclasses import replace

from bot import interface, presentation
from bot.domain import commands
from bot.domain.guided import Step, steps
from bot.domain.puzzles import following, puzzles
from bot.domain.refusals import Refused
from bot.handlers import daily_puzzles, matches, responses
from bot.handlers.context import RequestContext, answers
from bot.handlers.match_lists import open_matches
from bot.interface import Answer, Note, Screen
from bot.presentation import Attempt, Guided
from bot.presentation.pages import example
from games import GAMES


@answers(interface.Help)
async def show_help(context: RequestContext, request: interface.Help) -> Answer:
    if request.first and await open_matches(context.store, context.player):
        return await matches.list_matches(context, interface.ListMatches())
    page = presentation.welcome_page if request.first else presentation.help_page
    return Note(page(context.phrasing, robots=bool(context.robots)))


@answers(interface.ShowPrivacy)
async def privacy(context: RequestContext, _: interface.ShowPrivacy) -> Answer:
    access = context.services.access
    return Note(presentation.privacy_page(access.contact, context.phrasing, odd=access.odd_sentences))


@answers(interface.Dismiss)
async def dismiss(context: RequestContext, _: interface.Dismiss) -> Answer:
    return responses.page(context, Screen(context.texts("note.never_mind")))


@answers(interface.InvalidCommand)
async def misspoken(context: RequestContext, request: interface.InvalidCommand) -> Answer:
    page = presentation.no_command if request.problem == "no_command" else presentation.misspoken
    line = commands.line_meant(request, context.texts.language)
    refused = page(request, context.phrasing)
    suggested = presentation.suggesting(refused, line, commands.of_button(line), context.texts)
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
    page = presentation.lesson_page(_guided(context, known[number - 1], number))
    return responses.page(context, page, in_place=bool(request.step))


@answers(interface.AnswerLesson)
async def answer_lesson(context: RequestContext, request: interface.AnswerLesson) -> Answer:
    known = steps(request.game)
    if not 1 <= request.step <= len(known):
        return await show_lesson(context, interface.ShowLesson(request.game))
    step = known[request.step - 1]
    guided = _guided(context, step, request.step)
    after = step.after(request.words) if request.final else None
    if after is None:
        page = presentation.lesson_page(replace(guided, words=request.words, page=request.page))
    elif step.is_right(request.words):
        robots = step.game in context.robots
        page = presentation.lesson_done_page(replace(guided, view=after), robots=robots)
    else:
        page = presentation.lesson_page(replace(guided, wrong=True))
    return responses.page(context, page)


def _guided(context: RequestContext, step: Step, number: int) -> Guided:
    return Guided(step, number, view=step.view(), preferences=context.preferences)


@answers(interface.ShowPuzzle)
async def show_puzzle(context: RequestContext, request: interface.ShowPuzzle) -> Answer:
    puzzle = following(request.game, request.after, int(context.press, 16))
    if puzzle is None:
        raise Refused("no.no_puzzle")
    attempt = Attempt(puzzle, request.game, view=puzzle.view(), preferences=context.preferences)
    return responses.page(context, presentation.puzzle_page(attempt))


@answers(interface.AnswerPuzzle)
async def answer_puzzle(context: RequestContext, request: interface.AnswerPuzzle) -> Answer:
    attempt, notation = _attempt(context, request.puzzle, request.game), " ".join(request.words)
    if not request.final or notation not in attempt.puzzle.values:
        await daily_puzzles.record_try(context, request.puzzle, "trying")
        page = presentation.puzzle_page(replace(attempt, words=request.words, page=request.page))
    elif notation in attempt.puzzle.answers:
        own = await daily_puzzles.record_solved(context, request.puzzle)
        page = presentation.solved_page(attempt, found=notation, own=own)
    else:
        await daily_puzzles.record_try(context, request.puzzle, "wrong")
        page = presentation.puzzle_page(replace(attempt, wrong=notation))
    return responses.page(context, page)


@answers(interface.SolvePuzzle)
async def solve_puzzle(context: RequestContext, request: interface.SolvePuzzle) -> Answer:
    attempt = _attempt(context, request.puzzle, request.game)
    await daily_puzzles.record_try(context, request.puzzle, "given_up")
    return responses.page(context, presentation.solved_page(attempt, found=None))


@answers(interface.WatchSolution)
async def watch_solution(context: RequestContext, request: interface.WatchSolution) -> Answer:
    attempt = _attempt(context, request.puzzle, None)
    await daily_puzzles.record_try(context, request.puzzle, "given_up")
    views, names = attempt.puzzle.solution(), attempt.phrasing.plain_names(attempt.match)
    images, theme = context.services.screens.images, context.preferences.theme
    clip = await images.clip(attempt.puzzle.game, views, names, theme, dark=context.incoming.dark)
    return Note(presentation.solution_clip(attempt, clip.data))


def _attempt(context: RequestContext, code: str, game: str | None) -> Attempt:
    """The puzzle of a button; other installations may have different puzzles."""
    puzzle = puzzles().get(code)
    if puzzle is None:
        raise Refused("no.no_puzzle")
    return Attempt(puzzle, game, view=puzzle.view(), preferences=context.preferences)
