"""A finished match as a text that people keep and send: headers, then one ply a line; written and read back.

The form is documented in `docs/trust/record.md`. A record holds all that is needed to deal and play the match
again, so whoever has it knows everything that was hidden.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from games.catalog import GAMES
from games.dice import SEED_BYTES
from games.events import MATCH_ID, MatchId
from games.game import Game, IllegalMove, InvalidNotation, NotYourTurn, Refused, Seat, State, UnknownHouseRule
from games.match.deal import SEAT_WORDS as SEAT_WORDS
from games.match.deal import dealt, drawn_seat, fits, seal_of

FORM = "1"
"""Of the records that are written here; another one is refused."""
MOST_LINES = 5_000
MOST_CHARACTERS = 200_000
NAME_MAX = 64  # characters; longer names are cut
SEATS_BY: tuple[str, str] = ("drawn", "agreed")
RESULTS: Mapping[str, Seat | None] = MappingProxyType({"first": 0, "second": 1, "draw": None})
ENDINGS: Mapping[str, bool] = MappingProxyType(
    {
        "resigned": True,
        "agreed": False,
        "time": True,
        "time_drawn": False,
        "abandoned": False,
        "stopped": False,
    }
)
"""What can end a match besides the rules, and whether somebody wins then."""

_HEADER = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')
_PLY = re.compile(r"([0-9]{1,6})\. (first|second) (\S.*)")
_DAY = re.compile(r"(?!0000)([0-9]{4})-(0[1-9]|1[0-2])-([0-9]{2})")
_CHALLENGE = r"lock2?:[0-9a-f]{64}|(?!lock)[0-9A-Za-z:._-]{1,200}"
_ACCEPTANCE = r"(?:key|fresh):[0-9a-f]{32}(?: .{1,60})?|(?!key:|fresh:)[0-9A-Za-z:._-]{1,200}"
_SILENT = dict.fromkeys((*range(32), *range(127, 160)))
"""Control characters: a terminal would obey them, and no name needs them."""

Ply = tuple[Seat, str]
"""Who played, and what, in notation."""


class UnreadableRecord(ValueError):
    """A text is no record of a match that can have been played; nothing of it was kept."""

    def __init__(self, line: int, problem: str, refused: Refused | None = None, **facts: str | int) -> None:
        """What is wrong.

        Args:
            line: where, counted from 1.
            problem: a key such as `illegal`.
            refused: what the game says, where it is the game that refuses.
            facts: by name, what the sentence about it needs.
        """
        self.line, self.problem, self.refused = line, problem, refused
        self.facts: Mapping[str, str | int] = facts
        super().__init__(f"line {line}: {problem}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A finished match, as far as it can be played again."""

    game: str
    version: int
    """Of the game's rules."""
    house_rules: Mapping[str, str]
    match: MatchId
    """Its id where it was played."""
    day: str
    """When it ended (UTC), as `2026-11-21`."""
    names: tuple[str, str]
    """Of seat 0 and seat 1."""
    seed: str
    """32 bytes in hexadecimal."""
    entropy: tuple[str, str]
    """What challenge and acceptance brought along."""
    challenger: Seat | None = None
    """The challenger's seat; None in older records."""
    seats_agreed: bool = False
    """As in a rematch, the challenge said who is first; otherwise the seats were drawn."""
    begins: str = ""
    """Of a match that went on from another one: the id of that match, if it is known, and so many plies."""
    plies: tuple[Ply, ...]
    """Those that stood at the end: what was taken back is not among them."""
    winner: Seat | None
    reason: str
    """`rules`, or what else ended it, such as `resigned`."""

    @property
    def seal(self) -> str:
        """What was shown with the challenge."""
        return seal_of(self.seed, self.entropy[0])


def write(record: Record) -> str:
    """The text of a record; `read` gives the record back."""
    words = " ".join(f"{word}={value}" for word, value in record.house_rules.items())
    headers = {
        "Tischrand": FORM,
        "Game": f"{record.game} {record.version}",
        "House": words,
        "Match": record.match,
        "Date": record.day,
        "First": _name(record.names[0]),
        "Second": _name(record.names[1]),
        "Seal": record.seal,
        "Seed": record.seed,
        "Challenge": record.entropy[0],
        "Acceptance": record.entropy[1],
        **_seating_headers(record),
        "Begins": record.begins,
        "Result": next(word for word, winner in RESULTS.items() if winner == record.winner),
        "Ending": record.reason,
    }
    optional = () if record.begins else ("Begins",)
    lines = [f'[{name} "{_quoted(value)}"]' for name, value in headers.items() if name not in optional]
    plies = (f"{number}. {SEAT_WORDS[seat]} {move}" for number, (seat, move) in enumerate(record.plies, 1))
    return "\n".join([*lines, "", *plies]) + "\n"


