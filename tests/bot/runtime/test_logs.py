"""Logs: fields where they are given, tokens nowhere."""

from __future__ import annotations

import json
import logging
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.handlers.context import press_of
from bot.interface import Account, Answer, Chat, Help, Incoming
from bot.runtime import app, logs
from storage.errors import StoreUnavailable
from tests import ROOT

OPENER = "a-token:of.the_host"
DISCORD = "MTAwMDAwMDAwMDAwMDAwMDAw.Aaaaaa.in-the-tests-of-the-logs-only"
TELEGRAM = "123456789:AAaaaa_in-the-tests-of-the-logs-only"
PRESS = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5"
SHAPES = ("text", "json")


def record(message: str, *args: object, **extra: object) -> logging.LogRecord:
    return logging.getLogger("bot").makeRecord(
        "bot.handlers.dispatcher", logging.ERROR, __file__, 1, message, args, None, extra=extra
    )


def failed(message: str) -> logging.LogRecord:
    """As `log.exception` makes it, of an error with a cause; both say the message."""
    try:
        try:
            raise KeyError(message)
        except KeyError as cause:
            raise ValueError(message) from cause
    except ValueError:
        made = record("it failed")
        made.exc_info = sys.exc_info()
        return made


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    ("told", "secret"),
    [
        (f"login with {OPENER} refused", OPENER),
        ("GET http://127.0.0.1/?token=a-token%3Aof.the_host", "a-token%3Aof.the_host"),
        (f"Authorization: Bot {DISCORD}", DISCORD),
        (f"POST https://api.telegram.org/bot{TELEGRAM}/getUpdates", TELEGRAM),
        ("POST https://discord.com/api/v10/interactions/12/s3cr3t-Press/callback?x=1", "s3cr3t-Press"),
        ("PATCH /api/v10/webhooks/12/s3cr3t-Press/messages/@original", "s3cr3t-Press"),
        (f"{{'token': '{PRESS}'}}", PRESS),
    ],
)
def test_no_token_is_written_wherever_it_stands(shape: str, told: str, secret: str) -> None:
    formatter = logs.formatter(shape, [OPENER])
    for made in (record(told), record("%s", told), record("with a field", note=told), failed(told)):
        assert secret not in formatter.format(made)
    assert logs.REDACTED in formatter.format(failed(told))


@pytest.mark.parametrize("shape", SHAPES)
def test_ids_are_written_though_tokens_are_not(shape: str) -> None:
    told = logs.formatter(shape).format(
        record("POST /interactions/12/abc/callback, board 3fa9 of match K7M2Q")
    )
    assert f"POST /interactions/12/{logs.REDACTED}/callback, board 3fa9 of match K7M2Q" in told


@given(st.text(), st.dictionaries(st.sampled_from(["match", "platform", "press"]), st.text()))
def test_a_record_is_one_line_of_json_with_its_fields(text: str, fields: dict[str, str]) -> None:
    written = logs.formatter("json", [OPENER]).format(record("%s", text, **fields))
    assert len(written.splitlines()) == 1
    told = json.loads(written)
    assert {name: told[name] for name in fields} == fields
    assert (told["level"], told["logger"], told["message"]) == ("ERROR", "bot.handlers.dispatcher", text)
    assert told["time"].endswith("+00:00")


def test_a_traceback_is_a_field_of_the_json() -> None:
    told = json.loads(logs.formatter("json").format(failed("so it is")))
    assert told["message"] == "it failed"
    assert "KeyError" in told["traceback"]
    assert "ValueError: so it is" in told["traceback"]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_store_that_is_away_is_one_line(shape: str) -> None:
    made = record("it failed")
    try:
        raise StoreUnavailable("the connection is lost")
    except StoreUnavailable:
        made.exc_info = sys.exc_info()
    for _ in range(2):  # others read the same record
        told = logs.formatter(shape).format(made)
        assert "it failed: the connection is lost" in told
        assert "Traceback" not in told
        assert len(told.splitlines()) == 1


