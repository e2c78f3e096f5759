"""Did you mean …? What was misspelled is suggested, with a button that does it, and no name leaks by it."""

from __future__ import annotations

import pytest

from bot.domain import commands
from bot.interface import Account, Chat, Choose
from bot.presentation import legal_moves
from games.match import fold
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, private_chat

ELSEWHERE = Chat(CHANNEL.platform, "elsewhere", private=False)


@pytest.mark.parametrize(
    ("line", "asked", "label"),
    [
        ("/palyy sahara", "I do not know /palyy. /help lists what I understand.", "/play sahara"),
        (
            "/play sahra",
            "I do not know the game “sahra”. I know: sahara,",
            "/play sahara",
        ),
        ("/play sahara Bne", "I do not know anybody called “Bne” here.", "Ben"),
        ("/play sahara Bne target=30", "I do not know anybody called “Bne” here.", "Ben"),
    ],
)
async def test_the_button_of_a_suggestion_does_what_was_meant(
    house: House, line: str, asked: str, label: str
) -> None:
    await house.start("/play sator")
    note = (await house.type(ADA, line)).noted
    assert note.text.startswith(asked)
    assert note.text.endswith(f"Did you mean {label}?")
    await house.press_note(ADA, label, note)
    board = house.board().message
    assert "Sahara" in (board.title + board.text)
    assert ("Ben" in board.text) == (label == "Ben")
    assert ("30" in board.text) == ("30" in line)


async def test_a_profile_is_suggested_by_the_first_name(house: House) -> None:
    await house.start()
    note = (await house.type(ADA, "/profile Bem")).noted
    assert "Ben" in (await house.press_note(ADA, "Ben", note)).noted.title


async def test_a_person_is_found_by_the_first_of_several_names(house: House) -> None:
    await house.start()
    zoe = Account(ADA.platform, "zoe", "Zoe Moonlight")
    await house.meet(zoe)
    await house.type(zoe, "/play sahara ben")
    assert (await house.type(ADA, "/profile Zoey")).noted.text.endswith("Did you mean Zoe Moonlight?")


async def test_a_blank_name_in_the_chat_hides_no_other(house: House) -> None:
    await house.start()
    nameless = Account(ADA.platform, "nameless", " ")
    await house.meet(nameless)
    await house.type(nameless, "/play sahara ben")
    assert (await house.type(ADA, "/profile Bem")).noted.text.endswith("Did you mean Ben?")


@pytest.mark.parametrize("chat", [CHANNEL, private_chat(ADA)], ids=["group", "private"])
async def test_nobody_is_suggested_whom_the_asker_has_not_met(house: House, chat: Chat) -> None:
    """Twins: in one world a person of this name plays elsewhere, with others; the answers are the same."""
    zoe = Account(ADA.platform, "zoe", "Zoe")
    before = await house.type(ADA, "/play sahara Zoey", chat)
    await house.meet(zoe)
    await house.type(zoe, "/play sahara", ELSEWHERE)
    await house.press(CLEO, "Accept", house.board(ELSEWHERE))
    after = await house.type(ADA, "/play sahara Zoey", chat)
    assert after.note == before.note
    assert after.noted.rows == ()


async def test_a_group_is_not_told_whom_somebody_plays_elsewhere(house: House) -> None:
    await house.type(ADA, "/play sahara", ELSEWHERE)
    await house.press(BEN, "Accept", house.board(ELSEWHERE))
    assert "Did you mean" not in (await house.type(ADA, "/play sahara Bne")).noted.text
    assert "Did you mean Ben?" in (await house.type(ADA, "/play sahara Bne", private_chat(ADA))).noted.text


@pytest.mark.house(plays=True)
async def test_a_level_is_asked_for_in_any_words(house: House) -> None:
    which = (await house.type(ADA, "/play robot easy")).noted
    assert "level 1" in (await house.press_note(ADA, "Sahara", which)).updated.text
    await house.type(ADA, "/play sahara robot lvl 2")
    assert "Robot (level 2)" in house.board().message.text
    await house.type(ADA, "/play robot lvl 9")
    assert "No robot has the level “9”" in house.note(ADA)


@pytest.mark.house(start="/play sator")
async def test_a_move_is_also_what_its_button_says(house: House) -> None:
    for who in (ADA, BEN):
        await house.type(who, "/move hide b d")
    assert (await house.type(house.to_act(), "/move c1-c2")).succeeded


@pytest.mark.parametrize("line", ["theme=patterns", "theme=Muster", "theme=contrast"])
async def test_a_setting_takes_the_words_of_its_button(house: House, line: str) -> None:
    assert "patterns" in (await house.type(ADA, f"/settings {line}")).noted.text


# Lines that are no command, in a private chat with a match


ALONE = private_chat(ADA)
ROBOTS = pytest.mark.house(plays=True)


