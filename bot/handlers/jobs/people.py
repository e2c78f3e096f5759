"""What people are told in private: that a chat refuses a board, and what became of their accounts."""

from __future__ import annotations

from bot import presentation
from bot.delivery.fallbacks import loss_of
from bot.handlers.jobs.posting import try_to_post
from bot.handlers.services import Services
from bot.interface import Account, Screen
from bot.presentation import Phrasing
from games.events import PlayerId
from storage.jobs import Job


async def tell_of_loss(services: Services, job: Job) -> None:
    """Tell a player why a match continues elsewhere, if a chat of theirs accepts messages."""
    code, key, platform = loss_of(job)
    found = (await services.router.reach(job.player)).private_chat(platform)
    if found is None:
        return
    account, chat = found
    match = await services.matches.load(code)
    chosen = await services.screens.preferences_of_reader(job.player, account.platform)
    line = Phrasing.of(chosen, {}).about(key, services.screens.view(match, job.player))
    await try_to_post(services, chat, Screen(line), f"{job.kind} {job.key}")


def linked_job(account: Account, other: Account, player: PlayerId, at: int) -> Job:
    """The job that tells an account that another one was linked to it."""
    return Job("linked", f"{other.platform}/{at} {_lane(account)}", at, account.platform, player)


def unlinked_job(account: Account, at: int) -> Job:
    """The job that tells an account that it was unlinked; its player is set when the change is stored."""
    return Job("unlinked", f"{at} {_lane(account)}", at, account.platform)


async def tell_of_accounts(services: Services, job: Job) -> None:
    """Tell an account which other one it is linked with, or that it is on its own, if that still holds."""
    is_linked = job.kind == "linked"
    platform = job.about.partition("/")[0] if is_linked else job.platform
    accounts = (await services.router.reach(job.player)).accounts
    account = next((one for one in accounts if _lane(one) == job.lane), None)
    other = next((one for one in accounts if one.platform == platform), None)
    chat = account and services.router.private_chat_of(account)
    if other and chat:
        texts = (await services.screens.preferences_of_reader(job.player, chat.platform)).texts
        page = presentation.linked(other, texts) if is_linked else presentation.unlinked(other, texts)
        await try_to_post(services, chat, page, f"{job.kind} {job.key}")


def _lane(account: Account) -> str:
    return f"{account.platform}:{account.id}"
