"""Tells players that what they had planned was played."""

from __future__ import annotations

from bot import presentation
from bot.domain.plans import plies_of
from bot.handlers.jobs.posting import try_to_post
from bot.handlers.services import Services
from bot.interface import Screen
from games.match import Phase
from storage.jobs import Job


async def tell_of_plan(services: Services, job: Job) -> int | None:
    """Tell a player in private, not in their quiet hours; silently if the board notifies them anyway."""
    now = services.clock()
    if (until := await services.preferences.quiet_until(job.player, now)) > now:
        return until
    found = (await services.router.reach(job.player, job.match)).private_chat("")
    if found is None:
        return None
    account, chat = found
    match = await services.matches.load(job.match)
    plies = plies_of(job, await services.store.matches.load(job.match))
    chosen = await services.screens.preferences_of_reader(job.player, account.platform)
    view = services.screens.view(match, job.player)
    phrasing = await services.screens.phrasing(match, chat.platform, chosen)
    line = presentation.plan_played(plies, view, phrasing)
    waits = match.phase is Phase.RUNNING and view.viewer not in match.awaited
    await try_to_post(services, chat, Screen(line, awaits=(account,), pings=waits), f"{job.kind} {job.key}")
    return None
