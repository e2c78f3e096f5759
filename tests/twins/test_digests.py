"""A message about several matches tells nothing of what is hidden in them."""

from __future__ import annotations

import random

from games.events import MatchId
from games.match import Match
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, code_of, private_chat
from tests.twins.secrets import some_move
from tests.twins.world import SeededMoves, World, chats_of, sketches

MATCHES = 5
"""Of so many three are told one by one, and the others together."""
LONG_AGO = 301


async def hide(world: World, who: str, code: MatchId, seed: int) -> Match:
    """One of the players hides their dots; gives the match after it."""
    account = {ADA.id: ADA, BEN.id: BEN}[who]
    world.code = code
    match = await world.match()
    assert match.players
    player = await world.services.accounts.player_of("fake", who)
    move = some_move(match, match.players.index(player), random.Random(seed))  # type: ignore[arg-type]
    await world.type(account, f"/move {move} {code}", private_chat(account))
    return await world.match()


async def told(seed: int) -> tuple[list[Match], list[tuple[object, ...]], World]:
    """What Ben and everybody are shown after Ada has hidden her dots, as the seed says, in all matches."""
    async with World(1, SeededMoves()) as world:
        world.enter()
        await world.meet(ADA, BEN, CLEO)
        codes = []
        for _ in range(MATCHES):
            await world.type(BEN, "/play sator ada clock=7d begins=me")
            await world.press(ADA, "Accept")
            codes.append(code_of(world))
            await hide(world, BEN.id, codes[-1], seed=1)
        world.now += LONG_AGO
        world.recorder.made.clear()
        world.platform.pings.clear()
        matches = [await hide(world, ADA.id, code, seed) for code in codes]
        await world.wait(LONG_AGO)
        return matches, world.heard([CHANNEL, *chats_of((BEN, CLEO))]), world


async def test_a_message_about_several_matches_tells_nothing_of_what_is_hidden() -> None:
    with sketches():
        (one, seen, world), (two, seen_too, twin) = await told(seed=2), await told(seed=3)
    assert all(first.state != second.state for first, second in zip(one, two, strict=True))
    assert all(first.seen_by(0) == second.seen_by(0) for first, second in zip(one, two, strict=True))
    assert seen == seen_too
    assert world.platform.pings == twin.platform.pings == [(BEN.id, private_chat(BEN).id)] * 4
    assert world.board(private_chat(BEN)).message.text.startswith(f"{MATCHES} matches wait for you.")
