"""Requests about matches, learning and other players, in the order of the command menu."""

from __future__ import annotations

from dataclasses import field, replace

from bot.interface.registry import (
    AboutGame,
    BuilderRequest,
    ForManagers,
    MatchAction,
    MatchRequest,
    OnBoards,
    Request,
    Showable,
    request,
)
from games import actions
from games.events import MatchId, PlayerId
from games.words import Words

ROBOT = "robot"
"""The opponent in a request that names the robot or the bot; the level is among the house rules."""

# Challenges


@request("offer", command="/play [game] [opponent] [house_rules]")
class OfferChallenge(AboutGame, ForManagers):
    """Challenge a person, or anyone who sees the challenge."""

    game: str
    opponent: str | None
    """The platform's id of the person, or their name as typed; None for anyone."""
    house_rules: Words
    """Such as `target=30`."""


@request("pick")
class PickGame(BuilderRequest):
    """Ask for the game of a challenge."""

    opponent: str | None
    """The platform's id of the person; None to ask next."""


@request("whom")
class PickOpponent(AboutGame, BuilderRequest):
    """Ask for the opponent of a challenge."""

    game: str


@request("robot")
class PickRobot(AboutGame, BuilderRequest):
    """Ask for the game and level of a match against the robot."""

    game: str | None


@request("b")
class BuildChallenge(AboutGame, BuilderRequest, ForManagers):
    """Show the challenge being built, ask for a part of it, or send it.

    All choices are stored in the buttons.
    """

    owner: str
    """Prefix of the player id of the builder; nobody else can press the buttons."""
    game: str
    against: str | None
    """The platform's id of a person, or the robot with its level, such as `robot3`; None for anyone."""
    words: Words
    """The terms that differ from the defaults, in their shortest form."""
    page: int
    """The page to show or the action: one of the values below."""


OVERVIEW, WHICH_GAME, AGAINST_WHOM, SEND, BACK, TERMS = range(6)
"""The pages. `BACK` is the overview, as the buttons of a message must differ. From `TERMS` on there is a page
for each term of the game, in their order."""


def with_person(request: BuildChallenge, person: str) -> BuildChallenge:
    """The request of a menu of people when a person is picked: the overview, with them as the opponent."""
    return replace(request, against=person, page=OVERVIEW)


@request("ok", command="/join CODE [own_words]")
class AcceptChallenge(OnBoards):
    """Accept a challenge by its button or its code; optional plain words go into the deal."""

    phases = ("challenge",)
    match: MatchId
    own_words: str = field(default="", kw_only=True)


@request("no")
class DeclineChallenge(OnBoards):
    """Decline a challenge."""

    match: MatchId


@request("cancel")
class CancelChallenge(OnBoards):
    """Withdraw one's own challenge."""

    match: MatchId


@request("call")
class CallRobot(OnBoards):
    """Let the robot accept one's own challenge, even one that names an opponent."""

    match: MatchId
    level: int


# Unknown opponents


@request("seek", command="/seek [game] [house_rules] [rating]")
class SeekOpponent(AboutGame):
    """Find an opponent: start a match with a player whose seek fits, or store a seek."""

    game: str
    words: Words
    """Terms such as `target=30`, and a range of ratings such as `1400-1600`."""


@request("lobby")
class ShowSeeks(Request):
    """List the open seeks."""


@request("meet")
class TakeSeek(Request):
    """Start a match from another player's seek."""

    game: str
    seek: str
    """The id of the seek."""


@request("noseek")
class WithdrawSeek(Request):
    """Withdraw one's own seek in a game."""

    game: str


# The board


@request("board", command="/board [match]")
class ShowBoard(MatchRequest):
    """Post a fresh board here."""

    match: MatchId | None


@request("open")
class OpenMatch(MatchRequest):
    """Show the person's view of a match: its board in a private chat, elsewhere a private note."""

    match: MatchId
    again: bool = False
    """Replaces the view of another match, on which it was pressed."""


@request("table")
class OpenTable(MatchRequest):
    """Open this match on a web page."""

    match: MatchId


@request("watch", command="/watch [match]")
class Watch(MatchRequest):
    """Keep a board of this match up to date in the private chat."""

    phases = ()
    match: MatchId


@request("unwatch")
class Unwatch(MatchRequest):
    """Stop watching this match."""

    match: MatchId


@request("runs")
class ShowRunning(Request):
    """List the running matches of this chat; in a private chat, the watched ones."""


