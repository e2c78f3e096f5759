"""Rows of buttons that many screens have: to turn pages, to confirm, to choose a value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, TypeVar

from bot.interface import EVERYWHERE, Button, Dismiss, Request, Rows, Screen
from bot.texts import Texts

CHOSEN = "✓ "

T = TypeVar("T")


def in_rows(buttons: Sequence[Button], most: int = EVERYWHERE.row_buttons) -> Rows:
    """As few rows as can be, of about the same length."""
    count = -(-len(buttons) // most)
    if not count:
        return ()
    length = -(-len(buttons) // count)
    return tuple(tuple(buttons[start : start + length]) for start in range(0, len(buttons), length))


def marked(label: str, chosen: bool) -> str:
    """The label of a button for a value, marked if it is the chosen one."""
    return f"{CHOSEN}{label}" if chosen else label


def paged(things: Sequence[T], page: int, most: int) -> tuple[Sequence[T], int, int]:
    """The things on a page, its number and that of all pages, from 1; the nearest page if there is none."""
    pages = max(1, -(-len(things) // most))
    page = min(max(page, 1), pages)
    return things[(page - 1) * most : page * most], page, pages


def turning(
    page: int,
    pages: int,
    to: Callable[[int], Request],
    texts: Texts,
    *,
    back: str = "button.back",
    onward: str = "button.next",
    style: Literal["plain", "main"] = "plain",
) -> list[Button]:
    """Buttons from a page, counted from 1, to the previous and next one."""
    ways = [Button(texts(back), to(page - 1))] if page > 1 else []
    return [*ways, Button(texts(onward), to(page + 1), style)] if page < pages else ways


def confirm_page(
    text: str, label: str, request: Request, texts: Texts, *, title: str = "", back: Request | None = None
) -> Screen:
    """Ask for confirmation of an irreversible action; without `back`, *Never mind* dismisses the question."""
    sure = Button(label, request, "danger")
    return Screen(text, title, rows=((sure, Button(texts("button.never_mind"), back or Dismiss())),))
