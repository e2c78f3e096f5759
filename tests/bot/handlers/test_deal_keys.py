"""Fair deals in the running bot: what goes in, when it is told, and that nothing can be tried out."""

from __future__ import annotations

import re
import secrets

import pytest

from bot import interface
from bot.domain.match_requests import Start
from bot.handlers.deal_keys import DealKeys
from games.actions import RefusedByMatch
from games.events import ChallengeAccepted, ChallengeOffered
from games.match import fold
from games.match.deal import KEY_BYTES, lock_of, words_in
from games.record import read
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, code_of, private_chat
from tests.games.verifier import FAIR, verifier

WORDS = "three green frogs"


class RandomHouse(House):
    """No part of one draw is found in another."""

    def draw(self, size: int) -> bytes:
        return secrets.token_bytes(size)


pytestmark = pytest.mark.house(kind=RandomHouse, meet=(ADA, BEN, CLEO))


async def offered(house: House, line: str = "/play stacko") -> tuple[ChallengeOffered, str]:
    """A challenge of Ada as it is stored, and the seal that stands on it."""
    await house.type(ADA, line)
    shown = re.search(r"Seal of the deal: ([0-9a-f]{64})", house.board().message.text)
    assert shown
    (opened,) = await house.store.matches.load(code_of(house))
    assert isinstance(opened, ChallengeOffered)
    return opened, shown[1]


async def accepted(house: House) -> ChallengeAccepted:
    """The acceptance as it is stored."""
    event = (await house.store.matches.load(code_of(house)))[1]
    assert isinstance(event, ChallengeAccepted)
    return event


async def test_the_name_of_a_press_does_not_go_into_the_deal(house: House) -> None:
    """Whoever hosts the web chat chooses it: by trying thousands they once chose the deal."""
    opened, _ = await offered(house)
    keys = house.services.keys
    drawn = {keys.acceptance(opened.entropy, "") for _ in range(3000)}
    await house.ask(
        BEN, interface.AcceptChallenge(opened.match), CHANNEL, message=house.board().id, press="chosen"
    )
    assert drawn == {(await accepted(house)).entropy}


async def test_two_acceptances_with_the_same_press_deal_differently(house: House) -> None:
    deals = []
    for _ in range(2):
        opened, _ = await offered(house)
        await house.ask(BEN, interface.AcceptChallenge(opened.match), CHANNEL, press=f"same {opened.match}")
        deals.append((await accepted(house)).entropy)
    assert len(set(deals)) == 2


async def test_words_go_into_the_deal_and_stand_on_the_board(house: House) -> None:
    opened, _ = await offered(house)
    await house.type(BEN, f"/join {opened.match} {WORDS}")
    assert words_in((await accepted(house)).entropy) == WORDS
    assert WORDS in (await house.more(CLEO)).text


async def test_the_end_has_one_way_to_verify_and_watchers_without_it_read_the_seal(house: House) -> None:
    await offered(house)
    await house.type(BEN, f"/join {house.board().code}")
    await house.resign(ADA)
    own, others = await house.more(ADA), await house.more(CLEO)
    assert "Verify the deal" in house.labels(own)
    assert "Seal" not in own.text
    assert "Verify the deal" not in house.labels(others)
    assert "Seal" in others.text


async def test_a_repeated_press_changes_nothing(house: House) -> None:
    opened, _ = await offered(house)
    for words in ("", WORDS):
        await house.ask(
            BEN, interface.AcceptChallenge(opened.match, own_words=words), CHANNEL, press="the same"
        )
    assert words_in((await accepted(house)).entropy) == ""
    assert len(await house.store.matches.load(opened.match)) == 2


async def test_a_copy_that_is_brought_back_has_no_second_deal_by_the_same_key(house: House) -> None:
    """Else whoever hosts could accept again with other words, and keep the deal that they like."""
    opened, _ = await offered(house)
    keys = house.services.keys
    assert keys.acceptance(opened.entropy, WORDS).startswith("key:")
    await house.press(BEN, "Accept")
    assert keys.acceptance(opened.entropy, "").startswith("fresh:")
    with pytest.raises(RefusedByMatch):
        keys.acceptance(opened.entropy, WORDS)


