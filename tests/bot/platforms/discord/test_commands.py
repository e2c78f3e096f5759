"""Discord's menus by the wire: every command in every kind of chat, completions, and whom it reaches."""

from __future__ import annotations

import copy
import re
from itertools import chain
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.domain import terms
from bot.interface.registry import COMMANDS
from bot.texts import DEFAULT, texts_for
from games.events import MatchId
from tests.bot.platforms.discord.play import play, plies, public
from tests.bot.platforms.discord.setup import Table, choices, mover, table
from tests.bot.simple_robots import FirstMoves
from tests.games.test_record import EXAMPLE
from tests.loopback.discord.people import Asked, Person
from tests.loopback.discord.sight import Shown
from tests.loopback.discord.world import Channel

pytestmark = pytest.mark.usefixtures("log")

PLACES = ("dm", "foreign", "guild", "thread", "group")
SAHARA = "sahara"


def place(there: Table, kind: str) -> Channel:
    """A chat of this kind with Ada and Ben, who have installed the bot to their accounts."""
    ada, ben = there.person("Ada"), there.person("Ben")
    ada.user.apps = ben.user.apps = True
    if kind == "thread":
        return there.discord.thread(there.channel, "a thread")
    if kind == "dm":
        return there.discord.dm(ada)
    if kind == "group":
        return there.discord.group(ada, ben)
    if kind == "foreign":
        return there.discord.channel(there.discord.guild("Foreign", ada, ben, installed=False), "there")
    return there.channel


def code_of(shown: Shown) -> MatchId:
    found = re.search(r"\b[0-9A-Z]{6}\b", shown.text)
    assert found, shown.text
    return MatchId(found[0])


async def said(there: Table, asked: Asked) -> Shown:
    """The one message that answers a command."""
    await asked
    await there.answered()
    (reply,) = asked.replies
    assert not reply.thinking
    assert "went wrong" not in reply.text
    return reply


@pytest.mark.parametrize(
    "kind", [*PLACES[:2], *(pytest.param(kind, marks=pytest.mark.long) for kind in PLACES[2:])]
)
async def test_every_command_with_every_option_is_answered_in_every_kind_of_chat(
    there: Table, kind: str
) -> None:
    chat, ada, ben = place(there, kind), there.person("Ada"), there.person("Ben")
    bens = there.discord.dm(ben) if kind == "dm" else chat
    opened = ada.use("play", chat, game=SAHARA, opponent=ben, house_rules="target=30 foreign_store=choice")
    code = code_of(await said(there, opened))
    assert not (await said(there, ben.use("join", bens, code=code.lower()))).ephemeral or kind != "dm"
    used = {"play", "join"}
    for name, options in (
        ("board", {}), ("board", {"match": code}), ("hand", {}), ("hand", {"match": code}),
        ("move", {"words": "1"}), ("move", {"words": "1", "match": code}), ("draw", {}),
        ("draw", {"match": code}), ("matches", {}), ("rules", {}), ("rules", {"game": SAHARA}),
        ("help", {}), ("verify", {"match": code}), ("resign", {}), ("resign", {"match": code}),
        ("rematch", {}), ("rematch", {"match": code}), ("play", {"game": "sator"}),
        ("profile", {}), ("profile", {"person": ben}), ("leaderboard", {}),
        ("leaderboard", {"game": SAHARA, "where": "all"}),
        ("tournament", {}), ("tournament", {"game": SAHARA, "mode": "swiss 3"}),
        ("link", {}), ("link", {"code": "NOSUCHCODE"}),
        ("settings", {}), ("settings", {"changes": "theme=dark quiet=22-7"}),
        ("replay", {}), ("replay", {"match": code}), ("export", {}), ("export", {"match": code}),
        ("import", {}), ("import", {"record": there.discord.world.upload("a.txt", b"none")}),
        ("away", {}),
        ("away", {"first_day": "1.2.", "last_day": "2000"}), ("takeback", {}),
        ("more_time", {"match": code}), ("takeback", {"match": code}), ("hint", {}),
        ("hint", {"match": code}), ("review", {}), ("review", {"match": code}), ("forget_me", {}),
        ("privacy", {}), ("my_data", {}),
        ("where", {}), ("where", {"question": "4"}), ("where", {"question": "part 7", "match": code}),
        ("if", {}), ("if", {"line": "5, 2"}), ("if", {"line": "5, 2", "match": code}),
        ("moderate", {}), ("moderate", {"match": code}), ("standing", {}),
        ("pair", {"one": ada, "other": ben, "game": SAHARA, "house_rules": "target=30"}),
        ("unlink", {}), ("watch", {}), ("watch", {"match": code}), ("seek", {}),
        ("seek", {"game": SAHARA, "rating": "2000-1000"}),
        ("say", {}), ("say", {"phrase": "hello"}), ("say", {"phrase": "so", "match": code}),
        ("history", {}),
        ("learn", {}), ("learn", {"game": SAHARA}), ("puzzle", {}), ("puzzle", {"game": SAHARA}),
    ):  # fmt: skip
        shown = await said(there, ada.use(name, chat, **options))
        ephemeral = kind == "dm" or shown.ephemeral
        public = ("play", "pair", "board", "rematch", "move", "tournament")
        assert ephemeral or name in public, (name, shown.text)
        used.add(name)
    assert used == set(COMMANDS)


