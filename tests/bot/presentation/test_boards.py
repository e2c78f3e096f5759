"""From match view to screen: texts, alt texts, prompts, and refusals in words."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from bot import interface, presentation
from bot.domain.robot_players import robot_player
from bot.interface import Account, Button, Screen
from bot.presentation.button_rows import in_rows
from bot.texts import LANGUAGES, texts_for
from games import actions
from games.events import MatchId, MovePlayed, PlayerId, Resigned
from games.game import VIEWERS, Result, Viewer
from games.match import Ending, Match, Phase
from games.sato import Stone
from games.sato.stones import ARROWS
from tests.bot.presentation.running_matches import PHRASING, begun
from tests.games.positions_as_text import sahara
from tests.games.sato_tables import build, state


def match_at(position: str, **rules: Any) -> Match:
    """A match of Sahara at a position."""
    words = [(name, str(value)) for name, value in rules.items()]
    return replace(begun("sahara", words), state=sahara(position, **rules))


def played(match: Match, *notations: str) -> Match:
    for notation in notations:
        match = match.apply(MovePlayed(at=2, seat=match.awaited[0], notation=notation))
    return match


def board_of(match: Match, viewer: Viewer, **options: Any) -> Screen:
    return presentation.board(match.seen_by(viewer), PHRASING, **options)


def labels(shown: Screen) -> list[str]:
    return [button.label for row in shown.rows for button in row if not button.disabled]


def test_a_board_says_in_a_word_too_whether_its_reader_is_to_move() -> None:
    match = begun("sahara")
    turns = {viewer: board_of(match, viewer).turn for viewer in VIEWERS}
    assert turns == {0: "yours", 1: "waiting", None: "waiting"}
    over = match.apply(Resigned(at=2, seat=0))
    assert {board_of(over, viewer).turn for viewer in VIEWERS} == {"over"}


def test_the_text_tells_the_last_turn_in_a_sentence_and_the_rest_is_behind_more() -> None:
    match = played(begun("sahara"), "4", "1", "3", "4")
    shown = board_of(match, None)
    assert shown.text.splitlines() == [
        "Ada sowed hollows 4, 1, 3, 4 and captured 4 beans.",
        "It is Ben's turn.",
    ]
    more = presentation.more_page(match.seen_by(None), PHRASING, apart=True)
    assert more.text.splitlines()[:3] == [
        "No clock: take as long as you like.",
        "Not rated.",
        "… Ada sowed hollow 3, ended in the store and moves again."
        " Ada sowed hollow 4 and ended in hollow 5 of the same side. In the stores: Ada 6, Ben 0.",
    ]
    assert shown.awaits == (PHRASING.accounts[PlayerId("ben")],)


def test_a_turn_that_passed_without_a_choice_is_told_too_and_not_again_behind_more() -> None:
    bare = state(build(), ([Stone.ROY], ()), stack=[Stone.GBV, Stone.RYO])
    laid = played(replace(begun("sato"), state=bare), "roy e4 b0")
    laid_told = "Ada laid the red-orange-yellow stone, black dots up. "
    passed_told = "Ben drew a stone and could lay nothing."
    assert board_of(laid, None).text.splitlines()[:2] == [laid_told + passed_told, "It is Ada's turn."]
    assert passed_told not in presentation.more_page(laid.seen_by(None), PHRASING, apart=True).text
    declined = played(begun("sato"), "pass")
    assert board_of(declined, None).text.startswith("Ada drew a stone and laid nothing.\n")


def test_more_does_not_repeat_what_stands_above_the_picture() -> None:
    match = played(begun("sahara"), "1")
    told, _turn = board_of(match, None).text.splitlines()
    assert told == "Ada sowed hollow 1 and ended in hollow 4 of the same side."
    more = presentation.more_page(match.seen_by(None), PHRASING, apart=True)
    assert told not in more.text
    assert "In the stores: Ada 0, Ben 0." in more.text


@pytest.mark.parametrize(
    ("game", "first", "viewers"),
    [
        ("sahara", PlayerId("ada"), []),
        ("sahara", None, [*VIEWERS]),
        ("stacko", PlayerId("ada"), [0, 1]),
        ("sator", PlayerId("ada"), []),
        ("sator", None, [0, 1]),
        ("sato", PlayerId("ada"), [*VIEWERS]),
    ],
)
def test_the_deal_is_offered_for_verification_where_chance_had_a_part_in_it(
    game: str, first: PlayerId | None, viewers: list[Viewer]
) -> None:
    over = begun(game).apply(Resigned(at=2, seat=0))
    over = replace(over, opened=replace(over.opened, first=first))
    shown = {
        viewer: labels(presentation.more_page(over.seen_by(viewer), PHRASING, apart=True))
        for viewer in VIEWERS
    }
    assert [viewer for viewer in VIEWERS if PHRASING.texts("button.verify") in shown[viewer]] == viewers


def test_their_own_view_is_offered_to_the_players_alone() -> None:
    shown = board_of(begun("stacko"), None)
    (view,) = (button for row in shown.rows for button in row if button.label == "My view")
    assert [account.id for account in view.only_for] == ["ada", "ben"]


def test_the_buttons_are_the_legal_moves_of_the_seat_to_act() -> None:
    match = played(begun("sahara"), "4")
    shown = board_of(match, None)
    assert [label for label in labels(shown) if label.isdigit()] == ["1", "2", "3", "5", "6"]
    assert not [label for label in labels(board_of(match, 1)) if label.isdigit()]


def test_where_a_robot_is_to_move_nobody_has_anything_to_choose() -> None:
    match = replace(begun("sahara"), players=(robot_player(1), PlayerId("ben")))
    for viewer in (1, None):
        shown = board_of(match, viewer)
        assert labels(shown) == ["More"]
        assert shown.text == "It is Robot (level 1)'s turn."


@pytest.mark.parametrize(
    ("game", "plies", "words", "task"),
    [
        ("sahara", "", "", "Choose a hollow to sow."),
        ("sator", "", "", "Choose two pieces for the red dots .+"),
        ("sator", "hide a b, hide a b", "", "Choose a piece to move."),
        ("sator", "hide a b, hide a b", "b1", "Chosen so far: b1. Choose where it goes."),
        ("stacko", "", "", r"Build part \d+, or take a new part."),
        ("stacko", "draw", "", r"Build part \d+, or pass it on."),
        ("sato", "", "", "Choose a place for your only stone."),
        ("sato", "rbo c7 w3, rby b7 w0", "", "Choose a stone to lay."),
        ("sato", "rbo c7 w3, rby b7 w0", "roy", "Only the red-orange-yellow stone fits: choose its place."),
        ("sato", ", ".join(["pass"] * 10), "", "With 6 stones you must lay one. Choose a stone to lay."),
        ("sato", "", "rbo b2", "b2: choose which dots show and which way red points."),
    ],
)
def test_who_is_to_move_is_told_what_to_do_and_nobody_else(
    game: str, plies: str, words: str, task: str
) -> None:
    match = played(begun(game), *filter(None, plies.split(", ")))
    chosen = tuple(words.split())
    for viewer in (0, 1, *(() if words else (None,))):
        shown = board_of(match, viewer, words=chosen).text
        assert bool(re.search(f"^{task}$", shown, re.MULTILINE)) == (viewer in match.awaited), shown


def test_a_single_legal_move_still_waits_for_its_press() -> None:
    match = match_at("B[0,0,0,0,2,0] 14 / A[1,0,0,0,0,1] 18")
    shown = board_of(match, 0)
    assert labels(shown)[0] == "5"
    assert "Chosen so far" not in shown.text
    (choose,) = (button.request for row in shown.rows for button in row if button.label == "5")
    assert choose == interface.Choose(MatchId("ABCDEF"), 2, ("5",), final=True, page=0)


@pytest.mark.parametrize(
    ("game", "plies", "label", "words"),
    [
        ("sator", ("hide b d", "hide b d"), "b1-b2", ("b1", "b2")),
        ("sator", ("hide b d", "hide b d", "b1 b2"), "b5-b4", ("b5", "b4")),
        ("sato", ("rbo e5 b4", "rby e6 w3"), "d5: White ↗\ufe0e", ("rvb", "d5", "w1")),
    ],
)
def test_a_single_way_to_go_on_is_chosen_with_what_leads_to_it(
    game: str, plies: tuple[str, ...], label: str, words: tuple[str, ...]
) -> None:
    match = played(begun(game), *plies)
    shown = board_of(match, match.awaited[0], words=words[:-2])
    pressed = next(button.request for row in shown.rows for button in row if button.label == label)
    assert pressed == interface.Choose(MatchId("ABCDEF"), match.seen_by(0).version, words, final=True, page=0)


def test_a_turn_of_sato_is_named_as_in_the_picture_but_never_like_a_cell() -> None:
    match = begun("sato").seen_by(0)
    ways = labels(presentation.board(match, PHRASING, words=("rbo", "b2")))
    assert ways[:12] == [f"{face} {arrow}" for face in ("White", "Black") for arrow in ARROWS]


def test_what_the_opponent_did_is_seen_before_a_choice_of_one_stone_and_one_place() -> None:
    """The only place is shown on the board; the close-ups of the ways come once it is chosen."""
    match = played(begun("sato", [("table", "small")]), "rbo e2 w1", "rby f2 b3")
    (seat,) = match.awaited
    first = board_of(match, seat)
    assert first.picture
    assert first.picture.chosen == ("rvb",)
    assert labels(first)[:2] == ["e3", "Lay nothing"]
    assert [button.style for row in first.rows for button in row][:2] == ["main", "plain"]
    ways = board_of(match, seat, words=("rvb", "e3"))
    assert ways.picture
    assert ways.picture.chosen == ("rvb", "e3")
    assert labels(ways)[:2] == ["White ↘\ufe0e", "Black ↘\ufe0e"]


@pytest.mark.parametrize(
    ("game", "plies", "viewer", "words", "told"),
    [
        ("sahara", (), 0, (), "1 2 3 4 5 6"),
        ("sahara", ("2", "1"), 0, (), "1 (2) 3 4 5 6"),
        ("sahara", ("2",), 1, (), "1 2 3 4 5 6"),
        ("sahara", ("2",), None, (), "6 5 4 3 2 1"),
        ("sator", (), 0, ("hide", "d"), "a b c (d) e Back"),
        ("sator", (), 1, (), "e d c b a"),
        (
            "sator",
            ("hide b d", "hide b d", "a1 a2", "e5 e4", "a2 a3"),
            1,
            (),
            "e4-e3 d5-d4 c5-c4 b5-b4 a5-a4",
        ),
        ("sator", ("hide b d", "hide b d", "a1 a2", "b5 b4", "a2 a3"), 1, (), None),
        ("sato", ("rbo c7 w3", "rby b7 w0"), None, (), "roy b6: Black → (rgb) (ovg) Lay nothing"),
    ],
)
def test_choices_stand_in_the_order_of_the_picture_and_keep_their_places(
    game: str, plies: tuple[str, ...], viewer: Viewer, words: tuple[str, ...], told: str | None
) -> None:
    view = played(begun(game), *plies).seen_by(viewer)
    shown = presentation.board(view, PHRASING, words=words)
    offered = [button for row in shown.rows for button in row if isinstance(button.request, interface.Choose)]
    labelled = [f"({button.label})" if button.disabled else button.label for button in offered]
    assert told is None or " ".join(labelled) == told


def test_taking_a_ply_back_is_not_beside_the_way_back() -> None:
    position = sahara("B[0,1,0,0,0,8] 5 / A[1,1,1,1,1,1] 16", foreign_store="choice")
    match = replace(played(begun("sahara", [("foreign_store", "choice")]), "4"), state=position)
    board = board_of(match, 0, words=("6",))
    assert "Take move back" not in labels(board)
    assert "Take move back" in labels(presentation.more_page(match.seen_by(0), PHRASING, apart=True))


def test_a_move_that_another_begins_with_is_chosen_in_two_steps() -> None:
    match = match_at("B[0,1,0,0,0,8] 5 / A[1,1,1,1,1,1] 16", foreign_store="choice")
    first = board_of(match, 0)
    six = next(button for row in first.rows for button in row if button.label == "6").request
    assert isinstance(six, interface.Choose)
    assert not six.final
    then = board_of(match, 0, words=six.words)
    assert labels(then)[:3] == ["Skip the opponent's store", "Feed the opponent's store", "Back"]
    assert then.picture
    assert then.picture.chosen == ("6",)


def test_the_end_of_a_game_is_shown_before_the_next_deal_and_whoever_is_to_move_goes_on_by_a_button() -> None:
    match = match_at("B[0,0,0,0,0,1] 21 / A[1,0,0,0,0,0] 13", target=30)
    match = played(match, "6")
    shown, waiting = (board_of(match, viewer) for viewer in (1, 0))
    for board in (shown, waiting):
        assert board.picture
        assert board.picture.view.before_deal is None
        assert "Ada has 0, 0, 0, 0, 0, 0 in hollows 1 to 6 and 23 in the store" in board.picture.alt
        assert "Choose a hollow" not in board.text
    assert "Next game" not in labels(waiting)
    go_on = shown.rows[0][0]
    assert (go_on.label, len(shown.rows[0])) == ("Next game", 1)
    assert isinstance(go_on.request, interface.Choose)
    then = board_of(match, 1, words=go_on.request.words)
    assert labels(then)[:6] == ["1", "2", "3", "4", "5", "6"]
    assert then.picture
    assert then.picture.view == match.seen_by(1).view
    given_up = match.decide(actions.Resign(PlayerId("ada")), 3).after
    assert (last := board_of(given_up, 1).picture)
    assert "3, 3, 3, 3, 3, 3" in last.alt


def test_rows_are_short_and_even() -> None:
    for count in range(30):
        lengths = [len(row) for row in in_rows([Button(str(n), interface.Help()) for n in range(count)])]
        assert (sum(lengths), len(lengths)) == (count, -(-count // 5))
        assert all(length <= 5 for length in lengths)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("robots", [True, False])
def test_the_first_pages_speak_of_robots_only_where_they_play(language: str, robots: bool) -> None:
    phrasing = replace(PHRASING, texts=texts_for(language))
    named = texts_for(language)("robot.name", level="")[:4].casefold()  # whatever ending it has
    for page in (presentation.welcome_page, presentation.help_page, presentation.greeting_page):
        shown = page(phrasing, robots=robots)
        labels = [button.label for row in shown.rows for button in row]
        assert (named in " ".join((shown.text, *labels)).casefold()) == robots


def test_a_name_cannot_write_into_a_sentence() -> None:
    names = {**PHRASING.accounts, PlayerId("ada"): Account("web", "ada", "{second} %s")}
    shown = presentation.board(begun("sahara").seen_by(None), replace(PHRASING, accounts=names))
    assert "It is {second} %s's turn." in shown.text


def test_whoever_was_forgotten_is_someone() -> None:
    shown = presentation.board(begun("sahara").seen_by(None), replace(PHRASING, accounts={}))
    assert "It is someone's turn." in shown.text
    assert shown.awaits == ()


def test_who_is_late_is_told_so_on_their_own_board_and_not_invited_to_claim() -> None:
    match = begun("sahara", clock=60).decide(actions.ExpireTime(0), 61).after
    told = [board_of(match, viewer) for viewer in (0, 1, None)]
    for shown, claims in zip(told, (False, True, True), strict=True):
        assert ("Ben may claim the win, call it a draw, or wait." in shown.text) is claims
        assert ("Claim the win" in labels(shown)) is claims
    own = "Your time is up, Ada. You may still move until Ben claims the win or calls it a draw."
    assert own in told[0].text


def test_in_a_set_up_who_alone_is_late_is_not_invited_to_claim_either() -> None:
    match = begun("sator", clock=60).decide(actions.ExpireTime(0), 61).after
    own, others = (board_of(match, viewer) for viewer in (0, 1))
    assert "Your time is up, Ada." in own.text
    assert "make your own choice" not in own.text
    assert "Time is up for Ada. To claim the win, make your own choice first." in others.text


@pytest.mark.parametrize(("game", "names"), [("sahara", "Ada"), ("sator", "Ada and Ben")])
def test_the_warning_names_whom_it_is_about(game: str, names: str) -> None:
    match = begun(game).decide(actions.WarnOfAbandonment(), 100).after
    told = board_of(match, None).text
    assert f"Waiting for {names}. No move for a long time." in told


WHY = "The player who emptied their own side gets the beans left on the other"


@pytest.mark.parametrize(
    ("viewer", "headline", "score"),
    [
        (0, "You lost 3 : 9", f"{WHY}: 3 : 9. Ben wins!"),
        (1, "You won 9 : 3", f"{WHY}: 9 : 3. Ben wins!"),
        (None, "Ben won 9 : 3", f"{WHY}: Ada 3 : 9 Ben. Ben wins!"),
    ],
)
def test_a_result_has_the_readers_own_points_first_and_names_for_everybody(
    viewer: Viewer, headline: str, score: str
) -> None:
    result = Result(1, (3, 9), "beans")
    over = begun("sahara")
    seen = replace(over.seen_by(viewer), phase=Phase.OVER, ending=Ending(1, "rules", result))
    shown = presentation.board(seen, PHRASING)
    assert shown.headline
    assert shown.headline.text == headline
    assert shown.text.splitlines()[0] == score
