"""What can be pressed and dragged in the picture of a match, and what moves in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from bot.interface import Carry, Motion, Picture, Place, Request, Rows, WordByWord
from games.words import Words
from renderers import picture

MOST_CARRIED = 6  # things that can be dragged to another place; of more, only the one that is chosen


def pressable(wanted: Picture, rows: Rows) -> tuple[Request, ...]:
    """The requests of the buttons, and those that have none."""
    buttons = (button.request for row in rows for button in row if not button.disabled)
    return (*buttons, *wanted.unlisted)


def carries(
    wanted: Picture, regions_after: Callable[[Words], tuple[picture.Region, ...]], offered: Sequence[Request]
) -> Iterator[Carry]:
    """What can be dragged to another place: what was chosen already, or a thing that can be chosen.

    Args:
        wanted: the picture.
        regions_after: its regions once these words are chosen.
        offered: what can be pressed.
    """
    chosen, regions = wanted.chosen, regions_after(wanted.chosen)
    things = [region for region in regions if region.carried]
    choices = [thing for thing in things if any(on_offer((thing,), offered, chosen))]
    for thing in things:
        if thing.words == chosen:
            others = (region for region in regions if region.corners != thing.corners)
            yield from ((thing.corners, *place) for place in on_offer(others, offered, chosen))
    for thing in choices if len(choices) <= MOST_CARRIED else ():
        words = thing.words
        places = on_offer(regions_after(words), tuple(wanted.onward(words)), words)
        yield from ((thing.corners, *place) for place in places if goes_on_with(place[0], words))


def motions(wanted: Picture, theme: str) -> Iterator[Motion]:
    """What moved in the newest turn."""
    before = wanted.before()
    for flight in picture.flights(wanted.game, before, wanted.view, theme=theme) if before else ():
        leaves = flight.leaves is not None
        yield Motion(flight.start, flight.end, leaves, flight.as_before, flight.since)


def on_offer(
    regions: Iterable[picture.Region], requests: Iterable[Request], chosen: Words
) -> Iterator[Place]:
    """Regions to press, each with its only request, or the prefix that its requests share."""
    known = dict.fromkeys(requests)
    choices = [asked for asked in known if isinstance(asked, WordByWord) and _goes_on(asked, chosen)]
    for region in regions:
        near = [choice for choice in choices if choice.words == region.words]
        if not near and chosen[: len(region.words)] != region.words:
            near = [choice for choice in choices if _one_begins(choice.words, region.words)]
        if len(near) == 1:
            yield near[0], region.corners
        elif near and all(len(choice.words) > len(region.words) > len(chosen) for choice in near):
            yield replace(near[0], words=region.words, final=False), region.corners


def goes_on_with(request: Request, words: Words) -> bool:
    """Whether a choice is a longer one that begins with these words."""
    return isinstance(request, WordByWord) and request.words[: len(words)] == words != request.words


def _goes_on(choice: WordByWord, chosen: Words) -> bool:
    """Whether it goes on with the move or begins another, instead of turning pages or going back."""
    if choice.page or (choice.words[: len(chosen)] != chosen and _one_begins(choice.words, chosen)):
        return False
    return choice.final or choice.words != chosen


def _one_begins(one: Words, two: Words) -> bool:
    """Whether one is a prefix of the other: words without an alternative may be left out."""
    return all(first == second for first, second in zip(one, two, strict=False))
