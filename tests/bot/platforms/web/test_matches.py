"""Matches of every game under all house rules, pressed to their end through the real web chat."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.handlers.dispatcher import Dispatcher
from tests.bot.platforms.pressing import SAHARA, STACKO, sensible
from tests.bot.platforms.web.running import web_bot
from tests.bot.platforms.web.visitor import Shown, Visitor, buttons, labels, visitors
from tests.games.sampling import cases
from tests.games.walks import Case

MOST_PRESSES = 3000
BACK = 0.05  # how often a presser changes their mind


def choosing(message: Shown) -> list[dict[str, str]]:
    """The buttons that choose something, the way back included."""
    return [button for button in buttons(message) if button["payload"].startswith("c:")]


def pick(case: Case, message: Shown, name: str, chance: random.Random) -> dict[str, str]:
    options = choosing(message)
    if case.key == "stacko":
        by_label = {button["label"]: button for button in options}
        return by_label[sensible(message["image"]["alt"], name, list(by_label))]
    onward = [button for button in options if button["label"] != "Back"]
    return chance.choice(options if chance.random() < BACK else onward)


async def press_to_the_end(case: Case, pages: list[Visitor], dispatcher: Dispatcher) -> int:
    """Each awaited person presses where choices are offered to them; gives the number of presses."""
    chance, names = random.Random(4), {page.id: page for page in pages}
    for presses in range(MOST_PRESSES):
        public = pages[0].board()
        if not public["awaits"]:
            assert "Rematch" in labels(public)
            return presses
        mover = names[chance.choice(public["awaits"])["id"]]
        board = mover.own() if choosing(mover.own()) else mover.board()
        button = pick(case, board, mover.name, chance)
        await mover.send_press(board["id"], button["payload"])
        await dispatcher.worker.settled()
        for page in pages:
            await page.ping()
    raise AssertionError("not over")


@pytest.mark.long
@pytest.mark.parametrize("case", cases((SAHARA, STACKO), turn=1, of=2))
async def test_a_match_is_pressed_to_its_end_through_the_web_chat(case: Case, tmp_path: Path) -> None:
    words = " ".join("=".join(word) for word in case.words)
    async with (
        web_bot(tmp_path) as (adapter, dispatcher),
        visitors(adapter.name, "Ada", "Ben") as pages,
    ):
        ada, ben = pages
        await ada.type(f"/play {case.key} {words}")
        await ben.ping()
        await ben.press(ben.board(), "Accept")
        await dispatcher.worker.settled()
        for page in pages:
            await page.ping()
        assert await press_to_the_end(case, pages, dispatcher) > 10
        assert not ada.notes + ben.notes
