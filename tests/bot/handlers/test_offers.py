"""Moves taken back, and draws offered and withdrawn, by buttons and by command."""

from __future__ import annotations

from bot.interface import Account
from games.match import Match, fold
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, other, private_chat

LONG_AGO = 301  # seconds, more than five minutes


def on_board(house: House) -> list[str]:
    return house.labels(house.board().message)


async def match_of(house: House) -> Match:
    return fold(await house.store.matches.load(house.board().code))


async def after_a_move(house: House) -> Account:
    """Somebody has played hollow 1, and the turn passed."""
    first = await house.start()
    await house.press(first, "1")
    return first


async def test_a_move_goes_back_when_the_opponent_allows_it(house: House) -> None:
    await house.start()
    first = house.to_act()
    assert "Take move back" not in house.labels(await house.more(first))
    before = await match_of(house)
    await house.press(first, "1")
    await house.press(first, "Take move back")
    asked = house.board().message.text.splitlines()
    assert asked[-1].startswith(f"{first.name} asks to take the last move back.")  # before the task
    await house.press(other(first), "Allow take-back")
    assert house.board().message.text.startswith("The move is taken back.")
    assert (await match_of(house)).state == before.state
    assert house.to_act() == first
    left = {*on_board(house), *house.labels(await house.more(first))}
    assert not {"Take move back", "Allow take-back", "Refuse"} & left


async def test_a_refused_move_stands_and_may_be_asked_for_again(house: House) -> None:
    first = await after_a_move(house)
    await house.press(first, "Take move back")
    await house.press(other(first), "Refuse")
    assert "asks to take" not in house.board().message.text
    assert "Take move back" in house.labels(await house.more(first))
    assert house.to_act() == other(first)


async def test_on_the_board_for_all_the_answers_are_buttons_of_whoever_is_asked(house: House) -> None:
    first = await after_a_move(house)
    await house.press(first, "Offer draw")
    await house.press(first, "Take move back")
    shown = house.board().message
    for label in ("Accept draw", "Decline draw", "Allow take-back", "Refuse"):
        assert [one.id for one in house.button(shown, label).only_for] == [other(first).id]


async def test_who_may_not_is_told_why_and_nothing_changes(house: House) -> None:
    first = await after_a_move(house)
    await house.press_note(other(first), "Take move back", await house.more(first))
    assert "You cannot take a move back now" in house.note(other(first))
    await house.press(first, "Take move back")
    await house.press(first, "Allow take-back")
    assert house.note(first) == f"That is your own request; {other(first).name} has to answer it."
    await house.type(first, "/takeback")
    assert house.note(first) == f"You have asked already; {other(first).name} has to answer."
    await house.type(other(first), "/takeback")
    assert "first allow it or refuse it" in house.note(other(first))
    await house.press(CLEO, "Allow take-back")
    assert "You do not play in this match" in house.note(CLEO)
    assert (await match_of(house)).take_back is not None


async def test_a_press_on_an_answered_request_shows_the_present_board(house: House) -> None:
    first = await after_a_move(house)
    await house.press(first, "Take move back")
    board = house.board()
    allow = house.button(board.message, "Allow take-back").request
    await house.press(other(first), "Refuse")
    assert (await house.ask(other(first), allow, CHANNEL, message=board.id)).update
    assert house.note(other(first)) == "Nobody asks to take a move back."


async def test_a_press_from_before_the_undo_is_stale(house: House) -> None:
    first = await after_a_move(house)
    board = house.board()
    old = house.button(board.message, "1").request
    await house.press(first, "Take move back")
    await house.press(other(first), "Allow take-back")
    await house.ask(first, old, CHANNEL, message=board.id)
    assert house.note(first) == "The match has moved on since."


async def test_who_is_asked_is_told_once(house: House) -> None:
    first = await after_a_move(house)
    house.platform.pings.clear()
    house.now += LONG_AGO
    await house.press(first, "Take move back")
    assert house.platform.pings == [(other(first).id, CHANNEL.id)]
    house.now += LONG_AGO
    await house.press(other(first), "Allow take-back")
    assert house.platform.pings[1:] == [(first.id, CHANNEL.id)]


