"""Fair deals: what goes in is fixed by the seal or chosen by nobody, and anybody can deal a match again."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import GAMES, Dice, sato, stacko
from games.dice import mix, seal
from games.events import ChallengeAccepted, ChallengeOffered, Event, MatchId, MovePlayed, PlayerId, Resigned
from games.game import SEATS, Seat, State
from games.match import draw_seats, fold
from games.match.deal import (
    KEY_BYTES,
    WORDS_MAX,
    acceptance,
    are_plain,
    dealt,
    drawn_seat,
    fits,
    form_of,
    lock_of,
    seal_of,
    tidy,
    words_in,
)
from games.record import Record, UnreadableRecord, read, write
from games.replay import of_record, positions, recorded
from tests.games.matches import ADA, BEN, NOON
from tests.games.sampling import every_case
from tests.games.test_dice import naive_bytes
from tests.games.verifier import FAIR, PATH, imported, verifier
from tests.games.walks import SENSIBLE, Case, chance

KEY = bytes(range(KEY_BYTES))
LOCK = lock_of(KEY)
SEED = bytes(32)
VERIFY = verifier()


def no_chance(count: int) -> bytes:
    raise AssertionError("nothing may be drawn")


def offered(case: Case, *, first: PlayerId | None = None, seed: int = 1) -> ChallengeOffered:
    return ChallengeOffered(
        at=NOON,
        match=MatchId("K7QF2M"),
        game=case.key,
        game_version=GAMES[case.key].version,
        house_rules=dict(case.words),
        challenger=ADA,
        invited=None,
        first=first,
        seed=chance(seed).randbytes(32).hex(),
        entropy=LOCK,
    )


def accepted(opened: ChallengeOffered, words: str = "", *, by: PlayerId = BEN) -> ChallengeAccepted:
    return ChallengeAccepted(at=NOON, player=by, entropy=acceptance(opened.entropy, KEY, words, no_chance))


def played(opened: ChallengeOffered, accept: ChallengeAccepted, *, plies: int, seed: int) -> list[Event]:
    """The log of a match of so many plies; who has not won by then resigns."""
    rng, log = chance(seed), list[Event]([opened, accept])
    match = fold(log)
    while match.awaited and len(log) < plies + 2:
        assert match.state
        seat = rng.choice(match.awaited)
        legal = match.state.legal_moves(seat)
        sensible = SENSIBLE.get(opened.game)
        move = sensible(match.state.view(seat), legal) if sensible else rng.choice(legal)
        log.append(MovePlayed(at=NOON, seat=seat, notation=str(move)))
        match = match.apply(log[-1])
    if match.awaited:
        log.append(Resigned(at=NOON, seat=match.awaited[0]))
    return log


def record_of(log: list[Event]) -> Record:
    return recorded(fold(log), positions(log), 0, names=("A", "B"), day="2026-11-21")


def dealt_in(game: str, states: list[State]) -> list[list[object]]:
    """What chance gave, read off the states: as the verifier lists it, without its names."""
    if game == "sato":
        first = states[0]
        assert isinstance(first, sato.State)
        split = first.options.variant == "split"
        held = () if split else first.supplies[1]
        parts: list[tuple[sato.Stone, ...]] = [(laid.stone, *held) for laid in first.layout.stones]
        parts += first.supplies if split else ((*first.supplies[0], *first.stack),)
        return [[sato.stone_name(stone) for stone in part] for part in parts]
    return [list(parts) for parts in _of_stacko(states)] if game == "stacko" else []


def _of_stacko(states: list[State]) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = []
    for before, after in zip([None, *states], states, strict=False):
        assert isinstance(after, stacko.State)
        assert before is None or isinstance(before, stacko.State)
        table = after.round
        if before is None or len(after.ended) > len(before.ended):
            found.append((*table.towers[0], *table.towers[1], table.in_hand, *table.talon))
        elif not before.round.talon and table.talon:
            found.append((table.in_hand, *table.talon))
    return found


# The verifier, which knows nothing of this code


def test_the_verifier_is_short_and_imports_nothing_of_the_project() -> None:
    assert len(PATH.read_text().splitlines()) < 190
    assert imported() <= sys.stdlib_module_names
    assert not imported() & {"games", "bot", "tests", "random"}


@every_case
@pytest.mark.parametrize("agreed", [None, ADA, BEN])
@pytest.mark.parametrize("words", ["", "three green frogs"])
def test_a_finished_match_is_verified_and_dealt_the_same(
    case: Case, agreed: PlayerId | None, words: str
) -> None:
    """Of every game under every option: a first match, and rematches that swap the seats either way."""
    seed = len(words) + (0 if agreed is None else 1 if agreed == ADA else 2)
    opened = offered(case, first=agreed, seed=seed)
    log = played(opened, accepted(opened, words), plies=60, seed=seed)
    text = write(record_of(log))
    headers, plies = VERIFY.read(text)
    assert list(VERIFY.problems(headers, fold([opened]).seen_by(None).seal)) == []
    assert list(VERIFY.report(text))[-1] == FAIR
    states = [position.state for position in positions(log)]
    assert [parts for _, parts in VERIFY.deal(headers, plies)] == dealt_in(case.key, states)
    match = fold(log)
    assert match.players
    assert headers["Seats"] == ("drawn" if agreed is None else "agreed")
    assert headers["Challenger"] == ("first", "second")[match.players.index(ADA)]


@pytest.mark.parametrize("seed", range(3))
def test_both_rounds_of_stacko_are_dealt_again_with_every_reshuffle(seed: int) -> None:
    opened = offered(Case("stacko", ()), seed=seed)
    log = played(opened, accepted(opened), plies=900, seed=seed)
    states = [position.state for position in positions(log)]
    dealt = VERIFY.deal(*VERIFY.read(write(record_of(log))))
    assert [parts for _, parts in dealt] == dealt_in("stacko", states)
    assert sum(name.startswith("round 2: towers") for name, _ in dealt) == 1


def test_a_reshuffle_is_dealt_again() -> None:
    opened = offered(Case("stacko", ()), seed=3)
    moves: list[Event] = [
        MovePlayed(at=NOON, seat=seat, notation=move)
        for turn in range(25)
        for seat in (SEATS[turn % 2],)
        for move in ("draw", "pass")
    ]
    log = [opened, accepted(opened), *moves, Resigned(at=NOON, seat=0)]
    dealt = VERIFY.deal(*VERIFY.read(write(record_of(log))))
    states = [position.state for position in positions(log)]
    assert [parts for _, parts in dealt] == dealt_in("stacko", states)
    assert dealt[1][0] == "round 1: the discards become the talon"


def test_records_older_than_keys_are_verified_as_well() -> None:
    opened = replace(offered(Case("stacko", ())), entropy="web:1")
    log = played(opened, ChallengeAccepted(at=NOON, player=BEN, entropy="web:2"), plies=9, seed=1)
    later = re.compile(r"\[(Seal|Challenger|Seats) ")
    old = "\n".join(line for line in write(record_of(log)).splitlines() if not later.match(line))
    *_, verdict = VERIFY.report(old)
    assert verdict.startswith("All of it fits together, in the OLDEST form")
    assert read(old)[0].challenger is None


@pytest.mark.parametrize("words", ["", "three green frogs"])
def test_matches_sealed_before_seals_were_told_apart_are_verified_and_named(words: str) -> None:
    lock = lock_of(KEY, form=1)
    opened = replace(offered(Case("sato", ())), entropy=lock)
    assert seal_of(opened.seed, lock) == seal(bytes.fromhex(opened.seed + lock.removeprefix("lock:")))
    accept = ChallengeAccepted(at=NOON, player=BEN, entropy=f"key:{KEY.hex()} {words}".rstrip())
    log = played(opened, accept, plies=3, seed=1)
    *_, verdict = VERIFY.report(write(record_of(log)), fold([opened]).seen_by(None).seal)
    assert verdict.startswith("All of it fits together, in the older form")
    assert fold([*log]).proof(0).fits
    assert fold([*log]).proof(0).form == form_of(lock) == 1
    read(write(record_of(log)))


@pytest.mark.parametrize("form", [1, 2])
def test_seed_and_lock_of_one_form_are_not_taken_for_the_seed_of_the_oldest(form: int) -> None:
    """Else the host could drop words and key after the acceptance, and try what to bring in their place."""
    lock = lock_of(KEY, form=form)
    opened = replace(offered(Case("sahara", ())), entropy=lock)
    shown = fold([opened]).seen_by(None).seal
    log = played(opened, accepted(replace(opened, entropy=LOCK)), plies=0, seed=1)
    forged = re.sub(r'\[(Challenge|Acceptance) ".*"\]', r'[\1 "ground:1"]', write(record_of(log)))
    longer = opened.seed + lock.partition(":")[2]
    forged = re.sub(r'\[Seed ".*"\]', f'[Seed "{longer}"]', forged)
    forged = re.sub(r'\[Seal ".*"\]', f'[Seal "{shown}"]', forged)
    forged = re.sub(r'\[Seats ".*"\]', '[Seats "agreed"]', forged)
    assert list(VERIFY.report(forged, shown)) == [
        "WRONG: Seed is missing or has not the form and length that it must have"
    ]
    assert not fits(longer, "ground:1", "ground:1")
    assert not fits(opened.seed, "key:", "ground:1")
    assert (seal_of(longer, "ground:1") == shown) is (form == 1)
    with pytest.raises(UnreadableRecord):
        read(forged)


def test_what_is_told_twice_is_refused() -> None:
    opened = offered(Case("sahara", ()))
    text = write(record_of(played(opened, accepted(opened), plies=0, seed=1)))
    assert list(VERIFY.report(f'[Seed "{"0" * 64}"]\n{text}')) == ["WRONG: Seed is told twice"]


def test_the_verifier_is_a_program(tmp_path: Path) -> None:
    opened = offered(Case("sato", ()))
    file = tmp_path / "record.txt"
    file.write_text(write(record_of(played(opened, accepted(opened, "three green frogs"), plies=3, seed=1))))
    shown = fold([opened]).seen_by(None).seal
    for noted, verdict, code in ((shown, FAIR, 0), (shown[::-1], "WRONG", 1), ("", "WRONG", 1)):
        done = subprocess.run([sys.executable, "-I", PATH, file, noted], capture_output=True, text=True)
        assert verdict in done.stdout.splitlines()[-1]
        assert "words of whoever accepted: three green frogs" in done.stdout
        assert "in the newest form" in done.stdout
        assert done.returncode == code


@pytest.mark.parametrize(
    ("header", "change"),
    [
        ("Seed", lambda value: value[::-1]),
        ("Seed", lambda value: value[2:]),
        ("Seal", lambda value: value[::-1]),
        ("Seal", lambda value: ""),
        ("Challenge", lambda value: "lock2:" + value[:5:-1]),
        ("Challenge", lambda value: value[:-2]),
        ("Challenge", lambda value: value.replace("lock2", "lock3")),
        ("Challenge", lambda value: "web:1"),
        ("Acceptance", lambda value: "key:" + "0" * 32),
        ("Acceptance", lambda value: "key:" + "0" * 30),
        ("Acceptance", lambda value: "key:" + "0" * 32 + " \x1b[2K"),
        ("Acceptance", lambda value: "web:2"),
        ("Acceptance", lambda value: "fresh:" + "0" * 34),
        ("Acceptance", lambda value: "fresh:" + "0" * 32 + " three green frogs"),
        ("Challenger", {"first": "second", "second": "first"}.__getitem__),
        ("Challenger", lambda value: "\x1b[2Kfirst"),
    ],
)
def test_a_changed_proof_is_found_by_the_verifier_and_refused_by_the_bot(
    header: str, change: Callable[[str], str]
) -> None:
    opened = offered(Case("sato", ()))
    text = write(record_of(played(opened, accepted(opened, "three green frogs"), plies=3, seed=1)))
    forged = re.sub(rf'\[{header} "(.*)"\]', lambda found: f'[{header} "{change(found[1])}"]', text, count=1)
    assert forged != text
    assert "WRONG" in list(VERIFY.report(forged))[-1]
    with pytest.raises(UnreadableRecord) as refused:
        read(forged)
    assert re.match(
        r"\[(Seed|Seal|Challenge|Acceptance|Challenger) ", forged.splitlines()[refused.value.line - 1]
    )


# What goes in


def test_the_seal_binds_the_seed_and_the_key() -> None:
    shown = seal_of(SEED.hex(), LOCK)
    assert shown == seal(b"tischrand seal 2\n" + SEED + bytes.fromhex(LOCK.removeprefix("lock2:")))
    assert shown != seal_of(SEED.hex(), lock_of(bytes(KEY_BYTES)))
    assert seal_of(SEED.hex(), "web:1") == seal(SEED)


def test_before_the_acceptance_the_log_does_not_tell_the_key() -> None:
    """Whoever reads the database knows the seed and not the deal: the key is nowhere in it."""
    opened = offered(Case("stacko", ()))
    assert KEY.hex() not in repr(opened)
    deals = {
        fold([opened, ChallengeAccepted(at=NOON, player=BEN, entropy=f"key:{key.hex()}")]).state
        for key in (KEY, bytes(KEY_BYTES))
    }
    assert len(deals) == 2


def test_with_words_all_else_was_fixed_before_them() -> None:
    """So a host with another program cannot choose after having read them: nothing is left to choose."""
    words = "three green frogs"
    assert acceptance(LOCK, KEY, words, no_chance) == f"key:{KEY.hex()} {words}"
    assert words_in(f"key:{KEY.hex()} {words}") == words
    assert not fits(SEED.hex(), LOCK, f"key:{'00' * KEY_BYTES} {words}")
    assert not fits(SEED.hex(), LOCK, f"fresh:{'00' * KEY_BYTES} {words}")


def test_words_decide_the_deal_and_the_seats() -> None:
    opened = offered(Case("stacko", ()))
    all_words = [f"frog {number}" for number in range(20)]
    assert len({fold([opened, accepted(opened, words)]).state for words in all_words}) == 20
    assert len({draw_seats(opened, accepted(opened, words)) for words in all_words}) == 2


@pytest.mark.parametrize(
    ("words", "plain"),
    [
        ("three green frogs", True),
        ("d’acord, què?!", True),
        ("żółw सात 七", True),
        ("", True),
        ("a" * WORDS_MAX, True),
        ("a" * (WORDS_MAX + 1), False),
        ("two  blanks", False),
        ("line\nbreak", False),
        ("e\N{COMBINING ACUTE ACCENT}", False),
        ("@everyone", False),
        ("*bold*", False),
        ("example.org", False),
        ("a:b", False),
        ('"]', False),
        ("a\N{RIGHT-TO-LEFT OVERRIDE}b", False),
        ("a\x00b", False),
    ],
)
def test_words_are_plain_or_not_taken(words: str, plain: bool) -> None:
    assert are_plain(words) is plain


@given(st.text(max_size=WORDS_MAX))
def test_plain_words_survive_the_record(words: str) -> None:
    words = tidy(words)
    if not are_plain(words):
        return
    opened = offered(Case("sahara", ()))
    record = record_of(played(opened, accepted(opened, words), plies=0, seed=1))
    again, _ = read(write(record))
    assert again == record
    assert words_in(again.entropy[1]) == words


@pytest.mark.parametrize(("first", "agreed"), [(None, False), (ADA, True), (BEN, True)])
def test_the_proof_tells_who_challenged_and_whether_the_seats_were_agreed(
    first: PlayerId | None, agreed: bool
) -> None:
    opened = offered(Case("sahara", ()), first=first)
    log: list[Event] = [opened, accepted(opened), Resigned(at=NOON, seat=0)]
    proof = fold(log).proof(0)
    assert proof.seats_agreed is agreed
    assert proof.players[proof.challenger] == ADA
    assert proof.players == fold(log).players == draw_seats(opened, accepted(opened))
    if first:
        assert proof.players[0] == first


def test_of_two_players_who_have_become_one_it_is_still_known_which_seat_challenged() -> None:
    seats = set[Seat]()
    for seed in range(8):
        opened = offered(Case("sahara", ()), seed=seed)
        apart = fold([opened, accepted(opened), Resigned(at=NOON, seat=0)]).proof(0)
        joined = fold([opened, accepted(opened, by=ADA), Resigned(at=NOON, seat=0)]).proof(0)
        assert joined.challenger == apart.challenger
        seats.add(apart.challenger)
    assert seats == set(SEATS)


def test_a_record_is_the_match_that_it_tells_whoever_challenged() -> None:
    for first in (None, ADA, BEN):
        opened = offered(Case("stacko", ()), first=first)
        log = played(opened, accepted(opened), plies=5, seed=1)
        record = record_of(log)
        match, _ = of_record(*read(write(record)))
        assert match.seen_by(None).seal == fold(log).seen_by(None).seal
        assert match.players == ("first", "second")
        assert match.proof(0).challenger == record.challenger
        assert match.proof(0).seats_agreed == record.seats_agreed == (first is not None)


# The test vectors of the document


DOCUMENT = (PATH.parent / "fairness.md").read_text()


def vectors() -> Mapping[str, str]:
    """The rows of its table."""
    return dict(re.findall(r"^\| `([^`]+)` \| `([^`]+)` \|$", DOCUMENT, re.MULTILINE))


def test_the_documents_vectors_are_what_the_dice_give() -> None:
    told = vectors()
    seed, lock, accepted_by = told["seed"], told["lock"], told["acceptance"]
    assert lock_of(bytes.fromhex(told["key"])) == lock
    assert seal_of(seed, lock) == told["seal"]
    assert fits(seed, lock, accepted_by)
    for lot in ("seats", "deal"):
        mixed = mix(bytes.fromhex(seed), lock, accepted_by, lot)
        assert mixed.hex() == told[f"mixed {lot}"]
        begins = told[f"stream {lot}"]
        assert naive_bytes(mixed).hex().startswith(begins)
    dice = Dice.from_seed(bytes.fromhex(told["mixed deal"]))
    assert " ".join(map(str, dice.shuffled(range(10))[0])) == told["shuffle of 0 to 9"]
    assert ("first", "second")[drawn_seat(seed, (lock, accepted_by))] == told["challenger"]


def test_the_documents_deals_are_what_the_games_give() -> None:
    told = vectors()
    proof = told["seed"], (told["lock"], told["acceptance"])
    (stack,) = dealt_in("sato", [dealt("sato", {}, *proof)])
    first, second = dealt_in("sato", [dealt("sato", {"variant": "split"}, *proof)])
    (parts,) = dealt_in("stacko", [dealt("stacko", {}, *proof)])
    deals = {"sato": stack, "sato split first": first, "sato split second": second, "stacko": parts}
    assert {name: told[name] for name in deals} == {
        name: " ".join(map(str, dealt_parts)) for name, dealt_parts in deals.items()
    }
