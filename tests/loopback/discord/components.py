"""What the service refuses in components of messages beyond what its description says."""

from __future__ import annotations

from collections.abc import Iterator

from tests.loopback.discord.refusals import Body, Form, Path

ROW, BUTTON, SELECT = 1, 2, 3
TEXT, THUMBNAIL, GALLERY, FILE = 10, 11, 12, 13
SELECTS = (3, 5, 6, 7, 8)
USER_SELECT = 5
LINK, PREMIUM = 5, 6
MOST_ROWS, MOST_COMPONENTS, MOST_TEXT = 5, 40, 4000


def walk(components: list[Body]) -> Iterator[Body]:
    """Every component, each before those within it."""
    for _, component in _placed((), components):
        yield component


def _placed(path: Path, components: list[Body]) -> Iterator[tuple[Path, Body]]:
    """The same with their places."""
    for at, component in enumerate(components):
        here = (*path, at)
        yield here, component
        yield from _placed((*here, "components"), component.get("components", []))
        for name in ("accessory", "component"):
            if component.get(name):
                yield from _placed((*here, name), [component[name]])


def inspect(form: Form, components: list[Body], files: frozenset[str], *, v2: bool) -> None:
    """Note what is wrong; `files`: names that `attachment://` may point to; without `v2` rows only."""
    placed = list(_placed(("components",), components))
    if not v2 and (len(components) > MOST_ROWS or any(one["type"] != ROW for one in components)):
        form.add(("components",), "BASE_TYPE_BAD_LENGTH", "Without the flag: five rows at most")
    if len(placed) > MOST_COMPONENTS:
        form.add(("components",), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "At most 40 components in all")
    if sum(len(one["content"]) for _, one in placed if one["type"] == TEXT) > MOST_TEXT:
        form.add(("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", "At most 4000 characters")
    custom_ids = set[str]()
    for path, component in placed:
        if (custom_id := component.get("custom_id")) is not None:
            if custom_id in custom_ids:
                form.add((*path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", "Used twice")
            custom_ids.add(custom_id)
        _one(form, path, component, files)


def _one(form: Form, path: Path, component: Body, files: frozenset[str]) -> None:
    match component["type"]:
        case 1:  # ROW
            row = component["components"]
            if len(row) > 1 and any(one["type"] != BUTTON for one in row):
                form.add(path, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A select fills its row")
        case 2:  # BUTTON
            _button(form, path, component)
        case 3:  # SELECT
            values = [option["value"] for option in component["options"]]
            if len(set(values)) < len(values):
                form.add(path, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "A value is used twice")
        case 11:  # THUMBNAIL
            _media(form, (*path, "media"), component["media"], files)
        case 12:  # GALLERY
            for at, item in enumerate(component["items"]):
                _media(form, (*path, "items", at, "media"), item["media"], files)
        case 13:  # FILE
            _media(form, (*path, "file"), component["file"], files, stored_only=True)


def _button(form: Form, path: Path, button: Body) -> None:
    """A label or emoji; and a URL or a custom id, by its style."""
    if not button.get("label") and not button.get("emoji"):
        form.add(path, "BUTTON_COMPONENT_INVALID_LABEL", "A button must have a label or emoji")
    wanted, other = ("url", "custom_id") if button["style"] == LINK else ("custom_id", "url")
    if button["style"] != PREMIUM and (not button.get(wanted) or button.get(other) is not None):
        form.add(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", f"Just {wanted} with this style")
    if button["style"] == LINK and not _is_address(button.get("url"), "discord"):
        form.add((*path, "url"), "URL_TYPE_INVALID_SCHEME", "Scheme must be http, https or discord")


def _media(form: Form, path: Path, media: Body, files: frozenset[str], *, stored_only: bool = False) -> None:
    """The address of a file of this message, or of the web."""
    url = media["url"]
    if url.startswith("attachment://"):
        if url.removeprefix("attachment://") not in files:
            form.add(path, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", f"No such file: {url}")
    elif stored_only or not _is_address(url):
        form.add(path, "URL_TYPE_INVALID_SCHEME", "Scheme must be attachment, http, https")


def _is_address(url: object, *more: str) -> bool:
    return isinstance(url, str) and url.split("://")[0] in ("http", "https", *more) and "://" in url
