"""`/settings`: pages that change in place, after restarts too; typed settings; and those of a chat."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.interface import Account, BlockPlayer, Button, ChangeChat, ChangeSettings, Screen, ShowSettings
from bot.platforms import callback_data
from bot.repositories.preferences import MOST_BLOCKED
from bot.texts import LANGUAGES, language_names
from games.events import PlayerId
from storage.people import Block, Preferences
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, Seen, private_chat

pytestmark = pytest.mark.house(meet=(ADA, BEN, CLEO))

OWN = private_chat(ADA)
SHORT = 7  # most buttons of a page that is read at a glance


async def player(house: House, who: Account) -> PlayerId:
    person = await house.store.people.person(who.platform, who.id)
    assert person
    return person.player


async def chosen(house: House) -> Preferences:
    return await house.store.settings.preferences(await player(house, ADA))


async def settings(house: House, who: Account = ADA) -> Screen:
    answer = await house.type(who, "/settings")
    assert answer.note
    assert (answer.post, answer.update) == (None, None)
    return answer.note


async def turned(house: House, page: Screen, label: str) -> Screen:
    """The page that stands in the place of this one after a press; nothing else is shown."""
    answer = await house.press_note(ADA, label, page)
    assert answer.update, answer.note
    assert (answer.post, answer.note) == (None, None)
    return answer.update


# Pages


async def test_the_first_page_says_what_most_choose_and_leads_to_all_else(house: House) -> None:
    page = await settings(house)
    assert page.text.split("\n")[:-1] == [
        "Language: automatic",
        "Theme: automatic",
        "Boards: with pictures",
        "Reminders: when a quarter of the time is left",
        "Quiet hours: none (time zone UTC)",
    ]
    assert house.labels(page) == ["Language", "Boards", "Reminders", "Quiet hours", "Other people"]
    boards = await turned(house, page, "Boards")
    assert {"✓ automatic theme", "light", "dark", "Boards in words"} <= set(house.labels(boards))
    others = await turned(house, page, "Other people")
    assert others.text.split("\n") == [
        "Player chat: on",
        "Puzzles of the day you solve: counted without your name",
        "Blocked: 0 people",
    ]
    for further in (boards, others):
        assert (await turned(house, further, "Back")).title == "Your settings"


async def test_buttons_choose_in_place_and_the_choice_outlives_a_restart(house: House) -> None:
    page = await settings(house)
    page = await turned(house, await turned(house, page, "Boards"), "dark")
    assert "✓ dark" in house.labels(page)
    await house.restart()  # the old page is still there, and its buttons work
    for label in ("Boards in words", "Back", "Language", "English", "Reminders", "No reminders"):
        page = await turned(house, page, label)
    wanted = replace(await chosen(house), language="en", theme="dark", text="on", reminders="off")
    assert await chosen(house) == wanted
    for label in ("Remind me in the last quarter", "Back", "Language", "automatic", "Boards"):
        page = await turned(house, page, label)
    for label in ("automatic theme", "Boards with pictures"):
        page = await turned(house, page, label)
    assert await chosen(house) == Preferences(wanted.player)


async def test_quiet_hours_are_chosen_by_the_hour_and_the_zone_by_its_region(house: House) -> None:
    page = await turned(house, await settings(house), "Quiet hours")
    page = await turned(house, page, "From … to …")
    page = await turned(house, page, "22:00")
    assert "22:00" not in house.labels(page)
    page = await turned(house, page, "07:00")
    assert page.text.startswith("Quiet hours: 22:00 to 07:00 (UTC)")
    page = await turned(house, page, "Time zone")
    page = await turned(house, page, "Europe")
    assert page.title == "Time zone: Europe (1 of 4)"
    assert "Berlin" in house.labels(page)
    page = await turned(house, await turned(house, page, "Next"), "Previous")
    page = await turned(house, page, "Berlin")
    assert (await chosen(house)).quiet == (22 * 60, 7 * 60)
    assert (await chosen(house)).zone == "Europe/Berlin"
    page = await turned(house, page, "none")
    assert (await chosen(house)).quiet is None
    assert (await turned(house, page, "Back")).title == "Your settings"


async def test_each_language_is_a_button_with_its_own_name(house: House) -> None:
    page = await turned(house, await settings(house), "Language")
    assert [label.removeprefix("✓ ") for label in house.labels(page)] == [
        "automatic",
        *language_names().values(),
        "Back",
    ]
    assert (await turned(house, page, "Deutsch")).title == "Deine Einstellungen"
    assert (await chosen(house)).language == "de"


async def test_in_the_private_chat_the_page_is_a_message_of_its_own(house: House) -> None:
    answer = (await house.type(ADA, "/settings", OWN)).noted
    house.platform.put(OWN, answer, "page")
    page = (await house.press(ADA, "Boards", house.board(OWN))).updated
    assert "✓ dark" in house.labels((await house.press_note(ADA, "dark", page)).updated)


async def test_who_is_blocked_is_listed_and_let_through_by_a_button(house: House) -> None:
    await house.type(ADA, "/settings block=Ben")
    page = await turned(house, await turned(house, await settings(house), "Other people"), "Blocked")
    assert page.text.startswith("Blocked: 1 person\nBen\n")
    page = await turned(house, page, "Unblock Ben")
    assert page.text.startswith("Blocked: 0 people")
    assert await house.store.settings.blocked_by(await player(house, ADA)) == ()


async def test_of_many_blocked_people_a_page_shows_some(house: House) -> None:
    me = await player(house, ADA)
    for number in range(45):
        await house.store.settings.put_block(Block(me, PlayerId(f"somebody {number}"), number))
    page = await turned(house, await turned(house, await settings(house), "Other people"), "Blocked")
    for label in ("Next", "Next", "Previous", "Back"):
        assert len(house.labels(page)) <= 25
        page = await turned(house, page, label)
    assert page.title == "Other people"


async def test_every_page_of_settings_fits_every_platform(house: House) -> None:
    house.managers = {ADA.id}
    seen, waiting = set[str](), [await settings(house)]
    while waiting:
        page = waiting.pop()
        assert len(page.rows) <= 8
        assert 1 + len(page.rows) + len(house.labels(page)) <= 40  # Discord, components of a message
        assert len(page.title) + len(page.text) <= 900
        for button in (button for row in page.rows for button in row):
            payload = callback_data.encode(button.request)
            if payload in seen or not isinstance(button.request, ShowSettings):
                continue
            seen.add(payload)
            waiting.append(await turned(house, page, button.label))
    assert len(seen) > 40


# Typed


@pytest.mark.parametrize("line", ["/theme dark", "/Theme=dark", "/settings theme=dark"])
async def test_a_setting_can_be_typed_as_if_it_were_a_command(house: House, line: str) -> None:
    assert (await house.type(ADA, line)).succeeded
    assert (await chosen(house)).theme == "dark"


async def test_the_name_of_a_setting_alone_shows_all(house: House) -> None:
    assert await house.type(ADA, "/language", OWN) == await house.type(ADA, "/settings", OWN)


async def test_all_can_be_typed_at_once(house: House) -> None:
    line = "/settings quiet=22-7 zone=europe/berlin language=EN theme=dark text=on reminders=off"
    answer = await house.type(ADA, line)
    assert answer.note
    assert answer.succeeded
    wanted = Preferences(PlayerId(""), "en", "dark", "on", "off", (22 * 60, 7 * 60), "Europe/Berlin")
    assert replace(await chosen(house), player=PlayerId("")) == wanted


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("theme=pink", "theme cannot be “pink”. Allowed: auto, light, dark"),
        ("language=tlh", f"language cannot be “tlh”. Allowed: {', '.join(('auto', *LANGUAGES))}"),
        ("text=maybe", "text cannot be “maybe”. Allowed: off, on, changes"),
        ("quiet=22", "quiet cannot be “22”. Allowed: off, or two different hours from 0 to 23, as in 22-7"),
        ("zone=Mars", "zone cannot be “Mars”. Allowed: UTC, or a name of the time zone database"),
        ("colour=red", "“colour=red” is not a setting. I know: language, theme, text"),
        ("challengers=nobody", "“challengers=nobody” is not a setting."),
        ("block=Dora", "I do not know anybody called “Dora” here."),
        ("block=", "I do not know anybody called “” here."),
        ("block=Ada", "You cannot block yourself."),
    ],
)
async def test_what_is_not_allowed_is_refused_and_nothing_changes(house: House, said: str, told: str) -> None:
    answer = await house.type(ADA, f"/settings reminders=off block=Ben theme=dark {said}")
    if said.startswith("block="):  # what is to be blocked comes first
        answer = await house.type(ADA, f"/settings theme=dark {said}")
    assert answer.note
    assert not answer.succeeded
    assert told in answer.note.text
    assert await chosen(house) == Preferences((await chosen(house)).player)


async def test_a_person_can_block_so_many_and_no_more(house: House) -> None:
    me = await player(house, ADA)
    for number in range(MOST_BLOCKED):
        await house.store.settings.put_block(Block(me, PlayerId(f"somebody {number}"), number))
    answer = (await house.type(ADA, "/settings block=Ben")).noted
    assert f"You have already blocked {MOST_BLOCKED} people" in answer.text


async def test_settings_are_completed_as_they_are_typed(house: House) -> None:
    found = await house.dispatcher.complete(ADA, CHANNEL, "/settings theme=dark te")
    lines = [f"/settings theme=dark text={value}" for value in ("off", "on", "changes")]
    assert [one.line for one in found] == lines


async def test_words_that_set_nothing_are_named(house: House) -> None:
    answer = (await house.type(ADA, "/settings dark theme=dark")).noted
    assert answer.text.startswith("“dark” is not a setting. I know: language, theme")
    assert (await chosen(house)).theme == ""


@pytest.mark.parametrize(
    "forged",
    [
        *(
            BlockPlayer(PlayerId("nobody"), on=True),
            BlockPlayer(PlayerId("nobody"), on=False),
            ChangeSettings(()),
        ),
        *(ChangeSettings(("theme=pink",)), ShowSettings("nowhere", 9), ShowSettings("zone", 99)),
        *(ShowSettings("Europe", 9999), ShowSettings("blocks", 9999), ShowSettings("to", 99)),
        *(ChangeChat("channel", ("challengers=nobody",)), ShowSettings("chat", 0, "channel")),
    ],
)
async def test_a_forged_button_changes_nothing(house: House, forged: ChangeSettings) -> None:
    answer = await house.press_note(ADA, "forged", Screen("", rows=((Button("forged", forged),),)))
    assert "went wrong" not in (answer.note or answer.update or Screen("")).text
    assert await chosen(house) == Preferences((await chosen(house)).player)
    assert await house.store.settings.blocked_by(await player(house, ADA)) == ()
    assert (await house.store.settings.chat_settings("fake", "channel")).challengers == "everyone"


# Of a chat


async def chat_page(house: House) -> Screen:
    house.managers = {ADA.id}
    return await turned(house, await settings(house), "This chat")


async def test_boards_of_a_chat_are_in_the_language_that_the_players_share(house: House) -> None:
    await house.type(ADA, "/settings language=de")
    await house.type(ADA, "/play sahara")
    assert house.board().message.language == "de"
    await house.press(BEN, "Annehmen")
    assert house.board().message.language == "en"  # Ben reads no German
    await house.type(BEN, "/settings language=de")
    await house.services.boards.redraw_matches([house.board().code])
    await house.settled()
    assert house.board().message.language == "de"


async def test_the_language_of_a_chat_is_chosen_by_admins_alone(house: House) -> None:
    page = await turned(house, await chat_page(house), "Language")
    assert (await turned(house, page, "Català")).text.startswith("Language: Català\n")
    assert (await house.store.settings.chat_settings("fake", "channel")).language == "ca"
    house.managers = set()
    assert (await house.press_note(ADA, "Deutsch", page)).update is None
    assert (await house.ask(ADA, ShowSettings("chat_language", place="channel"), CHANNEL)).update is None


async def test_who_manages_a_chat_chooses_for_it(house: House) -> None:
    page = await chat_page(house)
    for label in ("Boards", "dark", "Boards in words"):
        page = await turned(house, page, label)
    assert {"✓ dark", "Boards with pictures"} <= set(house.labels(page))
    for label in ("Back", "Language", "English"):
        page = await turned(house, page, label)
    assert page.text.startswith("Language: English")
    page = await turned(house, page, "Other people")
    assert page.text.endswith("Who may challenge here: everyone")
    page = await turned(house, page, "nobody")
    assert "✓ nobody" in house.labels(page)
    settled = await house.store.settings.chat_settings("fake", "channel")
    assert (settled.language, settled.theme, settled.text) == ("en", "dark", "on")
    assert settled.challengers == "nobody"
    page = await turned(house, page, "Back")
    assert len(house.labels(page)) <= SHORT
    assert (await turned(house, page, "Back")).title == "Your settings"


async def refused(house: House, answer: Seen) -> None:
    assert answer.note
    assert answer.update is None
    assert answer.note.text.startswith("Only admins of this chat can choose its settings.")
    assert (await house.store.settings.chat_settings("fake", "channel")).theme == ""


async def test_others_are_refused_also_with_the_buttons_of_a_manager(house: House) -> None:
    page = await turned(house, await chat_page(house), "Boards")
    house.managers = set()  # who managed once does not for ever
    await refused(house, await house.press_note(ADA, "dark", page))
    await refused(house, await house.press_note(BEN, "dark", page))
    shown = Screen("", rows=((Button("open", ShowSettings("chat", 0, "channel")),),))
    await refused(house, await house.press_note(BEN, "open", shown))


async def test_alone_with_the_bot_there_is_no_other_chat_to_choose_for(house: House) -> None:
    house.managers = {ADA.id}
    assert "This chat" not in house.labels((await house.type(ADA, "/settings", OWN)).noted)