@request("hand", command="/hand [match]")
class ShowHand(MatchRequest):
    """Show the player's own view privately."""

    match: MatchId | None


# Moves


@request("c")
class Choose(MatchAction, OnBoards):
    """Choose words of a move by a button of a board; a whole move is played."""

    match: MatchId
    version: int
    """Version of the match when the button was shown."""
    words: Words
    final: bool
    """Whether to play the words as they are, even if longer moves begin with them."""
    page: int
    """The page of the choices, from 0."""


@request("move", command="/move WORDS [match]")
class TypeMove(MatchAction):
    """Play a move typed in notation."""

    words: Words
    match: MatchId | None


@request("hint", command="/hint [match]")
class AskHint(MatchRequest):
    """Show the move that the robot would play in the player's place, and its reasons."""

    match: MatchId | None


@request("review", command="/review [match]")
class AskReview(MatchRequest):
    """Show the cost of each of the player's moves in a finished match."""

    phases = ("over",)
    match: MatchId | None
    again: bool = False
    """Replaces the message saying that the review was not ready, on which it was pressed."""


# Ends


@request("resign", command="/resign [match]")
class Resign(MatchAction):
    """Resign, after a confirmation."""

    action = actions.Resign
    match: MatchId | None
    sure: bool = False


@request("draw", command="/draw [match]")
class OfferDraw(MatchAction):
    """Offer a draw, or accept the opponent's offer."""

    action = actions.OfferDraw
    match: MatchId | None


@request("agree")
class AcceptDraw(MatchAction, OnBoards):
    """Accept the offered draw."""

    action = actions.AcceptDraw
    match: MatchId


@request("nodraw")
class DeclineDraw(MatchAction, OnBoards):
    """Decline the offered draw."""

    action = actions.DeclineDraw
    match: MatchId


@request("undraw")
class WithdrawDraw(MatchAction, OnBoards):
    """Withdraw one's own draw offer."""

    action = actions.WithdrawDraw
    match: MatchId


@request("back", command="/takeback [match]")
class RequestTakeback(MatchAction):
    """Ask to take back one's own last move."""

    action = actions.RequestTakeback
    match: MatchId | None


@request("letback")
class AcceptTakeback(MatchAction, OnBoards):
    """Let the opponent take their last move back."""

    action = actions.AcceptTakeback
    match: MatchId


@request("noback")
class DeclineTakeback(MatchAction, OnBoards):
    """Decline to let the opponent take their last move back."""

    action = actions.DeclineTakeback
    match: MatchId


# Time


@request("away", command="/away [first_day] [last_day]")
class TellAway(Request):
    """Enter an absence by its first and last day, end absences (`off`), or show them (no words)."""

    words: Words = ()


@request("give", command="/more_time [match]")
class GiveTime(MatchAction, OnBoards):
    """Give the opponent more time."""

    action = actions.GiveTime
    match: MatchId | None


@request("win")
class ClaimWin(MatchAction, OnBoards):
    """Claim a win because the opponent's time is up."""

    action = actions.ClaimWin
    match: MatchId


@request("even")
class ClaimDraw(MatchAction, OnBoards):
    """Claim a draw because the opponent's time is up."""

    action = actions.ClaimDraw
    match: MatchId


@request("wait")
class KeepWaiting(MatchAction, OnBoards):
    """Keep waiting for an opponent whose time is up."""

    action = actions.ClaimWin
    match: MatchId


# After a match


@request("again", command="/rematch [match]")
class OfferRematch(MatchRequest, ForManagers):
    """Challenge the opponent to the same match with swapped seats."""

    phases = ("over",)
    match: MatchId | None


# Messages between players


@request("words", command="/say [phrase] [match]")
class SayWords(MatchRequest):
    """Send free text to the opponent."""

    phases = ()
    words: Words
    match: MatchId | None


@request("phrases")
class ShowPhrases(MatchRequest):
    """Show the set phrases as buttons."""

    phases = ()
    match: MatchId | None


@request("say")
class SayPhrase(MatchRequest):
    """Send a set phrase to the opponent, who reads it in their own language."""

    match: MatchId
    phrase: str
    """A key of `bot.domain.remarks.PHRASES`."""


@request("mute")
class MutePlayer(Request):
    """Mute or unmute another player's messages."""

    player: PlayerId
    on: bool


@request("report")
class ReportRemark(Request):
    """Report a received message to the host and the admins of the chat, after a confirmation."""

    remark: str
    """The id of the message."""
    sure: bool


# Lists of one's matches


