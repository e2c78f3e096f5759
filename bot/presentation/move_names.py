"""What sentences call a move: words where its notation is a code, else the notation or its buttons."""

from __future__ import annotations

from bot.presentation.phrasing import Phrasing, quoted
from bot.presentation.prompts import label_of
from bot.texts import Texts
from games import GAMES
from games.match import MatchView
from games.words import Words


def spelled(match: MatchView, notation: str, phrasing: Phrasing) -> str:
    """A move in words, or in notation, followed in brackets by the button labels that differ from it."""
    if in_words := move_in_words(match, notation, phrasing):
        return in_words
    return quoted(beside_labels(match, notation, phrasing.texts))


def called(match: MatchView, notation: str, phrasing: Phrasing) -> str:
    """A move within a sentence: in words, or as its buttons name it, a bare number with what it counts."""
    if notation[:1].isdigit():
        return phrasing.texts.get(f"{match.game}.move", quoted(notation), move=quoted(notation))
    return move_in_words(match, notation, phrasing) or named_as_button(match, notation, phrasing.texts)


def beside_labels(match: MatchView, notation: str, texts: Texts) -> str:
    """A notation, followed in brackets by the button labels that differ from it."""
    labels = _other_labels(match, notation, texts)
    return f"{notation} ({', '.join(labels)})" if labels else notation


def move_in_words(match: MatchView, notation: str, phrasing: Phrasing) -> str:
    """A move in words, if its notation is a code; "" if it is not."""
    fact = match.view.tell_move(GAMES[match.game].parse(notation)) if match.view and notation else None
    return "".join(phrasing.tell(match, [fact])) if fact else ""


def named_as_button(match: MatchView, notation: str, texts: Texts) -> str:
    """A move as its buttons name it."""
    words = tuple(notation.split())
    return quoted(label_of(match, words[: _asks(match, words, texts)], words, texts))


def _other_labels(match: MatchView, notation: str, texts: Texts) -> list[str]:
    found = (texts.get(f"{match.game}.choice.{word}", "") for word in notation.split())
    return [one for one in found if one]


def _asks(match: MatchView, words: Words, texts: Texts) -> bool:
    """Whether the first of these words has a question of its own, so that buttons need not repeat it."""
    return bool(words) and f"{match.game}.prompt.{words[0]}" in texts.messages