@pytest.mark.parametrize(
    "words", ["@everyone", "*so*", "a" * 61, "example.org", "a\N{RIGHT-TO-LEFT OVERRIDE}b"]
)
async def test_words_that_are_not_plain_are_refused_and_told(house: House, words: str) -> None:
    opened, _ = await offered(house)
    await house.type(BEN, f"/join {opened.match} {words}")
    assert "at most 60 characters" in house.note(BEN)
    assert len(await house.store.matches.load(opened.match)) == 1


@pytest.mark.parametrize("why", ["turned off here", "hidden your messages"])
async def test_words_go_into_no_deal_where_their_author_may_say_nothing(house: House, why: str) -> None:
    opened, _ = await offered(house)
    if why == "turned off here":
        house.managers = {ADA.id}
        await house.ask(ADA, interface.ChangeChat("channel", ("words=off",)), CHANNEL)
    else:
        ben = await house.services.accounts.register(BEN)
        await house.store.talk.put_silence("fake", CHANNEL.place, ben)
    for where in (CHANNEL, private_chat(BEN)):
        await house.type(BEN, f"/join {opened.match} {WORDS}", where)
        assert why in house.note(BEN)
    assert len(await house.store.matches.load(opened.match)) == 1
    await house.type(BEN, f"/join {opened.match}")
    assert words_in((await accepted(house)).entropy) == ""


async def test_after_a_restart_fresh_bytes_stand_in_and_words_are_refused(house: House) -> None:
    opened, _ = await offered(house)
    await house.restart()
    await house.type(BEN, f"/join {opened.match} {WORDS}")
    assert "was lost when I was restarted" in house.note(BEN)
    await house.press(BEN, "Accept")
    assert (await accepted(house)).entropy.startswith("fresh:")
    await house.ask(ADA, interface.Resign(opened.match, sure=True), CHANNEL)
    await house.type(BEN, f"/verify {opened.match}")
    assert "Random bytes drawn at the acceptance" in house.note(BEN)


async def test_only_an_open_challenge_asks_for_its_key(house: House) -> None:
    opened, _ = await offered(house)
    await house.press(BEN, "Accept")
    await house.restart()
    await house.type(CLEO, f"/join {opened.match} {WORDS}")
    assert "answered already" in house.note(CLEO)


async def test_the_seal_is_told_while_the_match_goes_on_and_nothing_else(house: House) -> None:
    opened, shown = await offered(house)
    await house.type(CLEO, f"/verify {opened.match}")
    before = house.note(CLEO)
    assert f"/join {opened.match}" in before
    await house.type(BEN, f"/join {opened.match} {WORDS}")
    key = (await accepted(house)).entropy.removeprefix("key:").split()[0]
    await house.type(CLEO, f"/verify {opened.match}")
    during = house.note(CLEO)
    assert WORDS in during
    for told in (before, during):
        assert shown in told
        assert "stays secret" in told
        for secret in (opened.seed, key, opened.entropy.removeprefix("lock2:")):
            assert secret not in told


async def test_a_rematch_is_verified_with_the_seats_that_it_had(house: House) -> None:
    """They were agreed, and so are not drawn again; who had the first one had the second before."""
    await house.start("/play sahara rated=no")
    code, firsts = code_of(house), []
    for number in range(4):
        await house.ask(BEN, interface.Resign(code, sure=True), CHANNEL)
        await house.type(BEN, f"/verify {code}")
        told = house.note(BEN)
        assert ("By lot" in told, "rematch" in told) == (number == 0, number > 0)
        seat = re.search(r"(Ada|Ben)\W* (?:got|had) the first", told)
        assert seat
        firsts.append(seat[1])
        await house.ask(BEN, interface.OfferRematch(code), CHANNEL)
        code = code_of(house)
        await house.press(ADA, "Accept")
    assert firsts in (["Ada", "Ben"] * 2, ["Ben", "Ada"] * 2)


@pytest.mark.parametrize("words", ["", WORDS])
async def test_the_record_of_a_match_and_of_its_rematch_pass_the_verifier(house: House, words: str) -> None:
    check, (opened, shown) = verifier(), await offered(house, "/play sato")
    code = opened.match
    for seats in ("drawn", "agreed"):
        await house.type(BEN, f"/join {code} {words}".rstrip())
        await house.ask(BEN, interface.Resign(code, sure=True), CHANNEL)
        answer = (await house.ask(BEN, interface.ExportMatch(code), CHANNEL)).noted
        assert answer.file
        text = answer.file.data.decode()
        assert list(check.report(text, shown))[-1] == FAIR
        headers, _ = check.read(text)
        assert headers["Seats"] == seats
        read(text)
        await house.ask(ADA, interface.OfferRematch(code), CHANNEL)
        code = code_of(house)
        shown = fold(await house.store.matches.load(code)).seen_by(None).seal