@request("list", command="/matches [show]")
class ListMatches(Showable):
    """List the person's matches."""


@request("inbox")
class ShowInbox(Request):
    """Turn to another page of the person's matches."""

    page: int
    """Counted from 1."""


@request("past", command="/history")
class ShowHistory(Request):
    """List the person's finished matches."""

    page: int = 0
    """Counted from 1; 0 opens the list in a new message."""


@request()
class ShowMatchWith(Request):
    """Show the match with a certain opponent here."""

    person: str
    """The platform's id of the opponent, or `ROBOT`."""


# Learning to play


@request("rules", command="/rules [game] [show]")
class ShowRules(AboutGame, Showable):
    """Show the rules of a game; without a game, list all games."""

    game: str | None
    page: int = 0
    """Counted from 1; 0 opens the first page in a new message."""


@request("learn", command="/learn [game]")
class ShowLesson(Request):
    """Show a step of the guided first game: a position and its task."""

    game: str | None
    """None to list the games with a guided first game."""
    step: int = 1
    """The step, from 1; 0 opens the first one in a new message, as the pressed one is a board."""


@request("l")
class AnswerLesson(Request):
    """Answer a lesson by a button, like `AnswerPuzzle`."""

    game: str
    step: int
    words: Words
    final: bool
    page: int


@request("signs")
class ShowLegend(Request):
    """Explain the symbols in the pictures of a game."""

    game: str


@request("puzzle", command="/puzzle [game]")
class ShowPuzzle(AboutGame):
    """Show a puzzle."""

    game: str | None
    """None for any game."""
    after: str | None = None
    """The code of the puzzle that it replaces; None to start anywhere in the order."""


@request("p")
class AnswerPuzzle(Request):
    """Choose words of a move by a button of a puzzle; a whole move is the answer."""

    puzzle: str
    game: str | None
    """The game of the puzzles that follow, as in `ShowPuzzle`."""
    words: Words
    final: bool
    """Whether the words are the answer as they are, even if longer moves begin with them."""
    page: int
    """The page of the choices, from 0."""


@request("solve")
class SolvePuzzle(Request):
    """Give up and show the best move."""

    puzzle: str
    game: str | None
    """As in `AnswerPuzzle`."""


# Past matches


@request("verify", command="/verify MATCH")
class VerifyDeal(MatchRequest):
    """Show how a match was dealt: its seal and, after the end, all secrets."""

    phases = ("challenge", "running", "over")
    match: MatchId | None


@request("replay", command="/replay [match]")
class Replay(MatchRequest):
    """Replay a match or an imported record."""

    phases = ("running", "over")
    match: MatchId | None
    """The code of the match, or the id of the record."""
    at: int = 0
    """The position; 1 is the deal, 0 opens the replay in a new message."""


@request("both")
class ReplayBoth(MatchRequest):
    """Replay one's own finished match with the secrets of both players."""

    match: MatchId
    at: int
    """As in `Replay`."""


@request("ply")
class ShowPly(MatchRequest):
    """Open the replay after a certain ply, in a new message."""

    phases = ("running", "over")
    match: MatchId | None
    number: int
    """Number of the ply, from 1."""


@request()
class ReplayFrom(MatchRequest):
    """Open the replay at the position of one of the match's boards, in a new message."""

    match: MatchId
    version: int | None
    """Version of the match on that board; None if unknown."""
    message: str
    """The platform's id of the message with the board."""


@request("clip")
class MakeClip(MatchRequest):
    """Show a finished match as an animation."""

    match: MatchId
    """The code of the match, or the id of a record."""


@request("record", command="/export [match]")
class ExportMatch(MatchRequest):
    """Export a finished match as a text file."""

    phases = ("over",)
    match: MatchId | None


@request(command="/import [record]")
class ImportRecord(Request):
    """Import a record: a file, or typed text in UTF-8."""

    data: bytes


# People


@request("who", command="/profile [person]")
class ShowProfile(Request):
    """Show a player's profile."""

    person: str | None
    """The platform's id of the person, or their name as typed; None for oneself."""


@request("top", command="/leaderboard [game] [where] [show]")
class ShowLeaderboard(AboutGame, Showable):
    """Show the best players of a game."""

    game: str | None
    """None for the one that the person played last."""
    everywhere: bool
    """All chats instead of this one."""
    again: bool = False
    """Replaces the leaderboard on which it was pressed."""


@request()
class ShowToAll(Request):
    """Show an answer to the whole chat; in a private chat, the same as the inner request."""

    what: Showable
