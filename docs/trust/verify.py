"""Check seal, seats and deal of a record of Tischrand: `python3 verify.py FILE [SEAL]`.

SEAL is what you noted when the match was offered. Python is all it needs; fairness.md explains each step.
The program ends with 0 where all fits, with 1 where something is wrong.
"""

from __future__ import annotations

import hashlib
import re
import sys
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

Headers = Mapping[str, str]
Plies = Sequence[tuple[str, str]]
Dealt = list[tuple[str, list[Any]]]
LOCK = re.compile(r"lock(2?):([0-9a-f]{64})")
OLDEST = r"(?!lock|key:|fresh:)[0-9A-Za-z:._-]{1,200}"
NEEDED = {
    "Game": r"\w{1,20} \d{1,6}",
    "Seed": r"[0-9a-f]{64}",
    "Challenge": rf"{LOCK.pattern}|{OLDEST}",
    "Acceptance": rf"(key|fresh):[0-9a-f]{{32}}( .{{1,60}})?|{OLDEST}",
}
TOLD = {"Seal": r"[0-9a-f]{64}", "Challenger": "first|second", "Seats": "drawn|agreed", "House": r"[\w= ]*"}
FORMS = (
    "the OLDEST form, without a key: what was brought to the deal was not fixed before it",
    "the older form, without a word before what is hashed",
    "the newest form",
)
STONES = [a + pair for a, b, c in combinations("roygbv", 3) for pair in (b + c, c + b)]


def read(text: str) -> tuple[Headers, Plies]:
    """Headers and plies; whether the plies are legal is not looked at."""
    found = re.findall(r'^\[(\w+) "((?:[^"\\]|\\.)*)"\]\s*$', text, re.MULTILINE)
    headers = {name: re.sub(r"\\(.)", r"\1", value) for name, value in found}
    return headers, re.findall(r"^\d+\. (first|second) (.*\S)\s*$", text, re.MULTILINE)


def misshapen(text: str) -> Iterator[str]:
    """What is missing, told twice or not of its length: bytes of one form never pass as those of another."""
    headers, names = read(text)[0], re.findall(r"^\[(\w+) ", text, re.MULTILINE)
    for name, shape in {**NEEDED, **TOLD}.items():
        if names.count(name) > 1:
            yield f"{name} is told twice"
        elif (name in NEEDED or name in headers) and not re.fullmatch(shape, headers.get(name, "")):
            yield f"{name} is missing or has not the form and length that it must have"
    if not all(sign in " '\u2019,!?-" or unicodedata.category(sign)[0] in "LMN" for sign in words(headers)):
        yield "the words are not made of letters and digits"


def form(headers: Headers) -> int:
    """Which form the seal has: 2 is the newest."""
    lock = LOCK.fullmatch(headers["Challenge"])
    return 0 if not lock else 2 if lock[1] else 1


def hashed(headers: Headers, what: str, parts: str) -> str:
    """The SHA-256 of bytes in hexadecimal; in the newest form it says first what is hashed."""
    begins = f"tischrand {what} 2\n".encode() if form(headers) == 2 else b""
    return hashlib.sha256(begins + bytes.fromhex(parts)).hexdigest()


def sealed(headers: Headers) -> str:
    """What has to have been shown with the challenge."""
    lock = LOCK.fullmatch(headers["Challenge"])
    return hashed(headers, "seal", headers["Seed"] + (lock[2] if lock else ""))


def words(headers: Headers) -> str:
    """Those that were brought by whoever accepted."""
    return headers.get("Acceptance", "").partition(" ")[2]


def problems(headers: Headers, noted: str | None = None) -> Iterator[str]:
    """What is wrong with seal, key and seats."""
    seal, lock = sealed(headers), LOCK.fullmatch(headers["Challenge"])
    if not seal == headers.get("Seal", seal) == (seal if noted is None else noted.strip().lower()):
        yield f"the seal of this seed is {seal}"
    kind, _, brought = headers["Acceptance"].partition(" ")[0].partition(":")
    if (lock is not None and kind not in ("key", "fresh")) or (kind == "fresh" and words(headers)):
        yield "the sealed key is missing"
    if kind == "key" and (lock is None or hashed(headers, "lock", brought) != lock[2]):
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
    if wrong := list(misshapen(text)):
        yield "; ".join(f"WRONG: {problem}" for problem in wrong)
        return
    told, plies = read(text)
    yield f"seal: {sealed(told)}, in {FORMS[form(told)]}"
    yield "no noted seal was given: compare this one with yours" if noted is None else f"noted: {noted!a}"
    yield f"words of whoever accepted: {words(told) or 'none'}"
    yield f"challenger: {told.get('Challenger', 'not told')}; seats: {told.get('Seats', 'not told')}"
    try:
        yield from (f"{name}: {' '.join(map(str, parts))}" for name, parts in deal(told, plies))
        wrong = list(problems(told, noted))
    except (LookupError, ValueError):
        wrong = ["a move, or who challenged, cannot be read"]
    if told["Acceptance"].startswith("fresh:"):
        yield "no sealed key: fresh bytes were drawn at the acceptance"
    fits = "All of it fits together" + (f", in {FORMS[form(told)]}." if form(told) < 2 else ".")
    yield "; ".join(f"WRONG: {problem}" for problem in wrong) or fits


def main() -> int:
    """Check the record that the command line names."""
    if len(sys.argv) not in (2, 3):
        print(__doc__)
        return 2
    with open(sys.argv[1], encoding="utf-8") as file:
        lines = list(report(file.read(), *sys.argv[2:]))
    print(*lines, sep="\n")
    return int(lines[-1].startswith("WRONG"))


if __name__ == "__main__":
    sys.exit(main())
