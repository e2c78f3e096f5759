"""Views as text: everything that the picture shows, for people who do not see it.

A length, like `room`, counts UTF-16 units, as platforms do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.presentation.phrasing import Phrasing, newest, shortened
from bot.presentation.prompts import place_in
from bot.texts import units
from games.game import Fact, View
from games.match import MatchView
from games.words import Tree, choices


def described(
    match: MatchView,
    view: View,
    phrasing: Phrasing,
    place: Tree,
    news: Sequence[str],
    asking: Sequence[str],
    room: int,
) -> list[str]:
    """The news, the latest turn, the position, the question and the choices: what one waits for comes first.

    A turn that is too long is summarised; a summary that is too long is cut at its start. What is too long
    without any turn is cut off at its end.

    Args:
        match: the match.
        view: the viewer's view; unchanged if the match ended by resignation.
        phrasing: language and names.
        place: the node of the words chosen so far.
        news: sentences that must not be left out, such as whose turn it is.
        asking: likewise, what to do.
        room: the greatest length in all.
    """
    after = [*asking, *_choices(match, view, phrasing, place)]
    latest, lasting = _told(match, view, phrasing, room - length([*news, *after]))
    return _within(room, [*news, *latest, *lasting, *after])


def changed(
    match: MatchView,
    phrasing: Phrasing,
    place: Tree,
    news: Sequence[str],
    asking: Sequence[str],
    room: int,
) -> list[str]:
    """Describe what is new: the latest turn until a choice has begun, the question and the choices.

    Otherwise as `described`.
    """
    assert match.view is not None  # noqa: S101 - something has happened
    after = [*asking, *_choices(match, match.view, phrasing, place)]
    begun = place.words != place_in(match, ()).words
    turn = () if begun else match.view.tell_turn()
    latest = _latest(match, match.view, phrasing, turn, room - length([*news, *after]))
    return _within(room, [*news, *latest, *after])


def position(match: MatchView, view: View, phrasing: Phrasing, after: Sequence[str], room: int) -> list[str]:
    """Describe the position and the latest turn, then add the sentences `after`; otherwise as `described`.

    If the reader wants the latest turn first, it is.
    """
    latest, lasting = _told(match, view, phrasing, room - length(after))
    lines = [*latest, *lasting] if phrasing.changes else [*lasting, *latest]
    return _within(room, [*lines, *after])


def _told(match: MatchView, view: View, phrasing: Phrasing, room: int) -> tuple[list[str], list[str]]:
    """The latest turn, in short if there is no room for it beside the position; and the position."""
    turn, of_turn, of_table = view.tell_turn(), list[Fact](), list[Fact]()
    for fact in view.tell_table():
        (of_turn if fact in turn else of_table).append(fact)
    lasting = phrasing.tell(match, of_table)
    return _latest(match, view, phrasing, of_turn, room - length(lasting)), lasting


def _within(room: int, lines: list[str]) -> list[str]:
    """The lines, cut off where there is no room for them."""
    text = "\n".join(lines)
    return lines if units(text) <= room else shortened(text, room).split("\n")


def _latest(match: MatchView, view: View, phrasing: Phrasing, facts: Sequence[Fact], room: int) -> list[str]:
    """The latest turn as these facts, in short if there is no room for them."""
    whole = phrasing.tell(match, facts)
    in_short = [phrasing.texts("turn.in_short"), *phrasing.tell(match, view.tell_in_short())]
    return newest(in_short if length(whole) > room >= length(in_short) else whole, room)


def table_in_words(lines: Callable[[Phrasing], list[str]], phrasing: Phrasing) -> str:
    """A table as text; if it is too long, with shorter names, and finally cut off."""
    whole, most = lines(phrasing), phrasing.capabilities.alt_text
    return "\n".join(whole if length(whole) <= most else lines(phrasing.brief()))[:most]


def length(lines: Sequence[str]) -> int:
    """The length of lines, including one separator each."""
    return units("\n".join(lines)) + 1 if lines else 0


def _choices(match: MatchView, view: View, phrasing: Phrasing, place: Tree) -> list[str]:
    """What each choice would do, else the words that can follow, as typed (the whole move where it ends)."""
    if outcomes := phrasing.tell(match, view.tell_choice(place.words)):
        return outcomes
    offered = ["".join(words) or " ".join(place.words) for words in choices(place)]
    apart = ", " if len(offered) <= phrasing.capabilities.choices else " "  # a whole board of points is long
    return [phrasing.texts("choices", words=apart.join(offered))] if offered else []
