"""Puzzles: solved by the buttons of the game; the solution is nowhere before."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from bot import presentation
from bot.domain.puzzles import Puzzle, puzzles
from bot.interface import AnswerPuzzle, DisplayPreferences, ShowPuzzle, SolvePuzzle, WatchSolution
from bot.platforms.callback_data import decode, encode
from bot.presentation import Attempt, LastPuzzle, Solvers
from bot.texts import texts_for
from games.sahara import View as SaharaView
from tests.bot.memory_platform import ADA, CHANNEL, House, Seen, buttons, private_chat, shown
from tests.bot.sample_puzzles import ALL_PUZZLES, EVERY_PUZZLE, FIRST_OF_MOTIF
from tests.games.walks import KNOWN

ALL = ALL_PUZZLES
HERE = private_chat(ADA)
TOGETHER: Any = {
    "preferences": DisplayPreferences(texts_for("en")),
    "of_day": True,
    "solvers": Solvers(3, ("Ada",)),
    "last": LastPuzzle(ALL[0].code, Solvers(2, ("Ben",))),
}
"""The puzzle of the day as a chat sees it when some have solved it."""


pytestmark = pytest.mark.house(plays=True)


def choices(answer: Seen) -> list[AnswerPuzzle]:
    pressable = (one.request for one in buttons(answer) if not one.disabled)
    return [request for request in pressable if isinstance(request, AnswerPuzzle)]


async def opened(house: House, puzzle: Puzzle) -> Seen:
    """A puzzle, before anything is chosen."""
    return await house.ask(ADA, AnswerPuzzle(puzzle.code, None, (), False, 0), HERE)


async def walked(house: House, puzzle: Puzzle, notation: str) -> Seen:
    """The answer to a move, chosen by buttons alone."""
    answer = await opened(house, puzzle)
    for _ in range(20):
        pressed = await towards(house, answer, notation.split())
        answer = await house.ask(ADA, pressed, HERE)
        if pressed.final:
            return answer
    raise AssertionError("no way to the move")


async def towards(house: House, answer: Seen, wanted: list[str]) -> AnswerPuzzle:
    """The button that leads on to a move; many choices stand on pages."""
    pages = [one for one in choices(answer) if one.page]
    for one in choices(answer):
        if one not in pages and leads_to(one, wanted):
            return one
    for page in pages:
        if any(leads_to(one, wanted) for one in choices(await house.ask(ADA, page, HERE))):
            return page
    raise AssertionError("no way to the move")


def leads_to(one: AnswerPuzzle, wanted: list[str]) -> bool:
    words = list(one.words)
    return words == wanted if one.final else words == wanted[: len(words)] and not one.page and bool(words)


def said(puzzle: Puzzle, key: str, move: str) -> str:
    return Attempt(puzzle, None, view=puzzle.view(), **TOGETHER).says(key, move)


@EVERY_PUZZLE
async def test_an_answer_is_right_and_another_puzzle_follows(
    house: House, some_puzzles: list[Puzzle], subtests: pytest.Subtests
) -> None:
    for puzzle in some_puzzles:
        with subtests.test(puzzle.code):
            answer = await walked(house, puzzle, puzzle.answers[-1])
            assert said(puzzle, "right", puzzle.answers[-1]) in shown(answer).text
            assert not puzzle.tempting or said(puzzle, "tempting", puzzle.tempting) in shown(answer).text
            assert "Motif: " in shown(answer).text
            another, clip = buttons(answer)
            assert another.request == ShowPuzzle(None, puzzle.code)
            assert clip.request == WatchSolution(puzzle.code)


@EVERY_PUZZLE
def test_a_right_answer_is_seen_as_its_line_ends(some_puzzles: list[Puzzle]) -> None:
    for puzzle in some_puzzles:
        ended = puzzle.solution()[-1]
        for found, seen in ((puzzle.answers[0], {ended, ended.before_deal}), (puzzle.answers[-1], None)):
            attempt = Attempt(puzzle, None, view=puzzle.view(), **TOGETHER)
            picture = presentation.solved_page(attempt, found=found).picture
            assert picture
            assert (picture.before(), picture.view) == puzzle.views_after(found)
            assert picture.view != picture.before()
            assert seen is None or picture.view in seen


def test_the_beans_that_a_turn_wins_are_in_the_store_that_is_shown() -> None:
    asked = [one for one in puzzles().values() if (one.game, one.asks) == ("sahara", "turn")]
    for puzzle in asked:
        before, (_, after) = puzzle.view(), puzzle.views_after(puzzle.answers[0])
        assert isinstance(before, SaharaView)
        assert isinstance(after, SaharaView)
        mover = before.to_act[0]
        assert after.stores[mover] - before.stores[mover] >= puzzle.count, puzzle.code


@EVERY_PUZZLE
async def test_another_move_is_wrong_and_tells_no_solution(
    house: House, some_puzzles: list[Puzzle], subtests: pytest.Subtests
) -> None:
    for puzzle in some_puzzles:
        with subtests.test(puzzle.code):
            worst = min(puzzle.values, key=puzzle.values.__getitem__)
            answer = await walked(house, puzzle, worst)
            assert said(puzzle, "wrong", worst) in shown(answer).text
            assert "Motif" not in shown(answer).text
            assert "Then" in shown(answer).text or worst not in puzzle.replies
            assert choices(answer), "one may try again"
            picture = presentation.puzzle_page(
                Attempt(puzzle, None, wrong=worst, view=puzzle.view(), **TOGETHER)
            ).picture
            assert picture
            assert (picture.hinted, picture.refuted) == ((), tuple(worst.split())), (
                "it is marked where it was tried"
            )
            solved = await house.ask(ADA, SolvePuzzle(puzzle.code, None), HERE)
            assert said(puzzle, "solution", puzzle.answers[0]) in shown(solved).text


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("sato", r"The [a-z]+-[a-z]+-[a-z]+ stone on [a-z0-9]+, (White|Black) [→↗↖←↙↘]\ufe0e? does it\."),
        ("sator", r"[a-e]\d-[a-e]\d does it\."),
    ],
)
def test_a_move_is_told_in_words_unless_it_is_two_places(game: str, told: str) -> None:
    puzzle = next(
        one for one in ALL if one.game == game and len(one.answers[0].split()) == (3 if game == "sato" else 2)
    )
    assert re.fullmatch(told, said(puzzle, "solution", puzzle.answers[0]))


@EVERY_PUZZLE
async def test_every_answer_is_accepted(
    house: House, some_puzzles: list[Puzzle], subtests: pytest.Subtests
) -> None:
    for puzzle in some_puzzles:
        with subtests.test(puzzle.code):
            for move in puzzle.answers:
                answer = await house.ask(
                    ADA, AnswerPuzzle(puzzle.code, None, tuple(move.split()), True, 0), HERE
                )
                assert said(puzzle, "right", move) in shown(answer).text


DECLINING = ("Lay nothing", "Take nothing", "Lay no more")
"""Plain buttons beside any choice, whatever is right."""


@EVERY_PUZZLE
async def test_the_buttons_offer_every_move_alike_and_fit(
    house: House, some_puzzles: list[Puzzle], subtests: pytest.Subtests
) -> None:
    for puzzle in some_puzzles:
        with subtests.test(puzzle.code):
            answer = await opened(house, puzzle)
            moves = [one for one in buttons(answer) if isinstance(one.request, AnswerPuzzle)]
            assert {one.style for one in moves if one.label not in DECLINING} == {"main"}
            for button in buttons(answer):
                assert decode(encode(button.request)) == button.request
            assert [choice.puzzle for choice in choices(answer)] == [puzzle.code] * len(choices(answer))


async def test_the_same_is_shown_whichever_move_is_the_best(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No id, alt text, button or name of a file tells it: not of the puzzle, nor while one chooses."""
    for puzzle in FIRST_OF_MOTIF.values():
        first = await opened(house, puzzle)
        onward = [one for one in choices(first) if not one.final]
        then = [await house.ask(ADA, one, HERE) for one in onward]
        of_day = presentation.puzzle_page(Attempt(puzzle, None, view=puzzle.view(), **TOGETHER))
        twin = replace(
            puzzle,
            heights=tuple(-each for each in puzzle.heights),
            tempting="",
            line="",
            replies={},
            motif="x",
        )
        assert twin.answers != puzzle.answers
        assert twin.code == puzzle.code
        with monkeypatch.context() as patch:
            row = {one.code: twin if one is puzzle else one for one in ALL}
            for module in ("bot.domain.puzzles", "bot.handlers.puzzles"):
                patch.setattr(f"{module}.puzzles", lambda row=row: row)
            assert await opened(house, puzzle) == first
            assert [await house.ask(ADA, one, HERE) for one in onward] == then
            twins = Attempt(twin, None, view=twin.view(), **TOGETHER)
            assert presentation.puzzle_page(twins) == of_day


