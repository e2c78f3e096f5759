"""The meter: counts every press once, changes nothing, and names nobody."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.interface import Account, Answer, Chat, Help, Incoming, Note, Post, Screen, ShowBoard, Update
from bot.runtime.metrics import Metrics
from games.events import MatchId
from tests.bot.memory_platform import House

ADA = Account("discord", "471100339", "Ada Secretname")
CHANNEL = Chat("discord", "815500218/424200173", private=False)


class Front:
    """Answers as it is told, and notes what it was asked."""

    def __init__(self) -> None:
        self.answer: Answer | Exception = None
        self.asked: list[tuple[object, ...]] = []

    async def handle(self, incoming: Incoming) -> Answer:
        self.asked.append((incoming,))
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def samples(metrics: Metrics) -> dict[str, float]:
    """As Prometheus reads them: `name{label="value",…}` in the order of the labels' names."""
    return {
        f"{sample.name}{sorted(sample.labels.items())}": sample.value
        for family in text_string_to_metric_families(metrics.text().decode())
        for sample in family.samples
    }


def of_press(request: str, outcome: str) -> str:
    labels = [("outcome", outcome), ("platform", "discord"), ("request", request)]
    return f"tischrand_presses_total{labels}"


@pytest.fixture
def front() -> Front:
    return Front()


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
    front: Front, metrics: Metrics, answer: Answer, outcome: str
) -> None:
    front.answer = answer
    metered = metrics.measured(front.handle)
    asked = [
        Incoming(ADA, CHANNEL, request, "p1") for request in (Help(), ShowBoard(MatchId("K7M2Q")), Help())
    ]
    assert [await metered(incoming) for incoming in asked] == [answer] * 3
    assert front.asked == [(incoming,) for incoming in asked]
    counted = {name: value for name, value in samples(metrics).items() if "presses_total" in name}
    assert counted == {of_press("Help", outcome): 2, of_press("ShowBoard", outcome): 1}


async def test_a_press_that_breaks_counts_as_failed_and_stays_broken(front: Front, metrics: Metrics) -> None:
    front.answer = RuntimeError("broken")
    with pytest.raises(RuntimeError, match="broken"):
        await metrics.measured(front.handle)(Incoming(ADA, CHANNEL, Help(), "p1"))
    assert samples(metrics)[of_press("Help", "failed")] == 1


async def test_the_time_of_a_press_is_counted_in_seconds(
    front: Front, metrics: Metrics, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = iter([10.0, 10.04, 20.0, 22.5])
    monkeypatch.setattr("prometheus_client.context_managers.default_timer", lambda: next(times))
    metered = metrics.measured(front.handle)
    for _ in range(2):
        await metered(Incoming(ADA, CHANNEL, Help(), "p1"))
    told = samples(metrics)
    of_discord = [("platform", "discord")]
    assert told[f"tischrand_press_seconds_sum{of_discord}"] == pytest.approx(2.54)
    below = {
        limit: told[f"tischrand_press_seconds_bucket{[('le', limit), *of_discord]}"]
        for limit in ("0.025", "0.05", "2.0", "3.0")
    }
    assert below == {"0.025": 0, "0.05": 1, "2.0": 1, "3.0": 2}


async def test_no_number_names_a_person_a_chat_or_a_match(front: Front, metrics: Metrics) -> None:
    await metrics.measured(front.handle)(
        Incoming(ADA, CHANNEL, ShowBoard(MatchId("K7M2Q")), "press99", "m77")
    )
    text = metrics.text().decode()
    assert not [
        fact
        for fact in ("471100339", "Secretname", "815500218", "424200173", "K7M2Q", "press99", "m77")
        if fact in text
    ]


def test_logged_errors_are_counted_by_their_class_while_it_is_wanted(metrics: Metrics) -> None:
    log = logging.getLogger("bot.somewhere")
    with metrics.errors_counted():
        for error in (KeyError("x"), KeyError("y"), OSError("z")):
            log.error("it failed", exc_info=error)
        log.error("without an exception")
        log.warning("not an error")
    log.error("too late")
    counted = {name: value for name, value in samples(metrics).items() if "errors_total" in name}
    kinds = {"KeyError": 2, "OSError": 1, "logged": 1}
    assert counted == {f"tischrand_errors_total{[('kind', kind)]}": value for kind, value in kinds.items()}


async def test_granted_and_refused_typed_moves_are_told_apart(metrics: Metrics, tmp_path: Path) -> None:
    async with House(tmp_path, middleware=[metrics.measured]) as house:
        await house.start()
        for line in ("/move 9", "/move 99 99", "/move 1"):
            await house.type(house.to_act(), line)
    counted = {
        name: value for name, value in samples(metrics).items() if "total" in name and "TypeMove" in name
    }
    of_fake = "[('outcome', '{}'), ('platform', 'fake'), ('request', 'TypeMove')]"
    assert counted == {
        f"tischrand_presses_total{of_fake.format('refused')}": 2,
        f"tischrand_presses_total{of_fake.format('noted')}": 1,
    }
