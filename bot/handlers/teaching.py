"""Help, rules and lessons, and answers to what is no request."""

from __future__ import annotations

from dataclasses import replace

from bot import interface, presentation
from bot.domain import commands
from bot.domain.guided import Step, steps
from bot.domain.refusals import Refused
from bot.handlers import button_names, matches, responses, which_match
from bot.handlers.context import RequestContext, answers
from bot.handlers.match_lists import open_matches
from bot.interface import Answer, Note, Screen, Update
from bot.presentation import Guided
from bot.presentation.rules import example
from games import GAMES
from games.match import Phase


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
    screen = Screen(context.texts("note.never_mind"))
    return Update(screen, gives_way=True) if context.own else Note(screen)


@answers(interface.InvalidCommand)
async def misspoken(context: RequestContext, request: interface.InvalidCommand) -> Answer:
    line = commands.line_meant(request, context.texts.language)
    refused = presentation.misspoken(request, context.phrasing)
    if request.problem == "no_command" and request.said and not line:
        possible = await button_names.possible_instead(context, request)
        half_secret = possible and len(request.said) <= commands.SHORT  # such as a place: no word for others
        if not half_secret and await which_match.plays_a_person(context):
            say = f"/say {request.said}"
            return Note(presentation.unheard(say, commands.of_button(say), context.texts), succeeded=False)
        refused = replace(refused, text=possible or refused.text)
    suggested = presentation.suggesting(refused, line, commands.of_button(line), context.texts)
    return Note(suggested, succeeded=False)


@answers(interface.InvalidPayload)
async def unreadable(context: RequestContext, _: interface.InvalidPayload) -> Answer:
    raise Refused("no.unreadable")


@answers(interface.ShowRules)
async def rules(context: RequestContext, request: interface.ShowRules) -> Answer:
    if request.game is None or request.game not in GAMES:
        return Note(presentation.games_page(context.phrasing))
    pages = GAMES[request.game].rule_pages
    number = min(max(request.page, 1), len(pages))
    page = pages[number - 1]
    shown = presentation.rules_page(
        request.game,
        page.key,
        example(request.game, page),
        context.phrasing,
        page=number,
        pages=len(pages),
        robots=request.game in context.robots,
        plays=await _plays_here(context, request.game),
    )
    return responses.page(context, shown, in_place=bool(request.page))


async def _plays_here(context: RequestContext, game: str) -> bool:
    """Whether this chat shows a match of the game that the person is playing."""
    rows = await context.matches_here((Phase.RUNNING,))
    return any(row.game == game and context.player in row.players for row in rows)


@answers(interface.ShowLegend)
async def legend(context: RequestContext, request: interface.ShowLegend) -> Answer:
    if request.game not in GAMES:
        return Note(presentation.games_page(context.phrasing))
    page = presentation.legend_page(request.game, context.phrasing)
    return responses.page(context, page, in_place=False)


@answers(interface.ShowLesson)
async def show_lesson(context: RequestContext, request: interface.ShowLesson) -> Answer:
    known = steps(request.game) if request.game else ()
    if not known:
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
