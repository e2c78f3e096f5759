"""What the service refuses in messages: lengths, flags, files, fields, and texts that nobody would see."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tests.loopback.discord.components import Inspection, walk
from tests.loopback.discord.payloads import FILE_LIMIT
from tests.loopback.discord.refusals import Body, Form, Path, Refusal
from tests.loopback.discord.world import (
    COMPONENTS_V2,
    EPHEMERAL,
    SUPPRESS_EMBEDS,
    SUPPRESS_NOTIFICATIONS,
    Message,
)

MESSAGE = frozenset({"content", "tts", "embeds", "allowed_mentions", "components", "attachments", "flags"})
CREATE = MESSAGE | {"nonce", "enforce_nonce", "message_reference"}
ATTACHMENT = frozenset({"id", "filename", "description"})
KEPT_ATTACHMENT = ATTACHMENT | {"proxy_url", "url", "size", "spoiler", "height", "width", "content_type"}
MENTIONS = frozenset({"parse", "users", "roles", "replied_user"})
EMBED = {"title": 256, "description": 4096}
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
    fields: frozenset[str] = MESSAGE
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
    """Everything that can be wrong with a message (`Refusal` 50035, 40005 or 50006)."""
    if any(len(file.data) > FILE_LIMIT for file in draft.files):
        raise Refusal(40005)
    form = Form(draft.at)
    if form.fields((), draft.body, draft.fields):
        _texts(form, draft.body)
        _flags(form, draft)
        _attachments(form, draft)
        form.close()
        _mentions(form, draft.body)
        _embeds(form, draft.body)
        _parts(form, draft)
    form.close()
    if _is_empty(draft):
        raise Refusal(50006)


def _texts(form: Form, body: Body) -> None:
    form.text(("content",), body.get("content"), 0, 2000)
    if body.get("nonce") is not None:
        form.text(("nonce",), str(body["nonce"]), 0, 25)


def _flags(form: Form, draft: Draft) -> None:
    flags = draft.body.get("flags")
    if flags is None:
        return
    if not isinstance(flags, int):
        form.add(("flags",), "NUMBER_TYPE_COERCE", "Value is not an integer")
    elif flags & ~draft.flags:
        form.add(("flags",), "MESSAGE_FLAGS_INVALID", "These flags cannot be set here")
    elif draft.old and draft.old.flags & COMPONENTS_V2 and not flags & COMPONENTS_V2:
        form.add(
            ("flags",),
            "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG",
            "The MessageFlags.IS_COMPONENTS_V2 flag cannot be removed",
        )


def _attachments(form: Form, draft: Draft) -> None:
    listed = draft.body.get("attachments") or []
    if not form.length(("attachments",), listed, 0, 10):
        return
    there = {file.number for file in draft.files} | set(_ids(draft.old))
    for at, entry in enumerate(listed):
        path = ("attachments", at)
        if not form.fields(path, entry, KEPT_ATTACHMENT if draft.old else ATTACHMENT):
            continue
        form.text((*path, "description"), entry.get("description"), 0, 1024)
        form.text((*path, "filename"), entry.get("filename"), 0, 1024)
        if not re.fullmatch(r"\d{1,20}", str(entry.get("id"))):
            form.add((*path, "id"), "NUMBER_TYPE_COERCE", "Value is not snowflake.")
        elif int(entry["id"]) not in there:
            form.add((*path, "id"), "MESSAGE_ATTACHMENT_NOT_FOUND", "There is no such file")


def _mentions(form: Form, body: Body) -> None:
    allowed = body.get("allowed_mentions")
    if allowed is None or not form.fields(("allowed_mentions",), allowed, MENTIONS):
        return
    for at, kind in enumerate(allowed.get("parse") or []):
        form.choice(("allowed_mentions", "parse", at), kind, ("users", "roles", "everyone"))
        if allowed.get(kind):
            form.add(
                ("allowed_mentions",),
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.',
            )
    form.length(("allowed_mentions", "users"), allowed.get("users") or [], 0, 100)


def _embeds(form: Form, body: Body) -> None:
    embeds = body.get("embeds") or []
    if not form.length(("embeds",), embeds, 0, 10):
        return
    total = 0
    for at, embed in enumerate(embeds):
        for name, most in EMBED.items():
            form.text(("embeds", at, name), embed.get(name), 0, most)
        form.length(("embeds", at, "fields"), embed.get("fields") or [], 0, 25)
        for number, one in enumerate(embed.get("fields") or []):
            form.text(("embeds", at, "fields", number, "name"), one.get("name"), 1, 256)
            form.text(("embeds", at, "fields", number, "value"), one.get("value"), 1, 1024)
        form.text(("embeds", at, "footer"), (embed.get("footer") or {}).get("text"), 0, 2048)
        form.text(("embeds", at, "author"), (embed.get("author") or {}).get("name"), 0, 256)
        total += len("".join(_embed_texts(embed)))
    if total > 6000:
        form.add(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")


def _embed_texts(embed: Body) -> list[str]:
    texts = [embed.get("title"), embed.get("description"), (embed.get("footer") or {}).get("text")]
    texts.append((embed.get("author") or {}).get("name"))
    for one in embed.get("fields") or []:
        texts += [one.get("name"), one.get("value")]
    return [str(text) for text in texts if text]


def _parts(form: Form, draft: Draft) -> None:
    """Components and what they go with; old ones that stay must still have their files."""
    body, old = draft.body, draft.old
    changed = body.get("components")
    components = old.components if old and "components" not in body else changed or []
    if len(draft.kept) + len(draft.files) > 10:
        form.add(("attachments",), "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    Inspection(form, draft.names).message(("components",), components, draft.v2)
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
