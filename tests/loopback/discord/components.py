"""What the service refuses in components of messages and modals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from tests.loopback.discord.refusals import Body, Form, Path

ROW, BUTTON, SELECT, TEXT_INPUT = 1, 2, 3, 4
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
LABEL, UPLOAD, RADIO, CHECKBOXES, CHECKBOX = 18, 19, 21, 22, 23
SELECTS = (3, 5, 6, 7, 8)
USER_SELECT = 5
IN_CONTAINER = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
LINK, PREMIUM = 5, 6
MOST_COMPONENTS, MOST_TEXT = 40, 4000

Types = tuple[int, ...]
COMMON = frozenset({"type", "id"})
CHOICE_FIELDS = {"custom_id", "options", "required"}
FIELDS = {
    ROW: {"components"},
    BUTTON: {"style", "label", "emoji", "custom_id", "url", "disabled", "sku_id"},
    TEXT_INPUT: {"custom_id", "style", "label", "required", "value", "placeholder"}
    | {"min_length", "max_length"},
    SECTION: {"components", "accessory"},
    TEXT: {"content"},
    THUMBNAIL: {"media", "description", "spoiler"},
    GALLERY: {"items"},
    FILE: {"file", "spoiler"},
    SEPARATOR: {"divider", "spacing"},
    CONTAINER: {"components", "accent_color", "spoiler"},
    LABEL: {"label", "description", "component"},
    UPLOAD: {"custom_id", "min_values", "max_values", "required"},
    RADIO: CHOICE_FIELDS,
    CHECKBOXES: CHOICE_FIELDS | {"min_values", "max_values"},
    CHECKBOX: {"custom_id", "default"},
} | {
    kind: {"custom_id", "placeholder", "options", "min_values", "max_values", "disabled", "required"}
    | {"channel_types", "default_values"}
    for kind in SELECTS
}
OPTION_FIELDS = frozenset({"label", "value", "description", "emoji", "default"})


def walk(components: list[Body]) -> Iterator[Body]:
    """Every component, each before those within it."""
    for component in components:
        yield component
        yield from walk(component.get("components", []))
        for name in ("accessory", "component"):
            if component.get(name):
                yield from walk([component[name]])


@dataclass
class Inspection:
    """One look through the components of one body."""

    form: Form
    files: frozenset[str]
    """Names that `attachment://` may point to."""
    custom_ids: set[str] = field(default_factory=set)
    count: int = 0
    text: int = 0

    def message(self, path: Path, components: object, v2: bool) -> None:
        """Components of a message; without `v2` rows only, five at most."""
        if not self.form.length(path, components, 0, MOST_COMPONENTS if v2 else 5):
            return
        self.each(path, components, (*IN_CONTAINER, CONTAINER) if v2 else (ROW,))
        if self.count > MOST_COMPONENTS:
            self.form.add(
                path,
                "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
                f"Total number of components cannot exceed {MOST_COMPONENTS}",
            )
        if self.text > MOST_TEXT:
            self.form.add(
                path,
                "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
                f"Displayable text size cannot exceed {MOST_TEXT}",
            )

    def modal(self, path: Path, components: object) -> None:
        """Components of a modal: one to five."""
        if self.form.length(path, components, 1, 5):
            self.each(path, components, (ROW, TEXT, LABEL), (TEXT_INPUT,))

    def each(self, path: Path, components: object, allowed: Types, in_rows: Types = ()) -> None:
        """Every component of a list, each of an allowed type."""
        for at, component in enumerate(components if isinstance(components, list) else []):
            self.one((*path, at), component, allowed, in_rows)

    def one(self, path: Path, component: object, allowed: Types, in_rows: Types = ()) -> None:
        """One component with all that is in it."""
        self.count += 1
        if not isinstance(component, dict):
            self.form.fields(path, component, COMMON)
            return
        kind = component.get("type")
        if not self.form.choice((*path, "type"), kind, allowed):
            return
        assert isinstance(kind, int)
        self.form.fields(path, component, COMMON | FIELDS[kind])
        if "custom_id" in FIELDS[kind] and kind != BUTTON:
            self.custom_id(path, component)
        if kind == ROW:
            self.row(path, component, in_rows)
        elif check := self.checks().get(kind):
            check(path, component)

    def checks(self) -> Mapping[int, Callable[[Path, Body], None]]:
        """What is looked at in each type."""
        return {
            BUTTON: self.button,
            TEXT_INPUT: self.text_input,
            SECTION: self.section,
            TEXT: self.text_display,
            THUMBNAIL: self.picture,
            GALLERY: self.gallery,
            FILE: self.file,
            CONTAINER: self.container,
            LABEL: self.label,
            RADIO: self.options,
            CHECKBOXES: self.options,
        } | dict.fromkeys(SELECTS, self.select)

    def custom_id(self, path: Path, component: Body) -> None:
        """Present, short, and the only one of its kind."""
        value = component.get("custom_id")
        if self.form.text((*path, "custom_id"), value, 1, 100) and isinstance(value, str):
            if value in self.custom_ids:
                self.form.add(
                    (*path, "custom_id"),
                    "COMPONENT_CUSTOM_ID_DUPLICATED",
                    "Component custom id cannot be duplicated",
                )
            self.custom_ids.add(value)

    def row(self, path: Path, row: Body, in_rows: tuple[int, ...]) -> None:
        """One to five buttons, or one select."""
        inside = (*path, "components")
        if not self.form.length(inside, row.get("components"), 1, 5):
            return
        self.each(inside, row["components"], in_rows or (BUTTON, *SELECTS))
        wide = [child for child in row["components"] if not _is_button(child)]
        if wide and len(row["components"]) > 1:
            self.form.add(
                inside,
                "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                "The specified component exceeds the maximum width",
            )

    def button(self, path: Path, button: Body) -> None:
        """A label or an emoji, and a custom id or an address."""
        self.form.text((*path, "label"), button.get("label"), 0, 80)
        if not button.get("label") and not button.get("emoji"):
            self.form.add(path, "BUTTON_COMPONENT_INVALID_LABEL", "A button must have a label or emoji")
        if not self.form.choice((*path, "style"), button.get("style"), tuple(range(1, 7))):
            return
        if button["style"] == LINK:
            self.link(path, button)
        elif button["style"] != PREMIUM:
            self.custom_id(path, button)
            if button.get("url") is not None:
                self.form.add(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "No url here")

    def link(self, path: Path, button: Body) -> None:
        """An address of the web, and no custom id."""
        url = button.get("url")
        if button.get("custom_id") is not None:
            self.form.add(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "No custom id here")
        if self.form.text((*path, "url"), url, 1, 512) and not _is_address(url, "discord"):
            self.form.add((*path, "url"), "URL_TYPE_INVALID_SCHEME", "Scheme must be http, https or discord")

    def select(self, path: Path, select: Body) -> None:
        """Up to 25 options, those of people, roles and channels by Discord itself; up to 25 are chosen."""
        self.form.text((*path, "placeholder"), select.get("placeholder"), 0, 150)
        least, most = select.get("min_values", 1), select.get("max_values", 1)
        if (
            not isinstance(least, int)
            or not isinstance(most, int)
            or not 0 <= least <= most <= 25
            or not most
        ):
            self.form.add(path, "BASE_TYPE_BAD_RANGE", "min_values and max_values must be between 0 and 25")
        if select["type"] == SELECT:
            self.options(path, select)
        elif select.get("options"):
            self.form.add((*path, "options"), "BASE_TYPE_BAD_LENGTH", "Only a string select has options")

    def options(self, path: Path, component: Body) -> None:
        """One to 25 (10 in groups) options with different values."""
        most, inside = (25 if component["type"] == SELECT else 10), (*path, "options")
        if not self.form.length(inside, component.get("options"), 1, most):
            return
        values = set()
        for at, option in enumerate(component["options"]):
            if not self.form.fields((*inside, at), option, OPTION_FIELDS):
                continue
            for name, least in (("label", 1), ("value", 1), ("description", 0)):
                self.form.text((*inside, at, name), option.get(name), least, 100)
            if option.get("value") in values:
                self.form.add(
                    (*inside, at, "value"),
                    "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                    "The specified option value is already used",
                )
            values.add(option.get("value"))

    def text_input(self, path: Path, component: Body) -> None:
        """Texts of a modal."""
        self.form.text((*path, "label"), component.get("label"), 0, 45)
        self.form.text((*path, "placeholder"), component.get("placeholder"), 0, 100)
        self.form.text((*path, "value"), component.get("value"), 0, 4000)
        self.form.choice((*path, "style"), component.get("style"), (1, 2))

    def section(self, path: Path, section: Body) -> None:
        """One to three texts beside something."""
        if self.form.length((*path, "components"), section.get("components"), 1, 3):
            self.each((*path, "components"), section["components"], (TEXT,))
        self.one((*path, "accessory"), section.get("accessory"), (BUTTON, THUMBNAIL))

    def text_display(self, path: Path, component: Body) -> None:
        """Something to read."""
        if self.form.text((*path, "content"), component.get("content"), 1, MOST_TEXT):
            self.text += len(component["content"])

    def gallery(self, path: Path, gallery: Body) -> None:
        """One to ten pictures."""
        if self.form.length((*path, "items"), gallery.get("items"), 1, 10):
            for at, item in enumerate(gallery["items"]):
                if self.form.fields((*path, "items", at), item, frozenset(FIELDS[THUMBNAIL])):
                    self.picture((*path, "items", at), item)

    def picture(self, path: Path, item: Body) -> None:
        """A picture with its alt text."""
        if item.get("description") is not None:
            self.form.text((*path, "description"), item["description"], 1, 1024)
        self.media((*path, "media"), item.get("media"), stored_only=False)

    def file(self, path: Path, component: Body) -> None:
        """A file of this message."""
        self.media((*path, "file"), component.get("file"), stored_only=True)

    def media(self, path: Path, media: object, stored_only: bool) -> None:
        """The address of a file of this message, or of the web."""
        if not self.form.fields(path, media, frozenset({"url"})) or not isinstance(media, dict):
            return
        url = media.get("url")
        if not self.form.text((*path, "url"), url, 1, 2048) or not isinstance(url, str):
            return
        if url.startswith("attachment://"):
            if url.removeprefix("attachment://") not in self.files:
                self.form.add(
                    (*path, "url"),
                    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                    f"The referenced attachment could not be found: {url}",
                )
        elif stored_only or not _is_address(url):
            self.form.add((*path, "url"), "URL_TYPE_INVALID_SCHEME", "Scheme must be attachment, http, https")

    def container(self, path: Path, container: Body) -> None:
        """Anything but another container."""
        inside, colour = (*path, "components"), container.get("accent_color")
        if colour is not None and (not isinstance(colour, int) or not 0 <= colour <= 0xFFFFFF):
            self.form.add((*path, "accent_color"), "NUMBER_TYPE_MAX", "int value should be at most 16777215")
        if self.form.length(inside, container.get("components"), 1, MOST_COMPONENTS):
            self.each(inside, container["components"], IN_CONTAINER)

    def label(self, path: Path, label: Body) -> None:
        """One thing to fill in, and what it is."""
        self.form.text((*path, "label"), label.get("label"), 1, 45)
        self.form.text((*path, "description"), label.get("description"), 0, 100)
        fillable = (TEXT_INPUT, *SELECTS, UPLOAD, RADIO, CHECKBOXES, CHECKBOX)
        self.one((*path, "component"), label.get("component"), fillable)


def _is_button(component: object) -> bool:
    return isinstance(component, dict) and component.get("type") == BUTTON


def _is_address(url: object, *more: str) -> bool:
    return isinstance(url, str) and url.split("://")[0] in ("http", "https", *more) and "://" in url
