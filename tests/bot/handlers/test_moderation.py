"""Words that are reported, and what those who manage a chat can do there."""

from __future__ import annotations

import logging
import re

import pytest

from bot.domain.remarks import KEPT_FOR, REPORTED_FOR
from bot.domain.terms import DAY
from bot.handlers.access import Rate, RateLimits
from bot.interface import Account, Chat, ReportRemark, Screen, StopMatch, Unreachable
from games.events import MatchId, MatchStopped
from tests.bot.memory_platform import (
    ADA,
    BEN,
    CHANNEL,
    CLEO,
    UNHURRIED,
    House,
    HouseWithFile,
    Seen,
    Shown,
    private_chat,
)
from tests.storage.facts import forget, jobs_of

HIDDEN = "Hidden by a moderator."
FREE = RateLimits(UNHURRIED.commands, UNHURRIED.presses, words=Rate(1_000_000, 60))


pytestmark = pytest.mark.house(rates=FREE, managers=[CLEO], start="/play sato")


def code_of(house: House) -> MatchId:
    boards = [one for one in house.platform.in_chat(CHANNEL) if "More" in house.labels(one.message)]
    return boards[0].code


async def said(house: House, who: Account, words: str) -> Shown:
    await house.type(who, f"/say {words} {code_of(house)}")
    return house.board()


async def report(house: House, who: Account, shown: Shown) -> Seen:
    asked = (await house.press(who, "Report …", shown)).noted
    assert "for 30 days" in asked.text
    return await house.press_note(who, "Yes, report", asked)


async def moderated(house: House, who: Account = CLEO) -> Screen:
    return (await house.type(who, "/moderate")).noted


async def pressed(house: House, label: str, page: Screen) -> Screen:
    answer = await house.press_note(CLEO, label, page)
    await house.settled()
    assert answer.update
    return answer.update


# Reports


async def test_who_manages_the_chat_sees_what_was_reported_and_by_whom(house: House) -> None:
    first, second = await said(house, BEN, "you cheat"), await said(house, BEN, "thanks")
    assert "No messages have been reported." in (await moderated(house)).text
    assert (await report(house, ADA, first)).updated.text == "Reported. Thank you."
    house.now += 60
    await report(house, CLEO, second)
    page = await moderated(house)
    lines = [line for line in page.text.split("\n") if line.startswith("· ")]
    code = code_of(house)
    assert lines[0].startswith(f"· Ben to Ada in {code}: “Thank you!” – Cleo, ")
    assert lines[1].startswith(f"· Ben to Ada in {code}: “you cheat” – Ada, ")
    assert [at for _, at in page.moments] == [house.now, house.now - 60], "for readers without a zone"
    assert all(told in page.text for told, _ in page.moments)
    await house.type(CLEO, "/settings zone=Asia/Tokyo")
    assert "Mon 12 Jan, 22:4" in (await moderated(house)).text, "as their clocks tell it"


async def test_reports_of_other_chats_and_of_private_matches_are_not_shown(house: House) -> None:
    await house.start_alone("/play stacko Ben")
    code = house.board(private_chat(BEN)).code
    await house.type(BEN, f"/say psst {code}", private_chat(BEN))
    shown = house.board(private_chat(ADA))
    await house.ask(CLEO, house.button(shown.message, "Report …").request, CHANNEL)
    assert house.note(CLEO) == "There is no message here to report."
    await report(house, ADA, shown)
    assert not any("was reported" in one.message.text for one in house.platform.messages.values())
    assert "psst" not in (await moderated(house)).text
    ben = await house.services.accounts.register(BEN)
    assert [one.said for one in await house.store.talk.remarks_of(ben) if one.reported] == ["psst"]


async def test_only_who_could_read_words_reports_them(house: House) -> None:
    shown = await said(house, BEN, "you cheat")
    (button,) = [b for row in shown.message.rows for b in row if isinstance(b.request, ReportRemark)]
    await house.ask(BEN, button.request, CHANNEL)
    assert house.note(BEN) == "There is no message here to report."
    await house.ask(ADA, ReportRemark("0" * 20, sure=True), CHANNEL)
    assert house.note(ADA) == "There is no message here to report."
    await house.press(CLEO, "Report …", shown)
    assert "for 30 days" in house.note(CLEO)


