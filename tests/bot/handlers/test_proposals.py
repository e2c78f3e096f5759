"""Matches proposed to two others: both agree, nobody else does, and a proposal is answered once."""

from __future__ import annotations

import pytest

from bot import interface
from bot.domain import proposals
from bot.handlers.access import RateLimits
from bot.interface import Account, AgreeToMatch, Incoming, ProposeMatch
from bot.platforms import callback_data
from games import GAMES
from games.events import MatchId, PlayerId
from games.match import Phase
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, Seen, Shown, account, private_chat

DORA = account("Dora")
PLAY, NO = "I will play", "No, thanks"

pytestmark = pytest.mark.house(meet=(ADA, BEN, CLEO, DORA))


async def proposed(house: House, line: str = "/pair Ada Ben sahara target=30 clock=1d") -> Shown:
    """Cleo proposes a match to Ada and Ben."""
    assert (await house.type(CLEO, line)).succeeded
    return house.board()


async def player(house: House, who: Account) -> PlayerId:
    return (await house.services.accounts.player_of(who.platform, who.id)) or PlayerId("")


def code(shown: Shown) -> MatchId:
    (request,) = {button.request for row in shown.message.rows for button in row if button.label == PLAY}
    assert isinstance(request, AgreeToMatch)
    return request.code


async def press(house: House, who: Account, label: str, shown: Shown, number: str = "") -> Seen:
    request = house.button(shown.message, label).request
    return await house.ask(who, request, CHANNEL, message=shown.id, press=number)


@pytest.mark.parametrize(("first", "second"), [(ADA, BEN), (BEN, ADA)], ids=["Ada first", "Ben first"])
async def test_who_agrees_first_challenges_the_other_who_accepts(
    house: House, first: Account, second: Account
) -> None:
    shown = await proposed(house)
    assert shown.message.title == "Sahara: Ada and Ben?"
    assert "Cleo proposes a match of Sahara between Ada and Ben." in shown.message.text
    assert "series to 30 · 1 day for each move · rated" in shown.message.text
    assert ({one.name for one in shown.message.awaits}, shown.message.pings) == ({"Ada", "Ben"}, True)
    await press(house, first, PLAY, shown)
    challenge = house.board()
    assert f"{first.name} challenges {second.name} to a game of Sahara." in challenge.message.text
    left = next(one.message for one in house.platform.in_chat(CHANNEL) if one.id == shown.id)
    assert (left.rows, left.text) == ((), f"{first.name} has agreed. {second.name} has the challenge.")
    await house.press(second, "Accept", challenge)
    match = await house.services.matches.load(code(shown))
    assert match.phase is Phase.RUNNING
    assert set(match.players or ()) == {await player(house, ADA), await player(house, BEN)}
    assert (match.opened.house_rules, match.opened.clock, match.opened.rated) == (
        {"target": "30"},
        86400,
        True,
    )


async def test_both_may_press_the_proposal_and_the_match_begins(house: House) -> None:
    shown = await proposed(house)
    for who in (BEN, ADA):
        await press(house, who, PLAY, shown)
    assert (await house.services.matches.load(code(shown))).phase is Phase.RUNNING


async def test_a_proposal_survives_a_restart(house: House) -> None:
    shown = await proposed(house)
    await house.restart()
    await press(house, ADA, PLAY, shown)
    await house.restart()
    await press(house, BEN, PLAY, shown)
    assert (await house.services.matches.load(code(shown))).phase is Phase.RUNNING


async def test_nothing_is_lost_or_doubled_if_the_bot_dies_before_it_answers(house: House) -> None:
    shown = await proposed(house)
    request = house.button(shown.message, PLAY).request
    await house.dispatcher.handle(Incoming(ADA, CHANNEL, request, "killed", shown.id))
    await house.restart()
    await press(house, BEN, PLAY, shown)
    assert (await house.services.matches.load(code(shown))).phase is Phase.RUNNING
    assert len(await house.services.accounts.under_way(await player(house, ADA))) == 1


async def test_the_same_press_counts_once(house: House) -> None:
    shown = await proposed(house)
    for _ in range(2):
        await press(house, ADA, PLAY, shown, "once")
    assert len(await house.services.accounts.under_way(await player(house, ADA))) == 1
    for _ in range(2):
        await press(house, BEN, PLAY, shown, "agreed")
    assert (await house.services.matches.load(code(shown))).phase is Phase.RUNNING


async def test_whoever_agreed_waits_for_the_other(house: House) -> None:
    shown = await proposed(house)
    for _ in range(2):
        await press(house, ADA, PLAY, shown)
    assert house.note(ADA) == "You have agreed already. Ben still has to accept your challenge."


