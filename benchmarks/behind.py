"""What a start costs with many boards behind, and how long it holds up somebody who presses meanwhile.

`python -m benchmarks.behind [BOARDS]`: so many matches of Sahara, 10,000 unless told, have gone on without
their boards. The bot starts and brings them up to date on a platform that takes everything at once, and
answers presses in the meantime, as it did before when nothing else was to be done.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from statistics import median, quantiles

from benchmarks.aims import at_most
from bot.interface import Chat
from bot.repositories.matches import row_of
from games import actions
from games.events import ChallengeOffered, Event, MatchId
from games.match import Match, fold
from storage.boards import BoardId, ChatId
from storage.changes import Change
from storage.jobs import UNCLAIMED
from tests.bot.memory_platform import House

BOARDS = 10_000
QUIET = 200  # presses before
SLOWER = at_most(10)
PLIES = 12  # of each match, so that each picture is another one
TICK = 0.001  # seconds between two looks at the event loop


def gone_on(begun: Match, log: list[Event], chance: random.Random) -> list[Event]:
    """The log of a match after some plies that nobody has thought about."""
    match = begun
    while match.state and match.players and match.awaited and match.version < len(begun.asked) + PLIES:
        (seat,) = match.awaited
        notation = str(chance.choice(match.state.legal_moves(seat)))
        request = actions.PlayMove(match.players[seat], notation, match.version)
        events, match = match.decide(request, log[-1].at)
        log += events
    return log


async def fall_behind(house: House, boards: int) -> None:
    """Matches like the one in the channel, each on a board in a chat of its own that shows its beginning.

    They were put off, as while the platform was away: the bot, which is at work, leaves them alone.
    """
    chance, later = random.Random(1), replace(UNCLAIMED, now=house.now + 3600)
    code = MatchId(house.board().message.title.split()[-1])
    opened, accepted, *_ = await house.store.matches.load(code)
    (board,) = await house.store.boards.boards_of(code)
    assert isinstance(opened, ChallengeOffered)
    for number in range(boards):
        name, chat = MatchId(f"M{number:05}"), Chat("fake", f"chat {number}", private=False)
        begun: list[Event] = [replace(opened, match=name), accepted]
        events = tuple(gone_on(fold(begun), begun, chance))
        message = house.platform.put(chat, house.board().message, f"nonce {number}")
        shown = replace(board, id=BoardId(f"b{number}"), match=name, chat=ChatId(chat.id), message=message)
        behind = replace(shown, shown=2)
        await house.store.append(Change(row_of(fold(events)), events, boards=(behind,), claim=later))


async def watch(held: list[float]) -> None:
    """Milliseconds of CPU that the event loop spends before anybody else has a turn."""
    while True:
        since = time.thread_time()
        await asyncio.sleep(0)
        held.append((time.thread_time() - since) * 1000)
        await asyncio.sleep(TICK)


async def press(house: House, chance: random.Random) -> float:
    """Milliseconds until the answer to a press is there; a finished match is followed by another one."""
    board = house.board()
    asked = [label for label in house.labels(board.message) if label.isdigit() or label == "Next game"]
    label = chance.choice(asked)
    since = time.perf_counter()
    answer = await house.handled(house.to_act(), label, board)
    taken = (time.perf_counter() - since) * 1000
    await house.deliver(house.to_act(), answer, board.chat, board.id)
    if not house.board().message.awaits:
        await house.start()
    return taken


async def press_meanwhile(house: House, chance: random.Random) -> list[float]:
    """Of each press while boards are brought up to date."""
    taken = list[float]()
    boards = house.dispatcher.services.boards
    starting = asyncio.create_task(boards.catch_up())
    while not starting.done() or house.dispatcher.worker.is_at_work:
        taken.append(await press(house, chance))
        await asyncio.sleep(0.1)
    await starting
    await house.dispatcher.worker.settled()
    return taken


def p99(taken: list[float]) -> float:
    """What one press in a hundred takes longer than."""
    return quantiles(taken, n=100, method="inclusive")[-1] if len(taken) > 1 else max(taken)


async def measure(folder: Path, boards: int) -> None:
    """Print how it went."""
    held, chance = list[float](), random.Random(1)
    async with House(folder) as house:
        await house.start("/play sahara target=50")  # a long match
        quiet = [await press(house, chance) for _ in range(QUIET)]
        await fall_behind(house, boards)
        watching, cpu, since = asyncio.create_task(watch(held)), time.process_time(), time.perf_counter()
        taken = await press_meanwhile(house, chance)
        watching.cancel()
        seconds, spent = time.perf_counter() - since, time.process_time() - cpu
        print(f"{boards:,} boards behind: up to date within {seconds:.1f} s, for {spent:.1f} s of CPU")
    print(f"CPU before somebody else has a turn: {max(held):.0f} ms at most")
    for when, found in (("before", quiet), ("meanwhile", taken)):
        print(f"{len(found)} presses {when}: median {median(found):.0f} ms, p99 {p99(found):.0f} ms")
    print(SLOWER.row(f"p99 of presses with {boards:,} boards behind, quiet = 1", p99(taken) / p99(quiet)))


def main() -> None:
    """Do it in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder), int(sys.argv[1]) if len(sys.argv) > 1 else BOARDS))


if __name__ == "__main__":
    main()
