"""From a typed line to a request; nonsense gets a name."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import interface
from bot.domain import commands, teams
from bot.interface import InvalidCommand, Request
from bot.interface.registry import COMMANDS
from bot.presentation import Phrasing, misspoken
from bot.texts import LANGUAGES, texts_for
from games.events import MatchId


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        ("/play", interface.PickGame(None)),
        ("/play sahara", interface.OfferChallenge("sahara", None, ())),
        ("/play Sahara @Ben Bean target=30", interface.OfferChallenge("sahara", "Ben Bean", ("target=30",))),
        ("/play sato hidden small", interface.OfferChallenge("sato", None, ("hidden", "small"))),
        (
            "/play sato Hidden, small table",
            interface.OfferChallenge("sato", None, ("Hidden,", "small", "table")),
        ),
        ("/play sato small clock=1d", interface.OfferChallenge("sato", None, ("clock=1d", "small"))),
        ("/play sato small small", interface.OfferChallenge("sato", None, ("small", "small"))),
        ("/play sator hidden", interface.OfferChallenge("sator", "hidden", ())),
        ("/play sato @Hidden", interface.OfferChallenge("sato", "Hidden", ())),
        ("/play sahara none", interface.OfferChallenge("sahara", "none", ())),  # of two house rules
        ("/join k7qf2m", interface.AcceptChallenge(MatchId("K7QF2M"))),
        (
            "/join k7qf2m  Three green e\N{COMBINING ACUTE ACCENT}lans",
            interface.AcceptChallenge(MatchId("K7QF2M"), own_words="Three green élans"),
        ),
        ("/board", interface.ShowBoard(None)),
        ("/hand K7QF2M", interface.ShowHand(MatchId("K7QF2M"))),
        ("/review", interface.AskReview(None)),
        ("/hint k7qf2m", interface.AskHint(MatchId("K7QF2M"))),
        ("/move 4", interface.TypeMove(("4",), None)),
        ("/move 6 FEED k7qf2m", interface.TypeMove(("6", "FEED", "k7qf2m"), None)),
        ("/resign", interface.Resign(None, sure=False)),
        ("/draw K7QF2M", interface.OfferDraw(MatchId("K7QF2M"))),
        ("/away", interface.TellAway()),
        ("/away 1.2. 3.2.", interface.TellAway(("1.2.", "3.2."))),
        ("/more_time", interface.GiveTime(None)),
        ("/takeback k7qf2m", interface.RequestTakeback(MatchId("K7QF2M"))),
        ("/rematch", interface.OfferRematch(None)),
        ("/matches", interface.ListMatches()),
        ("/rules", interface.ShowRules(None)),
        ("/rules SAHARA", interface.ShowRules("sahara")),
        ("/verify k7qf2m", interface.VerifyDeal(MatchId("K7QF2M"))),
        ("/replay", interface.Replay(None, 0)),
        ("/replay k7qf2m", interface.Replay(MatchId("K7QF2M"), 0)),
        ("/export k7qf2m", interface.ExportMatch(MatchId("K7QF2M"))),
        ("/link", interface.LinkAccounts(None)),
        ("/seek", interface.ShowSeeks()),
        ("/seek Sato small 1400-1600", interface.SeekOpponent("sato", ("small", "1400-1600"))),
        ("/watch", interface.ShowRunning()),
        ("/watch k7qf2m", interface.Watch(MatchId("K7QF2M"))),
        ("/unlink", interface.UnlinkAccount(None)),
        ("/link Q7RF2MABCD", interface.LinkAccounts("Q7RF2MABCD")),
        ("/settings", interface.ShowSettings()),
        ("/theme", interface.ShowSettings()),
        ("/timezone", interface.ShowSettings()),
        ("/theme dark", interface.ChangeSettings(("theme=dark",))),
        ("/Language=de text=on", interface.ChangeSettings(("language=de", "text=on"))),
        (
            "/settings theme=dark block=@Ben Bean",
            interface.ChangeSettings(("theme=dark", "block=@Ben", "Bean")),
        ),
        ("/play @Ben Bean", interface.PickGame("Ben Bean")),
        ("/play @Ben sahara feed", interface.OfferChallenge("sahara", "Ben feed", ())),
        ("/play @", interface.PickGame(None)),
        ("/profile", interface.ShowProfile(None)),
        ("/profile @Ben Bean", interface.ShowProfile("Ben Bean")),
        ("/leaderboard", interface.ShowLeaderboard(None, everywhere=False)),
        ("/leaderboard Sator", interface.ShowLeaderboard("sator", everywhere=False)),
        ("/leaderboard ALL", interface.ShowLeaderboard(None, everywhere=True)),
        ("/leaderboard here sato", interface.ShowLeaderboard("sato", everywhere=False)),
        ("/leaderboard stacko all", interface.ShowLeaderboard("stacko", everywhere=True)),
        ("/help", interface.Help()),
        ("  /HELP  ", interface.Help()),
    ],
)
def test_commands_make_requests(line: str, request_: Request) -> None:
    assert commands.read(line) == request_


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("hello", "no_command"),
        ("", "no_command"),
        ("/", "no_command"),
        ("/dance", "unknown_command"),
        ("/play chess", "unknown_game"),
        ("/rules chess", "unknown_game"),
        ("/leaderboard chess", "unknown_game"),
        ("/leaderboard sato sator", "too_much"),
        ("/leaderboard here all", "too_much"),
        ("/join", "missing"),
        ("/join k7qf2m a@b", "words_not_plain"),
        ("/join k7qf2m " + "long " * 13, "words_not_plain"),
        ("/move", "missing"),
        ("/help me", "too_much"),
        ("/link A B", "too_much"),
        ("/tournament sahara 000000099", "bad_rounds"),
        ("/board A B", "too_much"),
        ("/move " + "4" * 10_000, "too_long"),
    ],
)
def test_what_cannot_be_understood_is_named(line: str, problem: str) -> None:
    request = commands.read(line)
    assert isinstance(request, InvalidCommand)
    assert request.problem == problem
    assert len(request.detail) <= commands.QUOTED


@pytest.mark.parametrize(
    "line", ["/play \ud800", "/\udfff", "/profile a\ud800", "/board \ud800", "/import \ud800"]
)
def test_half_characters_are_read_as_question_marks(line: str) -> None:
    assert commands.read(line) == commands.read(re.sub("[\ud800-\udfff]", "?", line))


@given(st.text(max_size=400))
def test_any_line_makes_a_request(line: str) -> None:
    commands.read(line)
    commands.read("/" + line)
    commands.read("/play " + line)


def test_how_a_command_is_written_is_told_in_the_language_of_the_reader() -> None:
    told = {name: usage for name, usage, _ in commands.menu(texts_for("de"))}
    assert told["play"] == "/play [Spiel] [Gegner] [Hausregeln]"
    assert told["move"] == "/move ZUG [Partie]"
    phrasing = Phrasing(texts_for("de"), {})
    assert misspoken(InvalidCommand("missing", "play"), phrasing).text.endswith(told["play"])


def test_every_command_has_usage_and_description() -> None:
    for name, usage, description in commands.menu(texts_for("en")):
        assert usage.startswith(f"/{name}")
        assert description


@pytest.mark.parametrize(
    "text",
    [
        *("4", "6 feed", "hide b d", "b1 b2", "roy c3 w2", "keep", "PASS", "4 K7QF2M"),
        # Nearly moves: they are told what is wrong with them.
        *("9", "99 K7QF2M", "4 fed", "e2 x9", "roy c3", "draw K7QF2M"),
    ],
)
def test_words_that_read_like_a_move_are_one(text: str) -> None:
    assert commands.read_bare(text) == interface.TypeMove(tuple(text.split()), None)


@pytest.mark.parametrize(
    "text", ["hello there", "say hi to her", "thanks", "4 more minutes, please", "see you at 8", "👍"]
)
def test_ordinary_words_are_no_move(text: str) -> None:
    request = commands.read_bare(text)
    assert isinstance(request, InvalidCommand)
    assert request.problem == "no_command"
    assert [commands.line_meant(request, language) for language in LANGUAGES] == [""] * len(LANGUAGES)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        *((text, "/help") for text in ("help", "?", "Help!", "hilfe", "Ajuda")),
        ("matches", "/matches"),
        ("play sahara robot", "/play sahara robot"),
        ("regeln sator", "/rules sator"),
        ("undo", "/takeback"),
        ("a1-a2", "/move a1 a2"),
        ("B1 – c2", "/move b1 c2"),
        ("b1xc2", "/move b1 c2"),
        ("b1c2", "/move b1 c2"),
        ("b1-c2 k7qf2m", "/move b1 c2 k7qf2m"),
        ("d b", "/move d b"),
        ("ybg-c3-w2", "/move ybg c3 w2"),
        (texts_for("en")("stacko.choice.draw"), "/move draw"),
        (texts_for("de")("sahara.choice.swap").upper(), "/move swap"),
        ("level 3", "/play robot level=3"),
        *((text, "/play robot level=1") for text in ("robot easy", "Roboter leicht", "robot lvl 1", "lvl 1")),
    ],
)
def test_a_line_without_a_slash_is_what_it_plainly_says(text: str, meant: str) -> None:
    assert commands.read_bare(text) == commands.read(meant) != InvalidCommand("no_command")


@pytest.mark.parametrize("greeting", ["hello", "Hi!", "servus", "hola"])
def test_a_greeting_is_answered_with_how_to_begin(greeting: str) -> None:
    assert commands.read_bare(greeting) == interface.Help(first=True)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("/hilfe", "/help"),
        ("/undo k7qf2m", "/takeback k7qf2m"),
        ("/move k7qf2m Take a new part", "/move k7qf2m draw"),
        ("/REGELN sato", "/rules sato"),
        ("/İPUCU", "/hint"),
        ("/BAŞLA", "/help"),
        ("/move YBG İ3 W2", "/move ybg i3 w2"),
        ("/play sahara robot SEVİYE 2", "/play sahara robot level=2"),
        ("/play sahara robot hard", "/play sahara robot level=5"),
        ("/play robot sahara lvl 2", "/play sahara robot level=2"),
        ("/play sahara level 4", "/play sahara level=4"),
    ],
)
def test_other_names_do_the_same(line: str, meant: str) -> None:
    assert commands.read(line) == commands.read(meant)


@pytest.mark.parametrize(
    ("line", "language", "meant"),
    [
        ("/palyy sahara robot", "en", "/play sahara robot"),
        ("/einstelungen theme=dark", "de", "/settings theme=dark"),
        ("/einstelungen theme=dark", "fr", ""),
        ("/setings theme=dark", "fr", "/settings theme=dark"),
        ("/udno k7qf2m", "fr", "/takeback k7qf2m"),
        ("/play sahra target=30", "en", "/play sahara target=30"),
        ("/regeln Sattor", "en", "/rules sator"),
        ("/xylophone", "en", ""),
        ("/play chess", "en", ""),
        ("einstelungen theme=dark", "de", "/settings"),
        ("einstelungen theme=dark", "en", ""),
        ("udo", "de", ""),
        ("wach", "en", "/watch"),
        ("/sator", "en", "/play sator"),
        ("/sato robot", "de", "/play sato robot"),
        ("sahra", "en", "/play sahara"),
        ("Stacko", "fr", "/play stacko"),
    ],
)
def test_the_line_that_was_probably_meant_is_known(line: str, language: str, meant: str) -> None:
    """Names of commands are near if they are English or of the reader's language."""
    request = commands.read(line) if line.startswith("/") else commands.read_bare(line)
    assert isinstance(request, InvalidCommand)
    assert commands.line_meant(request, language) == meant


