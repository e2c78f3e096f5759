"""Pages that are one person's as a rule, shown to all who are in a chat because one of them asks for it."""

from __future__ import annotations

from dataclasses import replace

from bot import interface
from bot.handlers.context import RequestContext
from bot.handlers.help import HelpHandler
from bot.handlers.inbox import InboxHandler
from bot.handlers.profiles import ProfileHandler
from bot.handlers.request_table import answers
from bot.handlers.watching import WatchHandler
from bot.interface import Answer, Note, Post
from bot.interface.registry import Showable
from bot.repositories.preferences import PreferencesRepository


class ShowingHandler:
    """Makes such a page in the language of the chat, with what everybody there may know."""

    def __init__(
        self,
        rules: HelpHandler,
        inbox: InboxHandler,
        profiles: ProfileHandler,
        watching: WatchHandler,
        preferences: PreferencesRepository,
    ) -> None:
        self._rules, self._inbox, self._profiles = rules, inbox, profiles
        self._watching, self._preferences = watching, preferences

    @answers(interface.ShowToAll)
    async def show(self, context: RequestContext, request: interface.ShowToAll) -> Answer:
        """For all; where somebody is alone with the bot, for them."""
        alone = context.chat.private
        if not alone:
            said = context.texts.language
            shared = await self._preferences.preferences_of_chat(context.chat, shared=said)
            context = replace(context, preferences=shared)
        answer = await self._page(context, request.what, alone=alone)
        if alone or not isinstance(answer, Note) or not answer.succeeded:
            return answer
        return Post(answer.screen, language=context.texts.language)

    async def _page(
        self,
        context: RequestContext,
        what: Showable,
        *,
        alone: bool,
    ) -> Answer:
        match what:
            case interface.ShowRules():
                return await self._rules.rules(context, what)
            case interface.ShowLeaderboard():
                return await self._profiles.leaderboard(context, what, to_all=not alone)
            case interface.ListMatches() if alone:
                return await self._inbox.matches(context, what)
            case _:
                return await self._watching.played_here(context)
