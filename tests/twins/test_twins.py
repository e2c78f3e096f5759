"""What somebody may not know changes nothing that they receive; thousands more: `python -m tests.twins`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from zlib import crc32

import pytest

from bot.domain.deadlines import deadlines_after
from bot.interface import Chat, Screen
from games.game import Viewer
from games.match import Match, MatchView
from storage.jobs import Job
from tests.bot.memory_platform import ADA, CHANNEL, private_chat
from tests.games.walks import KNOWN
from tests.twins.both import Leak, Outcome
from tests.twins.pairs import twin_pair
from tests.twins.world import Call, SeededMoves, World

SEEDS = (0, 1, 2, 3, 5)
"""Of each game: one that is painted, with a robot, of a tournament, on a message of somebody else, plain."""
FOUND_WITHIN = 20


@pytest.mark.parametrize("game", KNOWN)
async def test_what_somebody_may_not_know_changes_nothing_that_they_get(game: str) -> None:
    outcomes = {seed: Outcome() for seed in SEEDS}
    for seed, outcome in outcomes.items():
        await twin_pair(game, seed, outcome)
    assert any(outcome.differs or outcome.apart for outcome in outcomes.values())


def everybody_sees_the_first_seats_view(monkeypatch: pytest.MonkeyPatch) -> None:
    seen_by = Match.seen_by

    def leaking(match: Match, viewer: Viewer) -> MatchView:
        return seen_by(match, 0 if viewer is None else viewer)

    monkeypatch.setattr(Match, "seen_by", leaking)


def a_deadline_depends_on_what_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:

    def leaking(before: Match | None, after: Match, known: Any) -> tuple[Job, ...]:
        late = crc32(repr(after.state).encode()) % 97
        return tuple(replace(one, due=one.due + late) for one in deadlines_after(before, after, known))

    monkeypatch.setattr("bot.repositories.matches.deadlines_after", leaking)


def test_an_edit_in_a_private_chat_counts_unless_its_owner_has_just_asked_there() -> None:
    world, own = World(1, SeededMoves()), private_chat(ADA)
    made: list[Call] = [
        (kind, chat.id, "2", Screen("")) for kind in ("post", "edit") for chat in (own, CHANNEL)
    ]

    def heard(readers: list[Chat], alone: Chat | None) -> int:
        world.recorder.made = [*made]
        return len(world.heard(readers, alone))

    assert heard([CHANNEL], None) == heard([CHANNEL, own], own) == 4
    assert heard([CHANNEL], own) == 3


@pytest.mark.parametrize("plant", [everybody_sees_the_first_seats_view, a_deadline_depends_on_what_is_hidden])
async def test_a_leak_is_found(monkeypatch: pytest.MonkeyPatch, plant: Any) -> None:
    plant(monkeypatch)
    for seed in range(2, FOUND_WITHIN):
        try:
            await twin_pair("sator", seed, Outcome())
        except Leak:
            return
    pytest.fail("nothing was found")
