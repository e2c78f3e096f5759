"""Whatever becomes of somebody's accounts, the ratings of everybody else stay as they are."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.domain.ratings import replayed
from bot.interface import Account
from storage.results import Rating
from tests.bot.finished_matches import given_up
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO
from tests.bot.two_platforms import ADA_THERE, BEN_THERE, ELSEWHERE, Houses, account, own_chat

PEOPLE = ((ADA, ADA_THERE), (BEN, BEN_THERE), (CLEO, account("Cleo")))
PAIRS = [(one, other) for one in range(3) for other in range(3) if one != other]
HOURS = 8 * 3600  # until the next match: three a day of a pair count

played = st.tuples(st.sampled_from(PAIRS), st.booleans())
changed = st.tuples(st.sampled_from(["link", "unlink", "forget", "restart"]), st.integers(0, 2))
steps = st.lists(st.one_of(played, played, changed), min_size=6, max_size=16)


async def rating_of(house: Houses, who: Account) -> tuple[str, tuple[Rating, ...]]:
    person = await house.store.people.person(who.platform, who.id)
    assert person
    return person.player, await house.store.results.ratings_of(person.player)


async def ratings(house: Houses, people: set[int]) -> list[tuple[str, tuple[Rating, ...]]]:
    return [await rating_of(house, who) for number in sorted(people) for who in PEOPLE[number]]


async def link(house: Houses, here: Account, there: Account) -> None:
    answer = (await house.type(here, "/link", own_chat(here))).noted
    code = answer.text.partition("/link ")[2].split()[0]
    await house.type(there, f"/link {code}", own_chat(there))


async def unlink(house: Houses, here: Account) -> None:
    await house.type(here, "/unlink", own_chat(here))
    asked = house.notes[here.id][-1]
    if any(button.label.startswith("Unlink the account") for row in asked.rows for button in row):
        leaves = house.button(asked, "Unlink the account on other")
        await house.ask(here, leaves.request, own_chat(here))


async def forget(house: Houses, here: Account) -> None:
    await house.forget(here, own_chat(here))
    await house.meet(*(who for pair in PEOPLE for who in pair))


async def play(house: Houses, pair: tuple[int, int], elsewhere: bool) -> None:
    """A match counts against the ratings that the two had, however they came about."""
    loser, winner = (PEOPLE[number][elsewhere] for number in pair)
    before = dict([await rating_of(house, who) for who in (loser, winner)])
    house.now += HOURS
    code = await given_up(house, winner, host=loser, chat=ELSEWHERE if elsewhere else CHANNEL)
    result = await house.store.results.result(code)
    assert result
    if result.weighed is None:
        assert before == {player: await house.store.results.ratings_of(player) for player in result.players}
        return
    for player, weighed in zip(result.players, result.weighed, strict=True):
        value = before[player][0].strength.value if before[player] else 1500
        assert weighed.before.value == value


async def do(house: Houses, what: str, who: int) -> None:
    here, there = PEOPLE[who]
    match what:
        case "link":
            await link(house, here, there)
        case "unlink":
            await unlink(house, here)
        case "forget":
            await forget(house, here)
        case _:
            await house.restart()


@pytest.mark.long
@pytest.mark.timeout(300)
@settings(max_examples=8)
@given(steps=steps)
async def test_what_becomes_of_accounts_changes_no_rating_of_anybody_else(
    steps: list[tuple[object, int]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    async with Houses(tmp_path_factory.mktemp("house")) as house:
        await house.meet(*(who for pair in PEOPLE for who in pair))
        for what, who in steps:
            if isinstance(what, tuple):
                await play(house, what, bool(who))
                continue
            others = {0, 1, 2} if what == "restart" else {0, 1, 2} - {who}
            before = await ratings(house, others)
            await do(house, str(what), who)
            assert await ratings(house, others) == before, (what, who)
            for player, known in await ratings(house, {0, 1, 2}):
                results = await house.store.results.rated_results_of(player)  # type: ignore[arg-type]
                assert {*known} == {*replayed(results, player)}  # type: ignore[arg-type]