def test_while_a_store_is_away_the_same_is_told_every_few_seconds() -> None:
    now = [0.0]
    foreseen = logs.StoreFaultFilter(lambda: now[0])

    def told(message: str, why: str = "lost") -> bool:
        made = record(message)
        made.exc_info = (StoreUnavailable, StoreUnavailable(why), None)
        return foreseen.filter(made)

    assert [told("one"), told("one"), told("other"), told("one", "full")] == [True, False, True, True]
    now[0] += logs.LOGGED_EVERY
    assert told("one")
    assert [foreseen.filter(failed("a riddle")) for _ in range(2)] == [True, True]


def written_with(level: str, code: str) -> list[dict[str, str]]:
    """What a process writes to standard error."""
    program = f"""
import logging
from bot.runtime import logs
from bot.runtime.settings import Settings
logs.set_up(Settings(_env_file=None, log_level="{level}", log_format="json"))
{code}
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in done.stderr.splitlines()]


def test_libraries_never_write_what_they_debug() -> None:
    libraries = ("discord.http", "aiohttp.client", "telegram.ext", "httpx", "asyncio")
    code = f"""
for name in {(*libraries, "bot.handlers.dispatcher", "storage.codec")}:
    logging.getLogger(name).debug("every detail")
    logging.getLogger(name).warning("a warning")
logging.getLogger("httpx").info("every request")
"""
    told = written_with("DEBUG", code)
    details = [line["logger"] for line in told if line["level"] == "DEBUG"]
    assert details == ["bot.handlers.dispatcher", "storage.codec"]
    assert [line["logger"] for line in told if line["level"] == "WARNING"] == [*libraries, *details]
    assert len(told) == len(libraries) + 2 * len(details)


def test_what_python_itself_would_print_is_written_without_tokens() -> None:
    """Errors in threads, in finalizers and at the end, and warnings: all can repeat what they were given."""
    told = written_with(
        "INFO",
        f"""
import sys, threading, warnings
def fail():
    raise ValueError("no bot has {TELEGRAM}")
class Last:
    def __del__(self):
        fail()
thread = threading.Thread(target=fail)
thread.start()
thread.join()
warnings.warn("{TELEGRAM} is deprecated")
Last()
sys.excepthook(ValueError, ValueError("{TELEGRAM}"), None)
""",
    )
    assert [line["logger"] for line in told] == ["bot.runtime.logs", "py.warnings", *["bot.runtime.logs"] * 2]
    assert TELEGRAM not in str(told)
    assert str(told).count(logs.REDACTED) >= len(told)


def test_below_the_level_nothing_is_written() -> None:
    code = "\n".join(
        f"logging.getLogger('bot').{level}('said')" for level in ("debug", "info", "warning", "error")
    )
    assert [line["level"] for line in written_with("WARNING", code)] == ["WARNING", "ERROR"]


def test_whatever_is_logged_while_a_request_is_answered_says_which_it_was() -> None:
    code = """
log = logging.getLogger("bot.domain.match_requests")
with logs.facts(platform="discord", press="17", match=None):
    with logs.facts(match="K7M2Q"):
        log.info("inside")
    log.info("between", extra={"platform": "web"})
log.info("outside")
"""
    fields = [
        {name: line[name] for name in ("platform", "press", "match") if name in line}
        for line in written_with("INFO", code)
    ]
    assert fields == [
        {"platform": "discord", "press": "17", "match": "K7M2Q"},
        {"platform": "web", "press": "17"},
        {},
    ]


async def test_whatever_is_logged_while_a_press_is_answered_names_it() -> None:
    logged = logging.makeLogRecord({})

    async def answer(_: Incoming) -> Answer:
        logs.add_facts(logged)
        return None

    asked = Incoming(Account("discord", "1", "Ada"), Chat("discord", "7/8", private=False), Help(), "p1")
    await app.with_facts(answer)(asked)
    told = {"platform": "discord", "request": "Help", "press": press_of(asked)}
    assert told.items() <= vars(logged).items()
    assert "match" not in vars(logged)
