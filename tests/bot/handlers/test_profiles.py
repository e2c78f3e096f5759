"""Profiles and leaderboards: who sees what of whom, and nothing of matches that go on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot import presentation
from bot.domain.ratings import LISTED_FOR, Rating
from bot.handlers.profiles import BEST, LAST
from bot.interface import Account, PickGame, Ranking, Screen, ShowLeaderboard
from bot.presentation import Leaderboard, OwnRank, PastMatch, Profile
from bot.texts import LANGUAGES, texts_for
from games import GAMES
from games.events import PlayerId
from storage.results import LOW_DEVIATIONS, Strength, Tally
from tests.bot.finished_matches import begun, given_up, rate
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, account, private_chat
from tests.bot.presentation.test_limits import ALT_MAX, CAPTION_MAX, PHRASINGS, assert_fits
from tests.games.walks import KNOWN

pytestmark = pytest.mark.house(meet=(ADA, BEN, CLEO))

EVERYBODY = (
    "Everybody who played in the last 90 days, ranked by the lower end of their rating."
    " “?”: provisional, with fewer than 10 rated matches."
)
BAR = replace(CHANNEL, id="bar")


def rated(
    name: str, game: str, value: float, low: float, *outcomes: int, provisional: bool = False
) -> Rating:
    """Somebody's rating, with so many matches won, drawn and lost."""
    strength, (won, drawn, lost) = Strength(value, (value - low) / LOW_DEVIATIONS), outcomes
    return Rating(PlayerId(name), game, strength, 0.06, provisional, won, drawn, lost, 0, 0)


async def told(house: House, who: Account, line: str) -> Screen:
    """What somebody alone is answered in the channel."""
    answer = await house.type(who, line)
    assert answer.note
    assert (answer.post, answer.update) == (None, None)
    return answer.note


def words(message: Screen) -> list[str]:
    """All lines of an answer, those of its picture first."""
    return [*(message.image.alt.splitlines() if message.image else ()), *message.text.splitlines()]


# Profiles


async def test_a_profile_tells_ratings_last_results_and_opponents_of_the_readers_matches(
    house: House,
) -> None:
    await given_up(house, BEN)
    await given_up(house, BEN, "/play sator rated=no", 0)
    mine = await told(house, ADA, "/profile")
    assert mine.title == "Ada"
    last = [
        "Last results:",
        "Mon, 12 Jan 1970: Sator, lost against Ben.",
        "Mon, 12 Jan 1970: Sahara, lost against Ben.",
    ]
    rating = "Sahara: 1477, provisional. Of 1 rated match: 0 won, 0 drawn, 1 lost."
    assert words(mine) == [rating, *last, *last]
    assert house.labels(mine) == ["Leaderboard"]


async def test_a_profile_of_an_opponent_tells_the_score_and_challenges_them(house: House) -> None:
    await given_up(house, BEN)
    bens = await told(house, ADA, "/profile @Ben")
    assert "Sahara: 1523, provisional. Of 1 rated match: 1 won, 0 drawn, 0 lost." in words(bens)
    assert "Sahara, won against Ada." in bens.text
    assert "Matches of Sahara won: Ben 1, Ada 0." in bens.text
    assert house.button(bens, "Challenge").request == PickGame(BEN.id)
    await house.press_note(ADA, "Challenge", bens)
    assert "Challenge Ben to which game?" in house.note(ADA)


async def test_a_stranger_is_not_told_against_whom_somebody_played(house: House) -> None:
    await given_up(house, BEN)
    bens = await told(house, CLEO, "/profile Ben")
    assert "Sahara, won." in bens.text
    assert "Ada" not in bens.text


async def test_days_are_those_of_the_readers_time_zone(house: House) -> None:
    house.now = 20_000 * 86_400 - 600  # ten minutes before midnight, UTC
    await given_up(house, BEN)
    assert "Thu, 3 Oct 2024" in (await told(house, ADA, "/profile")).text
    await house.type(ADA, "/settings zone=Europe/Berlin")
    assert "Fri, 4 Oct 2024" in (await told(house, ADA, "/profile")).text


async def test_only_the_last_results_are_told(house: House) -> None:
    for _ in range(LAST + 1):
        await given_up(house, BEN, plies=0)
    assert (await told(house, ADA, "/profile")).text.count("Sahara, lost") == LAST