# What is offered while somebody types


async def test_house_rules_are_completed_as_they_are_typed(there: Table) -> None:
    ada = there.person("Ada")

    async def offered(typed: str, **options: object) -> list[str]:
        asked = await ada.complete("play", there.channel, "house_rules", typed, **options)
        return [value for _, value in asked.choices]

    every = {rule.word: [f"{rule.word}={value}" for value in rule.values] for rule in terms.choices(SAHARA)}
    first = await offered("", game=SAHARA)  # Discord shows 25; the others come with the name of their rule
    assert set(first) <= {"robot", "channel", *chain(*every.values())}
    assert len(first) == 25
    for word, values in every.items():
        assert await offered(f"{word}=", game=SAHARA) == values
    assert await offered("target=3", game=SAHARA) == ["target=30"]
    assert await offered("target=30  for", game=SAHARA) == [
        "target=30 foreign_store=skip", "target=30 foreign_store=choice"
    ]  # fmt: skip
    for nothing in ("nonsense", "x" * 150, "target=30 " * 12, "@everyone", "\u202e"):
        assert await offered(nothing, game=SAHARA) == []
    assert await offered("") == []
    assert {word.partition("=")[0] for word in await offered("", game="sator")} == {
        "robot",
        "channel",
        "clock",
        "rated",
        "weekends",
        "begins",
    }


async def test_moves_and_codes_are_completed_each_in_their_field(there: Table) -> None:
    await there.begin(SAHARA)
    board = there.board()
    who, code = there.person(mover(board)), code_of(board)
    labels = [button.label for button in choices(board)]

    async def offered(name: str, field: str, typed: str, **options: object) -> list[str]:
        asked = await who.complete(name, there.channel, field, typed, **options)
        assert all(0 < len(shown) <= 100 for shown, _ in asked.choices)
        return [value for _, value in asked.choices]

    assert await offered("move", "words", "") == labels
    assert await offered("move", "words", labels[0]) == labels[:1]
    assert await offered("move", "words", "", match=code.lower()) == labels
    assert await offered("move", "words", "", match="nonsense") == []
    for typed in ("", code[:2], code.lower()):
        for name in ("move", "board", "hand", "resign", "draw"):
            assert await offered(name, "match", typed) == [code]
    for typed in ("nonsense", "x" * 150, "1 2 3 4"):
        assert await offered("move", "match", typed) == await offered("move", "words", typed) == []
    assert await offered("rematch", "match", "") == []
    assert await offered("verify", "match", "") == [code]
    await who.use("play", there.channel, game="sator", opponent=there.person("Cleo"))
    (invitation,) = (await there.person("Cleo").complete("join", there.channel, "code", "")).choices
    assert who.user.name in invitation[0]


async def test_a_code_in_its_own_field_is_never_taken_for_a_part_of_the_move(there: Table) -> None:
    await there.begin(SAHARA)
    who = there.person(mover(there.board()))
    wrong = await said(there, who.use("move", there.channel, words="1", match="no such"))
    assert "no match NO SUCH" in wrong.text
    blank = await said(there, who.use("move", there.channel, words="1", match="  "))
    assert "Played: 1." in blank.text
    assert plies(there) == 1


