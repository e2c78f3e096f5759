"""The only source of chance: a documented stream, a shuffle, and the seal of a deal.

The stream of a 32-byte seed is the concatenation of the blocks
`SHA-256(seed + k)` for k = 0, 1, 2, …, with k written as 8 bytes, most significant first.

A number below n (1 <= n <= 256) is drawn so: take the next byte b of the stream; if b is at least
the largest multiple of n that is not above 256, throw it away and take the next; the number is b mod n.
Every number is therefore exactly equally likely.

A shuffle of items 0 … m-1 is Fisher and Yates', from the end: for i = m-1, m-2, …, 1 draw j below i+1 and
swap the items i and j. A shuffle begins at the byte after the last one that the shuffle before it took.

That is all: a program in another language deals the same match from the same seed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 32
BLOCK_BYTES = 32  # one SHA-256
MOST_ITEMS = 256  # a number is drawn from one byte


@dataclass(frozen=True, slots=True)
class Dice:
    """A position in the stream of one seed. Immutable: drawing returns the next dice as well."""

    _seed: bytes = field(repr=False)
    _taken: int = field(repr=False)  # bytes of the stream that are used up

    @classmethod
    def from_seed(cls, seed: bytes) -> Dice:
        """Dice at the beginning of the stream.

        Raises:
            ValueError: `seed` is not 32 bytes long.
        """
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        return cls(bytes(seed), 0)

    def shuffled(self, items: Sequence[T]) -> tuple[tuple[T, ...], Dice]:
        """The items in a random order, each order equally likely, and the dice for the next draw.

        Raises:
            ValueError: there are more than 256 items.
        """
        if len(items) > MOST_ITEMS:
            raise ValueError(f"at most {MOST_ITEMS} items can be shuffled, not {len(items)}")
        stream = _Bytes(_stream(self._seed, self._taken))
        order = shuffle(items, stream)
        return order, Dice(self._seed, self._taken + stream.taken)


class _Bytes:
    """An iterator over bytes that counts what it gave out."""

    def __init__(self, source: Iterator[int]) -> None:
        self._source = source
        self.taken = 0

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        self.taken += 1
        return next(self._source)


def shuffle(items: Sequence[T], stream: Iterator[int]) -> tuple[T, ...]:
    """Fisher and Yates' shuffle, drawing from a stream of bytes."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(last + 1, stream)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def below(bound: int, stream: Iterator[int]) -> int:
    """A number from 0 to `bound` - 1, each equally likely: bytes past the last full multiple are refused."""
    fair = 256 - 256 % bound
    return next(byte for byte in stream if byte < fair) % bound


def _stream(seed: bytes, start: int) -> Iterator[int]:
    """The bytes of the seed's stream from position `start` on."""
    block, offset = divmod(start, BLOCK_BYTES)
    while True:
        yield from hashlib.sha256(seed + block.to_bytes(8, "big")).digest()[offset:]
        block, offset = block + 1, 0


def seal(seed: bytes) -> str:
    """The SHA-256 of a seed in hexadecimal: shown before a deal, it commits to the seed."""
    return hashlib.sha256(seed).hexdigest()


def mix(seed: bytes, *entropy: str) -> bytes:
    """The seed that is really dealt from: the sealed one, stirred with what the players brought along.

    SHA-256 over the seed and, for each word of entropy, its UTF-8 bytes after their number (4 bytes,
    most significant first).

    Raises:
        ValueError: there is no entropy; the result would be the seal, which everybody has seen.
    """
    if not entropy:
        raise ValueError("a seed is mixed with at least one word")
    digest = hashlib.sha256(seed)
    for word in entropy:
        text = word.encode()
        digest.update(len(text).to_bytes(4, "big") + text)
    return digest.digest()
