"""Reviews of finished matches: for those who played, from what they saw, judged once."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from typing import Any

import pytest

from bot import presentation
from bot.interface import FIXED, Account, AskReview, Chat, ForgetMe, Incoming, Resign, Screen
from bot.texts import texts_for
from games import GAMES, replay
from games.events import MatchId, MovePlayed
from games.game import other
from games.judgement import Judgement
from games.stacko import View
from robots.catalog import judge
from tests.bot.finished_matches import begun, given_up
from tests.bot.handlers.test_data_copies import copy_of
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, Shown, private_chat
from tests.bot.presentation.running_matches import PHRASING
from tests.bot.simple_robots import FirstMoves
from tests.games.walks import KNOWN, Case

pytestmark = pytest.mark.house(plays=True, meet=(ADA, BEN, CLEO))


async def asked(house: House, who: Account, code: MatchId, chat: Chat = CHANNEL) -> Shown:
    """The message with the answer, as it stands when all is done."""
    answer = await house.ask(who, AskReview(code), chat)
    assert not answer.post
    if answer.delivery is None:
        return Shown("note", chat, answer.noted)
    return house.platform.messages[house.platform.nonces[answer.delivery.board]]


async def told(house: House, who: Account, code: MatchId) -> str:
    return (await asked(house, who, code)).message.text


def hold(robots: FirstMoves, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Until this event, no move is judged."""
    go_on, judge = asyncio.Event(), robots.judge

    async def wait(*said: Any) -> Judgement:
        await go_on.wait()
        return await judge(*said)

    monkeypatch.setattr(robots, "judge", wait)
    return go_on


async def announced(house: House, code: MatchId) -> Shown:
    """Ada asks for a review that takes long."""
    answer = await house.handle(Incoming(ADA, CHANNEL, AskReview(code), "press"))
    assert (
        answer.noted.text
        == "I am judging your moves: 0 of 2 so far. The review follows as soon as it is finished."
    )
    await house.deliver(ADA, answer, CHANNEL, None)
    return house.board()


