"""One match with its seats on different platforms: boards where each is, one match behind them."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.platforms.across_people import DiscordGuest, Guest, TelegramGuest, WebGuest
from tests.bot.platforms.across_setup import Across, across
from tests.bot.platforms.pressing import FIRST
from tests.games.walks import CASES, Case

PAIRS = (("Ada", "Ben"), ("Ben", "Cleo"), ("Cleo", "Ada"))
"""Discord and Telegram, Telegram and web, web and Discord."""

GAMES = [next(case for case in CASES if str(case) == first) for first in FIRST[:3]]
"""Those that are over soonest; all house rules are played on each platform alone."""


@pytest.fixture
async def there(tmp_path: Path) -> AsyncIterator[Across]:
    async with across(tmp_path) as there:
        yield there


def words(case: Case) -> str:
    return " ".join([case.key, *("=".join(word) for word in case.words)])


def case_of(key: str) -> Case:
    return next(case for case in CASES if case.key == key)


def other_of(there: Across, guest: Guest, *names: str) -> Guest:
    return next(there.guest(name) for name in names if there.guest(name) is not guest)


async def mover(there: Across, *names: str) -> Guest:
    """Who is asked."""
    return next(there.guest(name) for name in names if there.guest(name).asked())


async def play_once(there: Across, *names: str, chance: random.Random) -> Guest:
    """Whoever is asked presses on until it is the other's turn; gives who that was."""
    who = await mover(there, *names)
    while (seen := who.asked()) is not None:
        await there.choose(case_of("sahara"), who, seen, chance)
    return who


# Whole matches


@pytest.mark.long
@pytest.mark.parametrize(("case", "pair"), [*zip(GAMES, PAIRS, strict=True)], ids=str)
async def test_a_match_across_platforms_is_pressed_to_its_end(
    there: Across, case: Case, pair: tuple[str, str]
) -> None:
    players = [there.guest(name) for name in pair]
    await there.begin(players[0], players[1], words(case))
    assert await there.press_to_the_end(case, *players) > 10
    for guest in players:
        over = [seen for private in (False, True) for seen in guest.messages(private=private)]
        assert [seen for seen in over if "Rematch" in seen.labels], guest.everything()
        assert not [seen for seen in over if seen.chooses]


@pytest.mark.long
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
async def test_restarts_in_the_middle_of_a_match_lose_nothing(there: Across, pair: tuple[str, str]) -> None:
    case, chance = case_of("sahara"), random.Random(1)
    players = [there.guest(name) for name in pair]
    await there.begin(players[0], players[1], words(case))
    for _ in range(3):
        await play_once(there, *pair, chance=chance)
        await there.restart()
    await there.press_to_the_end(case, *players)
    for guest in players:
        assert [seen for seen in guest.messages(private=False) if "Rematch" in seen.labels]


# Where whose boards are


@pytest.mark.parametrize(("host", "other"), PAIRS)
async def test_the_code_of_a_challenge_takes_the_seat_from_another_platform(
    there: Across, host: str, other: str
) -> None:
    one, two = there.guest(host), there.guest(other)
    code = await there.begin(one, two, "sahara")
    for guest in (one, two):
        (board,) = [seen for seen in guest.messages(private=False) if seen.chooses]
        assert code in board.text.splitlines()[0]
        assert {one.name, two.name} <= set(board.text.replace("–", " ").replace("·", " ").split())
    assert not [seen for seen in one.messages(private=False) if "Accept" in seen.labels]


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
async def test_where_something_is_hidden_each_has_a_private_board_on_their_platform(
    there: Across, pair: tuple[str, str]
) -> None:
    one, two = (there.guest(name) for name in pair)
    code = await there.begin(one, two, "sator")
    for guest in (one, two):
        (own,) = guest.messages(private=True)
        assert own.chooses
        assert own.match == code
        assert not [seen for seen in guest.messages(private=False) if seen.chooses]
    board = one.messages(private=True)[0]
    await there.press(one, board, board.chooses[0])
    assert sorted(two.messages(private=True)[0].chooses) == sorted(board.chooses)