async def with_robot(house: House, game: str) -> None:
    """Ada begins a match with the robot, and it is her turn."""
    await house.type(ADA, f"/play {game} robot begins=me", ALONE)
    await house.settled()


async def said(house: House, line: str) -> str:
    """What Ada is answered to a line without a slash."""
    answer = await house.ask(ADA, commands.read_bare(line), ALONE)
    return answer.noted.text


@ROBOTS
@pytest.mark.parametrize("line", ["hollow 4", "Hollow 4", "Mulde 4", "4"])
async def test_a_move_may_be_called_as_in_sentences_of_any_language(house: House, line: str) -> None:
    await with_robot(house, "sahara")
    assert (await said(house, line)).startswith("Played: 4.")


@ROBOTS
async def test_a_move_may_be_called_as_its_button(house: House) -> None:
    await with_robot(house, "sator")
    assert (await said(house, "b-c")).startswith("Played: b c.")


@ROBOTS
async def test_what_is_no_move_is_answered_with_those_of_the_match(house: House) -> None:
    await with_robot(house, "sahara")
    assert await said(house, "Bne") == "“Bne” is not one of this match's moves. Possible: 1, 2, 3, 4, 5, 6."


@ROBOTS
async def test_a_choice_that_comes_first_anyway_is_named_with_what_follows_it(house: House) -> None:
    await with_robot(house, "sator")
    possible = "Possible: hide a, hide b, hide c, hide d, hide e."
    assert await said(house, "7") == f"“7” is not one of this match's moves. {possible}"


@ROBOTS
@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("More", "No clock"),
        ("Take move back", "You cannot take a move back now"),
        ("New game", "Which game?"),
        ("What I can do", "I am Tischrand"),
    ],
)
async def test_a_button_may_be_typed(house: House, line: str, answer: str) -> None:
    await with_robot(house, "sahara")
    assert answer in await said(house, line)


async def test_who_has_no_match_can_begin_one_from_the_refusal(house: House) -> None:
    note = (await house.ask(ADA, commands.read_bare("3"), ALONE)).noted
    assert house.labels(note) == ["New game", "My matches"]
    assert (await house.press_note(ADA, "New game", note)).noted.text == "Which game?"


async def test_what_can_be_set_is_a_press_away(house: House) -> None:
    for line in ("/settings foo", "/theme pink"):
        assert house.labels((await house.type(ADA, line, ALONE)).noted) == ["Settings"]


# Pages that say what there is


async def test_help_and_settings_say_first_what_most_people_need(house: House) -> None:
    """The rest is folded, so that each page fits a phone."""
    for line, most, folded in (("/help", 7, "All commands: /play"), ("/settings", 5, "Or type: /settings")):
        page = (await house.type(ADA, line, ALONE)).noted
        assert folded in page.fine_print
        assert len(page.text.removesuffix(page.fine_print).strip().split("\n")) <= most


async def test_rules_begin_with_the_aim(house: House) -> None:
    page = (await house.type(ADA, "/rules sahara", ALONE)).noted
    assert page.text.startswith("The player who gathers more beans wins.\n")


async def test_what_is_typed_as_a_button_is_called_is_not_offered_to_the_opponent(house: House) -> None:
    """Which pieces bear the red dots is a secret."""
    await house.start("/play sator")
    private = private_chat(BEN)
    chosen = await house.ask(BEN, commands.read_bare("d"), private)
    assert "hide d" in str(chosen)
    unknown = await house.ask(BEN, commands.read_bare("q"), private)
    assert "Possible: hide a" in unknown.noted.text
    for answer in (chosen, unknown):
        assert "/say" not in str(answer)


@pytest.mark.parametrize("games", [("sahara", "sato"), ("sato", "sahara")])
async def test_the_beginning_of_a_move_is_meant_for_the_match_that_has_such_moves(
    house: House, games: tuple[str, str]
) -> None:
    await house.meet(BEN)
    for game in games:
        await house.type(ADA, f"/play {game} ben begins=me", ALONE)
        await house.press(BEN, "Accept", house.board(private_chat(BEN)))
    assert "\ne4: choose which dots show" in await said(house, "e4")


async def test_what_is_typed_after_a_half_chosen_move_is_the_rest_of_it(house: House) -> None:
    first = await house.start("/play sato variant=split")
    board = house.board()
    half = board.message.rows[0][0].request
    assert isinstance(half, Choose)
    await house.ask(first, half, CHANNEL, message=board.id)
    begun = fold(await house.store.matches.load(board.code))
    place = legal_moves(begun.seen_by(begun.awaited[0])).after(half.words)
    assert place
    move = next(end.words for end in place.ends() if len(end.words) > len(half.words))
    await house.type(first, f"/move {' '.join(move[len(half.words) :])}")
    played = fold(await house.store.matches.load(board.code))
    assert played.state != begun.state, house.notes
