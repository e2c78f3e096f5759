"""Guided first games: each position has one thing to do, and says in each language why."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from itertools import permutations

import pytest

from bot.domain.guided import Step, steps
from bot.interface import AnswerLesson, DisplayPreferences, PickRobot, ShowLegend, ShowLesson
from bot.platforms.callback_data import decode, encode
from bot.platforms.telegram.layout import is_short
from bot.presentation import Guided, lesson_page
from bot.presentation.phrasing import Phrasing
from bot.presentation.rules import legend_page
from bot.texts import LANGUAGES, texts_for
from games import GAMES
from games.words import Words
from renderers.legend import legend, shared
from renderers.theme import THEMES
from tests.bot.memory_platform import ADA, CHANNEL, House, buttons, private_chat, shown

ALL = [(number, step) for game in GAMES for number, step in enumerate(steps(game), start=1)]
EACH = pytest.mark.parametrize(("number", "step"), ALL, ids=[f"{step.game}-{step.key}" for _, step in ALL])
HERE = private_chat(ADA)
MOST_BYTES = 64 * 1024


pytestmark = pytest.mark.house(plays=True)


def moves(step: Step) -> list[Words]:
    return [tuple(str(move).split()) for move in step.state().legal_moves(step.view().viewer or 0)]


@EACH
def test_a_position_has_a_right_move_and_its_sentences_in_each_language(number: int, step: Step) -> None:
    legal = moves(step)
    for right in step.right:
        assert any(move[: len(right.split())] == tuple(right.split()) for move in legal), right
    told = {"task", "right"} if all(map(step.is_right, legal)) else {"task", "right", "wrong"}
    for language in LANGUAGES:
        keys = [
            key for key in texts_for(language).messages if key.startswith(f"{step.game}.lesson.{step.key}.")
        ]
        assert {key.rsplit(".", 1)[1] for key in keys} == told, (language, number)


@EACH
def test_after_a_wrong_move_the_picture_marks_a_right_one(number: int, step: Step) -> None:
    guided = Guided(step, number, view=step.view(), preferences=DisplayPreferences(texts_for("en")))
    asked = lesson_page(guided).picture
    assert asked
    assert not asked.hinted
    if all(map(step.is_right, moves(step))):
        return
    told = lesson_page(replace(guided, wrong=True)).picture
    assert told
    assert step.is_right(told.hinted)
    assert not told.refuted


@pytest.mark.parametrize("game", [game for game in GAMES if steps(game)])
def test_a_first_game_has_five_to_eight_positions_and_no_sentence_too_many(game: str) -> None:
    assert 5 <= len(steps(game)) <= 8
    begun = {key.split(".")[2] for key in texts_for("en").messages if key.startswith(f"{game}.lesson.")}
    assert begun == {step.key for step in steps(game)}


@pytest.mark.parametrize("place", ["a1", "c1"])
async def test_the_first_stone_of_a_lesson_goes_wherever_it_is_offered(house: House, place: str) -> None:
    asked = shown(await house.ask(ADA, ShowLesson("sato", 1), HERE))
    assert "white ones for your opponent" in asked.text, "before a face is chosen"
    done = await house.ask(ADA, AnswerLesson("sato", 1, ("ybg", place, "b0"), True, 0), HERE)
    assert shown(done).text.startswith("Right!")


async def test_the_words_of_a_move_may_be_chosen_in_any_order_that_the_game_allows(house: House) -> None:
    """Sator, set-up: the two files."""
    for files in permutations("abcde", 2):
        done = await house.ask(ADA, AnswerLesson("sator", 1, ("hide", *files), True, 0), HERE)
        assert texts_for("en")("sator.lesson.hide.right") in shown(done).text, files


@EACH
async def test_a_move_is_right_or_not_and_one_may_try_again(house: House, number: int, step: Step) -> None:
    asked = await house.ask(ADA, ShowLesson(step.game, number), HERE)
    texts, about = texts_for("en"), f"{step.game}.lesson.{step.key}"
    assert texts(f"{about}.task") in shown(asked).text
    for button in buttons(asked):
        assert decode(encode(button.request)) == button.request
    assert any(isinstance(button.request, AnswerLesson) for button in buttons(asked))
    wrong = [move for move in moves(step) if not step.is_right(move)]
    for move in wrong[:1]:
        told = await house.ask(ADA, AnswerLesson(step.game, number, move, True, 0), HERE)
        assert shown(told).text.startswith(texts(f"{about}.wrong"))
        assert {button.label for button in buttons(told)} == {button.label for button in buttons(asked)}
    right = next(move for move in moves(step) if step.is_right(move))
    done = await house.ask(ADA, AnswerLesson(step.game, number, right, True, 0), HERE)
    assert texts(f"{about}.right") in shown(done).text
    last = number == len(steps(step.game))
    on = PickRobot(step.game) if last else ShowLesson(step.game, number + 1)
    assert buttons(done)[0].request == on


async def test_games_to_learn_are_offered_and_the_rules_lead_to_lesson_and_signs(house: House) -> None:
    answer = await house.type(ADA, "/learn", CHANNEL)
    assert answer.note
    assert [button.request for button in buttons(answer)] == [
        ShowLesson(game) for game in GAMES if steps(game)
    ]
    rules = await house.type(ADA, "/rules sahara", CHANNEL)
    asked = [button.request for button in buttons(rules)]
    assert {ShowLesson("sahara"), ShowLegend("sahara")} <= {*asked}
    signs = await house.ask(ADA, ShowLegend("sahara"), CHANNEL)
    assert "Sun: the player named first in the title." in shown(signs).text


@pytest.mark.parametrize(
    ("game", "sign"),
    [
        ("sator", "Dark square: the piece that you chose. Small dark disc: where it may go."),
        ("stacko", "A tick and two lines of light: this tower is finished."),
    ],
)
async def test_the_symbols_of_a_game_name_what_can_be_chosen_what_is_done_and_hints(
    house: House, game: str, sign: str
) -> None:
    signs = shown(await house.ask(ADA, ShowLegend(game), CHANNEL)).text
    assert sign in signs
    assert "Yellow corners: a hint, or the better move. Red corners: the move that was worse." in signs


@pytest.mark.parametrize("game", GAMES)
async def test_each_line_of_the_symbols_has_the_number_of_its_drawn_marks(house: House, game: str) -> None:
    signs = shown(await house.ask(ADA, ShowLegend(game), HERE))
    assert signs.image
    own = [*import_module(f"renderers.{game}.legend").samples(THEMES["light"])]
    assert signs.image.data == legend(game, len(own))
    assert len(signs.image.data) <= MOST_BYTES
    numbers = [f"{number}." for number in range(1, len([*own, *shared()]) + 1)]
    for language in LANGUAGES:
        page = legend_page(game, Phrasing.of(DisplayPreferences(texts_for(language)), {}))
        assert [line.split(" ")[0] for line in page.text.split("\n")] == numbers, language
        assert is_short(page), f"a caption on Telegram holds all of it: {language}"


def test_a_painter_need_not_draw_its_symbols() -> None:
    """Those of all games have the numbers that come after its lines."""
    assert legend("pebbles", 1) != legend("pebbles", 2)


async def test_the_symbols_are_words_alone_for_a_reader_without_pictures(house: House) -> None:
    await house.type(ADA, "/settings text=on", HERE)
    signs = shown(await house.ask(ADA, ShowLegend("sahara"), HERE))
    assert signs.text.startswith("Numbers beside")
    assert signs.image is None


async def test_help_leads_to_a_lesson(house: House) -> None:
    told = await house.type(ADA, "/help", HERE)
    assert ShowLesson(None) in [button.request for button in buttons(told)]


async def test_a_lesson_asked_for_on_a_challenge_leaves_the_challenge_where_it_is(house: House) -> None:
    """It is brought up to date there later: what stood in its place would be gone."""
    await house.type(ADA, "/play sahara", HERE)
    first = await house.press(ADA, "Lesson", house.board(HERE))
    assert first.update is None
    assert shown(first).title.startswith("Lesson · Sahara (1 of ")


@pytest.mark.parametrize(
    "request_", [AnswerLesson("gone", 1, (), True, 0), AnswerLesson("sahara", 99, (), True, 0)]
)
async def test_a_button_of_another_time_still_leads_to_a_lesson(house: House, request_: AnswerLesson) -> None:
    answer = await house.ask(ADA, request_, HERE)
    assert any(isinstance(button.request, ShowLesson | AnswerLesson) for button in buttons(answer))
