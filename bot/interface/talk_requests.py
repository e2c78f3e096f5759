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
    """Say something in my own words to my opponent."""

    words: Words
    match: MatchId | None


@dataclass(frozen=True, slots=True)
class MutePlayer:
    """Do not carry somebody's words to me any more, or do it again."""

    player: PlayerId
    on: bool


TalkOfMatch = ShowPhrases | SayPhrase | SayWords
"""Requests about a match."""
TalkRequest = MutePlayer