async def test_whoever_has_played_nothing_has_an_empty_profile_and_nobody_none(house: House) -> None:
    assert (await told(house, ADA, "/profile")).text == "No rated match yet."
    assert "I do not know anybody called “Zoe”" in (await told(house, ADA, "/profile Zoe")).text


async def test_a_match_that_goes_on_changes_no_profile_and_no_leaderboard(house: House) -> None:
    await rate(house, {ADA: 1600, BEN: 1500})
    lines = ("/profile Ben", "/profile Ada", "/leaderboard", "/leaderboard all")
    before = [await told(house, CLEO, line) for line in lines]
    await begun(house, BEN)
    assert [await told(house, CLEO, line) for line in lines] == before


# Leaderboards


async def test_a_leaderboard_lists_first_who_is_surely_strong_and_marks_the_provisional(house: House) -> None:
    await given_up(house, CLEO)
    await rate(house, {BEN: 1500, ADA: 1600})
    board = await told(house, CLEO, "/leaderboard sahara")
    assert board.title == "Sahara: the best in this chat"
    assert board.image
    assert words(board) == [
        "1. Ada: 1420 (7 won, 1 drawn, 4 lost)",
        "2. Ben: 1320 (7 won, 1 drawn, 4 lost)",
        "3. Cleo: 838? (1 won, 0 drawn, 0 lost)",
        EVERYBODY,
    ]


async def test_a_leaderboard_forgets_who_has_not_played_for_ninety_days(house: House) -> None:
    await rate(house, {BEN: 1500, ADA: 1600})
    house.now = 100 + LISTED_FOR
    assert len(words(await told(house, ADA, "/leaderboard sahara"))) == 3
    house.now += 1
    assert words(await told(house, ADA, "/leaderboard sahara")) == [
        "Nobody is listed yet.",
        EVERYBODY,
        "You: rating at least 1420. After your next rated match you will be listed again.",
    ]


def test_equal_ratings_have_the_same_place() -> None:
    best = tuple(
        rated("ben", "sahara", value, value - 180, 7, 1, 4) for value in (1700.0, 1600.0, 1600.0, 1500.0)
    )
    board = Leaderboard("sahara", False, best, OwnRank(None, 0, 1000))
    page = presentation.leaderboard_page(board, PlayerId("ada"), PHRASINGS["en"], ephemeral=False)
    assert isinstance(page.table, Ranking)
    assert [row.rank for row in page.table.rows] == [1, 2, 2, 4]
    assert [line.split(".")[0] for line in page.table.alt.splitlines()] == ["1", "2", "2", "4"]


async def test_here_are_those_who_have_acted_in_this_chat(house: House) -> None:
    await rate(house, {ADA: 1600})
    answer = await house.type(BEN, "/leaderboard sahara", BAR)
    assert answer.note
    assert words(answer.note)[0] == "Nobody is listed yet."
    answer = await house.type(BEN, "/leaderboard sahara all", BAR)
    assert answer.note
    assert answer.note.title == "Sahara: the best of all chats"
    assert words(answer.note)[0] == "1. Ada: 1420 (7 won, 1 drawn, 4 lost)"


async def test_whoever_is_not_among_the_best_is_told_their_own_place(house: House) -> None:
    await rate(house, {account(f"P{number}"): 1500.0 + number for number in range(BEST + 3)})
    await rate(house, {ADA: 1400})
    board = await told(house, ADA, "/leaderboard sahara")
    assert len(words(board)) == BEST + 2
    assert board.text.endswith(f"You: place {BEST + 4}, rating at least 1220.")
    assert "You have no rated match of Sahara yet." in (await told(house, BEN, "/leaderboard sahara")).text


async def test_buttons_turn_the_page_in_place(house: House) -> None:
    await rate(house, {ADA: 1600})
    await rate(house, {ADA: 1700}, game="sator")
    board = await told(house, ADA, "/leaderboard sahara")
    others = [texts_for("en")(f"{game}.name") for game in GAMES if game != "sahara"]
    assert house.labels(board) == [*others, "All chats", "My profile"]
    answer = await house.press_note(ADA, "Sator", board)
    assert answer.update
    assert answer.note is None
    assert answer.update.title == "Sator: the best in this chat"
    answer = await house.press_note(ADA, "All chats", answer.update)
    assert answer.update
    assert answer.update.title == "Sator: the best of all chats"
    assert words(answer.update)[0] == "1. Ada: 1520 (7 won, 1 drawn, 4 lost)"
    await house.press_note(ADA, "My profile", answer.update)
    assert house.notes[ADA.id][-1].title == "Ada"


