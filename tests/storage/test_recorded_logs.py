"""Logs that an older version of the program recorded tell the same matches as they did then.

`recorded_logs.txt` was written before the classes of events got their present names. Each match there has a
title, what the older version made of it, and the rows of its log: the kind of an event and its text.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from games.events import Event
from games.match import Match, fold
from games.replay import Position, positions
from storage import codec

RECORDED = Path(__file__).with_name("recorded_logs.txt")

LATER = {"AwayTold", "TimeGiven", "Stopped", "DrawWithdrawn", "LaidOpen"}
"""The kinds of events that came after the file was written."""


class Log(NamedTuple):
    """What lies in the file about one match."""

    title: str
    expected: dict[str, Any]
    rows: tuple[tuple[str, str], ...]


def read(block: str) -> Log:
    title, expected, *rows = block.strip().split("\n")
    kinds_and_texts = (row.partition(" ") for row in rows)
    told = json.loads(expected.removeprefix("expect "))
    return Log(title.removeprefix("# "), told, tuple((kind, text) for kind, _, text in kinds_and_texts))


LOGS = tuple(map(read, RECORDED.read_text().strip().split("\n\n")))


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def told(match: Match, stood: Sequence[Position]) -> dict[str, Any]:
    """What the older version was asked about a match."""
    state = stood[-1].state if stood else None
    moves = sorted({str(move) for seat in state.to_act for move in state.legal_moves(seat)}) if state else []
    return {
        "version": match.version,
        "phase": match.phase.value,
        "players": list(match.players or ()),
        "ending": [match.ending.winner, match.ending.reason] if match.ending else None,
        "late": list(match.late),
        "forewarned": match.forewarned,
        "offer": match.offer,
        "awaited": list(match.awaited),
        "to_act": list(state.to_act) if state else [],
        "plies": [position.ply[1] for position in stood if position.ply],
        "moves": len(moves),
        "digest_of_moves": digest("\n".join(moves)),
    }


@pytest.mark.parametrize("log", LOGS, ids=[log.title for log in LOGS])
def test_a_log_recorded_before_events_were_renamed_tells_the_same_match(log: Log) -> None:
    events: list[Event] = [codec.load(kind, text) for kind, text in log.rows]
    assert told(fold(events), positions(events)) == log.expected
    assert [codec.load(*codec.dump(event)) for event in events] == events


def test_the_recorded_logs_have_an_event_of_every_kind() -> None:
    assert {kind for log in LOGS for kind, _ in log.rows} == set(codec.KINDS) - LATER
