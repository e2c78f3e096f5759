"""Requests about matches and about learning, in the order of the command menu."""

from __future__ import annotations

from dataclasses import field

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

BY_LINK = "link"
"""The opponent in a request for a challenge that somebody without an account accepts by a link."""

# Challenges


@request("offer", command="/play [game] [opponent] [house_rules]")
class OfferChallenge(AboutGame, ForManagers):
    game: str
    opponent: str | None
    """The platform's id of the person, or their name as typed; None for anyone."""
    house_rules: Words
    """Such as `target=30`."""


@request("pick")
class PickGame(BuilderRequest):
    opponent: str | None
    """The platform's id of the person; None to ask next."""


@request("whom")
class PickOpponent(AboutGame, BuilderRequest):
    game: str


@request("robot")
class PickRobot(AboutGame, BuilderRequest):
    game: str | None
    level: str = field(default="", kw_only=True)  # as typed; "" for the usual one


@request("b")
class BuildChallenge(AboutGame, BuilderRequest, ForManagers):
    """Show the challenge being built, ask for a part of it, or send it; the buttons store all choices."""

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
"""The pages. `BACK` is the overview by another name; from `TERMS` on, each term of a game has a page."""


@request("ok", command="/join CODE [own_words]")
class AcceptChallenge(OnBoards):
    """Accept a challenge by its button or its code; optional plain words go into the deal."""

    phases = ("challenge",)
    match: MatchId
    own_words: str = field(default="", kw_only=True)


@request("join")
class AcceptListed(MatchRequest):
    """Accept a challenge by its button in a list of what goes on in a chat, which is no board."""

    match: MatchId


@request("no")
class DeclineChallenge(OnBoards):
    match: MatchId


@request("cancel")
class CancelChallenge(OnBoards):
    match: MatchId


@request("call")
class CallRobot(OnBoards):
    """Let the robot accept one's own challenge, even one that names an opponent."""

    match: MatchId
    level: int
    """0: as the challenger's results suggest."""


@request("pair", command="/pair ONE OTHER GAME [house_rules]")
class ProposeMatch(AboutGame, ForManagers):
    """Propose a match between two others."""

    one: str
    """The platform's id of a person, or their name as typed."""
    other: str
    game: str
    house_rules: Words


@request("pr")
class AgreeToMatch(AboutGame):
    """Agree to a proposed match: the first one challenges the other, who accepts."""

    code: MatchId
    """The id that the match will have."""
    game: str
    people: Words
    """The accounts of the two, see `bot.domain.proposals.short`."""
    terms: Words


@request("np")
class RefuseMatch(AboutGame):
    code: MatchId
    game: str
    people: Words
    terms: Words


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
    game: str
    seek: str


@request("noseek")
class WithdrawSeek(Request):
    game: str


# The board


@request("board", command="/board [match]")
class ShowBoard(MatchRequest):
    match: MatchId | None


@request("open")
class OpenMatch(MatchRequest):
    """Show the person's view of a match: its board in a private chat, elsewhere a private note."""

    match: MatchId
    again: bool = False
    """Replaces the view of another match, on which it was pressed."""


@request("more")
class ShowMore(MatchRequest):
    """Show to the person alone what is not on the board of a match, and the rarer actions."""

    match: MatchId | None


@request("table")
class OpenPage(MatchRequest):
    match: MatchId | None


@request("watch", command="/watch [match]")
class Watch(MatchRequest):
    phases = ()
    match: MatchId


@request("stand", command="/standing")
class KeepStanding(ForManagers):
    """Post a message in this chat that lists what goes on there, and keep it up to date; or stop that."""

    on: bool = True


@request("unwatch")
class Unwatch(MatchRequest):
    match: MatchId


@request("runs")
class ShowRunning(Request):
    """List the running matches of this chat; in a private chat, the watched ones."""


@request("hand", command="/hand [match]")
class ShowHand(MatchRequest):
    match: MatchId | None


