"""People who play by ear: they hear a board in words, type a move, and know what they must hear next."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from games.game import Seat, other
from tests.bot.presentation.hearing import sahara, sato, sator, stacko
from tests.bot.presentation.hearing.lattice import Table, place_of, tips
from tests.bot.presentation.hearing.sentences import Scene, offered_heard
from tests.games import plain_sahara

Expected = Callable[[str], None]
"""Fails if what is heard after the move is not what the move had to bring about."""

Player = Callable[[str, Seat, random.Random], tuple[str, Expected]]
"""From the words of a board and the own seat: the move, and what is expected of it."""


# Sahara


def play_sahara(text: str, me: Seat, chance: random.Random) -> tuple[str, Expected]:
    """Another move if any hollow gives one, the most beans in the store then."""
    told = sahara.heard(text)
    if offered_heard(text) == ["keep", "swap"]:
        return _take_a_side(told, chance)
    board = (*told["sides"][0], told["stores"][0], *told["sides"][1], told["stores"][1])
    possible = [hollow for hollow in range(1, 7) if told["sides"][me][hollow - 1]]
    assert offered_heard(text) == [str(hollow) for hollow in possible]
    results = {hollow: plain_sahara.sow(board, me, hollow, feed=False) for hollow in possible}
    best = max(possible, key=lambda hollow: (results[hollow][1] == me, results[hollow][0][7 * me + 6]))
    after, turn = results[best]

    def expected(heard: str) -> None:
        if turn is None:
            assert f"Ada {after[6]}, Ben {after[13]}" in heard or f"{after[6]} : {after[13]}" in heard
            return
        now = sahara.heard(heard)
        assert now["sides"] == {0: after[:6], 1: after[7:13]}
        assert now["stores"] == {0: after[6], 1: after[13]}
        assert now["start"] == (me, best)

    return str(best), expected


def _take_a_side(told: Mapping[str, Any], chance: random.Random) -> tuple[str, Expected]:
    said = chance.choice(["keep", "swap"])
    order = (0, 1) if said == "keep" else (1, 0)

    def expected(heard: str) -> None:
        now = sahara.heard(heard)
        for what in ("sides", "stores"):
            assert now[what] == {seat: told[what][owner] for seat, owner in enumerate(order)}

    return said, expected


# Sator


def play_sator(text: str, me: Seat, chance: random.Random) -> tuple[str, Expected]:
    """March the piece with a white dot that is nearest to the far row; capture on the way."""
    if "hide" in offered_heard(text) or "Choose two files" in text:
        return _hide(me, chance)
    told = sator.heard(text)
    pieces: dict[str, Seat] = {square: owner for owner, square in told["pieces"]}
    moves = [
        (start, target) for start in pieces if pieces[start] == me for target in _ahead(start, me, pieces)
    ]
    assert set(offered_heard(text)) <= {square for move in moves for square in move}

    def worth(move: tuple[str, str]) -> tuple[bool, int, bool]:
        white = told["pieces"][me, move[0]] == "white"
        return white, abs(int(move[0][1]) - (1 if me == 0 else 5)), move[1] in pieces

    start, target = max(moves, key=worth)
    dot, captured = told["pieces"][me, start], target in pieces

    def expected(heard: str) -> None:
        now = sator.heard(heard)
        assert now["ways"][-1] == (start, target)
        assert (me, start) not in now["pieces"]
        assert ((me, target) in now["pieces"]) != (captured and now["captured"] == "red")
        if captured:
            assert (other(me), target) not in now["pieces"]
            assert now["off"][other(me)][-1][0] == now["captured"][0]
        if dot == "white" and target[1] == "51"[me] and now["captured"] != "red":
            assert f"{('Ada', 'Ben')[me]} wins!" in heard

    return f"{start} {target}", expected


def _hide(me: Seat, chance: random.Random) -> tuple[str, Expected]:
    files = sorted(chance.sample("abcde", 2))
    row = "15"[me]

    def expected(heard: str) -> None:
        now = sator.heard(heard)["pieces"]
        assert {square for (who, square), dot in now.items() if who == me and dot == "red"} == {
            file + row for file in files
        }

    return f"hide {' '.join(files)}", expected


def _ahead(start: str, me: Seat, pieces: Mapping[str, Seat]) -> list[str]:
    """Straight ahead onto an empty square, or diagonally onto a piece of the other."""
    row = int(start[1]) + (1 if me == 0 else -1)
    if not 1 <= row <= 5:
        return []
    file = "abcde".index(start[0])
    beside = [f"{'abcde'[near]}{row}" for near in (file - 1, file + 1) if 0 <= near < 5]
    straight = f"{start[0]}{row}"
    return [square for square in beside if pieces.get(square, me) != me] + (
        [] if straight in pieces else [straight]
    )


# Stacko


def play_stacko(text: str, me: Seat, chance: random.Random) -> tuple[str, Expected]:
    """A place for every four parts, the widest at the bottom; what has its place already is refused."""
    told = stacko.heard(text)
    part, tower = told["in hand"], [number for number, _ in told["towers"][me]]
    assert None not in tower, "the own tower is told"
    place = (40 - part) // 4
    out = tower[place]
    if (40 - out) // 4 == place:
        word = next(word for word in ("draw", "pass") if word in offered_heard(text))
        return word, lambda heard: _expect_refusal(heard, word, part, me)

    def expected(heard: str) -> None:
        now = stacko.heard(heard)
        if now["ended"] is None:
            assert now["towers"][me][place] == (part, True)
            assert now["in hand"] == out
        if now["built"]:  # not where the next round is dealt already
            assert now["built"] == (me, part, place + 1, out)

    return str(place + 1), expected


def _expect_refusal(heard: str, word: str, part: int, me: Seat) -> None:
    now = stacko.heard(heard)
    if now["ended"]:
        return
    if word == "pass":
        assert now["passed"] == (me, part)
        assert now["in hand"] == part
    else:
        assert now["drew"] == (me, part, now["in hand"])
        assert now["discards"][-1] == part


# Sato


def play_sato(text: str, me: Seat, chance: random.Random) -> tuple[str, Expected]:
    """Lay what makes the most satos, higher before lower; take back whatever may be taken."""
    told = sato.heard(text)
    table = Table.heard(told["table"], told["stones"])
    if told["asked"] == "take":
        return _take(told, table, me, chance)
    laid = [lying for stone in told["supplies"][me][0] for lying in _lyings(table, stone)]
    if "Chosen so far" not in text:
        refusals = {"pass", "done"}
        assert set(offered_heard(text)) - refusals == {lying.stone for lying in laid}
    if not laid:
        word = "done" if told["asked"] == "extra" else "pass"
        return word, lambda heard: None
    chance.shuffle(laid)
    best = max(laid, key=lambda lying: (len(table.made_by(lying)), lying.level))
    made = table.made_by(best)

    def expected(heard: str) -> None:
        now = sato.heard(heard)
        way = (best.stone, best.point, f"{best.face}{best.turn}")
        assert now["laid"][-1] == way
        assert now["stones"] == told["stones"] | {best}
        assert {colour for _, colour in now["made"]} >= made
        assert best.stone not in now["supplies"][me][0]

    return f"{best.stone} {best.point} {best.face}{best.turn}", expected


def _lyings(table: Table, stone: str) -> list[sato.Lying]:
    """All ways to lay a stone, anywhere on the told table."""
    return [
        sato.Lying(level, stone, point, face, turn)
        for point, level in table.open_points()
        for face, turn in table.ways(stone, point)
    ]


def _take(told: Scene, table: Table, me: Seat, chance: random.Random) -> tuple[str, Expected]:
    """Any stone in no sato, not higher than the one just laid."""
    latest = next(each for each in told["stones"] if each[1:3] == told["laid"][-1][:2])
    loose = sorted(
        each
        for each in told["stones"]
        if each.level <= latest.level
        and not any(table.sato(each.level, tip) for tip in tips(place_of(each.point), each.turn))
    )
    taken = chance.choice(loose)

    def expected(heard: str) -> None:
        now = sato.heard(heard)
        assert now["stones"] == told["stones"] - {taken}
        assert (me, taken.stone, taken.point) in now["taken"]
        assert taken.stone in now["supplies"][me][0]

    return f"take {taken.point}", expected


PLAYERS: Mapping[str, Player] = {
    "sahara": play_sahara,
    "sator": play_sator,
    "stacko": play_stacko,
    "sato": play_sato,
}
