"""Answers to interactions by their tokens: the first one in time, later ones while the token lives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from aiohttp import web

from tests.loopback.discord import payloads
from tests.loopback.discord.limits import Upload
from tests.loopback.discord.posting import Post
from tests.loopback.discord.refusals import Body, Form, Refusal
from tests.loopback.discord.rest import BASE, NOTE, Door, answer
from tests.loopback.discord.world import (
    COMPONENTS_V2,
    EPHEMERAL,
    FIRST_ANSWER_S,
    LOADING,
    TOKEN_LIFE_S,
    Interaction,
    Message,
)

AUTOCOMPLETE, SUBMIT = 4, 5
SAY, DEFER, DEFER_UPDATE, UPDATE, CHOICES, FORM, LAUNCH = 4, 5, 6, 7, 8, 9, 12
GUEST_FOLLOWUPS = 5


@dataclass(slots=True)
class Answers:
    """The handlers of these routes."""

    door: Door
    post: Post
    cdn: str = ""

    def routes(self) -> list[web.RouteDef]:
        """For `aiohttp.web`."""
        hook = f"{BASE}/webhooks/{{webhook_id}}/{{webhook_token}}"
        return [
            web.post(f"{BASE}/interactions/{{interaction_id}}/{{interaction_token}}/callback", self.first),
            web.post(hook, self.followup),
            web.get(hook + "/messages/{message_id}", self.read),
            web.patch(hook + "/messages/{message_id}", self.edit),
            web.delete(hook + "/messages/{message_id}", self.delete),
        ]

    async def first(self, request: web.Request) -> web.Response:
        """The first answer: within three seconds, and once."""
        info, world = request.match_info, self.post.world
        interaction = world.interactions.get(int(info["interaction_id"]))
        if interaction is None or interaction.token != info["interaction_token"]:
            raise Refusal(10062)
        request[NOTE].interaction = interaction.id
        body, files = await self.door.read(request)
        if interaction.answer is not None:
            raise Refusal(40060)
        if world.clock.now() - interaction.created > FIRST_ANSWER_S:
            raise Refusal(10062)
        self._do_first(interaction, body, files)
        if interaction.original:
            request[NOTE].message = interaction.original.id
        interaction.answer = body["type"]
        interaction.signal.give()
        world.signal.give()
        if request.query.get("with_response") in ("1", "true"):
            return answer(self._told(interaction))
        return web.Response(status=204)

    def _do_first(self, interaction: Interaction, body: Body, files: tuple[Upload, ...]) -> None:
        form = Form()
        form.choice(("type",), body.get("type"), _possible(interaction))
        form.close()
        acts: dict[int, Callable[[Interaction, Body, tuple[Upload, ...]], None]] = {
            SAY: self._say,
            DEFER: self._defer,
            DEFER_UPDATE: self._keep,
            UPDATE: self._update,
            CHOICES: self._choices,
            FORM: self._form,
            LAUNCH: self._launch,
        }
        data = body.get("data")
        acts[body["type"]](interaction, {} if data is None else data, files)

    def _say(self, interaction: Interaction, data: Body, files: tuple[Upload, ...]) -> None:
        interaction.original = self.post.answer(interaction, data, files, at=("data",))
        interaction.replies.append(interaction.original)

    def _defer(self, interaction: Interaction, data: Body, files: tuple[Upload, ...]) -> None:
        form = Form()
        if (data.get("flags") or 0) & ~EPHEMERAL:
            form.add(("data", "flags"), "MESSAGE_FLAGS_INVALID", "Only EPHEMERAL may be set when deferring")
        form.close()
        interaction.original = self.post.loading(interaction, bool(data.get("flags")))
        interaction.replies.append(interaction.original)

    def _keep(self, interaction: Interaction, data: Body, files: tuple[Upload, ...]) -> None:
        interaction.original = interaction.message

    def _update(self, interaction: Interaction, data: Body, files: tuple[Upload, ...]) -> None:
        message = interaction.message
        if message is None or message.id not in self.post.world.messages:
            raise Refusal(10008)
        interaction.original = self.post.edit(message, data, files, by_token=True, at=("data",))

    def _form(self, interaction: Interaction, data: Body, files: tuple[Upload, ...]) -> None:
        interaction.form = data

    def _launch(self, interaction: Interaction, data: Body, files: tuple[Upload, ...]) -> None:
        if not self.post.world.embedded:
            raise Refusal(20012)
        interaction.instance = self.post.world.join(interaction.channel, interaction.user).id

    def _choices(self, interaction: Interaction, data: Body, files: tuple[Upload, ...]) -> None:
        form = Form()
        for at, choice in enumerate(data["choices"]):
            if len(choice["value"]) > 100:
                form.add(("data", "choices", at), "BASE_TYPE_BAD_LENGTH", "Must be 100 or fewer in length.")
        form.close()
        interaction.choices = data["choices"]

    def _told(self, interaction: Interaction) -> Body:
        original = interaction.original
        about: Body = {"id": str(interaction.id), "type": interaction.kind}
        if interaction.instance is not None:
            opened = {"type": LAUNCH, "activity_instance": {"id": interaction.instance}}
            return {
                "interaction": about | {"activity_instance_id": interaction.instance},
                "resource": opened,
            }
        if original is None:
            return {"interaction": about}
        about |= {
            "response_message_id": str(original.id),
            "response_message_loading": bool(original.flags & LOADING),
            "response_message_ephemeral": original.reader is not None,
        }
        if interaction.answer == DEFER_UPDATE:
            return {"interaction": about}
        shown = payloads.message(original, self.cdn, self.post.world)
        return {"interaction": about, "resource": {"type": interaction.answer, "message": shown}}

    def _live(self, request: web.Request) -> Interaction:
        """The interaction of a token (`Refusal` 10015, 50027)."""
        world = self.post.world
        if request.match_info["webhook_id"] != str(world.bot.id):
            raise Refusal(10015)
        interaction = world.by_token.get(request.match_info["webhook_token"])
        if interaction is None or world.clock.now() - interaction.created > TOKEN_LIFE_S:
            raise Refusal(50027)
        request[NOTE].interaction = interaction.id
        if interaction.answer is None:
            raise Refusal(10015)
        return interaction

    async def followup(self, request: web.Request) -> web.Response:
        """A later message; the first one after a deferral takes the place of the dots."""
        interaction = self._live(request)
        body, files = await self.door.read(request)
        original = interaction.original
        waiting = original is not None and original.id in self.post.world.messages
        if interaction.answer == DEFER and original and waiting and original.flags & LOADING:
            body["flags"] = (body.get("flags") or 0) & COMPONENTS_V2
            message = self.post.edit(original, body, files, by_token=True)
        else:
            if interaction.guest and interaction.followups >= GUEST_FOLLOWUPS:
                raise Refusal(40094)
            interaction.followups += 1
            message = self.post.answer(interaction, body, files)
            interaction.replies.append(message)
        return self._shown(request, interaction, message)

    def _target(self, request: web.Request, interaction: Interaction) -> Message:
        wanted = request.match_info["message_id"]
        message = interaction.original
        if wanted != "@original":
            own = [interaction.original, interaction.message, *interaction.replies]
            message = next((one for one in own if one and str(one.id) == wanted), None)
        if message is None or message.id not in self.post.world.messages:
            raise Refusal(10008)
        request[NOTE].message = message.id
        return message

    def _shown(self, request: web.Request, interaction: Interaction, message: Message) -> web.Response:
        request[NOTE].message = message.id
        interaction.signal.give()
        return answer(payloads.message(message, self.cdn, self.post.world))

    async def read(self, request: web.Request) -> web.Response:
        """One of its messages as it stands."""
        interaction = self._live(request)
        return self._shown(request, interaction, self._target(request, interaction))

    async def edit(self, request: web.Request) -> web.Response:
        """Change one of its messages."""
        interaction = self._live(request)
        message = self._target(request, interaction)
        body, files = await self.door.read(request)
        return self._shown(request, interaction, self.post.edit(message, body, files, by_token=True))

    async def delete(self, request: web.Request) -> web.Response:
        """Take one of its messages away."""
        self.post.world.remove(self._target(request, self._live(request)))
        return web.Response(status=204)


def _possible(interaction: Interaction) -> tuple[int, ...]:
    """The types of first answers that this interaction can have."""
    if interaction.kind == AUTOCOMPLETE:
        return (CHOICES,)
    pressed = (DEFER_UPDATE, UPDATE) if interaction.message else ()
    return (SAY, DEFER, LAUNCH, *pressed, *(() if interaction.kind == SUBMIT else (FORM,)))