def _seating_headers(record: Record) -> dict[str, str]:
    if record.challenger is None:
        return {}
    return {"Challenger": SEAT_WORDS[record.challenger], "Seats": SEATS_BY[record.seats_agreed]}


def read(text: str, go_on: Callable[[], bool] = lambda: True) -> tuple[Record, tuple[State, ...]]:
    """A record, and the match played again: the states from the deal to the end.

    Args:
        text: what was written.
        go_on: asked after each ply whether to go on; a record can be made to take long.

    Raises:
        UnreadableRecord: where it is wrong, and how.
    """
    lines = text.splitlines()
    if len(lines) > MOST_LINES or len(text) > MOST_CHARACTERS:
        raise UnreadableRecord(1, "too_long", most=MOST_LINES, characters=MOST_CHARACTERS)
    headers, plies = _headers_and_plies(lines)
    record = _record(headers, tuple(ply for _, ply in plies))
    _check_proof(record, headers)
    states = _played(record, [line for line, _ in plies], go_on)
    _compare(record, states[-1], headers)
    return record, states


Headers = Mapping[str, tuple[int, str]]
"""By name, the line where a header stands, and its value."""
Plies = list[tuple[int, Ply]]
"""Each with its line."""


def _headers_and_plies(lines: Iterable[str]) -> tuple[Headers, Plies]:
    """Headers and plies; blank lines and those that begin with a semicolon say nothing."""
    headers: dict[str, tuple[int, str]] = {}
    plies: Plies = []
    for number, line in enumerate((line.translate(_SILENT).strip() for line in lines), 1):
        if not line or line.startswith(";"):
            continue
        if (header := _HEADER.fullmatch(line)) and not plies:
            if header[1] in headers:
                raise UnreadableRecord(number, "twice", name=header[1])
            headers[header[1]] = number, re.sub(r"\\(.)", r"\1", header[2])
        elif ply := _PLY.fullmatch(line):
            plies.append((number, _ply(number, ply, len(plies) + 1)))
        else:
            raise UnreadableRecord(number, "no_line", text=line[:40])
    return headers, plies


def _ply(line: int, found: re.Match[str], number: int) -> Ply:
    if int(found[1]) != number:
        raise UnreadableRecord(line, "number", number=number)
    return (0 if found[2] == SEAT_WORDS[0] else 1), found[3]


def _record(headers: Headers, plies: tuple[Ply, ...]) -> Record:
    """What the headers say, held against what they may say."""
    if _value(headers, "Tischrand", r"\S+") != FORM:
        raise UnreadableRecord(headers["Tischrand"][0], "form", allowed=FORM)
    game = _game(headers)
    result = _value(headers, "Result", "|".join(RESULTS))
    return Record(
        game=game.key,
        version=game.version,
        house_rules=_house_rules(headers, game),
        match=MatchId(_value(headers, "Match", MATCH_ID.pattern)),
        day=_day(headers),
        names=(_name(_value(headers, "First", ".*")), _name(_value(headers, "Second", ".*"))),
        seed=_value(headers, "Seed", f"[0-9a-f]{{{2 * SEED_BYTES}}}"),
        entropy=(
            _value(headers, "Challenge", _CHALLENGE),
            _value(headers, "Acceptance", _ACCEPTANCE),
        ),
        challenger=_seat(headers),
        seats_agreed="Seats" in headers and _value(headers, "Seats", "|".join(SEATS_BY)) == SEATS_BY[1],
        begins=_begins(headers, len(plies)),
        plies=plies,
        winner=RESULTS[result],
        reason=_value(headers, "Ending", "|".join(("rules", *ENDINGS))),
    )


def _begins(headers: Headers, plies: int) -> str:
    """Where it went on from; not more plies than it has."""
    if "Begins" not in headers:
        return ""
    value = _value(headers, "Begins", rf"(?:{MATCH_ID.pattern} )?[0-9]{{1,6}}")
    if int(value.split()[-1]) > plies:
        raise UnreadableRecord(headers["Begins"][0], "value", name="Begins", text=value)
    return value


