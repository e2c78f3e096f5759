"""Recorded games: whole matches as text, with what every viewer is told after every ply.

`python -m tests.games.record` writes the files in `recorded/` anew from their headers and plies; read the
difference before you believe it. For a new recording, write the header and the `ply` lines, then run it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from games import Result, Viewer
from games.game import VIEWERS, Fact, State
from tests.games.walks import Case, Ply, replay

FOLDER = Path(__file__).parent / "recorded"

NO_RULES = "-"
"""In the header of a game without house rules."""

MOST_MOVES = 32
"""Written out; of more the first and the last stand for all, with the digest of the whole list."""

DIGEST_LETTERS = 16

_PLY = re.compile(r"ply (\d+), seat ([01]): (.+)")


@dataclass(frozen=True, slots=True)
class Recording:
    """What a file must hold to be written anew."""

    caption: str
    case: Case
    seed: bytes
    plies: tuple[Ply, ...]

    def states(self) -> tuple[State, ...]:
        """The match played again, from its deal on."""
        return replay(self.case, self.seed, self.plies)


def recordings() -> list[Path]:
    """The files of all recorded games."""
    return sorted(FOLDER.glob("*.txt"))


def read(text: str) -> Recording:
    """The header and the plies of a recording; whatever else it says is not looked at."""
    lines = text.splitlines()
    header = dict(line.split(": ", 1) for line in lines[1:4])
    rules = header["house rules"].replace(NO_RULES, "").split()
    words = tuple((word, value) for word, value in (rule.split("=") for rule in rules))
    found = [match for match in map(_PLY.fullmatch, lines) if match]
    plies: list[Ply] = [(1 if match[2] == "1" else 0, match[3]) for match in found]
    case, seed = Case(header["game"], words), bytes.fromhex(header["seed"])
    return Recording(lines[0].removeprefix("# "), case, seed, tuple(plies))


def write(recording: Recording) -> str:
    """The whole text of a recording."""
    return "\n".join([*_header(recording), *_body(recording)]) + "\n"


def _header(recording: Recording) -> Iterator[str]:
    yield f"# {recording.caption}"
    yield f"game: {recording.case.key}"
    yield f"house rules: {' '.join('='.join(word) for word in recording.case.words) or NO_RULES}"
    yield f"seed: {recording.seed.hex()}"
    yield ""


def _body(recording: Recording) -> Iterator[str]:
    before: list[str] = []
    for number, state in enumerate(recording.states()):
        if number:
            seat, notation = recording.plies[number - 1]
            yield f"ply {number - 1}, seat {seat}: {notation}"
        yield f"state {number}"
        for seat in state.to_act:
            yield f"  legal for {seat}: {_moves(list(map(str, state.legal_moves(seat))))}"
        if state.result:
            yield f"  over: {_result(state.result)}"
        told = list(_told(state))
        yield from (line for line in told if line not in before)
        before = told


def _moves(notations: list[str]) -> str:
    written = ", ".join(notations)
    if len(notations) <= MOST_MOVES:
        return written
    digest = hashlib.sha256(written.encode()).hexdigest()[:DIGEST_LETTERS]
    return f"{len(notations)} moves from {notations[0]} to {notations[-1]}, SHA-256 {digest}"


def _result(result: Result) -> str:
    winner = "draw" if result.winner is None else f"seat {result.winner} wins"
    return f"{winner}, {result.scores[0]}:{result.scores[1]}, {result.reason}"


def _told(state: State) -> Iterator[str]:
    """The facts of the table; viewers who are told the same share a line, and lines that stay stand once."""
    told: dict[str, list[Viewer]] = {}
    for viewer in VIEWERS:
        for fact in state.view(viewer).tell_table():
            told.setdefault(_fact(fact), []).append(viewer)
    for text, viewers in told.items():
        yield f"  told to {', '.join(map(_name, viewers))}: {text}"


def _fact(fact: Fact) -> str:
    return " ".join([fact.key, *(f"{name}={value!r}" for name, value in fact.values)])


def _name(viewer: Viewer) -> str:
    return "spectator" if viewer is None else str(viewer)


def renew() -> None:
    """Write every recording anew."""
    for path in recordings():
        path.write_text(write(read(path.read_text())))


if __name__ == "__main__":
    renew()
