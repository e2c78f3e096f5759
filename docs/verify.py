"""Check seal, seats and deal of a record of Tischrand: `python3 verify.py FILE [SEAL]`.

SEAL is what you noted when the match was offered. Python is all it needs; fairness.md explains each step.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

Headers = Mapping[str, str]
Plies = Sequence[tuple[str, str]]
Dealt = list[tuple[str, list[Any]]]
STONES = [a + pair for a, b, c in combinations("roygbv", 3) for pair in (b + c, c + b)]


def read(text: str) -> tuple[Headers, Plies]:
    """Headers and plies; whether the plies are legal is not looked at."""
    found = re.findall(r'^\[(\w+) "((?:[^"\\]|\\.)*)"\]\s*$', text, re.MULTILINE)
    headers = {name: re.sub(r"\\(.)", r"\1", value) for name, value in found}
    return headers, re.findall(r"^\d+\. (first|second) (.*\S)\s*$", text, re.MULTILINE)


def sealed(seed: str, challenge: str) -> str:
    """What has to have been shown with the challenge."""
    lock = challenge.removeprefix("lock:") if challenge.startswith("lock:") else ""
    return hashlib.sha256(bytes.fromhex(seed + lock)).hexdigest()


def problems(headers: Headers, noted: str | None = None) -> Iterator[str]:
    """What is wrong with seal, key and seats."""
    challenge, seal = headers["Challenge"], sealed(headers["Seed"], headers["Challenge"])
    if not seal == headers.get("Seal", seal) == (noted or seal):
        yield f"the seal of this seed is {seal}"
    kind, _, rest = headers["Acceptance"].partition(":")
    brought, _, words = rest.partition(" ")
    if (challenge.startswith("lock:") and kind not in ("key", "fresh")) or (kind == "fresh" and words):
        yield "the sealed key is missing"
    if kind == "key" and f"lock:{hashlib.sha256(bytes.fromhex(brought)).hexdigest()}" != challenge:
        yield "the key is not the one that was sealed"
    challenged_first = shuffled((True, False), stream(headers, "seats"))[0]
    if headers.get("Seats") == "drawn" and challenged_first != (headers["Challenger"] == "first"):
        yield "the lot gives the seats the other way round"


def stream(headers: Headers, lot: str) -> Iterator[int]:
    """The bytes from which the lot "seats" or "deal" is drawn."""
    mixed = hashlib.sha256(bytes.fromhex(headers["Seed"]))
    for word in (headers["Challenge"], headers["Acceptance"], lot):
        mixed.update(len(word.encode()).to_bytes(4, "big") + word.encode())
    for block in range(2**64):
        yield from hashlib.sha256(mixed.digest() + block.to_bytes(8, "big")).digest()


def shuffled(items: Sequence[Any], bytes_: Iterator[int]) -> list[Any]:
    """Fisher and Yates' shuffle; bytes that would favour small numbers are thrown away."""
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        j = next(byte for byte in bytes_ if byte < 256 - 256 % (i + 1)) % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def deal(headers: Headers, plies: Plies) -> Dealt:
    """All that chance decided in the match, each part with its name."""
    game, bytes_ = headers["Game"].split()[0], stream(headers, "deal")
    if game == "sato":
        order, rules = shuffled(STONES, bytes_), headers.get("House", "").split()
        split, laid = "variant=split" in rules, "head_start=stone" in rules
        halves = {"stones of the first player": order[laid:20], "stones of the second player": order[20:]}
        dealt = [(name, sorted(half, key=STONES.index)) for name, half in halves.items()]
        begun = [("head start", order[: 2 - split])][:laid]
        return begun + (dealt if split else [("stack from its top", order[2 * laid :])])
    return stacko(plies, bytes_) if game == "stacko" else []  # Sahara and Sator know no chance


def stacko(plies: Plies, bytes_: Iterator[int]) -> Dealt:
    """Each round's deal and reshuffles, as far as the plies go: how many there are depends on them."""
    dealt, left = Dealt(), list(plies)
    for number in (1, 2):
        order = shuffled(range(1, 41), bytes_)
        while any(tower == sorted(tower)[::-1] for tower in (order[:10], order[10:20])):
            order = shuffled(range(1, 41), bytes_)
        dealt.append((f"round {number}: towers from the bottom, offer, talon from its top", order))
        towers = {"first": order[:10], "second": order[10:20]}
        offer, talon, discards, turns = order[20], order[21:], list[int](), 0
        while turns < 400 and not any(tower == sorted(tower)[::-1] for tower in towers.values()):
            if not left:
                return dealt
            seat, move = left.pop(0)
            turns += move != "draw"
            if move == "draw":
                if not talon:
                    talon, discards = shuffled(discards, bytes_), []
                    dealt.append((f"round {number}: the discards become the talon", [*talon]))
                discards, offer, talon = [*discards, offer], talon[0], talon[1:]
            elif move != "pass":
                towers[seat][int(move) - 1], offer = offer, towers[seat][int(move) - 1]
    return dealt


def report(text: str, noted: str | None = None) -> Iterator[str]:
    """What the record comes to, in lines; the last one is the verdict."""
    told, plies = read(text)
    yield f"seal: {sealed(told['Seed'], told['Challenge'])}"
    yield f"challenger: {told.get('Challenger', 'not told')}; seats: {told.get('Seats', 'not told')}"
    yield from (f"{name}: {' '.join(map(str, parts))}" for name, parts in deal(told, plies))
    if told["Acceptance"].startswith("fresh:"):
        yield "no sealed key: fresh bytes were drawn at the acceptance"
    yield "; ".join(f"WRONG: {problem}" for problem in problems(told, noted)) or "All of it fits together."


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        print(*report(file.read(), *sys.argv[2:3]), sep="\n")