@pytest.mark.parametrize("game", KNOWN)
async def test_one_asks_for_a_game_and_goes_through_all_of_its_puzzles(house: House, game: str) -> None:
    answer, seen = await house.type(ADA, f"/puzzle {game}", HERE), set[str]()
    count = sum(puzzle.game == game for puzzle in ALL)
    for _ in range(count):
        seen.add(choices(answer)[0].puzzle)
        another = next(one.request for one in buttons(answer) if isinstance(one.request, ShowPuzzle))
        answer = await house.ask(ADA, another, HERE)
    assert {puzzles()[code].game for code in seen} == {game}
    assert len(seen) == count
    assert choices(answer)[0].puzzle in seen, "after the last one the first"


@pytest.mark.parametrize("asked", ["/puzzle", *(f"/puzzle {game}" for game in KNOWN)])
async def test_who_asks_for_one_gets_an_easy_one_first(house: House, asked: str) -> None:
    for _ in range(10):
        answer = await house.type(ADA, asked, HERE)
        assert puzzles()[choices(answer)[0].puzzle].grade == 1


async def test_who_must_leave_nothing_to_gain_is_told_so_in_words(house: House) -> None:
    puzzle = next(one for one in ALL if (one.asks, one.count) == ("deny", 0))
    answer = await opened(house, puzzle)
    assert "gain nothing in its next turn" in shown(answer).text


