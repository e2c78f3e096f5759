"""How a match is dealt: one sealed seed, what both players bring into the dice, and a stream for each lot.

`docs/trust/fairness.md` tells what each part is good for. Seals have had three forms, told apart by the
entropy of the challenge; each hashes other bytes, so that none can be passed off as another one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from games.actions import Reason, RefusedByMatch
from games.catalog import GAMES
from games.dice import SEED_BYTES, Dice, mix, seal
from games.events import ChallengeAccepted, ChallengeOffered, PlayerId
from games.game import Seat, State

SEAT_WORDS: tuple[str, str] = ("first", "second")
SEATS_LOT, DEAL_LOT = "seats", "deal"  # one seed, two streams: the lot of the seats, and the deal


def draw_seats(opened: ChallengeOffered, accepted: ChallengeAccepted) -> tuple[PlayerId, PlayerId]:
    """Who takes seat 0 and who seat 1: by the lot, unless the challenge says who is first."""
    challenger, other = opened.challenger, accepted.player
    return (other, challenger) if challenger_seat(opened, accepted) else (challenger, other)


def challenger_seat(opened: ChallengeOffered, accepted: ChallengeAccepted) -> Seat:
    """The challenger's seat, agreed or drawn."""
    if opened.first is not None:
        return 0 if opened.first == opened.challenger else 1
    return drawn_seat(opened.seed, (opened.entropy, accepted.entropy))


@lru_cache(1024)
def drawn_seat(seed: str, entropy: tuple[str, str]) -> Seat:
    """The challenger's seat, if the lot decides."""
    seats: tuple[Seat, ...] = (0, 1)
    challenger, _ = _dice(seed, entropy, SEATS_LOT).shuffled(("challenger", "other"))[0]
    return seats[challenger == "other"]


def deal(opened: ChallengeOffered, accepted: ChallengeAccepted) -> State:
    """The first state of the game, from the sealed seed and both players' entropy."""
    return dealt(opened.game, opened.house_rules, opened.seed, (opened.entropy, accepted.entropy))


def opening(opened: ChallengeOffered, accepted: ChallengeAccepted) -> tuple[State, ...]:
    """The states with which a match begins: the deal and, if it goes on from another one, those after it."""
    states = [deal(opened, accepted)]
    for seat, notation in plies_before(opened):
        states.append(states[-1].play(seat, GAMES[opened.game].parse(notation)))
    return tuple(states)


def plies_before(opened: ChallengeOffered) -> tuple[tuple[Seat, str], ...]:
    """The plies that a match takes over from the one that it goes on from: who played, and what."""
    lines = (line.partition(" ") for line in opened.plies.splitlines())
    return tuple((0 if word == SEAT_WORDS[0] else 1, notation) for word, _, notation in lines)


def plies_text(plies: Iterable[tuple[Seat, str]]) -> str:
    """Plies as `ChallengeOffered.plies` has them; inverse of `plies_before`."""
    return "\n".join(f"{SEAT_WORDS[seat]} {notation}" for seat, notation in plies)


def dealt(game: str, house_rules: Mapping[str, str], seed: str, entropy: tuple[str, str]) -> State:
    """The first state of a game.

    Args:
        game: its key.
        house_rules: those that differ from the defaults.
        seed: 32 bytes in hexadecimal.
        entropy: what challenge and acceptance brought along.
    """
    rules = GAMES[game]
    return rules.deal(rules.options(**house_rules), _dice(seed, entropy, DEAL_LOT))


def _dice(seed: str, entropy: tuple[str, str], lot: str) -> Dice:
    return Dice.from_seed(mix(bytes.fromhex(seed), *entropy, lot))


