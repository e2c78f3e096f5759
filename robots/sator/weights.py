"""The logarithms of factors, fitted to matches of the robot by `python -m tools.sator_fit`."""

from __future__ import annotations

import math

# By dot (white, red), steps advanced, road (clear, open, foe, own) and whether its seat moves next.
ROAD = (
    (
        ((-0.72, -0.28), (-0.68, -0.93), (-0.84, -1.03), (0.01, 0.0)),
        ((0.35, 0.82), (-0.37, -0.66), (-0.56, -0.85), (0.15, -0.93)),
        ((1.68, 3.05), (-0.08, -0.41), (-0.13, -0.41), (0.46, 0.01)),
        ((6.33, 9.14), (0.3, 1.31), (0.27, -0.04), (0.0, 0.0)),
        ((0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)),
    ),
    (
        ((-0.61, -0.71), (0.58, 0.66), (0.23, 0.26), (-0.42, -0.23)),
        ((-0.21, -0.13), (0.78, 0.87), (0.39, 0.31), (0.51, 0.02)),
        ((0.22, 0.52), (0.76, 0.77), (0.67, 0.57), (-0.45, 0.08)),
        ((0.11, 0.64), (1.01, 0.09), (0.5, 0.64), (0.0, 0.0)),
        ((0.35, 0.35), (0.35, 0.35), (0.35, 0.35), (0.35, 0.35)),
    ),
)
# By dot, whether a foe attacks it, whether a piece of its own guards it, and whether its seat moves next.
AROUND = (
    (((1.83, 2.03), (1.87, 2.1)), ((0.72, 2.4), (1.75, 2.26))),
    (((0.78, 0.81), (0.73, 0.75)), ((1.22, 1.32), (1.34, 1.48))),
)
# The factor of the seat that moves next.
PACE = math.exp(0.08)
# The logarithms of the odds of a red dot, by whether the piece is attacked and its steps.
RED_ODDS = (
    (0.0, -1.05, -1.5, -2.26),
    (0.0, -0.35, -0.35, -0.45),
)
# Those of a piece that captured a red dot and left unseen.
CAPTOR_ODDS = -1.4
