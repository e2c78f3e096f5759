"""The standing message of a channel on each platform: pinned where that is allowed, edited for all."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.handlers.jobs import standing
from bot.interface import Chat
from storage.standing import STANDING_EDITED_AFTER
from tests.bot.platforms.across_setup import PLATFORMS, across, all_on
from tests.loopback.discord.world import PIN


@pytest.mark.parametrize("allowed", [True, False])
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_it_is_kept_up_to_date_and_pinned_where_that_is_allowed(
    platform: str, allowed: bool, tmp_path: Path
) -> None:
    async with across(tmp_path, all_on(platform)) as there:
        if allowed and there.channel.guild:
            there.channel.guild.bot_permissions |= PIN
            there.group.bot = "administrator"
        ada, ben = there.guest("Ada"), there.guest("Ben")
        chat = Chat(platform, there.place(platform), private=False)
        await standing.stand(there.dispatcher.services, chat, "press")
        await there.settled()
        shown = ben.board()
        assert "No match is running" in shown.text
        on_discord = [message.pinned for message in there.discord.world.messages.values()]
        on_telegram = [message.pinned for message in there.telegram.service.world.messages]
        assert any(on_discord + on_telegram) == (allowed and platform != "web")
        await there.type(ada, "/play sahara")
        await there.pass_time(STANDING_EDITED_AFTER)
        (edited,) = [seen for seen in ben.messages(private=False) if seen.id == shown.id]
        assert "Ada is looking for an opponent" in edited.text
