"""Checks how the application is set up on Discord."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator

import discord

from bot.platforms.discord.activity import Activity
from bot.platforms.discord.client import LONGEST_LIMIT, redirect, trace, without_voice
from bot.platforms.discord.errors import DROPPED
from bot.platforms.discord.guilds import PERMISSIONS
from bot.platforms.spec import Finding

ANSWER_WITHIN = 15.0  # seconds
PORTAL = "https://discord.com/developers/applications"
MAY_APPLY, MOST_UNVERIFIED = 75, 100
"""Servers from which a bot can apply for verification, and the limit for a bot without it."""
SCOPES = ("bot", "applications.commands")

log = logging.getLogger(__name__)


async def check(
    token: str,
    api_url: str | None,
    url: str | None = None,
    *,
    activity: Activity | None = None,
    pages: str = "",
) -> list[Finding]:
    """Check the token, whose it is, and who can install the application.

    Args:
        token: of the bot.
        api_url: is asked instead of Discord.
        url: where Discord brings interactions; None: they come over the gateway.
        activity: shows the pages of matches; None: there is none.
        pages: their public URL.
    """
    if api_url:
        redirect(api_url)
    without_voice()
    intents = discord.Intents(guilds=True)
    client = discord.Client(intents=intents, http_trace=trace(), max_ratelimit_timeout=LONGEST_LIMIT)
    try:
        async with asyncio.timeout(ANSWER_WITHIN):
            await client.login(token)
    except discord.LoginFailure:
        text = f"Discord refuses the token (DISCORD_TOKEN): copy it from {PORTAL}, page Bot, Reset Token"
        return [Finding("wrong", text)]
    except Exception as fault:
        log.debug("Discord could not be asked", exc_info=True)
        return [Finding("wrong", _no_answer(fault, "at DISCORD_API_URL" if api_url else "from here"))]
    finally:
        await client.close()
    found = _findings(client, url)
    if activity is not None and client.application is not None:
        found += [finding async for finding in _activity(client.application, activity, pages)]
    return found


def _no_answer(fault: Exception, where: str) -> str:
    """Why Discord could not be asked; without details, which may contain the token."""
    if isinstance(fault, discord.HTTPException):
        return f"what answers {where} refuses to serve, with status {fault.status}; try later"
    if isinstance(fault, discord.RateLimited):
        return f"what answers {where} wants us to wait; try again in {fault.retry_after:.0f} s"
    if isinstance(fault, DROPPED):
        return f"Discord does not answer {where} ({type(fault).__name__}); is the network up?"
    return f"what answers {where} is not Discord ({type(fault).__name__}); is a proxy in between?"


def _findings(client: discord.Client, url: str | None) -> list[Finding]:
    user, application = client.user, client.application
    if user is None or application is None:
        return [Finding("wrong", "Discord does not say whose token this is (DISCORD_TOKEN)")]
    link = discord.utils.oauth_url(application.id, permissions=PERMISSIONS, scopes=SCOPES)
    return [
        Finding("ok", f"Discord knows the token: it is that of {user}"),
        *_installable(application),
        *_reachable(application, url),
        *_ready_to_grow(application, verified=user.public_flags.verified_bot),
        Finding("ok", f"install it with {link}"),
    ]


async def _activity(application: discord.AppInfo, activity: Activity, pages: str) -> AsyncIterator[Finding]:
    """What the Activity needs in the portal. Discord tells nobody the URL mappings."""
    portal = f"{PORTAL}/{application.id}"
    try:
        if not await activity.is_known():
            text = "Discord refuses the client secret (DISCORD_CLIENT_SECRET)"
            yield Finding("wrong", f"{text}: copy it from {portal}/oauth2, Reset Secret")
    except DROPPED as fault:
        yield Finding("note", f"Discord does not say if the client secret is right ({type(fault).__name__})")
    if str(application.id) != activity.application:  # as in applications made before 2017
        yield Finding("wrong", "the Activity needs an application with the id of its bot: make a new one")
    if not application.flags.embedded:
        text = "the Activity cannot be opened: tick Enable Activities"
        yield Finding("note", f"{text} at {portal}/embedded/settings")
    if not application.redirect_uris:
        text = "the Activity learns from nobody who they are without a redirect: add https://127.0.0.1"
        yield Finding("note", f"{text} at {portal}/oauth2; it is never visited")
    target = pages.partition("://")[2].rstrip("/")
    yield Finding("ok", f"the Activity needs the URL mapping / to {target}: {portal}/embedded/url-mappings")


def _installable(application: discord.AppInfo) -> Iterator[Finding]:
    page = f"{PORTAL}/{application.id}/installation"
    by = {
        "servers (Guild Install)": application.guild_integration_config,
        "people, for use everywhere (User Install)": application.user_integration_config,
    }
    for whom, config in by.items():
        if config is None:
            yield Finding("note", f"it cannot be installed by {whom}; tick that at {page}")
        else:
            yield Finding("ok", f"it can be installed by {whom}")
    if not application.bot_public:
        yield Finding("note", "only its owner can install it: it is no Public Bot (page Bot)")


def _reachable(application: discord.AppInfo, url: str | None) -> Iterator[Finding]:
    known = application.interactions_endpoint_url
    if url is not None and known == url:
        yield Finding("ok", f"Discord brings presses to {url} (DISCORD_INTERACTIONS_URL)")
    elif url is not None:
        yield Finding(
            "ok", f"from the next start, Discord brings presses to {url} (DISCORD_INTERACTIONS_URL)"
        )
    elif known:
        text = "no press arrives here, because the application has an Interactions Endpoint URL: clear it"
        yield Finding("wrong", f"{text} (page General Information), or set DISCORD_INTERACTIONS_URL")
    if application.bot_require_code_grant:
        text = "nobody can install it by a link, because it requires a code grant: turn that off (page Bot)"
        yield Finding("wrong", text)


def _ready_to_grow(application: discord.AppInfo, *, verified: bool) -> Iterator[Finding]:
    """What Discord requires of a bot in many servers: public links and verification."""
    if verified or not application.bot_public:
        return
    links = {
        "Terms of Service URL": application.terms_of_service_url,
        "Privacy Policy URL": application.privacy_policy_url,
    }
    lacking = [name for name, link in links.items() if not link]
    servers = application.approximate_guild_count
    most = f"a bot that is not verified can be in {MOST_UNVERIFIED} servers at most"
    if lacking:
        needed, where = " and a public ".join(lacking), f"{PORTAL}/{application.id}/information"
        yield Finding("note", f"{most}, and to be verified it needs a public {needed}: {where}")
    if servers >= MAY_APPLY:
        yield Finding("note", f"it is in {servers} servers; {most}: apply now (page App Verification)")
    elif not lacking:
        text = f"its links of terms and privacy are set; from {MAY_APPLY} servers on, have it verified"
        yield Finding("ok", text)
