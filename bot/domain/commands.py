"""Parse commands, typed or picked from a menu, into requests."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from bot import interface
from bot.domain.robot_players import NAMES as ROBOT_NAMES
from bot.domain.terms import are_terms
from bot.interface.registry import COMMANDS, Command, Option, Request, Showable
from bot.interface.requests import STYLES, InvalidCommand, Problem
from bot.interface.screens import whole
from bot.texts import texts_for
from games import GAMES
from games.events import MatchId
from games.game import InvalidNotation
from games.match.deal import are_plain, tidy
from games.words import Words

LINE_MAX_CHARACTERS = 300
RECORD_MAX_BYTES = 200_000  # of an imported file
MOST_ROUNDS = 15  # of a tournament
QUOTED = 40  # characters of user input that an answer quotes
PLACES = ("here", "all")
SHOW = ("show", "zeigen", "mostra")
"""The words that, in place of an option, ask to show the answer to the whole chat."""


_FIELD = re.compile(r"[a-z]\d{1,2}", re.IGNORECASE)
_IMPORT = re.compile(r"\s*/import(?!\S)", re.IGNORECASE)
_SAY = re.compile(r"\s*/say(?!\S)", re.IGNORECASE)


class _Problem(Exception):
    """The arguments do not fit the command."""

    def __init__(self, problem: Problem, detail: str = "") -> None:
        self.problem: Problem = problem
        self.detail = detail[:QUOTED]


def read(text: str) -> Request:
    text = whole(text)
    if pasted := _IMPORT.match(text):
        return _import(text[pasted.end() :])
    if len(text) > LINE_MAX_CHARACTERS:
        return InvalidCommand("long_words" if _SAY.match(text) else "too_long", "", "")
    words = tuple(text.split())
    if not words or not words[0].startswith("/") or len(words[0]) == 1:
        return InvalidCommand("no_command", "", "")
    name = words[0][1:].lower()
    command = COMMANDS.get(name)
    if command is None:
        return InvalidCommand("unknown_command", name[:QUOTED], "")
    try:
        return _built(command, words[1:])
    except _Problem as problem:
        return InvalidCommand(problem.problem, name, problem.detail)


def _built(command: Command, words: Words) -> Request:
    showable = Option("show") in command.options
    others = tuple(word for word in words if word.lower() not in SHOW) if showable else words
    special = _SPECIAL.get(command.name)
    request = special(others) if special else _plain(command, others)
    if len(others) < len(words) and isinstance(request, Showable):
        return interface.ShowToAll(request)
    return request


def _plain(command: Command, words: Words) -> Request:
    """Build the request of a command with at most one argument, its first field."""
    kind: Callable[..., Request] = command.request
    places = [option.name for option in command.options if option.name != "show"]
    _too_much(words, len(places))
    if not places:
        return kind()
    word = words[0] if words else None
    match places[0]:
        case "game" if word is not None:
            word = _game(word)
        case "match" if word is not None:
            word = MatchId(word.upper())
    return kind(word)


def _game(word: str) -> str:
    if word.lower() not in GAMES:
        raise _Problem("unknown_game", word)
    return word.lower()


def _too_much(words: Sequence[str], most: int = 1) -> None:
    if len(words) > most:
        raise _Problem("too_much", words[most])


def read_bare(text: str) -> Request:
    """Parse a line without a command: a `TypeMove` if it reads like a move, else `InvalidCommand`."""
    request = read(f"/move {text}")
    if isinstance(request, interface.TypeMove) and not _reads_like_a_move(request.words):
        return InvalidCommand("no_command", "", "")
    return request


def _reads_like_a_move(words: Words) -> bool:
    """Whether the words are a move of some game, with or without a match code, or resemble one."""
    tried = {" ".join(words), " ".join(words[:-1])}
    if any(_is_notation(game, notation) for game in GAMES for notation in tried):
        return True
    return any(map(_FIELD.fullmatch, words)) or (words[0].isdigit() and len(words) <= 2)


def _is_notation(game: str, notation: str) -> bool:
    try:
        GAMES[game].parse(notation)
    except InvalidNotation:
        return False
    return True


def menu(language: str) -> tuple[tuple[str, str, str], ...]:
    texts = texts_for(language)
    return tuple((name, command.usage(texts), texts(f"command.{name}")) for name, command in COMMANDS.items())


def games(language: str) -> tuple[tuple[str, str, str], ...]:
    texts = texts_for(language)
    return tuple((key, texts(f"{key}.name"), texts(f"{key}.summary")) for key in GAMES)


def _play(words: Words) -> Request:
    if not words:
        return interface.PickGame(None)
    game, *rest = words
    if not rest and game.lower() in ROBOT_NAMES:
        return interface.PickRobot(None)
    if game.startswith("@") and rest and rest[0].lower() in GAMES:
        game, rest = rest[0], [game, *rest[1:]]
    elif game.startswith("@"):  # a person, but no game
        return interface.PickGame(" ".join(words).lstrip("@") or None)
    game = _game(game)
    rules = tuple(word for word in rest if "=" in word)
    others = tuple(word for word in rest if "=" not in word)
    if not others or are_terms(game, others):
        return interface.OfferChallenge(game, None, rules + others)
    # Only the handler knows the names, so it separates the name from house rules.
    return interface.OfferChallenge(game, " ".join(others).lstrip("@") or None, rules)


def _seek(words: Words) -> Request:
    return interface.SeekOpponent(_game(words[0]), words[1:]) if words else interface.ShowSeeks()


def _watch(words: Words) -> Request:
    _too_much(words)
    return interface.Watch(MatchId(words[0].upper())) if words else interface.ShowRunning()


def _move(words: Words) -> Request:
    """The handler decides whether the last word is a match code."""
    if not words:
        raise _Problem("missing")
    return interface.TypeMove(words, None)


def _say(words: Words) -> Request:
    return interface.SayWords(words, None) if words else interface.ShowPhrases(None)


def _join(words: Words) -> Request:
    if not words:
        raise _Problem("missing")
    code, *rest = words
    own = tidy(" ".join(rest))
    if not are_plain(own):
        raise _Problem("own_words")
    return interface.AcceptChallenge(MatchId(code.upper()), own_words=own)


def _profile(words: Words) -> Request:
    return interface.ShowProfile(" ".join(words).removeprefix("@") or None)


def _leaderboard(words: Words) -> Request:
    lower = [word.lower() for word in words]
    places, games = [word for word in lower if word in PLACES], [word for word in lower if word not in PLACES]
    game = _game(games[0]) if games else None
    _too_much(games)
    _too_much(places)
    return interface.ShowLeaderboard(game, everywhere=places == ["all"])


def _tournament(words: Words) -> Request:
    """Parse a game, then style, rounds and terms in any order; no words ask for this chat's tournament."""
    if not words:
        return interface.ShowTournament(None)
    game, *rest = (word.lower() for word in words)
    _game(game)
    styles = [word for word in rest if word in STYLES]
    rounds = [word for word in rest if word.isascii() and word.isdigit() and not are_terms(game, (word,))]
    _too_much(styles)
    _too_much(rounds, 0 if styles == ["round"] else 1)
    if rounds and not 1 <= int(rounds[0][:9]) <= MOST_ROUNDS:
        raise _Problem("rounds", rounds[0])
    terms = tuple(word for word in rest if word not in (*styles, *rounds))
    return interface.OpenTournament(
        game, styles[0] if styles else STYLES[0], int(rounds[0]) if rounds else 0, terms
    )


def _settings(words: Words) -> Request:
    return interface.ChangeSettings(words) if words else interface.ShowSettings()


def _import(pasted: str) -> Request:
    """A record has many lines, so it is not split into words."""
    if not pasted.strip():
        return InvalidCommand("no_file", "import", "")
    return interface.ImportRecord(pasted.strip().encode(errors="replace"))


_SPECIAL: Mapping[str, Callable[[Words], Request]] = {
    "play": _play,
    "join": _join,
    "seek": _seek,
    "watch": _watch,
    "move": _move,
    "away": interface.TellAway,
    "say": _say,
    "import": lambda words: _import(" ".join(words)),
    "profile": _profile,
    "leaderboard": _leaderboard,
    "tournament": _tournament,
    "settings": _settings,
}
"""Parsers of the commands with more than one argument or more than one possible request."""