@pytest.mark.parametrize(
    "said", ["Ada, Ben", "@Ada Ben", "Ada and Ben", "Ada vs. Ben", "Ada gegen Ben", "Ada 対 Ben"]
)
def test_a_word_between_two_names_may_be_of_any_language(said: str) -> None:
    assert commands.read(f"/pair {said} sahara") == interface.ProposeMatch("Ada", "Ben", "sahara", ())


@pytest.mark.parametrize("word", ["channel", "Kanal", "канал", "グループ"])
def test_a_channel_may_be_called_in_any_language(word: str) -> None:
    request = commands.read(f"/play sahara {word}")
    assert isinstance(request, interface.OfferChallenge)
    assert teams.split_off_channel(request.house_rules) == (True, ())


def test_every_other_name_is_of_one_command_and_of_none_that_there_is() -> None:
    pairs = [pair for texts in LANGUAGES.values() for pair in texts("called.commands").split()]
    names = {pair.partition(":")[0] for pair in pairs}
    assert len(names) == len({*pairs})
    assert names.isdisjoint(COMMANDS)
    assert {pair.partition(":")[2] for pair in pairs} <= COMMANDS.keys()


@pytest.mark.parametrize("text", ["?", "hilfe"])
def test_a_reply_to_the_bot_in_a_group_may_be_a_call_for_help(text: str) -> None:
    assert commands.read_reply(text) == interface.Help()
    assert commands.read_talk(text) is None


@pytest.mark.parametrize("text", ["4", "a1-a2", "6 feed", "Take a new part", "4 K7QF2M", "a1", "e4 b0", "9"])
def test_what_is_said_in_a_group_may_be_a_move_or_its_beginning(text: str) -> None:
    move = commands.read_bare(text)
    assert isinstance(move, interface.TypeMove)
    assert commands.read_talk(text) == commands.read_reply(text) == replace(move, aside=True)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "hi",
            "4 more minutes",
            "resign already",
            "draw, please",
            "99",
            "1 2",
            "4 1 6",
            "sahara 9",
            "level 3",
            "see c3",
            "4!",
        ),
        *("4 " + "please " * 20, "a1 or a2"),
    ],
)
def test_all_else_in_a_group_is_ordinary_talk(text: str) -> None:
    assert commands.read_reply(text) is None
