"""A message as Discord gets it: plain text stays plain, nothing exceeds a limit, one person is notified."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.interface import Account, Button, Chat, Choose, File, Image, Link, Screen, ShowHand, Unreachable
from bot.platforms.discord import interactions, layout
from bot.platforms.discord.settings import CAPABILITIES
from games.events import MatchId

ADA, BEN = (Account("discord", str(number), name) for number, name in ((11, "Ada"), (12, "Ben")))
LINK = Link("Board", Chat("discord", "7/8", private=False), "8/9")
IMAGE = Image(b"a picture", "All that the picture shows.", "board.png")


def components(message: Screen) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = layout.new(message)["view"].to_components()
    return found


def counted(parts: list[dict[str, Any]]) -> int:
    return sum(1 + counted(part.get("components", [])) for part in parts)


async def test_what_a_file_shows_is_told_as_far_as_there_is_room() -> None:
    (sent,) = layout.new(Screen("", file=File("clip.gif", b"a clip", "image/gif", "All of it. " * 500)))[
        "files"
    ]
    assert len(sent.description) == layout.ALT_MAX


async def test_a_board_is_text_then_picture_then_buttons() -> None:
    row = (
        Button("1", Choose(MatchId("ABCDEF"), 3, ("1",), True, 0)),
        Button("My view", ShowHand(MatchId("ABCDEF")), "main"),
    )
    text, gallery, buttons = components(Screen("It is Ada's turn.", "Sahara", IMAGE, (row,)))
    assert text["content"] == "### Sahara\nIt is Ada's turn."
    (item,) = gallery["items"]
    assert item["media"]["url"] == "attachment://board.png"
    assert item["description"] == "All that the picture shows."
    assert [button["label"] for button in buttons["components"]] == ["1", "My view"]


async def test_days_and_times_are_told_by_the_reader_s_own_device() -> None:
    said = "Tue 24 Nov, 14:05 UTC"
    (text,) = components(Screen(f"Ada <b> until {said}.", moments=((said, 1795529100),)))
    assert text["content"] == r"Ada \<b> until <t:1795529100:f> (<t:1795529100:R>)."


async def test_only_the_awaited_person_is_notified_and_only_where_it_is_due() -> None:
    silent, due = Screen("Text", awaits=(ADA,)), Screen("Text", awaits=(ADA,), pings=True)
    assert layout.new(silent)["allowed_mentions"].to_dict() == {"parse": []}
    assert "<@" not in components(silent)[0]["content"]
    assert layout.new(due)["allowed_mentions"].to_dict()["users"] == [11]
    assert components(due)[0]["content"].endswith("<@11>")
    assert layout.changed(due)["allowed_mentions"].to_dict()["parse"] == []


async def test_a_text_that_is_too_long_leaves_room_for_who_is_notified() -> None:
    (text,) = components(Screen("x" * layout.TEXT_MAX, awaits=(ADA, BEN), pings=True))
    assert text["content"].endswith("x…\n<@11> <@12>")
    assert len(text["content"]) == layout.TEXT_MAX


async def test_accounts_of_other_platforms_are_never_mentioned() -> None:
    ids = ("telegram", "web", "discord")
    awaited = tuple(Account(platform, str(number), "Somebody") for number, platform in enumerate(ids, 21))
    message = Screen("Text", awaits=awaited, pings=True)
    assert layout.new(message)["allowed_mentions"].to_dict()["users"] == [23]
    assert re.findall(r"<@(\d+)>", components(message)[0]["content"]) == ["23"]


@given(st.text(max_size=200) | st.from_regex(r".{0,9}https?://.{0,9}", fullmatch=True))
def test_no_text_makes_a_format_a_mention_or_a_link(text: str) -> None:
    shown = re.sub(r"\\.", "x", layout.plain(text), flags=re.DOTALL)
    assert not re.search(r"[*_`~|<]|://", shown)
    assert not re.search(r"^\s*(?:#|>\s|-|\d+[.)])", shown, re.MULTILINE)


@given(st.text(min_size=1, max_size=9000), st.text(max_size=3000), st.text(min_size=1, max_size=200))
async def test_whatever_is_too_long_is_cut_before_discord_refuses_it(text: str, alt: str, label: str) -> None:
    image = Image(b"", alt, "board.png")
    row = (Button(label, ShowHand(MatchId("ABCDEF"))),)
    message = Screen(text, "Title", image, (row,), awaits=(ADA, BEN), pings=True)
    told, gallery, buttons = components(message)
    assert len(told["content"]) <= layout.TEXT_MAX
    assert told["content"].endswith("<@11> <@12>")
    assert len(gallery["items"][0].get("description") or "") <= layout.ALT_MAX
    assert len(buttons["components"][0]["label"]) <= layout.LABEL_MAX


async def test_the_fullest_board_fits_and_one_more_button_is_a_mistake_of_ours() -> None:
    def rows(count: int) -> tuple[tuple[Button, ...], ...]:
        return tuple((Button("1", ShowHand(MatchId("ABCDEF"))),) * 5 for _ in range(count))

    assert counted(components(Screen("Text", image=IMAGE, rows=rows(6)))) == 38
    with pytest.raises(ValueError, match="components"):
        components(Screen("Text", image=IMAGE, rows=rows(7)))


async def test_a_board_stands_in_a_container_of_its_colour_for_which_room_is_kept() -> None:
    fives = ((Button("1", ShowHand(MatchId("ABCDEF"))),) * 5,) * 6
    full = Screen("Text", image=IMAGE, rows=fives, links=(LINK,), colour=0x2C865E, turn="yours")
    with pytest.raises(ValueError, match="components"):
        components(full)
    (container,) = components(replace(full, links=()))
    assert container["accent_color"] == 0x2C865E
    assert container["components"] == components(replace(full, links=(), colour=None))
    assert counted([container]) == CAPABILITIES.components


async def test_a_sent_view_leaves_nothing_behind_in_the_library() -> None:
    view = layout.new(Screen("Text", rows=((Button("1", ShowHand(MatchId("ABCDEF"))),),)))["view"]
    assert view.is_finished()


@pytest.mark.parametrize(
    ("chat", "url"),
    [
        (Chat("discord", "7/8", private=False), "https://discord.com/channels/7/8/9"),
        (Chat("discord", "~7/8", private=False), "https://discord.com/channels/7/8/9"),
        (Chat("discord", "@5", private=True), "https://discord.com/channels/@me/8/9"),
        (Chat("discord", "~/8", private=False), "https://discord.com/channels/@me/8/9"),
    ],
)
async def test_a_link_leads_to_the_message(chat: Chat, url: str) -> None:
    (row,) = components(Screen("", links=(Link("Board", chat, "8/9"),)))
    assert row["components"][0]["url"] == url


def test_the_bot_has_no_voice_where_it_was_not_invited() -> None:
    assert interactions.channel_of(Chat("discord", "7/8", private=False)) == 8
    for place in ("~7/8", "~/8"):
        with pytest.raises(Unreachable):
            interactions.channel_of(Chat("discord", place, private=False))


def test_a_person_has_one_name_in_all_guilds() -> None:
    user = {"id": "3", "username": "ada_l", "global_name": "Ada"}
    assert interactions.account_of(user) == Account("discord", "3", "Ada", "")
    user = {"id": "3", "username": "ada_l"}
    assert interactions.account_of(user).name == "ada_l"
    user["global_name"] = "A\ud800a"
    assert interactions.account_of(user).name == "A?a"
