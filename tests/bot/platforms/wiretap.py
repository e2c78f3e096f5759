"""What goes over the wire: messages with a secret in every corner, and what a socket has received of them."""

from __future__ import annotations

import json
import uuid
from typing import Any

from bot.interface import Account, Button, Chat, Link, Screen, ShowBoard, ShowHand, TypeMove
from bot.platforms.web.seats import account_named
from games.events import MatchId
from tests.bot.conftest import board_image
from tests.bot.platforms.web.visitor import Visitor

CHANNEL = Chat("web", "channel", private=False)
BOARD_BUTTON = Button("Board", ShowBoard(MatchId("AAAAAA")))
HAND_BUTTON = Button("Hand", ShowHand(MatchId("AAAAAA")))
BIRD = "nightingale"  # stands for all that is secret
ADA, BEN = account_named("Ada", "en").id, account_named("Ben", "en").id


def secret_message() -> Screen:
    """A secret in every place of a message where one can stand."""
    return Screen(
        f"text {BIRD}",
        title=f"title {BIRD}",
        image=board_image("navy", f"alt {BIRD}"),
        rows=((Button(f"label {BIRD}", TypeMove((BIRD,), None)),),),
        links=(Link(f"link {BIRD}", CHANNEL, BIRD),),
        awaits=(Account("web", ADA, BIRD),),
    )


async def heard_all(page: Visitor) -> str:
    """Everything this socket has received, after a question whose answer comes behind all that was sent."""
    question = str(uuid.uuid4())
    await page.send(type="complete", chat="channel", text="/", id=question)
    await page.until(lambda: question in page.completions)
    return "\n".join(page.received)


def problems(page: Visitor) -> list[str]:
    return [frame["problem"] for frame in frames(page, "problem")]


def frames(page: Visitor, kind: str) -> list[dict[str, Any]]:
    return [frame for frame in map(json.loads, page.received) if frame["type"] == kind]


def here(page: Visitor) -> list[str]:
    """The ids of those who are here, as this page was told last."""
    return [one["id"] for frame in frames(page, "people")[-1:] for one in frame["people"]]


def texts(page: Visitor, chat: str = "channel") -> list[str]:
    return [message["text"] for message in page.messages.values() if message["chat"] == chat]