async def test_it_takes_the_place_of_what_announced_it(
    house: House, robots: FirstMoves, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, go_on = await given_up(house, BEN), hold(robots, monkeypatch)
    shown = await announced(house, code)
    go_on.set()
    await house.settled()
    assert "Best moves: " in house.platform.messages[shown.id].message.text
    assert house.platform.messages[shown.id].edits == 1
    assert house.platform.in_chat(private_chat(ADA)) == []


async def test_what_announced_it_counts_up(
    house: House, robots: FirstMoves, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, go_on = await given_up(house, BEN, plies=8), hold(robots, monkeypatch)
    answer = await house.handle(Incoming(ADA, CHANNEL, AskReview(code), "press"))
    await house.deliver(ADA, answer, CHANNEL, None)
    told, counted, judge, edit = list[str](), asyncio.Event(), robots.judge, house.platform.edit

    async def slowly(*said: Any) -> Judgement:
        await counted.wait()
        counted.clear()
        house.now += 5
        return await judge(*said)

    async def note(chat: Chat, message: str, screen: Screen) -> None:
        told.append(screen.text)
        await edit(chat, message, screen)
        counted.set()

    monkeypatch.setattr(robots, "judge", slowly)
    monkeypatch.setattr(house.platform, "edit", note)
    house.now += 5
    go_on.set()
    async with asyncio.timeout(30):
        await house.settled()
    *progress, review = told
    count = len(robots.judged)
    counts = [text.partition(" so far")[0] for text in progress]
    assert counts == [f"I am judging your moves: {number} of {count}" for number in range(1, count)]
    assert "Best moves: " in review, "it takes the place of the count"


async def test_it_takes_its_place_after_a_restart_too(
    house: House, robots: FirstMoves, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, go_on = await given_up(house, BEN), hold(robots, monkeypatch)
    shown = await announced(house, code)
    await house.dispatcher.close()
    go_on.set()
    await house.restart()
    await house.wait(60)
    assert "Best moves: " in house.platform.messages[shown.id].message.text


async def test_where_an_inline_board_was_pressed_its_note_is_replaced_not_the_board(
    house: House, robots: FirstMoves, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, go_on = await given_up(house, BEN), hold(robots, monkeypatch)
    inline = Chat("fake", f"{FIXED}board", private=False)
    answer = await house.handle(Incoming(ADA, inline, AskReview(code), "press"))
    assert answer.delivery
    note = house.platform.put(private_chat(ADA), answer.noted, "note")
    await house.dispatcher.delivered(answer.delivery, note)
    go_on.set()
    await house.settled()
    (shown,) = house.platform.in_chat(private_chat(ADA))
    assert "Best moves: " in shown.message.text


async def test_what_was_shown_nowhere_is_not_finished_by_itself(
    house: House, robots: FirstMoves, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, go_on = await given_up(house, BEN), hold(robots, monkeypatch)
    answer = await house.handle(Incoming(ADA, CHANNEL, AskReview(code), "press"))
    assert answer.delivery
    await house.dispatcher.delivered(answer.delivery, None)
    go_on.set()
    await house.settled()
    assert house.platform.in_chat(private_chat(ADA)) == []


async def test_where_its_message_is_gone_it_comes_in_private(
    house: House, robots: FirstMoves, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, go_on = await given_up(house, BEN), hold(robots, monkeypatch)
    del house.platform.messages[(await announced(house, code)).id]
    go_on.set()
    await house.settled()
    (shown,) = house.platform.in_chat(private_chat(ADA))
    assert "Best moves: " in shown.message.text


async def resigned_after(house: House, *, plies: int) -> MatchId:
    """A match of Stacko that Ada gives up."""
    await house.start("/play stacko")
    code = house.board().code
    for _ in range(plies):
        await house.type(house.to_act(), "/move 1")
    await house.ask(ADA, Resign(code, sure=True), CHANNEL)
    return code


async def test_each_ply_of_the_own_seat_is_judged_by_what_it_saw(house: House, robots: FirstMoves) -> None:
    code = await resigned_after(house, plies=5)
    match = await house.services.matches.load(code)
    ada = await house.store.people.person("fake", "ada")
    assert ada
    seat = match.seat_of(ada.player)
    said = await told(house, ADA, code)
    log = await house.store.matches.load(code)
    own = [event.notation for event in log if isinstance(event, MovePlayed) and event.seat == seat]
    assert [played for _, played, _ in robots.judged] == own
    positions = [past.state.view(seat) for past in replay.positions(log)]
    for (before, _, after), opposite in zip(robots.judged, robots.opposite, strict=True):
        assert after == positions[positions.index(before) + 1], "not what they saw later"
        assert before.viewer == after.viewer == seat
        assert seat in before.to_act
        assert [type(seen) for seen in (before, after, *opposite)] == [View] * 4, "no state"
        assert [seen.viewer for seen in opposite] == [other(seat)] * 2
    assert f"of your {len(own)}. On average" in said
    assert " You played: place 1. Take a new part was better by 50% in winning chances." in said
    assert "On average, a move cost 50% in winning chances." in said
    assert said.endswith("wins, by what you could know at the time."), "what the numbers mean is told last"
    assert f"The match turned on what to refuse: {len(own)} of {len(own)} better moves refused" in said


async def test_it_is_judged_once_and_for_each_player(house: House, robots: FirstMoves) -> None:
    code = await given_up(house, BEN)
    first = await told(house, ADA, code)
    judged = len(robots.judged)
    for _ in range(2):
        assert await told(house, ADA, code) == first
        assert len(robots.judged) == judged
        await house.restart()
    await told(house, BEN, code)
    assert len(robots.judged) > judged


async def test_after_a_restart_it_goes_on_where_it_stood(
    house: House, robots: FirstMoves, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await given_up(house, BEN, plies=8)
    judge = robots.judge

    async def fail_later(*asked: Any) -> Judgement:
        if len(robots.judged) == 2:
            raise TimeoutError
        return await judge(*asked)

    with monkeypatch.context() as broken:
        broken.setattr(robots, "judge", fail_later)
        assert "only 2 of" in await told(house, ADA, code)
    await house.restart()
    whole = await told(house, ADA, code)
    assert f"of your {len(robots.judged)}. On average" in whole  # each judged once
    assert len(robots.judged) > 2


async def test_it_is_in_the_copy_of_ones_data_and_of_nobody_elses(house: House, robots: FirstMoves) -> None:
    code = await given_up(house, BEN)
    await told(house, ADA, code)
    (review,) = (await copy_of(house, ADA))["reviews"]
    assert review["match"] == code
    assert len(review["moves"]) == 2
    assert (await copy_of(house, BEN))["reviews"] == []


async def test_it_is_forgotten_with_who_asked_for_it(house: House, robots: FirstMoves) -> None:
    code = await given_up(house, BEN)
    await told(house, ADA, code)
    await told(house, BEN, code)
    assert all([await house.store.results.review(code, seat) for seat in (0, 1)])
    await house.ask(ADA, ForgetMe(sure=True), CHANNEL)
    assert sorted([len(await house.store.results.review(code, seat)) for seat in (0, 1)]) == [0, 2]
    assert "You do not play in this match" in await told(house, ADA, code)


@pytest.mark.parametrize("game", KNOWN)
def test_a_game_whose_robot_counts_what_moves_cost_has_words_for_that(game: str) -> None:
    state = Case(game, ()).deal(bytes(32))
    (seat, *_), costs = state.to_act, []
    for move in state.legal_moves(seat)[:6]:
        after = state.play(seat, move).view(seat)
        costs.append(judge(state.view(seat), str(move), after, 7).cost)
    said = [f"{game}.{key}" in texts_for("en").messages for key in ("cost", "cost_whole", "cost_means")]
    assert said == [max(costs) > 1] * 3, "a chance to win is at most 1"


async def test_in_sahara_costs_are_beans(house: House, robots: FirstMoves) -> None:
    robots.cost, robots.exact = 28.0, True
    said = await told(house, ADA, await given_up(house, BEN))
    assert "was better by 14 beans." in said, "a bean that the other one gets instead is not told twice"
    assert "about" not in said
    assert re.match(r"Move \d of \d\. You played: hollow \d\. ", said.splitlines()[-2])
    assert "into your store by the end" in said.splitlines()[-1], "what the numbers mean is told last"


async def test_one_bean_is_not_told_as_several(house: House, robots: FirstMoves) -> None:
    robots.cost, robots.exact = 2.0, True
    said = await told(house, ADA, await given_up(house, BEN))
    assert "by 1 bean." in said
    assert "1 beans" not in said


async def test_what_is_estimated_is_told_as_such_in_whole_beans(house: House, robots: FirstMoves) -> None:
    robots.cost = 26.8
    said = await told(house, ADA, await given_up(house, BEN))
    assert said.count("13 beans") == said.count("about 13 beans") == 2


async def test_the_costliest_comes_first_and_all_others_can_be_walked_through(
    house: House, robots: FirstMoves, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, judge = await given_up(house, BEN, plies=12), robots.judge

    async def third_worst(*said: Any) -> Judgement:
        return replace(await judge(*said), cost=2.0 if len(robots.judged) == 3 else 1.0)

    monkeypatch.setattr(robots, "judge", third_worst)
    page = (await asked(house, ADA, code, private_chat(ADA))).message
    seen = {first := _number(page)}
    for way in ("Back", "Forward"):
        while not next(button for button in page.buttons if button.label == way).disabled:
            answered = await house.press_note(ADA, way, page)
            assert answered.update, "it takes the place of the page before"
            page = answered.update
            assert len(page.rows) == 1
            seen.add(_number(page))
    assert first == sorted(seen)[2]
    assert len(seen) == len(robots.judged) > 3


def _number(page: Screen) -> int:
    return int(re.search(r"^Move (\d+) of", page.text, re.MULTILINE)[1])  # type: ignore[index]


async def test_what_it_cost_with_all_laid_open_is_told_where_it_differs(
    house: House, robots: FirstMoves
) -> None:
    await house.start("/play sator")
    code = house.board().code
    for who in (ADA, BEN):
        await house.type(who, "/move hide b d", private_chat(who))
    await house.ask(ADA, Resign(code, sure=True), CHANNEL)
    robots.laid_open = 0.125
    assert "by 50% in winning chances (with everything open: 12)." in (said := await told(house, ADA, code))
    await house.restart()
    assert await told(house, ADA, code) == said
    robots.laid_open = robots.cost
    assert "by 50% in winning chances." in await told(house, BEN, code)


async def test_a_move_that_decides_a_match_is_told_without_a_number(house: House, robots: FirstMoves) -> None:
    code = await resigned_after(house, plies=3)
    robots.cost = 1.0
    said = await told(house, ADA, code)
    assert " was much better: it nearly always wins, your move hardly ever." in said
    assert "better by" not in said


async def test_the_position_before_the_move_is_shown_with_the_better_one_marked(
    house: House, robots: FirstMoves
) -> None:
    code = await given_up(house, BEN)
    page = (await asked(house, ADA, code, private_chat(ADA))).message
    before, better, _ = robots.judged[0]
    match = replace((await house.services.matches.load(code)).seen_by(before.viewer), view=before)
    why = presentation.hint_text(match, better, PHRASING).partition(". ")[2]
    assert page.text.splitlines()[-2].endswith(f"{better} was better by about 0.2 beans. {why}"), (
        "a hint gives the same reason"
    )
    shown = (await house.press_note(ADA, "Replay", page, private_chat(ADA))).noted
    assert shown.text.startswith(page.text.splitlines()[-2][: len("Move 1 of 4.")])
    earlier = (await house.press_note(ADA, "Back", shown, private_chat(ADA))).updated
    assert page.image
    assert earlier.image
    assert page.image.alt == earlier.image.alt
    assert page.image.data != earlier.image.data, "the mark"
    ply = presentation.JudgedPly(1, 4, "2", Judgement(1.0, "3"))
    marked = presentation.moment_page(match, [ply], 1, PHRASING, may_retry=False).picture
    assert marked
    assert (marked.refuted, marked.hinted) == (("2",), ("3",)), "the own move and the better one"


@pytest.mark.parametrize("cost", [0.0, 0.01])
async def test_what_costs_nothing_counts_as_best(house: House, robots: FirstMoves, cost: float) -> None:
    robots.cost = cost
    said = await told(house, ADA, await given_up(house, BEN))
    assert "better" not in said
    assert "Best moves: 2 of your 2." in said


async def test_it_is_for_those_who_played_and_for_finished_matches(house: House, robots: FirstMoves) -> None:
    running = await begun(house, BEN)
    assert "over" in await told(house, ADA, running)
    code = await given_up(house, BEN)
    assert "You do not play in this match" in await told(house, CLEO, code)
    assert robots.judged == []


async def test_there_is_none_where_no_robot_thinks(house: House, robots: FirstMoves) -> None:
    code = await given_up(house, BEN)
    robots.games = ("sato",)
    assert "No robot plays this game" in await told(house, ADA, code)
    robots.games = ()
    assert "switched off" in await told(house, ADA, code)
    robots.games = tuple(GAMES)
    assert "Best moves: " in await told(house, ADA, code)


async def test_a_review_that_is_broken_off_goes_on_when_it_is_asked_for_again(
    house: House, robots: FirstMoves, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await given_up(house, BEN)

    async def fail(*_: Any) -> Judgement:
        raise TimeoutError

    with monkeypatch.context() as broken:
        broken.setattr(robots, "judge", fail)
        shown = await asked(house, ADA, code, private_chat(ADA))
    assert "I could not judge all of your moves, only 0 of 2." in shown.message.text
    await house.press(ADA, "Look again", shown)
    assert "Best moves: " in house.platform.messages[shown.id].message.text


async def test_a_judgement_that_is_under_way_keeps_nobody_from_closing(
    house: House, robots: FirstMoves, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await given_up(house, BEN)
    hold(robots, monkeypatch)
    await announced(house, code)
    async with asyncio.timeout(30):
        await house.dispatcher.close()
