"""Who is let in to the page of a match: sessions that the bot has signed, and what Telegram has."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest

from bot.interface import Account
from bot.platforms.web.passes import (
    AHEAD,
    OPENED_WITHIN,
    SESSION_LIVES,
    ExpiredInitData,
    ForgedInitData,
    Pass,
    Sessions,
    key_of,
    verify_init_data,
)
from games.events import MatchId
from tests.bot.platforms.web.guest import TOKEN, told

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


NOW = 1_800_000_000
ADA = Account("telegram", "4711", "Ada", "de")

PUBLISHED = (
    "user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%20%2B%20-%20%3F%20%5C%2F%22%2C%22last_name%22"
    "%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue"
    "%2C%22allows_write_to_pm%22%3Atrue%2C%22photo_url%22%3A%22https%3A%5C%2F%5C%2Ft.me%5C%2Fi%5C%2Fuserpic%5C%2F"
    "320%5C%2F4FPEE4tmP3ATHa57u6MqTDih13LTOiMoKoLDRG4PnSA.svg%22%7D&chat_instance=8134722200314281151&chat_type="
    "private&auth_date=1733509682&signature=TYJxVcisqbWjtodPepiJ6ghziUL94-KNpG8Pau-X7oNNLNBM72APCpi_RKiUlBvcqo5L"
    "-LAxIc3dnTzcZX_PDg&hash=a433d8f9847bd6addcc563bff7cc82c89e97ea0d90c11fe5729cae6796a36d73"
)
"""By Telegram itself for a bot that is no more, as the people of `init-data-golang` have published it."""
ITS_TOKEN = "7342037359:AAHI25ES9xCOMPokpYoz-p8XVrZUdygo2J4"  # noqa: S105 (published with it)


def test_what_telegram_has_signed_is_believed() -> None:
    """Its `signature` is among what `hash` covers, and a plus sign in a name stays one."""
    opened = verify_init_data(PUBLISHED, ITS_TOKEN, 1733509700)
    name = "Vladislav + - ? / Kibenko"
    assert opened.account == Account("telegram", "279058397", name, "ru", "vdkfrost")
    assert opened.match is None


def test_the_link_that_opened_it_may_name_a_match() -> None:
    opened = verify_init_data(told(ADA, NOW, start_param="abcdef"), TOKEN, NOW)
    assert (opened.account, opened.match) == (ADA, "ABCDEF")
    assert verify_init_data(told(ADA, NOW, start_param="no_match"), TOKEN, NOW).match is None


@pytest.mark.parametrize("now", [NOW + OPENED_WITHIN + 1, NOW - AHEAD - 1])
def test_what_was_told_long_ago_is_not_believed_nor_what_will_be(now: int) -> None:
    with pytest.raises(ExpiredInitData):
        verify_init_data(told(ADA, NOW), TOKEN, now)


@pytest.mark.parametrize(
    "forged",
    [
        "",
        "hash=",
        "hash=%ff&user=",
        "user" * 5000,
        told(ADA, NOW, token="7654322:of-another-bot"),  # noqa: S106
        told(ADA, NOW).replace("4711", "4712"),
        told(ADA, NOW).replace("signature=of-theirs", "signature=of-mine"),
        told(ADA, NOW).replace(str(NOW), str(NOW + 1)),
        told(ADA, NOW) + "&user=%7B%22id%22%3A4712%2C%22first_name%22%3A%22Ben%22%7D",
        told(ADA, NOW) + "&start_param=abcdef",
        told(ADA, NOW).partition("&hash=")[0],
        told(ADA, NOW).upper(),
        told(ADA, NOW, user="[]"),
        told(ADA, NOW, user='{"id": "x", "first_name": "Ada"}'),
        told(ADA, NOW, user='{"id": 4711, "first_name": "Ada", "is_bot": true}'),
        told(ADA, NOW, auth_date="yesterday"),
    ],
)
def test_nothing_else_is_believed(forged: str) -> None:
    with pytest.raises(ForgedInitData):
        verify_init_data(forged, TOKEN, NOW)


def test_without_a_token_nobody_is_believed() -> None:
    with pytest.raises(ForgedInitData):
        verify_init_data(told(ADA, NOW, token=""), "", NOW)
