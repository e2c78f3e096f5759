"""What Telegram says of the bot before it is started: in each language, set only where it is needed."""

from __future__ import annotations

import telegram

from bot.platforms.telegram import profile
from bot.texts import LANGUAGES
from games import GAMES
from tests.bot.platforms.telegram.setup import Stage
from tests.loopback.telegram.server import TelegramServer

SETS = ("setMyDescription", "setMyShortDescription")


def bot_of(server: TelegramServer) -> telegram.Bot:
    return telegram.Bot(server.token, base_url=f"{server.url}/bot")


async def test_the_bot_describes_itself_in_each_language_where_that_is_not_so_yet() -> None:
    async with TelegramServer() as server, bot_of(server) as bot:
        await profile.register(bot, robots=True)
        said = server.service.profile.said
        for what in ("Description", "ShortDescription"):
            assert set(said[what]) == {code or "" for code in profile.codes()}
            assert all(text.startswith(profile.OURS) for text in said[what].values())
        for key in GAMES:
            assert LANGUAGES["ca"](f"{key}.name") in said["Description"]["ca"]
        sets = [server.calls.count(method) for method in SETS]
        said["Description"]["de"] = f"{profile.OURS} as it was said in a former version"
        await profile.register(bot, robots=True)
        assert [server.calls.count(method) for method in SETS] == [sets[0] + 1, sets[1]]
        assert "former" not in said["Description"]["de"]
        offers = {texts("robot.always") for texts in LANGUAGES.values()}
        assert all(any(offer in text for offer in offers) for text in said["Description"].values())
        await profile.register(bot, robots=False)
        assert not any(offer in text for offer in offers for what in said.values() for text in what.values())


async def test_what_the_host_has_written_stays() -> None:
    async with TelegramServer() as server, bot_of(server) as bot:
        server.service.profile.said["Description"][""] = "The bot of the chess club of Ulm."
        await profile.register(bot, robots=True)
        assert server.service.profile.said["Description"][""] == "The bot of the chess club of Ulm."


async def test_a_starting_bot_describes_itself(scene: Stage) -> None:
    await scene.registered()
