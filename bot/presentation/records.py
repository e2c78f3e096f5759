"""Records of matches in words: told ply by ply, or why one cannot be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.presentation.alt_texts import ended
from bot.presentation.phrasing import Phrasing, isolated, quoted, shortened
from games.game import IllegalMove, UnknownHouseRule, View
from games.match import Ending
from games.record import Record, UnreadableRecord


def unreadable(error: UnreadableRecord, phrasing: Phrasing) -> str:
    """Which line of a record is wrong, and how; nothing of a position.

    Args:
        error: what was found.
        phrasing: the reader's.
    """
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
    """A whole match in lines: title, deal, each ply with what a viewer saw it do, how it ended.

    The moves themselves stand there as they were played: a reader of a record knows them.

    Args:
        record: what was played.
        views: what one viewer saw, from the deal on.
        phrasing: the reader's.
    """
    texts, game = phrasing.texts, record.game
    first, second = (isolated(shortened(name)) for name in record.names)
    names = (first, second)
    yield texts(
        "record.title",
        game=phrasing.game(game),
        first=first,
        second=second,
        match=record.match,
        day=record.day,
    )
    yield texts("record.deal")
    yield from phrasing.describe(game, names, views[0].tell_table())
    for number, ((seat, move), view) in enumerate(zip(record.plies, views[1:], strict=True), 1):
        turn = " ".join(phrasing.describe(game, names, view.tell_turn()))
        yield texts("record.ply", number=number, name=names[seat], move=move, turn=turn)
    yield ended(game, Ending(record.winner, record.reason, views[-1].result), names, phrasing)
