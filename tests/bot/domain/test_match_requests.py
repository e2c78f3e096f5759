"""Answers to challenges: whose they are."""

from __future__ import annotations

import pytest

from bot.domain.match_requests import respond
from bot.interface import CallRobot
from games.actions import Reason, RefusedByMatch
from games.match import Phase, fold
from tests.storage.facts import ADA, BOB, OPENED


def test_only_the_challenger_lets_a_robot_take_a_challenge() -> None:
    called = CallRobot(OPENED.match, level=2)
    with pytest.raises(RefusedByMatch) as refused:
        respond(fold([OPENED]), BOB, called, make_entropy=lambda *_: "web:2", at=101)
    assert refused.value.reason is Reason.NOT_YOURS_TO_GIVE
    taken = respond(fold([OPENED]), ADA, called, make_entropy=lambda *_: "web:2", at=101)
    assert taken.after.phase is Phase.RUNNING
