"""Everybody reads the boards of the channel in the language of their own page."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from bot.handlers.dispatcher import Dispatcher
from bot.handlers.jobs.remarks import hide_remark
from bot.interface import EndTournament
from bot.platforms.callback_data import encode
from bot.platforms.web.adapter import WebAdapter
from bot.texts import texts_for
from storage.jobs import Job
from storage.people import ChatSettings
from tests.bot.platforms.web.running import web_bot
from tests.bot.platforms.web.visitor import Shown, Visitor, buttons, labels, visitors

EN, DE = texts_for("en"), texts_for("de")
NOON = 1_764_590_400
PLAY = "/play sato variant=open table=small begins=you"


@dataclass
class Mixed:
    """A channel in which Ada reads English and Ben German."""

    adapter: WebAdapter
    dispatcher: Dispatcher
    ada: Visitor
    ben: Visitor

    async def settled(self) -> None:
        await self.dispatcher.worker.settled()
        for page in (self.ada, self.ben):
            await page.ping()

    async def choose(self, page: Visitor, key: str = "") -> None:
        """Press what is called so in the language of the page, or the first part of a move."""
        board, label = page.board(), DE(key) if page is self.ben and key else key and EN(key)
        moves = (one["label"] for one in buttons(board) if one["payload"].startswith("c:"))
        await page.press(board, label or next(moves))
        await self.settled()

    def both_read(self, key: str) -> None:
        """Each reads the board with this button in their own language; it is one board all the same."""
        ours, theirs = self.ada.board(), self.ben.board()
        assert (ours["language"], theirs["language"]) == ("en", "de")
        assert EN(key) in labels(ours)
        assert DE(key) in labels(theirs)
        assert payloads(ours) == payloads(theirs)
        assert {**ours, **WORDS} == {**theirs, **WORDS}

    def both_are_told(self, about: str, key: str, **values: object) -> None:
        """The newest message about this says so to each in their own language."""
        for page, texts in ((self.ada, EN), (self.ben, DE)):
            newest = page.board(kept=lambda shown: shown["subject"].startswith(about))
            assert texts(key, **values) in f"{newest['title']}\n{newest['text']}\n{labels(newest)}"


WORDS = dict.fromkeys(("language", "title", "text", "fine", "rows", "headline", "image", "moves", "moments"))
"""What is said in a language."""


def payloads(shown: Shown) -> list[str]:
    return [button["payload"] for button in buttons(shown)]


@asynccontextmanager
async def mixed(data: Path) -> AsyncIterator[Mixed]:
    async with (
        web_bot(data, clock=lambda: NOON) as (adapter, dispatcher),
        visitors(adapter.name, "Ada") as (ada,),
        visitors(adapter.name, "Ben", language="de-DE") as (ben,),
    ):
        yield Mixed(adapter, dispatcher, ada, ben)


async def test_a_match_from_its_offer_to_its_rematch(tmp_path: Path) -> None:
    async with mixed(tmp_path) as channel:
        ada, ben = channel.ada, channel.ben
        await ada.type(PLAY)
        await channel.settled()
        channel.both_read("button.accept")
        await channel.choose(ben, "button.accept")
        channel.both_read("button.more")
        await ben.type("/draw")
        await channel.settled()
        channel.both_read("button.accept_draw")
        await channel.choose(ada, "button.accept_draw")
        channel.both_read("button.rematch")
        await channel.choose(ben, "button.rematch")
        channel.both_read("button.accept")
        seen = [*ben.messages.values()]
    async with mixed(tmp_path) as again:
        assert [*again.ben.messages.values()] == seen
        again.both_read("button.accept")


async def test_what_is_half_chosen_there(tmp_path: Path) -> None:
    async with mixed(tmp_path) as channel:
        ada, ben = channel.ada, channel.ben
        await ada.type(PLAY)
        await channel.settled()
        await channel.choose(ben, "button.accept")
        await channel.choose(ben)
        assert payloads(ada.board()) != payloads(ben.board())
        assert ben.board()["language"] == "de"
        await ada.type("/draw")
        await channel.settled()
        assert payloads(ada.board()) != payloads(ben.board()), "as it is shown again"
        assert ben.board()["language"] == "de"


async def test_a_language_that_is_chosen_for_all_is_for_all(tmp_path: Path) -> None:
    async with mixed(tmp_path) as channel:
        french = ChatSettings("web", "channel", language="fr")
        await channel.dispatcher.services.preferences.change_chat("web", "channel", lambda _: french)
        await channel.ada.type(PLAY)
        await channel.settled()
        assert channel.ben.board()["language"] == channel.ada.board()["language"] == "fr"


async def test_the_list_of_the_chat(tmp_path: Path) -> None:
    async with mixed(tmp_path) as channel:
        await channel.ada.type("/standing")
        await channel.settled()
        channel.both_are_told("standing", "standing.title")
        await channel.ada.type(PLAY)
        await channel.settled()
        channel.both_are_told("standing", "standing.title")


async def test_where_all_read_one_language_nothing_is_said_twice(tmp_path: Path) -> None:
    async with (
        web_bot(tmp_path) as (adapter, dispatcher),
        visitors(adapter.name, "Ben", language="de") as (ben,),
    ):
        with patch.object(type(dispatcher), "shared_view") as again:
            await ben.type("/standing")
        assert ben.board()["title"] == DE("standing.title")
        again.assert_not_called()


async def test_what_somebody_says_is_said_by_the_bot_in_each_language(tmp_path: Path) -> None:
    async with mixed(tmp_path) as channel:
        await channel.ada.type(PLAY)
        await channel.settled()
        await channel.choose(channel.ben, "button.accept")
        await channel.ada.type("/say Servus, Ben")
        await channel.settled()
        channel.both_are_told("remark", "remark.shared", name="Ada", reader="Ben", words="Servus, Ben")
        services = channel.dispatcher.services
        (said,) = [one for one in channel.ben.messages.values() if "Servus" in one["text"]]
        remark = await services.store.talk.remark(said["subject"].removeprefix("remark "))
        assert remark
        await hide_remark(services, remark)
        await channel.settled()
        channel.both_are_told("text", "remark.hidden")
    async with mixed(tmp_path) as again:
        again.both_are_told("text", "remark.hidden")
        assert not any("Servus" in one["text"] for one in again.ben.messages.values())


async def test_a_tournament_from_its_opening_to_its_end(tmp_path: Path) -> None:
    async with mixed(tmp_path) as channel, visitors(channel.adapter.name, "Cleo") as (cleo,):
        ada = channel.ada
        await ada.type("/tournament sahara")
        await channel.settled()
        for page, texts in ((channel.ben, DE), (cleo, EN)):
            await page.ping()
            await page.press(page.board(), texts("button.tournament_join"))
        await channel.settled()
        channel.both_are_told("tournament", "button.tournament_join")
        await ada.press(ada.board(), EN("button.tournament_begin"))
        await channel.settled()
        channel.both_are_told("tournament", "button.tournament_show")
        await ada.type("/tournament")
        await ada.press(ada.notes[-1], EN("button.tournament_end"))
        await ada.press(ada.notes[-1], EN("button.tournament_end_sure"))
        await channel.settled()
        channel.both_are_told("tournament", "tournament.cancelled_running")
        seen = [*channel.ben.messages.values()]
    async with mixed(tmp_path) as again:
        assert [*again.ben.messages.values()] == seen


async def test_a_tournament_that_only_its_organiser_calls_off(tmp_path: Path) -> None:
    async with mixed(tmp_path) as channel, visitors(channel.adapter.name, "Cleo") as (cleo,):
        ada = channel.ada
        await ada.type("/tournament sator")
        await cleo.type("/tournament")
        assert EN("button.tournament_end") not in labels(cleo.notes[-1])
        key = ada.board()["subject"].removeprefix("tournament ").partition("/")[0]
        payload = encode(EndTournament(key, True, "channel"))
        await cleo.send_press(cleo.board()["id"], payload)
        assert cleo.notes[-1]["text"] == EN("tournament.no.not_yours")
        await ada.type("/tournament")
        await ada.press(ada.notes[-1], EN("button.tournament_end"))
        await ada.press(ada.notes[-1], EN("button.tournament_end_sure"))
        await channel.settled()
        channel.both_are_told("tournament", "tournament.cancelled")
        assert not buttons(channel.ben.board())


async def test_the_puzzle_of_the_day(tmp_path: Path) -> None:
    async with mixed(tmp_path) as channel:
        services, daily = channel.dispatcher.services, ChatSettings("web", "channel", puzzles="channel")
        await services.preferences.change_chat("web", "channel", lambda _: daily)
        await services.store.jobs.put(Job("puzzle", "web:channel", services.clock(), "web"))
        services.intake.wake()
        await channel.settled()
        channel.both_are_told("puzzle", "puzzle.of_day")