async def test_text_of_any_length_is_answered(there: Table) -> None:
    await there.begin(SAHARA)
    for name, field in (("move", "words"), ("board", "match"), ("join", "code"), ("play", "house_rules")):
        options = {"game": SAHARA} if field == "house_rules" else {}
        for text in ("x" * 6000, "* _ ` " * 40, "@everyone <@1>"):
            asked = there.person("Ada").use(name, there.channel, **options, **{field: text})
            assert (await said(there, asked)).ephemeral


# Menus that are older than the bot


async def test_a_command_or_an_option_that_is_not_there_any_more_is_answered(there: Table) -> None:
    offered = there.discord.world.commands
    stale = copy.deepcopy(next(one for one in offered if one["name"] == "move"))
    menu = copy.deepcopy(next(one for one in offered if one["type"] == 2))
    offered += [stale | {"name": "castle"}, menu | {"name": "Wave at"}]
    ada = there.person("Ada")
    assert "/castle" in (await said(there, ada.use("castle", there.channel, words="1"))).text
    assert "do not know" in (await said(there, ada.menu("Wave at", there.person("Ben"), there.channel))).text
    assert (await ada.complete("castle", there.channel, "words", "1")).choices == []
    changed = next(one for one in offered if one["name"] == "board")
    changed["options"][0] |= {"name": "which", "required": False}
    assert "No match is shown" in (await said(there, ada.use("board", there.channel, which="1"))).text
    assert (await ada.complete("board", there.channel, "which", "1")).choices == []


WRONG_OPTIONS: tuple[tuple[str, object], ...] = (
    ("move", [{"name": "words", "type": 4, "value": 5}]),
    ("move", [{"name": "words", "type": 3, "value": 5}]),
    ("move", [{"name": "words", "type": 3}]),
    ("move", [{"name": "words"}]),
    ("move", [7]),
    ("move", [{"name": "words", "type": 1, "options": []}]),
    ("play", [{"name": "game", "type": 5, "value": True}]),
    ("play", [{"name": "game", "type": 3, "value": SAHARA}, {"name": "opponent", "type": 3, "value": "Ben"}]),
    ("play", [{"name": "game", "type": 3, "value": SAHARA}, {"name": "opponent", "type": 6, "value": "1"}]),
    ("profile", [{"name": "person", "type": 8, "value": "x"}]),
    ("import", [{"name": "record", "type": 11, "value": "x"}]),
    ("board", [{"name": "match", "type": 10, "value": {}}]),
)


async def test_options_of_another_kind_are_answered_and_no_error_of_ours(there: Table) -> None:
    ada = there.person("Ada")
    for command, options in WRONG_OPTIONS:
        asked = ada.forge(command, there.channel, options=options)
        assert f"/{command}" in (await said(there, asked)).text
        assert (await ada.forge(command, there.channel, completing=True, options=options)).choices == []
    assert public(there) == []


async def test_a_menu_that_names_nobody_is_answered(there: Table) -> None:
    for data in ({}, {"target_id": "5", "resolved": {"users": []}}, {"target_id": ["5"]}):
        asked = there.person("Ada").forge("Challenge to a game", there.channel, kind=2, **data)
        assert "/play" in (await said(there, asked)).text


# Who is challenged, and who is notified


