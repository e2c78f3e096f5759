"""The words of a board hold all that its picture holds: every picture is rebuilt from its alt text alone."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Literal

import pytest

from bot import presentation
from bot.interface import Screen
from bot.presentation.rules import example
from games import GAMES
from games.game import VIEWERS, State
from games.match import Ending, Phase
from games.words import Words
from tests.bot.presentation.hearing import sahara, sato, sator, stacko
from tests.bot.presentation.hearing.lattice import Table, colours, place_of
from tests.bot.presentation.hearing.sentences import (
    NAMES,
    Scene,
    chosen_heard,
    offered_heard,
    standing_heard,
    standing_shown,
)
from tests.bot.presentation.running_matches import PHRASING, match_of
from tests.bot.presentation.test_limits import PHRASING as LONG_NAMES
from tests.bot.presentation.test_limits import boards_of
from tests.games import positions_as_text
from tests.games.by_hand import played
from tests.games.sampling import every_case, every_known_case
from tests.games.walks import Case, random_line

ALT_MAX = 1024  # characters; Discord, description of a media gallery item
WORDS_MAX = (
    3000  # characters of a message in words: on Discord, where 4,000 fit, names may have signs to escape
)

READERS: Mapping[str, tuple[Callable[[str], Scene], Callable[[Any], Scene]]] = {
    "sahara": (sahara.heard, sahara.shown),
    "sator": (sator.heard, sator.shown),
    "stacko": (stacko.heard, stacko.shown),
    "sato": (sato.heard, sato.shown),
}


def match_at(case: Case, state: State) -> Any:
    match = match_of(case, state)
    if state.result:
        ending = Ending(state.result.winner, "rules", state.result)
        return replace(match, phase=Phase.OVER, ending=ending)
    return match


def steps(view: Any, chance: random.Random) -> Iterator[Words | None]:
    """Words chosen so far, from none to just before the end of a move that is legal for this viewer.

    First, where something has been dealt, what is shown before anybody has begun to choose.
    """
    place = presentation.legal_moves(view)
    if view.view.before_deal:
        yield None
    yield ()
    while place.branches:
        place = chance.choice(list(place.branches.values()))
        if not place.decided:
            yield place.words


def assert_heard(case: Case, state: State, chance: random.Random) -> None:
    """Whatever the picture shows can be heard, and the same from the message in words."""
    heard, shown = READERS[case.key]
    match = match_at(case, state)
    for viewer in VIEWERS:
        view = match.seen_by(viewer)
        for words in steps(view, chance):
            with_picture = presentation.board(view, PHRASING, words=words)
            text_only = presentation.board(view, replace(PHRASING, text_only=True), words=words)
            assert with_picture.picture
            pictured = with_picture.picture.view if words is None else view.view
            assert text_only.picture is None
            assert len(with_picture.picture.alt) <= ALT_MAX
            assert len(text_only.title) + len(text_only.text) <= WORDS_MAX
            for told in (with_picture.picture.alt, text_only.text.replace("\n", " ")):
                assert all_but_the_turn_left_out(heard(told), told) == all_but_the_turn_left_out(
                    shown(pictured), told
                ), told
                assert standing_heard(told) == standing_shown(view.view), told
                if words is not None:
                    assert_choices_heard(told, view, with_picture)
                assert_ways_heard(told, with_picture.picture.chosen)
            assert_new_and_position_heard(view, words, text_only)


def assert_new_and_position_heard(view: Any, words: Words | None, whole: Screen) -> None:
    """A board for those who want what is new, and the position that they ask for, tell the same together."""
    new = presentation.board(view, replace(PHRASING, text_only=True, changes=True), words=words)
    assert len(new.title) + len(new.text) <= WORDS_MAX
    if words is None:
        assert {*new.text.split("\n")} == {*whole.text.split("\n")}
        return
    position = presentation.position_page(view, view.view, PHRASING).text.split("\n")
    told = whole.text.split("\n")
    assert {*position} <= {*told}
    asked = [line for line in told if line not in position]
    turn = PHRASING.tell(view, view.view.tell_turn())
    assert [line for line in new.text.split("\n") if line not in turn] == asked


def leaves_out(told: str) -> bool:
    """Whether an ellipsis stands for the beginning of the turn, not for that of a long name."""
    return "…" in told.split()


def all_but_the_turn_left_out(scene: Scene, told: str) -> Scene:
    """Where the ways to lay a stone are offered, the picture shows them in place of the latest turn."""
    if not leaves_out(told):
        return scene
    assert sato.ways_heard(told), told
    return {what: of_it for what, of_it in scene.items() if what not in sato.TURN}


def assert_choices_heard(told: str, view: Any, board: Screen) -> None:
    assert board.picture
    named = () if not board.picture.chosen else board.picture.chosen
    question = {"hide", "take"} & set(named[:1])  # asked in a sentence of its own
    assert chosen_heard(told) == list(named[len(question) :]), told
    place = presentation.legal_moves(view).after(named)
    ways = set(sato.ways_heard(told))
    offered = set(place.branches if place else ()) | ({" ".join(named)} if place and place.move else set())
    before = [presentation.legal_moves(view).after(named[:count]) for count in range(len(named))]
    beside = {
        word for level in before if level for word, way in level.branches.items() if way.move is not None
    }
    assert (set(offered_heard(told)) | ways) - (beside - offered) == offered, told


def assert_ways_heard(told: str, chosen: Words) -> None:
    """What each way to lay a stone of Sato shows is worked out once more, from the notation."""
    ways = sato.ways_heard(told)
    if not ways:
        return
    scene, (stone, point) = sato.heard(told), chosen
    table = Table.heard(scene["table"], scene["stones"])
    level = table.level_of(point)
    assert level is not None
    assert sato.around_heard(told) == table.around(level, place_of(point))
    assert set(ways) == {f"{face}{turn}" for face, turn in table.ways(stone, point)}
    made = sato.made_heard(told)
    for way, sides in ways.items():
        assert sides == colours(stone, way[0], int(way[1]))
        laid = sato.Lying(level, stone, point, way[0], int(way[1]))
        assert made.get(way, set()) == table.made_by(laid)


@every_known_case
def test_a_picture_is_rebuilt_from_its_alt_text_and_from_the_message_in_words(case: Case) -> None:
    chance, states = random.Random(0), random_line(case, 0).states
    for state in (states[0], *chance.sample(states[1:-1], min(12, len(states) - 2)), states[-1]):
        assert_heard(case, state, chance)


@pytest.mark.parametrize("case", [Case("stacko", ()), Case("sahara", (("target", "40"),))], ids=str)
def test_the_end_of_a_round_or_game_is_told_as_it_is_pictured_before_the_next_deal(case: Case) -> None:
    states = [state for state in random_line(case, 0).states if state.view(None).before_deal]
    assert states
    for state in states:
        assert_heard(case, state, random.Random(1))


@pytest.mark.long
@pytest.mark.timeout(1200)
@every_known_case
def test_every_picture_of_many_matches_is_rebuilt_from_its_words(case: Case) -> None:
    chance = random.Random(3)
    for seed in range(1, 7):
        for state in random_line(case, seed).states:
            assert_heard(case, state, chance)


@every_known_case
def test_a_turn_told_in_short_tells_all_that_a_picture_marks_of_it(case: Case) -> None:
    heard, shown = READERS[case.key]
    for state in random_line(case, 5).states[:-1]:
        for viewer in VIEWERS:
            view = state.view(viewer)
            table = [fact for fact in view.tell_table() if fact not in view.tell_turn()]
            told = " ".join(PHRASING.describe(case.key, NAMES, [*table, *view.tell_in_short()]))
            assert heard(told) == shown(view), told


@pytest.mark.parametrize("foreign_store", ["skip", "choice"])
def test_beans_that_come_round_are_counted(foreign_store: Literal["skip", "choice"]) -> None:
    for beans in (12, 13, 14, 15):
        position = f"B[1,1,{beans},0,0,0] 0 / A[1,0,0,0,0,1] {32 - beans}"
        for move in ("3", "3 feed") if foreign_store == "choice" else ("3",):
            state = played(positions_as_text.sahara(position, foreign_store=foreign_store), move)
            told = " ".join(PHRASING.describe("sahara", NAMES, state.view(None).tell_table()))
            assert sahara.heard(told) == sahara.shown(state.view(None)), told


def assert_all_is_told(case: Case, seeds: range, step: int) -> None:
    """With the longest names: the turn is left out only where the picture shows no turn, and it is said."""
    chance = random.Random(4)
    for seed in seeds:
        for state in random_line(case, seed).states[::step]:
            for viewer in VIEWERS:
                for board in boards_of(match_at(case, state), viewer, chance, LONG_NAMES):
                    assert board.picture
                    alt = board.picture.alt
                    assert len(alt) <= ALT_MAX
                    assert not leaves_out(alt) or sato.ways_heard(alt), alt


@every_case
def test_no_alt_text_leaves_out_what_its_picture_shows(case: Case) -> None:
    assert_all_is_told(case, range(1), 9)


@pytest.mark.long
@pytest.mark.timeout(1200)
@every_case
def test_no_alt_text_of_many_matches_leaves_out_what_its_picture_shows(case: Case) -> None:
    assert_all_is_told(case, range(1, 5), 1)


@pytest.mark.parametrize("game", READERS)
def test_the_examples_of_the_rules_are_told_where_there_is_no_picture(game: str) -> None:
    heard, shown = READERS[game]
    for page in GAMES[game].rule_pages:
        view = example(game, page)
        told = presentation.rules_page(
            game, page.key, view, replace(PHRASING, text_only=True), page=1, pages=1, robots=True
        )
        assert told.picture is None
        paragraph = told.text.splitlines()[-1].replace("Sun", "Ada").replace("Moon", "Ben")
        assert heard(paragraph) == shown(view)