async def test_reported_words_are_kept_for_thirty_days(house: House) -> None:
    await report(house, ADA, await said(house, BEN, "you cheat"))
    await said(house, BEN, "hello")
    author = await house.services.accounts.register(BEN)
    for seconds, left in ((KEPT_FOR - 60, 2), (60, 1), (REPORTED_FOR - KEPT_FOR, 0)):
        house.now += seconds
        await house.store.jobs.beat(house.now)
        assert len(await house.store.talk.remarks_of(author)) == left


@pytest.mark.house(kind=HouseWithFile, rates=FREE, managers=[CLEO], start="/play sato")
async def test_words_of_who_is_forgotten_are_gone_also_where_they_were_reported(house: HouseWithFile) -> None:
    await report(house, ADA, await said(house, BEN, "zwetschge"))
    await house.forget(BEN, private_chat(BEN))
    assert "zwetschge" not in (await moderated(house)).text
    assert b"zwetschge" not in house.bytes()


# Hiding


async def test_hidden_words_go_from_the_chat_and_no_more_come(house: House) -> None:
    shown, other = await said(house, BEN, "you cheat"), await said(house, ADA, "hello")
    await report(house, ADA, shown)
    page = await pressed(house, "Hide Ben's messages", await moderated(house))
    assert "Messages hidden: Ben" in page.text
    assert house.platform.messages[shown.id].message.text == HIDDEN
    assert house.platform.messages[shown.id].message.rows == ()
    assert house.platform.messages[other.id].message.text == "Ada to Ben: “Hello!”"
    for chat in (CHANNEL, private_chat(BEN)):
        await house.type(BEN, f"/say again {code_of(house)}", chat)
        assert house.note(BEN) == "A moderator has hidden your messages in this match."
    page = await pressed(house, "Show Ben's messages", page)
    assert "Messages hidden" not in page.text
    page = await pressed(house, "Hide Ben's messages", page)
    assert house.platform.messages[shown.id].edits == 1, "an edit that changes nothing"
    await pressed(house, "Show Ben's messages", page)
    assert (await said(house, BEN, "sorry")).message.text == "Ben to Ada: “sorry”"


