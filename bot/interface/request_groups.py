"""Requests that have something in common."""

from __future__ import annotations

from bot.interface.builder_requests import BuildChallenge, PickOpponent, PickRobot
from bot.interface.lesson_requests import ShowPuzzle
from bot.interface.requests import (
    ChangeChat,
    ChangeSettings,
    OfferChallenge,
    OfferRematch,
    ShowLeaderboard,
    ShowRules,
    ShowSettings,
)
from bot.interface.seek_requests import SeekOpponent
from bot.interface.talk_requests import ModerationRequest
from bot.interface.tournament_requests import (
    BeginTournament,
    CancelTournament,
    EndTournament,
    OpenTournament,
    TakeTournament,
)

ForManagers = (
    ShowSettings
    | ChangeSettings
    | ChangeChat
    | OfferChallenge
    | OfferRematch
    | BuildChallenge
    | OpenTournament
    | BeginTournament
    | CancelTournament
    | EndTournament
    | TakeTournament
    | ModerationRequest
)
"""Requests whose answer may depend on whether somebody is an admin of the chat."""
AboutGame = (
    ShowRules
    | OfferChallenge
    | PickOpponent
    | PickRobot
    | BuildChallenge
    | ShowLeaderboard
    | ShowPuzzle
    | SeekOpponent
    | OpenTournament
)
"""Requests that name a game."""