def _day(headers: Headers) -> str:
    """A day that the calendar has."""
    value = _value(headers, "Date", ".*")
    found = _DAY.fullmatch(value)
    if not found or not 1 <= int(found[3]) <= calendar.monthrange(int(found[1]), int(found[2]))[1]:
        raise UnreadableRecord(headers["Date"][0], "day", text=value[:40])
    return value


def _name(value: str) -> str:
    """Without blanks around it, and with one between words."""
    return " ".join(value.split())[:NAME_MAX].rstrip()


def _seat(headers: Headers) -> Seat | None:
    """The challenger; older records do not say."""
    if "Challenger" not in headers:
        return None
    return 0 if _value(headers, "Challenger", "|".join(SEAT_WORDS)) == SEAT_WORDS[0] else 1


def _check_proof(record: Record, headers: Headers) -> None:
    """Seal and seats have to be what seed and entropy give, as far as the record has them."""
    if headers.get("Seal", (1, record.seal))[1] != record.seal:
        raise UnreadableRecord(headers["Seal"][0], "seal")
    if not fits(record.seed, *record.entropy):
        raise UnreadableRecord(headers["Acceptance"][0], "seal")
    drawn = record.challenger is not None and not record.seats_agreed
    if drawn and record.challenger != drawn_seat(record.seed, record.entropy):
        raise UnreadableRecord(headers["Challenger"][0], "seats")


def _value(headers: Headers, name: str, form: str) -> str:
    """The value of a header that has to be there, in this form."""
    if name not in headers:
        raise UnreadableRecord(1, "missing", name=name)
    line, value = headers[name]
    if not re.fullmatch(form, value):
        raise UnreadableRecord(line, "value", name=name, text=value[:40])
    return value


def _game(headers: Headers) -> Game:
    key, _, version = _value(headers, "Game", r"\w+ [0-9]{1,6}").partition(" ")
    line = headers["Game"][0]
    if key not in GAMES:
        raise UnreadableRecord(line, "game", text=key[:40], allowed=", ".join(GAMES))
    if int(version) != GAMES[key].version:
        raise UnreadableRecord(line, "version", text=version, allowed=GAMES[key].version)
    return GAMES[key]


def _house_rules(headers: Headers, game: Game) -> Mapping[str, str]:
    line, value = headers.get("House", (1, ""))
    said = [word.partition("=")[::2] for word in value.split()]
    words = dict(said)
    for place, (word, _) in enumerate(said):
        if word in dict(said[:place]):
            raise UnreadableRecord(line, "rule_twice", name=word[:40])
    try:
        game.options(**words)
    except UnknownHouseRule as refused:
        raise UnreadableRecord(line, "house_rule", refused) from None
    return words


def _played(record: Record, lines: list[int], go_on: Callable[[], bool]) -> tuple[State, ...]:
    """The states; what the rules refuse is reported with the line of the ply."""
    game = GAMES[record.game]
    states = [dealt(record.game, record.house_rules, record.seed, record.entropy)]
    if not go_on():
        raise UnreadableRecord(1, "too_slow")
    for line, (seat, notation) in zip(lines, record.plies, strict=True):
        try:
            states.append(states[-1].play(seat, game.parse(notation)))
        except (IllegalMove, InvalidNotation, NotYourTurn) as refused:
            problem = "after_end" if states[-1].result else _PROBLEMS[type(refused)]
            move, name = notation[:40], record.names[seat]
            raise UnreadableRecord(line, problem, refused, move=move, name=name, game=game.key) from None
        if not go_on():
            raise UnreadableRecord(line, "too_slow")
    return tuple(states)


_PROBLEMS: Mapping[type[Refused], str] = MappingProxyType(
    {IllegalMove: "illegal", InvalidNotation: "notation", NotYourTurn: "not_his_turn"}
)


def _compare(record: Record, end: State, headers: Headers) -> None:
    """What the rules say of the end has to be what the headers say."""
    by_rules = end.result is not None
    if by_rules != (record.reason == "rules"):
        raise UnreadableRecord(headers["Ending"][0], "ending", text=record.reason)
    won = record.winner is not None
    if (end.result.winner != record.winner) if end.result else (won != ENDINGS[record.reason]):
        raise UnreadableRecord(headers["Result"][0], "result")


def _quoted(value: str) -> str:
    """A value on one line, between quotation marks."""
    line = " ".join(value[: max(NAME_MAX, 200)].split()).translate(_SILENT)
    return line.replace("\\", "\\\\").replace('"', '\\"')
