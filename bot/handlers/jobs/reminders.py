"""Tells players who read only what has changed that little of their time is left: they see no time run out.

They are told in private in place of the reminders that they have not chosen, and without a sound.
"""

from __future__ import annotations

from bot import presentation
from bot.domain.deadlines import in_minutes, time_up
from bot.domain.time_zones import quiet_until
from bot.handlers.jobs.posting import try_to_post
from bot.handlers.services import Services
from storage.jobs import Job
from storage.people import Preferences


def in_place_of(reminder: Job, chosen: Preferences, now: int) -> tuple[Job, ...]:
    """The job of `tell_of_short_time`, due at once; none in quiet hours, or if no reminders are wanted."""
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
