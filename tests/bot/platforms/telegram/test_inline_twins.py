"""Twins on a message that was sent by way of the bot, whose pictures pass the chat of the host.

Two whole conversations that differ only in a secret show the viewer and the host the same.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.texts import texts_for
from games.game import State
from tests.bot.platforms.telegram.setup import table
from tests.bot.platforms.telegram.test_twins import (
    FIRST,
    InGroup,
    Script,
    assert_twins,
    converse,
    planned,
    secret_plies,
    words,
)
from tests.games.walks import Case
from tests.loopback.telegram.world import Chat

SAY = texts_for("en")


@dataclass
class Inline(InGroup):
    """Ada and Ben play in a chat of theirs; Cleo is the host, whose chat the pictures pass."""

    place: Chat | None = None

    @property
    def group(self) -> Chat:
        assert self.place
        return self.place

    async def type(self, name: str, line: str, *, privately: bool = False) -> None:
        await super().type(name, line, privately=True)  # nobody else hears what is written in that chat

    async def begin(self) -> None:
        """Ada sends a challenge, and Ben accepts it."""
        self.place = self.there.telegram.between(self.there.ada, self.there.ben)
        sent = self.there.ada.choose(await self.there.ada.inline(words(self.case), self.place), self.place)
        challenge = await self.there.ben.sees(lambda one: SAY("button.cancel") in one.labels, self.place)
        await self.there.ben.press(challenge, SAY("button.accept"))
        await self.settled()
        assert self.there.ada.now(sent)
        ((self.code, _),) = self.dispatcher.services.matches._kept.items()


@pytest.mark.long
@pytest.mark.parametrize("case", FIRST, ids=str)
async def test_what_is_secret_changes_nothing_on_the_message_nor_on_the_way_of_its_pictures(
    case: Case, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    heard, states, script = list[list[str]](), list[State](), Script()
    for number in (0, 1):
        folder = tmp_path / str(number)
        folder.mkdir()
        async with table(folder) as there:
            await there.close()
            there.start_all()
            there.picture_chat = there.cleo.id
            await there.open()
            each = Inline(case, table=there, viewer="Ada")
            await each.begin()
            seat = await each.seat_of("Ada")
            if not number:
                twin, script = planned(case, each.state, seat)
            else:
                assert each.state == states[0]
                each.exchange(twin)
            states.append(each.state)
            heard.append(await converse(each, secret_plies(case, seat)[number], script))
    assert_twins(case, heard, (states[0], states[1]), script)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
