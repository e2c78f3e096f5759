"""Matches gone through again, and records that people bring along, good ones and bad ones."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from bot import interface
from bot.interface import match_of
from games import GAMES, record
from tests.bot.presentation.screens.tour import CHANNEL, Tour
from tests.games.test_record import EXAMPLE, played

SPOILED = (
    *(("first 4", "first 7"), ("2. first 2", "2. first 4"), ("2. first 2", "2. second 1")),
    *(("2. first 2", "5. first 1"), ("2. first 2", "and then"), ('[First "Ada"]\n', "")),
    *(('[First "Ada"]', '[First "Ada"]\n[First "Eve"]'), ('"sahara 1"', '"chess 1"')),
    *(('"sahara 1"', '"sahara 9"'), ('"sahara 1"]', '"sahara 1"]\n[House "target=31"]')),
    *(('[Tischrand "1"]', '[Tischrand "2"]'), ('"2026-11-21"', '"2026-13-21"')),
    *(('[Seed "00', '[Seed "'), ('"sahara 1"]', '"sahara 1"]\n[House "target=30 target=40"]')),
    *(('[Ending "resigned"]', '[Ending "rules"]'), ('[Ending "resigned"]', '[Ending "agreed"]')),
    *(('[Challenge "lock2:ee', '[Challenge "lock2:ef'), ('[Challenger "first"', '[Challenger "second"')),
)
"""Parts of a good record, and what makes it a bad one."""


async def replays(tour: Tour) -> None:
    """Replays of a match while it runs and when it is over, as pages, as a clip, as a file; in words too."""
    for line in ("/play sahara", "/play sato variant=hidden table=small"):
        code = await tour.offered(line)
        await tour.say(tour.ada, f"/replay {code}", "/replay", "/export")
        await tour.say(tour.ben, f"/join {code}")
        first, second = await tour.seats(code)
        await tour.say(first, f"/move 4 {code}", f"/move 1 {code}")
        await tour.say(
            second, f"/replay {code}", "/settings text=on", f"/replay {code}", "/settings text=off"
        )
        for mover in (second, first) * 2:
            tour.now += 1
            await tour.play_on(code, mover)
        for who in (tour.ada, tour.ben, tour.cleo):
            await tour.say(who, f"/replay {code}", f"/export {code}")
        await tour.ask(tour.ada, interface.Resign(code, sure=True), CHANNEL)
        for who in (tour.ada, tour.cleo):
            for chat in (CHANNEL, tour.private(who)):
                await tour.say(who, f"/replay {code}", "/replay", f"/export {code}", chat=chat)
                await tour.ask(who, interface.MakeClip(code), chat)
                await tour.ask(who, interface.Replay(code, 3), chat)
    await tour.say(tour.ada, "/settings text=on", f"/replay {code}")
    await tour.ask(tour.ada, interface.Replay(code, 4), CHANNEL)


async def away_for_long(tour: Tour) -> None:
    """So many turns since somebody acted that not all can be told."""
    code = await tour.begun("/play sato variant=open")
    first, second = await tour.seats(code)
    for mover in (first, second) * 10:
        await tour.play_on(code, mover)
    await tour.say(second, f"/replay {code}")
    await tour.say(second, "/settings text=on", f"/replay {code}")


async def records(tour: Tour) -> None:
    """What `/import` says to good records and to bad ones."""
    await tour.say(tour.ada, "/import")
    for problem in ("file_too_large", "file_lost"):
        await tour.ask(tour.ada, interface.InvalidCommand(problem, "import"), CHANNEL)
    ended = played("sahara", 500, 5)
    wrong = replace(ended, winner=None if ended.winner is not None else 0)
    texts = [EXAMPLE, record.write(ended), record.write(wrong)]
    texts += [f"{record.write(ended)}{len(ended.plies) + 1}. first 4\n", "hello\n" * record.MOST_LINES * 2]
    texts += [EXAMPLE.replace(old, new, 1) for old, new in SPOILED]
    texts += [f"{record.write(played(game, 0, 0))}1. first nonsense\n" for game in GAMES]
    for text in texts:
        await tour.ask(tour.ada, interface.ImportRecord(text.encode()), CHANNEL)
    await tour.ask(tour.ada, interface.ImportRecord(b"\xff"), tour.private(tour.ada))
    with pytest.MonkeyPatch.context() as hurried:
        hurried.setattr("bot.handlers.record_imports.PATIENCE", -1.0)
        await tour.ask(tour.ada, interface.ImportRecord(EXAMPLE.encode()), CHANNEL)


async def playing_on(tour: Tour) -> None:
    """From matches with and without hidden parts and from records, by players and others; and where not."""
    for game in ("sahara", "sator"):
        code = await tour.begun(f"/play {game}")
        await tour.play_on(code, tour.ada if tour.ada in await tour.seats(code) else tour.ben)
        await tour.ask(tour.ada, interface.Resign(code, sure=True), CHANNEL)
        for who, number in itertools.product((tour.ada, tour.cleo), (0, 1, 99)):
            await tour.ask(who, interface.PlayOn(code, number, None), CHANNEL)
        for number in (0, 1):
            for who, against in ((tour.ada, interface.OPPONENT), (tour.cleo, interface.ANYBODY)):
                await tour.ask(who, interface.PlayOn(code, number, against), CHANNEL)
                await tour.say(tour.ben, f"/join {tour.code()} some words", f"/verify {tour.code()}")
                await tour.ask(tour.ben, interface.AcceptChallenge(tour.code()), CHANNEL)
                await tour.ask(who, interface.Resign(tour.code(), sure=True), CHANNEL)
                await tour.say(who, f"/verify {tour.code()}", f"/board {tour.code()}")
    ended = played("sahara", 500, 5)
    await tour.ask(tour.ada, interface.ImportRecord(record.write(ended).encode()), CHANNEL)
    key = next(
        filter(None, (match_of(one.request) for row in tour.notes[tour.ada.id][-1].rows for one in row))
    )
    for number in (0, 1, len(ended.plies)):
        await tour.ask(tour.ada, interface.PlayOn(key, number, interface.ANYBODY), CHANNEL)
    robots, tour.simple_robots.games = tour.simple_robots.games, ()
    code = await tour.begun("/play sator")
    await tour.ask(tour.ada, interface.Resign(code, sure=True), CHANNEL)
    await tour.ask(tour.ben, interface.ForgetMe(sure=True), CHANNEL)
    await tour.ask(tour.ada, interface.PlayOn(code, 0, None), CHANNEL)
    tour.simple_robots.games = robots
    await tour.ask(tour.ada, interface.PlayOn(code, 0, None), CHANNEL)
