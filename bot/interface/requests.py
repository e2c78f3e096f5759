"""What a person may ask to play, to learn, and of other players; in the order of the menu of commands."""

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
"""The opponent of a request that names the robot, or the bot itself; its house rules tell the level."""

# Challenges


@request("offer", command="/play [game] [opponent] [house_rules]")
class OfferChallenge(AboutGame, ForManagers):
    """Challenge somebody, or everybody who sees it."""

    game: str
    opponent: str | None
    """The platform's id of the person, or their name as it was typed."""
    house_rules: Words
    """As `target=30`."""


@request("pick")
class PickGame(BuilderRequest):
    """Challenge somebody: to which game?"""

    opponent: str | None
    """The platform's id of the person; None: asked afterwards."""


@request("whom")
class PickOpponent(AboutGame, BuilderRequest):
    """Challenge to this game: whom?"""

    game: str


@request("robot")
class PickRobot(AboutGame, BuilderRequest):
    """Play against the robot: which game, at which level?"""

    game: str | None


@request("b")
class BuildChallenge(AboutGame, BuilderRequest, ForManagers):
    """Show a challenge as it is put together so far, ask for a part of it, or send it.

    All that is chosen stands in the buttons.
    """

    owner: str
    """The beginning of the id of the player who puts it together: nobody else can press it."""
    game: str
    against: str | None
    """The platform's id of a person, or the robot with its level, as `robot3`; None: anyone."""
    words: Words
    """The terms that are not the usual ones, as short as they can be typed."""
    page: int
    """What to show or to do: one of the pages below."""


OVERVIEW, WHICH_GAME, AGAINST_WHOM, SEND, BACK, TERMS = range(6)
"""The pages; `BACK` is the overview, for no two buttons of a message may be the same. From `TERMS` on, there
is one for each term of a match of the game, in their order."""


def with_person(request: BuildChallenge, person: str) -> BuildChallenge:
    """What a menu of people asks when somebody is picked: the overview, with them as the opponent."""
    return replace(request, against=person, page=OVERVIEW)


@request("ok", command="/join CODE [own_words]")
class AcceptChallenge(OnBoards):
    """Take a challenge, by its button or by its code; plain words of one's own go into the deal."""

    phases = ("challenge",)
    match: MatchId
    own_words: str = field(default="", kw_only=True)


@request("no")
class DeclineChallenge(OnBoards):
    """Refuse a challenge."""

    match: MatchId


@request("cancel")
class CancelChallenge(OnBoards):
    """Take the own challenge back."""

    match: MatchId


@request("call")
class CallRobot(OnBoards):
    """Let the robot take one's own challenge, also one that names an opponent."""

    match: MatchId
    level: int


# Opponents whom one does not know


@request("seek", command="/seek [game] [house_rules] [rating]")
class SeekOpponent(AboutGame):
    """Find me an opponent: a match begins with somebody who looks for the same."""

    game: str
    words: Words
    """House rules and the like, as `target=30`, and a range of ratings, as `1400-1600`."""


@request("lobby")
class ShowSeeks(Request):
    """Who looks for an opponent?"""


@request("meet")
class TakeSeek(Request):
    """Play with somebody who looks for an opponent."""

    game: str
    seek: str
    """Its id."""


@request("noseek")
class WithdrawSeek(Request):
    """Look for no opponent in a game any more."""

    game: str


# The board


@request("board", command="/board [match]")
class ShowBoard(MatchRequest):
    """Show the board here, afresh."""

    match: MatchId | None


@request("open")
class OpenMatch(MatchRequest):
    """Show me a match as I may see it: in a private chat its board, elsewhere for my eyes alone."""

    match: MatchId
    again: bool = False
    """Asked for on my view of another match, which it takes the place of."""


@request("table")
class OpenTable(MatchRequest):
    """Show me this match on a page of its own."""

    match: MatchId


@request("watch", command="/watch [match]")
class Watch(MatchRequest):
    """Keep a board of this match up to date in my private chat."""

    phases = ()
    match: MatchId


@request("unwatch")
class Unwatch(MatchRequest):
    """Do so no more."""

    match: MatchId


@request("runs")
class ShowRunning(Request):
    """What runs in this chat? In a private one: what do I watch?"""


@request("hand", command="/hand [match]")
class ShowHand(MatchRequest):
    """Show me my own view, privately."""

    match: MatchId | None


# Moves


