"""What a person may ask the robot about their own moves."""

from __future__ import annotations

from dataclasses import dataclass

from games.events import MatchId
from games.words import Words


@dataclass(frozen=True, slots=True)
class AskHint:
    """Which move would the robot play in my place, and why?"""

    match: MatchId | None


@dataclass(frozen=True, slots=True)
class AskReview:
    """What did each of my moves in a finished match cost?"""

    match: MatchId | None
    again: bool = False
    """Asked below a review that was not ready: the answer takes its place."""


@dataclass(frozen=True, slots=True)
class ShowPly:
    """What stood after this ply of a match? The replay opens there, in a message of its own."""

    match: MatchId | None
    number: int
    """Of the ply, from 1."""


@dataclass(frozen=True, slots=True)
class ReplayFrom:
    """Go through a match again from where one of its boards stands, in a message of its own."""

    match: MatchId
    version: int | None
    """Of the match on that board; None: the board does not say."""
    message: str
    """The platform's id of the message that shows it."""


@dataclass(frozen=True, slots=True)
class ShowPuzzle:
    """Which move is best here?"""

    game: str | None
    """Of one game only; None: of any."""
    after: str | None = None
    """The code of the puzzle that it takes the place of; None: anywhere in the row."""


@dataclass(frozen=True, slots=True)
class AnswerPuzzle:
    """A button of a puzzle: the words chosen so far; a whole move is the answer."""

    puzzle: str
    game: str | None
    """As in `ShowPuzzle`: which ones are to follow."""
    words: Words
    final: bool
    """The words are the answer as they stand, though longer moves begin with them."""
    page: int
    """Which page of the choices to show, from 0."""


@dataclass(frozen=True, slots=True)
class SolvePuzzle:
    """I give up: what is the best move?"""

    puzzle: str
    game: str | None
    """As in `AnswerPuzzle`."""


@dataclass(frozen=True, slots=True)
class ShowLesson:
    """Teach me a game: a position, and one thing to do there."""

    game: str | None
    """None: which games can be learned?"""
    step: int = 1
    """Which position, from 1. 0: the first, in a message of its own: what is pressed is a board."""


@dataclass(frozen=True, slots=True)
class AnswerLesson:
    """A button of a lesson: as `AnswerPuzzle`."""

    game: str
    step: int
    words: Words
    final: bool
    page: int


@dataclass(frozen=True, slots=True)
class ShowLegend:
    """What do the signs in the pictures of a game mean?"""

    game: str


MatchLesson = AskHint | AskReview | ShowPly | ReplayFrom
"""Requests about a match."""
PuzzleRequest = ShowPuzzle | AnswerPuzzle | SolvePuzzle
GuideRequest = ShowLesson | AnswerLesson | ShowLegend
