"""The metrics: count every press once, change nothing, and name nobody."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.interface import Answer, Chat, Incoming, Note, Post, Screen, ShowBoard, Update
from bot.runtime.metrics import Metrics
from games.events import MatchId
from tests.bot.conftest import Scripted
from tests.bot.memory_platform import ADA, House

ASKED = Incoming(
    ADA, Chat("fake", "815500218/424200173", private=False), ShowBoard(MatchId("K7M2Q")), "press99", "m77"
)


def samples(metrics: Metrics, name: str = "presses_total") -> dict[str, float]:
    """As Prometheus reads them: the values of the labels, in the order of their names."""
    return {
        " ".join(value for _, value in sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(metrics.text().decode())
        for sample in family.samples
        if sample.name == f"tischrand_{name}"
    }


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (Update(Screen("")), "updated"),
        (Update(Screen(""), note=Screen("")), "corrected"),
        (Post(Screen("")), "posted"),
        (Note(Screen("")), "noted"),
        (Note(Screen(""), succeeded=False), "refused"),
        (None, "nothing"),
    ],
)
async def test_a_press_counts_by_what_was_asked_and_what_came_of_it(
    front: Scripted, metrics: Metrics, answer: Answer, outcome: str
) -> None:
    """And no number names a person, a chat or a match."""
    front.on(ShowBoard, answer)
    for _ in range(2):
        assert await metrics.measured(front.handle)(ASKED) == answer
    assert front.asked == [ASKED] * 2
    assert samples(metrics) == {f"{outcome} fake ShowBoard": 2}
    chat, code = ASKED.chat.id, "K7M2Q"
    for fact in (f'"{ADA.id}"', ADA.name, *chat.split("/"), code, ASKED.press, "m77"):
        assert fact not in metrics.text().decode()


async def test_a_press_that_breaks_counts_as_failed_and_stays_broken(metrics: Metrics) -> None:
    async def broken(_: Incoming) -> Answer:
        raise RuntimeError("broken")

    with pytest.raises(RuntimeError, match="broken"):
        await metrics.measured(broken)(ASKED)
    assert samples(metrics) == {"failed fake ShowBoard": 1}


async def test_the_time_of_a_press_is_counted_in_seconds(
    front: Scripted, metrics: Metrics, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = iter([10.0, 10.04, 20.0, 22.5])
    monkeypatch.setattr("prometheus_client.context_managers.default_timer", lambda: next(times))
    for _ in range(2):
        await metrics.measured(front.handle)(ASKED)
    assert samples(metrics, "press_seconds_sum") == {"fake": pytest.approx(2.54)}
    below = samples(metrics, "press_seconds_bucket")
    assert [below[f"{limit} fake"] for limit in ("0.025", "0.05", "2.0", "3.0")] == [0, 1, 1, 2]


def test_logged_errors_are_counted_by_their_class_while_it_is_wanted(metrics: Metrics) -> None:
    log = logging.getLogger("bot.somewhere")
    with metrics.errors_counted():
        for error in (KeyError("x"), KeyError("y"), OSError("z")):
            log.error("it failed", exc_info=error)
        log.error("without an exception")
        log.warning("not an error")
    log.error("too late")
    assert samples(metrics, "errors_total") == {"KeyError": 2, "OSError": 1, "logged": 1}


async def test_granted_and_refused_typed_moves_are_told_apart(metrics: Metrics, tmp_path: Path) -> None:
    async with House(tmp_path, middleware=[metrics.measured]) as house:
        await house.start()
        for line in ("/move 9", "/move 99 99", "/move 1"):
            await house.type(house.to_act(), line)
    counted = {name: value for name, value in samples(metrics).items() if "TypeMove" in name}
    assert counted == {"refused fake TypeMove": 2, "noted fake TypeMove": 1}
