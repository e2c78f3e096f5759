"""A rematch that is asked for on one platform obeys the chat of the other one."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.interface import ChangeChat, Resign
from tests.bot.memory_platform import ADA, CHANNEL
from tests.bot.two_platforms import BEN_THERE, ELSEWHERE, Houses, own_chat


@pytest.mark.parametrize("challengers", ["everyone", "managers", "nobody"])
async def test_where_not_everybody_may_challenge_it_is_shown_in_private(
    tmp_path: Path, challengers: str
) -> None:
    async with Houses(tmp_path) as house:
        await house.meet(ADA, BEN_THERE)
        await house.type(ADA, "/play sahara")
        code = house.board().code
        await house.type(BEN_THERE, f"/join {code}", ELSEWHERE)
        await house.ask(ADA, Resign(code, sure=True), CHANNEL, message=house.board().id)
        house.managers = {BEN_THERE.id}
        await house.ask(BEN_THERE, ChangeChat(ELSEWHERE.place, (f"challengers={challengers}",)), ELSEWHERE)
        assert (await house.type(ADA, f"/rematch {code}")).succeeded
        shown = ELSEWHERE if challengers == "everyone" else own_chat(BEN_THERE)
        assert "Accept" in house.labels(house.board(shown).message)
        assert ("Accept" in house.labels(house.board(ELSEWHERE).message)) == (shown == ELSEWHERE)