@pytest.mark.parametrize("stored", ["key", "seed", "words", "lock"])
async def test_what_was_exchanged_in_the_store_is_found_by_verifying(house: House, stored: str) -> None:
    """Sahara deals nothing, so the match itself would go on to be played as it was."""
    opened, _ = await offered(house, "/play sahara begins=me")
    await house.type(BEN, f"/join {opened.match} {WORDS}")
    await house.ask(BEN, interface.Resign(opened.match, sure=True), CHANNEL)
    await house.type(BEN, f"/verify {opened.match}")
    assert "✓ It matches" in house.note(BEN)
    key = (await accepted(house)).entropy
    was, now = {
        "key": (key.split()[0], "key:" + "0" * 32),
        "seed": (opened.seed, opened.seed + "00" * 32),
        "words": (WORDS, "<b>frogs</b>"),
        "lock": (opened.entropy, "web:1"),
    }[stored]
    await house.change_by_hand("UPDATE events SET body = replace(body, ?, ?)", was, now)
    await house.type(BEN, f"/verify {opened.match}")
    assert "✗ It does not match" in house.note(BEN)
    assert "✓" not in house.note(BEN)


@pytest.mark.parametrize(
    "why", ["turned off here", "hidden by a moderator", "muted", "wants none", "blocked"]
)
async def test_words_that_a_reader_may_not_read_any_more_are_not_told_by_verifying(
    house: House, why: str
) -> None:
    opened, _ = await offered(house)
    code = opened.match
    await house.type(BEN, f"/join {code} {WORDS}")
    ada, ben = [await house.services.accounts.register(who) for who in (ADA, BEN)]
    await house.type(ADA, f"/verify {code}")
    assert WORDS in house.note(ADA)
    if why == "turned off here":
        house.managers = {ADA.id}
        await house.ask(ADA, interface.ChangeChat("channel", ("words=off",)), CHANNEL)
    elif why == "hidden by a moderator":
        await house.store.talk.put_silence("fake", CHANNEL.place, ben)
    elif why == "muted":
        await house.store.talk.put_mute(ada, ben)
    else:
        await house.type(ADA, f"/settings {'words=off' if why == 'wants none' else 'block=Ben'}")
    for over in (False, True):
        if over:
            await house.ask(BEN, interface.Resign(code, sure=True), CHANNEL)
        for where in (CHANNEL, private_chat(ADA)):
            answer = (await house.type(ADA, f"/verify {code}", where)).noted
            assert "frogs" not in f"{answer}"
            told = answer.text
            assert "They are not shown here" in told
            assert "/export puts them into the record" in told
        await house.type(BEN, f"/verify {code}")
        assert WORDS in house.note(BEN), "their own"
    assert "✓ It matches" in told
    assert f"{(await accepted(house)).entropy.split()[0]} …" in told
    record = (await house.ask(ADA, interface.ExportMatch(code), CHANNEL)).noted
    assert record.file
    assert WORDS in record.file.data.decode(), "without them nobody could check the deal"


OLD_KEY = bytes(KEY_BYTES)


@pytest.mark.parametrize(
    ("lock", "acceptance", "form"),
    [(lock_of(OLD_KEY, form=1), f"key:{OLD_KEY.hex()} {WORDS}", "older"), ("web:1", "web:2", "oldest")],
)
async def test_a_match_that_was_sealed_in_an_older_form_is_verified_and_says_so(
    house: House, monkeypatch: pytest.MonkeyPatch, lock: str, acceptance: str, form: str
) -> None:
    monkeypatch.setattr(
        DealKeys, "start", lambda _, at, zone: Start(at, zone, bytes(32), code=b"abcdef", lock=lock)
    )
    monkeypatch.setattr(DealKeys, "acceptance", lambda *_: acceptance)
    opened, _ = await offered(house, "/play sahara")
    await house.press(BEN, "Accept")
    await house.ask(BEN, interface.Resign(opened.match, sure=True), CHANNEL)
    await house.type(BEN, f"/verify {opened.match}")
    assert "✓ It matches" in house.note(BEN)
    assert f"the {form} form" in house.note(BEN)
