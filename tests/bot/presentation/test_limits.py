"""Every board fits into what the platforms take, with nothing of its view lost."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot import presentation
from bot.interface import Account, Button, Choose, Screen
from bot.platforms import callback_data
from bot.presentation import Circumstances, CutOff, Phrasing
from bot.presentation.phrasing import NAME_MAX, newest
from bot.presentation.rules import example
from bot.texts import DEFAULT, LANGUAGES, texts_for
from games import GAMES
from games.events import PlayerId
from games.game import VIEWERS, State, Viewer
from games.match import Match
from games.match.status import Past
from tests.bot.presentation.running_matches import match_of
from tests.games.walks import CASES, Case, random_line
from tests.languages import LONG_WORDS, cases_in_languages

TEXT_MAX = 3500  # characters of title and text; Discord takes 4,000
CAPTION_MAX = 900  # characters of title and text beside a picture; Telegram takes 1,024
ALT_MAX = 1024  # characters; Discord, description of a media gallery item
COMPONENTS_MAX = 40  # Discord, in a message
LABEL_MAX = 80  # characters; Discord
LONGEST = ("Wilhelmina Augusta von der Heide", "Bartholomäus Nepomuk zu Hohenfeld")
PLAYERS = (PlayerId("ada"), PlayerId("ben"))
ACCOUNTS = {player: Account("web", player, name) for player, name in zip(PLAYERS, LONGEST, strict=True)}
PHRASINGS = {language: Phrasing(texts, ACCOUNTS) for language, texts in LANGUAGES.items()}
PHRASING = PHRASINGS[DEFAULT]


def buttons_of(shown: Screen) -> list[Button]:
    return [button for row in shown.rows for button in row]


def assert_fits(shown: Screen) -> None:
    buttons = buttons_of(shown)
    assert len(shown.title) + len(shown.text) < TEXT_MAX
    assert shown.text
    # A text, a gallery, each row and each button; the links share a row.
    assert 2 + bool(shown.links) + len(shown.links) + len(shown.rows) + len(buttons) <= COMPONENTS_MAX
    for button in buttons:
        assert 0 < len(button.label) <= LABEL_MAX
        assert (
            callback_data.decode(callback_data.encode(button.request)) == button.request
        )  # refuses more than 64 bytes
    if shown.picture:
        assert 0 < len(shown.picture.alt) <= ALT_MAX


def boards_of(match: Match, viewer: Viewer, chance: random.Random, phrasing: Phrasing) -> list[Screen]:
    """A board, and those that follow when one presses on at random until a move is found."""
    view, reader = match.seen_by(viewer), None if viewer is None else PLAYERS[viewer]
    known = Circumstances(cut_off=None if viewer is None else CutOff(PLAYERS[1 - viewer], "closed"))
    shown = [presentation.board(view, phrasing, reader=reader, known=known)]
    while choices := [
        button.request
        for button in buttons_of(shown[-1])
        if isinstance(button.request, Choose)
        and not button.request.final
        and not button.disabled
        and button.label != phrasing.texts("button.back")
    ]:
        request = chance.choice(choices)
        board = presentation.board(
            view, phrasing, reader=reader, words=request.words, page=request.page, known=known
        )
        shown.append(board)
    return shown


def assert_nothing_is_lost(match: Match, viewer: Viewer, shown: Screen, phrasing: Phrasing) -> None:
    """The picture's words tell the table, *More* the turn, or that it leaves out its beginning.

    What is told above the picture is not repeated.
    """
    view = match.seen_by(viewer)
    assert shown.picture
    pictured = shown.picture.view  # after a deal, the end of what was before
    turn = [fact for fact in pictured.tell_seen() if fact not in pictured.tell_last()]
    more = presentation.more_page(view, phrasing, apart=True)
    assert_fits(more)
    of_turn = [phrasing.describe(view.game, phrasing.names(view), [fact])[0] for fact in turn]
    left_out = next(n for n in range(len(of_turn) + 1) if all(one in more.text for one in of_turn[n:]))
    assert not left_out or any(line.startswith("…") for line in more.text.splitlines()), of_turn[0]
    for fact in pictured.tell_table():
        (told,) = phrasing.describe(view.game, phrasing.brief().names(view), [fact])
        assert fact in pictured.tell_turn() or told in shown.picture.alt, told


def asked_everything(match: Match) -> Match:
    """Each question that can stand beside the move does: an offer, a wish, a time that is up, a warning."""
    if len(match.awaited) != 1:
        return match
    (late,) = match.awaited
    assert match.state
    return replace(
        match,
        version=match.version + 4,
        offer=late,
        take_back=late,
        past=(Past(late, match.version, match.state),),
        late=(late,),
        forewarned=True,
    )


def assert_all_fits(case: Case, state: State, chance: random.Random, phrasing: Phrasing) -> None:
    assert_fits_for_all(match_of(case, state), chance, phrasing)
    assert_fits_for_all(asked_everything(match_of(case, state)), chance, phrasing)


def assert_fits_for_all(match: Match, chance: random.Random, phrasing: Phrasing) -> None:
    for viewer in VIEWERS:
        boards = boards_of(match, viewer, chance, phrasing)
        for shown in boards:
            assert_fits(shown)
            assert len(f"{shown.title}\n{shown.text}") <= CAPTION_MAX
        assert_nothing_is_lost(match, viewer, boards[0], phrasing)


@cases_in_languages
def test_every_board_fits(case: Case, language: str) -> None:
    chance = random.Random(1)
    states = random_line(case, 1).states
    for state in (states[0], *chance.sample(states[1:], 3), states[-1]):
        assert_all_fits(case, state, chance, PHRASINGS[language])


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_board_of_whole_matches_fits_where_words_are_long(case: Case) -> None:
    """Of what other languages tell, all is held on screens as platforms get them (`test_every_screen`)."""
    chance = random.Random(2)
    for seed in range(2):
        for state in random_line(case, seed).states:
            assert_all_fits(case, state, chance, PHRASINGS[LONG_WORDS])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_page_of_the_rules_fits(game: str, language: str) -> None:
    pages, phrasing = GAMES[game].rule_pages, PHRASINGS[language]
    for number, page in enumerate(pages, start=1):
        view = example(game, page)
        assert_fits(
            presentation.rules_page(
                game, page.key, view, phrasing, page=number, pages=len(pages), robots=True
            )
        )


def test_a_long_turn_tells_its_end_and_that_its_beginning_is_left_out() -> None:
    told = [f"Number {number}." for number in range(100)]
    kept = newest(told, 100)
    assert kept[0] == "…"
    assert kept[1:] == told[1 - len(kept) :]
    assert len(" ".join(kept)) <= 100
    assert newest(told[:3], 1000) == told[:3]
    assert newest(told, 1) == []


def test_a_name_that_is_longer_than_discord_allows_is_shortened() -> None:
    phrasing = Phrasing(texts_for("en"), {PlayerId("ada"): Account("telegram", "1", "A" * 129)})
    assert phrasing.name(PlayerId("ada")) == "A" * (NAME_MAX - 1) + "…"
    assert PHRASING.name(PlayerId("ada")) == LONGEST[0]
