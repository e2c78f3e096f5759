"""Tells players who play by ear, silently, that little of their time is left."""

from __future__ import annotations

from bot import presentation
from bot.domain.deadlines import in_minutes, time_up
from bot.domain.time_zones import quiet_until
from bot.handlers.jobs.posting import try_to_post
from bot.handlers.services import Services
from storage.jobs import Job
from storage.people import Preferences


def silent(reminder: Job, chosen: Preferences, now: int) -> tuple[Job, ...]:
    """The job in place of a reminder that a player has not chosen, for those who read changes.

    They do not see their time run out. There is none in quiet hours, or if they want no reminders at all.
    """
    if chosen.text != "changes" or chosen.reminders == "off" or quiet_until(chosen, now) > now:
        return ()
    about = f"{reminder.about} {chosen.player}"
    return (Job("short", about, reminder.due, player=chosen.player, since=reminder.since),)


async def tell_of_short_time(services: Services, job: Job) -> None:
    """Tell a player in private how much of their time is left, if they still have to move."""
    now = services.clock()
    loaded = await services.matches.read(job.match)
    match, due = loaded.match, time_up(loaded.match, job.player, loaded.deadlines)
    seat = match.seat_of(job.player)
    if seat is None or due is None or due <= now or match.asked_at[seat] != job.since:
        return
    found = (await services.router.reach(job.player, job.match)).private_chat("")
    if found is None:
        return
    account, chat = found
    chosen = await services.screens.preferences_of_reader(job.player, account.platform)
    phrasing = await services.screens.phrasing(match, chat.platform, chosen)
    view = services.screens.view(match, job.player)
    page = presentation.short_time(view, seat, in_minutes(due - now), due, phrasing)
    await try_to_post(services, chat, page, f"{job.kind} {job.key} since {job.since}")