@request("c")
class Choose(MatchAction, OnBoards):
    """A button of a board: the words chosen so far; with a whole move they play it."""

    match: MatchId
    version: int
    """That of the match when the button was shown."""
    words: Words
    final: bool
    """The words are to be played as they stand, though longer moves begin with them."""
    page: int
    """Which page of the choices to show, from 0."""


@request("move", command="/move WORDS [match]")
class TypeMove(MatchAction):
    """A move typed in notation."""

    words: Words
    match: MatchId | None


@request("hint", command="/hint [match]")
class AskHint(MatchRequest):
    """Which move would the robot play in my place, and why?"""

    match: MatchId | None


@request("review", command="/review [match]")
class AskReview(MatchRequest):
    """What did each of my moves in a finished match cost?"""

    phases = ("over",)
    match: MatchId | None
    again: bool = False
    """Asked below a review that was not ready: the answer takes its place."""


# Ends


@request("resign", command="/resign [match]")
class Resign(MatchAction):
    """Resign; asked once more before it counts."""

    action = actions.Resign
    match: MatchId | None
    sure: bool = False


@request("draw", command="/draw [match]")
class OfferDraw(MatchAction):
    """Offer a draw, or accept the one that is offered."""

    action = actions.OfferDraw
    match: MatchId | None


@request("agree")
class AcceptDraw(MatchAction, OnBoards):
    """Agree to the draw that is offered."""

    action = actions.AcceptDraw
    match: MatchId


@request("nodraw")
class DeclineDraw(MatchAction, OnBoards):
    """Turn down the offered draw."""

    action = actions.DeclineDraw
    match: MatchId


@request("undraw")
class WithdrawDraw(MatchAction, OnBoards):
    """Take my own draw offer back."""

    action = actions.WithdrawDraw
    match: MatchId


@request("back", command="/takeback [match]")
class RequestTakeback(MatchAction):
    """Ask to take back my last move."""

    action = actions.RequestTakeback
    match: MatchId | None


@request("letback")
class AcceptTakeback(MatchAction, OnBoards):
    """Let the opponent take their last move back."""

    action = actions.AcceptTakeback
    match: MatchId


@request("noback")
class DeclineTakeback(MatchAction, OnBoards):
    """The opponent's last move stands."""

    action = actions.DeclineTakeback
    match: MatchId


# Time


@request("away", command="/away [first_day] [last_day]")
class TellAway(Request):
    """I am away from one day to another; `off`: I am back; nothing: what do you know of it?"""

    words: Words = ()


@request("give", command="/more_time [match]")
class GiveTime(MatchAction, OnBoards):
    """Let my opponent think longer."""

    action = actions.GiveTime
    match: MatchId | None


@request("win")
class ClaimWin(MatchAction, OnBoards):
    """Win, because the opponent's time is up."""

    action = actions.ClaimWin
    match: MatchId


@request("even")
class ClaimDraw(MatchAction, OnBoards):
    """Call the match a draw, because the opponent's time is up."""

    action = actions.ClaimDraw
    match: MatchId


@request("wait")
class KeepWaiting(MatchAction, OnBoards):
    """The opponent's time is up, and they shall have more of it."""

    action = actions.ClaimWin
    match: MatchId


# After a match


@request("again", command="/rematch [match]")
class OfferRematch(MatchRequest, ForManagers):
    """The same again with swapped seats."""

    phases = ("over",)
    match: MatchId | None


# Messages between players


@request("words", command="/say [phrase] [match]")
class SayWords(MatchRequest):
    """Send a message of my own to my opponent."""

    phases = ()
    words: Words
    match: MatchId | None


@request("phrases")
class ShowPhrases(MatchRequest):
    """What can I say to my opponent by a button?"""

    phases = ()
    match: MatchId | None


@request("say")
class SayPhrase(MatchRequest):
    """Say a set phrase to my opponent: each reads it in their own language."""

    match: MatchId
    phrase: str
    """Its key, as `bot.domain.talking` lists them."""


@request("mute")
class MutePlayer(Request):
    """Bring me no more messages of somebody, or bring them again."""

    player: PlayerId
    on: bool


@request("report")
class ReportRemark(Request):
    """Show the host and the admins of the chat what was said to me; asked once more before it counts."""

    remark: str
    """Its id."""
    sure: bool


# Lists of one's matches


@request("list", command="/matches [show]")
class ListMatches(Showable):
    """Which matches am I in?"""


@request("inbox")
class ShowInbox(Request):
    """Turn to a page of my matches, asked for on another one of them."""

    page: int
    """Counted from 1."""


