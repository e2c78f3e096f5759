"""A real process that is suspended while another one is beside it: people's presses are answered once."""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.bot.platforms.across_people import TelegramGuest
from tests.bot.runtime.command_line import free_port, visit
from tests.loopback.telegram.queries import Press
from tests.loopback.telegram.server import TelegramServer
from tests.processes.worker import Worker
from tests.processes.world import GLANCE
from tests.storage.postgres.server import by_hand, new_database

PATIENCE = 90.0  # seconds: the other one takes over when what was claimed has run out
EACH = 4  # presses of each of the two, while nobody hears them
PAIRS_AFTER = 3  # of presses, when both processes are awake again
NEWEST = "SELECT max(version) FROM events"


class Fetching(Worker):
    """A process that fetches updates, if no other one does."""

    def __init__(self, folder: Path, settings: dict[str, str]) -> None:
        self._monitor = free_port()
        super().__init__(folder, settings | {"TISCHRAND_MONITOR_PORT": str(self._monitor)})

    async def fetches(self) -> bool:
        """Whether it takes itself for the one that does; it waits until the process is awake."""
        _, platforms = await visit(f"http://127.0.0.1:{self._monitor}", "health")
        return bool(platforms["telegram"]["connected"])

    async def stands_by(self) -> None:
        """Wait until it knows that it does not."""
        async with asyncio.timeout(PATIENCE):
            while await self.fetches():  # noqa: ASYNC110 - another process sets no event
                await asyncio.sleep(GLANCE)

    def send(self, name: signal.Signals) -> None:
        assert self.life
        self.life.process.send_signal(name)


class Club:
    """Two people in a group, who play."""

    def __init__(self, telegram: TelegramServer, url: str) -> None:
        self._telegram, self._url = telegram, url
        people = [telegram.person(name, username=name.lower()) for name in ("Ada", "Ben")]
        group = telegram.supergroup("Club", *people)
        self.people = [TelegramGuest(telegram, person, group) for person in people]
        self.presses: list[Press] = []
        self._pressed = ""

    async def begin(self) -> None:
        ada, ben = self.people
        await ada.type("/play sahara")
        await self._until(lambda: any("Accept" in seen.labels for seen in ben.messages(private=False)))
        await ben.press(await ben.sees("Accept"), "Accept")

    async def press(self, times: int) -> None:
        """Both press the first move that the board offers, which is one of them to make; they do not wait."""
        await self._until(lambda: self._offered() not in (None, self._pressed))
        seen = next(filter(None, (one.asked() for one in self.people)))
        self._pressed = str(self._offered())
        for one in self.people * times:
            self.presses.append(one.person.tap(seen.raw, payload=self._pressed))  # type: ignore[arg-type]

    def _offered(self) -> str | None:
        """What the first choice on the board carries, with the version of the match."""
        asked = filter(None, (one.asked() for one in self.people))
        return next((one.payloads[one.labels.index(one.chooses[0])] for one in asked), None)

    async def answered(self) -> None:
        """All that they have pressed is."""
        await self._until(lambda: all(press.answers for press in self.presses))

    async def version(self) -> int:
        """What is stored of the match."""
        async with by_hand(self._url) as connection:
            return int(await connection.fetchval(NEWEST))

    async def _until(self, true: Callable[[], object]) -> None:
        await self._telegram.until(true, patience=PATIENCE)


@pytest.mark.long
@pytest.mark.timeout(480)
async def test_presses_are_answered_once_by_one_of_two_processes_of_which_one_is_suspended(
    tmp_path: Path,
) -> None:
    url = await new_database("suspended")
    async with TelegramServer() as telegram:
        settings = telegram.environment | {"TISCHRAND_DATABASE_URL": url, "TISCHRAND_ROBOT_PROCESSES": "0"}
        workers = [Fetching(tmp_path / name, settings) for name in ("one", "other")]
        try:
            for worker in workers:  # the first one fetches
                await worker.start()
            club = Club(telegram, url)
            await club.begin()
            for suspended, other in (workers, workers[::-1]):
                await suspended_beside(telegram, club, suspended, other)
            assert not [line for worker in workers for line in worker.log if line["level"] != "WARNING"]
        finally:
            for worker in workers:
                await worker.kill()


async def suspended_beside(
    telegram: TelegramServer, club: Club, suspended: Fetching, other: Fetching
) -> None:
    """The one that fetches is suspended, the other one takes over and keeps what it has taken."""
    assert (await suspended.fetches(), await other.fetches()) == (True, False)
    known, before = await club.version(), len(conflicts(telegram))
    suspended.send(signal.SIGSTOP)
    await club.press(EACH)
    await club.answered()
    assert await other.fetches()
    assert await club.version() == known + 1, "one of so many presses on one board counts"
    suspended.send(signal.SIGCONT)
    await suspended.stands_by()
    for _ in range(PAIRS_AFTER):
        await club.press(1)
        await club.answered()
    assert await club.version() == known + 1 + PAIRS_AFTER
    assert (await suspended.fetches(), await other.fetches()) == (False, True)
    assert set(answers(telegram).values()) == {1}
    assert answers(telegram).keys() >= {press.id for press in club.presses}
    assert len(conflicts(telegram)) - before <= 1, "who took over ends the poll of who was suspended"
    await telegram.until(lambda: telegram.updates.polls == 1)


def answers(telegram: TelegramServer) -> Counter[str]:
    """How often the processes have answered each press."""
    sent = [call.fields for call in telegram.calls if call.method == "answerCallbackQuery"]
    return Counter(str(fields["callback_query_id"]) for fields in sent)


def conflicts(telegram: TelegramServer) -> list[str]:
    """What processes were told that fetched while another one did."""
    return [call.description for call in telegram.calls if call.status == 409]