async def test_in_a_channel_it_is_for_whoever_asks_alone(house: House) -> None:
    answer = await house.type(ADA, "/puzzle", CHANNEL)
    assert answer.note
    assert not answer.post


@pytest.mark.parametrize("request_", [AnswerPuzzle("000000", None, ("1",), True, 0), SolvePuzzle("x", None)])
async def test_a_puzzle_that_is_not_there_any_more_is_told_so(
    house: House, request_: AnswerPuzzle | SolvePuzzle
) -> None:
    answer = await house.ask(ADA, request_, HERE)
    assert shown(answer).text == "There is no such puzzle. /puzzle shows another one."


@pytest.mark.parametrize("puzzle", FIRST_OF_MOTIF.values(), ids=lambda puzzle: puzzle.code)
async def test_the_solution_is_seen_as_a_clip_from_the_side_of_who_solves_it(
    house: House, puzzle: Puzzle
) -> None:
    plies = 1 + len(puzzle.line.split(", ") if puzzle.line else ())
    assert len(views := puzzle.solution()) == 1 + plies
    assert {view.viewer for view in views} == {puzzle.view().viewer}
    clip = (await house.ask(ADA, WatchSolution(puzzle.code), HERE)).noted
    assert clip.file
    assert clip.file.data.startswith(b"GIF89a")
    assert said(puzzle, "solution", puzzle.answers[0]) in clip.text


async def test_who_reads_boards_in_words_is_offered_no_clip(house: House) -> None:
    await house.type(ADA, "/settings text=on", HERE)
    solved = await house.ask(ADA, SolvePuzzle(ALL[0].code, None), HERE)
    assert [type(one.request) for one in buttons(solved)] == [ShowPuzzle]


async def test_words_that_are_no_move_show_the_position_again(house: House) -> None:
    puzzle = ALL[0]
    answer = await house.ask(ADA, AnswerPuzzle(puzzle.code, None, ("9",), True, 0), HERE)
    assert shown(answer) == shown(await opened(house, puzzle))