@request("side")
class TakeSide(OnBoards):  # the channel accepts a challenge, or a person joins its team
    match: MatchId


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
    words: Words
    match: MatchId | None
    aside: bool = field(default=False, kw_only=True)
    """Whether it was said among people, not to the bot: it counts only if it can be meant as a move there."""


@request("if", command="/if [line] [match]")
class PlanMoves(MatchRequest):
    """Show what the player has planned for the opponent's moves, add a line to it, or drop all of it.

    In games that hide nothing; nobody else learns of it. A planned answer is played at once.
    """

    words: Words
    """A line as typed, its plies separated by commas; `off` drops all lines, () shows them."""
    match: MatchId | None


@request("then")
class ChoosePlanned(MatchRequest):
    """Choose words of the next ply in a plan by a button; a whole ply is kept."""

    match: MatchId
    version: int
    """Version of the match when the button was shown."""
    place: str | None
    """The place in the plan, as `bot.domain.plans.key_of` names it; None for its root."""
    words: Words
    final: bool
    page: int


@request("unplan")
class DropPlanned(MatchRequest):
    """Drop a place of a plan and all that follows it."""

    match: MatchId
    place: str | None


POSITION = "position"
"""What asks for the whole position, in every game."""


@request("where", command="/where [question] [match]")
class AskWhere(MatchRequest):
    """Ask where something lies, or what lies somewhere, as the player or a spectator sees it."""

    words: Words
    """Such as `4`, `part 7` or `POSITION`; () asks what can be asked."""
    match: MatchId | None


@request("hint", command="/hint [match]")
class AskHint(MatchRequest):
    match: MatchId | None


@request("review", command="/review [match]")
class AskReview(MatchRequest):
    phases = ("over",)
    match: MatchId | None
    again: bool = False
    """Replaces the message saying that the review was not ready, on which it was pressed."""


@request("moment")
class ShowMoment(MatchRequest):
    """Show the position before a move of one's own that a review has found a better one for."""

    match: MatchId
    number: int
    """Number of the ply, as in replays."""
    onward: bool
    """Replaces the page of another move, on which it was pressed."""


@request("resign", command="/resign [match]")
class Resign(MatchAction):
    action = actions.Resign
    match: MatchId | None
    sure: bool = False


@request("layopen")
class LayOpen(MatchAction):
    """Let everybody see what was hidden in a finished match, as soon as both players want that."""

    match: MatchId | None
    sure: bool = False


@request("draw", command="/draw [match]")
class OfferDraw(MatchAction):
    action = actions.OfferDraw
    match: MatchId | None


@request("agree")
class AcceptDraw(MatchAction, OnBoards):
    action = actions.AcceptDraw
    match: MatchId


@request("nodraw")
class DeclineDraw(MatchAction, OnBoards):
    action = actions.DeclineDraw
    match: MatchId


@request("undraw")
class WithdrawDraw(MatchAction):
    action = actions.WithdrawDraw
    match: MatchId


@request("back", command="/takeback [match]")
class RequestTakeback(MatchAction):
    action = actions.RequestTakeback
    match: MatchId | None


@request("letback")
class AcceptTakeback(MatchAction, OnBoards):
    action = actions.AcceptTakeback
    match: MatchId


@request("noback")
class DeclineTakeback(MatchAction, OnBoards):
    action = actions.DeclineTakeback
    match: MatchId


@request("away", command="/away [first_day] [last_day]")
class TellAway(Request):
    """Enter an absence by its first and last day, end absences (`off`), or show them (no words)."""

    words: Words = ()


@request("give", command="/more_time [match]")
class GiveTime(MatchAction):
    action = actions.GiveTime
    match: MatchId | None


@request("win")
class ClaimWin(MatchAction, OnBoards):
    action = actions.ClaimWin
    match: MatchId


@request("even")
class ClaimDraw(MatchAction, OnBoards):
    action = actions.ClaimDraw
    match: MatchId


@request("wait")
class KeepWaiting(MatchAction, OnBoards):
    action = actions.ClaimWin
    match: MatchId


@request("again", command="/rematch [match]")
class OfferRematch(MatchRequest, ForManagers):
    phases = ("over",)
    match: MatchId | None