@pytest.mark.usefixtures("painted")
async def test_nobody_is_mentioned_on_a_platform_where_they_are_not(there: Across) -> None:
    ada, ben = there.guest("Ada"), there.guest("Ben")
    assert isinstance(ada, DiscordGuest)
    assert isinstance(ben, TelegramGuest)
    await there.begin(ada, ben, "sahara")
    chance, watched = random.Random(2), (there.guest("Dora"), there.guest("Emil"))
    for _ in range(4):
        there.later(600)
        await play_once(there, "Ada", "Ben", chance=chance)
    assert str(ben.person.id) not in there.discord.public_record().decode()
    mentioned = [user for shown in ben.person.notifications for user in shown.mentions]
    assert {user.id for user in mentioned} == {ben.person.id}
    assert str(ada.person.user.id) not in str(ben.person.received.entries)
    for guest in watched:
        assert "Ada" in guest.everything()
        assert "Ben" in guest.everything()


async def test_a_name_of_one_platform_means_nothing_on_another(there: Across) -> None:
    """A display name that is a mention elsewhere is shown as it stands, and mentions nobody."""
    ada = there.guest("Ada")
    assert isinstance(ada, DiscordGuest)
    trickster = there.telegram.person(f"<@{ada.person.user.id}>")
    there.group.members.append(trickster.user)
    sly = TelegramGuest(there.telegram, trickster, there.group)
    await there.begin(sly, ada, "sahara")
    (board,) = [seen for seen in ada.messages(private=False) if seen.chooses]
    assert f"\\<@{ada.person.user.id}\\>" in board.text or f"\\<@{ada.person.user.id}>" in board.text
    assert ada.person.pinged == []


# Who is told what, and where


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
async def test_who_is_away_is_notified_on_their_own_platform(there: Across, pair: tuple[str, str]) -> None:
    await there.begin(there.guest(pair[0]), there.guest(pair[1]), "sahara")
    chance = random.Random(3)
    for _ in range(4):
        there.later(600)
        before = {name: told_to(there.guest(name)) for name in pair}
        who = await play_once(there, *pair, chance=chance)
        other = other_of(there, who, *pair)
        assert told_to(other) == before[other.name] + 1
        assert told_to(who) == before[who.name]


def told_to(guest: Guest) -> int:
    """How often somebody was notified; in the web chat, how many boards were posted."""
    if isinstance(guest, DiscordGuest):
        return len(guest.person.pinged)
    if isinstance(guest, TelegramGuest):
        return len([shown for shown in guest.person.notifications if shown.mentions])
    assert isinstance(guest, WebGuest)
    return sum(chat == "channel" for chat in guest.page.posted.values())


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
async def test_a_draw_a_resignation_and_a_rematch_cross_over(there: Across, pair: tuple[str, str]) -> None:
    one, two = (there.guest(name) for name in pair)
    await there.begin(one, two, "sahara")
    await there.press(one, await one.more("Offer draw"), "Offer draw")
    offer = await two.sees("Accept draw")
    assert f"{one.name} offers a draw." in offer.text
    await there.press(two, offer, "Decline draw")
    assert "offers a draw" not in (await one.sees("More")).text
    # Whoever was refused has to wait with another offer; the other one may make one.
    await there.press(two, await two.more("Offer draw"), "Offer draw")
    await there.press(one, await one.sees("Accept draw"), "Accept draw")
    assert "Draw by agreement." in (await one.sees("Rematch")).text
    await there.press(one, await one.sees("Rematch"), "Rematch")
    invitation = await two.sees("Accept")
    assert f"{one.name} asks {two.name} for a rematch" in invitation.text
    await there.press(two, invitation, "Accept")
    assert one.asked() or two.asked()
    await there.press(two, await two.more("Resign"), "Resign")
    await there.press(two, await two.ephemeral("Yes, resign"), "Yes, resign")
    assert f"{two.name} resigned: {one.name} wins." in (await one.sees("Rematch")).text


# Platforms that are away


