"""The commands that people type or pick: one table, and from a line to a request."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from bot import interface
from bot.domain.robot_players import NAMES as ROBOT_NAMES
from bot.domain.terms import are_terms
from bot.interface import InvalidCommand, Problem, Request
from bot.interface.measure import whole
from bot.interface.tournament_requests import STYLES
from bot.texts import Texts, texts_for
from games import GAMES
from games.events import MatchId
from games.game import InvalidNotation
from games.match.entropy import are_plain, tidy
from games.words import Words

LINE_MAX_CHARACTERS = 300
RECORD_MAX_BYTES = 200_000  # of a file that is imported
MOST_ROUNDS = 15  # of a tournament
QUOTED = 40  # characters of somebody's words that an answer repeats
PLACES = ("here", "all")
"""Whose best a leaderboard shows."""
SHOW = ("show", "zeigen", "mostra")
"""What says, in the place of an option, that the answer is for all who are here."""


@dataclass(frozen=True, slots=True)
class Option:
    """One place behind a command."""

    name: str
    required: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    """One command; its options stand in this order where they have no names."""

    name: str
    options: tuple[Option, ...]
    build: Callable[[Words], Request]
    """From the words behind the name to the request."""

    def usage(self, texts: Texts) -> str:
        """As `/move WORDS [match]`, in the language of whoever reads it."""
        called = ((option, texts(f"place.{option.name}")) for option in self.options)
        places = (name.upper() if option.required else f"[{name}]" for option, name in called)
        return " ".join([f"/{self.name}", *places])


_FIELD = re.compile(r"[a-z]\d{1,2}", re.IGNORECASE)
_IMPORT = re.compile(r"\s*/import(?!\S)", re.IGNORECASE)
_SAY = re.compile(r"\s*/say(?!\S)", re.IGNORECASE)


class _Problem(Exception):
    """The words do not fit the command."""

    def __init__(self, problem: Problem, detail: str = "") -> None:
        self.problem: Problem = problem
        self.detail = detail[:QUOTED]


def read(text: str) -> Request:
    """The request that a typed line makes; `InvalidCommand` for one that makes none."""
    text = whole(text)
    if pasted := _IMPORT.match(text):
        return _import(text[pasted.end() :])
    if len(text) > LINE_MAX_CHARACTERS:
        return InvalidCommand("long_words" if _SAY.match(text) else "too_long", "", "")
    words = tuple(text.split())
    if not words or not words[0].startswith("/") or len(words[0]) == 1:
        return InvalidCommand("no_command", "", "")
    name = words[0][1:].lower()
    command = next((command for command in COMMANDS if command.name == name), None)
    if command is None:
        return InvalidCommand("unknown_command", name[:QUOTED], "")
    try:
        return command.build(words[1:])
    except _Problem as problem:
        return InvalidCommand(problem.problem, name, problem.detail)


def read_bare(text: str) -> Request:
    """The request of words without a command: a move if they read like one, else none."""
    request = read(f"/move {text}")
    if isinstance(request, interface.TypeMove) and not _reads_like_a_move(request.words):
        return InvalidCommand("no_command", "", "")
    return request


def _reads_like_a_move(words: Words) -> bool:
    """A move of some game, also before the code of a match; or nearly one, with a field or a number."""
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
    """Name, usage and description of every command."""
    texts = texts_for(language)
    return tuple(
        (command.name, command.usage(texts), texts(f"command.{command.name}")) for command in COMMANDS
    )


def games(language: str) -> tuple[tuple[str, str, str], ...]:
    """Key, name and summary of every game."""
    texts = texts_for(language)
    return tuple((key, texts(f"{key}.name"), texts(f"{key}.summary")) for key in GAMES)


def usage(name: str, texts: Texts) -> str:
    """How a command is written."""
    return next(command.usage(texts) for command in COMMANDS if command.name == name)


def _play(words: Words) -> Request:
    if not words:
        return interface.PickGame(None)
    game, *rest = words
    if not rest and game.lower() in ROBOT_NAMES:
        return interface.PickRobot(None)
    if game.startswith("@") and rest and rest[0].lower() in GAMES:
        game, rest = rest[0], [game, *rest[1:]]
    elif game.startswith("@"):  # somebody is named, no game
        return interface.PickGame(" ".join(words).lstrip("@") or None)
    if game.lower() not in GAMES:
        raise _Problem("unknown_game", game)
    rules = tuple(word for word in rest if "=" in word)
    others = tuple(word for word in rest if "=" not in word)
    if not others or are_terms(game.lower(), others):
        return interface.OfferChallenge(game.lower(), None, rules + others)
    # Whether it is all a name, or has house rules beside it, is known to those who know the names.
    return interface.OfferChallenge(game.lower(), " ".join(others).lstrip("@") or None, rules)


def _seek(words: Words) -> Request:
    if not words:
        return interface.ShowSeeks()
    if words[0].lower() not in GAMES:
        raise _Problem("unknown_game", words[0])
    return interface.SeekOpponent(words[0].lower(), words[1:])


def _watch(words: Words) -> Request:
    code = _one(words)
    return interface.Watch(MatchId(code.upper())) if code else interface.ShowRunning()


def _move(words: Words) -> Request:
    """Whether the last word is the code of a match, the words alone do not tell."""
    if not words:
        raise _Problem("missing")
    return interface.TypeMove(words, None)


def _say(words: Words) -> Request:
    """As with a move, whether the last word is the code of a match, the words alone do not tell."""
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
    """A game and a place, in any order."""
    said = [word.lower() for word in words]
    where, games = [word for word in said if word in PLACES], [word for word in said if word not in PLACES]
    if games and games[0] not in GAMES:
        raise _Problem("unknown_game", games[0])
    for more in (games[1:], where[1:]):
        if more:
            raise _Problem("too_much", more[0])
    return interface.ShowLeaderboard(games[0] if games else None, everywhere=where == ["all"])


def _tournament(words: Words) -> Request:
    """A game, then style, rounds and terms in any order; nothing: the one that is played here."""
    if not words:
        return interface.ShowTournament(None)
    game, *rest = (word.lower() for word in words)
    if game not in GAMES:
        raise _Problem("unknown_game", game)
    styles = [word for word in rest if word in STYLES]
    rounds = [word for word in rest if word.isascii() and word.isdigit() and not are_terms(game, (word,))]
    for more in (styles[1:], rounds[1:], rounds if styles == ["round"] else ()):
        if more:
            raise _Problem("too_much", more[0])
    if rounds and not 1 <= int(rounds[0][:9]) <= MOST_ROUNDS:
        raise _Problem("rounds", rounds[0])
    terms = tuple(word for word in rest if word not in (*styles, *rounds))
    return interface.OpenTournament(
        game, styles[0] if styles else STYLES[0], int(rounds[0]) if rounds else 0, terms
    )


def _settings(words: Words) -> Request:
    return interface.ChangeSettings(words) if words else interface.ShowSettings()


def _import(pasted: str) -> Request:
    """A record has many lines: it is no line of words like any other command."""
    if not pasted.strip():
        return InvalidCommand("no_file", "import", "")
    return interface.ImportRecord(pasted.strip().encode(errors="replace"))


def _none(request: Request) -> Callable[[Words], Request]:
    def build(words: Words) -> Request:
        if words:
            raise _Problem("too_much", words[0])
        return request

    return build


def _of_match(kind: Callable[[MatchId | None], Request]) -> Callable[[Words], Request]:
    def build(words: Words) -> Request:
        match = _one(words)
        return kind(MatchId(match.upper()) if match else None)

    return build


def _of_game(kind: Callable[[str | None], Request]) -> Callable[[Words], Request]:
    def build(words: Words) -> Request:
        game = _one(words)
        if game is not None and game.lower() not in GAMES:
            raise _Problem("unknown_game", game)
        return kind(game.lower() if game else None)

    return build


def _to_all(build: Callable[[Words], Request]) -> Callable[[Words], Request]:
    """Likewise, for all to see where one of the words says so."""

    def built(words: Words) -> Request:
        rest = tuple(word for word in words if word.lower() not in SHOW)
        request = build(rest)
        if isinstance(request, interface.ShowRules | interface.ShowLeaderboard | interface.ListMatches):
            return interface.ShowToAll(request) if len(rest) < len(words) else request
        return request

    return built


def _one(words: Words) -> str | None:
    if len(words) > 1:
        raise _Problem("too_much", words[1])
    return words[0] if words else None


_MATCH = (Option("match"),)

COMMANDS: tuple[Command, ...] = (
    Command("play", (Option("game"), Option("opponent"), Option("house_rules")), _play),
    Command("join", (Option("code", required=True), Option("own_words")), _join),
    Command("seek", (Option("game"), Option("house_rules"), Option("rating")), _seek),
    Command("board", _MATCH, _of_match(interface.ShowBoard)),
    Command("watch", _MATCH, _watch),
    Command("hand", _MATCH, _of_match(interface.ShowHand)),
    Command("move", (Option("words", required=True), Option("match")), _move),
    Command("hint", _MATCH, _of_match(interface.AskHint)),
    Command("review", _MATCH, _of_match(interface.AskReview)),
    Command("resign", _MATCH, _of_match(lambda match: interface.Resign(match, sure=False))),
    Command("draw", _MATCH, _of_match(interface.OfferDraw)),
    Command("takeback", _MATCH, _of_match(interface.RequestTakeback)),
    Command("away", (Option("first_day"), Option("last_day")), interface.TellAway),
    Command("more_time", _MATCH, _of_match(interface.GiveTime)),
    Command("rematch", _MATCH, _of_match(interface.OfferRematch)),
    Command("say", (Option("phrase"), Option("match")), _say),
    Command("matches", (Option("show"),), _to_all(_none(interface.ListMatches()))),
    Command("history", (), _none(interface.ShowHistory())),
    Command("rules", (Option("game"), Option("show")), _to_all(_of_game(interface.ShowRules))),
    Command("learn", (Option("game"),), _of_game(interface.ShowLesson)),
    Command("puzzle", (Option("game"),), _of_game(interface.ShowPuzzle)),
    Command("verify", (Option("match", required=True),), _of_match(interface.VerifyDeal)),
    Command("replay", _MATCH, _of_match(lambda match: interface.Replay(match, 0))),
    Command("export", _MATCH, _of_match(interface.ExportMatch)),
    Command("import", (Option("record"),), lambda words: _import(" ".join(words))),
    Command("profile", (Option("person"),), _profile),
    Command("leaderboard", (Option("game"), Option("where"), Option("show")), _to_all(_leaderboard)),
    Command("tournament", (Option("game"), Option("mode")), _tournament),
    Command("link", (Option("code"),), lambda words: interface.LinkAccounts(_one(words))),
    Command("unlink", (), _none(interface.UnlinkAccount(None))),
    Command("privacy", (), _none(interface.ShowPrivacy())),
    Command("my_data", (), _none(interface.ShowMyData())),
    Command("forget_me", (), _none(interface.ForgetMe(sure=False))),
    Command("settings", (Option("changes"),), _settings),
    Command("moderate", _MATCH, _of_match(interface.ShowModeration)),
    Command("help", (), _none(interface.Help())),
)