@pytest.mark.parametrize("label", [PLAY, NO])
async def test_nobody_else_answers(house: House, label: str) -> None:
    shown = await proposed(house)
    for who in (CLEO, DORA):
        await press(house, who, label, shown)
        assert house.note(who) == "This proposal is for Ada and Ben. /pair proposes a match to others."
    assert await house.store.matches.row(code(shown)) is None


async def test_one_no_ends_it_for_both(house: House) -> None:
    shown = await proposed(house)
    for _ in range(2):
        answer = await press(house, BEN, NO, shown, "no")
        assert answer.updated.text == "Ben does not want to play this match."
        assert not answer.updated.rows
    for who, label in ((ADA, PLAY), (BEN, PLAY), (ADA, NO)):
        await press(house, who, label, shown)
        assert house.note(who).startswith(
            "One of you did not want this match, or it expired. /play challenges"
        )
    assert not await house.services.accounts.under_way(await player(house, ADA))


async def test_a_no_after_the_other_agreed_declines_the_challenge(house: House) -> None:
    shown = await proposed(house)
    await press(house, ADA, PLAY, shown)
    await press(house, BEN, NO, shown)
    assert (await house.services.matches.load(code(shown))).phase is Phase.DECLINED


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("/pair Ada Ben", "Something is missing: /pair PERSON OPPONENT GAME [house rules]"),
        ("/pair", "Something is missing: /pair PERSON OPPONENT GAME [house rules]"),
        ("/pair Ada Ben chess", "I do not know the game “chess”."),
        ("/pair Ada Lee Ben sahara", "Which two? Put a comma between their names: /pair Ada Lee, Ben sahara"),
        ("/pair Ada Ada sahara", "Both names mean Ada. A match needs two people."),
        ("/pair Ada robot sahara", "Robots need no proposal:"),
        ("/pair Ada Ben sahara target=7", "“target=7” is not a house rule of Sahara."),
        ("/pair Ada Ben sahara begins=me", "In a match that you propose, it is drawn by lot who begins."),
        ("/pair Ada Zoey sahara", "I do not know anybody called “Zoey” here."),
    ],
)
async def test_bad_input_is_told_and_changes_nothing(house: House, line: str, told: str) -> None:
    assert not (await house.type(CLEO, line)).succeeded
    assert house.note(CLEO).startswith(told)
    assert not house.platform.in_chat(CHANNEL)


@pytest.mark.parametrize(
    "line",
    [
        "/pair Ada Ben sahara 30 1d",
        "/pair ada, ben sahara 30 1d",
        "/pair @Ada and @Ben Sahara target=30 clock=1d",
        "/pair sahara Ada Ben 30 1d",
        "/pair sahara Ada & Ben target=30, clock=1d",
    ],
)
async def test_it_is_typed_in_many_ways(house: House, line: str) -> None:
    assert "series to 30 · 1 day for each move" in (await proposed(house, line)).message.text


async def test_a_misspelled_name_is_suggested_and_the_button_proposes(house: House) -> None:
    await house.start("/play sator")
    note = (await house.type(CLEO, "/pair Ada Bne sahara target=30")).noted
    assert note.text.endswith("Did you mean Ben?")
    await house.press_note(CLEO, "Ben", note)
    assert house.board().message.title == "Sahara: Ada and Ben?"


async def test_with_oneself_it_is_a_challenge(house: House) -> None:
    await house.type(CLEO, "/pair Cleo Ben sahara target=30")
    assert "Cleo challenges Ben to a game of Sahara." in house.board().message.text
    assert "30" in house.board().message.text


async def test_in_a_private_chat_nobody_is_paired(house: House) -> None:
    note = (await house.type(CLEO, "/pair Ada Ben sahara", private_chat(CLEO))).noted
    assert note.text.startswith("/pair works in a chat with both people.")


@pytest.mark.parametrize("challengers", ["nobody", "managers"])
async def test_the_chat_says_who_may_propose(house: House, challengers: str) -> None:
    house.managers = {DORA.id}
    await house.ask(DORA, interface.ChangeChat(CHANNEL.place, (f"challengers={challengers}",)), CHANNEL)
    assert not (await house.type(CLEO, "/pair Ada Ben sahara")).succeeded
    assert (await house.type(DORA, "/pair Ada Ben sahara")).succeeded == (challengers == "managers")


@pytest.mark.parametrize(("one", "other"), [(ADA, BEN), (BEN, ADA)], ids=["Ada blocks", "Ben blocks"])
async def test_a_block_between_the_two_holds_and_is_not_told(
    house: House, one: Account, other: Account
) -> None:
    before = (await proposed(house)).message
    await house.ask(one, interface.BlockPlayer(await player(house, other), on=True), CHANNEL)
    house.now += 7200
    shown = await proposed(house)
    assert (shown.message.text, shown.message.awaits) == (before.text, before.awaits)
    for who in (ADA, BEN):
        await press(house, who, PLAY, shown)
        assert house.note(who) == "This match cannot be arranged at the moment."
    assert await house.store.matches.row(code(shown)) is None