@pytest.mark.parametrize("away", ["discord", "telegram"])
async def test_a_platform_that_was_away_is_caught_up(there: Across, away: str) -> None:
    """The bot is not connected to it for a while; then its player is told once, and sees the newest."""
    ada, ben = there.guest("Ada"), there.guest("Ben")
    code = await there.begin(ada, ben, "sahara")
    absent, present = (ada, ben) if away == "discord" else (ben, ada)
    chance = random.Random(5)
    while absent.asked():
        await play_once(there, "Ada", "Ben", chance=chance)
    there.later(600)
    await there.restart(away)
    before = told_to(absent)
    await play_once(there, present.name, chance=chance)
    assert not present.asked()
    assert (told_to(absent), absent.asked()) == (before, None)
    await there.back()
    assert told_to(absent) == before + 1
    seen = absent.asked()
    assert seen is not None
    assert seen.match == code
    await there.press(absent, seen, seen.chooses[0])


async def test_a_page_that_was_closed_shows_what_happened_meanwhile(there: Across) -> None:
    ben, cleo, chance = there.guest("Ben"), there.guest("Cleo"), random.Random(9)
    assert isinstance(cleo, WebGuest)
    await there.begin(ben, cleo, "sahara")
    while cleo.asked():
        await play_once(there, "Cleo", "Ben", chance=chance)
    there.later(600)
    await cleo.page.close()
    while (seen := ben.asked()) is not None:
        await ben.press(seen, seen.chooses[0])
        await there.dispatcher.worker.settled()
    assert not cleo.asked()
    await there.open_pages()
    assert cleo.asked()


async def test_while_telegram_fails_discord_goes_on_and_telegram_is_caught_up(there: Across) -> None:
    chance, ada, ben = random.Random(6), there.guest("Ada"), there.guest("Ben")
    await there.begin(ada, ben, "sahara")
    while ben.asked():
        await play_once(there, "Ada", "Ben", chance=chance)
    there.telegram.faults.answer("*", 502, times=5)
    await play_once(there, "Ada", chance=chance)
    assert there.telegram.faults.pending == 0
    assert ben.asked()


async def test_while_discord_fails_telegram_goes_on_and_discord_is_caught_up(there: Across) -> None:
    chance, ada, ben = random.Random(7), there.guest("Ada"), there.guest("Ben")
    await there.begin(ada, ben, "sahara")
    while ada.asked():
        await play_once(there, "Ada", "Ben", chance=chance)
    fault = there.discord.faults.fail("PATCH", r"/messages/")
    await play_once(there, "Ben", chance=chance)
    assert fault.struck == 1
    assert ada.asked()


# Two accounts of one person


async def test_accounts_joined_by_link_go_on_from_either_platform(there: Across) -> None:
    """Ada plays Cleo on Discord, joins her Telegram account, and moves there."""
    ada, emil, cleo = there.guest("Ada"), there.guest("Emil"), there.guest("Cleo")
    code = await there.begin(ada, cleo, "sahara")
    await there.type(ada, "/link")
    (told,) = [note for note in ada.notes() if "/link " in note]
    secret = told.split("/link ")[1].split()[0]
    for guest in (there.guest("Dora"), there.guest("Ben"), cleo):
        assert secret not in guest.everything()
    assert secret not in there.discord.public_record().decode()
    await there.type(emil, f"/link {secret}", privately=True)
    assert "Ada on Discord" in emil.messages(private=True)[-1].text
    assert "Emil on Telegram" in ada.messages(private=True)[-1].text
    chance = random.Random(8)
    while cleo.asked():
        await play_once(there, "Cleo", chance=chance)
    there.later(600)
    await there.type(emil, f"/board {code}", privately=True)
    own = emil.messages(private=True)[-1]
    assert own.chooses
    assert "Emil – Cleo" in own.text or "Cleo – Emil" in own.text
    await there.press(emil, own, own.chooses[0])
    (board,) = [seen for seen in ada.messages(private=False) if code in seen.text]
    assert "Ada" in board.text
    assert "Emil" not in board.text
    await there.type(ada, "/matches")
    await there.type(emil, "/matches", privately=True)
    assert code in ada.notes()[-1]
    assert code in emil.messages(private=True)[-1].text