KEY_BYTES = 16
WORDS_MAX = 60  # characters
NEWEST_FORM = 2
"""Of seals. 1: seed and lock were hashed without a word before them; 0: there were no keys yet."""
_LOCK_BEGINS, _SEAL_BEGINS = b"tischrand lock 2\n", b"tischrand seal 2\n"
_LOCK = re.compile(r"lock(2?):([0-9a-f]{64})")
_SEED = re.compile(rf"[0-9a-f]{{{2 * SEED_BYTES}}}")
_OLDEST = re.compile(r"(?!lock|key:|fresh:)[0-9A-Za-z:._-]{1,200}")
_ACCEPTED = re.compile(rf"(key|fresh):([0-9a-f]{{{2 * KEY_BYTES}}})(?: (.+))?")
_PUNCTUATION = frozenset(" '\N{RIGHT SINGLE QUOTATION MARK},!?-")


def lock_of(key: bytes, form: int = NEWEST_FORM) -> str:
    """The entropy of a challenge: it fixes the key without revealing it."""
    return f"lock:{seal(key)}" if form == 1 else f"lock2:{seal(_LOCK_BEGINS + key)}"


def acceptance(challenge: str, key: bytes | None, words: str, draw: Callable[[int], bytes]) -> str:
    """The entropy of an acceptance.

    Args:
        challenge: the entropy of the challenge.
        key: that it locked; None if it is not known any more: then fresh bytes stand in for it.
        words: of whoever accepts, or nothing.
        draw: gives so many random bytes.

    Raises:
        RefusedByMatch: KEY_LOST, for words without a key that was fixed before them.
    """
    if key is not None and lock_of(key) == challenge:
        return f"key:{key.hex()} {words}".rstrip()
    if words:
        raise RefusedByMatch(Reason.KEY_LOST)
    return f"fresh:{draw(KEY_BYTES).hex()}"


def form_of(challenge: str) -> int:
    """Which form the seal of a challenge has."""
    lock = _LOCK.fullmatch(challenge)
    return 0 if lock is None else NEWEST_FORM if lock[1] else 1


@lru_cache(1024)
def seal_of(seed: str, challenge: str) -> str:
    """What is shown with a challenge: it fixes the seed and, where there is one, the lock of the key.

    Args:
        seed: in hexadecimal.
        challenge: the entropy of the challenge.
    """
    lock, form = _LOCK.fullmatch(challenge), form_of(challenge)
    begins = _SEAL_BEGINS if form == NEWEST_FORM else b""
    return seal(begins + bytes.fromhex(seed) + (bytes.fromhex(lock[2]) if lock else b""))


def fits(seed: str, challenge: str, accepted: str) -> bool:
    """Whether seed and acceptance are what the seal fixed: its key, or fresh bytes without words.

    Lengths count: without them the seed and lock of one form would pass as the seed of another.
    """
    if not _SEED.fullmatch(seed):
        return False
    form, found = form_of(challenge), _ACCEPTED.fullmatch(accepted)
    if form == 0 and not _OLDEST.fullmatch(challenge):
        return False
    if found is None:  # a log older than keys
        return form == 0 and _OLDEST.fullmatch(accepted) is not None
    kind, drawn, words = found.groups(default="")
    if kind == "fresh":
        return not words
    return lock_of(bytes.fromhex(drawn), form) == challenge and are_plain(words)


@lru_cache(1024)
def words_in(accepted: str) -> str:
    """The words that somebody accepted with; nothing where there are none."""
    found = _ACCEPTED.fullmatch(accepted)
    return found[3] or "" if found else ""


def is_fresh(accepted: str) -> bool:
    """Whether fresh bytes stand in for the key in the entropy of an acceptance."""
    found = _ACCEPTED.fullmatch(accepted)
    return found is not None and found[1] == "fresh"


def tidy(words: str) -> str:
    """Words as they are stored and computed with: single blanks, letters in their composed form (NFC)."""
    return unicodedata.normalize("NFC", " ".join(words.split()))


def are_plain(words: str) -> bool:
    """Whether words can be stored: tidy, not too many, and only letters, digits, blanks and '’,!?-."""
    letters = all(char in _PUNCTUATION or unicodedata.category(char)[0] in "LMN" for char in words)
    return letters and len(words) <= WORDS_MAX and words == tidy(words)