async def test_a_private_chat_has_no_best_of_its_own(house: House) -> None:
    await rate(house, {ADA: 1600})
    answer = (await house.type(BEN, "/leaderboard sahara here", private_chat(BEN))).noted
    assert answer.title == "Sahara: the best of all chats"
    assert "This chat" not in house.labels(answer)


async def test_without_a_game_it_is_the_one_that_the_reader_played_last(house: House) -> None:
    assert (await told(house, BEN, "/leaderboard")).title.startswith("Sahara")
    await rate(house, {ADA: 1600}, game="stacko")
    assert (await told(house, ADA, "/leaderboard")).title.startswith("Stacko")


async def test_whoever_is_forgotten_is_on_no_leaderboard(house: House) -> None:
    await rate(house, {ADA: 1600, BEN: 1500})
    await house.forget(ADA)
    board = await told(house, BEN, "/leaderboard sahara")
    assert words(board) == [
        "1. Ben: 1320 (7 won, 1 drawn, 4 lost)",
        EVERYBODY,
    ]


async def test_a_game_that_is_not_there_any_more_is_named(house: House) -> None:
    answer = (
        await house.ask(ADA, ShowLeaderboard("chess", everywhere=True, again=True), CHANNEL, message="1")
    ).noted
    assert "chess" in answer.text


# Limits


@pytest.mark.parametrize("text_only", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_pages_fit(language: str, *, text_only: bool) -> None:
    phrasing = replace(PHRASINGS[language], text_only=text_only)
    ratings = [rated("ada", game, 1999.6, 1400.0, 100, 100, 100, provisional=True) for game in KNOWN]
    board = Leaderboard("sahara", False, tuple(ratings[:1] * BEST), OwnRank(ratings[0], 0, 1000))
    last = tuple(PastMatch("sahara", "drawn", 1_795_132_800, PlayerId("ben")) for _ in range(LAST))
    scores = tuple(Tally(game, 100, 100, 100) for game in KNOWN)
    profile = Profile(PlayerId("ada"), tuple(ratings), last, scores, account="1234567890123456789")
    pages = (
        presentation.leaderboard_page(board, PlayerId("ben"), phrasing, ephemeral=False),
        presentation.profile_page(profile, PlayerId("ben"), phrasing),
    )
    for shown in pages:
        assert_fits(shown)
        assert (shown.table is None) == text_only
        if shown.table:
            assert 0 < len(shown.table.alt) <= ALT_MAX
            assert len(f"{shown.title}\n{shown.text}") <= CAPTION_MAX


async def test_who_wants_no_pictures_reads_the_same_in_words(house: House) -> None:
    await rate(house, {ADA: 1600, BEN: 1500})
    pages = ("/leaderboard sahara", "/profile Ben", "/profile")
    painted = [await told(house, ADA, line) for line in pages]
    await house.type(ADA, "/settings text=on")
    written = [await told(house, ADA, line) for line in pages]
    for with_picture, without in zip(painted, written, strict=True):
        assert with_picture.image
        assert without.image is None
        assert without.text_only
        assert {*without.text.splitlines()} >= {*words(with_picture)}
        assert without.rows == with_picture.rows


async def test_pictures_are_painted_in_the_readers_theme(house: House) -> None:
    await rate(house, {ADA: 1600})
    light = await told(house, ADA, "/leaderboard sahara")
    await house.type(ADA, "/settings theme=dark")
    dark = await told(house, ADA, "/leaderboard sahara")
    assert light.image
    assert dark.image
    assert light.image.data != dark.image.data


@pytest.mark.parametrize(
    ("own", "said"),
    [
        (OwnRank(None, 0, 1000), "You have no rated match of Sahara yet."),
        (
            OwnRank(rated("ada", "sahara", 1400.4, 1300.0, 5, 5, 5), 1000, 1000),
            "You: below place 1,000, rating at least 1300.",
        ),
        (
            OwnRank(rated("ada", "sahara", 1400.4, 1300.0, 5, 5, 5), 999, 1000),
            "You: place 1000, rating at least 1300.",
        ),
    ],
)
def test_the_own_place_is_told_as_far_as_it_is_counted(own: OwnRank, said: str) -> None:
    board = Leaderboard("sahara", True, (), own)
    assert presentation.leaderboard_page(
        board, PlayerId("ada"), PHRASINGS["en"], ephemeral=False
    ).text.endswith(said)
