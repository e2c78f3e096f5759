"""Beans: what one looks like, and how a handful of them comes to rest."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product

from PIL import Image, ImageChops

from renderers.canvas import OVERSAMPLING, Point, Sheet, Sprite, Stencil, faded, moved, reduced_sprite, soft
from renderers.theme import TONES, Ramp, Theme

LENGTH, WIDTH = 26, 16  # pixels of one bean
SPRITE = 40  # pixels of the square that it is painted in, with its shadow
TURNS = 8  # directions in which a bean may lie

END = WIDTH / 2  # radius of its two round ends
REACH = (LENGTH - WIDTH) / 2  # from its middle to the middle of an end
BEND = 2.3  # pixels by which it is bent
GAP = 3  # pixels that beans would like to keep from one another
SHAKES = 100  # the longer they are shaken, the closer they lie
REST = 0.1  # pixels of movement that nobody sees

Ends = tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class Bean:
    """A bean that lies so many pixels to the right of the middle of a pit, and below it."""

    x: float
    y: float
    turn: int
    """Clockwise from lying level, in parts of half a circle: 0 to TURNS - 1."""

    def ends(self) -> Ends:
        right, down = _direction(self.turn)
        return (self.x - right * REACH, self.y - down * REACH), (
            self.x + right * REACH,
            self.y + down * REACH,
        )

    def reflected(self, across: int, down: int) -> Bean:
        """Where it is seen in mirrors; 1 or -1 for none or one, across and down."""
        return Bean(self.x * across, self.y * down, self.turn * across * down % TURNS)


@cache
def _direction(turn: int) -> Point:
    """Where a bean points to. Rounded, so that beans come to rest at the same places on every machine."""
    angle = math.pi * turn / TURNS
    return round(math.cos(angle), 3), round(math.sin(angle), 3)


@cache
def handful(count: int, size: tuple[int, int], seed: int) -> tuple[Bean, ...]:
    """Beans in an upright capsule of `size`: thrown in, then shaken until none lies on another.

    If there is too little room for all, some still lie on others.
    """
    chance = random.Random(seed)  # noqa: S311 (a pattern, no secret)
    spread = 0.1 + 0.3 * math.sqrt(count * LENGTH * WIDTH / (size[0] * size[1]))
    beans = [_thrown(size, spread, chance) for _ in range(count)]
    for shake in range(SHAKES):
        pushes = _pushes(beans, size, GAP * (1 - shake / SHAKES))
        if all(abs(right) + abs(down) < REST for right, down in pushes):
            break
        beans = [
            Bean(bean.x + right, bean.y + down, bean.turn)
            for bean, (right, down) in zip(beans, pushes, strict=True)
        ]
    return tuple(beans)


def _thrown(size: tuple[int, int], spread: float, chance: random.Random) -> Bean:
    width, height = size
    x, y = chance.uniform(-spread, spread) * width, chance.uniform(-spread, spread) * height
    return Bean(x, y, chance.randrange(TURNS))


def _pushes(beans: list[Bean], size: tuple[int, int], gap: float) -> list[Point]:
    """How far each bean gives way to the wall, and to neighbours that are nearer than `gap`."""
    ends = [bean.ends() for bean in beans]
    pushes = [_sum(_from_wall(end, size) for end in own) for own in ends]
    near, places = LENGTH + gap, [(place, bean.x, bean.y) for place, bean in enumerate(beans)]
    for (first, x, y), (second, other_x, other_y) in combinations(places, 2):
        if -near < x - other_x < near and -near < y - other_y < near:
            right, down = _apart(ends[first], ends[second], gap)
            pushes[first] = _sum((pushes[first], (right, down)))
            pushes[second] = _sum((pushes[second], (-right, -down)))
    return pushes


def _sum(steps: Iterable[Point]) -> Point:
    right = down = 0.0
    for step in steps:
        right, down = right + step[0], down + step[1]
    return right, down


def _from_wall(end: Point, size: tuple[int, int]) -> Point:
    """How far the end of a bean must move to be inside the capsule."""
    x, y = end
    straight = (size[1] - size[0]) / 2
    beyond = y - max(-straight, min(straight, y))
    distance = math.sqrt(x * x + beyond * beyond)
    room = size[0] / 2 - END
    if distance <= room:
        return 0, 0
    return x * (room / distance - 1), beyond * (room / distance - 1)


def _apart(ends: Ends, others: Ends, gap: float) -> Point:
    """How far a bean gives way to another: of each two ends a third of the room that is missing."""
    away_right = away_down = 0.0
    for (x, y), (other_x, other_y) in product(ends, others):
        right, down = x - other_x, y - other_y
        distance = math.sqrt(right * right + down * down)
        missing = WIDTH + gap - distance
        if missing > 0 and distance > 0:
            away_right += right / distance * missing / 3
            away_down += down / distance * missing / 3
    return away_right, away_down


def lay(sheet: Sheet, theme: Theme, middle: Point, beans: tuple[Bean, ...], *, mix: int) -> None:
    """Paint beans in a pit, with their shadows. Their colours mean nothing: `mix` picks a pattern."""
    for place, bean in enumerate(beans):
        ramp = theme.bean if (3 * place + mix) % 7 < 3 else theme.other_bean
        _sprite(ramp, bean.turn).lay(sheet, theme, (middle[0] + bean.x, middle[1] + bean.y))


@cache
def _sprite(ramp: Ramp, turn: int) -> Sprite:
    shape, core = _curve(turn, WIDTH), _curve(turn, WIDTH / 3)
    hill = soft(shape, 2.8 * OVERSAMPLING)
    step = OVERSAMPLING
    slopes = ImageChops.subtract(moved(hill, -step, -3 * step), moved(hill, step, 3 * step), 1.0, TONES // 2)
    glint = soft(ImageChops.multiply(moved(core, -step, -2 * step), core), OVERSAMPLING)
    tones = ImageChops.add(slopes.point([_lit(tone) for tone in range(TONES)]), faded(glint, 0.6))
    return reduced_sprite(tones, shape, ramp, down=3, blur=1.2)


def _lit(slope: int) -> int:
    """The tone of a slope: the back of a bean is plain, its upper edge bright, its lower edge dark."""
    rise = slope - TONES // 2
    beyond = math.copysign(max(abs(rise) - 26, 0), rise)
    return max(0, min(TONES - 1, round(112 + beyond)))


def _curve(turn: int, width: float) -> Image.Image:
    """A bent line of beans' length in the middle of a large sprite, as a mask."""
    right, down = _direction(turn)
    middle = SPRITE / 2
    points = []
    for part in (-1, -0.5, 0, 0.5, 1):
        along, across = part * REACH, BEND * (0.5 - part * part)
        points.append((middle + right * along - down * across, middle + down * along + right * across))
    return Stencil((0, 0, SPRITE, SPRITE)).line(points, width).large()
