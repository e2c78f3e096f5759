"""Clips: kilobytes and CPU of a match of 60 plies, beside the GIF that Pillow makes of the same frames.

`python -m benchmarks.clip` needs no extra. Both sides get equal frames, indexed in one palette, turn by
turn in one run, so that the ratios hold on any machine.
"""

from __future__ import annotations

import io
import random
import statistics
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import islice, pairwise

from PIL import Image

from benchmarks.aims import at_most
from benchmarks.pictures import NAMES, match
from games.game import View
from renderers import clip, gif, picture
from renderers.theme import LIGHT, RGB

PLIES = 60
ROUNDS = 5
COLD = at_most(0.5)

Frames = Sequence[Image.Image]


def frames_of(key: str, views: Sequence[View]) -> Frames:
    """The frames of a clip, reduced: pixels are numbers of one palette."""
    stage = picture.stage(key, LIGHT, views)
    return [clip.reduced(stage.paint(view, NAMES), LIGHT) for view in views]


def colours_of(frames: Frames) -> tuple[RGB, ...]:
    channels = frames[0].getpalette() or []
    red, green, blue = (channels[first::3] for first in range(3))
    return tuple(zip(red, green, blue, strict=True))


def ours(frames: Frames) -> bytes:
    """Nothing but the pixels that change, in one palette."""
    colours = colours_of(frames)
    patches = [gif.whole(frames[0], colours)]
    patches += filter(None, (gif.changes(before, after, colours) for before, after in pairwise(frames)))
    return gif.encode(frames[0].size, colours, [(patch, clip.PACE) for patch in patches])


def pillows(frames: Frames, *, optimize: bool) -> bytes:
    file = io.BytesIO()
    first, *others = frames
    first.save(
        file, "GIF", save_all=True, append_images=others, duration=clip.PACE, loop=0, optimize=optimize
    )
    return file.getvalue()


def measured(work: Callable[[], bytes]) -> tuple[float, float]:
    """Milliseconds of CPU, and KB."""
    began = time.process_time()
    size = len(work())
    return (time.process_time() - began) * 1000, size / 1024


def compare(key: str) -> None:
    """Print the lines of one game."""
    views = list(islice(match(key, random.Random(3)), PLIES + 1))
    import_module(f"renderers.{key}")  # a bot has painted the board before
    fresh, size = measured(lambda: clip.clip(key, views, NAMES).data)
    frames = frames_of(key, views)
    ways: dict[str, Callable[[], bytes]] = {
        "whole clip, drawn before": lambda: clip.clip(key, views, NAMES).data,
        "ours, frames given": lambda: ours(frames),
        "Pillow, frames given": lambda: pillows(frames, optimize=False),
        "Pillow, optimize": lambda: pillows(frames, optimize=True),
    }
    runs: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, work in ways.items():
            runs[name].append(measured(work))
    print(f"\n{f'{key}, {len(views)} views':28}{'CPU':>10}{'size':>10}{'CPU, ours = 1':>16}{'size':>8}")
    print(f"{'whole clip, drawn anew':28}{fresh:>7.0f} ms{size:>7.0f} KB")
    medians = {name: (statistics.median(ms for ms, _ in taken), taken[0][1]) for name, taken in runs.items()}
    base_ms, base_size = medians["ours, frames given"]
    for name, (ms, kilobytes) in medians.items():
        ratios = f"{ms / base_ms:>16.1f}{kilobytes / base_size:>8.2f}" if "clip" not in name else ""
        print(f"{name:28}{ms:>7.0f} ms{kilobytes:>7.0f} KB{ratios}")
    print(COLD.row(f"{key}: clip of {PLIES} plies, drawn anew, seconds of CPU", fresh / 1000))


def main() -> None:
    print(f"{PLIES} plies; medians of {ROUNDS}, CPU of this process")
    for key in picture.PAINTED:
        compare(key)


if __name__ == "__main__":
    main()