async def test_what_cannot_be_changed_any_more_stays_and_the_rest_is_hidden(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    """The log tells of it without the words."""
    caplog.set_level(logging.DEBUG, "bot")
    first, second = await said(house, BEN, "zwetschge"), await said(house, BEN, "two")
    await report(house, ADA, first)
    page = await moderated(house)
    house.platform.faults = [Unreachable()]
    await pressed(house, "Hide Ben's messages", page)
    assert house.platform.messages[first.id].message.text == "Ben to Ada: “zwetschge”"
    assert house.platform.messages[second.id].message.text == HIDDEN
    assert "stay where they are" in caplog.text
    assert "zwetschge" not in caplog.text


async def test_words_on_a_platform_that_is_not_run_any_more_stay(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = await said(house, BEN, "you cheat")
    await report(house, ADA, shown)
    page = await moderated(house)
    monkeypatch.delitem(house.services.adapters, "fake")
    assert "Messages hidden: Ben" in (await pressed(house, "Hide Ben's messages", page)).text
    assert house.platform.messages[shown.id].message.text == "Ben to Ada: “you cheat”"


# Two chats


async def test_each_chat_of_a_match_across_two_can_moderate_what_is_shown_there(house: House) -> None:
    """Ada challenges in the channel, Ben accepts and plays elsewhere; each reads the other where they are."""
    elsewhere = Chat("fake", "elsewhere", private=False)
    await house.type(ADA, "/play sahara")
    code = house.board().code
    await house.type(BEN, f"/join {code}", elsewhere)
    await house.type(BEN, f"/say you cheat {code}", elsewhere)
    await house.type(ADA, f"/say so do you {code}")
    for chat, reader, words, other in (
        (CHANNEL, ADA, "you cheat", "so do you"),
        (elsewhere, BEN, "so do you", "you cheat"),
    ):
        shown = next(one for one in house.platform.in_chat(chat) if words in one.message.text)
        remark = next(b.request for row in shown.message.rows for b in row if b.label == "Report …")
        assert isinstance(remark, ReportRemark)
        await house.ask(reader, ReportRemark(remark.remark, sure=True), chat)
        page = (await house.type(CLEO, "/moderate", chat)).noted
        assert words in page.text
        assert other not in page.text
        hides = next(b for row in page.rows for b in row if b.label.startswith("Hide "))
        await house.ask(CLEO, hides.request, chat)
        assert house.platform.messages[shown.id].message.text == HIDDEN


async def test_a_chat_is_told_once_a_day_that_there_are_reports(house: House) -> None:
    shown = [await said(house, BEN, f"word {number}") for number in range(4)]
    told = "A message in a match here was reported. Admins of this chat see it with /moderate."
    for number, seconds in enumerate((0, 60, DAY)):
        house.now += seconds
        await report(house, ADA, shown[number])
        await house.settled()
        assert texts_in(house).count(told) == (1, 1, 2)[number]
    assert not any(who for who, _ in house.platform.pings[-1:] if who == CLEO.id)
    await report(house, CLEO, shown[2])
    await house.settled()
    assert texts_in(house).count(told) == 2


def texts_in(house: House) -> list[str]:
    return [shown.message.text for shown in house.platform.in_chat(CHANNEL)]


# Ending a match


async def test_a_match_is_ended_without_a_winner_and_both_are_told(house: House) -> None:
    code = code_of(house)
    asked = await pressed(house, f"End {code} …", await moderated(house))
    found = re.match(rf"End match {code} of (\w+) and (\w+) ", asked.text)
    assert found
    first, second = found.groups()
    house.now += 3600
    before = len(house.platform.in_chat(CHANNEL))
    assert "0 matches are running here" in (await pressed(house, "Yes, end it", asked)).text
    told = house.board().message
    assert told.text == f"An admin of this chat has ended match {code} of {first} and {second}: nobody wins."
    assert len(house.platform.in_chat(CHANNEL)) == before + 1, "one line, and no boards"
    assert {ADA.id, BEN.id} == {who for who, _ in house.platform.pings[-2:]}
    boards = [text for text in texts_in(house) if "has ended this match: nobody wins." in text]
    assert boards
    assert (await house.store.matches.load(code))[-1] == MatchStopped(at=house.now)
    result = await house.store.results.result(code)
    assert result
    assert (result.winner, result.counts) == (None, "void")
    await house.restart()
    await house.type(CLEO, f"/moderate {code}")
    assert house.note(CLEO) == f"No match {code} is running in this chat."


async def test_of_several_chats_of_a_place_the_one_where_it_was_shown_last_is_told_of_the_end(
    house: House,
) -> None:
    one, two = (Chat("fake", f"club/{name}", private=False) for name in ("one", "two"))
    await house.type(ADA, "/play sahara", one)
    await house.press(BEN, "Accept", house.board(one))
    code = house.board(one).code
    house.now += 60
    await house.type(ADA, f"/board {code}", two)
    await house.ask(CLEO, StopMatch(code, "club"), one)
    await house.settled()
    ended = [f"has ended match {code}" in house.board(chat).message.text for chat in (one, two)]
    assert ended == [False, True]


@pytest.mark.parametrize("at", ["before it is told", "before that is noted"])
async def test_a_kill_after_a_match_was_ended_loses_nothing_and_tells_it_once(
    house: House, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    async def killed(*_: object) -> None:
        raise ConnectionError

    with monkeypatch.context() as patch:
        if at == "before it is told":
            patch.setattr(house.platform, "post", killed)
        else:
            patch.setattr(house.store.jobs, "done", killed)
        await house.ask(CLEO, StopMatch(code_of(house), CHANNEL.place), CHANNEL)
        await house.settled()
    for _ in range(2):
        await house.restart()
        await house.wait(60)
        assert sum("An admin of this chat has ended match" in text for text in texts_in(house)) == 1
    assert await jobs_of(house.store) == ()


@pytest.mark.parametrize(
    "when", ["preferences_of_chat", "post"], ids=["before it is posted", "while it is posted"]
)
@pytest.mark.parametrize("how", ["hidden", "forgotten"])
async def test_words_that_are_on_their_way_are_not_read_once_they_are_hidden_or_forgotten(
    house: House, monkeypatch: pytest.MonkeyPatch, when: str, how: str
) -> None:
    code, ben, asked = code_of(house), await house.services.accounts.register(BEN), list[object]()
    where = house.platform if when == "post" else house.services.screens
    real = getattr(where, when)

    async def interrupted(*given: object, **named: object) -> object:
        if not asked and how == "hidden":
            await house.store.talk.put_silence("fake", CHANNEL.place, ben)
        elif not asked:
            await forget(house.store, ben, house.now)
        asked.append(given)
        return await real(*given, **named)

    monkeypatch.setattr(where, when, interrupted)
    await house.type(BEN, f"/say on its way {code}")
    await house.settled()
    assert asked
    assert not [one for one in house.platform.messages.values() if "on its way" in one.message.text]


async def test_the_page_names_so_many_matches_the_newest_first(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.handlers.moderation.MOST_MATCHES", 2)
    codes = []
    for game in ("sahara", "sator", "stacko"):
        house.now += 60
        await house.start(f"/play {game}")
        codes.append(house.board().code)
    ends = [label for label in house.labels(await moderated(house)) if label.startswith("End ")]
    assert ends == [f"End {code} …" for code in codes[:0:-1]]


async def test_matches_of_other_chats_cannot_be_ended(house: House) -> None:
    await house.start_alone("/play stacko Ben")
    code = house.board(private_chat(BEN)).code
    assert code not in (await moderated(house)).text
    await house.ask(CLEO, StopMatch(code, "channel"), CHANNEL)
    assert house.note(CLEO) == f"No match {code} is running in this chat."
    assert not isinstance((await house.store.matches.load(code))[-1], MatchStopped)


async def test_who_is_about_to_lose_does_not_end_a_match_by_bringing_it_to_a_chat_of_their_own(
    house: House,
) -> None:
    code, house.managers = code_of(house), {BEN.id}
    own = Chat("fake", "own", private=False)
    await report(house, ADA, await said(house, BEN, "you cheat"))
    await house.type(BEN, f"/board {code}", own)
    assert await house.store.talk.reported_in("fake", "own", most=1)
    page = (await house.type(BEN, "/moderate", own)).noted
    assert not re.search(rf"{code}|cheat", page.text)
    assert not re.search(code, " ".join(house.labels(page)))
    for line in (f"/moderate {code}", StopMatch(code, "own")):
        await (house.type(BEN, line, own) if isinstance(line, str) else house.ask(BEN, line, own))
        assert house.note(BEN) == f"No match {code} is running in this chat."
    assert not isinstance((await house.store.matches.load(code))[-1], MatchStopped)


async def test_who_manages_the_chat_does_not_end_a_match_of_their_own(house: House) -> None:
    code, house.managers = code_of(house), {ADA.id, BEN.id}
    for line in (f"/moderate {code}", StopMatch(code, "channel")):
        await (house.type(BEN, line) if isinstance(line, str) else house.ask(BEN, line, CHANNEL))
        assert house.note(BEN).startswith(f"You play match {code} yourself")
    assert not isinstance((await house.store.matches.load(code))[-1], MatchStopped)


async def test_matches_of_a_tournament_there_can_be_ended_before_anybody_has_acted(house: House) -> None:
    await house.type(ADA, "/tournament sahara 2 clock=1d")
    for who in (BEN, CLEO):
        await house.press(who, "Join", house.platform.in_chat(CHANNEL)[-1])
    await house.press(ADA, "Begin", house.platform.in_chat(CHANNEL)[-1])
    await house.settled()
    known = await house.store.tournaments.tournament_in("fake", CHANNEL.place)
    assert known
    (code,) = [one.match for one in known.pairings if one.match]
    await house.type(CLEO, f"/moderate {code}")
    await house.press_note(CLEO, "Yes, end it", house.notes[CLEO.id][-1])
    assert isinstance((await house.store.matches.load(code))[-1], MatchStopped)


async def test_nobody_else_can_do_any_of_it(house: House) -> None:
    code = code_of(house)
    for line in ("/moderate", f"/moderate {code}"):
        await house.type(ADA, line)
        assert house.note(ADA).startswith("Only admins of this chat can do that.")
    await house.ask(ADA, StopMatch(code, "channel"), CHANNEL)
    assert house.note(ADA).startswith("Only admins of this chat can do that.")
    await house.type(CLEO, "/moderate", private_chat(CLEO))
    assert house.note(CLEO) == "Type /moderate in the chat that you moderate."
    assert not isinstance((await house.store.matches.load(code))[-1], MatchStopped)
