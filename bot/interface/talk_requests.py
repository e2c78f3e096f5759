"""What players may say to each other, and what may be done about it."""

from __future__ import annotations

from dataclasses import dataclass

from games.events import MatchId, PlayerId
from games.words import Words


@dataclass(frozen=True, slots=True)
class ShowPhrases:
    """What can I say to my opponent by a button?"""

    match: MatchId | None


@dataclass(frozen=True, slots=True)
class SayPhrase:
    """Say a set phrase to my opponent: each reads it in their own language."""

    match: MatchId
    phrase: str
    """Its key, as `bot.domain.talking` lists them."""


@dataclass(frozen=True, slots=True)
class SayWords:
    """Send a message of my own to my opponent."""

    words: Words
    match: MatchId | None


@dataclass(frozen=True, slots=True)
class MutePlayer:
    """Bring me no more messages of somebody, or bring them again."""

    player: PlayerId
    on: bool


@dataclass(frozen=True, slots=True)
class ReportRemark:
    """Show the host and the admins of the chat what was said to me; asked once more before it counts."""

    remark: str
    """Its id."""
    sure: bool


@dataclass(frozen=True, slots=True)
class ShowModeration:
    """What can I do about matches and messages in a chat of which I am an admin?"""

    ending: MatchId | None = None
    """One that is to be ended."""
    place: str | None = None
    """The chat, see `Chat.place`; None: the one where it is asked."""


@dataclass(frozen=True, slots=True)
class StopMatch:
    """End a match without a winner, in a chat that I manage."""

    ending: MatchId
    place: str


@dataclass(frozen=True, slots=True)
class HideWords:
    """Hide what somebody says in the matches of a chat that I manage, or do so no more."""

    player: PlayerId
    on: bool
    place: str


TalkOfMatch = ShowPhrases | SayPhrase | SayWords
"""Requests about a match."""
ModerationRequest = ShowModeration | StopMatch | HideWords
"""Requests of admins."""
TalkRequest = MutePlayer | ReportRemark | ModerationRequest
