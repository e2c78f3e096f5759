"""Bodies held against the published description of the API.

`description.json` is the part of it that the bot uses: the schemas of these bodies and what they refer to.
It is from https://github.com/discord/discord-api-spec, which Discord publishes under the MIT License.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

import jsonschema_rs

from tests.loopback.discord.refusals import Body, Form
from tests.loopback.discord.refusals import Path as Place

CALLBACKS = {
    4: "CreateMessageInteractionCallbackRequest",
    5: "CreateMessageInteractionCallbackRequest",
    6: "UpdateMessageInteractionCallbackRequest",
    7: "UpdateMessageInteractionCallbackRequest",
    9: "ModalInteractionCallbackRequest",
    8: "ApplicationCommandAutocompleteCallbackRequest",
    12: "LaunchActivityInteractionCallbackRequest",
}
MESSAGE = "MessageCreateRequest"
BODIES = {
    ("POST", "/channels/{channel_id}/messages"): MESSAGE,
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"): "MessageEditRequestPartial",
    ("POST", "/webhooks/{webhook_id}/{webhook_token}"): "IncomingWebhookRequestPartial",
    ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"): (
        "IncomingWebhookUpdateRequestPartial"
    ),
    ("POST", "/channels/{channel_id}/messages/{message_id}/threads"): "CreateTextThreadWithMessageRequest",
    ("POST", "/users/@me/channels"): "CreatePrivateChannelRequest",
}
COMMAND = "ApplicationCommandUpdateRequest"


def check(method: str, route: str, body: Any) -> None:
    """Refuse what the description does not allow (`Refusal` 50035); nothing is known of other routes."""
    form = Form()
    if route.endswith("/commands"):
        for at, command in enumerate(body if isinstance(body, list) else [body]):
            check_as(COMMAND, command, form, (at,))
    elif route.endswith("/callback"):
        if name := CALLBACKS.get(body.get("type")):
            check_as(name, body, form)
    elif name := BODIES.get((method, route)):
        check_as(name, body, form)
    form.close()


def check_as(name: str, body: Any, form: Form, at: Place = ()) -> None:
    """Note what a schema of the description does not allow."""
    for error in _validator(name).iter_errors(body):
        form.add((*at, *error.instance_path), "AS_DESCRIBED", f"{name}: {error.message:.300}")


@functools.cache
def _validator(name: str) -> Any:
    schema = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": _schemas()}}
    return jsonschema_rs.Draft202012Validator(schema)


@functools.cache
def _schemas() -> Body:
    """The schemas; ids may be numbers, which the real service takes as well as texts.

    The real service passes over unknown fields in silence, so a misspelt one would never be found: here they
    are refused.
    """
    schemas: Body = json.loads((Path(__file__).parent / "description.json").read_text())["components"][
        "schemas"
    ]
    schemas["SnowflakeType"]["type"] = ["string", "integer"]
    schemas[COMMAND]["properties"]["nsfw"] = {"type": ["boolean", "null"]}  # only Discord's reference has it
    for name, schema in schemas.items():
        if name.endswith("Partial"):
            schema["properties"].setdefault(
                "tts", {"type": "boolean"}
            )  # the library names it with every edit
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)
    return schemas