async def test_a_command_that_fails_while_it_is_prepared_is_not_called_unknown(
    there: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(there.dispatcher, "register", broken)
    asked = there.person("Ada").use("play", there.channel, game=SAHARA, opponent=there.person("Ben"))
    await asked
    await there.answered()
    (reply,) = asked.replies
    assert "went wrong here before I could handle /play" in reply.text
    assert reply.ephemeral


async def test_only_the_challenged_person_is_pinged_and_only_by_the_challenge(there: Table) -> None:
    ada, ben, cleo = (there.person(name) for name in ("Ada", "Ben", "Cleo"))
    await said(there, ada.use("play", there.channel, game=SAHARA, opponent=ben))
    assert [shown.id for shown in ben.pinged] == [there.board().id]
    await ben.press(there.board(), "Accept")
    await there.answered()
    for _ in range(4):
        await play(there)
    await said(there, ada.use("board", there.channel))
    await said(there, cleo.use("play", there.channel, game=SAHARA))
    assert (ada.pinged, len(ben.pinged), cleo.pinged) == ([], 1, [])


async def test_somebody_is_challenged_from_the_menu_at_their_name(there: Table) -> None:
    ada, ben = there.person("Ada"), there.person("Ben")
    page = await said(there, ada.menu("Challenge to a game", ben, there.channel))
    assert page.ephemeral
    await ada.press(page, "Sahara")
    await there.answered()
    await ada.press(ada.now(page), "Send the challenge")
    await there.answered()
    assert "Ada challenges Ben" in there.board().text
    assert len(ben.pinged) == 1
    assert ada.now(page).labels == ["Another challenge"]


async def test_anybody_who_is_there_is_picked_from_a_menu(tmp_path: Path) -> None:
    async with table(tmp_path, robots=FirstMoves()) as there:
        ada, ben = there.person("Ada"), there.person("Ben")
        page = await said(there, ada.use("play", there.channel))
        for label in ("Sahara", "Against: anyone here"):
            await ada.press(ada.now(page), label)
            await there.answered()
        (menu,) = ada.now(page).menus
        for person, label in (
            (ben, "Against: Ben"),
            (there.discord.world.bot, "Against: Robot (level 1)"),
            (ben, "Against: Ben"),
        ):
            await ada.choose(page, menu.custom_id, person)
            await there.answered()
            assert label in ada.now(page).labels
            await ada.press(ada.now(page), label)
            await there.answered()
        await ada.press(ada.now(page), "Back")
        await there.answered()
        await ada.press(ada.now(page), "Send the challenge")
        await there.answered()
        assert "Ada challenges Ben" in there.board().text
        assert len(ben.pinged) == 1


async def test_play_alone_puts_a_challenge_together_in_one_message_that_nobody_else_sees(
    tmp_path: Path,
) -> None:
    async with table(tmp_path, robots=FirstMoves()) as there:
        ada, ben = there.person("Ada"), there.person("Ben")
        page = await said(there, ada.use("play", there.channel))
        assert page.ephemeral
        for label in ("Sato", "medium table", "small table", "Against: anyone here", "Level 1", "Start"):
            await ada.press(ada.now(page), label)
            await there.answered()
        assert "Robot (level 1)" in there.board().text
        assert "small table" in (await (await ada.press(there.board(), "More")).reply()).text
        assert len(ben.messages(there.channel)) == 1


async def test_bots_and_oneself_cannot_be_challenged(there: Table) -> None:
    ada, robot = there.person("Ada"), there.discord.world.user("Robot", bot=True)
    for whom, why in (
        (robot, "is a bot"),
        (there.discord.world.bot, "Robots are switched off here"),  # it stands for the robot
        (ada, "against yourself"),
    ):
        refused = await said(there, ada.use("play", there.channel, game=SAHARA, opponent=whom))
        assert refused.ephemeral
        assert why in refused.text
    for whom, why in ((robot, "is a bot"), (there.discord.world.bot, "Robots are switched off")):
        assert why in (await said(there, ada.menu("Challenge to a game", whom, there.channel))).text
        assert "is a bot" in (await said(there, ada.use("profile", there.channel, person=whom))).text
    assert public(there) == []


NAMES = (
    *("**Bold** _it_ `x` ~~y~~ ||z||", "@everyone", "<@1> <#2> <t:1:R>", "https://a.example/x_y"),
    *("# [a](b)", "שלום", "\u202eevil", "🐫🏜️", "> -# 1. x"),
)


async def test_a_name_is_shown_plainly_and_pings_nobody(there: Table) -> None:
    ben, cleo = there.person("Ben"), there.person("Cleo")
    for count, name in enumerate(NAMES, start=1):
        odd = there.discord.person(name)
        there.guild.members[odd.user.id] = odd.user
        await said(there, odd.use("play", there.channel, game=SAHARA, opponent=ben))
        plain = re.sub(r"\\(.)", r"\1", there.board().text)
        assert name in plain
        if name[0] in "ש\u202e":
            assert f"\u2068{name}\u2069" in plain  # what turns the direction is shut in
        ours = rf"{ben.mention}|<t:\d{{7,}}:[fR]>"  # and the times, as Discord has them
        bare = re.sub(r"\\.", "", re.sub(ours, "", there.board().text))
        assert not re.search(r"[*_`~|<\[]|://", bare)
        await ben.press(there.board(), "Accept")
        await there.answered()
        assert (cleo.pinged, odd.pinged, len(ben.pinged)) == ([], [], count)


async def test_the_buttons_of_a_list_lead_to_each_match_with_one_call_and_for_one_person(
    there: Table,
) -> None:
    ada, ben = there.person("Ada"), there.person("Ben")
    await there.begin(SAHARA)
    await said(there, ada.use("play", there.discord.dm(ada), game="sator", opponent=ben))
    chat = place(there, "foreign")
    await said(there, ada.use("play", chat, game="stacko"))
    page = await said(there, ada.use("matches", there.channel))
    *ways, _ = page.buttons
    shown = public(there)
    for button, game in zip(ways, ("Sahara", "Sator", "Stacko"), strict=True):
        opened = await said(there, ada.press(page, button.label))
        assert opened.ephemeral
        assert game in opened.text
    assert public(there) == shown


async def test_what_is_registered_has_all_commands_for_all_places_under_one_name(there: Table) -> None:
    registered = there.discord.world.commands
    assert {one["name"] for one in registered if one["type"] == 1} == set(COMMANDS)
    for one in registered:
        assert (one["contexts"], one["integration_types"]) == ([0, 1, 2], [0, 1])
        assert one["type"] != 1 or not one.get("name_localizations")
    before = copy.deepcopy(registered)
    await there.restart()
    assert [one["id"] for one in there.discord.world.commands] == [one["id"] for one in before]


async def test_whoever_reads_german_finds_options_descriptions_and_choices_in_german(there: Table) -> None:
    registered = {one["name"]: one for one in there.discord.world.commands}

    def german(part: dict[str, Any], kind: str = "name") -> str | None:
        return (part.get(f"{kind}_localizations") or {}).get("de")

    locales = {locale.value for locale in discord.Locale}
    spoken = {locale for locale in locales if texts_for(locale).language != DEFAULT}
    assert "ca" not in spoken
    for one in registered.values():
        assert one["type"] != 1 or german(one, "description"), one["name"]
        assert all(german(option, "description") for option in one.get("options", ()))
        for part in (one, *one.get("options", ())):  # Discord does not know Catalan
            assert (part.get("description_localizations") or {}).keys() <= spoken
    play = {option["name"]: german(option) for option in registered["play"]["options"]}
    assert play == {"game": "spiel", "opponent": "gegner", "house_rules": "hausregeln"}
    (where,) = (one for one in registered["leaderboard"]["options"] if one["name"] == "where")
    told = [(one["name"], one["value"], german(one)) for one in where["choices"]]
    assert told == [("here", "here", "hier"), ("everywhere", "all", "überall")]


# Where the bot can only answer


async def open_board(there: Table, chat: Channel) -> Shown:
    await said(there, there.person("Ada").use("play", chat, game=SAHARA))
    board = there.person("Ben").messages(chat)[-1]
    await there.person("Ben").press(board, "Accept")
    await there.answered()
    return there.board(chat)


def to_move(there: Table, board: Shown) -> Person:
    found = re.search(r"It is (?:(\w+)'s turn|your turn, (\w+))\.", board.text)
    assert found, board.text
    return there.person(found[1] or found[2])


async def test_where_the_bot_can_only_answer_a_match_lives_in_its_answers(there: Table) -> None:
    chat = place(there, "group")
    board = await open_board(there, chat)
    mark = there.discord.log.mark()
    for _ in range(6):
        board = there.board(chat)
        await to_move(there, board).press(board, choices(board)[0])
        await there.answered()
    assert {call.route.rpartition("/")[2] for call in there.discord.log.since(mark)} == {"callback"}
    assert [shown.id for shown in there.discord.messages(chat)] == [board.id]
    assert all(one.followups <= 1 for one in there.discord.world.interactions.values())


async def test_a_typed_move_redraws_the_board_by_the_last_press_while_that_lives(there: Table) -> None:
    chat = place(there, "group")
    board = await open_board(there, chat)
    note = await said(there, to_move(there, board).use("move", chat, words=choices(board)[0].label))
    assert note.ephemeral
    assert there.board(chat).id == board.id
    assert mover(there.board(chat)) != mover(board) or there.board(chat).text != board.text
    for seconds in (901, 10):
        there.discord.clock.advance(seconds)
        there.now += seconds
        before = newest(there, chat)
        await to_move(there, before).use("move", chat, words=choices(before)[0].label)
        await there.answered()
        assert newest(there, chat).text != before.text
    assert all(one.followups <= 5 for one in there.discord.world.interactions.values())


async def test_what_is_offered_behind_more_is_answered_on_the_board_at_once(there: Table) -> None:
    chat = place(there, "group")
    board = await open_board(there, chat)
    there.discord.clock.advance(901)
    there.now += 901
    waits = next(there.person(name) for name in ("Ada", "Ben") if there.person(name) != to_move(there, board))
    more = await said(there, waits.press(board, "More"))
    await waits.press(more, "Offer draw")
    await there.answered()
    assert {"Accept draw", "Decline draw"} <= {button.label for button in there.board(chat).buttons}


async def test_a_board_that_was_asked_for_anew_is_kept_up_to_date_like_the_first_one(there: Table) -> None:
    chat = place(there, "group")
    frozen = await open_board(there, chat)
    there.discord.clock.advance(901)
    there.now += 901
    await to_move(there, frozen).use("move", chat, words=choices(frozen)[0].label)
    await there.answered()
    assert there.board(chat).text == frozen.text
    await said(there, there.person("Ada").use("board", chat))
    fresh = there.board(chat)
    note = await said(there, to_move(there, fresh).use("move", chat, words=choices(fresh)[0].label))
    assert note.ephemeral
    assert there.board(chat).id == fresh.id
    assert there.board(chat).text != fresh.text


async def test_a_press_on_an_old_board_that_was_frozen_leaves_no_second_one_beside_it(there: Table) -> None:
    chat = place(there, "group")
    frozen = await open_board(there, chat)
    there.discord.clock.advance(901)
    there.now += 901
    await said(there, there.person("Ada").use("board", chat))
    assert [bool(choices(one)) for one in there.discord.messages(chat)] == [True, True]
    await to_move(there, frozen).press(frozen, choices(frozen)[0])
    await there.answered()
    live = [one for one in there.discord.messages(chat) if choices(one)]
    assert len(live) == 1
    assert live[0].text != frozen.text


async def test_where_the_bot_can_only_answer_an_old_board_is_deleted_while_its_last_press_is_good(
    there: Table,
) -> None:
    chat = place(there, "group")
    old = await open_board(there, chat)
    mark = there.discord.log.mark()
    await said(there, there.person("Ada").use("board", chat))
    assert [shown.id for shown in there.discord.messages(chat)] != [old.id]
    assert len(there.discord.messages(chat)) == 1
    (call,) = there.discord.log.since(mark, "DELETE")
    assert call.route.startswith("/webhooks/")


def newest(there: Table, chat: Channel) -> Shown:
    """The board that shows most, be it here or in a private chat."""
    found = [there.board(chat)]
    for name in ("Ada", "Ben"):
        found += there.person(name).messages(there.discord.dm(there.person(name)))
    boards = [shown for shown in found if choices(shown)]
    return max(boards, key=lambda shown: int((choices(shown)[0].custom_id or "").split(":")[2], 36))


async def test_after_a_restart_a_board_that_can_only_answer_is_played_on(there: Table) -> None:
    chat = place(there, "group")
    await open_board(there, chat)
    await there.restart()
    board = there.board(chat)
    await to_move(there, board).press(board, choices(board)[0])
    await there.answered()
    assert there.board(chat).id == board.id
    assert there.board(chat).text != board.text


# Files


async def test_an_attachment_that_is_gone_is_told_of(there: Table) -> None:
    file = there.discord.world.upload("match.txt", EXAMPLE.encode())
    there.discord.world.uploads.clear()
    cleo = there.person("Cleo")
    await cleo.use("import", there.channel, record=file)
    await cleo.sees(there.channel, lambda shown: "could not be fetched" in shown.text)
