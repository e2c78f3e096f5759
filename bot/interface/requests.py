"""What a person may ask."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.interface.account_requests import AccountRequest
from bot.interface.builder_requests import BuilderRequest
from bot.interface.inbox_requests import InboxRequest, ListMatches, OpenMatch
from bot.interface.invalid_requests import InvalidCommand, InvalidPayload
from bot.interface.lesson_requests import GuideRequest, MatchLesson, PuzzleRequest
from bot.interface.seek_requests import SeekRequest
from bot.interface.talk_requests import ModerationRequest, TalkOfMatch, TalkRequest
from bot.interface.time_requests import GiveTime, TellAway
from bot.interface.tournament_requests import EndTournament, TournamentRequest
from bot.interface.watch_requests import ShowRunning, WatchRequest
from games.events import MatchId, PlayerId
from games.words import Words


@dataclass(frozen=True, slots=True)
class Help:
    """What is this?"""

    first: bool = field(default=False, kw_only=True)
    """Told in a few words, to whoever has just come."""


@dataclass(frozen=True, slots=True)
class ShowRules:
    """How is it played? Without a game: which games are there?"""

    game: str | None
    page: int = 0
    """Counted from 1; 0 opens the rules at their first page in a message of their own."""


ROBOT = "robot"
"""Who is challenged by a request that names the robot, or the bot itself; its house rules tell the level."""


@dataclass(frozen=True, slots=True)
class OfferChallenge:
    """Challenge somebody, or everybody who sees it."""

    game: str
    opponent: str | None
    """The platform's id of the person, or their name as it was typed."""
    house_rules: Words
    """As `target=30`."""


@dataclass(frozen=True, slots=True)
class CallRobot:
    """Let the robot take the own challenge, whoever was challenged."""

    match: MatchId
    level: int


@dataclass(frozen=True, slots=True)
class AcceptChallenge:
    """Take a challenge, by its button or by its code; plain words of one's own go into the deal."""

    match: MatchId
    own_words: str = field(default="", kw_only=True)


@dataclass(frozen=True, slots=True)
class DeclineChallenge:
    """Refuse a challenge."""

    match: MatchId


@dataclass(frozen=True, slots=True)
class CancelChallenge:
    """Take the own challenge back."""

    match: MatchId


@dataclass(frozen=True, slots=True)
class Choose:
    """A button of a board: the words chosen so far; with a whole move they play it."""

    match: MatchId
    version: int
    """That of the match when the button was shown."""
    words: Words
    final: bool
    """The words are to be played as they stand, though longer moves begin with them."""
    page: int
    """Which page of the choices to show, from 0."""


@dataclass(frozen=True, slots=True)
class TypeMove:
    """A move typed in notation."""

    words: Words
    match: MatchId | None


@dataclass(frozen=True, slots=True)
class ShowBoard:
    """Show the board here, afresh."""

    match: MatchId | None


@dataclass(frozen=True, slots=True)
class ShowHand:
    """Show me my own view, privately."""

    match: MatchId | None


@dataclass(frozen=True, slots=True)
class Resign:
    """Resign; asked once more before it counts."""

    match: MatchId | None
    sure: bool


@dataclass(frozen=True, slots=True)
class OfferDraw:
    """Offer a draw, or accept the one that is offered."""

    match: MatchId | None


@dataclass(frozen=True, slots=True)
class AcceptDraw:
    """Agree to the draw that is offered."""

    match: MatchId


@dataclass(frozen=True, slots=True)
class Dismiss:
    """Answer no to what was asked: nothing happens."""


@dataclass(frozen=True, slots=True)
class DeclineDraw:
    """Turn down the offered draw."""

    match: MatchId


@dataclass(frozen=True, slots=True)
class WithdrawDraw:
    """Take my own draw offer back."""

    match: MatchId


@dataclass(frozen=True, slots=True)
class RequestTakeback:
    """Ask to take back my last move."""

    match: MatchId | None


@dataclass(frozen=True, slots=True)
class AcceptTakeback:
    """Let the opponent take their last move back."""

    match: MatchId


@dataclass(frozen=True, slots=True)
class DeclineTakeback:
    """The opponent's last move stands."""

    match: MatchId


@dataclass(frozen=True, slots=True)
class ClaimWin:
    """Win, because the opponent's time is up."""

    match: MatchId


@dataclass(frozen=True, slots=True)
class ClaimDraw:
    """Call the match a draw, because the opponent's time is up."""

    match: MatchId


@dataclass(frozen=True, slots=True)
class KeepWaiting:
    """The opponent's time is up, and they shall have more of it."""

    match: MatchId


