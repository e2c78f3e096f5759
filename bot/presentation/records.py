"""Records of matches: what is wrong with one, and a match told line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.presentation.phrasing import Phrasing, isolated, quoted, shortened
from bot.presentation.results import ended
from bot.texts import joined
from games.game import IllegalMove, UnknownHouseRule, View
from games.match import Ending
from games.record import Record, UnreadableRecord


def unreadable(error: UnreadableRecord, phrasing: Phrasing) -> str:
    """Which line of a record is wrong, and why."""
    texts, facts = phrasing.texts, dict(error.facts)
    game = str(facts.get("game", ""))
    if isinstance(error.refused, UnknownHouseRule):
        facts |= {"text": error.refused.text, "allowed": ", ".join(error.refused.allowed) or "–"}
    if isinstance(error.refused, IllegalMove) and error.problem == "illegal":
        words = phrasing.words(game, error.refused.facts)
        facts["reason"] = texts(f"{game}.illegal.{error.refused.reason}", **words)
    if error.problem == "notation":
        facts |= {"expected": texts(f"{game}.expected"), "game": phrasing.game(game)}
    facts |= {key: quoted(str(facts[key])) for key in ("text", "move", "name") if key in facts}
    return texts("no.record", line=error.line, why=texts(f"no.record.{error.problem}", **facts))


def record_lines(record: Record, views: Sequence[View], phrasing: Phrasing) -> Iterator[str]:
    """Yield a match as lines: title, deal, each ply with its visible effect, and the ending.

    The views are those of one viewer, from the deal on; the moves are in full notation, as in the record.
    """
    texts, game = phrasing.texts, record.game
    names = (isolated(shortened(record.names[0])), isolated(shortened(record.names[1])))
    about = {"first": names[0], "second": names[1], "match": record.match, "day": record.day}
    yield texts("record.title", game=phrasing.game(game), **about)
    yield texts("record.deal")
    yield from phrasing.describe(game, names, views[0].tell_table())
    for number, ((seat, move), view) in enumerate(zip(record.plies, views[1:], strict=True), 1):
        turn = joined(phrasing.describe(game, names, view.tell_turn()))
        yield texts("record.ply", number=number, name=names[seat], move=move, turn=turn)
    yield ended(game, Ending(record.winner, record.reason, views[-1].result), names, phrasing)
