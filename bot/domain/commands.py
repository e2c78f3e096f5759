"""Parse commands, typed or picked from a menu, into requests."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from functools import cache
from typing import Any

from bot import interface
from bot.domain import odd_sentences, robot_players, teams
from bot.domain.proposals import names_in
from bot.domain.remarks import fit_button
from bot.domain.settings_parser import PERSONAL
from bot.domain.terms_parser import are_terms
from bot.interface import ROBOT, match_of
from bot.interface.invalid import InvalidCommand, Problem
from bot.interface.registry import COMMANDS, VERB_OF, Command, Option, Request, Showable
from bot.interface.requests_of_people import STYLES
from bot.texts import DEFAULT, Texts, folded, texts_for, translations, whole
from bot.texts import words as spoken
from games import GAMES
from games.events import MatchId, match_id_of
from games.game import InvalidNotation
from games.match.deal import are_plain, tidy
from games.words import Words

LINE_MAX_CHARACTERS = 300
ASIDE_MAX_CHARACTERS = 40  # of a move said among people
RECORD_MAX_BYTES = 200_000  # of an imported file
MOST_ROUNDS = 15  # of a tournament
QUOTED = 40  # characters of user input that an answer quotes
PLACES = ("here", "all")
SHOW = "show"
"""The word that asks to show an answer to the whole chat; `place.show` has those of other languages."""
NEAR, NEARER = 0.65, 0.8
"""How alike words are if one may be meant by the other; the same in a line without a slash."""
SHORT = 3  # letters of a word that is not taken for a slip in such a line

_JOINED = re.compile(r"\s*[-–→]\s*|(?<=\d)\s*[x×]\s*(?=[a-z])")
_RUN_TOGETHER = re.compile(r"(?<=\d)(?=[a-z])")
_FIELD = re.compile(r"[a-z]\d{1,2}", re.IGNORECASE)
_DIGIT = re.compile(r"[0-9]")
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
        return InvalidCommand("long_words" if _SAY.match(text) else "too_long")
    words = tuple(text.split())
    if not words or not words[0].startswith("/") or len(words[0]) == 1:
        return InvalidCommand("no_command")
    name, rest = folded(words[0][1:]), words[1:]
    command = COMMANDS.get(called().get(name, name))
    if command is None and name.partition("=")[0] in PERSONAL:
        command, rest = COMMANDS["settings"], _one_setting(name, rest)
    if command is None:
        return InvalidCommand("unknown_command", name[:QUOTED], line=" ".join(words))
    try:
        return _built(command, rest)
    except _Problem as problem:
        line = " ".join((f"/{command.name}", *rest)) if problem.problem == "unknown_game" else ""
        return InvalidCommand(problem.problem, command.name, problem.detail, line=line)


def _one_setting(name: str, values: Words) -> Words:
    """The words of `/settings` that `/theme dark` or `/theme=dark` stands for."""
    if "=" in name:
        return (name, *values)
    return (f"{name}={values[0]}", *values[1:]) if values else ()


@cache
def called(*languages: str) -> Mapping[str, str]:
    """The commands by all their names, `folded`: their own, and those of these languages, or of all."""
    said = translations("called.commands")
    added = (pair.partition(":") for language in languages or said for pair in said[language].split())
    return {name: name for name in COMMANDS} | {folded(name): command for name, _, command in added}


def line_meant(request: InvalidCommand, language: str) -> str:
    """The line that may have been meant; "" without one. The name of a game alone means to play it.

    Of the other names of commands only those of the language and of English count: among all of them,
    nearly every word has one that is like it.
    """
    first, *rest = request.line.split() or [""]
    match request.problem:
        case "unknown_command" | "no_command":
            names = {**called(DEFAULT, language), **{game: f"play {game}" for game in GAMES}}
            near = nearest(first.removeprefix("/"), names, NEAR if first.startswith("/") else NEARER)
            return " ".join((f"/{names[near]}", *rest)) if near else ""
        case "unknown_game" if near := nearest(request.detail, (*GAMES, ROBOT)):
            return " ".join((first, *(near if word == request.detail else word for word in rest)))
    return ""


def of_button(line: str) -> Request | None:
    """The request of a line, if a button can hold it."""
    request = read(line) if line else None
    return request if request and fits_button(request) else None


def fits_button(request: Request) -> bool:
    """Whether the payload of a button can surely hold a request: short words, nothing that is only typed."""
    known: Any = request
    values = [(getattr(known, each.name), each.kw_only) for each in fields(known)]
    if type(request) not in VERB_OF or any(value and only_typed for value, only_typed in values):
        return False
    words = tuple(value for value, _ in values if isinstance(value, str))
    words += tuple(word for value, _ in values if isinstance(value, tuple) for word in value)
    return fit_button(words) and all(word.isprintable() and " " not in word for word in words)


def nearest(word: str, known: Iterable[str], alike: float = NEAR) -> str | None:
    """The known word (in lower case) that is most like this one, if one is like it at all."""
    return next(iter(difflib.get_close_matches(folded(word), known, n=1, cutoff=alike)), None)


def _built(command: Command, words: Words) -> Request:
    showable = Option("show") in command.options
    others = tuple(word for word in words if folded(word) not in spoken("place.show")) if showable else words
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
    """Parse a line without a slash: a move, a greeting, a command; `InvalidCommand` if it is none."""
    words = tuple(folded(whole(text)).split())
    line = " ".join(words).strip("?!. ")
    if words and (not line or called().get(line) == "help"):
        return interface.Help()
    if line in spoken("called.hello"):
        return interface.Help(first=True)
    request = read(f"/move {text}")
    if not isinstance(request, interface.TypeMove) or _reads_like_a_move(request.words):
        return request
    return _read_command(text, words)


def _read_command(text: str, words: Words) -> Request:
    """Parse a line that begins with the name of a command or of the robot, or with its level."""
    said = " ".join(whole(text).split())
    if words[0] in robot_players.names():
        return read(f"/play {text}")
    if robot_players.with_level(words)[0].startswith("level="):
        return read(f"/play {ROBOT} {text}")
    if words[0] in called() and called()[words[0]] != "say":
        request = read(f"/{text}")
        match = match_of(request)
        too_much = isinstance(request, InvalidCommand) and request.problem == "too_much"
        if not too_much and (match is None or match_id_of(match)):
            return replace(request, said=said) if isinstance(request, InvalidCommand) else request
    line = words[0] if len(words[0]) > SHORT else ""
    return InvalidCommand("no_command", line=line, said=said)


def read_talk(text: str) -> interface.TypeMove | None:
    """Parse what a person says among others: what may be a move, or its beginning. None for all else."""
    request = read(f"/move {text}") if len(text) <= ASIDE_MAX_CHARACTERS else None
    if not isinstance(request, interface.TypeMove):
        return None
    words = request.words[:-1] if match_id_of(request.words[-1]) else request.words
    labels = words and all(map(_FIELD.fullmatch, words))
    is_one = labels or _DIGIT.fullmatch(" ".join(words)) or _is_move(" ".join(words))
    return replace(request, aside=True) if is_one else None


def read_reply(text: str) -> Request | None:
    """Parse a reply to the bot in a group: a call for help, or talk."""
    called_for = read_bare(text)
    return called_for if called_for == interface.Help() else read_talk(text)


def _reads_like_a_move(words: Words) -> bool:
    """Whether the words are a move of some game, with or without a match code, or resemble one."""
    if _is_move(" ".join(words)) or _is_move(" ".join(words[:-1])):
        return True
    return any(map(_FIELD.fullmatch, words)) or (words[0].isdigit() and len(words) <= 2)


def _is_move(notation: str) -> bool:
    """Whether a move of some game is written so."""
    for game in GAMES.values():
        with suppress(InvalidNotation):
            game.parse(notation)
            return True
    return False


def menu(texts: Texts) -> tuple[tuple[str, str, str], ...]:
    return tuple((name, command.usage(texts), texts(f"command.{name}")) for name, command in COMMANDS.items())


def games(texts: Texts) -> tuple[tuple[str, str, str], ...]:
    return tuple((key, texts(f"{key}.name"), texts(f"{key}.summary")) for key in GAMES)


def _play(words: Words) -> Request:
    if not words:
        return interface.PickGame(None)
    game, *rest = robot_players.with_level(words)
    if folded(game) in robot_players.names() and all(word.startswith("level=") for word in rest):
        return interface.PickRobot(None, level=rest[0].partition("=")[2] if rest else "")
    if (game.startswith("@") or folded(game) in robot_players.names()) and rest and rest[0].lower() in GAMES:
        game, *rest = robot_players.with_level((rest[0], game, *rest[1:]))
    elif game.startswith("@"):  # a person, but no game
        return interface.PickGame(" ".join(words).lstrip("@") or None)
    game = _game(game)
    rules = tuple(word for word in rest if "=" in word or folded(word) in teams.names())
    others = tuple(word for word in rest if word not in rules)
    if not others or are_terms(game, others):
        return interface.OfferChallenge(game, None, rules + others)
    # Only the handler knows the names, so it separates the name from house rules.
    return interface.OfferChallenge(game, " ".join(others).lstrip("@") or None, rules)


def _pair(words: Words) -> Request:
    """Parse two names, the game and its house rules; the game may also come first."""
    if len(words) < 3:
        raise _Problem("missing")
    at = next((number for number, word in enumerate(words) if number > 1 and word.lower() in GAMES), 0)
    if not at and words[0].lower() not in GAMES:
        raise _Problem("unknown_game", next((word for word in words[2:] if nearest(word, GAMES)), words[2]))
    game = words[at].lower()
    names, rules = (words[:at], words[at + 1 :]) if at else _names_and_rules(game, words[1:])
    one, other = names_in(names)
    if not other:
        raise _Problem("two_names")
    return interface.ProposeMatch(one, other, game, rules)


def _names_and_rules(game: str, words: Words) -> tuple[Words, Words]:
    """Split the names from the house rules behind them."""
    first = next((at for at in range(2, len(words)) if are_terms(game, words[at:])), len(words))
    return words[:first], words[first:]


def _seek(words: Words) -> Request:
    return interface.SeekOpponent(_game(words[0]), words[1:]) if words else interface.ShowSeeks()


def _watch(words: Words) -> Request:
    _too_much(words)
    return interface.Watch(MatchId(words[0].upper())) if words else interface.ShowRunning()


def _move(words: Words) -> Request:
    """The handler decides whether the last word is a match code."""
    if not words:
        raise _Problem("missing")
    return interface.TypeMove(_as_notation(words), None)


def _as_notation(words: Words) -> Words:
    """The words of a move, from a way in which people write it; a code may stand behind or before it."""
    for first, last in ((0, None), (0, -1), (1, None)):
        if found := _notation(words[first:last]):
            return (*words[:first], *found, *(words[last:] if last else ()))
    return words


def _notation(words: Words) -> Words:
    """The move that is meant: as its button is called, or with squares joined somehow; () for none."""
    if _is_move(" ".join(words)):
        return words
    typed = folded(" ".join(words))
    ways = (typed, _labels().get(typed, ""), _JOINED.sub(" ", typed), _RUN_TOGETHER.sub(" ", typed))
    return tuple(next(filter(_is_move, (*ways, *_unnamed(typed))), "").split())


def _unnamed(typed: str) -> Iterator[str]:
    """Yield what is left of a move without the name that sentences give it, such as `hollow` of hollow 4."""
    for before, behind in _names():
        if typed.startswith(before) and typed.endswith(behind):
            yield typed.removeprefix(before).removesuffix(behind).strip()


@cache
def _names() -> Collection[tuple[str, str]]:
    """What stands before and behind a move in sentences, in any language."""
    keys = [key for key in (f"{game}.move" for game in GAMES) if key in texts_for(DEFAULT).messages]
    said = {folded(text) for key in keys for text in translations(key).values()}
    return {(before, behind) for before, _, behind in (text.partition("{move}") for text in said)}


@cache
def _labels() -> Mapping[str, str]:
    """The moves of one word whose buttons are called otherwise, by these labels in any language."""
    keys = [key for key in texts_for(DEFAULT).messages if key.partition(".")[2].startswith("choice.")]
    moves = [key for key in keys if _is_move(key.rpartition(".")[2])]
    return {folded(label): key.rpartition(".")[2] for key in moves for label in translations(key).values()}


def _say(words: Words) -> Request:
    return interface.SayWords(words, None) if words else interface.ShowPhrases(None)


def _join(words: Words) -> Request:
    if not words:
        raise _Problem("missing")
    code, *rest = words
    own = tidy(" ".join(rest))
    if not are_plain(own):
        raise _Problem("words_not_plain")
    return interface.AcceptChallenge(MatchId(code.upper()), own_words=own)


def _profile(words: Words) -> Request:
    return interface.ShowProfile(" ".join(words).removeprefix("@") or None)


def _leaderboard(words: Words) -> Request:
    lower = [folded(word) for word in words]
    places, games = [word for word in lower if word in PLACES], [word for word in lower if word not in PLACES]
    game = _game(games[0]) if games else None
    _too_much(games)
    _too_much(places)
    return interface.ShowLeaderboard(game, everywhere=places == ["all"])


def _tournament(words: Words) -> Request:
    """Parse a game, then style, rounds and terms in any order; no words ask for this chat's tournament."""
    if not words:
        return interface.ShowTournament(None)
    game, *rest = map(folded, words)
    _game(game)
    styles = [word for word in rest if word in STYLES]
    rounds = [word for word in rest if word.isascii() and word.isdigit() and not are_terms(game, (word,))]
    _too_much(styles)
    _too_much(rounds, 0 if styles == ["round"] else 1)
    if rounds and not 1 <= int(rounds[0][:9]) <= MOST_ROUNDS:
        raise _Problem("bad_rounds", rounds[0])
    terms = tuple(word for word in rest if word not in (*styles, *rounds))
    return interface.OpenTournament(
        game, styles[0] if styles else STYLES[0], int(rounds[0]) if rounds else 0, terms
    )


def _settings(words: Words) -> Request:
    if words and words[0].lower() == odd_sentences.WORD:
        sentence, better = odd_sentences.split_at_arrow(words[1:])
        return interface.TellOdd(sentence=sentence, better=better)
    return interface.ChangeSettings(words) if words else interface.ShowSettings()


def _import(pasted: str) -> Request:
    """A record has many lines, so it is not split into words."""
    if not pasted.strip():
        return InvalidCommand("no_file", "import")
    return interface.ImportRecord(pasted.strip().encode(errors="replace"))


_SPECIAL: Mapping[str, Callable[[Words], Request]] = {
    "play": _play,
    "join": _join,
    "pair": _pair,
    "seek": _seek,
    "watch": _watch,
    "move": _move,
    "if": lambda words: interface.PlanMoves(words, None),
    "where": lambda words: interface.AskWhere(words, None),
    "away": interface.TellAway,
    "say": _say,
    "import": lambda words: _import(" ".join(words)),
    "profile": _profile,
    "leaderboard": _leaderboard,
    "tournament": _tournament,
    "settings": _settings,
}
"""Parsers of the commands with more than one argument or more than one possible request."""
