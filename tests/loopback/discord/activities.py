"""Activities: who is in an instance, and the tokens of people for the codes that the client gives out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from aiohttp import web

from tests.loopback.discord.rest import BASE, Door, answer
from tests.loopback.discord.world import World

SECRET = "the-client-secret-of-the-loopback"  # noqa: S105 - it opens nothing but this server
FORM = "application/x-www-form-urlencoded"
ENTRY_POINT, BY_DISCORD = 4, 2


@dataclass
class Activities:
    """The handlers of these routes."""

    door: Door
    world: World
    secret: str = SECRET

    def routes(self) -> list[web.RouteDef]:
        """For `aiohttp.web`."""
        instance = "/applications/{application_id}/activity-instances/{instance_id}"
        return [web.post(f"{BASE}/oauth2/token", self.token), web.get(f"{BASE}{instance}", self.instance)]

    def enable(self) -> None:
        """The host turns Activities on in the portal, which makes an entry point."""
        self.world.embedded = True
        entry: dict[str, Any] = {
            "id": str(self.world.snowflake()),
            "application_id": str(self.world.bot.id),
            "version": str(self.world.snowflake()),
            "type": ENTRY_POINT,
            "name": "Launch",
            "description": "",
            "handler": BY_DISCORD,
            "contexts": [0, 1, 2],
            "integration_types": [0, 1],
        }
        self.world.commands.append(entry)

    def reset_secret(self) -> None:
        """The host draws a new secret in the portal."""
        self.secret = f"{SECRET}-anew"

    async def token(self, request: web.Request) -> web.Response:
        """Exchange a code, which is good once, or say that the client is known; only as a form."""
        if request.content_type != FORM:
            return answer({"error": "invalid_request"}, 400)
        form = await request.post()
        if (form.get("client_id"), form.get("client_secret")) != (str(self.world.bot.id), self.secret):
            return answer({"error": "invalid_client"}, 401)
        known: dict[str, Any] = {"token_type": "Bearer", "expires_in": 604800, "scope": "identify"}
        if form.get("grant_type") == "client_credentials" and form.get("scope"):
            return answer(known | {"access_token": "of-the-owner"})
        if form.get("grant_type") != "authorization_code":
            return answer({"error": "unsupported_grant_type"}, 400)
        person = self.world.codes.pop(str(form.get("code")), None)
        if person is None:
            return answer({"error": "invalid_grant", "error_description": 'Invalid "code" in request.'}, 400)
        bearer = f"bearer-{self.world.snowflake():x}"
        self.world.bearers[bearer] = person
        return answer(known | {"access_token": bearer, "refresh_token": f"again-{bearer}"})

    async def instance(self, request: web.Request) -> web.Response:
        """An instance as long as somebody is in it."""
        found = self.world.instances.get(request.match_info["instance_id"])
        ours = request.match_info["application_id"] == str(self.world.bot.id)
        if found is None or not found.users or not ours:
            raise web.HTTPNotFound
        guild = found.channel.guild
        location = {
            "id": found.id.split("-", 2)[2],
            "kind": "gc" if guild else "pc",
            "channel_id": str(found.channel.id),
            **({"guild_id": str(guild.id)} if guild else {}),
        }
        return answer(
            {
                "application_id": str(self.world.bot.id),
                "instance_id": found.id,
                "launch_id": str(found.launch),
                "location": location,
                "users": [str(user) for user in found.users],
            }
        )
