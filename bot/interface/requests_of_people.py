"""Requests about people, tournaments, stored data, settings and chats: the rest of the command menu."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from bot.interface.registry import (
    AboutGame,
    AtPlace,
    ForManagers,
    ModerationRequest,
    Request,
    Showable,
    request,
)
from games.events import MatchId, PlayerId
from games.words import Words

# People


@request("who", command="/profile [person]")
class ShowProfile(Request):
    person: str | None
    """The platform's id of the person, or their name as typed; None for oneself."""


@request("top", command="/leaderboard [game] [where] [show]")
class ShowLeaderboard(AboutGame, Showable):
    game: str | None
    everywhere: bool
    """All chats instead of this one."""
    again: bool = False


@request()
class ShowToAll(Request):
    """Show an answer to the whole chat; in a private chat, the same as the inner request."""

    what: Showable


# Tournaments

Styles = Literal["swiss", "round"]
STYLES: tuple[Styles, ...] = ("swiss", "round")


@request("cups", command="/tournament [game] [mode]")
class OpenTournament(AboutGame, ForManagers):
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
    tournament: str


@request("cupin")
class JoinTournament(Request):
    tournament: str


@request("cupout")
class LeaveTournament(Request):
    tournament: str


@request("cupgo")
class BeginTournament(ForManagers):
    tournament: str


@request("cupend")
class EndTournament(ForManagers, AtPlace):
    tournament: str
    sure: bool
    place: str


@request("cuptake")
class TakeTournament(ForManagers):
    tournament: str


# Accounts and stored data


@request("link", command="/link [code]")
class LinkAccounts(Request):
    """Link two accounts into one player: show a code, or redeem the one of the other account."""

    code: str | None


@request("unlink", command="/unlink")
class UnlinkAccount(Request):
    platform: str | None = None


@request("privacy", command="/privacy")
class ShowPrivacy(Request):
    """Show what is stored about people."""


@request("mydata", command="/my_data")
class ShowMyData(Request):
    """Send the person a copy of the data stored about them, privately."""


@request("forget", command="/forget_me")
class ForgetMe(Request):
    sure: bool = False


# Settings


@request("sets", command="/settings [changes]")
class ShowSettings(ForManagers, AtPlace):
    page: str | None = None
    """The page, as `bot.presentation.preferences` names it; None for the first one."""
    number: int = 0
    """The page of a list, from 1; or an hour already chosen."""
    place: str | None = None
    """The chat where the settings were opened; None for a private chat."""


@request("set")
class ChangeSettings(ForManagers, AtPlace):
    words: Words
    place: str | None = None


@request("odd")
class TellOdd(Request):
    """Tell the host that a sentence of the bot is odd, or ask how to tell it."""

    sentence: str = field(default="", kw_only=True)
    """As it was read; "" to ask."""
    better: str = field(default="", kw_only=True)
    """What would be better, or why it is odd."""


@request("chat")
class ChangeChat(ForManagers, AtPlace):
    place: str
    words: Words


@request("block")
class BlockPlayer(AtPlace):
    player: PlayerId
    on: bool
    place: str | None = None


# For admins of a chat


@request("mod", command="/moderate [match]")
class ShowModeration(ModerationRequest):
    ending: MatchId | None = None
    """The match to end."""
    place: str | None = None


@request("stop")
class StopMatch(ModerationRequest):
    ending: MatchId
    place: str


@request("hide")
class HideWords(ModerationRequest):
    player: PlayerId
    on: bool
    place: str


@request("help", command="/help")
class Help(Request):
    first: bool = field(default=False, kw_only=True)
    """Whether to show the short version for newcomers."""


@request("never")
class Dismiss(Request):
    """Dismiss a question without any effect."""
