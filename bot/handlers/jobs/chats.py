"""What group chats are told: results, and what an admin has to know."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot import presentation
from bot.delivery.match_screens import result_summary
from bot.delivery.routing import chat_of
from bot.domain.teams import is_account_of_team
from bot.domain.terms import DAY
from bot.handlers.jobs.posting import concerns, post_text, try_to_post, try_to_post_text
from bot.handlers.services import Services
from bot.interface import Account, Chat, Screen, SharedMessage
from games.events import MatchId
from storage.jobs import Job
from storage.remarks import Remark

# Results


async def choose_results(services: Services, chat: Chat, press: str) -> None:
    """Post the results of a place in this chat from now on, after a message there that says so.

    Args:
        services: of the bot.
        chat: the new results channel.
        press: the id of the press that asks for it.

    Raises:
        NotHere, Unreachable, InteractionRequired, RetryLater: nothing has changed.
    """
    await post_text(services, chat, "result.begun", f"results in {chat.platform}:{chat.id} by {press}")
    await keep_results(services, chat.platform, chat.place, chat.id)


async def keep_results(services: Services, platform: str, place: str, chat: str) -> None:
    """Store in which chat the results of a place are posted from now on; "": in none."""
    await services.preferences.change_chat(platform, place, lambda chosen: replace(chosen, results=chat))


async def post_result(services: Services, job: Job) -> None:
    results = (await services.preferences.of_chat(job.platform, job.where)).results
    if not results:
        return
    chat = Chat(job.platform, results, private=False)
    name = f"result of {job.about} in {chat.platform}:{chat.id}"
    if not await try_to_post(services, chat, await _result(services, chat, job.about), name):
        await _lose_results(services, job)


async def result_again(services: Services, seen: SharedMessage, match: str, language: str) -> Screen:
    """A result in a language of some who read it."""
    return await _result(services, seen.chat, match, language)


async def _result(services: Services, chat: Chat, code: str, language: str = "") -> Screen:
    match = await services.matches.load(MatchId(code))
    chosen = await services.preferences.display_of_chat(chat, read_in=language)
    phrasing = await services.screens.phrasing(match, chat.platform, chosen)
    summary = await result_summary(services.store.results, match)
    shown = presentation.result_page(services.screens.view(match, None), phrasing, summary)
    return services.screens.page(replace(shown, subject=f"result {code}"), chosen)


async def _lose_results(services: Services, job: Job) -> None:
    """Stop posting results of a place, and say so where the match was played."""
    for board in await services.store.boards.boards_of(MatchId(job.about)):
        chat = chat_of(board)
        if not board.private and concerns(job, chat):
            await try_to_post_text(services, chat, "result.lost", f"lost {job.about} in {chat.id}")
    await keep_results(services, job.platform, job.where, "")


# Moderation


def end_jobs(match: MatchId, at: int, chats: Iterable[Chat]) -> tuple[Job, ...]:
    """Jobs that tell these chats that an admin has ended a match."""
    return tuple(Job("stopped", f"{match} {chat.platform}:{chat.id}", at, chat.platform) for chat in chats)


async def tell_of_end(services: Services, job: Job) -> None:
    """Notify the players of a match that an admin has ended it."""
    chat, message, players = await _line(services, job, MatchId(job.about), "stop.told")
    people = [account for account in players if not is_account_of_team(account.id)]
    awaits = tuple(account for account in people if account.platform == job.platform)
    message = replace(message, awaits=awaits, pings=True)
    await try_to_post(services, chat, message, f"match {job.about} was ended in {job.lane}")


def report_jobs(remark: Remark, at: int, before: Iterable[Remark]) -> tuple[Job, ...]:
    """The job that notifies the admins of a chat of a reported remark, at most one a day.

    Args:
        remark: the reported one.
        at: now, in seconds since 1970.
        before: the remarks reported there before.
    """
    posted, day = remark.posted, at // DAY
    days = [one.reported // DAY for one in before if one.reported is not None]
    if posted is None or posted.private or day in days:
        return ()
    key = f"{remark.match}/{day} {posted.platform}:{posted.chat}"
    return (Job("reported", key, at, posted.platform),)


async def tell_of_report(services: Services, job: Job) -> None:
    match, _, day = job.about.partition("/")
    chat, message, _ = await _line(services, job, MatchId(match), "report.told")
    await try_to_post(services, chat, message, f"reports on day {day} in {job.where} on {job.platform}")


async def _line(
    services: Services, job: Job, match_id: MatchId, key: str
) -> tuple[Chat, Screen, Iterable[Account]]:
    """The chat of a job, a text of the catalogues about a match for it, and the accounts of the players."""
    chat, match = Chat(job.platform, job.where, private=False), await services.matches.load(match_id)
    chosen = await services.screens.preferences_of_chat(chat, match)
    phrasing = await services.screens.phrasing(match, job.platform, chosen)
    first, second = (phrasing.name(player) for player in match.players or (None, None))
    line = Screen(chosen.texts(key, match=match_id, first=first, second=second))
    return chat, services.screens.page(line, chosen), phrasing.accounts.values()