@request("past", command="/history")
class ShowHistory(Request):
    """Which matches have I finished?"""

    page: int = 0
    """Counted from 1; 0 opens the list in a message of its own."""


@request()
class ShowMatchWith(Request):
    """Show here the match that I am in with somebody."""

    person: str
    """The platform's id of the person; `ROBOT`."""


# Learning to play


@request("rules", command="/rules [game] [show]")
class ShowRules(AboutGame, Showable):
    """How is it played? Without a game: which games are there?"""

    game: str | None
    page: int = 0
    """Counted from 1; 0 opens the rules at their first page in a message of their own."""


@request("learn", command="/learn [game]")
class ShowLesson(Request):
    """Teach me a game: a position, and one thing to do there."""

    game: str | None
    """None: which games can be learned?"""
    step: int = 1
    """Which position, from 1. 0: the first, in a message of its own: what is pressed is a board."""


@request("l")
class AnswerLesson(Request):
    """A button of a lesson: as `AnswerPuzzle`."""

    game: str
    step: int
    words: Words
    final: bool
    page: int


@request("signs")
class ShowLegend(Request):
    """What do the signs in the pictures of a game mean?"""

    game: str


@request("puzzle", command="/puzzle [game]")
class ShowPuzzle(AboutGame):
    """Which move is best here?"""

    game: str | None
    """Of one game only; None: of any."""
    after: str | None = None
    """The code of the puzzle that it takes the place of; None: anywhere in the row."""


@request("p")
class AnswerPuzzle(Request):
    """A button of a puzzle: the words chosen so far; a whole move is the answer."""

    puzzle: str
    game: str | None
    """As in `ShowPuzzle`: which ones are to follow."""
    words: Words
    final: bool
    """The words are the answer as they stand, though longer moves begin with them."""
    page: int
    """Which page of the choices to show, from 0."""


@request("solve")
class SolvePuzzle(Request):
    """I give up: what is the best move?"""

    puzzle: str
    game: str | None
    """As in `AnswerPuzzle`."""


# Matches of before


@request("verify", command="/verify MATCH")
class VerifyDeal(MatchRequest):
    """Show how a match was dealt: its seal, and after its end all of it."""

    phases = ("challenge", "running", "over")
    match: MatchId | None


@request("replay", command="/replay [match]")
class Replay(MatchRequest):
    """Go through a match again, or through a record that I have brought along."""

    phases = ("running", "over")
    match: MatchId | None
    """Its code, or the id of the record."""
    at: int = 0
    """Which position: 1 is the deal; 0 opens the replay in a message of its own."""


@request("both")
class ReplayBoth(MatchRequest):
    """Go through a finished match of mine again, with what each of us hid from the other."""

    match: MatchId
    at: int
    """As of `Replay`."""


@request("ply")
class ShowPly(MatchRequest):
    """What stood after this ply of a match? The replay opens there, in a message of its own."""

    phases = ("running", "over")
    match: MatchId | None
    number: int
    """Of the ply, from 1."""


@request()
class ReplayFrom(MatchRequest):
    """Go through a match again from where one of its boards stands, in a message of its own."""

    match: MatchId
    version: int | None
    """Of the match on that board; None: the board does not say."""
    message: str
    """The platform's id of the message that shows it."""


@request("clip")
class MakeClip(MatchRequest):
    """Show a whole finished match as an animation."""

    match: MatchId
    """Its code, or the id of a record."""


@request("record", command="/export [match]")
class ExportMatch(MatchRequest):
    """Give me a finished match as a text file."""

    phases = ("over",)
    match: MatchId | None


@request(command="/import [record]")
class ImportRecord(Request):
    """Read a record that I have brought along: a file, or what was typed, in UTF-8."""

    data: bytes


# People


@request("who", command="/profile [person]")
class ShowProfile(Request):
    """How well does somebody play?"""

    person: str | None
    """The platform's id of the person, or their name as it was typed; None: I myself."""


@request("top", command="/leaderboard [game] [where] [show]")
class ShowLeaderboard(AboutGame, Showable):
    """Who plays a game best?"""

    game: str | None
    """None: the one that I played last."""
    everywhere: bool
    """In all chats, not in this one alone."""
    again: bool = False
    """Asked for on a leaderboard, which it takes the place of."""


@request()
class ShowToAll(Request):
    """Show something to all who are here; in a private chat, as if it was asked for itself."""

    what: Showable