@dataclass(frozen=True, slots=True)
class OfferRematch:
    """The same again with swapped seats."""

    match: MatchId | None


@dataclass(frozen=True, slots=True)
class ShowProfile:
    """How well does somebody play?"""

    person: str | None
    """The platform's id of the person, or their name as it was typed; None: I myself."""


@dataclass(frozen=True, slots=True)
class ShowToAll:
    """Show something to all who are here; in a private chat, as if it was asked for itself."""

    what: ShowRules | ShowLeaderboard | ListMatches


@dataclass(frozen=True, slots=True)
class ShowLeaderboard:
    """Who plays a game best?"""

    game: str | None
    """None: the one that I played last."""
    everywhere: bool
    """In all chats, not in this one alone."""
    again: bool = False
    """Asked for on a leaderboard, which it takes the place of."""


@dataclass(frozen=True, slots=True)
class ShowSettings:
    """Show what I can set for myself, or for a chat."""

    page: str | None = None
    """Which part, as `bot.presentation` names it; None: the first one."""
    number: int = 0
    """Which page of a list, from 0; or an hour that is chosen already."""
    place: str | None = None
    """The chat from which it was first asked, see `Chat.place`; None: a private one."""


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Choose for myself, in words such as `theme=dark`."""

    words: Words
    place: str | None = None
    """As in `ShowSettings`."""


@dataclass(frozen=True, slots=True)
class ChangeChat:
    """Choose for a chat, in words such as `challengers=nobody`."""

    place: str
    words: Words


@dataclass(frozen=True, slots=True)
class BlockPlayer:
    """Keep somebody's challenges away from me, or let them through again."""

    player: PlayerId
    on: bool
    place: str | None = None
    """As in `ShowSettings`, if it was pressed there."""


@dataclass(frozen=True, slots=True)
class VerifyDeal:
    """Show how a match was dealt: its seal, and after its end all of it."""

    match: MatchId | None


@dataclass(frozen=True, slots=True)
class Replay:
    """Go through a match again, or through a record that I have brought along."""

    match: MatchId | None
    """Its code, or the id of the record."""
    at: int
    """Which position: 1 is the deal; 0 opens the replay in a message of its own."""


@dataclass(frozen=True, slots=True)
class ReplayBoth:
    """Go through a finished match of mine again, with what each of us hid from the other."""

    match: MatchId
    at: int
    """As of `Replay`."""


@dataclass(frozen=True, slots=True)
class MakeClip:
    """Show a whole finished match as an animation."""

    match: MatchId
    """Its code, or the id of a record."""


@dataclass(frozen=True, slots=True)
class ExportMatch:
    """Give me a finished match as a text file."""

    match: MatchId | None


@dataclass(frozen=True, slots=True)
class ImportRecord:
    """Read a record that I have brought along: a file, or what was typed, in UTF-8."""

    data: bytes


MatchRequest = (
    AcceptChallenge
    | DeclineChallenge
    | CancelChallenge
    | CallRobot
    | Choose
    | TypeMove
    | ShowBoard
    | ShowHand
    | OpenMatch
    | MatchLesson
    | Resign
    | OfferDraw
    | AcceptDraw
    | DeclineDraw
    | WithdrawDraw
    | RequestTakeback
    | AcceptTakeback
    | DeclineTakeback
    | ClaimWin
    | ClaimDraw
    | KeepWaiting
    | GiveTime
    | OfferRematch
    | VerifyDeal
    | WatchRequest
    | Replay
    | ReplayBoth
    | MakeClip
    | ExportMatch
    | TalkOfMatch
)
Request = (
    Help
    | ShowRules
    | OfferChallenge
    | BuilderRequest
    | InboxRequest
    | Dismiss
    | ShowProfile
    | ShowLeaderboard
    | ShowToAll
    | AccountRequest
    | ShowSettings
    | ChangeSettings
    | ChangeChat
    | BlockPlayer
    | PuzzleRequest
    | SeekRequest
    | ShowRunning
    | GuideRequest
    | TalkRequest
    | MatchRequest
    | TellAway
    | ImportRecord
    | TournamentRequest
    | InvalidPayload
    | InvalidCommand
)
AtPlace = ShowSettings | ChangeSettings | ChangeChat | BlockPlayer | ModerationRequest | EndTournament
"""Requests about a chat, or made in one, that need not be the one where they were pressed."""


def match_of(request: Request) -> MatchId | None:
    """The match that a request names, if it names one."""
    return request.match if isinstance(request, MatchRequest) else None


def place_of(request: Request) -> str | None:
    """The chat that a request names as its place, if it names one."""
    return request.place if isinstance(request, AtPlace) else None
