"""The dice: their stream and shuffle written a second time, by table, and counted out for fairness."""

from __future__ import annotations

import hashlib
import struct
from collections import Counter
from itertools import chain, permutations, product, repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Dice
from games.dice import below, mix, seal, shuffle
from tests.examples import examples

ZEROS = bytes(32)
COUNTED = bytes(range(32))


def naive_bytes(seed: bytes, blocks: int = 64) -> bytes:
    """The beginning of a seed's stream, long enough for every shuffle here."""
    return b"".join(hashlib.sha256(seed + struct.pack(">Q", k)).digest() for k in range(blocks))


def naive_shuffle(stream: list[int], count: int) -> list[int]:
    """The documented shuffle of 0 … count-1, word for word; what it draws is taken off the stream."""
    items = list(range(count))
    for i in range(count - 1, 0, -1):
        n = i + 1
        largest_multiple = max(multiple for multiple in range(0, 257, n))
        b = stream.pop(0)
        while b >= largest_multiple:
            b = stream.pop(0)
        j = b % n
        items[i], items[j] = items[j], items[i]
    return items


def short(value: object) -> str | None:
    """A seed in the name of a test."""
    return value.hex()[:8] if isinstance(value, bytes) else None


# A table for programs in other languages


BLOCKS = (
    (ZEROS, 0, "2c34ce1df23b838c5abf2a7f6437cca3d3067ed509ff25f11df6b11b582b51eb"),
    (ZEROS, 1, "08e00266fff0aacc64974f22a53622a7dc458ac1b5fd446ae7c99a4a99a564e6"),
    (COUNTED, 0, "a9d6e500293a88bd38cbe213d07ab71f8cb2258552072a01bdf1c40be527f4d0"),
)
"""A seed, the number of a block of its stream, and the block in hexadecimal."""

SHUFFLES: tuple[tuple[bytes, tuple[str, ...]], ...] = (
    (ZEROS, ("8 0 5 3 9 2 1 6 7 4",)),
    (COUNTED, ("0 1", "0 2 1", "1 3 2 0", "0 3 2 4 1")),
    (
        ZEROS,  # three bytes are thrown away, and no shuffle begins at the beginning of a block
        (
            "31 20 14 15 23 28 2 0 32 30 39 17 10 34 21 25 33 7 18 9 "
            "3 27 6 19 38 22 1 37 11 12 5 35 8 36 24 26 29 16 13 4",
            "32 15 29 16 3 20 8 11 19 6 26 27 9 30 36 4 24 28 2 0 "
            "35 21 33 10 38 23 25 12 7 13 14 5 22 39 37 18 17 34 1 31",
            "16 13 10 0 6 14 1 18 17 2 7 8 4 9 15 11 12 5 3",
        ),
    ),
    (
        b"\xff" * 32,
        (
            "10 39 0 6 37 22 20 14 24 19 35 32 8 34 3 4 12 38 13 29 "
            "23 9 33 16 36 15 7 30 2 11 31 25 27 21 17 28 26 1 18 5",
        ),
    ),
)
"""A seed, and the shuffles of 0 … m-1 that follow one another in its stream."""


@pytest.mark.parametrize(("seed", "number", "block"), BLOCKS, ids=short)
def test_the_stream_is_that_of_the_table(seed: bytes, number: int, block: str) -> None:
    assert naive_bytes(seed)[32 * number : 32 * (number + 1)].hex() == block


@pytest.mark.parametrize(("seed", "orders"), SHUFFLES, ids=short)
def test_the_dice_shuffle_as_in_the_table(seed: bytes, orders: tuple[str, ...]) -> None:
    stream, dice = list(naive_bytes(seed)), Dice.from_seed(seed)
    for text in orders:
        expected = [int(number) for number in text.split()]
        order, dice = dice.shuffled(range(len(expected)))
        assert list(order) == expected == naive_shuffle(stream, len(expected))


# Against the naive shuffle


