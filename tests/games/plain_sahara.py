"""Sahara once more, in one list of fourteen numbers: a second opinion on the engine, and a yardstick for it.

Places 0 to 5 are the hollows of seat 0, 6 is its store, 7 to 12 and 13 are those of seat 1: beans travel
upwards and round. Written from the rule sheet without a look at the engine.
"""

from __future__ import annotations

Board = tuple[int, ...]
Turn = int | None
"""The seat to move; None when the game is over."""

START: Board = (3, 3, 3, 3, 3, 3, 0) * 2


def moves(board: Board, seat: int, *, choice: bool) -> list[tuple[int, bool]]:
    """Hollow 1 to 6, and whether the sow feeds the other store."""
    found = []
    for hollow in range(1, 7):
        beans = board[7 * seat + hollow - 1]
        if beans:
            found.append((hollow, False))
        if choice and beans >= 14 - hollow:
            found.append((hollow, True))
    return found


def sow(board: Board, seat: int, hollow: int, *, feed: bool) -> tuple[Board, Turn]:
    """The board after one sow, and who moves next."""
    ring = list(board[7:] + board[:7] if seat else board)  # the mover's side comes first
    place = hollow - 1
    hand, ring[place] = ring[place], 0
    while hand:
        place = (place + 1) % 14
        if place != 13 or feed:
            ring[place] += 1
            hand -= 1

    again = place == 6
    if place < 6 and ring[place] == 1 and ring[12 - place] > 0:
        ring[6] += 1 + ring[12 - place]
        ring[place] = ring[12 - place] = 0
        again = True

    over = not any(ring[:6])
    if over:
        ring[6] += sum(ring[7:13])
        ring[7:13] = [0] * 6
    stays = again or not any(ring[7:13])
    after = tuple(ring[7:] + ring[:7] if seat else ring)
    return after, None if over else seat if stays else 1 - seat
