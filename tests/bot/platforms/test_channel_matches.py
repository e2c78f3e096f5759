"""A channel plays as one on each platform, and two of them on two platforms against each other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.domain.teams import MARKED_EVERY
from bot.domain.terms import MINUTE
from tests.bot.platforms.across_people import DiscordGuest, code_in
from tests.bot.platforms.across_setup import PLATFORMS, across, all_on
from tests.bot.simple_robots import FirstMoves

TITLES = {"discord": "#general", "telegram": "#Table", "web": "#channel"}
VOTE = 10 * MINUTE


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_people_vote_against_the_robot(platform: str, tmp_path: Path) -> None:
    async with across(tmp_path, all_on(platform), robots=FirstMoves()) as there:
        ada, ben, cleo = (there.guest(name) for name in ("Ada", "Ben", "Cleo"))
        await there.type(ada, "/play sahara channel robot vote=10m begins=me")
        shown = ada.board()
        assert f"{TITLES[platform]} – Robot (level 1)" in shown.text
        assert f"It is {TITLES[platform]}'s turn." in shown.text
        for guest, move in ((ada, "1"), (ben, "2"), (cleo, "2")):
            await there.press(guest, guest.board(), guest.board().labels[int(move) - 1])
            assert f"You vote for {move}." in guest.everything()
        await there.pass_time(MARKED_EVERY)
        assert {"1 ✓1", "2 ✓2", "3"} <= {*cleo.board().labels}
        assert "3 votes so far" in cleo.board().text
        await there.pass_time(VOTE)
        assert "0 votes so far" in ben.board().text
        assert "Robot (level 1) sowed hollow" in ben.board().text
        assert len([seen for seen in cleo.messages(private=False) if "1" in seen.labels]) == 1
        assert there.refused() == []


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_only_the_team_sees_its_side_and_votes_there(platform: str, tmp_path: Path) -> None:
    async with across(tmp_path, all_on(platform), robots=FirstMoves()) as there:
        ada, ben = there.guest("Ada"), there.guest("Ben")
        await there.type(ada, "/play sator channel robot vote=10m")
        await there.press(ben, ben.board(), "My view")
        assert "Only those who join the team" in ben.everything()
        await there.press(ada, ada.board(), "Join the team")
        for _ in range(20):
            own = ada.asked()
            assert own
            assert own.private
            label = next(label for label in own.chooses if label != "Back")
            await there.press(ada, own, label)
            if "You vote for" in ada.everything():
                break
        await there.pass_time(MARKED_EVERY)
        assert "1 vote so far" in ben.board().text
        assert not any(seen.chooses for seen in (*ben.messages(private=True), *ben.whispers()))
        assert not ben.board().chooses
        await there.pass_time(VOTE)
        assert "0 votes so far" in ben.board().text or "turn" in ben.board().text
        assert there.refused() == []


async def test_where_the_bot_can_only_answer_the_board_shows_how_a_vote_ended(tmp_path: Path) -> None:
    """A press changes it for a quarter of an hour: a vote that nobody gives a time for is shorter."""
    async with across(tmp_path, all_on("discord"), robots=FirstMoves()) as there:
        ada, ben = (there.guest(name) for name in ("Ada", "Ben"))
        assert isinstance(ada, DiscordGuest)
        assert isinstance(ben, DiscordGuest)
        ada.person.user.apps = True
        ada.channel = ben.channel = there.discord.group(ada.person, ben.person)
        await there.type(ada, "/play sahara channel robot begins=me")
        for _ in range(2):
            await there.press(ben, ben.board(), ben.board().chooses[1])
            await there.pass_time(MARKED_EVERY)
            assert "1 vote so far" in ada.board().text
            await there.pass_time(VOTE)
            assert "0 votes so far" in ada.board().text
        await there.pass_time(3 * VOTE)
        await there.press(ada, ada.board(), ada.board().chooses[0])
        assert "You vote for 1." in ada.everything()


async def test_a_channel_plays_a_group_on_another_platform(tmp_path: Path) -> None:
    cast = {"Ada": "discord", "Ben": "discord", "Emil": "telegram", "Fritz": "telegram"}
    async with across(tmp_path, cast) as there:
        ada, ben, emil, fritz = (there.guest(name) for name in cast)
        await there.type(ada, "/play sahara channel vote=10m")
        code = code_in(ada.board().text)
        await there.type(emil, f"/join {code} channel")
        assert re.search(r"#(general – #Table|Table – #general)", ben.board().text)
        assert re.search(r"#(general – #Table|Table – #general)", fritz.board().text)
        sides = {"#general": (ada, ben), "#Table": (emil, fritz)}
        for _ in range(4):
            turn = re.search(r"It is (#\w+)'s turn", ada.board().text)
            assert turn
            for guest in sides[turn[1]]:
                await there.press(guest, guest.board(), guest.board().chooses[0])
            outsider = next(people[0] for team, people in sides.items() if team != turn[1])
            await there.press(outsider, outsider.board(), outsider.board().chooses[0])
            assert f"It is {turn[1]}'s turn, not yours." in outsider.everything()
            await there.pass_time(VOTE)
        assert there.refused() == []