# Messages between players


@request("words", command="/say [phrase] [match]")
class SayWords(MatchRequest):
    phases = ()
    words: Words
    match: MatchId | None


@request("phrases")
class ShowPhrases(MatchRequest):
    phases = ()
    match: MatchId | None


@request("say")
class SayPhrase(MatchRequest):
    match: MatchId
    phrase: str
    """A key of `bot.domain.remarks.PHRASES`."""


@request("mute")
class MutePlayer(Request):
    player: PlayerId
    on: bool


@request("report")
class ReportRemark(Request):
    remark: str
    sure: bool


# Lists of one's matches


@request("list", command="/matches [show]")
class ListMatches(Showable):
    """List the person's matches."""


@request("inbox")
class ShowInbox(Request):
    page: int


@request("past", command="/history")
class ShowHistory(Request):
    page: int = 0
    """Counted from 1; 0 opens the list in a new message."""


@request()
class ShowMatchWith(Request):
    person: str
    """The platform's id of the opponent, or `ROBOT`."""


# Learning to play


@request("rules", command="/rules [game] [show]")
class ShowRules(AboutGame, Showable):
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
    game: str
    step: int
    words: Words
    final: bool
    page: int


@request("signs")
class ShowLegend(Request):
    game: str


@request("puzzle", command="/puzzle [game]")
class ShowPuzzle(AboutGame):
    game: str | None
    after: str | None = None
    """The code of the puzzle that it replaces; None to start anywhere in the order."""


@request("p")
class AnswerPuzzle(Request):
    """Choose words of a move by a button of a puzzle; a whole move is the answer."""

    puzzle: str
    game: str | None
    words: Words
    final: bool
    page: int


WordByWord = Choose | AnswerLesson | AnswerPuzzle
"""Requests that choose a move word by word."""


@request("solve")
class SolvePuzzle(Request):
    puzzle: str
    game: str | None


@request("line")
class WatchSolution(Request):
    """Show the solution of a puzzle as a clip."""

    puzzle: str


@request("named")
class BeNamed(Request):
    """Choose whether chats may name one among those who solved a puzzle of the day."""

    on: bool


# Past matches


@request("verify", command="/verify MATCH")
class VerifyDeal(MatchRequest):
    phases = ("challenge", "running", "over")
    match: MatchId | None


@request("replay", command="/replay [match]")
class Replay(MatchRequest):
    phases = ("running", "over")
    match: MatchId | None
    """The code of the match, or the id of the record."""
    at: int = 0
    """The position; 1 is the deal, 0 opens the replay in a new message."""


@request("both")
class ReplayBoth(MatchRequest):
    match: MatchId
    at: int


@request("ways")
class ReplayMore(MatchRequest):
    """Show a position with the controls that are used less."""

    match: MatchId
    at: int
    both: bool


@request("ply")
class ShowPly(MatchRequest):
    phases = ("running", "over")
    match: MatchId | None
    number: int


@request()
class ReplayFrom(MatchRequest):
    """Open the replay at the position of one of the match's boards, in a new message."""

    match: MatchId
    version: int | None
    """Version of the match on that board; None if unknown."""
    message: str
    """The platform's id of the message with the board."""


@request("onward")
class PlayOn(MatchRequest):
    """Begin a new match at a position of a replay, or ask for the opponent."""

    match: MatchId
    number: int
    """Of the plies until the position."""
    against: str | None
    """`ROBOT`, or one of the values below; None to ask."""


OPPONENT, ANYBODY = "opponent", "anybody"
"""Opponents to play on against: that of the finished match, or anybody who accepts."""


@request("clip")
class MakeClip(MatchRequest):
    match: MatchId


@request("post")
class PostClip(MatchRequest):
    """Post the clip to the chat, wherever the button is."""

    match: MatchId


@request("record", command="/export [match]")
class ExportMatch(MatchRequest):
    phases = ("over",)
    match: MatchId | None


@request(command="/import [record]")
class ImportRecord(Request):
    data: bytes
