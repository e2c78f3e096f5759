"""Posts pages that are usually private to the whole chat, on request."""

from __future__ import annotations

from dataclasses import replace

from bot import interface
from bot.handlers import lists, profiles, teaching
from bot.handlers.context import RequestContext, answers
from bot.interface import Answer, Note, Post
from bot.interface.registry import Showable


@answers(interface.ShowToAll)
async def show_to_all(context: RequestContext, request: interface.ShowToAll) -> Answer:
    alone = context.chat.private
    if not alone:
        said = context.texts.language
        shared = await context.services.preferences.preferences_of_chat(context.chat, shared=said)
        context = replace(context, preferences=shared)
    answer = await _page(context, request.what, alone=alone)
    if alone or not isinstance(answer, Note) or not answer.succeeded:
        return answer
    return Post(answer.screen, language=context.texts.language)


async def _page(
    context: RequestContext,
    what: Showable,
    *,
    alone: bool,
) -> Answer:
    match what:
        case interface.ShowRules():
            return await teaching.rules(context, what)
        case interface.ShowLeaderboard():
            return await profiles.show_leaderboard(context, what, to_all=not alone)
        case interface.ListMatches() if alone:
            return await lists.list_matches(context, what)
        case _:
            return await lists.played_here(context)