@pytest.mark.parametrize("who", [ADA, BEN])
async def test_whom_one_of_them_blocks_proposes_nothing(house: House, who: Account) -> None:
    await house.ask(who, interface.BlockPlayer(await player(house, CLEO), on=True), CHANNEL)
    assert not (await house.type(CLEO, "/pair Ada Ben sahara")).succeeded
    assert house.note(CLEO) == "This match cannot be arranged at the moment."
    assert not house.platform.in_chat(CHANNEL)


@pytest.mark.house(meet=(ADA, BEN, CLEO, DORA), rates=RateLimits())
async def test_a_person_is_not_asked_again_and_again(house: House) -> None:
    for _ in range(2):
        await proposed(house)
    assert not (await house.type(CLEO, "/pair Ben Dora sator")).succeeded
    assert house.note(CLEO).startswith("You have challenged Ben several times lately.")
    house.now += 30
    assert (await house.type(CLEO, "/pair Ben Dora sator")).succeeded


async def test_whoever_has_many_open_challenges_agrees_to_none(house: House) -> None:
    for _ in range(20):
        await house.type(ADA, "/play sahara")
    await press(house, ADA, PLAY, await proposed(house))
    assert house.note(ADA).startswith("You have 20 open challenges already.")


async def test_a_person_known_by_handle_is_paired_and_comes(house: House) -> None:
    zoe = Account(ADA.platform, "zoe", "Zoe Moonlight", handle="zoe_moon")
    await house.ask(CLEO, ProposeMatch("Ada", "@zoe_moon", "sahara", ()), CHANNEL)
    shown = house.board()
    await press(house, ADA, PLAY, shown)
    assert "Ada challenges @zoe_moon" in house.board().message.text
    await press(house, zoe, PLAY, shown)
    match = await house.services.matches.load(code(shown))
    assert set(match.players or ()) == {await player(house, ADA), await player(house, zoe)}


async def test_a_person_who_was_forgotten_is_not_there_any_more(house: House) -> None:
    shown = await proposed(house)
    await house.ask(BEN, interface.ForgetMe(sure=True), private_chat(BEN))
    await press(house, ADA, PLAY, shown)
    assert house.note(ADA) == "One of the two is not here any more."


@pytest.mark.parametrize(
    "account_id", ["1234567890123456789", "18446744073709551615", "7", "0012", "c0ffee11c0ffee11"]
)
def test_long_ids_are_short_in_buttons(account_id: str) -> None:
    assert proposals.unshortened(proposals.short(account_id)) == account_id
    assert len(proposals.short(account_id)) <= 16


@pytest.mark.parametrize("game", GAMES)
def test_the_fullest_proposal_fits_into_a_button(game: str) -> None:
    people = (proposals.short("1234567890123456789"), proposals.short("1234567890123456788"))
    room = proposals.room_for_terms(game, people)
    assert room >= 16
    for words in (("x" * room,), ("x" * (room - 3), "xx")):
        button = AgreeToMatch(MatchId("ABC234"), game, people, words)
        assert callback_data.decode(callback_data.encode(button)) == button
    with pytest.raises(callback_data.TooLong):
        callback_data.encode(AgreeToMatch(MatchId("ABC234"), game, people, ("x" * (room + 1),)))


async def test_more_house_rules_than_a_button_holds_are_refused(house: House) -> None:
    people = [Account(ADA.platform, str(10**18 + at), f"Person {at}") for at in range(2)]
    await house.meet(*people)
    names = ", ".join(one.name for one in people)
    await house.type(CLEO, f"/pair {names} sato hidden large 10d+12h rated=no weekends=off")
    assert house.note(CLEO).startswith("These house rules are too long for the buttons: they take")
    await house.type(CLEO, f"/pair {names} sato hidden large 10d+12h")
    assert "10 days + 12 hours for each move" in house.board().message.text


@pytest.mark.parametrize(
    ("code", "people", "told"),
    [
        ("abc", ("ada", "ben"), "This button no longer works."),
        ("ABC234", ("~!", "~"), "One of the two is not here any more."),
        ("ABC234", ("ada",), "One of the two is not here any more."),
        ("ABC234", ("ada", "ada"), "You cannot play against yourself."),
    ],
)
async def test_forged_buttons_open_nothing(
    house: House, code: str, people: tuple[str, ...], told: str
) -> None:
    shown = await proposed(house)
    await house.ask(ADA, AgreeToMatch(MatchId(code), "sahara", people, ()), CHANNEL, message=shown.id)
    assert house.note(ADA).startswith(told)
    assert await house.store.matches.row(MatchId(code)) is None
