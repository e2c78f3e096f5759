"""Sentences of the bot that somebody finds odd."""

from __future__ import annotations

import asyncio

from bot import interface, presentation
from bot.domain import odd_sentences
from bot.domain.refusals import Refused
from bot.handlers import responses
from bot.handlers.context import RequestContext, answers
from bot.handlers.preferences import shown_settings
from bot.handlers.suggestions import known_people
from bot.interface import Answer, Note
from storage.sentences import DAY, OddSentence


@answers(interface.TellOdd)
async def tell_odd(context: RequestContext, request: interface.TellOdd) -> Answer:
    """Keep which sentence it is and what would be better: no word of the sentence as it was read."""
    if not context.services.access.odd_sentences:
        shown = await shown_settings(context, None)
        return Note(presentation.not_allowed_page("", odd_sentences.WORD, shown), succeeded=False)
    if not request.sentence:
        return responses.page(context, presentation.odd_page(context.texts))
    if wait := context.services.limits.odd.take(context.incoming.account):
        raise Refused("no.too_fast", count=wait)
    language, found = await _sentence_read(context, request.sentence[: odd_sentences.READ_MAX])
    own, better = context.incoming.account.name, request.better[: odd_sentences.BETTER_MAX]
    names = [*await known_people(context), own, *own.split()]
    comment = odd_sentences.without_names(better, found, names)
    day = context.at - context.at % DAY
    odd = OddSentence(language, " ".join(found.keys), found.said, comment, day)
    await context.store.sentences.put_odd(odd)
    return responses.page(context, presentation.odd_kept_page(found.said, context.texts))


async def _sentence_read(context: RequestContext, typed: str) -> tuple[str, odd_sentences.Sentence]:
    """The sentence that was read, and its language: the reader's, or that of what the chat sees."""
    shared = await context.services.preferences.display_of_chat(context.chat, "")
    for texts in dict.fromkeys((context.texts, shared.texts)):
        if found := await asyncio.to_thread(odd_sentences.find, typed, texts):
            return texts.language, found
    raise Refused("no.odd_unknown")