@examples(8)
@given(seed=st.binary(min_size=32, max_size=32), counts=st.lists(st.integers(0, 256), max_size=3))
def test_shuffles_are_the_documented_ones_and_each_begins_where_the_last_one_ended(
    seed: bytes, counts: list[int]
) -> None:
    stream, dice = list(naive_bytes(seed)), Dice.from_seed(seed)
    for count in counts:
        order, after = dice.shuffled(range(count))
        assert list(order) == naive_shuffle(stream, count)
        assert dice.shuffled(range(count)) == (order, after)
        assert dice.shuffled([str(place) for place in range(count)]) == (tuple(map(str, order)), after)
        assert (after == dice) == (count < 2)  # nothing is taken from the stream for less than two items
        dice = after
        assert repr(dice) == str(dice) == f"{dice}" == "Dice()"  # neither seed nor place


# Fairness, counted out in full


def outcome(bound: int, byte: int) -> int | None:
    """What one byte draws; None if it is thrown away, so that a second one would be taken."""
    try:
        return below(bound, iter([byte]))
    except StopIteration:
        return None


@pytest.mark.parametrize("bound", range(1, 257))
def test_every_number_below_a_bound_is_drawn_by_equally_many_bytes(bound: int) -> None:
    drawn = Counter(outcome(bound, byte) for byte in range(256))
    refused = drawn.pop(None, 0)
    assert drawn == dict.fromkeys(range(bound), 256 // bound)
    assert refused == 256 % bound


@pytest.mark.parametrize("count", range(1, 6))
def test_every_order_of_up_to_five_items_comes_from_exactly_one_sequence_of_draws(count: int) -> None:
    draws = product(*(range(bound) for bound in range(count, 1, -1)))
    orders = [shuffle(range(count), iter(drawn)) for drawn in draws]
    assert sorted(orders) == sorted(permutations(range(count)))


def test_bytes_that_would_favour_small_numbers_are_thrown_away_one_after_the_other() -> None:
    stream = chain(repeat(255, 5), [254, 7])
    assert below(3, stream) == 254 % 3
    assert list(stream) == [7]


# Refused, sealed and mixed


@pytest.mark.parametrize("length", [0, 31, 33, 64])
def test_a_seed_of_another_length_is_refused_without_being_repeated(length: int) -> None:
    with pytest.raises(ValueError, match=f"^a seed has 32 bytes, not {length}$"):
        Dice.from_seed(b"\x41" * length)


def test_more_items_than_a_byte_can_choose_from_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^at most 256 items can be shuffled, not 257$"):
        Dice.from_seed(ZEROS).shuffled(range(257))


def test_the_seal_is_the_sha_256_of_the_seed() -> None:
    assert seal(ZEROS) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    assert seal(COUNTED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


@pytest.mark.parametrize(
    ("seed", "words", "mixed"),
    [
        (ZEROS, ("a", "b"), "8d7fe6c7f3732c5909f8a7091bfd325cf77f1ca9c1c555a57e1bb97d6d2617f1"),
        (COUNTED, ("Zoë",), "afcafb79789feb9d0cf0caa97ca5c3af4bec4c47474df10c72f3a26547a4beb6"),
        (ZEROS, ("",), "6db65fd59fd356f6729140571b5bcd6bb3b83492a16e1bf0a3884442fc3c8a0e"),
    ],
    ids=short,
)
def test_the_players_words_are_mixed_in_as_documented(
    seed: bytes, words: tuple[str, ...], mixed: str
) -> None:
    assert mix(seed, *words).hex() == mixed


def test_words_that_are_cut_or_ordered_otherwise_mix_otherwise_and_none_do_not() -> None:
    words = [("a", "b"), ("b", "a"), ("ab",), ("ab", ""), ("", "ab"), ("a", "b", "")]
    assert len({mix(ZEROS, *each) for each in words}) == len(words)
    with pytest.raises(ValueError, match="at least one word"):  # it would be the seal that all have seen
        mix(COUNTED)
