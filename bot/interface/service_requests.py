"""What a person may ask besides: tournaments, accounts, settings, moderation and help."""

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
    """Have everybody in this chat sign up for a tournament."""

    game: str
    style: str
    """`swiss`, or `round`: everybody against everybody."""
    rounds: int
    """0: as many as fit those who take part."""
    terms: Words
    """Of each match, as `clock=1d`."""


@request("cup")
class ShowTournament(Request):
    """How does it stand? Without a name: the newest one of this chat."""

    tournament: str | None


@request("cupx")
class ShowCrosstable(Request):
    """Who has played whom, and where are the matches?"""

    tournament: str


@request("cupin")
class JoinTournament(Request):
    """Take part."""

    tournament: str


@request("cupout")
class LeaveTournament(Request):
    """Take part no longer."""

    tournament: str


@request("cupgo")
class BeginTournament(ForManagers):
    """Begin with those who have signed up; the organiser's to ask."""

    tournament: str


@request("cupoff")
class CancelTournament(ForManagers):
    """Call it off before it begins; likewise."""

    tournament: str


@request("cupend")
class EndTournament(ForManagers, AtPlace):
    """Call it off while it runs; asked once more before it counts. Likewise."""

    tournament: str
    sure: bool
    place: str


@request("cuptake")
class TakeTournament(ForManagers):
    """Organise what nobody organises any more; for admins of the chat."""

    tournament: str


# Accounts, and what is kept of them


@request("link", command="/link [code]")
class LinkAccounts(Request):
    """Make one player of two accounts: give a code, or take the one that the other account was given."""

    code: str | None


@request("unlink", command="/unlink")
class UnlinkAccount(Request):
    """Make a player of its own of an account of mine."""

    platform: str | None = None
    """Where the account is; None: ask which."""


@request("privacy", command="/privacy")
class ShowPrivacy(Request):
    """What is kept about people?"""


@request("mydata", command="/my_data")
class ShowMyData(Request):
    """Send me a copy of what is kept about me, to me alone."""


@request("forget", command="/forget_me")
class ForgetMe(Request):
    """Delete what is kept about me; asked once more before it counts."""

    sure: bool = False


# Settings


@request("sets", command="/settings [changes]")
class ShowSettings(ForManagers, AtPlace):
    """Show what I can set for myself, or for a chat."""

    page: str | None = None
    """Which part, as `bot.presentation` names it; None: the first one."""
    number: int = 0
    """Which page of a list, from 0; or an hour that is chosen already."""
    place: str | None = None
    """The chat from which it was first asked; None: a private one."""


@request("set")
class ChangeSettings(ForManagers, AtPlace):
    """Choose for myself, in words such as `theme=dark`."""

    words: Words
    place: str | None = None
    """As in `ShowSettings`."""


@request("chat")
class ChangeChat(ForManagers, AtPlace):
    """Choose for a chat, in words such as `challengers=nobody`."""

    place: str
    words: Words


@request("block")
class BlockPlayer(AtPlace):
    """Keep somebody's challenges away from me, or let them through again."""

    player: PlayerId
    on: bool
    place: str | None = None
    """As in `ShowSettings`, if it was pressed there."""


# For admins of a chat


@request("mod", command="/moderate [match]")
class ShowModeration(ModerationRequest):
    """What can I do about matches and messages in a chat of which I am an admin?"""

    ending: MatchId | None = None
    """One that is to be ended."""
    place: str | None = None


@request("stop")
class StopMatch(ModerationRequest):
    """End a match without a winner, in a chat that I manage."""

    ending: MatchId
    place: str


@request("hide")
class HideWords(ModerationRequest):
    """Hide what somebody says in the matches of a chat that I manage, or do so no more."""

    player: PlayerId
    on: bool
    place: str


# Help


@request("help", command="/help")
class Help(Request):
    """What is this?"""

    first: bool = field(default=False, kw_only=True)
    """Told in a few words, to somebody who has just come."""


@request("never")
class Dismiss(Request):
    """Answer no to what was asked: nothing happens."""


# What could not be understood


@request()
class InvalidPayload(Request):
    """A payload that no button of ours carries: forged, truncated, or from another time."""


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
    """A command that could not be understood."""

    problem: Problem
    command: str
    """Its name as far as it was recognised; shortened."""
    detail: str
    """The word in question; shortened."""
