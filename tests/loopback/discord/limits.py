"""What the service refuses in messages beyond what its description says."""

from __future__ import annotations

from dataclasses import dataclass

from tests.loopback.discord.components import inspect, walk
from tests.loopback.discord.payloads import FILE_LIMIT
from tests.loopback.discord.refusals import Body, Form, Path, Refusal
from tests.loopback.discord.world import (
    COMPONENTS_V2,
    EPHEMERAL,
    SUPPRESS_EMBEDS,
    SUPPRESS_NOTIFICATIONS,
    Message,
)

ANSWER = EPHEMERAL | SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2
"""Flags that an answer to an interaction may have."""
REQUEST_LIMIT = 25 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a request: `files[number]`."""

    number: int
    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Draft:
    """A message to be: the body, its files, and the message that it changes."""

    body: Body
    files: tuple[Upload, ...]
    old: Message | None = None
    flags: int = SUPPRESS_EMBEDS | COMPONENTS_V2
    """Those that may be set in this place."""
    at: Path = ()
    """Where the body lies in that of the request."""

    @property
    def v2(self) -> bool:
        """Whether it is made of components only, now or before."""
        flags = (self.body.get("flags") or 0) | (self.old.flags if self.old else 0)
        return bool(flags & COMPONENTS_V2)

    @property
    def kept(self) -> list[int]:
        """Ids of the old attachments that stay."""
        if self.old is None:
            return []
        listed = self.body.get("attachments")
        present = [file.id for file in self.old.attachments]
        if listed is None:
            return present if "attachments" not in self.body else []
        return [int(entry["id"]) for entry in listed if int(entry["id"]) in present]

    @property
    def names(self) -> frozenset[str]:
        """Of all files that the message will have."""
        old = self.old.attachments if self.old else []
        kept = set(self.kept)
        return frozenset({file.name for file in old if file.id in kept} | set(self.uploads().values()))

    def uploads(self) -> dict[int, str]:
        """The number of each new file with its name."""
        named = {
            int(entry["id"]): entry["filename"]
            for entry in self.body.get("attachments") or []
            if entry.get("filename")
        }
        return {file.number: named.get(file.number, file.name) for file in self.files}


def check(draft: Draft) -> None:
    """What can be wrong with a message that is as described (`Refusal` 50035, 40005 or 50006)."""
    if any(len(file.data) > FILE_LIMIT for file in draft.files):
        raise Refusal(40005)
    form = Form(draft.at)
    if len(draft.body.get("content") or "") > 2000:
        form.add(("content",), "BASE_TYPE_MAX_LENGTH", "Must be 2000 or fewer in length.")
    if len(str(draft.body.get("nonce") or "")) > 25:
        form.add(("nonce",), "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    _flags(form, draft)
    _attachments(form, draft)
    _mentions(form, draft.body)
    _parts(form, draft)
    form.close()
    if _is_empty(draft):
        raise Refusal(50006)


def _flags(form: Form, draft: Draft) -> None:
    flags = draft.body.get("flags")
    if flags is None:
        return
    if flags & ~draft.flags:
        form.add(("flags",), "MESSAGE_FLAGS_INVALID", "These flags cannot be set here")
    elif draft.old and draft.old.flags & COMPONENTS_V2 and not flags & COMPONENTS_V2:
        form.add(("flags",), "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", "IS_COMPONENTS_V2 cannot be removed")


def _attachments(form: Form, draft: Draft) -> None:
    there = {file.number for file in draft.files} | set(_ids(draft.old))
    for at, entry in enumerate(draft.body.get("attachments") or []):
        if int(entry["id"]) not in there:
            form.add(("attachments", at, "id"), "MESSAGE_ATTACHMENT_NOT_FOUND", "There is no such file")
        if len(entry.get("description") or "") > 1024:
            form.add(("attachments", at), "BASE_TYPE_MAX_LENGTH", "Must be 1024 or fewer in length.")


def _mentions(form: Form, body: Body) -> None:
    allowed = body.get("allowed_mentions") or {}
    for kind in allowed.get("parse") or []:
        if allowed.get(kind):
            form.add(
                ("allowed_mentions",),
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.',
            )


def _parts(form: Form, draft: Draft) -> None:
    """Components and what they go with; old ones that stay must still have their files."""
    body, old = draft.body, draft.old
    changed = body.get("components")
    components = old.components if old and "components" not in body else changed or []
    if len(draft.kept) + len(draft.files) > 10:
        form.add(("attachments",), "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    inspect(form, components, draft.names, v2=draft.v2)
    if not draft.v2:
        return
    staying = old if old and not old.flags & COMPONENTS_V2 else None
    for name in ("content", "embeds"):
        if body.get(name) or (staying and name not in body and getattr(staying, name)):
            form.add(
                (name,),
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )


def _is_empty(draft: Draft) -> bool:
    body, old = draft.body, draft.old
    fields = ("components",) if draft.v2 else ("content", "embeds", "components")
    left = [body.get(name) if old is None or name in body else getattr(old, name) for name in fields]
    return not any(left) and (draft.v2 or not draft.names)


def texts(components: list[Body]) -> list[str]:
    """All that text displays say, in order."""
    return [part["content"] for part in walk(components) if part.get("type") == 10]


def _ids(message: Message | None) -> list[int]:
    return [file.id for file in message.attachments] if message else []
