"""Bodies held against the published description of the API, where a copy of it lies beside the project."""

from __future__ import annotations

import copy
import functools
from typing import Any

import jsonschema_rs

from tests.loopback.core.published import published
from tests.loopback.discord.refusals import Body

NAME = "discord-openapi.json"
PRESENT = published(NAME) is not None

CALLBACKS = {
    4: "CreateMessageInteractionCallbackRequest",
    5: "CreateMessageInteractionCallbackRequest",
    6: "UpdateMessageInteractionCallbackRequest",
    7: "UpdateMessageInteractionCallbackRequest",
    8: "ApplicationCommandAutocompleteCallbackRequest",
    9: "ModalInteractionCallbackRequest",
}
BODIES = {
    ("POST", "/channels/{channel_id}/messages"): "MessageCreateRequest",
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"): "MessageEditRequestPartial",
    ("POST", "/webhooks/{webhook_id}/{webhook_token}"): "IncomingWebhookRequestPartial",
    ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"): (
        "IncomingWebhookUpdateRequestPartial"
    ),
    ("POST", "/channels/{channel_id}/messages/{message_id}/threads"): "CreateTextThreadWithMessageRequest",
    ("POST", "/users/@me/channels"): "CreatePrivateChannelRequest",
}
COMMAND = "ApplicationCommandUpdateRequest"


def complaints(method: str, route: str, body: Any) -> list[str]:
    """What the description says against this body; nothing where there is no copy, or no such route."""
    if not PRESENT or body is None:
        return []
    if route.endswith("/commands") and isinstance(body, list):
        return [wrong for command in body for wrong in _against(COMMAND, command)]
    name = BODIES.get((method, route))
    if route.endswith("/callback"):
        name = CALLBACKS.get(body.get("type"))
    return _against(name, body) if name else []


def _against(name: str, body: Body) -> list[str]:
    validator = _validator(name)
    if validator.is_valid(body):
        return []
    errors = validator.iter_errors(body)
    return [f"{name} at {list(error.instance_path)}: {error.message:.300}" for error in errors]


@functools.cache
def _validator(name: str) -> Any:
    schema = {"$ref": f"#/components/schemas/{name}", "components": _description()["components"]}
    return jsonschema_rs.Draft202012Validator(schema)


@functools.cache
def _description() -> Body:
    """The description; ids may be numbers, which the real service takes as well as texts."""
    description = copy.deepcopy(published(NAME))
    assert description
    snowflake = description["components"]["schemas"]["SnowflakeType"]
    snowflake["type"] = ["string", "integer"]
    return description
