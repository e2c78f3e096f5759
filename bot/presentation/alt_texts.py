"""A view in words: everything that its picture shows, for those who do not see it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.interface.capabilities import units
from bot.presentation.phrasing import Phrasing, newest
from games.game import Result, View, other
from games.match import Ending, MatchView
from games.words import Tree, choices


def described(
    match: MatchView, view: View, phrasing: Phrasing, place: Tree, asking: Sequence[str], room: int
) -> list[str]:
    """The position, the latest turn, what is asked, and what can be chosen.

    A turn that is too long is told in short, and if that does not fit, its end and how much is left out.

    Args:
        match: the match.
        view: what its viewer sees; in the position it has, also where a resignation ended the match.
        phrasing: language and names.
        place: where the words chosen so far lead.
        asking: the sentences that say whose turn it is, and whatever else must not be left out.
        room: for so many characters in all.
    """
    offered = phrasing.describe(match.game, phrasing.names(match), view.tell_choice(place.words))
    return position(match, view, phrasing, [*asking, *(offered or _possible(place, phrasing))], room)


def position(match: MatchView, view: View, phrasing: Phrasing, after: Sequence[str], room: int) -> list[str]:
    """The position, the latest turn, and the sentences `after` it; otherwise as `described`."""
    names, turn, table = phrasing.names(match), view.tell_turn(), view.tell_table()
    lasting = phrasing.describe(match.game, names, [fact for fact in table if fact not in turn])
    latest = phrasing.describe(match.game, names, [fact for fact in table if fact in turn])
    left = room - length([*lasting, *after])
    in_short = [phrasing.texts("turn.in_short"), *phrasing.describe(match.game, names, view.tell_in_short())]
    if length(latest) > left >= length(in_short):
        latest = in_short
    return [*lasting, *newest(latest, left, phrasing.texts), *after]


def ended(game: str, ending: Ending, names: tuple[str, str], phrasing: Phrasing) -> str:
    """How a match ended, by the rules or otherwise: why, and who won."""
    if ending.result is not None:
        return outcome(game, ending.result, names, phrasing)
    winner = ending.winner
    people = {} if winner is None else {"winner": names[winner], "loser": names[other(winner)]}
    return phrasing.texts(f"over.{ending.reason}", **people)


def outcome(game: str, result: Result, names: tuple[str, str], phrasing: Phrasing) -> str:
    """How the rules ended a match."""
    why = phrasing.texts(f"{game}.reason.{result.reason}", score=" : ".join(map(str, result.scores)))
    if result.winner is None:
        return f"{why} {phrasing.texts('over.drawn')}"
    return f"{why} {phrasing.texts('over.won', name=names[result.winner])}"


def table_in_words(lines: Callable[[Phrasing], list[str]], phrasing: Phrasing) -> str:
    """All of a table, with shorter names where it would be too long, and cut off where it still is."""
    told, most = lines(phrasing), phrasing.capabilities.alt_text
    return "\n".join(told if length(told) <= most else lines(phrasing.brief()))[:most]


def length(lines: Sequence[str]) -> int:
    """How much room lines take in UTF-16 units, each with what parts it from the next."""
    return units("\n".join(lines)) + 1 if lines else 0


def _possible(place: Tree, phrasing: Phrasing) -> list[str]:
    """The words that can follow, as they are typed; for a move that ends here, all of it."""
    offered = ["".join(words) or " ".join(place.words) for words in choices(place)]
    apart = ", " if len(offered) <= phrasing.capabilities.choices else " "  # a whole table of points is long
    return [phrasing.texts("choices", words=apart.join(offered))] if offered else []
