"""The doctor's look at the application on Discord."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import pytest_asyncio

from bot.platforms.discord import check as door
from bot.platforms.discord.activity import Activity
from bot.platforms.discord.check import check
from bot.platforms.discord.settings import DiscordSettings
from bot.platforms.discord.spec import DISCORD
from bot.platforms.spec import Finding
from tests.loopback.discord.activities import SECRET
from tests.loopback.discord.server import DiscordServer

VIEW, SEND, ATTACH, CREATE_THREADS, SEND_IN_THREADS = 1 << 10, 1 << 11, 1 << 15, 1 << 35, 1 << 38
VERIFIED = 1 << 16
ADDRESS = "https://example.org/"


@pytest_asyncio.fixture
async def discord() -> AsyncIterator[DiscordServer]:
    async with DiscordServer() as server:
        yield server


async def amiss(discord: DiscordServer, **different: Any) -> list[tuple[str, str]]:
    """What is not as it should be with such an application."""
    discord.application.different = different
    found = await check(discord.token, discord.api_url)
    return [(finding.kind, finding.text) for finding in found if finding.kind != "ok"]


async def test_a_good_application_is_named_and_its_link_told(discord: DiscordServer) -> None:
    found = await check(discord.token, discord.api_url)
    assert {finding.kind for finding in found} == {"ok"}
    assert discord.world.bot.name.lower() in found[0].text
    link = next(word for word in found[-1].text.split() if word.startswith("https"))
    asked = parse_qs(urlsplit(link).query)
    assert asked["client_id"] == [str(discord.world.bot.id)]
    assert asked["scope"] == ["bot applications.commands"]
    assert int(asked["permissions"][0]) == VIEW | SEND | ATTACH | CREATE_THREADS | SEND_IN_THREADS


def wrong(found: list[Finding]) -> str:
    (finding,) = found
    assert finding.kind == "wrong"
    return finding.text


async def test_a_refused_token_is_wrong_and_not_repeated(discord: DiscordServer) -> None:
    text = wrong(await check("not-the-token", discord.api_url))
    assert "Discord refuses the token" in text
    assert "not-the-token" not in text


async def test_a_discord_that_is_away_is_wrong() -> None:
    with socket.socket() as nobody:  # bound, and deaf
        nobody.bind(("127.0.0.1", 0))
        text = wrong(await check("any-token", f"http://127.0.0.1:{nobody.getsockname()[1]}/api/v10"))
    assert "does not answer at DISCORD_API_URL" in text


async def test_what_is_not_discord_is_wrong(discord: DiscordServer) -> None:
    assert "404" in wrong(await check("any-token", discord.address))
    discord.application.different = {"id": "no number"}
    assert "is not Discord" in wrong(await check(discord.token, discord.api_url))


async def test_a_discord_that_is_silent_is_not_waited_for_long(
    discord: DiscordServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "ANSWER_WITHIN", 0.05)
    discord.faults.hold("GET", "/users/@me")
    assert "TimeoutError" in wrong(await check(discord.token, discord.api_url))


@pytest.mark.parametrize(
    ("via", "tells", "said"),
    [(True, False, "try again in 7 s"), (True, True, "try again in 77 s"), (False, False, "with status 429")],
)
async def test_a_discord_that_wants_us_to_wait_is_told_as_that(
    discord: DiscordServer, via: bool, tells: bool, said: str
) -> None:
    """Whether it says how long in JSON or in a header alone, or the wall before it answers with a page."""
    discord.faults.limit("GET", "/users/@me", 77.0 if tells else 7.0, via=via, tells=tells)
    assert said in wrong(await check(discord.token, discord.api_url))


LACKING: list[tuple[dict[str, Any], str, tuple[str, ...]]] = [
    ({"integration_types_config": {"1": {}}}, "note", ("cannot be installed by servers", "/installation")),
    ({"integration_types_config": {"0": {}}}, "note", ("cannot be installed by people", "/installation")),
    ({"bot_public": False, "approximate_guild_count": 75}, "note", ("only its owner can install it",)),
    (
        {"privacy_policy_url": None, "terms_of_service_url": None},
        "note",
        (
            "can be in 100 servers at most",
            "Terms of Service URL and a public Privacy Policy URL",
            "/information",
        ),
    ),
    ({"privacy_policy_url": ""}, "note", ("it needs a public Privacy Policy URL:",)),
    ({"approximate_guild_count": 75}, "note", ("it is in 75 servers", "apply now")),
    ({"interactions_endpoint_url": ADDRESS}, "wrong", ("Interactions Endpoint URL",)),
    ({"bot_require_code_grant": True}, "wrong", ("requires a code grant",)),
]
"""Discord lets nobody add a bot to more than a hundred servers before it is verified."""


async def test_what_an_application_lacks_is_told_with_the_way_to_mend_it(discord: DiscordServer) -> None:
    for different, kind, words in LACKING:
        ((found, text),) = await amiss(discord, **different)
        assert found == kind
        assert all(word in text for word in words), text
    assert await amiss(discord, approximate_guild_count=74) == []
    discord.world.bot.flags = VERIFIED
    assert await amiss(discord, approximate_guild_count=4000, privacy_policy_url=None) == []


@pytest.mark.parametrize("known", [ADDRESS, None])
async def test_an_address_for_interactions_that_is_set_is_right(
    discord: DiscordServer, known: str | None
) -> None:
    discord.application.different = {"interactions_endpoint_url": known}
    found = await check(discord.token, discord.api_url, ADDRESS)
    assert {finding.kind for finding in found} == {"ok"}
    assert any(f"presses to {ADDRESS}" in finding.text for finding in found)


async def activity_findings(discord: DiscordServer, secret: str = SECRET) -> list[Finding]:
    """What is found beyond an application without an Activity."""
    activity = Activity(str(discord.world.bot.id), discord.token, secret, discord.api_url)
    pages = "https://table.example.org/games/"
    found = await check(discord.token, discord.api_url, activity=activity, pages=pages)
    return found[len(await check(discord.token, discord.api_url)) :]


async def test_what_an_activity_needs_in_the_portal_is_told_as_far_as_it_can_be_seen(
    discord: DiscordServer,
) -> None:
    assert len(await activity_findings(discord)) == 3
    settings, redirect, mapping = (finding.text for finding in await activity_findings(discord))
    assert "Enable Activities" in settings
    assert "https://127.0.0.1" in redirect
    assert "/ to table.example.org/games:" in mapping
    discord.activities.enable()
    (last,) = await activity_findings(discord)
    assert (last.kind, last.text) == ("ok", mapping)
    discord.application.different = {"id": "5"}
    old, _ = await activity_findings(discord)
    assert (old.kind, "the id of its bot" in old.text) == ("wrong", True)


async def test_a_refused_client_secret_is_wrong_and_not_repeated(discord: DiscordServer) -> None:
    discord.activities.enable()
    refused, _ = await activity_findings(discord, "not-the-secret")
    assert refused.kind == "wrong"
    assert "DISCORD_CLIENT_SECRET" in refused.text
    assert "not-the-secret" not in refused.text
    discord.faults.fail("POST", "/oauth2/token", 503)
    unknown, _ = await activity_findings(discord)
    assert unknown.kind == "note"


async def test_a_client_secret_without_pages_at_an_https_address_is_noted(discord: DiscordServer) -> None:
    for pages, noted in ((None, True), ("http://127.0.0.1:8322/", True), (ADDRESS, False)):
        given = {
            "DISCORD_TOKEN": discord.token,
            "DISCORD_CLIENT_SECRET": SECRET,
            "DISCORD_API_URL": discord.api_url,
            "public_url": pages,
        }
        found = await DISCORD.check(DiscordSettings.model_validate(given))
        assert any("DISCORD_CLIENT_SECRET does nothing" in finding.text for finding in found) == noted
