"""From a typed line to a request; nonsense gets a name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import commands, screen
from bot.presenter import Voice, misspoken
from bot.screen import Misspoken, Request
from bot.texts import texts_for


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        ("/play sahara", screen.OfferMatch("sahara", None, ())),
        ("/play Sahara @Ben Bean target=30", screen.OfferMatch("sahara", "Ben Bean", ("target=30",))),
        ("/join k7qf2m", screen.AcceptMatch("K7QF2M")),
        ("/board", screen.ShowBoard(None)),
        ("/hand K7QF2M", screen.ShowHand("K7QF2M")),
        ("/move 4", screen.TypeMove(("4",), None)),
        ("/move 6 FEED k7qf2m", screen.TypeMove(("6", "FEED"), "K7QF2M")),
        ("/resign", screen.GiveUp(None, sure=False)),
        ("/draw K7QF2M", screen.ProposeDraw("K7QF2M")),
        ("/takeback k7qf2m", screen.AskTakeBack("K7QF2M")),
        ("/rematch", screen.PlayAgain(None)),
        ("/matches", screen.ListMatches()),
        ("/rules", screen.AskRules(None)),
        ("/rules SAHARA", screen.AskRules("sahara")),
        ("/verify k7qf2m", screen.VerifyDeal("K7QF2M")),
        ("/replay", screen.Replay(None, 0)),
        ("/replay k7qf2m", screen.Replay("K7QF2M", 0)),
        ("/export k7qf2m", screen.ExportMatch("K7QF2M")),
        ("/link", screen.LinkAccounts(None)),
        ("/link Q7RF2MABCD", screen.LinkAccounts("Q7RF2MABCD")),
        ("/settings", screen.AskSettings()),
        ("/settings theme=dark block=@Ben Bean", screen.ChangeSettings(("theme=dark", "block=@Ben", "Bean"))),
        ("/profile", screen.AskProfile(None)),
        ("/profile @Ben Bean", screen.AskProfile("Ben Bean")),
        ("/leaderboard", screen.AskLeaderboard(None, everywhere=False)),
        ("/leaderboard Sator", screen.AskLeaderboard("sator", everywhere=False)),
        ("/leaderboard ALL", screen.AskLeaderboard(None, everywhere=True)),
        ("/leaderboard here sato", screen.AskLeaderboard("sato", everywhere=False)),
        ("/leaderboard stacko all", screen.AskLeaderboard("stacko", everywhere=True)),
        ("/help", screen.Help()),
        ("  /HELP  ", screen.Help()),
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
        ("/play", "missing"),
        ("/play chess", "unknown_game"),
        ("/rules chess", "unknown_game"),
        ("/leaderboard chess", "unknown_game"),
        ("/leaderboard sato sator", "too_much"),
        ("/leaderboard here all", "too_much"),
        ("/join", "missing"),
        ("/move", "missing"),
        ("/move K7QF2M", "missing"),
        ("/help me", "too_much"),
        ("/link A B", "too_much"),
        ("/board A B", "too_much"),
        ("/move " + "4" * 10_000, "too_long"),
    ],
)
def test_what_cannot_be_understood_is_named(line: str, problem: str) -> None:
    request = commands.read(line)
    assert isinstance(request, Misspoken)
    assert request.problem == problem
    assert len(request.detail) <= commands.QUOTED


@given(st.text(max_size=400))
def test_any_line_makes_a_request(line: str) -> None:
    commands.read(line)
    commands.read("/" + line)
    commands.read("/play " + line)


def test_how_a_command_is_written_is_told_in_the_language_of_the_reader() -> None:
    told = {name: usage for name, usage, _ in commands.menu("de")}
    assert told["play"] == "/play SPIEL [Gegner] [Hausregeln]"
    assert told["move"] == "/move ZUG [Partie]"
    voice = Voice(texts_for("de"), {})
    assert misspoken(Misspoken("missing", "play", ""), voice).endswith(told["play"])


def test_every_command_has_usage_and_description() -> None:
    for name, usage, description in commands.menu("en"):
        assert usage.startswith(f"/{name}")
        assert description
