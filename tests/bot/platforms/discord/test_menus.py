"""The menus at a person's name and at a message: who somebody is, their match here, a replay from a board."""

from __future__ import annotations

import pytest

from tests.bot.platforms.discord.play import play, plies
from tests.bot.platforms.discord.setup import Table
from tests.bot.platforms.discord.test_commands import said

pytestmark = pytest.mark.usefixtures("log")

AT_PEOPLE, AT_MESSAGES = ("Challenge to a game", "Profile", "Show our match here"), ("Replay from here",)


async def test_what_is_in_the_menus_and_in_which_languages(there: Table) -> None:
    offered = there.discord.world.commands
    for kind, names in ((2, AT_PEOPLE), (3, AT_MESSAGES)):
        found = [one for one in offered if one["type"] == kind]
        assert tuple(one["name"] for one in found) == names
        assert all(one["name_localizations"]["de"] != one["name"] for one in found)


async def test_a_profile_is_shown_from_the_menu_at_a_name_and_to_one_person_alone(there: Table) -> None:
    ada, ben = there.person("Ada"), there.person("Ben")
    page = await said(there, ada.menu("Profile", ben, there.channel))
    assert page.ephemeral
    assert "Ben" in page.text
    for name in AT_PEOPLE[1:]:
        reply = await said(there, ada.menu(name, there.discord.person("Bot").user, there.channel))
        assert "is a bot" not in reply.text
    robot = await said(there, ada.menu("Profile", there.discord.world.bot, there.channel))
    assert "is a bot" in robot.text


async def test_the_match_of_two_people_is_shown_where_one_of_them_asks_for_it(there: Table) -> None:
    ada, ben, cleo = (there.person(name) for name in ("Ada", "Ben", "Cleo"))
    other = there.discord.channel(there.guild, "elsewhere")
    await there.begin("stacko")
    none = await said(there, cleo.menu("Show our match here", ben, other))
    assert none.ephemeral
    assert "no running match" in none.text
    await said(there, ada.menu("Show our match here", ben, other))
    assert there.board(other).text.startswith("### Stacko")
    assert there.board(other).text.splitlines()[0] in there.board().text
    assert not there.board(other).pings
    await there.begin("sahara")
    which = await said(there, ben.menu("Show our match here", ada, other))
    assert which.ephemeral
    (label,) = [label for label in which.labels if "Sahara" in label]
    await ben.press(which, label)
    await there.answered()
    assert there.board(other).text.startswith("### Sahara")


async def test_a_replay_opens_where_the_board_stands_at_whose_menu_it_is_asked_for(there: Table) -> None:
    await there.begin("sahara")
    await play(there)
    await play(there)
    board, cleo = there.board(), there.person("Cleo")
    page = await said(there, cleo.menu_at("Replay from here", board, there.channel))
    assert page.ephemeral
    assert f"Move {plies(there)} of {plies(there)}." in page.text
    said_before = await said(there, cleo.use("help", there.channel))
    wrong = await said(there, cleo.menu_at("Replay from here", said_before, there.channel))
    assert "does not show a board of mine" in wrong.text


async def test_a_menu_that_names_no_message_is_answered(there: Table) -> None:
    for data in ({}, {"target_id": "5", "resolved": {"messages": []}}, {"target_id": ["5"]}):
        asked = there.person("Ada").forge("Replay from here", there.channel, kind=3, **data)
        assert (await said(there, asked)).ephemeral