async def test_private_boards_show_each_seat_its_own_buttons(house: House) -> None:
    await house.start_alone()
    (first,) = house.board(private_chat(ADA)).message.awaits
    mine, theirs = private_chat(first), private_chat(other(first))
    await house.press(first, "1", house.board(mine))
    assert "Take move back" in house.labels(await house.more(first, house.board(mine)))
    assert "Take move back" not in house.labels(await house.more(other(first), house.board(theirs)))
    await house.press(first, "Take move back", house.board(mine))
    assert "Allow take-back" not in house.labels(house.board(mine).message)
    await house.press(other(first), "Allow take-back", house.board(theirs))
    assert house.board(mine).message.awaits == (first,)


async def test_after_a_card_was_turned_nobody_is_offered_it_and_all_are_refused_alike(house: House) -> None:
    """What a ply showed to one seat only is refused to everybody in the same words."""
    await house.start("/play stacko")
    await house.type(house.to_act(), "/move draw")
    for who in (ADA, BEN):
        for shown in (house.board(), house.board(private_chat(who))):
            assert "Take move back" not in house.labels(await house.more(who, shown))
        await house.type(who, "/takeback")
    assert house.note(ADA) == house.note(BEN)


async def test_the_undone_move_is_gone_from_every_board(house: House) -> None:
    first = await after_a_move(house)
    assert "sowed hollow 1" in house.board().message.text
    await house.press(first, "Take move back")
    await house.press(other(first), "Allow take-back")
    assert "sowed hollow 1" not in house.board().message.text


async def test_an_offer_is_withdrawn_by_whoever_made_it(house: House) -> None:
    await house.start()
    before = await house.more(ADA)
    await house.press(ADA, "Offer draw")
    assert "Withdraw offer" not in house.labels(await house.more(BEN))
    await house.press_note(BEN, "Withdraw offer", await house.more(ADA))
    assert house.note(BEN) == "You have no draw offer to withdraw."
    await house.press(ADA, "Withdraw offer")
    assert "offers a draw" not in house.board().message.text
    assert "Offer draw" not in house.labels(await house.more(ADA))
    await house.press_note(ADA, "Offer draw", before)
    assert house.note(ADA) == "You may offer a draw again after one more move of your own."
    await house.press(BEN, "Offer draw")
    assert "Ben offers a draw" in house.board().message.text


async def test_who_was_refused_is_told_for_how_long_and_has_no_button_on_an_own_board(house: House) -> None:
    await house.start()
    code = house.board().code
    await house.press(ADA, "Offer draw")
    await house.press(BEN, "Decline draw")
    await house.type(ADA, f"/draw {code}")
    assert house.note(ADA) == "You may offer a draw again after 5 more moves of your own."
    for who in (ADA, BEN):
        await house.type(who, f"/board {code}", private_chat(who))
        offers = "Offer draw" in house.labels(await house.more(who, house.board(private_chat(who))))
        assert offers is (who == BEN)


async def test_a_rematch_is_offered_on_the_board_for_all_to_its_players_alone(house: House) -> None:
    await house.start()
    await house.resign(house.to_act(), house.board().code)
    again = house.button(house.board().message, "Rematch")
    assert {one.id for one in again.only_for} == {ADA.id, BEN.id}
    await house.press(ADA, "Rematch")
    assert house.board().message.text.startswith("Ada asks Ben for a rematch of Sahara.")


async def test_who_answers_an_offer_in_their_own_view_still_has_it(house: House) -> None:
    await house.start()
    for offers, label, told in (
        (ADA, "Decline draw", "You declined the draw."),
        (BEN, "Accept draw", "Agreed: the match is a draw."),
    ):
        await house.press(offers, "Offer draw")
        view = (await house.press(other(offers), "My view")).noted
        answer = await house.press_note(other(offers), label, view)
        assert answer.updated.title == view.title
        assert label not in house.labels(answer.updated)
        assert house.note(other(offers)) == told
