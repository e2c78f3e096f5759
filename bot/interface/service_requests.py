"""Requests about tournaments, accounts, settings, moderation and help."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from bot.interface.registry import AboutGame, AtPlace, ForManagers, ModerationRequest, Request, request
from games.events import MatchId, PlayerId
from games.words import Words

# Tournaments

Styles = Literal["swiss", "round"]
STYLES: tuple[Styles, ...] = ("swiss", "round")


@request("cups", command="/tournament [game] [mode]")
class OpenTournament(AboutGame, ForManagers):
    """Open a tournament in this chat for sign-up."""

    game: str
    style: str
    """`swiss` or `round` (round robin)."""
    rounds: int
    """0 to derive it from the number of entrants."""
    terms: Words
    """Terms of every match, such as `clock=1d`."""


@request("cup")
class ShowTournament(Request):
    """Show a tournament; without an id, the newest one of this chat."""

    tournament: str | None


@request("cupx")
class ShowCrosstable(Request):
    """Show the crosstable and links to the matches."""

    tournament: str


@request("cupin")
class JoinTournament(Request):
    """Join a tournament."""

    tournament: str


@request("cupout")
class LeaveTournament(Request):
    """Leave a tournament."""

    tournament: str


@request("cupgo")
class BeginTournament(ForManagers):
    """Begin with the entrants so far; for the organiser and admins."""

    tournament: str


@request("cupoff")
class CancelTournament(ForManagers):
    """Cancel a tournament before it begins; for the organiser and admins."""

    tournament: str


@request("cupend")
class EndTournament(ForManagers, AtPlace):
    """Cancel a running tournament, after a confirmation; for the organiser and admins."""

    tournament: str
    sure: bool
    place: str


@request("cuptake")
class TakeTournament(ForManagers):
    """Take over a tournament without an organiser; for admins of the chat."""

    tournament: str


# Accounts and stored data


@request("link", command="/link [code]")
class LinkAccounts(Request):
    """Link two accounts into one player: show a code, or redeem the one of the other account."""

    code: str | None


@request("unlink", command="/unlink")
class UnlinkAccount(Request):
    """Make one of the person's accounts a separate player."""

    platform: str | None = None
    """The platform of the account; None to ask."""


@request("privacy", command="/privacy")
class ShowPrivacy(Request):
    """Show what is stored about people."""


@request("mydata", command="/my_data")
class ShowMyData(Request):
    """Send the person a copy of the data stored about them, privately."""


@request("forget", command="/forget_me")
class ForgetMe(Request):
    """Delete the data stored about the person, after a confirmation."""

    sure: bool = False


# Settings


@request("sets", command="/settings [changes]")
class ShowSettings(ForManagers, AtPlace):
    """Show the settings of the person or of a chat."""

    page: str | None = None
    """The page, as `bot.presentation.preferences` names it; None for the first one."""
    number: int = 0
    """The page of a list, from 1; or an hour already chosen."""
    place: str | None = None
    """The chat where the settings were opened; None for a private chat."""


@request("set")
class ChangeSettings(ForManagers, AtPlace):
    """Change the person's settings by words such as `theme=dark`."""

    words: Words
    place: str | None = None
    """As in `ShowSettings`."""


@request("chat")
class ChangeChat(ForManagers, AtPlace):
    """Change the settings of a chat by words such as `challengers=nobody`."""

    place: str
    words: Words


@request("block")
class BlockPlayer(AtPlace):
    """Block or unblock a player's challenges."""

    player: PlayerId
    on: bool
    place: str | None = None
    """As in `ShowSettings`, if pressed there."""


# For admins of a chat


@request("mod", command="/moderate [match]")
class ShowModeration(ModerationRequest):
    """Show the moderation page of a chat."""

    ending: MatchId | None = None
    """The match to end."""
    place: str | None = None


@request("stop")
class StopMatch(ModerationRequest):
    """End a match of the chat without a winner."""

    ending: MatchId
    place: str


@request("hide")
class HideWords(ModerationRequest):
    """Hide a player's messages in the matches of the chat, or show them again."""

    player: PlayerId
    on: bool
    place: str


# Help


@request("help", command="/help")
class Help(Request):
    """Show the help."""

    first: bool = field(default=False, kw_only=True)
    """Whether to show the short version for newcomers."""


@request("never")
class Dismiss(Request):
    """Dismiss a question without any effect."""


# Invalid input


@request()
class InvalidPayload(Request):
    """A payload that no current button carries: forged, truncated or outdated."""


Problem = Literal[
    "own_words",
    "no_command",
    "unknown_command",
    "missing",
    "too_much",
    "unknown_game",
    "too_long",
    "long_words",
    "rounds",
    "a_bot",
    "unnamed",
    "not_prepared",
    "no_file",
    "file_too_large",
    "file_lost",
    "not_a_board",
]


@request()
class InvalidCommand(Request):
    """A command that could not be parsed."""

    problem: Problem
    command: str
    """Its name as far as recognised, shortened."""
    detail: str
    """The word in question, shortened."""
