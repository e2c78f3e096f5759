"""Links let somebody in once and for minutes, sessions for hours; neither can be made by anybody else."""

from __future__ import annotations

import base64
import json
from pathlib import Path

from bot.platforms.web.passes import SESSION_LIVES, Pass, Sessions, key_of
from games.events import MatchId

ADAS = Pass("discord", "4711", MatchId("ABCDEF"))


class Clock:
    now = 1_000_000

    def __call__(self) -> int:
        return self.now


def test_a_session_is_good_for_hours_after_a_restart_too(tmp_path: Path) -> None:
    clock, file = Clock(), tmp_path / "key"
    session = Sessions(key_of(file), clock).sign(ADAS)
    assert file.stat().st_mode & 0o777 == 0o600
    again = Sessions(key_of(file), clock)
    clock.now += SESSION_LIVES - 1
    assert again.read(session) == ADAS
    clock.now += 1
    assert again.read(session) is None


def test_a_session_that_is_shown_again_lives_no_longer() -> None:
    clock = Clock()
    sessions = Sessions(bytes(32), clock)
    session = sessions.sign(ADAS)
    clock.now += SESSION_LIVES - 1
    known = sessions.read(session)
    assert known is not None
    again = sessions.sign(known)
    clock.now += 1
    assert sessions.read(again) is None


def test_nobody_makes_a_session_of_their_own(tmp_path: Path) -> None:
    sessions = Sessions(key_of(tmp_path / "key"), Clock())
    session = sessions.sign(ADAS)
    facts = json.loads(base64.urlsafe_b64decode(session.partition(".")[0]))
    facts[1] = "4712"
    told = base64.urlsafe_b64encode(json.dumps(facts).encode()).decode()
    elsewhere = Sessions(key_of(tmp_path / "another"), Clock()).sign(ADAS)
    for forged in (
        "",
        ".",
        "a.b",
        f"{told}.{session.partition('.')[2]}",
        elsewhere,
        session[:-1],
        f"{session}\ud800",
    ):
        assert sessions.read(forged) is None
